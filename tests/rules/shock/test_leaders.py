"""Leader movement: points, roads, enemy zones; and leaders whose unit leaves them."""

import pytest

from grognard.systems.shock.leaders import LeaderMoves
from tests.rules.shock.given import Scene, Spec, foot, given, guns, leader

LANE = {f"{col:02}{row:02}": "lake" for row in (7, 9) for col in range(1, 16)}


def riding(*pieces: Spec, **where: object) -> Scene:
    """The leaders of the blue side are about to ride."""
    return given(*pieces, **where).push(LeaderMoves(side=0))  # type: ignore[arg-type]


@pytest.mark.rule("shock.rulings.turn.leaders", "shock.rulings.movement-points")
def test_a_leader_rides_twelve_points() -> None:
    scene = riding(leader("chief", "0108"), foot("unit", "0115"), ground=LANE)
    assert scene.reach("chief") == {f"{col:02}08" for col in range(2, 14)}


@pytest.mark.rule("shock.rulings.turn.leaders", "shock.move.terrain.woods")
def test_a_leader_pays_two_points_in_woods() -> None:
    ground = {**LANE, **{f"{col:02}08": "woods" for col in range(1, 16)}}
    scene = riding(leader("chief", "0108"), foot("unit", "0115"), ground=ground)
    assert scene.reach("chief") == {f"{col:02}08" for col in range(2, 8)}


@pytest.mark.rule("shock.move.terrain.road")
def test_a_leader_pays_half_a_point_on_a_road() -> None:
    # Ten hexes by road are 5 points, one of clear ground 1, three of woods 6: twelve in all.
    woods = {f"{col:02}08": "woods" for col in range(1, 16)}
    scene = riding(
        leader("chief", "0108"),
        foot("unit", "0115"),
        ground={**LANE, **woods, "1208": "clear"},
        roads=[("road", [f"{col:02}08" for col in range(1, 12)])],
    )
    assert max(scene.reach("chief")) == "1508"
    assert scene.battle.grid.distance[scene.h("0108")][scene.h("1508")] == 14


@pytest.mark.rule("shock.rulings.turn.leaders")
def test_every_leader_rides_once_a_turn() -> None:
    scene = riding(leader("chief", "0108"), foot("unit", "0115"))
    scene.play("move chief > 0208")
    assert scene.where("chief") == "0208"
    assert scene.p.decision is None or not scene.orders_of("chief")


@pytest.mark.rule(
    "shock.move.note.c", "shock.rulings.turn.leaders", "shock.move.terrain.enter-enemy-zoc"
)
def test_a_leader_enters_an_enemy_zone_only_to_join_a_unit_there() -> None:
    scene = riding(
        leader("chief", "0810"),
        foot("unit", "0808"),
        foot("foe", "0807", side="red", facing="s"),
    )
    # The foe's front is 0808, where the unit stands, and 0708; its flanks are 0907 and 0707.
    hexes = scene.reach("chief")
    assert "0808" in hexes
    assert not hexes & {"0708", "0907", "0707", "0807"}


@pytest.mark.rule("shock.rulings.leader-joins", "shock.move.terrain.enter-enemy-zoc")
@pytest.mark.parametrize(
    ("unit", "foe", "joins"), [("0708", "0808", True), ("0808", "0908", False)]
)
def test_a_leader_joins_a_unit_in_an_enemy_zone_by_reduced_movement(
    unit: str, foe: str, joins: bool
) -> None:
    # Half of 12 points: six hexes.
    scene = riding(
        leader("chief", "0108"),
        foot("unit", unit),
        foot("foe", foe, side="red", facing="nw"),
        ground=LANE,
    )
    assert (unit in scene.reach("chief")) == joins


@pytest.mark.rule("shock.move.terrain.leave-enemy-zoc")
def test_a_leader_leaves_an_enemy_zone_at_no_cost() -> None:
    scene = riding(
        leader("chief", "1408"),
        foot("unit", "1408"),
        foot("foe", "1508", side="red", facing="nw"),
        ground=LANE,
    )
    assert scene.reach("chief") == {f"{col:02}08" for col in range(2, 14)}


@pytest.mark.rule("shock.move.note.c")
def test_a_leader_does_not_ride_through_an_enemy_zone() -> None:
    scene = riding(
        leader("chief", "0108"),
        foot("unit", "0508"),
        foot("foe", "0507", side="red", facing="s"),
        ground={**LANE, "0507": "clear"},
    )
    # 0408 and 0508 are the foe's front: the unit on 0508 is out of reach, and so is what is beyond.
    assert scene.reach("chief") == {"0208", "0308"}


# -- a unit leaves its leader --------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.leader-follows")
def test_a_leader_left_alone_goes_with_the_unit() -> None:
    scene = given(foot("unit", "0808"), leader("chief", "0808"), foot("other", "0115")).activate()
    scene.play("move unit > 0805 facing n")
    assert scene.where("chief") == "0805"


@pytest.mark.rule("shock.rulings.leader-follows")
def test_a_leader_stays_with_who_stays() -> None:
    scene = given(foot("unit", "0808"), guns("battery", "0808"), leader("chief", "0808")).activate()
    scene.play("move unit > 0805 facing n")
    assert scene.where("chief") == "0808"


@pytest.mark.rule("shock.rulings.leader-follows", "shock.move.note.c")
def test_a_leader_goes_into_an_enemy_zone_with_his_unit() -> None:
    scene = given(
        foot("unit", "0809"),
        leader("chief", "0809"),
        foot("foe", "0807", side="red", facing="s"),
    ).activate()
    scene.play("move unit > 0808 facing n")
    assert scene.where("chief") == "0808"
