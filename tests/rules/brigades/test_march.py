"""March columns: the road, cross country, markers behind, and what a column may not do."""

import pytest

from grognard.boards.table.rect import Rect
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.state.position import COLUMN, LIMBERED
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

FAR = foot("foe", 45, 34, facing=270, side="red")
ROAD = [("road", "20,100 470,100")]


def markers(unit: Spec) -> int:
    """How many markers of 3 in a stand has behind it."""
    scene = given(unit, FAR)
    tail = scene.p.tail(scene.u(unit.id))
    return 0 if tail is None else tail.shape.depth // 3000


@pytest.mark.rule("brigades.march.road")
def test_along_a_road_a_column_goes_three_times_its_move() -> None:
    # Slow infantry has 12 in: 36 on the road.
    unit = line("a", 10, 10, facing=90, traits=("slow",), state=COLUMN)
    scene = given(unit, FAR, lines=ROAD).moves("a")
    assert scene.refusal("to 46.0,10.0 facing 90") == ""
    assert scene.refusal("to 46.1,10.0 facing 90") != ""
    scene.play("to 31.0,10.0 facing 90")
    assert scene.left() == 5.0  # 21 in for 7


@pytest.mark.rule("brigades.march.cross-country")
def test_off_the_road_a_column_goes_twice_its_move() -> None:
    unit = line("a", 10, 20, facing=90, traits=("slow",), state=COLUMN)
    scene = given(unit, FAR).moves("a")
    assert scene.refusal("to 34.0,20.0 facing 90") == ""
    assert "costs" in scene.refusal("to 34.1,20.0 facing 90")


@pytest.mark.rule("brigades.rulings.road")
@pytest.mark.parametrize(("y", "left"), [(10.5, 12.0), (10.6, 10.0)])
def test_a_leg_on_the_road_is_within_half_an_inch_of_it(y: float, left: float) -> None:
    unit = foot("a", 10, y, facing=90, state=COLUMN)
    scene = given(unit, FAR, lines=ROAD).moves("a").play(f"to 22.0,{y} facing 90")
    assert scene.left() == left  # 12 in for 4 on the road, for 6 beside it


@pytest.mark.rule("brigades.march.melee")
def test_a_column_may_charge() -> None:
    scene = given(foot("a", 20, 20, state=COLUMN), foot("foe", 20, 10, 180, side="red"))
    # The enemy's front edge is at 11.5, a's 1.5 ahead of its centre.
    assert scene.moves("a").refusal("to 20.0,13.1") == ""


@pytest.mark.rule("brigades.march.no-fire")
def test_a_column_does_not_fire() -> None:
    def attacks(state: int) -> list[str]:
        scene = given(
            foot("a", 20, 20, state=state), foot("foe", 20, 15.5, 180, side="red", morale=6)
        )
        return [text for text in scene.combat().texts() if "foe" in text]

    assert attacks(0) and not attacks(COLUMN)


@pytest.mark.rule("brigades.march.unlimbered")
def test_unlimbered_guns_form_no_column() -> None:
    assert "column" not in given(guns("a", 20, 20), FAR).moves("a").texts()
    assert "column" in given(guns("a", 20, 20, state=LIMBERED), FAR).moves("a").texts()
    column = given(guns("a", 20, 20, state=LIMBERED | COLUMN), FAR).moves("a")
    assert "unlimber" not in column.texts()


@pytest.mark.rule("brigades.rulings.movement.column-guns")
@pytest.mark.parametrize("road", [False, True])
def test_guns_that_marched_in_column_do_not_unlimber_in_the_same_move(road: bool) -> None:
    lines = [("road", "200,0 200,360")] if road else []
    away, leader = foot("far", 45, 5, side="red"), commander("g", 20, 33)
    for state, orders in ((LIMBERED, ("column",)), (LIMBERED | COLUMN, ())):
        scene = given(guns("a", 20, 32, state=state), away, leader, lines=lines).moves("a")
        scene.play(*orders, "to 20.0,24.0", "deploy")
        assert "unlimber" not in scene.texts()
    # Who left the column before it moved goes at the rate of its limbers, and unlimbers.
    scene = given(guns("a", 20, 32, state=LIMBERED | COLUMN), away, leader, lines=lines).moves("a")
    scene.play("deploy", "to 20.0,24.0")
    assert scene.left() == 8.0 and "unlimber" in scene.texts()


