"""Rolling for initiative: totals, ties by the d4, re-rolls in order, doubles."""

import pytest

from grognard.systems.pulses.initiative import Initiative
from grognard.systems.pulses.state.position import DIE, HOLDER
from grognard.systems.pulses.turn import TurnDie
from grognard.systems.tabletop.position import GONE
from tests.rules.pulses.given import Scene, given, wing


def rolled(
    blue: tuple[int, int], red: tuple[int, int], d4: int = 1, holder: int = 0, **more: object
) -> Scene:
    """Both sides have rolled; the holder's dice come first."""
    scene = given(**more)  # type: ignore[arg-type]
    scene.p.clock[HOLDER], scene.p.clock[DIE] = holder, d4
    scene.push(Initiative())
    for dice in (blue, red) if holder == 0 else (red, blue):
        scene.roll(*dice)
    return scene


@pytest.mark.rule("pulses.initiative.roll")
def test_the_higher_total_of_two_dice_has_the_initiative() -> None:
    assert rolled((2, 3), (1, 6)).p.clock[HOLDER] == 1
    assert rolled((2, 6), (1, 6)).p.clock[HOLDER] == 0


@pytest.mark.rule("pulses.initiative.d4")
def test_one_d4_is_thrown_by_the_last_holder() -> None:
    scene = given()
    scene.p.clock[HOLDER] = 1
    scene.push(TurnDie())
    roll = scene.p.roll
    assert roll is not None
    assert roll.roller(scene.p) == 1
    assert [die.sides for die in scene.p.check().dice] == [4]


@pytest.mark.rule("pulses.initiative.tie-even", "pulses.initiative.d4")
def test_an_even_d4_gives_ties_to_its_thrower() -> None:
    assert rolled((3, 4), (2, 5), d4=2, holder=0).p.clock[HOLDER] == 0
    assert rolled((3, 4), (2, 5), d4=4, holder=1).p.clock[HOLDER] == 1


@pytest.mark.rule("pulses.initiative.tie-odd")
def test_an_odd_d4_gives_ties_to_the_opponent_of_its_thrower() -> None:
    assert rolled((3, 4), (2, 5), d4=3, holder=0).p.clock[HOLDER] == 1


@pytest.mark.rule("pulses.initiative.reroll.low-first", "pulses.initiative.reroll.high-second")
def test_the_lower_side_is_asked_first_and_throws_before_the_other_answers() -> None:
    scene = rolled((2, 3), (1, 6), pool=(3, 3))
    assert (scene.asks(), scene.p.actor) == ("Reroll", 0)
    scene.play("throw the 2 again")
    assert scene.asks() == "RerollDice"
    scene.roll(6)
    assert (scene.asks(), scene.p.actor) == ("Reroll", 1)
    scene.play("throw the 1 again").roll(2)
    assert scene.p.clock[HOLDER] == 0


@pytest.mark.rule("pulses.initiative.reroll.price", "pulses.commander.initiative")
def test_every_die_thrown_again_costs_a_command_die() -> None:
    scene = rolled((2, 3), (1, 6), pool=(2, 0))
    assert scene.texts() == ["pass", "throw the 2 again", "throw the 3 again", "throw both again"]
    scene.play("throw both again")
    assert scene.p.pool == [0, 0]
    one = rolled((2, 3), (1, 6), pool=(1, 0))
    assert one.texts() == ["pass", "throw the 2 again", "throw the 3 again"]
    one.play("throw the 3 again")
    assert one.p.pool == [0, 0]


@pytest.mark.rule("pulses.commander.initiative", "pulses.rulings.wing-commander")
def test_a_wing_commander_alone_has_dice_thrown_again_too() -> None:
    for officers, asked in (((wing("marshal", 12, 10, ["blue"]),), True), ((), False)):
        scene = given(*officers, pool=(1, 0))
        scene.p.put(scene.u("blue-army"), GONE, 0, 0)
        scene.p.clock[DIE] = 1
        scene.push(Initiative()).roll(2, 3).roll(1, 6)
        assert (scene.asks() == "Reroll") == asked


@pytest.mark.rule("pulses.initiative.reroll.stands")
def test_a_lower_die_stands() -> None:
    scene = rolled((4, 5), (6, 6), pool=(1, 0)).play("throw the 5 again").roll(1)
    assert scene.p.dice[:2] == [1, 4]


@pytest.mark.rule("pulses.initiative.doubles", "pulses.rulings.doubles-option")
def test_doubles_pay_as_many_command_dice_as_the_d4_shows() -> None:
    scene = rolled((4, 4), (5, 6), d4=3)
    assert scene.p.pool == [3, 0]


@pytest.mark.rule("pulses.rulings.doubles-option")
def test_a_variant_pays_nothing_for_doubles() -> None:
    assert rolled((4, 4), (5, 6), d4=3, variant="no-doubles").p.pool == [0, 0]


def test_the_question_tells_both_totals_and_who_is_ahead_by_the_d4() -> None:
    def told(scene: Scene) -> str:
        decision = scene.p.decision
        assert decision is not None
        return decision.prompt(scene.p)

    behind = told(rolled((2, 3), (1, 6), pool=(1, 0)))
    assert behind.startswith("Initiative: you 5 (2 and 3), the enemy 7. Throw")
    # An odd d4 is for the side that did not throw it: red is ahead, and blue is asked first.
    tied = told(rolled((3, 4), (1, 6), d4=1, pool=(1, 0)))
    assert "you 7 (3 and 4), the enemy 7; the d4, a 1, decides for the enemy. Throw" in tied
