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
def test_a_unit_waits_while_its_place_is_taken_or_watched() -> None:
    assert turn(3, foot("b", 3, 12)).at("late") is None
    # 4 in from the edge of its base at 3.0: an enemy base that begins at 7.0 is far enough.
    assert turn(3, foot("foe", 8.5, 10, side="red")).at("late") is not None
    assert turn(3, foot("foe", 8.4, 10, side="red")).at("late") is None
    later = turn(3, foot("b", 3, 12))
    later.p.put(later.u("b"), 300, 300, 0)
    later.p.clock[TURN] = 4
    assert later.push(Arrive(side=0)).at("late") == (1.5, 10.0, 90)
