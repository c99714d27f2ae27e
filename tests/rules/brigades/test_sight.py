"""Terrain, visibility; lines of sight, bases, firing arcs and ranges, flanks."""

import pytest

from grognard.boards.table.rect import corners
from grognard.systems.brigades.flanks import fires_at_flank, strikes_flank
from grognard.systems.brigades.sight import fire_distance, sees
from grognard.systems.brigades.state.position import BURNT, CHARGED, COLUMN
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
    rider,
    screen,
    thin_horse,
)

VIEWER, TARGET = foot("a", 20, 30), foot("foe", 20, 4, side="red")
FAR = foot("far", 45, 34, 270, side="red")
STRIP = "0,140 480,140 480,160 0,160"
T = "brigades.terrain."


def seen(scene: Scene) -> bool:
    """Whether a sees foe."""
    return sees(scene.p, scene.u("a"), scene.u("foe"))


def looked(*more: Spec, **ground: object) -> bool:
    """Whether a stand at 20,30 sees another at 20,4."""
    return seen(given(VIEWER, TARGET, *more, **ground))  # type: ignore[arg-type]


@pytest.mark.rule(
    T + "broken-ground.visibility", T + "crops.visibility", T + "forest.visibility",
    T + "fort.visibility", T + "fortress.visibility", T + "marsh.visibility",
    T + "orchard.visibility", T + "swamp.visibility", T + "town.visibility",
    T + "village.visibility", T + "key.b-los", T + "key.dash",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "clear"),
    [("broken", True), ("crops", False), ("forest", False), ("fort", False), ("fortress", False),
     ("marsh", True), ("orchard", False), ("swamp", True), ("town", False), ("village", True)],
)  # fmt: skip
def test_areas_between(kind: str, clear: bool) -> None:
    assert looked(areas=[(kind, STRIP)]) == clear


@pytest.mark.rule(
    T + "field-works.visibility", T + "hasty-works.visibility", T + "marshy-stream.visibility",
    T + "river.visibility", T + "road.visibility", T + "stream.visibility",
    T + "tree-line.visibility", T + "key.b-los",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "clear"),
    [("field-works", True), ("hasty-works", True), ("low-wall", True), ("marshy-stream", True),
     ("river", True), ("road", True), ("stream", True), ("tree-line", False), ("hedge", False)],
)  # fmt: skip
def test_lines_between(kind: str, clear: bool) -> None:
    assert looked(lines=[(kind, "0,150 480,150")]) == clear


@pytest.mark.rule(T + "bridge.visibility")
def test_a_bridge_hides_nobody() -> None:
    assert looked(lines=[("river", "0,150 480,150")], crossings=[("bridge", "line-0", "200,150")])


@pytest.mark.rule(T + "tree-line.visibility")
def test_a_tree_line_hides_nobody_from_or_at_its_edge() -> None:
    # The viewer's front edge is at 28.5, the target's at 5.5.
    assert looked(lines=[("tree-line", "0,285 480,285")])
    assert looked(lines=[("tree-line", "0,55 480,55")])
    assert not looked(lines=[("tree-line", "0,265 480,265")])
    # Adjacent is as near as contact: 0.1 in.
    assert looked(lines=[("tree-line", "0,284 480,284")])
    assert not looked(lines=[("tree-line", "0,283 480,283")])
    assert looked(lines=[("tree-line", "0,56 480,56")])
    assert not looked(lines=[("tree-line", "0,57 480,57")])


@pytest.mark.rule(T + "crops.trample", T + "crops.visibility")
def test_flattened_crops_hide_nobody() -> None:
    scene = given(VIEWER, TARGET, areas=[("crops", STRIP)])
    assert not seen(scene)
    scene.p.flat[0] = 1
    assert seen(scene)


@pytest.mark.rule(T + "buildings.wood.ruins")
def test_ruins_block_sight_as_the_village_did_not() -> None:
    scene = given(VIEWER, TARGET, areas=[("village", STRIP, "wood")])
    assert seen(scene)
    scene.p.smoke[0] = BURNT
    assert not seen(scene)


