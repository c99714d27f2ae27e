"""Movement rates and modes: tactical, reduced, strategic, rapid advance; roads; deep streams."""

from collections.abc import Callable

import pytest

from grognard.boards.hexes import FACINGS
from grognard.engine.check import Check
from grognard.engine.errors import NotAllowed
from grognard.engine.event import Event
from grognard.engine.order import read_order
from grognard.systems.shock.movement import path_to
from grognard.systems.shock.state.kinds import (
    BLOWN,
    D1,
    D2,
    FULL,
    GOOD,
    LIMITED,
    LINED,
    MOVE,
    OUTSIDE,
    ROUTED,
)
from tests.rules.shock.given import Spec, foot, given, guns, heavy, horse_guns, light

Build = Callable[..., Spec]

# A column of hexes that only the unit's own lane leads through: lakes on either side of row 8.
LANE = {f"{col:02}{row:02}": "lake" for row in (7, 9) for col in range(1, 16)}


# -- points and rates --------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.movement-points", "shock.move.rate.tactical")
@pytest.mark.parametrize(
    ("build", "points"), [(foot, 5), (heavy, 7), (light, 9), (guns, 5), (horse_guns, 8)]
)
def test_a_unit_without_a_rating_moves_by_its_arm(build: Build, points: int) -> None:
    scene = given(build("unit", "0208"), ground=LANE).activate()
    hexes = scene.reach("unit")
    assert f"{2 + points:02}08" in hexes
    assert f"{3 + points:02}08" not in hexes


@pytest.mark.rule("shock.rulings.movement-points")
def test_a_rating_of_its_own_comes_first() -> None:
    scene = given(foot("unit", "0208", mp=3), ground=LANE).activate()
    assert scene.reach("unit") == {"0108", "0208", "0308", "0408", "0508"}


@pytest.mark.rule("shock.move.rate.strategic", "shock.rulings.strategic")
def test_strategic_movement_gives_twice_the_points() -> None:
    scene = given(foot("unit", "0108"), ground=LANE).activate()
    assert scene.reach("unit", "march") == {f"{col:02}08" for col in range(7, 12)}


@pytest.mark.rule("shock.rulings.strategic")
def test_strategic_movement_keeps_four_hexes_from_every_enemy() -> None:
    scene = given(
        foot("unit", "0108"), foot("foe", "1308", side="red", facing="n"), ground=LANE
    ).activate()
    # 0908 is four hexes from 1308, 1008 three.
    assert scene.reach("unit", "march") == {"0708", "0808", "0908"}


