"""Victory: 40 percent of an army, then objectives, then the smaller share of casualties."""

import pytest

from grognard.engine.battle import BattleResult
from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.state.position import ROUTED
from grognard.systems.onepage.turn import Switch
from grognard.systems.onepage.victory import broken
from grognard.systems.tabletop.turn import OVER, SIDE, TURN
from tests.rules.onepage.given import Scene, foot, general, given

BLUE = [foot("a", 20, 20), foot("b", 25, 20)]
RED = [foot("x", 20, 4, side="red"), foot("y", 25, 4, side="red")]


def ended(scene: Scene, turn: int = 6) -> BattleResult | None:
    """What has come of it at the end of red's player turn."""
    scene.p.clock[TURN], scene.p.clock[SIDE] = turn, 1
    scene.p.stack.append(Switch())
    scene.p.settle()
    return SYSTEM.result(scene.p)


@pytest.mark.rule("onepage.rulings.army-defeat")
def test_an_army_that_lost_forty_percent_withdraws_at_the_end_of_the_turn() -> None:
    scene = given(*BLUE, *RED)
    scene.p.losses[scene.u("x")] = 3
    assert not broken(scene.p, 1)
    scene.p.losses[scene.u("y")] = 1  # 4 of 10
    assert broken(scene.p, 1)
    found = ended(scene, turn=2)
    assert found is not None and found.winner == 0
    assert found.why == "Blue victory: the Red army withdraws."
    # A battle that ends so can be saved and read again.
    assert scene.p.fault() == ""
    assert type(scene.p).restore(scene.battle, scene.p.dump()).clock == scene.p.clock


@pytest.mark.rule("onepage.rulings.army-defeat")
def test_nobody_withdraws_in_the_middle_of_a_turn() -> None:
    scene = given(*BLUE, *RED)
    scene.p.losses[scene.u("x")] = 5
    scene.p.clock[TURN], scene.p.clock[SIDE] = 2, 0
    scene.push(Switch())
    assert not scene.p.over and not scene.p.clock[OVER]


@pytest.mark.rule("onepage.rulings.army-defeat")
def test_under_attrition_it_takes_half() -> None:
    scene = given(*BLUE, *RED, variant="attrition")
    scene.p.losses[scene.u("x")] = 4
    assert not broken(scene.p, 1)
    scene.p.losses[scene.u("y")] = 1
    assert broken(scene.p, 1)


@pytest.mark.rule("onepage.rulings.objective", "onepage.rulings.time-limit")
def test_objectives_decide_at_the_end() -> None:
    # Red has lost less, but blue holds a place: 3 in from the right edge of b at 26.5.
    scene = given(*BLUE, *RED, objectives=[(29.5, 20, "", 1)])
    scene.p.losses[scene.u("a")] = 1
    found = ended(scene)
    assert found is not None and found.why == "Blue victory by objectives: Blue 1 (Place), Red 0."
    assert found.points == (1.0, 0.0)
    further = given(*BLUE, *RED, objectives=[(29.6, 20, "", 1)])
    further.p.losses[further.u("a")] = 1
    found = ended(further)
    assert found is not None and found.why == (
        "Red victory by casualties: strength points lost: Red 0 of 10, Blue 1 of 10."
    )


@pytest.mark.rule("onepage.rulings.objective")
def test_an_objective_is_held_alone_by_units_that_are_not_routed() -> None:
    both = given(*BLUE, *RED, foot("z", 31, 20, side="red"), objectives=[(28, 20, "", 1)])
    both.p.losses[both.u("a")] = 1
    found = ended(both)
    assert found is not None and found.points == (0.0, 0.0)
    routed = given(foot("a", 20, 20), foot("b", 25, 20, state=ROUTED), general("g", 28, 20), *RED,
                   objectives=[(28, 20, "", 1)])  # fmt: skip
    found = ended(routed)
    assert found is not None and found.points == (0.0, 0.0)


def test_an_objective_may_be_worth_something_to_one_side_only() -> None:
    scene = given(*BLUE, *RED, objectives=[(28, 20, "red", 1)])
    found = ended(scene)
    assert found is not None and found.points == (0.0, 0.0)


@pytest.mark.rule("onepage.rulings.time-limit")
def test_then_the_smaller_share_of_casualties() -> None:
    # 1 of 10 against 2 of 15: red has lost the larger share.
    scene = given(*BLUE, *RED, foot("z", 31, 4, side="red"))
    scene.p.losses[scene.u("a")], scene.p.losses[scene.u("x")] = 1, 2
    found = ended(scene)
    assert found is not None and found.why == (
        "Blue victory by casualties: strength points lost: Blue 1 of 10, Red 2 of 15."
    )


def test_equal_is_a_draw() -> None:
    found = ended(given(*BLUE, *RED))
    assert found is not None and found.winner is None


@pytest.mark.rule("onepage.rulings.army-defeat", "onepage.rulings.time-limit")
def test_two_armies_that_withdraw_together_are_compared() -> None:
    scene = given(*BLUE, *RED)
    scene.p.losses[scene.u("a")], scene.p.losses[scene.u("x")] = 5, 4
    found = ended(scene, turn=2)
    assert found is not None and found.why == (
        "Red victory by casualties: strength points lost: Red 4 of 10, Blue 5 of 10."
    )


def test_each_objective_that_counts_is_named_with_its_points() -> None:
    # Blue's units stand on both of its places; the third is worth nothing to it.
    places = [(20.0, 20.0, "", 1), (25.0, 20.0, "blue", 2), (25.0, 21.0, "red", 4)]
    found = ended(given(*BLUE, *RED, objectives=places))
    assert found is not None
    assert found.why == "Blue victory by objectives: Blue 3 (Place 1, Place 2), Red 0."
