"""Standing still, shaking off disorder, and arrivals."""

import pytest

from grognard.systems.brigades.state.position import (
    ARRIVED,
    COLUMN,
    LIMBERED,
    OUT,
    RED,
    ROUT,
    STATIONARY,
    YELLOW,
)
from grognard.systems.brigades.turn import Arrive
from grognard.systems.tabletop.turn import TURN
from tests.rules.brigades.given import (
    Spec,
    battery,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

R = "brigades.rulings."
FOE = foot("foe", 20, 5, facing=180, side="red")


@pytest.mark.rule(R + "stationary.who")
@pytest.mark.parametrize(
    ("unit", "still"),
    [
        (foot("a", 20, 20), True),
        (line("a", 20, 20), True),
        (guns("a", 20, 20), True),
        (battery("a", 20, 20), True),
        (guns("a", 20, 20, state=LIMBERED), False),
        (screen("a", 20, 20), False),
        (horse("a", 20, 20), False),
        (rider("a", 20, 20), False),
    ],
)
def test_infantry_brigades_and_unlimbered_guns_can_be_stationary(unit: Spec, still: bool) -> None:
    assert given(unit, FOE).still().has("a", STATIONARY) == still


@pytest.mark.rule(R + "stationary.gained")
@pytest.mark.parametrize("state", [YELLOW, RED, COLUMN, OUT])
def test_disorder_columns_and_want_of_command_keep_from_settling(state: int) -> None:
    assert not given(foot("a", 20, 20, state=state), FOE).still().has("a", STATIONARY)


@pytest.mark.rule(R + "stationary.gained", R + "stationary.lost")
def test_who_moves_or_turns_is_not_stationary() -> None:
    for order in ("to 20.0,15.0", "to 20.0,20.0 facing 90"):
        scene = given(foot("a", 20, 20, state=STATIONARY), FOE).moves("a").play(order)
        assert not scene.has("a", STATIONARY)
        scene.p.stack.clear()
        assert not scene.still().has("a", STATIONARY)


@pytest.mark.rule(R + "stationary.at-once")
def test_the_stationary_roll_their_dice_in_the_same_turn() -> None:
    enemy = foot("foe", 20, 16, facing=180, side="red")
    scene = given(foot("a", 20, 20), enemy)
    scene.still().combat().play("attack foe")
    # 4 dice of fire; 2 for one who has moved.
    assert len(scene.p.check().dice) == 4
    moved = given(foot("a", 20, 20), enemy).combat().play("attack foe")
    assert len(moved.p.check().dice) == 2


@pytest.mark.rule(R + "recovery.temporary", "brigades.morale.level.temporary.recover")
def test_half_a_move_shakes_off_temporary_disorder() -> None:
    scene = given(foot("a", 20, 20, state=YELLOW), FOE).moves("a").play("recover")
    assert not scene.has("a", YELLOW)
    # 8 of 16 in are left.
    assert scene.left() == 8


@pytest.mark.rule(R + "recovery.temporary")
def test_recovery_at_the_end_of_a_move_ends_it() -> None:
    scene = given(foot("a", 20, 20, state=YELLOW), FOE).moves("a").play("to 20.0,12.0")
    assert "recover" in scene.texts()
    scene.play("recover")
    assert not scene.has("a", YELLOW)
    assert "move a" not in scene.texts() and "to 20.0,11.0" not in scene.texts()


@pytest.mark.rule(R + "recovery.temporary")
def test_nobody_recovers_in_contact_or_when_too_little_is_left() -> None:
    touching = foot("foe", 20, 16.9, facing=180, side="red")
    scene = given(foot("a", 20, 20, state=YELLOW), touching).moves("a")
    assert "recover" not in scene.texts()
    scene = given(foot("a", 20, 20, state=YELLOW), FOE).moves("a").play("to 20.0,11.9")
    assert "recover" not in scene.texts()


@pytest.mark.rule(R + "recovery.permanent")
@pytest.mark.parametrize("state", [RED, ROUT])
def test_permanent_disorder_is_never_removed(state: int) -> None:
    scene = given(foot("a", 20, 20, state=state), FOE, foot("b", 30, 20))
    if state == RED:
        assert "recover" not in scene.moves("a").texts()
    else:
        with pytest.raises(ValueError, match="move a"):
            scene.moves("a")


@pytest.mark.rule(R + "arrival")
@pytest.mark.parametrize(("y", "comes"), [(11.0, True), (11.1, False)])
def test_a_stand_arrives_in_command_unless_an_enemy_is_near(y: float, comes: bool) -> None:
    # Its base reaches from 16.5 to 19.5, the enemy's to 1.5 in beyond his centre.
    late = foot("late", 20, 18, turn=2)
    scene = given(foot("a", 40, 30), late, foot("foe", 20, y, side="red"),
                  commander("far", 40, 34))  # fmt: skip
    scene.p.clock[TURN] = 2
    scene.p.x[scene.u("late")] = -1
    scene.push(Arrive(side=0))
    assert (scene.at("late") == (20, 18, 0)) == comes
    if comes:
        assert scene.has("late", ARRIVED)
        assert not scene.command().has("late", OUT)


def test_guns_whose_time_is_up_do_not_limber() -> None:
    scene = given(guns("battery", 20, 20), foot("foe", 30, 8, facing=180, side="red"))
    scene.moves("battery")
    assert "limber" in scene.texts() and "halt" not in scene.texts()
    decision = scene.p.decision
    assert decision is not None
    default = decision.phrase(scene.p, decision.default(scene.p))
    assert default.startswith("turn to foe to 20.0,20.0")
