"""The field: bases, sight past ground and stands, flattened crops."""

import pytest

from grognard.boards.table.rect import corners
from grognard.systems.onepage.field import sees
from tests.rules.onepage.given import Scene, foot, general, given, guns, heavy, light, screen

VIEWER, TARGET = foot("a", 20, 30), foot("foe", 20, 4, side="red")


def looked(*more: object, **ground: object) -> bool:
    """Whether a stand at 20,30 sees another at 20,4."""
    scene = given(VIEWER, TARGET, *more, **ground)  # type: ignore[arg-type]
    return sees(scene.p, scene.u("a"), scene.u("foe"))


def seen(scene: Scene) -> bool:
    """Whether a sees foe."""
    return sees(scene.p, scene.u("a"), scene.u("foe"))


@pytest.mark.rule("onepage.rulings.geometry")
def test_bases() -> None:
    scene = given(foot("i", 5, 5), heavy("h", 10, 5), light("l", 15, 5), screen("s", 20, 5),
                  guns("g", 25, 5))  # fmt: skip
    sizes = {}
    for name in ("i", "h", "l", "s", "g"):
        (left, top), (right, _), (_, bottom), _ = corners(scene.p.rect(scene.u(name)))
        sizes[name] = (right - left, bottom - top)
    assert sizes == {
        "i": (3000, 3000), "h": (3000, 3000), "l": (3000, 3000), "s": (3000, 1500),
        "g": (1500, 3000),
    }  # fmt: skip


@pytest.mark.rule("onepage.rulings.geometry.sight")
def test_close_order_stands_block_sight_and_others_do_not() -> None:
    assert looked()
    wall = [foot(f"w{i}", 14 + 3 * i, 15, side="red") for i in range(4)]
    assert not looked(*wall)
    assert not looked(*[light(f"w{i}", 14 + 3 * i, 15) for i in range(4)])
    assert looked(*[screen(f"w{i}", 14 + 3 * i, 15, side="red") for i in range(4)])
    # Guns are no close order, as in `brigades`.
    assert looked(*[guns(f"w{i}", 14 + 1.5 * i, 15, side="red") for i in range(8)])
    assert looked(general("g", 20, 15))


@pytest.mark.rule("onepage.rulings.geometry.sight")
def test_from_a_height_one_sees_over_what_is_lower_but_not_close_behind_it() -> None:
    hill = [(1, "150,270 250,270 250,340 150,340")]
    wall = [foot(f"w{i}", 14 + 3 * i, 15, side="red") for i in range(4)]
    assert looked(*wall, hills=hill)
    # The upper edge of the wall is at 13.7. Skirmishers turned sideways reach 3 in or 3.1 in back.
    wall = [foot(f"w{i}", 14 + 3 * i, 15.2, side="red") for i in range(4)]
    assert not seen(given(VIEWER, screen("foe", 20, 12.2, 90, side="red"), *wall, hills=hill))
    assert seen(given(VIEWER, screen("foe", 20, 12.1, 90, side="red"), *wall, hills=hill))


@pytest.mark.rule("onepage.rulings.geometry.sight")
@pytest.mark.parametrize(("south", "north"), [(1, 1), (2, 1), (1, 2)])
@pytest.mark.parametrize("wood", [(70, 100), (255, 280)])
def test_two_who_are_both_higher_see_each_other_over_what_is_close_to_one(
    south: int, north: int, wood: tuple[int, int]
) -> None:
    # Two heights with a wood between, 1.5 in from the northern base or 0.5 in from the southern.
    top, bottom = wood
    hills = [(n, "0,281 480,281 480,340 0,340") for n in range(1, south + 1)]
    hills += [(n, "0,10 480,10 480,60 0,60") for n in range(1, north + 1)]
    ground = {"areas": [("forest", f"0,{top} 480,{top} 480,{bottom} 0,{bottom}")], "hills": hills}
    scene = given(VIEWER, foot("foe", 20, 4, 180, side="red"), **ground)  # type: ignore[arg-type]
    assert seen(scene)
    assert sees(scene.p, scene.u("foe"), scene.u("a"))


@pytest.mark.rule("onepage.rulings.geometry.sight", "onepage.terrain.forest.sight")
def test_from_within_a_wood_nobody_sees_over_its_lower_part() -> None:
    # The stand on the height is 5 in deep in a wood, most of which lies at the foot of it.
    height, wood = [(1, "0,270 480,270 480,340 0,340")], "0,160 480,160 480,340 0,340"
    scene = given(VIEWER, foot("foe", 20, 4, 180, side="red"), hills=height,
                  areas=[("forest", wood)])  # fmt: skip
    assert not seen(scene)
    assert not sees(scene.p, scene.u("foe"), scene.u("a"))


@pytest.mark.rule("onepage.rulings.geometry.sight")
def test_higher_ground_between_blocks_sight() -> None:
    assert not looked(hills=[(1, "0,100 480,100 480,150 0,150")])


@pytest.mark.rule("onepage.terrain.forest.sight")
def test_sight_passes_no_forest_and_reaches_an_inch_into_it() -> None:
    assert not looked(areas=[("forest", "0,150 480,150 480,160 0,160")])
    # The target's lower edge is at 5.5: from the edge of the wood at 6.4 it is 0.9 in deep.
    assert looked(areas=[("forest", "0,0 480,0 480,64 0,64")])
    assert not looked(areas=[("forest", "0,0 480,0 480,68 0,68")])


@pytest.mark.rule("onepage.terrain.orchard.sight")
def test_sight_reaches_three_inches_into_an_orchard() -> None:
    assert not looked(areas=[("orchard", "0,150 480,150 480,160 0,160")])
    assert looked(areas=[("orchard", "0,0 480,0 480,84 0,84")])
    assert not looked(areas=[("orchard", "0,0 480,0 480,88 0,88")])


@pytest.mark.rule("onepage.terrain.crops.sight")
def test_standing_crops_block_sight_until_somebody_treads_them_down() -> None:
    field = [("crops", "0,150 480,150 480,160 0,160")]
    assert not looked(areas=field)
    scene = given(VIEWER, TARGET, foot("b", 30, 20), general("g", 32, 22), areas=field)
    scene.moves("b").play("to 30.0,12.0")
    assert seen(scene)
    light_feet = given(VIEWER, TARGET, screen("b", 30, 20), general("g", 32, 22), areas=field)
    light_feet.moves("b").play("to 30.0,12.0")
    assert not seen(light_feet)


@pytest.mark.rule("onepage.terrain.town.sight")
def test_a_town_blocks_sight_through_it_but_not_out_of_it() -> None:
    assert not looked(areas=[("town", "0,150 480,150 480,180 0,180")])
    assert looked(areas=[("town", "180,20 220,20 220,60 180,60")])


@pytest.mark.rule("onepage.terrain.tree-line")
@pytest.mark.parametrize("kind", ["tree-line", "hedge"])
def test_tree_lines_and_hedges_block_sight_unless_one_stands_at_them(kind: str) -> None:
    assert not looked(lines=[(kind, "0,150 480,150")])
    assert looked(lines=[(kind, "0,55 480,55")])
    assert looked(lines=[(kind, "0,285 480,285")])
    # A tenth of an inch before the front edges at 5.5 and 28.5, and a little more.
    assert looked(lines=[(kind, "0,56 480,56")]) and looked(lines=[(kind, "0,284 480,284")])
    assert not looked(lines=[(kind, "0,57 480,57")])
    assert looked(lines=[("low-wall", "0,150 480,150")])
