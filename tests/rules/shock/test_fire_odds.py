"""Exact odds of fire: against another calculator, and against every way real play can go."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest

from grognard.systems import system
from grognard.systems.shock.state.kinds import BLOWN, D1, D2, GOOD, ROUTED
from grognard.systems.shock.state.position import ShockPosition
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy, leader, light
from tests.rules.shock.test_fire_table import ROWS

INFANTRY = [1, 2, 3, 5, 7, 9]
ARTILLERY = [1, 2, 3, 4, 7, 11, 16, 22]
RIGHT = ("massed", "cavalry", "routed", "from-built-up")
LEFT = ("artillery-only", "d1-firer")


def asked(facts: dict[str, Any]) -> dict[str, Fraction]:
    """The odds the program gives."""
    kind = system("shock").checks()["fire"]
    return odds_of(kind.check(kind.read(facts)).odds().fractions())


def odds_of(fractions: dict[str, str]) -> dict[str, Fraction]:
    return {label: Fraction(text) for label, text in fractions.items()}


def by_hand(facts: dict[str, Any]) -> dict[str, Fraction]:
    """The same question put to icepool, with the lines of the sheet written out here."""
    guns_fire = facts["arm"] == "artillery"
    sp = facts["sp"] * (3 if facts.get("battery") and guns_fire else 1)
    limits = ARTILLERY if guns_fire else INFANTRY
    column = sum(sp >= limit for limit in limits)
    cover = facts.get("cover", "open")
    shift = sum(bool(facts.get(name)) for name in RIGHT) - sum(bool(facts.get(n)) for n in LEFT)
    if facts.get("massed") and "village" in cover:
        shift -= 1
    if cover == "chateau":
        shift -= 2
    else:
        shift -= cover != "open"
        shift -= bool(facts.get("up-steep")) + bool(facts.get("down-steep"))
        shift -= bool(facts.get("crest")) and guns_fire
    shift -= bool(facts.get("wet")) and not guns_fire
    column = min(max(column + min(max(shift, -2), 2), 0), 8)
    drm = int(bool(facts.get("ids")))
    if guns_fire:
        drm += bool(facts.get("french-guns")) - bool(facts.get("prussian-guns"))
        drm -= bool(facts.get("maximum-range"))
    else:
        drm += bool(facts.get("anglo-allied"))
    drm += facts.get("drm", 0)

    def read(face: int) -> str:
        row = min(max(face + drm, -1), 10)
        mark = " L" if facts.get("leader") and row == 9 else ""
        return str(ROWS[row].split()[column]) + mark

    die = icepool.z(10).map(read)
    return {str(label): die.probability(label) for label in die}


def situations(count: int, seed: int) -> list[dict[str, Any]]:
    """Situations drawn at random from all the facts of the sheet."""
    rng = random.Random(seed)
    flags = [*RIGHT, *LEFT, "up-steep", "down-steep", "crest", "wet", "leader", "battery", "ids"]
    flags += ["maximum-range", "anglo-allied"]
    found = []
    for _ in range(count):
        facts: dict[str, Any] = {"arm": rng.choice(("infantry", "artillery"))}
        facts["sp"] = rng.randint(1, 24)
        facts["cover"] = rng.choice(("open", "woods", "village", "built-up-village", "chateau"))
        facts["drm"] = rng.randint(-3, 3)
        facts.update({flag: True for flag in flags if rng.random() < 0.25})
        facts[rng.choice(("french-guns", "prussian-guns"))] = rng.random() < 0.5
        if facts.get("artillery-only"):
            facts.pop("cavalry", None)
        found.append(facts)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_odds_agree_with_icepool(seed: int) -> None:
    for facts in situations(150, seed):
        assert asked(facts) == by_hand(facts), facts


# -- against real play -------------------------------------------------------------------------


def words(p: ShockPosition, u: int, before: ShockPosition) -> str:
    """What became of a unit."""
    if p.hex[u] < 0:
        return "eliminated"
    parts = []
    lost = before.steps[u] - p.steps[u]
    if lost:
        parts.append("1 step" if lost == 1 else f"{lost} steps")
    if p.hex[u] != before.hex[u] and p.order[u] != ROUTED:
        parts.append("retreat")
    state = ("", "D-1", "D-2", "routed")[p.order[u]]
    if p.flags[u] & BLOWN and p.order[u] != ROUTED:
        state = "blown"
    # Who stays in the state he was in has suffered nothing; the routed may run on.
    same = (p.order[u], p.flags[u] & BLOWN) == (before.order[u], before.flags[u] & BLOWN)
    if same and not parts and p.order[u] != ROUTED:
        return "no effect"
    return ", ".join([*parts, *([state] if state else [])]) or "no effect"


def played(scene: Scene, id: str) -> dict[str, Fraction]:
    """Play every face of every roll of the open shot, and weigh how each of them ends."""
    depth = len(scene.p.stack)
    unit = scene.u(id)
    ends: dict[str, Fraction] = {}

    def go(p: ShockPosition, weight: Fraction, risk: bool) -> None:
        if len(p.stack) < depth:
            label = words(p, unit, scene.p) + ("; leader at risk" if risk else "")
            ends[label] = ends.get(label, Fraction(0)) + weight
            return
        if p.decision is not None:  # where to retreat: anywhere
            after = p.copy()
            after.play(p.options()[0])
            go(after, weight, risk)
            return
        check = p.check()
        for outcome, ways in Counter(check.outcome([face]) for face in range(10)).items():
            after = p.copy()
            after.play(outcome)
            go(after, weight * ways / 10, risk or check.name == "leader-casualty")

    go(scene.p, Fraction(1), False)
    return ends


TARGETS = [
    *(foot("foe", "0807", side="red", order=o) for o in (GOOD, D1, D2, ROUTED)),
    *(heavy("foe", "0807", side="red", order=o) for o in (GOOD, D1, ROUTED)),
    light("foe", "0807", side="red", order=D1, cohesion=3),
    heavy("foe", "0807", side="red", flags=BLOWN),
    heavy("foe", "0807", side="red", flags=BLOWN, sp=1),
    *(guns("foe", "0807", side="red", order=o) for o in (GOOD, D1)),
    guns("foe", "0807", side="red", order=D1, sp=1),
    foot("foe", "0807", side="red", sp=1, cohesion=9),
    foot("foe", "0807", side="red", sp=2, cohesion=0),
]
NAMES = [f"{t.values['arm']} {t.order} {t.flags} {t.values['sp']}" for t in TARGETS]


@pytest.mark.parametrize("sp", [3, 9])
@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_staged_odds_of_infantry_fire_are_those_of_play(target: Spec, sp: int) -> None:
    scene = given(foot("guard", "0808", sp=sp), foot("idle", "1010"), target).activate()
    scene.play("fire guard > foe")
    assert odds_of(scene.check().odds().fractions()) == played(scene, "foe")


@pytest.mark.parametrize("sp", [6, 30])
@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_staged_odds_of_distant_guns_are_those_of_play(target: Spec, sp: int) -> None:
    # From 0810, three hexes to the south of 0807.
    scene = given(guns("guard", "0810", sp=sp), foot("idle", "1012"), target).activate()
    scene.play("fire guard > foe")
    assert scene.check().json()["situation"]["ranged"] is True
    assert odds_of(scene.check().odds().fractions()) == played(scene, "foe")


def test_staged_odds_tell_of_a_leader_at_risk() -> None:
    foe = foot("foe", "0807", side="red")
    scene = given(
        foot("guard", "0808", sp=5), foot("idle", "1010"), foe, leader("chief", "0807", side="red")
    ).activate()
    scene.play("fire guard > foe")
    assert odds_of(scene.check().odds().fractions()) == played(scene, "foe")
    # Column 5-6, roll 9: D, with the leader in danger.
    assert scene.check().odds().fractions()["D-1; leader at risk"] == "1/10"


def test_staged_odds_against_a_garrison() -> None:
    scene = given(
        foot("guard", "0808", sp=9), foot("idle", "1010"), garrison("foe", "0807", sp=3)
    ).activate()
    scene.play("fire guard > foe")
    assert odds_of(scene.check().odds().fractions()) == played(scene, "foe")


def test_staged_odds_by_hand() -> None:
    # 3 SP of infantry (column 3-4) at Cohesion 6. Rolls 0-3 "-", 4 d-2 (fails on a 9),
    # 5, 6, 7 d (fails on 7, 8, 9), 8 d+1 (fails on 6-9), 9 d+2 (fails on 5-9).
    scene = given(foot("guard", "0808", sp=3), foot("foe", "0807", side="red")).activate()
    scene.play("fire guard")
    assert scene.check().odds().fractions() == {"no effect": "81/100", "D-1": "19/100"}


def test_fire_promises_what_is_not_in_vain() -> None:
    kind = system("shock").checks()["fire"]
    for facts in ({"arm": "infantry", "sp": 5}, {"arm": "infantry", "sp": 5, "target": "infantry"}):
        odds = asked(facts)
        vain = odds.get("-", Fraction(0)) + odds.get("no effect", Fraction(0))
        assert vain > 0
        assert kind.promise(kind.read(facts)) == 1 - vain


def test_fire_on_the_disordered_promises_only_what_makes_it_worse() -> None:
    # 3 SP of infantry (column 3-4) at Cohesion 6, as above: 19 in 100 fail; D-1 becomes D-2.
    facts = {"arm": "infantry", "sp": 3, "target": "infantry", "cohesion": 6, "state": "d-1"}
    assert {what: str(chance) for what, chance in asked(facts).items()} == {
        "no effect": "81/100",
        "D-2": "19/100",
    }
    kind = system("shock").checks()["fire"]
    assert kind.promise(kind.read(facts)) == Fraction(19, 100)
