"""Readings of the sheet that rulings name: leaving square, slopes, bridges, engaged units, guns."""

from typing import Any

import pytest

from grognard.systems.shock.state.kinds import (
    D1,
    D2,
    ENGAGED,
    FOOT,
    GOOD,
    GUNS,
    OFFICER,
    ROUTED,
    SQUARE,
)
from grognard.systems.shock.terrain import TACTICAL
from grognard.systems.shock.turn import Clean
from tests.rules.shock.assault import clash
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, horse_guns

# -- leaving square ----------------------------------------------------------------------------


def in_square(**state: Any) -> Scene:
    """A square far from the enemy, and another unit that could still be ordered about."""
    guard = foot("guard", "0808", flags=SQUARE, **state)
    return given(guard, foot("mate", "0508"), foot("foe", "0802", side="red")).activate("blue")


@pytest.mark.rule("shock.rulings.leaving-square")
def test_leaving_square_is_the_whole_move_and_ends_with_any_facing() -> None:
    scene = in_square().play("leave guard").roll(0)
    assert scene.options() == [f"facing {f}" for f in ("n", "ne", "se", "s", "sw", "nw")]
    scene.play("facing s")
    assert "move mate" in scene.options() and scene.orders_of("guard") == set()


@pytest.mark.rule("shock.rulings.leaving-square")
def test_a_square_that_moved_does_not_leave_it_any_more() -> None:
    scene = in_square()
    assert scene.orders_of("guard") == {"leave", "move"}
    scene.play("move guard > 0809")
    assert scene.orders_of("guard") == set()


# Cohesion 6: a die of 9 fails, whatever is added to it.
@pytest.mark.rule("shock.rulings.leaving-square")
@pytest.mark.parametrize(("before", "after"), [(GOOD, D1), (D1, D2), (D2, ROUTED)])
def test_a_unit_that_fails_to_leave_square_well_is_disordered_further(
    before: int, after: int
) -> None:
    assert in_square(order=before).play("leave guard").roll(9).order("guard") == after


# -- slopes in movement ------------------------------------------------------------------------

NORTH_WEST = 5
SIDE = "0808 nw"  # between 0808 and 0807


def price(kind: int, **land: Any) -> int:
    """What the step from 0808 to 0807 costs (a leader in half points), 0 if it is prohibited."""
    scene = given(foot("guard", "0808"), foot("foe", "0802", side="red"), **land)
    return scene.battle.graph(kind, TACTICAL).costs[scene.h("0808")][NORTH_WEST]


@pytest.mark.rule("shock.rulings.slopes")
@pytest.mark.parametrize("way", ["road", "path"])
@pytest.mark.parametrize(
    ("kind", "land", "points"),
    [
        (FOOT, {}, 1),
        (GUNS, {"levels": {"0807": 2}}, 1 + 1),
        (FOOT, {"levels": {"0807": 2}, "sides": [("steep", SIDE)]}, 1 + 1),
        (FOOT, {"levels": {"0808": 2}, "sides": [("steep", SIDE)]}, 1 + 1),
        (GUNS, {"levels": {"0808": 2}, "sides": [("steep", SIDE)]}, 1 + 2),
        (GUNS, {"sides": [("crest", SIDE)]}, 1 + 1),
        (FOOT, {"sides": [("ravine", SIDE)]}, 1 + 1),
        (GUNS, {"sides": [("ravine", SIDE)]}, 0),
    ],
)
def test_a_road_through_woods_spares_the_woods_but_not_the_slope(
    way: str, kind: int, land: dict[str, Any], points: int
) -> None:
    assert price(kind, ground={"0807": "woods"}, roads=[(way, ["0808", "0807"])], **land) == points