WITHIN = [("forest", 1.0), ("orchard", 3.0)]


@pytest.mark.rule(
    T + "forest.visibility", T + "forest.visibility.within",
    T + "orchard.visibility", T + "orchard.visibility.within",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "depth"), WITHIN)
def test_one_sees_so_far_within_trees(kind: str, depth: float) -> None:
    wood = [(kind, "0,0 480,0 480,360 0,360")]
    for gap, clear in ((depth, True), (depth + 0.1, False)):
        # Front edges face to face: 28.5 and the target's upper edge that far before it.
        foe = foot("foe", 20, round(28.5 - gap - 1.5, 1), facing=180, side="red")
        assert seen(given(VIEWER, foe, areas=wood)) == clear


@pytest.mark.rule(
    T + "forest.visibility", T + "forest.visibility.within",
    T + "orchard.visibility", T + "orchard.visibility.within",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "depth"), WITHIN)
def test_one_is_seen_from_outside_at_the_edge_of_trees_only(kind: str, depth: float) -> None:
    # The wood begins at 10; the target's nearer edge lies that deep in it.
    wood = [(kind, "0,0 480,0 480,100 0,100")]
    for deep, clear in ((depth, True), (depth + 0.1, False)):
        foe = foot("foe", 20, round(10 - deep - 1.5, 1), facing=180, side="red")
        assert seen(given(VIEWER, foe, areas=wood)) == clear
        # And the same out of it.
        scene = given(foot("a", 20, round(10 - deep - 1.5, 1), 180), foot("foe", 20, 30,
                      side="red"), areas=wood)  # fmt: skip
        assert seen(scene) == clear


@pytest.mark.rule(T + "town.visibility")
def test_who_is_in_a_town_sees_out_and_is_seen() -> None:
    block = [("town", "150,0 250,0 250,80 150,80")]
    assert looked(areas=block)
    assert seen(given(foot("a", 20, 4, 180), foot("foe", 20, 30, side="red"), areas=block))


@pytest.mark.rule(T + "fort.visibility", T + "fortress.visibility")
@pytest.mark.parametrize("kind", ["fort", "fortress"])
def test_a_fort_shows_those_at_its_edge_and_hides_nothing_within(kind: str) -> None:
    works = [(kind, "100,20 300,20 300,200 100,200")]
    assert seen(given(VIEWER, foot("foe", 20, 18, side="red"), areas=works))
    assert not seen(given(VIEWER, foot("foe", 20, 10, side="red"), areas=works))
    inside = given(foot("a", 20, 18), foot("foe", 20, 4, side="red"), areas=works)
    assert seen(inside)


@pytest.mark.rule("brigades.rulings.fort-edge", T + "fort.visibility")
@pytest.mark.parametrize(("y", "shown"), [(17.0, True), (16.9, False)])
def test_the_edge_of_a_fort_is_an_inch_and_a_half_deep(y: float, shown: bool) -> None:
    # The works are at 20, the lower edge of the stand at 18.5 or 18.4.
    works = [("fort", "100,20 300,20 300,200 100,200")]
    assert seen(given(VIEWER, foot("foe", 20, y, side="red"), areas=works)) == shown


@pytest.mark.rule("brigades.rulings.fort-edge")
@pytest.mark.parametrize(("kind", "fires"), [("fort", False), ("fortress", False), ("marsh", True)])
def test_nobody_fires_through_a_fort(kind: str, fires: bool) -> None:
    # Guns whose front is at 20.5, works from 20 to 16, an enemy whose front is at 15.5: 5 in.
    gun, foe = guns("a", 20, 22), foot("foe", 20, 14, 180, side="red")
    scene = given(gun, foe, areas=[(kind, "150,160 250,160 250,200 150,200")]).combat()
    assert ("attack foe" in scene.texts()) == fires
    # Beside it they fire past the works.
    past = [(kind, "250,160 300,160 300,200 250,200")]
    assert "attack foe" in given(gun, foe, areas=past).combat().texts()


@pytest.mark.rule(T + "hill.visibility")
def test_a_hill_blocks_sight_but_not_from_its_height() -> None:
    assert not looked(hills=[(1, STRIP)])
    assert looked(hills=[(1, "0,20 480,20 480,60 0,60")])


