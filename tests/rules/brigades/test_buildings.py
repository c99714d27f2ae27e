"""Buildings and forts: who fits in, how they fight, what stone and wood do, and fires."""

import pytest

from grognard.systems.brigades.buildings import BurnOn, fire_is_vain, room_in
from grognard.systems.brigades.combat import at_close_range, can_shoot
from grognard.systems.brigades.field import strikes_flank
from grognard.systems.brigades.position import CHARGED, SIDE, STATIONARY, TURN, YELLOW
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    foot,
    given,
    guns,
    horse,
    line,
    screen,
)

BLOCK = "185,185 215,185 215,215 185,215"
VILLAGE = "190,190 210,190 210,210 190,210"
T = "brigades.terrain."


def town(*specs: Spec, material: str = "stone", kind: str = "town") -> Scene:
    """Stands about a block of houses from 18.5 to 21.5 inches each way."""
    outline = VILLAGE if kind == "village" else BLOCK
    return given(*specs, areas=[(kind, outline, material)])


def dice(scene: Scene) -> int:
    """How many dice the roll that is due has."""
    return len(scene.p.check().dice)


def attack(scene: Scene, name: str) -> Scene:
    """Red attacks a stand with all it has."""
    scene.combat("red").play(f"attack {name}")
    if scene.p.decision is not None:
        scene.play("begin")
    return scene


# -- who fits in ---------------------------------------------------------------------------------


@pytest.mark.rule(T + "town.combat.capacity")
def test_a_block_holds_one_brigade() -> None:
    scene = town(foot("a", 20, 20), foot("b", 20, 25))
    assert "full" in scene.moves("b").refusal("to 20.0,20.5")


@pytest.mark.rule(T + "town.combat.capacity")
@pytest.mark.parametrize(("inside", "full"), [(3, False), (4, True)])
def test_a_block_holds_four_skirmishers(inside: int, full: bool) -> None:
    scene = town(*(screen(f"s{n}", 20, 5 + 3 * n) for n in range(inside)), screen("b", 20, 25))
    for n in range(inside):
        scene.p.put(scene.u(f"s{n}"), 200, 200, 0)
    assert ("full" in scene.moves("b").refusal("to 20.0,20.0")) == full


@pytest.mark.rule(T + "town.combat.capacity")
def test_brigades_and_skirmishers_do_not_mix() -> None:
    assert "full" in town(foot("a", 20, 20), screen("b", 20, 25)).moves("b").refusal("to 20.0,20.0")
    assert "full" in town(screen("a", 20, 20), foot("b", 20, 26)).moves("b").refusal("to 20.0,20.0")


@pytest.mark.rule(T + "town.combat.cavalry-artillery")
def test_cavalry_and_guns_leave_room_for_infantry() -> None:
    scene = town(horse("a", 20, 20), foot("b", 20, 25))
    assert room_in(scene.p, scene.u("b"), 20000, 20000) == ("", [scene.u("a")])


@pytest.mark.rule(T + "town.combat.cavalry-artillery", T + "key.na")
def test_cavalry_and_guns_in_a_town_roll_no_dice() -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    for unit in (horse("a", 20, 20), guns("a", 20, 20)):
        scene = town(unit, foe).combat()
        assert "attack foe" not in scene.texts()
        # Attacked, they do not answer either.
        scene = attack(town(unit, foe), "a")
        scene.roll(*[1] * dice(scene))
        assert scene.p.stack == [] or scene.p.check().name != "melee"


@pytest.mark.rule(T + "village.combat.capacity")
def test_a_village_holds_one_skirmisher() -> None:
    scene = town(screen("a", 20, 19.6), screen("b", 20, 25), kind="village")
    assert "holds no more" in scene.moves("b").refusal("to 20.0,20.9")
    assert town(screen("b", 20, 25), kind="village").moves("b").refusal("to 20.0,20.9") == ""


# -- how they fight ------------------------------------------------------------------------------


@pytest.mark.rule(T + "town.combat.never-flanked")
def test_a_stand_in_a_town_is_never_flanked() -> None:
    behind = foot("foe", 20, 23.1, side="red", state=CHARGED)
    scene = town(foot("a", 20, 20), behind)
    assert not strikes_flank(scene.p, scene.u("foe"), scene.u("a"))
    outside = given(foot("a", 20, 20), behind)
    assert strikes_flank(outside.p, outside.u("foe"), outside.u("a"))