@pytest.mark.rule("shock.rulings.slopes")
def test_a_leader_pays_a_steep_slope_on_a_road() -> None:
    # Half a point for the road and a whole one for the slope: three halves.
    land: dict[str, Any] = {"levels": {"0807": 2}, "sides": [("steep", SIDE)]}
    assert price(OFFICER, roads=[("road", ["0808", "0807"])], **land) == 1 + 2


@pytest.mark.rule("shock.rulings.slopes")
@pytest.mark.parametrize(
    ("kind", "level", "points"),
    [(GUNS, 2, 1 + 1), (GUNS, 3, 1 + 2), (GUNS, 4, 1 + 3), (FOOT, 4, 1)],
)
def test_every_level_climbed_costs_artillery_a_point(kind: int, level: int, points: int) -> None:
    assert price(kind, levels={"0807": level}) == points


# -- levels in shock ---------------------------------------------------------------------------

ONE = (foot("a", "0808"),)
TWO = (foot("a", "0808"), foot("b", "0708"))  # a attacks over 0807's se side, b over its sw
CAVALRY = (heavy("a", "0808"),)


def terrain(units: tuple[Spec, ...], **land: Any) -> dict[str, int]:
    """The modifiers of an attack by these units on 0807, by the ground alone."""
    scene = given(foot("foe", "0807", "red"), *units, **land)
    mods = clash(scene, *(f"shock {u.id} > foe" for u in units)).mods()
    return {id_.removeprefix("shock.drm.terrain."): value for id_, value in mods.items()}


@pytest.mark.rule("shock.rulings.shock.levels")
@pytest.mark.parametrize(
    ("units", "levels", "mods"),
    [
        (ONE, {"0807": 3}, {"up-level": 1}),  # two levels up
        (ONE, {"0807": 4}, {"up-level": 1}),
        (ONE, {"0808": 3}, {"down-level.other": -1}),  # two levels down
        (CAVALRY, {"0808": 4}, {"down-level.cavalry": -2}),
        (TWO, {"0807": 3, "0708": 2}, {"up-level": 1}),  # a goes up two levels, b one
        (TWO, {"0708": 2, "0808": 3}, {"down-level.other": -1}),
    ],
)
def test_several_levels_count_as_one_in_shock(
    units: tuple[Spec, ...], levels: dict[str, int], mods: dict[str, int]
) -> None:
    assert terrain(units, levels=levels) == mods


@pytest.mark.rule("shock.rulings.shock.levels")
@pytest.mark.parametrize(
    ("units", "levels", "mods"),
    [
        (ONE, {"0808": 2}, {"down-level.other": -1}),
        (ONE, {"0808": 3}, {"down-level.other": -1}),
        (CAVALRY, {"0808": 2}, {"down-level.cavalry": -2}),
        (TWO, {"0808": 2, "0708": 2}, {"down-level.other": -1}),  # b not by the steep side
        (ONE, {"0807": 3}, {"up-steep-slope": 2}),  # up it has a row of its own
    ],
)
def test_down_a_steep_slope_is_down_a_level(
    units: tuple[Spec, ...], levels: dict[str, int], mods: dict[str, int]
) -> None:
    assert terrain(units, levels=levels, sides=[("steep", "0807 se")]) == mods


# -- bridges and fords in shock ----------------------------------------------------------------


@pytest.mark.rule("shock.rulings.shock.crossings")
@pytest.mark.parametrize(
    ("water", "mods"),
    [
        ("deep-stream", {"deep-stream.all": 4}),
        ("marshy-stream", {"marshy-stream.all": 2}),
        ("stream", {"stream": 1}),
    ],
)
def test_a_bridge_spares_the_attacker_the_stream_and_a_ford_does_not(
    water: str, mods: dict[str, int]
) -> None:
    sides = [(water, "0807 se")]
    assert terrain(ONE, sides=sides) == mods
    assert terrain(ONE, sides=sides, crossings=[("bridge", "0807 se")]) == {}
    assert terrain(ONE, sides=sides, crossings=[("ford", "0807 se")]) == mods


