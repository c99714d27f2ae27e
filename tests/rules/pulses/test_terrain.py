"""Terrain: rough ground, obstacles, roads, towns, rivers."""

import pytest

from grognard.systems.pulses.terrain import in_cover
from tests.rules.pulses.given import Scene, Spec, foot, given, guns, heavy, horse_guns, light
from tests.rules.pulses.test_movement import cost

ROUGH = "100,120 300,120 300,160 100,160"  # 4 in of it, beginning 4 in ahead of 20,20
AREAS = ("forest", "orchard", "broken", "marsh", "swamp")
ROWS = [
    ("pulses.terrain.infantry", foot("a", 20, 20, sk=1), 2, 2, 1),
    ("pulses.terrain.light-cavalry", light("a", 20, 20), 2, 4, 1),
    ("pulses.terrain.heavy-cavalry", heavy("a", 20, 20), 0, 4, 1),
    ("pulses.terrain.foot-artillery", guns("a", 20, 20), 0, 4, 2),
    ("pulses.terrain.horse-artillery", horse_guns("a", 20, 20), 0, 4, 2),
]
IDS = tuple(row[0] for row in ROWS)


def moving(unit: Spec, **more: object) -> Scene:
    """Blue's move of a unit."""
    return given(unit, **more).moves("a")  # type: ignore[arg-type]


@pytest.mark.rule(*IDS)
@pytest.mark.parametrize(("rule", "unit", "parts", "obstacle", "road"), ROWS)
def test_rough_ground_halves_or_bars(
    rule: str, unit: Spec, parts: int, obstacle: int, road: int
) -> None:
    scene = moving(unit, areas=[("broken", ROUGH)])
    if parts:
        # 4 in open, then 2 in of rough ground.
        assert cost(scene, 20, 14) == 4000 + 2000 * parts, rule
    else:
        assert "closed" in scene.refusal("20.0,14.0"), rule


@pytest.mark.rule("pulses.terrain.infantry")
def test_rough_ground_is_barred_to_infantry_without_skirmishers() -> None:
    assert "closed" in moving(foot("a", 20, 20), areas=[("broken", ROUGH)]).refusal("20.0,14.0")


@pytest.mark.rule("pulses.rulings.rough")
@pytest.mark.parametrize("kind", AREAS)
def test_these_areas_are_rough(kind: str) -> None:
    assert cost(moving(foot("a", 20, 20, sk=1), areas=[(kind, ROUGH)]), 20, 14) == 8000


@pytest.mark.rule("pulses.rulings.rough")
@pytest.mark.parametrize("kind", ["crops", "fields", "fort"])
def test_these_are_not(kind: str) -> None:
    assert cost(moving(foot("a", 20, 20), areas=[(kind, ROUGH)]), 20, 14) == 6000


@pytest.mark.rule(*IDS)
@pytest.mark.parametrize(("rule", "unit", "parts", "obstacle", "road"), ROWS)
def test_an_obstacle_costs_so_many_inches(
    rule: str, unit: Spec, parts: int, obstacle: int, road: int
) -> None:
    scene = moving(unit, lines=[("hedge", "0,160 600,160")])
    assert cost(scene, 20, 14) == 6000 + obstacle * 1000, rule


OBSTACLES = ("stream", "marshy-stream", "low-wall", "hasty-works", "field-works", "hedge", "dike",
             "cut", "sunken-road")  # fmt: skip


@pytest.mark.rule("pulses.rulings.obstacles")
@pytest.mark.parametrize("kind", OBSTACLES)
def test_these_lines_are_obstacles(kind: str) -> None:
    assert cost(moving(foot("a", 20, 20), lines=[(kind, "0,160 600,160")]), 20, 14) == 8000


@pytest.mark.rule("pulses.rulings.obstacles")
@pytest.mark.parametrize("kind", ["road", "track", "tree-line", "railway"])
def test_these_lines_are_not(kind: str) -> None:
    assert cost(moving(foot("a", 20, 20), lines=[(kind, "0,160 600,160")]), 20, 14) == 6000


@pytest.mark.rule(*IDS, "pulses.rulings.road")
@pytest.mark.parametrize(("rule", "unit", "parts", "obstacle", "road"), ROWS)
def test_along_a_road_guns_pay_half(
    rule: str, unit: Spec, parts: int, obstacle: int, road: int
) -> None:
    scene = moving(unit, lines=[("road", "200,0 200,480")])
    assert cost(scene, 20, 14) == 6000 // road, rule


