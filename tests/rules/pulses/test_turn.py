"""The turn: command dice, the order of a pulse, how turns and battles end, arrivals."""

import pytest

from grognard.engine.errors import FileError
from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.movement import Move
from grognard.systems.pulses.state.position import FIRED, HOLDER, PULSE, SUPPRESSED, TURN
from grognard.systems.pulses.turn import NextTurn, Phasing, Pulse, PulseEnd, TurnStart
from grognard.systems.tabletop.position import GONE
from tests.rules.pulses.given import army, foot, given, guns, light


@pytest.mark.rule("pulses.turn.command-then-pulses")
def test_a_turn_begins_with_the_command_phase() -> None:
    scene = given().push(TurnStart())
    assert scene.asks() == "CommandRoll"
    scene.roll(1, 1).roll(1, 1)
    assert scene.asks() == "TurnDie"


@pytest.mark.rule("pulses.turn.command-dice")
def test_the_pool_is_the_sum_of_as_many_dice_as_the_level() -> None:
    scene = given(army("chief", 1, 1, level=3)).push(TurnStart())
    scene.roll(3, 5, 6)
    assert scene.p.pool[0] == 14


@pytest.mark.rule("pulses.turn.command-dice")
@pytest.mark.parametrize("level", [1, 4])
def test_levels_are_one_to_four(level: int) -> None:
    assert given(army("chief", 1, 1, level=level)).p.rating[-2:].count(level)


@pytest.mark.rule("pulses.turn.command-dice")
@pytest.mark.parametrize("level", [0, 5])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(FileError, match="level"):
        given(army("chief", 1, 1, level=level))


@pytest.mark.rule("pulses.turn.first-initiative", "pulses.initiative.doubles")
def test_doubles_on_the_first_initiative_roll_pay() -> None:
    scene = given().push(TurnStart()).roll(3, 5).roll(1, 2)
    scene.roll(3).roll(4, 4).roll(1, 2)
    scene.play("pass", "pass")
    assert scene.p.pool == [8 + 3, 3]


@pytest.mark.rule("pulses.pulse.1-skirmish")
def test_a_pulse_opens_with_skirmish_attacks() -> None:
    near = (foot("a", 20, 20, sk=1), foot("foe", 20, 15, side="red"))
    assert given(*near).push(Pulse()).asks() == "NextSkirmish"


@pytest.mark.rule("pulses.pulse.2-artillery")
def test_a_battery_that_is_hit_still_takes_its_shot() -> None:
    scene = given(guns("a", 20, 20), guns("foe", 20, 12, 180, side="red")).fire()
    scene.play("foe", "a")
    # Each hits with its one die, throws it again against a battery, and hits again.
    scene.roll(6).roll(6)
    assert not scene.has("foe", SUPPRESSED)
    scene.roll(6).roll(6)
    assert scene.has("foe", SUPPRESSED)
    assert scene.has("a", SUPPRESSED)


@pytest.mark.rule("pulses.pulse.3-one-side-then-other", "pulses.pulse.3a-control")
def test_the_side_with_the_initiative_plays_its_segments_first() -> None:
    scene = given().push(Pulse())
    assert (scene.asks(), scene.p.actor) == ("Control", 0)
    scene.play("choose hold", "done")
    assert (scene.asks(), scene.p.actor) == ("Control", 1)


@pytest.mark.rule("pulses.pulse.3a-control", "pulses.pulse.3b-movement", "pulses.pulse.3c-combat")
def test_a_side_plays_control_then_movement_then_combat() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"))
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.push(Phasing(side=0))
    assert scene.asks() == "ControlRoll"
    scene.roll(4, 4)
    assert isinstance(scene.p.top, Move)
    scene.play("done")
    assert scene.asks() == "Strike"


@pytest.mark.rule("pulses.pulse.4-lift-suppression")
def test_suppression_is_lifted_at_the_end_of_a_pulse() -> None:
    scene = given(guns("a", 20, 20, state=SUPPRESSED | FIRED)).push(PulseEnd())
    assert not scene.has("a", SUPPRESSED)
    assert not scene.has("a", FIRED)


@pytest.mark.rule("pulses.pulse.5-next-initiative")
def test_after_a_pulse_the_initiative_is_rolled_again() -> None:
    scene = given().push(PulseEnd())
    assert scene.asks() == "TurnDie"
    scene.roll(4)
    assert scene.asks() == "InitiativeRoll"