@pytest.mark.rule("brigades.rulings.sight.stands", "brigades.rulings.base.commander")
def test_close_order_stands_block_sight_and_others_do_not() -> None:
    assert looked()
    for maker, clear in ((foot, False), (horse, False), (line, False), (thin_horse, False),
                         (screen, True), (rider, True)):  # fmt: skip
        wall = [maker(f"w{i}", 14 + 3 * i, 15, side="red") for i in range(4)]
        assert looked(*wall) == clear
        assert looked(*[spec._replace(side="blue", division="blue") for spec in wall]) == clear
    assert looked(*[guns(f"w{i}", 14 + 1.5 * i, 15, side="red") for i in range(8)])
    assert looked(commander("g", 20, 15))


@pytest.mark.rule("brigades.rulings.sight.height", T + "hill.visibility")
def test_from_a_height_one_sees_over_what_is_lower_but_not_close_behind_it() -> None:
    hill = [(1, "150,270 250,270 250,340 150,340")]
    # Lines turned sideways: 1.5 in deep from 14.3 to 15.8. The far edge of skirmishers lies 3 in
    # or 3.1 in behind them.
    thin = [line(f"w{i}", 14 + 3 * i, 15, side="red") for i in range(5)]
    edge = 15 - 0.75
    for gap, clear in ((3.0, False), (3.1, True)):
        foe = screen("foe", 20, round(edge - gap + 0.75, 1), side="red")
        scene = given(VIEWER, foe, *thin, hills=hill)
        far = scene.p.y[scene.u("foe")] / 10 - 0.75
        assert edge - far == pytest.approx(gap, abs=0.06)
        assert seen(scene) == clear


@pytest.mark.rule("brigades.rulings.sight.height")
@pytest.mark.parametrize("gap", [0.1, 1.0])
def test_two_who_are_both_higher_see_each_other_over_what_is_close_to_one(gap: float) -> None:
    hills = [(1, "0,281 480,281 480,340 0,340"), (1, "0,10 480,10 480,56 0,56")]
    # Brigades at the foot of the northern height, so near to its lower edge at 5.5.
    wall = [foot(f"w{i}", 14 + 3 * i, 7.0 + gap, side="red") for i in range(5)]
    scene = given(VIEWER, foot("foe", 20, 4, 180, side="red"), *wall, hills=hills)
    assert seen(scene)
    assert sees(scene.p, scene.u("foe"), scene.u("a"))


@pytest.mark.rule("brigades.rulings.sight.height", T + "forest.visibility")
def test_from_within_a_wood_nobody_sees_over_its_lower_part() -> None:
    hills = [(1, "0,270 480,270 480,340 0,340")]
    wood = [("forest", "0,160 480,160 480,340 0,340")]
    scene = given(VIEWER, foot("foe", 20, 4, 180, side="red"), hills=hills, areas=wood)
    assert not seen(scene)
    assert not sees(scene.p, scene.u("foe"), scene.u("a"))


@pytest.mark.rule("brigades.rulings.sight.line")
def test_sight_starts_at_the_middle_of_the_front_edge() -> None:
    # A wall of lines leaves a gap to the right: what the middle sees through it is seen.
    wall = [line(f"w{i}", x, 26, side="red") for i, x in enumerate((18.4, 15.4, 12.4))]
    assert looked(*wall)
    shut = [line(f"w{i}", x, 26, side="red") for i, x in enumerate((19.5, 22.5, 16.5))]
    assert not looked(*shut)


@pytest.mark.rule("brigades.rulings.sight.line")
def test_what_shows_only_between_two_points_is_not_seen() -> None:
    # From 20,28.5 to the corner at 21.5,5.5 one looks past a line whose far edge is at 7.25 by
    # 21.39; to the middle of the edge at 20. Half an inch that shows between them is not enough.
    left = line("w", 19, 8, side="red")
    assert not looked(left, line("v", 22.5, 8, side="red"))
    assert looked(left, line("v", 22.9, 8, side="red"))


