"""Saving throws: who saves against whom, and what the ground gives."""

import pytest

from grognard.systems.brigades.saves import ALWAYS, CHOSEN, NONE, ground_saves, saves
from grognard.systems.brigades.state.position import CHARGED, LIMBERED, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin
from tests.rules.brigades.given import (
    Spec,
    battery,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

S, T = "brigades.saves.", "brigades.terrain."
FOE = foot("foe", 20, 15.1, 180, side="red")
NEAR = [foot("l", 16.9, 15.1, 180, side="red"), foot("r", 23.1, 15.1, 180, side="red")]


def saved(a: Spec, foe: Spec, melee: bool, *more: Spec) -> int:
    """How foe saves against a."""
    scene = given(a, foe, *more)
    return saves(scene.p, scene.u("a"), scene.u("foe"), melee)


@pytest.mark.rule(S + "disordered")
def test_everybody_saves_against_the_disordered() -> None:
    for melee in (False, True):
        assert saved(foot("a", 20, 20), FOE, melee) == NONE
        assert saved(foot("a", 20, 20, state=YELLOW), FOE, melee) == ALWAYS


@pytest.mark.rule(S + "skirmisher", "brigades.rulings.skirmisher.open-space")
def test_skirmishers_with_room_beside_them_save_against_fire() -> None:
    for maker in (screen, rider):
        foe = maker("foe", 20, 15.1, 180, side="red")
        assert saved(foot("a", 20, 20), foe, False) == ALWAYS
        assert saved(foot("a", 20, 20), foe, True) == NONE
        assert saved(foot("a", 20, 20), foe, False, NEAR[0]) == ALWAYS
        crowded = saved(foot("a", 20, 20), foe, False, *NEAR)
        assert crowded == (NONE if maker is screen else CHOSEN)
    # The friend on the right is 2.9 in or 3 in away from the skirmishers' side.
    foe = screen("foe", 20, 15.1, 180, side="red")
    for x, expected in ((25.9, NONE), (26.0, ALWAYS)):
        far = foot("r", x, 15.1, 180, side="red")
        assert saved(foot("a", 20, 20), foe, False, NEAR[0], far) == expected


@pytest.mark.rule(S + "unlimbered-artillery")
@pytest.mark.parametrize(
    ("weapon", "expected"),
    [("very-light", ALWAYS), ("light", ALWAYS), ("field", ALWAYS), ("heavy", NONE),
     ("siege", NONE)],
)  # fmt: skip
def test_unlimbered_guns_save_against_all_but_heavy_guns(weapon: str, expected: int) -> None:
    firer, foe = guns("a", 20, 20, weapon=weapon), guns("foe", 20, 12, 180, side="red")
    assert saved(firer, foe, False) == expected
    assert saved(firer, foe._replace(state=LIMBERED), False) == NONE
    assert saved(foot("a", 20, 20), foe, False) == NONE


@pytest.mark.rule("brigades.dice.artillery-battery.saves")
def test_all_save_against_a_battery_that_is_not_stationary() -> None:
    for melee in (False, True):
        assert saved(battery("a", 20, 20), FOE, melee) == ALWAYS
        assert saved(battery("a", 20, 20, state=STATIONARY), FOE, melee) == NONE
        assert saved(guns("a", 20, 20), FOE, melee) == NONE


@pytest.mark.rule(S + "cavalry", S + "cavalry.retreat", "brigades.rulings.saves.cavalry")
def test_cavalry_may_save_against_fire_and_falls_back_for_each_throw() -> None:
    foe = horse("foe", 20, 15.1, 180, side="red")
    assert saved(foot("a", 20, 20), foe, False) == CHOSEN
    assert saved(foot("a", 20, 20), foe, True) == NONE
    scene = given(foot("a", 20, 20), foe).combat().play("attack foe").roll(6, 1)
    assert scene.texts() == ["save", "take"] and scene.p.actor == 1
    scene.play("save").roll(4)
    # One throw: 6 in straight back, without a casualty.
    assert scene.lost("foe") == 0 and scene.at("foe") == (20, 9.1, 180)
    twice = given(foot("a", 20, 20), horse("foe", 20, 15.1, 180, side="red", strength=9)).combat()
    twice.play("attack foe").roll(6, 6).play("save").roll(3, 4)
    assert twice.lost("foe") == 1 and twice.at("foe") == (20, 3.1, 180)
    stands = given(foot("a", 20, 20), foe).combat().play("attack foe").roll(6, 1).play("take")
    assert stands.lost("foe") == 1 and stands.at("foe") == (20, 15.1, 180)


@pytest.mark.rule("brigades.rulings.saves.one-per-hit", "brigades.rulings.saves.number")
def test_each_hit_is_saved_against_once() -> None:
    # Skirmishers in the open, fired at by disordered troops: two reasons, one throw.
    foe = screen("foe", 20, 15.8, 180, side="red")
    scene = given(foot("a", 20, 20, state=YELLOW), foe).combat().play("attack foe").roll(6, 1)
    assert scene.p.check().name == "save" and len(scene.p.check().dice) == 1
    scene.roll(3)
    assert scene.p.check().name == "fire"  # the answer
    scene.roll(1)
    assert scene.lost("foe") == 1


# -- the ground ------------------------------------------------------------------------------------

ATTACKS = {
    "m": (foot("a", 20, 20), False),  # muskets
    "g": (guns("a", 20, 20), False),  # field guns
    "s": (guns("a", 20, 20, weapon="siege"), False),
    "i": (foot("a", 20, 20), True),  # infantry in melee
    "c": (horse("a", 20, 20), True),
    "z": (guns("a", 20, 20, weapon="siege"), True),
}


def against(foe: Spec, **ground: object) -> str:
    """The attacks that the ground lets a stand save against."""
    found = ""
    for letter, (unit, melee) in ATTACKS.items():
        scene = given(unit, foe, **ground)  # type: ignore[arg-type]
        if ground_saves(scene.p, scene.u("a"), scene.u("foe"), melee, False):
            found += letter
    return found


TARGETS = (
    foot("foe", 20, 12, side="red"), horse("foe", 20, 12, side="red"),
    guns("foe", 20, 12, side="red"), screen("foe", 20, 12, side="red"),
    rider("foe", 20, 12, side="red"), line("foe", 20, 12, side="red"),
)  # fmt: skip
HERE = "100,50 300,50 300,150 100,150"
AREAS = [
    ("broken", ("", "", "", "mgs", "", "")),
    ("crops", ("",) * 6),
    ("forest", ("mgs", "", "", "mgs", "", "mgs")),
    ("marsh", ("",) * 6),
    ("orchard", ("",) * 6),
    ("swamp", ("",) * 6),
    ("fort", ("gsicz",) * 6),
    ("fortress", ("gsicz",) * 6),
]
ST = "mgic"  # fire and melee, but for siege guns
LINES = [
    ("field-works", (ST, "", ST, ST, "", ST)),
    ("hasty-works", ("m", "", "m", "m", "", "m")),
    ("low-wall", ("m", "", "m", "m", "", "m")),
    ("sunken-road", ("mgc", "", "mgc", "mgc", "", "mgc")),
    ("river", ("",) * 6),
    ("stream", ("",) * 6),
    ("marshy-stream", ("",) * 6),
    ("road", ("",) * 6),
    ("tree-line", ("",) * 6),
]


@pytest.mark.rule(
    T + "broken-ground.combat.infantry-skirmisher", T + "crops.combat", T + "forest.combat",
    T + "marsh.combat", T + "orchard.combat", T + "swamp.combat", T + "fort.combat.save-melee",
    T + "fort.combat.save-artillery", T + "fortress.combat", T + "key.stf", T + "key.dash",
    T + "key.lines-and-columns",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "cells"), AREAS)