@pytest.mark.rule(T + "town.combat.quarter-dice")
def test_a_defender_fights_with_a_quarter_of_its_dice_through_each_side() -> None:
    north = foot("north", 20, 16.9, facing=180, side="red")
    east = foot("east", 23.1, 20, facing=270, side="red")
    # A quarter of 4 melee dice through one side, two quarters through two.
    for foes, expected in (([north], 1), ([north, east], 2)):
        scene = attack(town(foot("a", 20, 20), *foes), "a")
        for _ in foes:
            scene.roll(1, 1, 1, 1)
        if len(foes) > 1:
            scene.play("north")
        assert dice(scene) == expected


@pytest.mark.rule(T + "town.combat.skirmishers")
def test_skirmishers_in_a_block_are_one_defender_who_test_apart() -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    scene = town(screen("s", 20, 25), screen("t", 20, 28), foe)
    for name in ("s", "t"):
        scene.p.put(scene.u(name), 200, 192, 0)
    assert scene.combat("red").texts() == ["done", "attack s"]
    scene = town(screen("s", 20, 25), screen("t", 20, 28), foe)
    for name in ("s", "t"):
        scene.p.put(scene.u(name), 200, 192, 0)
    assert scene.morale().tests() == ["s", "t", "foe"]


# -- stone ---------------------------------------------------------------------------------------

MUSKETS = foot("foe", 20, 15.5, facing=180, side="red")
BATTALION = guns("foe", 20, 14.0, facing=180, side="red", weapon="field")


@pytest.mark.rule(T + "buildings.stone.small-arms", T + "town.combat.construction")
def test_musketry_at_stone_buildings_is_vain() -> None:
    for material, expected in (("stone", False), ("wood", True)):
        scene = town(foot("a", 20, 20), MUSKETS, material=material)
        scene.p.clock[SIDE] = 1
        assert can_shoot(scene.p, scene.u("foe"), scene.u("a")) == expected


@pytest.mark.rule(T + "buildings.both")
def test_the_notes_hold_for_villages_too() -> None:
    scene = town(screen("a", 20, 20), MUSKETS, kind="village")
    scene.p.clock[SIDE] = 1
    assert not can_shoot(scene.p, scene.u("foe"), scene.u("a"))
    # A brigade does not fit into a village, and has nothing of its walls.
    scene = town(foot("a", 20, 20), MUSKETS, kind="village")
    scene.p.clock[SIDE] = 1
    assert can_shoot(scene.p, scene.u("foe"), scene.u("a"))


@pytest.mark.rule(T + "buildings.stone.long-range", T + "town.combat.construction")
def test_guns_at_stone_buildings_count_as_at_long_range() -> None:
    for material, expected in (("stone", False), ("wood", True)):
        scene = town(foot("a", 20, 20), BATTALION, material=material)
        scene.p.clock[SIDE] = 1
        assert at_close_range(scene.p, scene.u("foe"), scene.u("a")) == expected


@pytest.mark.rule(T + "buildings.stone.occupiers-turn")
def test_guns_do_not_fire_at_stone_buildings_in_the_occupiers_turn() -> None:
    scene = town(foot("a", 20, 20), BATTALION)
    for turn, expected in ((0, False), (1, True)):
        scene.p.clock[SIDE] = turn
        assert can_shoot(scene.p, scene.u("foe"), scene.u("a")) == expected


# -- wood and fire -------------------------------------------------------------------------------


@pytest.mark.rule(T + "buildings.wood.catch-fire")
def test_guns_and_melee_may_set_wood_on_fire() -> None:
    stormer = foot("foe", 20, 16.9, facing=180, side="red")
    for foe, expected in ((BATTALION, True), (stormer, True), (MUSKETS, False)):
        scene = town(foot("a", 20, 20, morale=9), foe, material="wood")
        if "attack a" not in scene.combat("red").texts():
            assert not expected
            continue
        scene.play("attack a")
        while scene.p.stack and not catching(scene):
            if scene.p.decision is not None:
                scene.p.play(scene.p.options()[0])
            else:
                scene.roll(*[1] * (dice(scene) - 1), 2)
        assert catching(scene) == expected