BASE = "brigades.rulings.base."


@pytest.mark.rule(BASE + "close-order", BASE + "artillery", BASE + "skirmisher")
@pytest.mark.parametrize(
    ("unit", "size"),
    [(foot("a", 20, 20), (3000, 3000)), (horse("a", 20, 20), (3000, 3000)),
     (line("a", 20, 20), (3000, 1500)), (thin_horse("a", 20, 20), (3000, 1500)),
     (guns("a", 20, 20), (1500, 3000)), (battery("a", 20, 20), (1500, 1500)),
     (screen("a", 20, 20), (3000, 1500)), (rider("a", 20, 20), (3000, 1500))],
)  # fmt: skip
def test_bases(unit: Spec, size: tuple[int, int]) -> None:
    scene = given(unit)
    (left, top), (right, _), (_, bottom), _ = corners(scene.p.rect(scene.u("a")))
    assert (right - left, bottom - top) == size


# -- arcs, ranges, flanks ----------------------------------------------------------------------


def reached(unit: Spec, foe: Spec) -> bool:
    """Whether a stand has another within range, arc and sight."""
    scene = given(unit, foe)
    return fire_distance(scene.p, scene.u("a"), scene.u("foe")) >= 0


RANGES = [
    (foot("a", 20, 30), 2),
    (foot("a", 20, 30, traits=("dedicated-gun",)), 4),
    (horse("a", 20, 30, traits=("dedicated-gun",)), 4),
    (guns("a", 20, 30, weapon="very-light"), 6),
    (guns("a", 20, 30, weapon="light"), 8),
    (guns("a", 20, 30, weapon="field"), 10),
    (guns("a", 20, 30, weapon="heavy"), 12),
    (guns("a", 20, 30, weapon="siege"), 12),
]


@pytest.mark.rule(
    "brigades.range.smoothbore", "brigades.range.dedicated-gun", "brigades.range.very-light-guns",
    "brigades.range.light-guns", "brigades.range.field-guns", "brigades.range.heavy-siege-guns",
    "brigades.rulings.arc.range", "brigades.rulings.attribute.later-weapons",
    "brigades.range.abbreviations",
)  # fmt: skip
@pytest.mark.parametrize(("unit", "inches"), RANGES)
def test_ranges_run_from_the_front_edge_to_the_nearest_point(unit: Spec, inches: int) -> None:
    # Front edge at 28.5, the target's lower edge 1.5 in below its centre.
    assert reached(unit, foot("foe", 20, 28.5 - inches - 1.5, side="red"))
    assert not reached(unit, foot("foe", 20, 28.5 - inches - 1.5 - 0.1, side="red"))


@pytest.mark.rule("brigades.rulings.arc.stand")
def test_the_arc_opens_45_degrees_from_the_front_corners_but_skirmishers_fire_all_round() -> None:
    # The right front corner of a is at 21.5,28.5; the near corner of foe lies 1.2 in to the right
    # of it and 1.25 or 1.15 in ahead.
    inside, outside = screen("foe", 24.2, 28.0, side="red"), screen("foe", 24.2, 28.1, side="red")
    assert reached(foot("a", 20, 30), inside)
    assert not reached(foot("a", 20, 30), outside)
    behind = foot("foe", 20, 33.1, side="red")
    assert not reached(foot("a", 20, 30), behind)
    # The base of skirmishers ends 0.75 in behind their centre: an inch is as near as an enemy may
    # come, 2 in the range of muskets.
    for apart, hit in ((1.05, True), (1.95, True), (2.05, False)):
        behind = foot("foe", 20, 30 + 0.75 + apart + 1.5, side="red")
        assert reached(screen("a", 20, 30), behind) is hit
        assert reached(rider("a", 20, 30, traits=("firearm",)), behind) is hit


@pytest.mark.rule("brigades.rulings.flank.fire", "brigades.rulings.flank.definition")
def test_fire_from_behind_the_front_line_is_in_flank() -> None:
    # The front line of foe, facing down, is at y 21.5.
    foe = foot("foe", 20, 20, 180, side="red")
    for x, y, facing, flank in ((26, 24, 270, False), (26, 21, 270, True), (20, 14, 180, True)):
        scene = given(guns("a", x, y, facing), foe)
        assert fires_at_flank(scene.p, scene.u("a"), scene.u("foe")) == flank


