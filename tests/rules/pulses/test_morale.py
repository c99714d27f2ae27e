"""Army morale and victory."""

import pytest

from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.morale import MoralePhase, beyond, losses, take_objectives
from grognard.systems.pulses.state.position import FAILED, TURN
from grognard.systems.pulses.turn import NextTurn
from tests.rules.pulses.given import Scene, foot, given, guns, light


def army_of(count: int, dead: int, turn: int = 4, **more: object) -> Scene:
    """Blue has lost some of its units; the turn ends."""
    units = [foot(f"u{i}", 2 + 3.5 * i, 40) for i in range(count)]
    scene = given(*units, **more)  # type: ignore[arg-type]
    scene.p.clock[TURN] = turn
    for i in range(dead):
        scene.p.remove(scene.u(f"u{i}"), "is lost")
    return scene.push(NextTurn(), MoralePhase())


@pytest.mark.rule(
    "pulses.morale.when", "pulses.rulings.break-point", "pulses.rulings.morale-timing"
)
def test_an_army_checks_at_a_third_of_its_units_rounded_up() -> None:
    # A third of 7, rounded up, is 3.
    assert army_of(7, 3).asks() == "MoraleRoll"
    assert army_of(7, 2).asks() == "CommandRoll"
    assert army_of(6, 2).asks() == "MoraleRoll"


def test_what_an_army_may_still_lose_is_never_less_than_nothing() -> None:
    # Its break point is 3 of 7: after 2 lost it may lose 1 more, after 5 none.
    left = [SYSTEM.score(View(army_of(7, dead).p, 0))[0] for dead in (2, 3, 5)]
    assert left == [1, 0, 0]


@pytest.mark.rule("pulses.morale.when")
def test_a_battle_may_set_the_break_point() -> None:
    assert army_of(7, 2, breaks=(2, 0)).asks() == "MoraleRoll"


@pytest.mark.rule("pulses.morale.total", "pulses.morale.pass", "pulses.morale.fail",
                  "pulses.rulings.turn-number")  # fmt: skip
def test_dice_turn_and_losses_beyond_must_not_exceed_14() -> None:
    # Turn 4, a loss beyond the break point of 2: 9 on the dice pass, 10 do not.
    scene = army_of(6, 3).roll(4, 5)
    assert (scene.p.clock[FAILED], scene.asks()) == (0, "CommandRoll")
    scene = army_of(6, 3).roll(5, 5)
    assert scene.p.clock[FAILED] == 1
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == 1


@pytest.mark.rule("pulses.rulings.nobody-left")
def test_an_army_with_nobody_left_is_beaten_without_a_roll() -> None:
    scene = army_of(4, 4, turn=2)
    assert scene.p.clock[FAILED] == 1
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == 1
    assert army_of(4, 3, turn=2).asks() == "MoraleRoll"
    # Guns alone do not hold a field.
    units = (foot("a", 20, 20), guns("b", 30, 20))
    scene = given(*units)
    scene.p.remove(scene.u("a"), "is lost")
    assert scene.push(NextTurn(), MoralePhase()).p.clock[FAILED] == 1


@pytest.mark.rule("pulses.morale.losses", "pulses.morale.break-point-base")
def test_guns_count_for_the_break_point_but_not_as_losses() -> None:
    units = (foot("a", 20, 20), light("b", 25, 20), guns("c", 30, 20), guns("d", 33, 20))
    scene = given(*units)
    assert scene.battle.breaks[0] == 2
    for dead, counted in (("c", 0), ("a", 1), ("b", 2)):
        scene.p.remove(scene.u(dead), "is lost")
        assert losses(scene.p, 0) == counted
    assert beyond(scene.p, 0) == 0


@pytest.mark.rule("pulses.morale.break-point-base")
def test_all_arms_count_for_the_break_point() -> None:
    for more in (foot("d", 40, 20), light("d", 40, 20), guns("d", 40, 20)):
        units = (foot("a", 20, 20), foot("b", 25, 20), foot("c", 30, 20))
        assert given(*units).battle.breaks[0] == 1
        assert given(*units, more).battle.breaks[0] == 2


@pytest.mark.rule("pulses.rulings.objective")
def test_an_objective_is_held_by_who_was_last_alone_within_3_in() -> None:
    for way, taken in ((3.0, 0), (3.1, 1)):
        scene = given(foot("a", 20, 20), objectives=[(20, 21.5 + way, "red", 2)])
        take_objectives(scene.p)
        assert scene.p.held == [taken]
        # Two points for whoever holds it, Blue who took it too.
        assert [each.points for each in SYSTEM.earned(scene.p)] == [((2, 0), (0, 2))[taken]]
    both = given(foot("a", 20, 20), foot("foe", 20, 26, side="red"),
                 objectives=[(20, 23, "red", 2)])  # fmt: skip
    take_objectives(both.p)
    assert both.p.held == [1]


def ended(scene: Scene) -> int | None:
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None
    return result.winner


@pytest.mark.rule("pulses.rulings.victory")
def test_without_a_beaten_army_the_objectives_decide() -> None:
    places = [(20.0, 20.0, "red", 2), (30.0, 20.0, "blue", 1)]
    assert ended(given(objectives=places)) == 1
    assert ended(given()) is None


@pytest.mark.rule("pulses.rulings.both-fail")
def test_if_both_armies_fail_the_objectives_decide() -> None:
    scene = given(objectives=[(20.0, 20.0, "red", 2)])
    for failed, words in ((3, "both armies are beaten, and it holds"), (0, "it holds")):
        scene.p.clock[FAILED] = failed
        assert ended(scene) == 1
        result = SYSTEM.result(scene.p)
        assert result is not None and result.why == f"Red victory: {words} the field."
    even = given()
    even.p.clock[FAILED] = 3
    assert ended(even) is None