@pytest.mark.rule("shock.rulings.shock.crossings")
@pytest.mark.parametrize(
    ("crossing", "mods"), [("bridge", {"deep-stream.some": 2}), ("ford", {"deep-stream.all": 4})]
)
def test_one_of_two_attackers_comes_over_a_crossing(crossing: str, mods: dict[str, int]) -> None:
    sides = [("deep-stream", "0807 se"), ("deep-stream", "0807 sw")]
    assert terrain(TWO, sides=sides, crossings=[(crossing, "0807 se")]) == mods


# -- engaged units and reaction fire -----------------------------------------------------------


def shock_again(*foes: Spec) -> Scene:
    """Blue's guard, engaged with the red units on 0807, attacks them once more."""
    scene = given(foot("guard", "0808", flags=ENGAGED), *foes).activate("blue")
    scene.play("shock guard")
    if scene.p.decision is not None and "done" in scene.options():
        scene.play("done")
    assert scene.check().name == "commitment"
    return scene.roll(0)


@pytest.mark.rule("shock.rulings.fire.engaged")
def test_an_engaged_unit_fires_in_reaction() -> None:
    foe = foot("foe", "0807", "red", flags=ENGAGED)
    assert shock_again(foe).options() == ["hold", "fire > guard"]


@pytest.mark.rule("shock.rulings.fire.engaged")
def test_two_engaged_batteries_fire_in_reaction_as_one() -> None:
    # 4 + 3 = 7 SP of artillery.
    foes = [guns(name, "0807", "red", sp=sp, flags=ENGAGED) for name, sp in (("x", 4), ("y", 3))]
    assert shock_again(*foes).play("fire > guard").check().target == "column 7-10"


@pytest.mark.rule("shock.rulings.fire.engaged")
@pytest.mark.parametrize(("flags", "fires"), [(ENGAGED, False), (0, True)])
def test_an_engaged_unit_does_not_fire_in_its_own_activation(flags: int, fires: bool) -> None:
    foe = foot("foe", "0807", "red", flags=flags)
    scene = given(foot("guard", "0808", flags=flags), foe).activate("red")
    assert ("fire" in scene.orders_of("foe")) == fires


# -- guns driven back --------------------------------------------------------------------------

# Guns on 0808 and 1008, and between them 0908, to which a third gun goes back from 0907. The foe
# on 0906 is in reach of all three there.
PARK = (guns("a", "0808", sp=1), guns("c", "1008", sp=1))
FOE = foot("foe", "0906", side="red", sp=9)


def leads_battery(scene: Scene) -> bool:
    """Whether a grand battery is offered to blue now; its activation is then over."""
    offered = "battery a" in scene.activate("blue").options()
    scene.play("done")
    return offered


@pytest.mark.rule("shock.rulings.fire.driven-back")
def test_guns_driven_back_join_no_grand_battery_this_turn_and_the_next() -> None:
    # 9 SP of British infantry against guns alone, one column left, roll 6 + 1: D; D-1 guns go
    # back a hex and lose a step.
    scene = given(*PARK, guns("b", "0907", order=D1), FOE).activate("red")
    scene.play("fire foe").roll(6).play("> 0908").play("nobody advances").play("done")
    assert (scene.where("b"), scene.steps("b")) == ("0908", 3)
    assert not leads_battery(scene)
    assert not leads_battery(scene.push(Clean()))
    assert leads_battery(scene.push(Clean()))


@pytest.mark.rule("shock.rulings.fire.driven-back")
def test_guns_that_fell_back_before_fire_join_none_either() -> None:
    scene = given(*PARK, horse_guns("b", "0907"), FOE).activate("red")
    scene.play("fire foe").play("retreat 0908").play("done")
    assert scene.where("b") == "0908"
    assert not leads_battery(scene)
    assert not leads_battery(scene.push(Clean()))
    assert leads_battery(scene.push(Clean()))