@pytest.mark.rule("brigades.rulings.flank.melee", "brigades.rulings.flank.definition")
def test_a_charge_is_frontal_by_where_it_began() -> None:
    # The charger touches the left edge of foe, whose front line, facing up, is at 18.5.
    for began, flank in ((17, False), (19, True)):
        scene = given(foot("a", 17, 20, 90, state=CHARGED), foot("foe", 20, 20, side="red"))
        a, foe = scene.u("a"), scene.u("foe")
        scene.p.began_x[a], scene.p.began_y[a] = 150, began * 10
        assert strikes_flank(scene.p, a, foe) == flank
    # Who stood there already is judged by where he is.
    stood = given(foot("a", 17, 20, 90), foot("foe", 20, 20, side="red"))
    assert strikes_flank(stood.p, stood.u("a"), stood.u("foe"))
    ahead = given(foot("a", 18, 17, 180), foot("foe", 20, 20, side="red"))
    assert not strikes_flank(ahead.p, ahead.u("a"), ahead.u("foe"))
    # Whom a charge strikes with a corner of its front is not in its flank.
    struck = given(foot("a", 17, 20, 90), foot("foe", 20, 20.1, side="red", state=CHARGED))
    assert not strikes_flank(struck.p, struck.u("a"), struck.u("foe"))


@pytest.mark.rule("brigades.rulings.other-ground")
@pytest.mark.parametrize(
    ("kind", "clear"),
    [("hedge", False), ("track", True), ("dike", True), ("cut", True), ("railway", True)],
)
def test_a_hedge_hides_as_a_tree_line_does_and_other_lines_do_not(kind: str, clear: bool) -> None:
    assert looked(lines=[(kind, "0,150 480,150")]) == clear


@pytest.mark.rule("brigades.rulings.other-ground")
@pytest.mark.parametrize("unit", [VIEWER, horse("a", 20, 30), screen("a", 20, 30)])
def test_a_lake_is_closed_and_hides_nobody_and_fields_do_nothing(unit: Spec) -> None:
    assert looked(areas=[("lake", STRIP)]) and looked(areas=[("fields", STRIP)])
    lake = given(unit, FAR, areas=[("lake", "0,240 480,240 480,260 0,260")]).moves("a")
    assert lake.refusal("to 20.0,22.0") == "the lake is closed to it"
    field = given(unit, FAR, areas=[("fields", "0,240 480,240 480,260 0,260")]).moves("a")
    # All of 16 or 24 in.
    assert field.refusal("to 20.0,14.0") == ""


@pytest.mark.rule("brigades.rulings.other-ground", "brigades.march.road")
@pytest.mark.parametrize(("kind", "goes"), [("track", True), ("railway", False)])
def test_a_track_counts_as_a_road(kind: str, goes: bool) -> None:
    # Deployed it goes 16 in; in column 48 along a road and 32 elsewhere.
    way = [(kind, "20,300 460,300")]
    scene = given(foot("a", 10, 30, 90, state=COLUMN), FAR._replace(y=4), lines=way).moves("a")
    assert (scene.refusal("to 44.0,30.0 facing 90") == "") == goes


@pytest.mark.rule("brigades.rulings.ruins", T + "buildings.wood.ruins")
def test_who_is_in_ruins_is_seen_and_charged() -> None:
    areas = [("town", "180,100 220,100 220,140 180,140", "wood")]
    inside, gun = foot("foe", 20, 12, 180, side="red"), guns("gun", 24, 18)
    scene = given(foot("a", 20, 18), gun, inside, commander("g", 20, 21), areas=areas)
    scene.p.smoke[0] = BURNT
    assert seen(scene) and sees(scene.p, scene.u("foe"), scene.u("a"))
    assert fire_distance(scene.p, scene.u("gun"), scene.u("foe")) > 0
    assert any(text.startswith("charge foe") for text in scene.moves("a").texts())