@pytest.mark.rule("brigades.rulings.movement.column-change")
def test_forming_column_takes_the_free_facing_change() -> None:
    scene = given(foot("a", 20, 20), FAR).moves("a").play("column")
    assert scene.has("a", COLUMN) and scene.left() == 16.0
    scene.play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0
    # Who has turned already pays half the allowance for it.
    late = given(foot("a", 20, 20), FAR).moves("a").play("to 20.0,20.0 facing 90", "column")
    assert late.left() == 8.0


@pytest.mark.rule("brigades.rulings.movement.column-change")
def test_leaving_column_takes_it_too() -> None:
    scene = given(foot("a", 20, 20, state=COLUMN), FAR).moves("a").play("deploy")
    assert not scene.has("a", COLUMN) and scene.left() == 16.0
    scene.play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0


@pytest.mark.rule("brigades.rulings.movement.column-change")
def test_guns_that_turn_freely_change_once_before_they_go_on() -> None:
    scene = given(guns("a", 20, 20, state=LIMBERED), FAR).moves("a").play("column")
    assert "deploy" not in scene.texts()
    scene.play("to 20.0,15.0")
    assert "deploy" in scene.texts()
    scene.play("deploy", "to 20.0,15.0 facing 90")
    assert "column" not in scene.texts()
    assert "it has just turned" in scene.refusal("to 20.0,15.0 facing 180")
    assert scene.refusal("to 20.0,14.0 facing 180") == ""


@pytest.mark.rule("brigades.rulings.movement.column-enemy")
def test_a_column_keeps_four_inches_from_an_enemy_it_sees() -> None:
    def refusal(x: float, **more: object) -> str:
        scene = given(foot("a", 20, 28, state=COLUMN), foot("foe", x, 14, 180, side="red"), **more)  # type: ignore[arg-type]
        return scene.moves("a").refusal("to 20.0,6.0")

    # a's side is at 21.5, the enemy's at x - 1.5.
    assert refusal(27.0) == ""
    assert "a column keeps 4 in from Foe" in refusal(26.9)
    # Through a wood it does not see him from where it starts.
    wood = [("forest", "230,180 280,180 280,200 230,200")]
    assert refusal(26.9, areas=wood) == ""


@pytest.mark.rule("brigades.rulings.movement.column-enemy")
@pytest.mark.parametrize("apart", [0.9, 1.1, 3.9])
def test_a_column_marches_off_from_an_enemy_near_it_and_not_past_him(apart: float) -> None:
    # It stands before him and shows him its side. Another enemy is 3.9 in aside of its way off.
    foe = foot("foe", 20, 15 - apart, 180, side="red")
    other = foot("other", 26.9, 28, 270, side="red")
    marching = foot("a", 20, 18, 90, state=COLUMN)
    scene = given(marching, foe, commander("g", 20, 20)).moves("a")
    assert scene.refusal("to 20.0,30.0 facing 180") == ""
    assert "a column keeps 4 in from Foe" in scene.refusal("to 29.0,18.0 facing 90")
    scene = given(marching, foe, other).moves("a")
    assert "a column keeps 4 in from Other" in scene.refusal("to 20.0,30.0 facing 180")


@pytest.mark.rule("brigades.march.markers.behind", "brigades.rulings.base.column-marker")
def test_the_markers_stand_directly_behind() -> None:
    scene = given(foot("a", 20, 10, facing=0, state=COLUMN), FAR)
    tail = scene.p.tail(scene.u("a"))
    assert isinstance(tail, Rect)
    # Three markers of 3 in from its rear edge at 11.5 to 20.5: the middle at 16.
    assert (tail.x, tail.y) == (20000, 16000)
    assert (tail.shape.width, tail.shape.depth) == (3000, 9000)
    assert given(foot("a", 20, 10), FAR).p.tail(0) is None


@pytest.mark.rule("brigades.march.markers.behind", "brigades.rulings.base.column-marker")
def test_the_markers_are_drawn_as_long_as_they_are() -> None:
    scene = given(foot("a", 20, 10, state=COLUMN), screen("s", 30, 10, state=COLUMN), FAR)
    found = {one.id: one.behind for one in SYSTEM.placements(View(scene.p, 0))}
    assert found["unit:a"] == (30, 30, 30) and found["unit:s"] == ()