@pytest.mark.rule("shock.rulings.strategic")
@pytest.mark.parametrize(("foe", "offered"), [("0508", True), ("0408", False)])
def test_strategic_movement_begins_four_hexes_from_every_enemy(foe: str, offered: bool) -> None:
    scene = given(foot("unit", "0108"), foot("foe", foe, side="red")).activate()
    assert ("march" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.strategic")
@pytest.mark.parametrize(("kind", "offered"), [(FULL, True), (LIMITED, False), (OUTSIDE, False)])
def test_strategic_movement_needs_a_drawn_command(kind: int, offered: bool) -> None:
    scene = given(foot("unit", "0108")).activate(kind=kind)
    assert ("march" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.strategic")
def test_who_marched_neither_fires_nor_shocks() -> None:
    # The enemy comes up after the march, so that there would be somebody to fire at.
    scene = given(foot("unit", "0108"), foot("other", "0115"), foot("foe", "1501", side="red"))
    scene.activate().play("march unit > 0808 facing n")
    scene.p.place(scene.u("foe"), scene.h("0807"))
    scene.p.rebuild()
    assert not scene.orders_of("unit") & {"fire", "shock"}


@pytest.mark.rule("shock.rulings.strategic")
def test_guns_that_fired_do_not_march() -> None:
    scene = given(guns("unit", "0808"), foot("foe", "0804", side="red"), foot("far", "0113"))
    scene.activate()
    assert "march" in scene.orders_of("unit")
    scene.play("fire unit > foe").roll(0)
    assert "march" not in scene.orders_of("unit")


# -- enemy zones -------------------------------------------------------------------------------


@pytest.mark.rule(
    "shock.move.terrain.enter-enemy-zoc",
    "shock.move.abbr.rm",
    "shock.move.rate.reduced",
    "shock.rulings.tactical",
)
@pytest.mark.parametrize(
    # Half the points, rounded up: 5 gives 3, 7 gives 4, 9 gives 5, 8 gives 4.
    ("build", "reduced"),
    [(foot, 3), (heavy, 4), (light, 5), (guns, 3), (horse_guns, 4)],
)
def test_an_enemy_zone_is_entered_by_reduced_movement(build: Build, reduced: int) -> None:
    for distance, enters in ((reduced, True), (reduced + 1, False)):
        # The enemy faces west along the lane: the hex before it is in its zone.
        scene = given(
            build("unit", "0208"),
            foot("foe", f"{3 + distance:02}08", side="red", facing="nw"),
            ground=LANE,
        ).activate()
        hexes = scene.reach("unit")
        assert (f"{2 + distance:02}08" in hexes) == enters
        assert f"{1 + distance:02}08" in hexes  # short of the zone: tactical movement
        assert f"{3 + distance:02}08" not in hexes


@pytest.mark.rule("shock.rulings.tactical")
def test_no_unit_moves_through_an_enemy_zone() -> None:
    # The zone covers the only way: 0508 lies in it, 0608 behind it.
    scene = given(
        heavy("unit", "0208"),
        foot("foe", "0507", side="red", facing="s"),
        ground={**LANE, "0507": "clear"},
    ).activate()
    hexes = scene.reach("unit")
    assert "0408" in hexes
    assert not hexes & {"0608", "0708"}


@pytest.mark.rule("shock.d1.no-enemy-zoc")
@pytest.mark.parametrize(("order", "enters"), [(GOOD, True), (D1, False), (D2, False)])
def test_a_disordered_unit_enters_no_enemy_zone(order: int, enters: bool) -> None:
    scene = given(
        foot("unit", "0810", order=order), foot("foe", "0807", side="red", facing="s")
    ).activate()
    # 0808 and 0708 are the foe's front.
    assert bool(scene.reach("unit") & {"0808", "0708"}) == enters
    assert "0809" in scene.reach("unit")


@pytest.mark.rule("shock.rulings.blown.limits")
def test_blown_cavalry_enters_no_enemy_zone() -> None:
    scene = given(
        heavy("unit", "0810", flags=BLOWN), foot("foe", "0807", side="red", facing="s")
    ).activate()
    assert not scene.reach("unit") & {"0808", "0708"}


@pytest.mark.rule("shock.move.terrain.leave-enemy-zoc", "shock.move.abbr.rm")
def test_cavalry_leaves_an_enemy_zone_by_reduced_movement() -> None:
    scene = given(
        heavy("unit", "0608"), foot("foe", "0708", side="red", facing="sw"), ground=LANE
    ).activate()
    # Half of 7 points, rounded up, is 4.
    assert scene.reach("unit") == {"0208", "0308", "0408", "0508", "0608"}


@pytest.mark.rule("shock.move.terrain.leave-enemy-zoc", "shock.move.abbr.wd")
def test_infantry_in_an_enemy_zone_only_turns_or_withdraws() -> None:
    scene = given(
        foot("unit", "0608"), foot("foe", "0708", side="red", facing="sw"), ground=LANE
    ).activate()
    assert scene.reach("unit") == {"0608"}
    assert "withdraw" in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.tactical", "shock.move.terrain.enter-enemy-zoc")
def test_cavalry_goes_from_zone_to_zone_but_not_through_the_second() -> None:
    scene = given(
        heavy("unit", "0808"), foot("foe", "0807", side="red", facing="s"), ground={}
    ).activate()
    # 0708 is the other front hex of the foe, next to 0808; 0608 is reached around it.
    assert "0708" in scene.reach("unit")


# -- passing through ---------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.passing-through")
def test_a_unit_moves_through_friends_but_does_not_end_with_them() -> None:
    scene = given(foot("unit", "0208"), foot("friend", "0408"), ground=LANE).activate()
    hexes = scene.reach("unit")
    assert "0408" not in hexes
    assert {"0308", "0508", "0608", "0708"} <= hexes


@pytest.mark.rule("shock.rulings.passing-through")
def test_nobody_moves_through_enemies() -> None:
    scene = given(
        foot("unit", "0208"), foot("foe", "0508", side="red", order=ROUTED), ground=LANE
    ).activate()
    assert scene.reach("unit") == {"0108", "0208", "0308", "0408"}


# -- note A: roads, bridges, fords, paths --------------------------------------------------------

WOODED = {**LANE, **{f"{col:02}08": "woods" for col in range(1, 16)}}
ROAD = [("road", [f"{col:02}08" for col in range(1, 16)])]


@pytest.mark.rule("shock.move.note.a.infantry-cavalry", "shock.move.terrain.road")
@pytest.mark.parametrize(("build", "far"), [(foot, "0708"), (heavy, "0908")])
def test_tactical_movement_goes_by_road(build: Build, far: str) -> None:
    scene = given(build("unit", "0208"), ground=WOODED, roads=ROAD).activate()
    assert far in scene.reach("unit")


@pytest.mark.rule("shock.move.note.a.infantry-cavalry", "shock.move.rate.strategic")
def test_strategic_movement_goes_by_road() -> None:
    scene = given(foot("unit", "0208"), ground=WOODED, roads=ROAD).activate()
    assert "1208" in scene.reach("unit", "march")


@pytest.mark.rule("shock.move.note.a.infantry-cavalry", "shock.move.note.a.artillery")
@pytest.mark.parametrize(
    ("build", "enters"),
    # Two hexes of woods by road: 2 points of the 3 of reduced movement; without it 3 a hex.
    [(foot, False), (guns, True)],
)
def test_only_artillery_goes_by_road_in_reduced_movement(build: Build, enters: bool) -> None:
    scene = given(
        build("unit", "0208"),
        foot("foe", "0508", side="red", facing="nw"),
        ground=WOODED,
        roads=ROAD,
    ).activate()
    assert ("0408" in scene.reach("unit")) == enters


@pytest.mark.rule("shock.move.note.a.infantry-cavalry", "shock.move.note.a.artillery")
@pytest.mark.parametrize(("build", "enters"), [(heavy, False), (horse_guns, True)])
@pytest.mark.parametrize("crossing", ["bridge", "ford"])
def test_only_artillery_crosses_into_a_zone_by_bridge_or_ford(
    build: Build, enters: bool, crossing: str
) -> None:
    scene = given(
        build("unit", "0208"),
        foot("foe", "0508", side="red", facing="nw"),
        ground=LANE,
        sides=[("river", "0308 e")],
        crossings=[(crossing, "0308 e")],
    ).activate()
    assert ("0408" in scene.reach("unit")) == enters


# -- note B: rapid advance -----------------------------------------------------------------------


def rushed(build: Build, ground: str, cohesion: int = 6, order: int = GOOD) -> Check:
    scene = given(
        build("unit", "0208", mp=2, cohesion=cohesion, order=order),
        ground={**LANE, "0308": ground},
    ).activate()
    scene.play("rush unit")
    return scene.check()


@pytest.mark.rule("shock.rulings.rapid-advance")
@pytest.mark.parametrize(
    ("build", "ground", "modifier"),
    [(foot, "woods", 0), (heavy, "woods", 2), (heavy, "village", 0), (heavy, "chateau", 0)],
)
def test_rapid_advance_ends_with_a_cohesion_check(build: Build, ground: str, modifier: int) -> None:
    check = rushed(build, ground)
    assert check.total() == modifier
    # At or below Cohesion 6 passes: 7 faces of ten, less the modifier.
    passing = [face for face in range(10) if check.outcome([face]) == check.outcome([0])]
    assert passing == list(range(7 - modifier))


@pytest.mark.rule("shock.rulings.rapid-advance")
@pytest.mark.parametrize(("face", "after"), [(6, GOOD), (7, D1)])
def test_rapid_advance_disorders_who_fails(face: int, after: int) -> None:
    scene = given(foot("unit", "0208", mp=2), ground={**LANE, "0308": "woods"}).activate()
    scene.play("rush unit").roll(face)
    assert scene.where("unit") == "0308"
    assert scene.order("unit") == after


@pytest.mark.rule("shock.rulings.rapid-advance")
@pytest.mark.parametrize(("build", "order"), [(foot, D1), (foot, D2), (heavy, D1)])
def test_a_failed_rapid_advance_does_not_disorder_further(build: Build, order: int) -> None:
    ground = {**LANE, "0308": "woods"}
    scene = given(build("unit", "0208", mp=2, order=order), ground=ground).activate()
    scene.play("rush unit").roll(9)
    assert scene.where("unit") == "0308" and scene.order("unit") == order
    assert scene.options() == [f"facing {corner}" for corner in FACINGS]  # nothing else follows


@pytest.mark.rule("shock.rulings.rapid-advance")
def test_rapid_advance_is_offered_from_afar() -> None:
    # Three clear hexes and woods at 2: five points; at 3 it would be six.
    scene = given(foot("unit", "0208"), ground={**LANE, "0608": "woods"}).activate()
    assert scene.reach("unit", "rush") == {"0608"}


@pytest.mark.rule("shock.rulings.rapid-advance")
@pytest.mark.parametrize(("kind", "offered"), [(FULL, True), (LIMITED, False), (OUTSIDE, False)])
def test_rapid_advance_needs_a_drawn_command(kind: int, offered: bool) -> None:
    scene = given(foot("unit", "0208"), ground={**LANE, "0608": "woods"}).activate(kind=kind)
    assert ("rush" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.rapid-advance", "shock.rulings.tactical")
def test_rapid_advance_enters_no_enemy_zone() -> None:
    ground = {**LANE, "0408": "woods", "0508": "woods"}
    scene = given(
        foot("unit", "0208", mp=5), foot("foe", "0608", side="red", facing="nw"), ground=ground
    ).activate()
    assert "0508" not in scene.reach("unit", "rush")


# -- note D: deep streams ----------------------------------------------------------------------

DEEP = [("deep-stream", "0308 e")]


@pytest.mark.rule("shock.move.note.d.disorders", "shock.rulings.wading")
@pytest.mark.parametrize("build", [foot, heavy])
def test_wading_a_deep_stream_disorders(build: Build) -> None:
    scene = given(build("unit", "0208"), ground=LANE, sides=DEEP).activate()
    assert "0408 wading" in scene.reach("unit")
    scene.play("move unit > 0408 wading facing n")
    assert scene.order("unit") == D1


@pytest.mark.rule("shock.move.note.d.disordered-barred")
@pytest.mark.parametrize("order", [D1, D2])
def test_a_disordered_unit_does_not_wade(order: int) -> None:
    scene = given(foot("unit", "0208", order=order), ground=LANE, sides=DEEP).activate()
    assert scene.reach("unit") == {"0108", "0208", "0308"}


@pytest.mark.rule("shock.move.note.d.disorders", "shock.move.terrain.bridge")
@pytest.mark.parametrize("crossing", ["bridge", "ford"])
def test_over_a_bridge_or_ford_nobody_gets_wet(crossing: str) -> None:
    scene = given(
        foot("unit", "0208"), ground=LANE, sides=DEEP, crossings=[(crossing, "0308 e")]
    ).activate()
    scene.play("move unit > 0408 facing n")
    assert scene.where("unit") == "0408"
    assert scene.order("unit") == GOOD


@pytest.mark.rule("shock.rulings.wading")
def test_a_unit_goes_round_by_a_dry_way_if_it_can() -> None:
    # To 0408 it is 1 + 1 + 2 points through the water, 2 + 2 + 1 round it through marsh.
    scene = given(
        foot("unit", "0208"),
        sides=[("deep-stream", f"0308 {way}") for way in ("ne", "e", "se")],
        ground=dict.fromkeys(("0307", "0407", "0309", "0409"), "marsh"),
    ).activate()
    assert "0408" in scene.reach("unit")
    scene.play("move unit > 0408 facing n")
    assert scene.order("unit") == GOOD


@pytest.mark.rule("shock.rulings.wading")
def test_nobody_wades_into_an_enemy_zone() -> None:
    scene = given(
        heavy("unit", "0208"),
        foot("foe", "0508", side="red", facing="nw"),
        ground=LANE,
        sides=DEEP,
    ).activate()
    assert not scene.reach("unit") & {"0408", "0408 wading"}


@pytest.mark.rule("shock.rulings.wading")
def test_neither_march_nor_rush_wades() -> None:
    scene = given(foot("unit", "0208"), ground={**LANE, "0408": "woods"}, sides=DEEP).activate()
    assert not scene.orders_of("unit") & {"march", "rush"}


# -- the path ----------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.wading")
def test_the_path_is_the_cheapest_and_is_told() -> None:
    scene = given(heavy("unit", "0208"), ground={"0308": "woods", "0408": "woods"}).activate()
    u, to = scene.u("unit"), scene.h("0508")
    # Round the woods by the row above or below: four hexes, the smaller numbers first.
    names = [scene.battle.grid.name(h) for h in path_to(scene.p, u, MOVE, to)]
    assert names == ["0208", "0307", "0407", "0507", "0508"]
    heard: list[Event] = []
    scene.p.ear = heard
    scene.play("move unit > 0508 facing n")
    moved = next(event for event in heard if "0508" in event.text)
    assert moved.subjects == ("unit:unit", *(f"hex:{name}" for name in names))


@pytest.mark.rule("shock.rulings.wading", "shock.rulings.strategic")
def test_a_dry_march_is_offered_where_a_move_would_wade() -> None:
    # To 0308 it is 1 + 2 points through the water, 1 + 3 + 1 round it through woods.
    scene = given(
        foot("unit", "0208", mp=4),
        sides=[("deep-stream", f"0208 {way}") for way in ("ne", "e", "se")],
        ground={"0307": "woods", "0309": "woods"},
    ).activate()
    assert "0308 wading" in scene.reach("unit")
    assert "0308" in scene.reach("unit", "march")


@pytest.mark.rule("shock.move.terrain.extend-retract-line")
def test_a_line_changed_this_turn_costs_a_point_of_the_march() -> None:
    scene = given(foot("unit", "0108", flags=LINED), ground=LANE).activate()
    assert max(scene.reach("unit")) == "0508"
    assert max(scene.reach("unit", "march")) == "1008"


# -- why not -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "hex", "why"),
    [
        ("move unit", "0814", "0814 is out of reach"),  # six hexes off, five points
        ("move unit", "0804", "an enemy stands in 0804"),
        ("move unit", "0708", "0708 has no room for it beside its friends"),
        ("move horse", "0805", "0805 is in an enemy zone of control, which it may not enter now"),
        ("march unit", "0805", "0805 is too near to the enemy for a march"),
    ],
)
def test_a_hex_it_cannot_go_to_is_refused_with_the_reason(order: str, hex: str, why: str) -> None:
    scene = given(
        foot("unit", "0808"),
        foot("friend", "0708", sp=12),
        light("horse", "0809", order=D1),
        foot("foe", "0804", "red", facing="s"),
    ).activate()
    with pytest.raises(NotAllowed, match=f"cannot go there: .*{why}"):
        read_order(scene.p, f"{order} > {hex}")