@pytest.mark.rule("pulses.turn.ends-on-d4", "pulses.rulings.morale-timing")
def test_a_d4_not_above_the_completed_pulses_ends_the_turn() -> None:
    over = given().push(PulseEnd()).roll(1)
    assert over.p.clock[TURN] == 3
    on = given().push(PulseEnd()).roll(2)
    assert (on.p.clock[TURN], on.asks()) == (2, "InitiativeRoll")


@pytest.mark.rule("pulses.rulings.first-d4-cannot-end")
def test_the_first_d4_of_a_turn_ends_nothing() -> None:
    scene = given().push(TurnStart()).roll(1, 1).roll(1, 1).roll(1)
    assert scene.asks() == "InitiativeRoll"


@pytest.mark.rule("pulses.turn.basic-length", "pulses.rulings.basic-length")
def test_at_the_basic_length_a_low_die_ends_the_battle() -> None:
    for face, over in ((3, True), (4, False)):
        scene = given(first_turn=6)
        scene.push(NextTurn())
        assert scene.asks() == "LengthRoll"
        scene.roll(face)
        assert scene.p.over == over
    assert scene.p.clock[TURN] == 7


@pytest.mark.rule("pulses.rulings.nightfall")
def test_the_battle_ends_three_turns_after_its_length_at_the_latest() -> None:
    scene = given(first_turn=6)
    scene.p.clock[TURN] = 8
    assert scene.push(NextTurn()).asks() == "LengthRoll"
    scene = given(first_turn=6)
    scene.p.clock[TURN] = 9
    assert scene.push(NextTurn()).p.over


def test_the_clock_names_the_latest_turn_once_the_basic_length_is_over() -> None:
    scene = given(first_turn=6)
    for turn, shown in ((6, "Turn 6 of 6,"), (7, "Turn 7 of at most 9,")):
        scene.p.clock[TURN] = turn
        assert SYSTEM.clock(View(scene.p, 0)).startswith(shown)


@pytest.mark.rule("pulses.rulings.cds-lost")
def test_unused_command_dice_are_lost() -> None:
    scene = given(pool=(9, 9)).push(TurnStart()).roll(1, 2).roll(1, 1)
    assert scene.p.pool == [3, 2]


@pytest.mark.rule("pulses.rulings.turn-number")
def test_a_battle_begins_at_a_turn_of_the_day() -> None:
    assert given(first_turn=1).p.clock[TURN] == 1
    assert given(first_turn=6).p.clock[TURN] == 6
    for turn in (0, 7):
        with pytest.raises(FileError, match="first_turn"):
            given(first_turn=turn, turns=9)


@pytest.mark.rule("pulses.rulings.arrival")
def test_a_place_is_free_if_no_enemy_is_within_3_in_of_it() -> None:
    for gap, comes in ((2.9, False), (3.0, True)):
        scene = given(foot("late", 20, 20, turn=3), foot("foe", 20, 20 - 3 - gap, side="red"))
        scene.p.clock[TURN] = 3
        scene.push(TurnStart())
        assert (scene.at("late") == (20, 20, 0)) == comes


@pytest.mark.rule("pulses.rulings.arrival")
def test_nobody_arrives_before_his_turn() -> None:
    scene = given(foot("late", 20, 20, turn=3)).push(TurnStart())
    assert scene.at("late") is None


@pytest.mark.rule("pulses.rulings.takes-over")
def test_an_arriving_commander_takes_over() -> None:
    scene = given(army("prince", 1, 1), army("duke", 2, 2, level=4, turn=3))
    scene.p.clock[TURN] = 3
    scene.push(TurnStart())
    assert scene.at("prince") is None
    scene.roll(1, 1, 1, 1)
    assert scene.p.pool[0] == 4
    assert scene.p.clock[PULSE] == 0


@pytest.mark.rule("pulses.subcommander.once-per-pulse", "pulses.skirmish.one-per-target")
def test_in_the_next_pulse_officers_help_and_skirmishers_attack_again() -> None:
    scene = given(foot("a", 20, 20, sk=1), foot("foe", 20, 12, 180, side="red"))
    scene.skirmish().play("skirmish a").roll(1)
    scene.p.used[scene.u("blue")] = 1
    scene.push(PulseEnd()).roll(4).roll(6, 5).roll(1, 2)
    # The initiative is blue's again: its skirmishers find the same target.
    assert (scene.asks(), scene.texts()) == ("NextSkirmish", ["done", "skirmish a"])
    assert scene.p.used[scene.u("blue")] == 0


