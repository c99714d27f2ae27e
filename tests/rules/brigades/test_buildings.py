"""Terrain, combat: stone and wood, fires, forts, works and heights that steady."""

import pytest

from grognard.systems.brigades.buildings import BurnOn
from grognard.systems.brigades.rout import drop
from grognard.systems.brigades.state.position import BURNT, COLUMN, LIMBERED, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin
from grognard.systems.tabletop.turn import TURN
from tests.rules.brigades.blocks import BLOCK, HELD, STONE, TOWN, WOOD, R, T, town
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    screen,
)

# -- stone -------------------------------------------------------------------------------------


@pytest.mark.rule(STONE + "long-range", "brigades.morale.test.close-range")
@pytest.mark.parametrize(("material", "tests"), [("stone", []), ("wood", ["foe"])])
def test_no_fire_is_close_to_those_in_stone(material: str, tests: list[str]) -> None:
    scene = town(guns("a", 20, 21.9), HELD, material=material).morale()
    assert scene.tests() == tests  # 3.9 in between them


@pytest.mark.rule(STONE + "small-arms", TOWN + "construction", T + "buildings.both")
@pytest.mark.parametrize(
    ("kind", "foe"), [("town", HELD), ("village", screen("foe", 20, 15.9, 180, side="red"))]
)
def test_muskets_do_nothing_against_stone(kind: str, foe: Spec) -> None:
    firer = foot("a", 20, 19.5)
    for material, fires in (("stone", False), ("wood", True)):
        scene = town(firer, foe, kind=kind, material=material).combat()
        assert ("attack foe" in scene.texts()) == fires


@pytest.mark.rule(STONE + "long-range", TOWN + "construction", T + "buildings.both")
def test_guns_against_stone_count_as_at_long_range() -> None:
    for material, least in (("stone", 6), ("wood", 4)):
        scene = town(guns("a", 20, 20), HELD, material=material).combat().play("attack foe")
        assert scene.p.check().target == f"1 die, hits on {least} or more"


@pytest.mark.rule(STONE + "occupiers-turn")
def test_guns_do_not_answer_the_occupiers_of_stone_in_their_own_turn() -> None:
    # Blue holds the block, and attacks red guns that reach it.
    for material, answers in (("stone", False), ("wood", True)):
        scene = town(foot("a", 20, 15), guns("foe", 20, 10.1, 180, side="red"), material=material)
        scene.combat().play("attack foe").roll(1)
        assert (scene.p.roll is not None and scene.p.check().name == "fire") == answers


# -- wood and fire -----------------------------------------------------------------------------


def attacked(unit: Spec, *faces: int, material: str = "wood") -> Scene:
    """A block attacked by a unit of blue, at the end of the combat phase."""
    scene = town(unit, HELD, material=material).combat().play("attack foe").roll(*faces)
    while scene.p.roll is not None and scene.p.check().name in ("melee", "fire"):
        scene.roll(*[1] * len(scene.p.check().dice))
    while scene.p.decision is not None:
        scene.play("pass" if "pass" in scene.texts() else "done")
    return scene


@pytest.mark.rule(WOOD + "catch-fire")
def test_guns_and_melee_set_wood_on_fire_and_muskets_do_not() -> None:
    assert attacked(guns("a", 20, 24), 1).p.check().name == "catch-fire"
    assert attacked(foot("a", 20, 18), 6, 1, 1, 1).p.check().name == "catch-fire"
    assert attacked(foot("a", 20, 19.5), 1, 1).p.over
    assert attacked(guns("a", 20, 24), 1, material="stone").p.over


@pytest.mark.rule(WOOD + "occupiers", WOOD + "catch-fire")
def test_occupiers_of_a_fire_retreat_disordered() -> None:
    scene = attacked(guns("a", 20, 24), 1).roll(6)
    # Half of 16 in away from the nearest enemy.
    assert scene.at("foe") == (20, 7, 180) and scene.has("foe", YELLOW)
    assert scene.p.smoke == [1]
    calm = attacked(guns("a", 20, 24), 1).roll(5)
    assert calm.at("foe") == (20, 15, 180) and calm.p.smoke == [0]


