"""Arrivals: at the start of their side's turn, in command, if their place is free."""

import pytest

from grognard.systems.onepage.state.position import OUT
from grognard.systems.onepage.turn import Arrive
from grognard.systems.tabletop.turn import TURN
from tests.rules.onepage.given import Scene, Spec, foot, general, given

LATE = foot("late", 1.5, 10, facing=90, turn=3)


def turn(number: int, *more: Spec) -> Scene:
    """Blue's arrivals and command phase in a turn."""
    scene = given(foot("a", 20, 30), general("g", 20, 32), LATE, *more)
    scene.p.clock[TURN] = number
    scene.push(Arrive(side=0))
    return scene.command()


@pytest.mark.rule("onepage.rulings.arrival")
def test_units_arrive_on_their_turn_in_command() -> None:
    assert turn(2).at("late") is None
    scene = turn(3)
    assert scene.at("late") == (1.5, 10.0, 90)
    assert not scene.has("late", OUT)
    # In the next turn it needs a general as everybody does.
    assert scene.command().has("late", OUT)


@pytest.mark.rule("onepage.rulings.arrival")
def test_no_enemy_is_within_4_in_of_the_place_of_an_arrival() -> None:
    # 4 in from the edge of its base at 3.0: an enemy base that begins at 7.0 is far enough.
    assert turn(3, foot("foe", 8.5, 10, side="red")).at("late") == (1.5, 10.0, 90)
    assert turn(3, foot("foe", 8.4, 10, side="red")).at("late") != (1.5, 10.0, 90)


@pytest.mark.rule("onepage.rulings.arrival.beside")
def test_a_unit_whose_place_is_taken_comes_on_at_the_nearest_free_place_of_its_edge() -> None:
    # It comes over the left edge. A friend has 10.5 to 13.5 of it: the nearest place ends at 10.5.
    assert turn(3, foot("b", 2, 12)).at("late") == (1.5, 9.0, 90)
    # On its very place: 3 in up or down is as near, and the middle of the edge lies at 18.
    assert turn(3, foot("b", 1.5, 10)).at("late") == (1.5, 13.0, 90)
    # An enemy watches: up the edge until its base is 4 in from his, which begins at 10.5.
    assert turn(3, foot("foe", 2, 12, side="red")).at("late") == (1.5, 5.0, 90)


@pytest.mark.rule("onepage.rulings.arrival.beside")
def test_who_finds_no_place_within_12_in_waits_a_turn() -> None:
    # Stands 4.5 in apart leave 1.5 in between them, as much above the first. The last ends at
    # 22.5: the next place has its middle at 24, and is 14 in off.
    crowd = [foot(f"b{n}", 1.5, 3 + 4.5 * n) for n in range(5)]
    scene = turn(3, *crowd)
    assert scene.at("late") is None
    scene.p.put(scene.u("b3"), 15, 160, 0)
    for last, place in ((191, None), (190, (1.5, 22.0, 90))):
        scene.p.put(scene.u("b4"), 15, last, 0)
        scene.p.clock[TURN] = 4
        assert scene.push(Arrive(side=0)).at("late") == place


@pytest.mark.rule("onepage.rulings.arrival.beside")
def test_whose_own_place_is_free_comes_first_and_nobody_comes_on_where_he_may_not_stand() -> None:
    # Two are due at 10, in the order of the file; a third at 13, where the second would go.
    twin, third = foot("twin", 1.5, 10, 90, turn=3), foot("third", 1.5, 13, 90, turn=3)
    scene = turn(3, twin, third)
    places = [scene.at(who) for who in ("late", "third", "twin")]
    assert places == [(1.5, 10.0, 90), (1.5, 13.0, 90), (1.5, 7.0, 90)]
    # With a lake above, the second goes below the third.
    lake = [("lake", "0,0 40,0 40,80 0,80")]
    scene = given(foot("a", 20, 30), general("g", 20, 32), LATE, twin, third, areas=lake)
    scene.p.clock[TURN] = 3
    assert scene.push(Arrive(side=0)).at("twin") == (1.5, 16.0, 90)


@pytest.mark.rule("onepage.rulings.arrival.beside")
def test_the_log_says_where_and_why_an_arrival_is_not_at_its_place() -> None:
    def told(*more: Spec) -> list[str]:
        scene = given(foot("a", 20, 30), LATE, *more)
        scene.p.clock[TURN] = 3
        scene.p.ear = []
        scene.push(Arrive(side=0))
        return [event.text for event in scene.p.ear]

    assert told() == ["Late arrives."]
    assert told(foot("b", 2, 12)) == ["Late arrives 1 in from its place: B is in its place."]
    near = "Late arrives 5 in from its place: Foe is too near to its place."
    assert told(foot("foe", 4.5, 12, side="red")) == [near]
    crowd = [foot(f"b{n}", 1.5, 3 + 4.5 * n) for n in range(5)]
    wait = "Late waits: B1 is in its place, and no other is free within 12 in."
    assert told(*crowd) == [wait]


def comes(x: float, y: float, facing: int, *more: Spec) -> tuple[float, float, int] | None:
    """Where a unit comes on that is due there."""
    late = foot("late", x, y, facing, turn=3)
    scene = given(foot("a", 20, 30), general("g", 20, 32), late, *more)
    scene.p.clock[TURN] = 3
    return scene.push(Arrive(side=0)).at("late")


@pytest.mark.rule("onepage.rulings.arrival.beside")
@pytest.mark.parametrize(
    ("place", "beside"),
    [
        ((20, 34.5, 0), (23.0, 34.5, 0)),  # over the lower edge, whose middle is at 24
        ((30, 34.5, 0), (27.0, 34.5, 0)),
        ((20, 1.5, 180), (23.0, 1.5, 180)),  # over the upper edge
        ((46.5, 10, 270), (46.5, 13.0, 270)),  # over the right edge, whose middle is at 18
        # In a corner the edge behind it counts.
        ((1.5, 1.5, 180), (4.5, 1.5, 180)),
        ((1.5, 1.5, 90), (1.5, 4.5, 90)),
        # Half-way between both it is that at the side: two bases turned so take 4.25 in.
        ((2.2, 2.2, 135), (2.2, 6.5, 135)),
    ],
)
def test_it_comes_on_beside_its_place_along_the_edge_it_comes_over(
    place: tuple[float, float, int], beside: tuple[float, float, int]
) -> None:
    assert comes(*place, foot("b", *place)) == beside


@pytest.mark.rule("onepage.rulings.arrival")
def test_who_is_not_on_the_table_is_in_nobodys_way() -> None:
    # Not even in the corner from which all is measured.
    waits = foot("waits", 40, 1.5, turn=5, side="red"), foot("later", 40, 34.5, turn=5)
    assert comes(1.5, 1.5, 90, *waits) == (1.5, 1.5, 90)