def test_areas(kind: str, cells: tuple[str, ...]) -> None:
    for foe, cell in zip(TARGETS, cells, strict=True):
        if kind == "swamp" and foe.kind != "infantry-skirmisher":
            continue  # it is closed to them
        found = against(foe, areas=[(kind, HERE)])
        if kind in ("fort", "fortress"):
            found = found.replace("m", "")  # muskets have no effect there at all
        assert found == cell, foe.kind


WORKS = T + "field-works.combat."


@pytest.mark.rule(
    WORKS + "infantry", WORKS + "artillery", WORKS + "infantry-skirmisher", WORKS + "others",
    T + "hasty-works.combat", T + "sunken-road.field-works", T + "sunken-road.infantry-melee",
    T + "sunken-road.siege-fire", T + "river.combat", T + "road.combat", T + "tree-line.combat",
    T + "key.st", T + "key.sts",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "cells"), LINES)
def test_lines(kind: str, cells: tuple[str, ...]) -> None:
    for foe, cell in zip(TARGETS, cells, strict=True):
        assert against(foe, lines=[(kind, "100,120 300,120")]) == cell, foe.kind


@pytest.mark.rule("brigades.rulings.works", WORKS + "infantry")
@pytest.mark.parametrize(
    ("x", "y", "facing", "saved"),
    [(20, 15, 180, True), (20, 25, 0, False), (25, 20, 270, False), (15, 20, 90, False)],
)
def test_works_protect_the_edge_they_touch(x: float, y: float, facing: int, saved: bool) -> None:
    # Works along the front of foe, 0.1 in before it, and an enemy on each side of it.
    scene = given(
        foot("a", x, y, facing), foot("foe", 20, 20, side="red"),
        lines=[("field-works", "180,184 220,184")],
    )  # fmt: skip
    assert (saves(scene.p, scene.u("a"), scene.u("foe"), True) == ALWAYS) == saved