@pytest.mark.rule("brigades.march.markers.behind")
def test_nobody_stands_on_a_column() -> None:
    scene = given(foot("a", 20, 10, state=COLUMN), foot("b", 20, 30), FAR).moves("b")
    assert scene.refusal("to 20.0,22.0") == ""  # its front edge touches the last marker at 20.5
    assert "column of A" in scene.refusal("to 20.0,21.9")
    tail = given(foot("a", 20, 30), foot("b", 20, 34), FAR).moves("a")
    assert "column" not in tail.texts()


@pytest.mark.rule(
    "brigades.march.markers.slow-infantry", "brigades.march.markers.infantry",
    "brigades.march.markers.code",
)  # fmt: skip
@pytest.mark.parametrize("traits", [(), ("slow",)])
@pytest.mark.parametrize(("kind", "count"), [(foot, 3), (line, 2), (screen, 0)])
def test_markers_of_infantry(kind: object, count: int, traits: tuple[str, ...]) -> None:
    unit = kind("a", 20, 10, state=COLUMN, traits=traits)  # type: ignore[operator]
    assert markers(unit) == count


@pytest.mark.rule(
    "brigades.march.markers.heavy-cavalry", "brigades.march.markers.light-medium-cavalry",
    "brigades.march.markers.code",
)  # fmt: skip
@pytest.mark.parametrize("weight", ["light", "medium", "heavy"])
@pytest.mark.parametrize(("kind", "count"), [(horse, 3), (thin_horse, 2), (rider, 2)])
def test_markers_of_cavalry(kind: object, count: int, weight: str) -> None:
    unit = kind("a", 20, 10, state=COLUMN, weight=weight)  # type: ignore[operator]
    assert markers(unit) == count


@pytest.mark.rule("brigades.march.markers.heavy-cavalry")
def test_light_cavalry_with_a_gun_marches_as_heavy_cavalry_does() -> None:
    gun = ("dedicated-gun",)
    assert markers(horse("a", 20, 10, state=COLUMN, traits=gun)) == 3
    assert markers(thin_horse("a", 20, 10, state=COLUMN, traits=gun)) == 2


@pytest.mark.rule(
    "brigades.march.markers.artillery", "brigades.march.markers.horse-artillery",
    "brigades.march.markers.code.artillery",
)  # fmt: skip
@pytest.mark.parametrize("traits", [(), ("horse",)])
@pytest.mark.parametrize(("kind", "count"), [(guns, 3), (battery, 1)])
def test_markers_of_artillery(kind: object, count: int, traits: tuple[str, ...]) -> None:
    unit = kind("a", 20, 10, state=COLUMN | LIMBERED, traits=traits)  # type: ignore[operator]
    assert markers(unit) == count


def bases(*units: Spec) -> list[tuple[int, int]]:
    """Width and depth of stands in mils."""
    scene: Scene = given(*units, FAR)
    return [scene.battle.base[scene.u(unit.id)] for unit in units]


@pytest.mark.rule("brigades.rulings.base.close-order")
def test_bases_of_brigades() -> None:
    massed = bases(foot("a", 5, 10), horse("b", 15, 10))
    assert massed == [(3000, 3000), (3000, 3000)]
    assert bases(line("a", 5, 10), thin_horse("b", 15, 10)) == [(3000, 1500), (3000, 1500)]


@pytest.mark.rule("brigades.rulings.base.artillery")
def test_bases_of_artillery() -> None:
    assert bases(guns("a", 5, 10), battery("b", 15, 10)) == [(1500, 3000), (1500, 1500)]


@pytest.mark.rule("brigades.rulings.base.skirmisher")
def test_bases_of_skirmishers() -> None:
    assert bases(screen("a", 5, 10), rider("b", 15, 10)) == [(3000, 1500), (3000, 1500)]


@pytest.mark.rule("brigades.rulings.base.commander")
def test_a_commander_is_in_nobodys_way_and_sets_out_no_markers() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 4, 180, side="red"))
    g = scene.u("blue-army")
    scene.p.put(g, 200, 140, 0)
    scene.p.state[g] |= COLUMN
    assert scene.p.tail(g) is None
    scene.p.state[g] = 0
    moving = scene.moves("a")
    assert moving.refusal("to 20.0,14.0") == ""
    assert moving.refusal("to 20.0,7.1") == ""  # sees the enemy past him, and charges
