"""The end of a battle: after the last turn, and by a claim."""

import pytest

from grognard.engine.battle import BattleResult
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import Clock, State
from grognard.systems.locales.turn import NextTurn
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse


def ended(scene: Scene) -> BattleResult:
    """The result when the time is up."""
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None
    return result


@pytest.mark.rule("locales.ruling.time-limit")
def test_after_the_last_turn_of_the_second_side_the_battle_is_over() -> None:
    scene = given(foot("a", "b2"), turns=2)
    scene.p.clock[Clock.TURN], scene.p.clock[Clock.SIDE] = 2, 1
    assert SYSTEM.result(scene.push(NextTurn()).p) is not None
    scene.p.clock[Clock.TURN], scene.p.clock[Clock.SIDE] = 2, 0
    assert SYSTEM.result(scene.push(NextTurn()).p) is None


@pytest.mark.rule("locales.ruling.time-limit")
def test_more_enemy_objectives_win_before_morale() -> None:
    scene = given(
        foot("a", "b2"), foot("far", "c2"), horse("foe", "d4", side="red"),
        objectives={"b2": "red", "c2": "red", "d4": "blue", "a1": "red"},
    )  # fmt: skip
    scene.p.morale[:] = [1, 50]
    result = ended(scene)  # two against one
    assert result.winner == 0 and "objectives" in result.why
    assert result.points == (1, 50)


@pytest.mark.rule("locales.ruling.time-limit.any-unit-holds")
@pytest.mark.parametrize(
    "holder",
    [horse("a", "b2", 1), gun("a", "b2"), foot("a", "b2", 0, state=State.DISRUPTED | State.UP)],
)
def test_at_the_end_a_unit_that_could_not_claim_an_objective_holds_it(holder: Spec) -> None:
    scene = given(holder, objectives={"b2": "red"})
    scene.administer("claim")
    assert scene.morale("red") == 50
    result = ended(scene)
    assert result.winner == 0 and "objectives" in result.why


@pytest.mark.rule("locales.ruling.time-limit")
def test_then_morale_as_a_share_of_its_start() -> None:
    scene = given(foot("a", "b2"), morale=(40, 20))
    scene.p.morale[:] = [30, 16]  # 75 against 80 percent
    assert ended(scene).winner == 1
    scene.p.morale[:] = [33, 16]  # 82.5 against 80 percent
    result = ended(scene)
    assert result.winner == 0 and "morale" in result.why


@pytest.mark.rule("locales.ruling.time-limit")
def test_shares_are_compared_exactly() -> None:
    # 199/200 is 99.5 %; 197/198 is 99.4949 %: told apart though both are near.
    scene = given(foot("a", "b2"), morale=(200, 198))
    scene.p.morale[:] = [199, 197]
    assert ended(scene).winner == 0


@pytest.mark.rule("locales.ruling.time-limit")
def test_then_the_defender() -> None:
    scene = given(foot("a", "b2"), morale=(40, 20))
    scene.p.morale[:] = [30, 15]  # 75 percent each; red defends
    result = ended(scene)
    assert result.winner == 1 and "defender" in result.why


@pytest.mark.rule("locales.ruling.time-limit")
def test_own_objectives_count_for_nothing() -> None:
    scene = given(foot("a", "b2"), objectives={"b2": "blue"}, morale=(40, 40))
    assert ended(scene).winner == 1


@pytest.mark.rule("locales.ruling.objective.claim", "locales.ruling.demoralized")
def test_a_claim_may_end_the_battle() -> None:
    scene = given(foot("a", "b2", 2), objectives={"b2": "red"}, morale=(9, 9))
    assert SYSTEM.result(scene.phase(3).p) is None and scene.morale("red") == 4
    scene.p.stack.clear()
    result = SYSTEM.result(scene.phase(3).p)
    assert scene.morale("red") == 0
    assert result is not None and result.winner == 0
