"""Attacks that could be made: what they promise, what they threaten, and what is remembered."""

import random

import pytest

from grognard.boards.hexes import bits
from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems import system
from grognard.systems.shock.declaring import fit_to_shock
from grognard.systems.shock.fire import front_hexes
from grognard.systems.shock.judging import openings
from grognard.systems.shock.judging.judgement import judge
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.rally import RallyRoll
from grognard.systems.shock.state.kinds import D1
from grognard.systems.shock.state.position import ShockPosition
from tests.rules.shock.given import Spec, foot, given, guns, light

SHOCK = system("shock")


def by_hand() -> ShockWeights:
    sets = SHOCK.weights()
    assert sets is not None
    weights = sets.get("hand")
    assert isinstance(weights, ShockWeights)
    return weights


HAND = by_hand()
FOE = foot("foe", "0807", "red", sp=3)


def promise(*pieces: Spec) -> float:
    """What blue's attacks promise in its own activation."""
    scene = given(*pieces).activate()
    return openings.openings(scene.p, 0, HAND)


def beside(turned: str, sp: int = 9) -> Spec:
    return foot("a", "0808", sp=sp, facing=turned)


def test_an_attack_is_open_only_on_an_enemy_in_front() -> None:
    assert promise(FOE, beside("n")) > 0
    assert promise(FOE, beside("s")) == 0


def test_two_attackers_on_one_hex_promise_more_than_one() -> None:
    other = foot("b", "0907", sp=6, facing="nw")
    assert promise(FOE, beside("n"), other) > promise(FOE, beside("n"))


def test_a_disordered_enemy_promises_more() -> None:
    assert promise(FOE._replace(order=D1), beside("n")) > promise(FOE, beside("n"))


def test_bad_odds_promise_nothing() -> None:
    assert promise(foot("foe", "0807", "red", sp=9), beside("n", sp=2)) == 0


def test_cavalry_is_stronger_beside_its_own_foot() -> None:
    """Together they have the modifier of combined arms, whoever else stands there."""
    horse = light("b", "0907", sp=4, facing="nw")
    scene = given(FOE, beside("n"), horse).activate()
    units = [scene.u("a"), scene.u("b")]
    together = openings.struck(scene.p, units, scene.h("0807"), HAND)
    alone = [openings.struck(scene.p, [u], scene.h("0807"), HAND) for u in units]
    assert together > max(alone)


def after_the_fight(p: ShockPosition) -> float:
    """What blue thinks of the position on average once the declared attacks are fought."""
    if max(p.target) < 0:
        return judge(p, 0, HAND)
    if p.decision is not None:
        return after_the_fight(then(p, p.decision.default(p)))
    weights = p.check().weights
    outcomes = [(n, after_the_fight(then(p, i))) for i, n in enumerate(weights) if n]
    return sum(n * value for n, value in outcomes) / sum(weights)


def then(p: ShockPosition, action: int) -> ShockPosition:
    after = p.copy()
    after.play(action)
    return after


@pytest.mark.parametrize("foe", [FOE, FOE._replace(order=D1), foot("foe", "0807", "red", sp=5)])
def test_a_declared_attack_keeps_what_it_promises(foe: Spec) -> None:
    """An enemy in front counts by the exact odds of the attack, not once more at a glance."""
    reserves = foot("reserve", "0811", sp=6), foot("other", "0803", "red", sp=6)
    scene = given(foe, beside("n"), *reserves)
    scene.p.stack.append(RallyRoll(unit=scene.u("reserve")))  # the battle goes on afterwards
    scene.activate().play("shock a > foe")
    assert after_the_fight(scene.p) - judge(scene.p, 0, HAND) > -2.0


def test_an_enemy_behind_a_unit_is_not_faced() -> None:
    ahead = given(foot("a", "0808"), foot("foe", "0806", "red")).activate()
    behind = given(foot("a", "0808", facing="s"), foot("foe", "0806", "red")).activate()
    far = given(foot("a", "0808", facing="s"), foot("foe", "0803", "red")).activate()
    assert openings.unfaced(ahead.p, 0) == openings.unfaced(far.p, 0) == 0
    assert openings.unfaced(behind.p, 0) == 4  # its strength points


def test_guns_want_a_target_and_somebody_beside_them() -> None:
    def counts(*pieces: Spec) -> tuple[int, int]:
        p = given(foot("foe", "0806", "red"), *pieces).activate().p
        return openings.aimed(p, 0), openings.bare_guns(p, 0)

    assert counts(guns("gun", "0808", sp=2)) == (2, 2)
    assert counts(guns("gun", "0808", sp=2, facing="s")) == (0, 2)
    assert counts(guns("gun", "0808", sp=2), foot("screen", "0908")) == (2, 0)
    assert counts(guns("gun", "0812", sp=2)) == (0, 0)  # nobody is near


def facing(p: ShockPosition) -> dict[int, list[int]]:
    """The hexes with an enemy in front of units that may attack, and these units."""
    found: dict[int, list[int]] = {}
    for u in range(p.battle.units):
        if p.hex[u] >= 0 and fit_to_shock(p, u):
            for t in bits(front_hexes(p, u) & p.occupied(1 - p.battle.side[u])):
                found.setdefault(t, []).append(u)
    return found


@pytest.mark.parametrize("name", ["gemioncourt", "hougoumont"])
def test_what_is_remembered_of_an_attack_is_what_would_be_worked_out(name: str) -> None:
    """The same play must follow whatever was weighed before, in this game or in others."""
    rng = random.Random(8)
    p = SHOCK.start(SHOCK.battle(name))
    assert isinstance(p, ShockPosition)
    players = [bot("drill:10", side) for side in (0, 1)]
    seen = 0
    for _ in range(250):
        for t, units in facing(p).items():
            seen += 1
            worked_out = openings.worked_out(p, units, t, HAND)
            assert openings.struck(p, units, t, HAND) == worked_out
        if p.roll is not None:
            p.play(rng.choice(p.check().table))
        else:
            p.play(players[p.actor].choose(View(p, p.actor), SHOCK))
    assert seen > 20


def test_a_charge_counts_the_square_it_may_find() -> None:
    """Militia hardly ever forms square, the Guard nearly always does."""

    def charge(cohesion: int) -> float:
        foe = foot("foe", "0807", "red", sp=1, cohesion=cohesion)
        scene = given(foe, light("a", "0808", sp=9)).activate()
        scene.play("charge a > foe")
        return openings.charge_gain(scene.p, [scene.u("a")], scene.h("0807"), HAND)

    plain = given(foot("foe", "0807", "red", sp=1), light("a", "0808", sp=9)).activate()
    open_ground = openings.gain(plain.p, [plain.u("a")], plain.h("0807"), HAND)
    assert charge(9) < charge(0) and charge(6) < open_ground