@pytest.mark.rule("pulses.turn.command-dice")
def test_the_side_that_held_the_initiative_throws_its_command_dice_first() -> None:
    for holder in (0, 1):
        scene = given()
        scene.p.clock[HOLDER] = holder
        scene.push(TurnStart())
        roll = scene.p.roll
        assert roll is not None and roll.roller(scene.p) == holder


@pytest.mark.rule("pulses.rulings.arrival.beside")
def test_a_unit_whose_place_is_taken_comes_on_beside_it() -> None:
    # At the bottom edge a friend has 20.5 to 23.5: the nearest free place ends at 20.5.
    scene = given(foot("late", 20, 46.5, turn=3), foot("friend", 22, 46.5))
    scene.p.clock[TURN] = 3
    assert scene.push(TurnStart()).at("late") == (19, 46.5, 0)


@pytest.mark.rule("pulses.rulings.arrival.beside")
def test_a_unit_waits_if_no_place_within_12_in_is_free() -> None:
    crowd = [foot(f"f{n}", 6.5 + 4.5 * n, 46.5) for n in range(7)]
    scene = given(foot("late", 20, 46.5, turn=3), *crowd)
    scene.p.clock[TURN] = 3
    assert scene.push(TurnStart()).at("late") is None
    scene.p.put(scene.u("f3"), 200, 200, 0)
    scene.p.stack.clear()
    scene.p.clock[TURN] = 4
    assert scene.push(TurnStart()).at("late") == (20, 46.5, 0)
    # From 9.5 on the edge is taken: it has room 12 in to the left. A tenth further is too far.
    for left, place in ((9.5, (8, 46.5, 0)), (9.4, None)):
        crowd = [foot(f"f{n}", left + 1.5 + 4.5 * n, 46.5) for n in range(6)]
        scene = given(foot("late", 20, 46.5, turn=3), *crowd)
        scene.p.clock[TURN] = 3
        assert scene.push(TurnStart()).at("late") == place


@pytest.mark.rule("pulses.pulse.3b-movement")
def test_a_unit_moves_once_in_a_segment_and_again_in_the_next_pulse() -> None:
    scene = given(foot("a", 20, 30)).moves("a").play("to 20.0,25.0", "halt")
    assert "move a" not in scene.texts()
    scene.play("done").push(Phasing(side=0)).play("choose hold")
    assert "move a" in scene.texts()


@pytest.mark.rule("pulses.turn.command-dice")
def test_a_side_without_an_army_commander_throws_no_command_dice() -> None:
    scene = given()
    scene.p.put(scene.u("blue-army"), GONE, 0, 0)
    scene.push(TurnStart())
    # Only red has a commander, of level 2.
    assert scene.roll(3, 4).asks() == "TurnDie"
    assert scene.p.pool == [0, 7]


@pytest.mark.rule("pulses.rulings.arrival.beside", "pulses.rulings.town-closed")
def test_no_place_beside_its_own_is_on_ground_closed_to_it() -> None:
    # A friend has 19.5 to 22.5. Towards the middle a town is closed to cavalry up to 30: it
    # would have to come on at 24, the centre in the town. The other way it ends at 19.5.
    town = [("town", "230,440 300,440 300,480 230,480")]
    friend = foot("friend", 21, 46.5)
    for unit, x in (
        (light("late", 21.2, 46.5, turn=3), 18.0),
        (foot("late", 21.2, 46.5, turn=3), 24.0),
    ):
        scene = given(unit, friend, areas=town)
        scene.p.clock[TURN] = 3
        assert scene.push(TurnStart()).at("late") == (x, 46.5, 0)


@pytest.mark.rule("pulses.pulse.1-skirmish", "pulses.pulse.2-artillery")
def test_the_clock_names_the_part_of_the_pulse() -> None:
    units = (foot("a", 20, 20, sk=1), guns("b", 24, 20), foot("foe", 20, 14, 180, side="red"))
    for part, scene in (("skirmish", given(*units).skirmish()), ("fire", given(*units).fire())):
        assert SYSTEM.clock(View(scene.p, 0)) == f"Turn 2 of 6, 08:00, pulse 1 · Blue: {part}"
