"""Zones of control: which hexes each kind of unit controls, and where zones do not reach."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.systems.shock.state.kinds import D1, D2, ROUTED, SQUARE
from tests.rules.shock.given import Spec, foot, garrison, given, guns, heavy, horse_guns, light

Build = Callable[..., Spec]

# A unit on 0808 that faces north, the corner between the two upper hexes.
FRONT = {"0807", "0907"}
FLANK = {"0708", "0908"}
REAR = {"0809", "0909"}


def zone(unit: Spec, **where: Any) -> set[str]:
    """The hexes a unit controls."""
    scene = given(unit, **where)
    return scene.hexes(scene.p.zoc(scene.battle.side[scene.u(unit.id)]))


@pytest.mark.rule("shock.rulings.facing", "shock.zoc.infantry")
@pytest.mark.parametrize(
    ("facing", "front", "rear"),
    [
        ("n", {"0807", "0907"}, {"0809", "0909"}),
        ("ne", {"0907", "0908"}, {"0809", "0708"}),
        ("se", {"0908", "0909"}, {"0708", "0807"}),
        ("s", {"0909", "0809"}, {"0807", "0907"}),
        ("sw", {"0809", "0708"}, {"0907", "0908"}),
        ("nw", {"0708", "0807"}, {"0908", "0909"}),
    ],
)
def test_a_unit_faces_a_corner_with_two_front_two_flank_and_two_rear_hexes(
    facing: str, front: set[str], rear: set[str]
) -> None:
    around = FRONT | FLANK | REAR
    assert zone(guns("unit", "0808", facing=facing)) == front
    assert zone(foot("unit", "0808", facing=facing)) == around - rear


@pytest.mark.rule("shock.zoc.infantry")
def test_infantry_controls_front_and_flank() -> None:
    assert zone(foot("unit", "0808")) == FRONT | FLANK


@pytest.mark.rule("shock.zoc.cavalry")
@pytest.mark.parametrize("build", [heavy, light])
def test_cavalry_controls_front_and_flank(build: Build) -> None:
    assert zone(build("unit", "0808")) == FRONT | FLANK


@pytest.mark.rule("shock.zoc.artillery")
@pytest.mark.parametrize("build", [guns, horse_guns])
def test_artillery_controls_its_front(build: Build) -> None:
    assert zone(build("unit", "0808")) == FRONT


@pytest.mark.rule("shock.zoc.shaken")
@pytest.mark.parametrize(
    "unit",
    [
        foot("unit", "0808", order=D1),
        foot("unit", "0808", order=D2),
        heavy("unit", "0808", order=D1),
        guns("unit", "0808", order=D1),
    ],
)
def test_a_disordered_unit_controls_its_front(unit: Spec) -> None:
    assert zone(unit) == FRONT


@pytest.mark.rule("shock.zoc.routed", "shock.routed.no-zoc")
@pytest.mark.parametrize("build", [foot, heavy])
def test_a_routed_unit_controls_nothing(build: Build) -> None:
    assert zone(build("unit", "0808", order=ROUTED)) == set()


@pytest.mark.rule("shock.zoc.routed", "shock.routed.no-zoc")
def test_a_routed_unit_is_walked_past() -> None:
    scene = given(
        foot("unit", "0810"), foot("foe", "0807", side="red", facing="s", order=ROUTED)
    ).activate()
    # 0706 is five hexes from 0810, past the flank of 0807.
    assert {"0808", "0708", "0707", "0706"} <= scene.reach("unit")


@pytest.mark.rule("shock.zoc.square")
@pytest.mark.parametrize("order", [0, D1, D2])
def test_a_square_controls_all_six_hexes_disordered_or_not(order: int) -> None:
    assert zone(foot("unit", "0808", flags=SQUARE, order=order)) == FRONT | FLANK | REAR


@pytest.mark.rule("shock.zoc.chateau")
def test_a_chateau_controls_all_six_hexes_by_its_own_strength() -> None:
    scene = given(garrison("farm", "0808"), foot("other", "0115"))
    assert scene.hexes(scene.p.zoc(1)) == FRONT | FLANK | REAR


@pytest.mark.rule("shock.zoc.chateau")
@pytest.mark.parametrize("order", [0, D1, D2])
def test_infantry_in_a_chateau_controls_all_six_hexes(order: int) -> None:
    unit = foot("unit", "0808", order=order)
    assert zone(unit, ground={"0808": "chateau"}) == FRONT | FLANK | REAR


@pytest.mark.rule("shock.zoc.chateau", "shock.rulings.chateau.control")
@pytest.mark.parametrize(
    ("inside", "zone"),
    [
        (guns("inside", "0808", side="red"), FRONT | FLANK | REAR),
        (heavy("inside", "0808", side="red"), FRONT | FLANK | REAR),
        (foot("inside", "0808", side="red", order=ROUTED), FRONT | FLANK | REAR),
        (heavy("inside", "0808"), set()),
    ],
)
def test_a_controlled_chateau_keeps_its_zone_whoever_of_its_side_is_in_it(
    inside: Spec, zone: set[str]
) -> None:
    scene = given(
        inside,
        foot("passer", "0710"),
        foot("far", "0201", "red", facing="n"),
        ground={"0808": "chateau"},
    )
    scene.p.control[0] = 1
    scene.p.rebuild()
    assert scene.hexes(scene.p.zoc(1)) & (FRONT | FLANK | REAR) == zone
    # 0908 lies behind it, three hexes of 1 point away: 0709, 0809, 0909 lead past its walls.
    assert ("0908" in scene.activate().reach("passer")) == (not zone)


@pytest.mark.rule("shock.rulings.zoc-terrain")
@pytest.mark.parametrize("build", [heavy, guns])
@pytest.mark.parametrize("ground", ["chateau", "built-up-village"])
def test_others_inside_walls_control_nothing(build: Build, ground: str) -> None:
    roads = [("road", ["0808", "0809"])]
    assert zone(build("unit", "0808"), ground={"0808": ground}, roads=roads) == set()


@pytest.mark.rule("shock.rulings.zoc-terrain")
@pytest.mark.parametrize("ground", ["chateau", "built-up-village", "lake"])
def test_a_zone_does_not_reach_into_walls_or_over_a_lake(ground: str) -> None:
    hexes = zone(foot("unit", "0808"), ground={"0807": ground})
    assert hexes == {"0907", "0708", "0908"}


@pytest.mark.rule("shock.rulings.zoc-terrain")
@pytest.mark.parametrize("ground", ["woods", "village", "marsh", "cultivated"])
def test_a_zone_reaches_into_other_ground(ground: str) -> None:
    assert zone(foot("unit", "0808"), ground={"0807": ground}) == FRONT | FLANK


@pytest.mark.rule("shock.rulings.zoc-terrain")
@pytest.mark.parametrize(
    ("side", "reaches"),
    [("river", False), ("deep-stream", True), ("stream", True), ("ravine", True)],
)
def test_a_zone_does_not_reach_over_a_river(side: str, reaches: bool) -> None:
    hexes = zone(foot("unit", "0808"), sides=[(side, "0808 nw")])
    assert ("0807" in hexes) == reaches
    assert hexes | {"0807"} == FRONT | FLANK


@pytest.mark.rule("shock.rulings.zoc-terrain")
def test_not_even_over_its_bridge() -> None:
    hexes = zone(
        foot("unit", "0808"), sides=[("river", "0808 nw")], crossings=[("bridge", "0808 nw")]
    )
    assert hexes == {"0907", "0708", "0908"}


@pytest.mark.rule("shock.zoc.infantry")
def test_zones_follow_a_unit_that_turns_and_moves() -> None:
    scene = given(foot("unit", "0808"), foot("foe", "0801", side="red")).activate()
    scene.play("move unit > 0808 facing s")
    assert scene.hexes(scene.p.zoc(0)) == {"0809", "0909", "0708", "0908"}


@pytest.mark.rule("shock.zoc.infantry")
def test_an_extended_line_controls_from_both_its_hexes() -> None:
    hexes = zone(foot("unit", "0808", sp=6, second="0908"))
    # Front of 0808 and of 0908, and the flanks at either end (each hex lies on a flank too).
    assert hexes == {"0807", "0907", "1007", "0708", "1008", "0808", "0908"}