def catching(scene: Scene) -> bool:
    top = scene.p.stack[-1] if scene.p.stack else None
    return type(top).__name__ == "CatchFire"


def burning(kind: str = "town") -> Scene:
    """Wooden buildings that guns have fired at, and the die of six."""
    unit = foot("a", 20, 20) if kind == "town" else screen("a", 20, 20)
    scene = town(unit, battery("foe", 20, 8, facing=180, side="red"), material="wood", kind=kind)
    scene.p.clock[TURN] = 2
    scene.p.smoke = [-1]
    scene.combat("red").play("done")
    assert catching(scene)
    return scene.roll(6)


@pytest.mark.rule(T + "buildings.wood.occupiers")
def test_occupiers_of_burning_buildings_retreat_disordered() -> None:
    scene = burning()
    assert scene.has("a", YELLOW)
    # Half a move of 8 in, away from the nearest enemy.
    assert scene.at("a") == (20, 28, 0)


@pytest.mark.rule(T + "buildings.wood.burning")
@pytest.mark.parametrize(("turn", "rolls"), [(3, False), (4, True)])
def test_fires_are_rolled_for_from_the_second_turn_after(turn: int, rolls: bool) -> None:
    scene = burning()
    scene.p.clock[TURN] = turn
    scene.push(BurnOn())
    assert (bool(scene.p.stack) and scene.p.check().name == "fire-out") == rolls


@pytest.mark.rule(T + "buildings.wood.burning")
def test_nobody_goes_into_burning_buildings() -> None:
    scene = burning()
    scene.p.state[scene.u("a")] = 0
    assert "fire" in scene.moves("a").refusal("to 20.0,20.0")


# -- forts ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    T + "fort.combat.no-effect",
    T + "fort.combat.heavy-guns",
    T + "fort.combat.siege-guns",
)
@pytest.mark.parametrize(
    ("weapon", "close", "long"),
    [
        ("very-light", True, True), ("light", True, True), ("field", True, True),
        ("heavy", False, True), ("siege", False, False),
    ],
)  # fmt: skip
def test_only_heavy_guns_at_close_range_and_siege_guns_hurt_a_fort(
    weapon: str, close: bool, long: bool
) -> None:
    scene = town(foot("a", 20, 20), guns("foe", 20, 14, facing=180, side="red", weapon=weapon),
                 kind="fort")  # fmt: skip
    u, v = scene.u("foe"), scene.u("a")
    assert fire_is_vain(scene.p, u, v, True) == close
    assert fire_is_vain(scene.p, u, v, False) == long


@pytest.mark.rule(T + "fort.combat.no-effect", T + "fortress.combat")
@pytest.mark.parametrize("kind", ["fort", "fortress"])
def test_musketry_at_a_fort_is_vain(kind: str) -> None:
    scene = town(foot("a", 20, 20), MUSKETS, kind=kind)
    assert fire_is_vain(scene.p, scene.u("foe"), scene.u("a"), False)


# -- works, walls and hills in morale ------------------------------------------------------------


@pytest.mark.rule(T + "field-works.morale", T + "hasty-works.morale", T + "key.m")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("field-works", 1), ("hasty-works", 1), ("low-wall", 1), ("sunken-road", 1), ("hedge", 0)],
)
def test_works_and_walls_work_through_the_morale_modifiers(kind: str, expected: int) -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    scene = given(foot("a", 20, 20), foe, lines=[(kind, "170,190 230,190")]).morale()
    assert scene.modifiers().get("building-or-works", 0) == expected


@pytest.mark.rule(T + "hill.combat", T + "key.m")
def test_a_hill_works_through_the_morale_modifier_only() -> None:
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    hill = [(1, "180,180 220,180 220,240 180,240")]
    scene = given(foot("a", 20, 20, state=STATIONARY), foe, hills=hill).morale()
    assert scene.modifiers() == {"higher-ground": 1}
    # Its dice are as on the plain: 6 in melee, hitting on 6.
    scene = given(foot("a", 20, 20, state=STATIONARY), foe, hills=hill).combat()
    check = scene.play("attack foe").p.check()
    assert len(check.dice) == 6 and "hits on 6" in check.target


def test_linear_stands_fit_into_blocks_as_brigades() -> None:
    scene = town(line("a", 20, 20), line("b", 20, 25))
    assert "full" in scene.moves("b").refusal("to 20.0,20.5")