@pytest.mark.rule(WOOD + "burning")
def test_a_fire_is_rolled_for_from_the_second_turn_on() -> None:
    for turn, rolls in ((3, False), (4, True), (5, True)):
        scene = town(foot("a", 30, 30))
        scene.p.smoke[0], scene.p.clock[TURN] = 2, turn
        scene.push(BurnOn())
        assert (scene.p.roll is not None) == rolls


@pytest.mark.rule(WOOD + "out.town", WOOD + "out.village")
@pytest.mark.parametrize(("kind", "least"), [("town", 6), ("village", 5)])
def test_fires_go_out(kind: str, least: int) -> None:
    for face in (least - 1, least):
        scene = town(foot("a", 30, 30), kind=kind)
        scene.p.smoke[0], scene.p.clock[TURN] = 1, 3
        scene.push(BurnOn()).roll(face)
        assert scene.p.smoke == [BURNT if face == least else 1]


def test_nobody_enters_a_fire() -> None:
    scene = town(foot("a", 20, 25))
    scene.p.smoke[0] = 1
    assert scene.moves("a").refusal("to 20.0,15.0 facing 0") == "the buildings are on fire"


@pytest.mark.rule(WOOD + "ruins")
def test_ruins_are_broken_ground() -> None:
    # 2 in of the way in the ruins, which begin at 17: 8 + 2 * 4 = 16; in broken ground guns may
    # unlimber, in a forest not.
    scene = town(foot("a", 20, 25))
    scene.p.smoke[0] = BURNT
    scene.moves("a")
    assert scene.refusal("to 20.0,13.0 facing 0") == ""
    assert scene.refusal("to 20.0,12.9 facing 0") != ""
    drives = town(guns("a", 20, 15, state=LIMBERED))
    drives.p.smoke[0] = BURNT
    assert "unlimber" in drives.moves("a").texts()


# -- forts -------------------------------------------------------------------------------------

FORT = T + "fort.combat."


@pytest.mark.rule(
    FORT + "no-effect", FORT + "heavy-guns", FORT + "siege-guns", T + "fortress.combat"
)
@pytest.mark.parametrize("kind", ["fort", "fortress"])
@pytest.mark.parametrize(
    ("unit", "fires"),
    [
        (foot("a", 20, 19.5), False),
        (guns("a", 20, 20, weapon="very-light"), False),  # 1.5 in
        (guns("a", 20, 20, weapon="light"), False),
        (guns("a", 20, 20, weapon="field"), False),
        (battery("a", 20, 20, weapon="field"), False),
        (guns("a", 20, 20, weapon="heavy"), True),
        (guns("a", 20, 23, weapon="heavy"), False),  # 5 in
        (guns("a", 20, 20, weapon="siege"), True),
        (guns("a", 20, 23, weapon="siege"), True),
    ],
)
def test_what_fire_works_against_a_fort(kind: str, unit: Spec, fires: bool) -> None:
    scene = given(unit, HELD, areas=[(kind, BLOCK)]).combat()
    assert ("attack foe" in scene.texts()) == fires


@pytest.mark.rule(FORT + "no-effect", R + "works")
def test_within_a_fort_fire_has_its_effect() -> None:
    scene = given(foot("a", 20, 19), HELD, areas=[("fort", "180,130 220,130 220,220 180,220")])
    assert "attack foe" in scene.combat().texts()


@pytest.mark.rule(FORT + "save-melee", R + "works")
def test_who_storms_a_fort_has_no_save_by_it() -> None:
    # Works at 17, the defender's front edge at 15.95: the charge leads over the works to 16.8.
    foe = line("foe", 20, 15.2, 180, side="red")
    scene = given(line("a", 20, 25), foe, areas=[("fort", BLOCK)]).push(Begin()).moves("a")
    scene.play(next(text for text in scene.texts() if text.startswith("charge foe"))).combat()
    scene.roll(6, 1, 1)
    assert scene.p.check().kind.name == "save"
    scene.roll(1).roll(6, 1, 1)
    # One casualty each, without a save for the stormer: a tie.
    assert scene.p.check().kind.name == "tie"


# -- works and heights steady ------------------------------------------------------------------