@pytest.mark.rule("brigades.rulings.works", WORKS + "infantry")
def test_who_storms_works_has_no_save_by_them() -> None:
    storms = foot("a", 20, 19.5, state=CHARGED)
    scene = given(storms, foot("foe", 20, 16.4, 180, side="red"),
                  lines=[("field-works", "100,180 300,180")])  # fmt: skip
    p, a, foe = scene.p, scene.u("a"), scene.u("foe")
    p.began_x[a], p.began_y[a] = 200, 300
    assert saves(p, a, foe, True) == ALWAYS and saves(p, foe, a, True) == NONE


@pytest.mark.rule(T + "fort.combat.save-artillery")
def test_close_siege_guns_are_not_saved_against_in_a_fort() -> None:
    for weapon, close, expected in (
        ("siege", True, False), ("siege", False, True), ("heavy", True, True),
    ):  # fmt: skip
        scene = given(guns("a", 20, 20, weapon=weapon), TARGETS[0], areas=[("fort", HERE)])
        p, a, foe = scene.p, scene.u("a"), scene.u("foe")
        assert ground_saves(p, a, foe, False, close) == expected


@pytest.mark.rule(T + "fort.combat.save-artillery")
def test_siege_guns_are_close_to_a_fort_within_4_in() -> None:
    # The bases, 1.5 in before the centres, are 3 in apart, then 5 in.
    for y, lost in ((28, 2), (26, 0)):
        fort = f"150,{10 * y - 30} 250,{10 * y - 30} 250,{10 * y + 30} 150,{10 * y + 30}"
        siege = guns("a", 20, 34, weapon="siege", state=STATIONARY)
        scene = given(siege, foot("foe", 20, y, 180, side="red"), areas=[("fort", fort)]).combat()
        scene.play("attack foe").roll(6, 6)
        if not lost:
            assert scene.p.check().kind.name == "save"
            scene.roll(6, 6)
        assert scene.lost("foe") == lost


@pytest.mark.rule(T + "key.st", T + "key.stf", T + "key.stm", T + "key.sts")
def test_the_words_of_the_key() -> None:
    key = given(foot("a", 20, 20)).battle.rules.terrain.key
    musket, field, siege = 1, 4, 6

    def cell(*words: str) -> str:
        save = key.save(list(words))
        ways = (("m", musket, False), ("g", field, False), ("s", siege, False), ("i", musket, True))
        return "".join(name for name, weapon, melee in ways if save.against(weapon, melee))

    assert cell() == ""
    assert cell("ST") == "mgsi"
    assert cell("STf") == "mgs"
    assert cell("STm") == "i"
    assert cell("STs") == "m"
    assert cell("ST", "not-siege") == "mgi"


@pytest.mark.rule("brigades.saves.cavalry.retreat", "brigades.rulings.rout.direction")
def test_all_whom_a_town_answers_fall_back_from_it() -> None:
    block = [("town", "180,180 220,180 220,220 180,220", "wood")]
    armed = ("firearm",)
    scene = given(
        horse("n", 20, 15.5, 180, traits=armed), horse("e", 24.5, 20, 270, traits=armed),
        foot("t", 20, 20, side="red"), areas=block,
    )  # fmt: skip
    scene.push(Begin()).combat().play("attack t", "begin").roll(1).roll(1)
    # Two dice, a quarter of them rounded up through each side.
    for name in ("n", "e"):
        if name in scene.texts():
            scene.play(name)
        scene.roll(6).play("save").roll(6)
    assert scene.at("n") == (20.0, 9.5, 180) and scene.at("e") == (30.5, 20.0, 270)