@pytest.mark.rule("pulses.rulings.road")
def test_a_road_leads_through_rough_ground() -> None:
    for x, open_ in ((207, True), (208, False)):
        road = [("road", f"{x},0 {x},480")]
        scene = moving(heavy("a", 20, 20), areas=[("forest", ROUGH)], lines=road)
        assert (scene.refusal("20.0,14.0") == "") == open_


@pytest.mark.rule("pulses.rulings.impassable")
@pytest.mark.parametrize("kind", ["lake", "fortress"])
def test_nobody_enters_a_lake_or_fortress(kind: str) -> None:
    assert "closed" in moving(foot("a", 20, 20, sk=1), areas=[(kind, ROUGH)]).refusal("20.0,10.0")


@pytest.mark.rule("pulses.rulings.impassable", "pulses.rulings.crossing")
def test_a_river_is_crossed_at_a_bridge_only() -> None:
    river = [("river", "0,160 600,160")]
    assert "closed" in moving(foot("a", 20, 20), lines=river).refusal("20.0,14.0")
    for x, open_ in ((215, True), (216, False)):
        bridge = [("bridge", "line-0", f"{x},160")]
        scene = moving(foot("a", 20, 20), lines=river, crossings=bridge)
        assert (scene.refusal("20.0,14.0") == "") == open_


@pytest.mark.rule("pulses.rulings.impassable")
def test_nobody_is_attacked_across_a_river_but_at_a_bridge() -> None:
    # The enemy's front is at 15.5, the river at 16: its front would reach over the water.
    pair = (foot("a", 20, 22), foot("foe", 20, 14, 180, side="red"))
    river = [("river", "0,160 600,160")]
    scene = given(*pair, lines=river).moves("a").roll(4)
    assert "impassable" in scene.refusal("20.0,17.0")
    assert "attack foe" not in scene.names()
    bridge = [("bridge", "line-0", "200,160")]
    scene = given(*pair, lines=river, crossings=bridge).moves("a").roll(4)
    assert "attack foe" in scene.names()


@pytest.mark.rule(
    "pulses.rulings.impassable", "pulses.rulings.obstacles", "pulses.rulings.crossing",
)  # fmt: skip
@pytest.mark.parametrize("kind", ["bridge", "ford"])
def test_at_a_bridge_or_ford_water_costs_nothing(kind: str) -> None:
    for water in ("stream", "river"):
        lines = [(water, "0,160 600,160")]
        there = [(kind, "line-0", "200,160")]
        assert cost(moving(foot("a", 20, 20), lines=lines, crossings=there), 20, 14) == 6000


@pytest.mark.rule("pulses.rulings.obstacles", "pulses.rulings.road")
def test_along_a_road_obstacles_cost_nothing() -> None:
    lines = [("hedge", "0,160 600,160"), ("road", "200,0 200,480")]
    assert cost(moving(foot("a", 20, 20), lines=lines), 20, 14) == 6000
    assert cost(moving(guns("a", 20, 20), lines=lines), 20, 14) == 3000


@pytest.mark.rule("pulses.terrain.infantry", "pulses.rulings.rough")
def test_a_wheel_in_rough_ground_pays_for_the_ground_too() -> None:
    # Turned by 45 degrees about the right front corner the centre goes from 20,20 to 19.4,18.5,
    # that is sqrt (0.6^2 + 1.5^2) = 1.616 in; the outer corner's arc is 3 * pi / 4 = 2.357 in.
    wood = [("forest", "100,100 300,100 300,300 100,300")]
    scene = moving(foot("a", 20, 20, sk=1), areas=wood)
    assert cost(scene, 19.4, 18.5, 45) == 2357 + 1616


@pytest.mark.rule("pulses.rulings.town")
@pytest.mark.parametrize("kind", ["town", "village"])
def test_a_town_holds_one_unit(kind: str) -> None:
    town = [(kind, "180,100 280,100 280,140 180,140")]
    scene = given(foot("a", 20, 20), foot("b", 25, 12), areas=town).moves("a")
    assert "held already" in scene.refusal("20.0,12.0")
    assert given(foot("a", 20, 20), areas=town).moves("a").refusal("20.0,12.0") == ""


