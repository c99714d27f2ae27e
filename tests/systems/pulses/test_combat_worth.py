"""What a combat is worth while it is fought, and command dice while they can still be used."""

import pytest

from grognard.bots.drill import Drill
from grognard.bots.thought import Thought
from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.judging.judgement import still_of_use
from grognard.systems.pulses.state.position import FLANKS, PULSE, PulsesPosition
from tests.rules.pulses.duels import FOE, A, pair
from tests.rules.pulses.given import Scene, army, force

BLUE = 0


def attack(state: int = 0, strength: int = 5) -> Scene:
    """Blue's attack with both officers at hand and eight command dice: who adds dice?"""
    officers = (force("blue", 30, 27, dice=2), army("chief", 30, 40))
    mine, foe = {**A, "state": state, "strength": strength}, {**FOE, "strength": strength}
    return pair(mine, foe, *officers, pool=(8, 0)).fight("a", "foe")


@pytest.mark.parametrize(("state", "strength"), [(0, 8), (FLANKS, 5), (FLANKS, 8)])
def test_an_attacker_with_dice_in_the_pool_does_not_fight_alone(state: int, strength: int) -> None:
    """More than six dice, or dice thrown again, are thrown in several handfuls."""
    scene = attack(state, strength)
    scene.p.clock[PULSE] = 3  # the fourth pulse: what is left in the pool is lost
    action = Drill(1).choose(View(scene.p, BLUE), SYSTEM)
    assert scene.p.decision is not None
    assert scene.p.decision.phrase(scene.p, action) == "all help (Blue at risk, +3 dice, 1 of 8)"


def test_hits_that_stand_count_before_the_combat_is_over() -> None:
    """Six of nine dice are thrown: six hits promise more than none."""
    values = []
    for face in (6, 1):
        scene = attack(strength=8).play("command die").roll(*[face] * 6)
        assert scene.p.check().target.startswith("attacker: 3 dice")
        values.append(SYSTEM.judge(scene.p, BLUE))
    assert values[0] > values[1] + 4  # and six points are most of the eight


def test_help_that_was_declared_counts() -> None:
    alone, helped = attack().play("alone"), attack().play("all help")
    assert SYSTEM.judge(helped.p, BLUE) > SYSTEM.judge(alone.p, BLUE)


def test_a_combat_is_judged_when_its_last_dice_have_fallen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eleven dice of the attacker are two handfuls, eight of the defender two more."""
    scene = attack(strength=8).play("all help")
    thought = Thought(SYSTEM, BLUE, None, 1000)
    judged: list[bool] = []

    def judge(p: PulsesPosition, side: int, weights: object) -> float:
        judged.append(p.roll is None)
        return 0.0

    monkeypatch.setattr(SYSTEM, "judge", judge)
    thought.outlook(scene.p)
    assert judged and all(judged)


def test_a_command_die_is_worth_less_from_pulse_to_pulse() -> None:
    """After four pulses the turn is over in any case, and what is left in the pool is lost."""
    p = attack().p
    worth = []
    for pulse in range(4):
        p.clock[PULSE] = pulse
        worth.append(still_of_use(p))
    assert worth == sorted(worth, reverse=True) and worth[0] == 1 and 0 < worth[3] < 0.25


def test_a_command_die_is_not_thrown_away_for_nothing_even_of_many() -> None:
    """Ahead by 11 to 6 with eleven dice in the pool: one thrown again can hardly gain anything."""
    p = attack().p
    worth = []
    for pool in (7, 8, 11, 12):
        p.pool[BLUE] = pool
        worth.append(SYSTEM.judge(p, BLUE))
    assert worth[1] - worth[0] == pytest.approx(0.08)
    assert worth[3] - worth[2] == pytest.approx(0.02)