@pytest.mark.rule(
    T + "field-works.morale", T + "hasty-works.morale", T + "key.m",
    T + "sunken-road.field-works", "brigades.morale.modifier.building-or-works",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "steadies"),
    [("field-works", True), ("hasty-works", True), ("low-wall", True), ("sunken-road", True),
     ("road", False), ("stream", False), ("tree-line", False)],
)  # fmt: skip
def test_works_steady_their_defenders(kind: str, steadies: bool) -> None:
    scene = given(guns("a", 20, 19.5), HELD, lines=[(kind, "100,165 300,165")]).morale()
    assert scene.tests() == ["foe"]
    assert scene.modifiers() == ({"building-or-works": 1} if steadies else {})


@pytest.mark.rule("brigades.morale.modifier.building-or-works")
@pytest.mark.parametrize("kind", ["town", "fort", "fortress"])
def test_buildings_and_forts_steady(kind: str) -> None:
    # Field guns have no effect on a fort, and so make nobody in it test.
    heavy = guns("a", 20, 20, weapon="heavy")
    scene = given(heavy, HELD, areas=[(kind, BLOCK, "wood")]).morale()
    assert scene.modifiers() == {"building-or-works": 1}


H = "brigades.misc.higher-ground."


@pytest.mark.rule(
    T + "hill.combat", T + "key.m", H + "stationary", H + "enemy-below", H + "cavalry",
    "brigades.morale.modifier.higher-ground",
)  # fmt: skip
@pytest.mark.parametrize(
    ("foe", "hill", "steadies"),
    [
        (HELD._replace(state=STATIONARY), "100,100 300,100 300,170 100,170", True),
        (HELD, "100,100 300,100 300,170 100,170", False),  # not stationary
        (HELD._replace(state=STATIONARY), "100,100 300,100 300,300 100,300", False),  # both on it
        (horse("foe", 20, 15, 180, side="red", state=STATIONARY),
         "100,100 300,100 300,170 100,170", False),
        (line("foe", 20, 15, 180, side="red", state=STATIONARY),
         "100,100 300,100 300,170 100,170", True),
    ],
)  # fmt: skip
def test_higher_ground_steadies_stationary_stands(foe: Spec, hill: str, steadies: bool) -> None:
    scene = given(guns("a", 20, 20), foe, hills=[(1, hill)])
    scene.p.began_x, scene.p.began_y = scene.p.x.copy(), scene.p.y.copy()
    assert scene.morale().tests() == ["foe"]
    assert scene.modifiers() == ({"higher-ground": 1} if steadies else {})


@pytest.mark.rule("brigades.rulings.burning")
@pytest.mark.parametrize("state", [0, COLUMN])
@pytest.mark.parametrize(("smoke", "why"), [(0, ""), (1, "the buildings are on fire"), (BURNT, "")])
def test_nobody_goes_through_burning_buildings(state: int, smoke: int, why: str) -> None:
    """Over the town at 15 to 17, on foot or by its road; up to it, and past it, he may.

    The other town never burns.
    """
    areas = [
        ("town", "180,150 220,150 220,170 180,170", "wood"),
        ("town", "20,20 40,20 40,40 20,40", "wood"),
    ]
    far, leader = foot("foe", 40, 4, 180, side="red"), commander("g", 20, 25)
    road = [("road", "200,0 200,350")]
    scene = given(foot("a", 20, 22, state=state), far, leader, areas=areas, lines=road)
    scene.p.smoke[0] = smoke
    scene.moves("a")
    assert scene.refusal("to 20.0,12.0") == why
    assert scene.refusal("to 20.0,18.0") == ""
    assert scene.refusal("to 25.0,16.0") == ""


@pytest.mark.rule("brigades.rulings.burning")
@pytest.mark.parametrize(("y", "end"), [(12.0, 28.0), (5.0, 22.0)])
def test_who_runs_passes_a_fire_and_does_not_end_in_it(y: float, end: float) -> None:
    """16 in from 12 lead past the town to 28; from 5 to 21, which is in it, so it runs on to 22."""
    areas = [("town", "180,160 220,160 220,215 180,215", "wood")]
    foe = foot("foe", 20, y - 3, 180, side="red")
    scene = given(foot("a", 20, y, state=YELLOW), foe, areas=areas)
    scene.p.smoke[0] = 1
    drop(scene.p, "a test", (scene.u("a"), 20000, round((y - 3) * 1000)))
    scene.p.settle()
    assert scene.at("a") == (20.0, end, 180)