@pytest.mark.rule("pulses.rulings.town-closed")
def test_cavalry_and_artillery_do_not_enter_a_town() -> None:
    town = [("town", "180,100 280,100 280,140 180,140")]
    for unit in (light("a", 20, 20), guns("a", 20, 20)):
        assert "closed" in moving(unit, areas=town).refusal("20.0,12.0")
    assert moving(foot("a", 20, 20), areas=town).refusal("20.0,12.0") == ""


UNDER = "270,220 330,220 330,270 270,270"  # the ground of a unit at 30,25


def shelled(**ground: object) -> set[str]:
    """What a blue battery's fire at a red unit at 30,25 is modified by, on such ground."""
    foe = foot("foe", 30, 25, 180, side="red", sk=1)
    return given(guns("a", 30, 30), foe, **ground).fire().play("foe").modifier_ids()  # type: ignore[arg-type]


COVER = "pulses.artillery.reroll-hits.cover"


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize("kind", ["town", "village", "fort", "forest", "orchard"])
def test_these_areas_are_cover(kind: str) -> None:
    assert shelled(areas=[(kind, UNDER)]) == {COVER}


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize("kind", ["broken", "crops", "fields", "marsh", "swamp"])
def test_these_areas_are_no_cover(kind: str) -> None:
    assert shelled(areas=[(kind, UNDER)]) == set()


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize(
    "kind", ["low-wall", "hasty-works", "field-works", "sunken-road", "dike", "cut"]
)
def test_a_unit_whose_base_touches_these_lines_is_in_cover(kind: str) -> None:
    # Its front edge is at 26.5.
    assert shelled(lines=[(kind, "0,265 600,265")]) == {COVER}
    assert shelled(lines=[(kind, "0,266 600,266")]) == set()


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize("kind", ["hedge", "tree-line", "road", "track", "railway"])
def test_these_lines_are_no_cover(kind: str) -> None:
    assert shelled(lines=[(kind, "0,265 600,265")]) == set()


@pytest.mark.rule("pulses.rulings.waters")
@pytest.mark.parametrize("kind", ["stream", "marshy-stream", "river"])
def test_a_unit_that_touches_water_is_vulnerable(kind: str) -> None:
    vulnerable = "pulses.artillery.reroll-misses.vulnerable"
    assert shelled(lines=[(kind, "0,265 600,265")]) == {vulnerable}
    assert shelled(lines=[(kind, "0,275 600,275")]) == set()
    bridge = [("bridge", "line-0", "300,265")]
    assert shelled(lines=[(kind, "0,265 600,265")], crossings=bridge) == {vulnerable}


@pytest.mark.rule("pulses.rulings.town", "pulses.rulings.fallback-way")
def test_a_beaten_unit_does_not_fall_back_into_a_town_that_is_held() -> None:
    # The town begins 2 in behind the beaten unit's centre and is as wide as the table.
    town = [("town", "0,100 600,100 600,185 0,185")]
    foe = foot("foe", 30, 20.5, 180, side="red", strength=8)
    held = given(foot("a", 30, 23.5), foe, foot("garrison", 10, 14, 180, side="red"), areas=town)
    held.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    place = held.at("foe")
    assert place is not None and place[1] >= 18.5
    # Bent by 45 degrees the way to the town is 2.8 of the 4 in: 1.2 in are 2 hits.
    assert held.hits("foe") == 1 + 2
    empty = given(foot("a", 30, 23.5), foe, areas=town)
    empty.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert (empty.at("foe"), empty.hits("foe")) == ((30, 16.5, 180), 1)


@pytest.mark.rule("pulses.rulings.inside", "pulses.combat.cavalry-not-into-town")
def test_on_the_very_edge_of_a_town_or_wood_a_unit_is_not_in_it() -> None:
    # Driven back against ground that is closed to it, a unit stands with its centre on the edge.
    strip = "200,100 400,100 400,200 200,200"
    for kind, foe in (("town", light), ("forest", heavy), ("forest", foot)):
        scene = given(
            heavy("a", 30, 30), foe("foe", 30, 20, 180, side="red"), areas=[(kind, strip)]
        )
        assert not in_cover(scene.p, scene.u("foe"))
        assert scene.moves("a").refusal("30.0,23.0") == ""
    # A tenth further in it is in the wood: no heavy cavalry attacks it there.
    inside = given(
        heavy("a", 30, 30), foot("foe", 30, 19.9, 180, sk=1, side="red"), areas=[("forest", strip)]
    )
    assert in_cover(inside.p, inside.u("foe"))
    assert "in rough ground" in inside.moves("a").refusal("30.0,22.9")
