"""What initiative dice are worth before it is settled who has the initiative."""

import pytest

from grognard.bots.drill import Drill
from grognard.bots.marshal import Marshal
from grognard.engine.view import View
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.initiative import Initiative
from grognard.systems.pulses.judging.judgement import ahead
from grognard.systems.pulses.state.position import DIE, HOLDER
from tests.rules.pulses.given import Scene, army, foot, given

BLUE, RED = 0, 1


def rolled(blue: tuple[int, int], red: tuple[int, int]) -> Scene:
    """Blue held the initiative and has rolled, and Red has; both have dice to throw again."""
    units = (foot("a", 20, 20), army("chief", 20, 25), foot("b", 20, 40, side="red"))
    scene = given(*units, army("foe", 20, 45, side="red"), pool=(6, 6))
    scene.p.clock[HOLDER], scene.p.clock[DIE] = BLUE, 2
    return scene.push(Initiative()).roll(*blue).roll(*red)


def test_who_is_ahead_by_the_dice_counts_before_the_initiative_is_settled() -> None:
    assert ahead(rolled((1, 6), (4, 6)).p) == RED
    assert ahead(rolled((5, 6), (4, 6)).p) == BLUE
    assert ahead(given(foot("a", 20, 20)).p) == BLUE  # nothing lies there: who held it last


@pytest.mark.parametrize("bot", [Drill, Marshal])
@pytest.mark.parametrize("dice", [(1, 6), (1, 4)])
def test_a_bot_that_is_behind_throws_its_lower_die_again(
    bot: type[Drill], dice: tuple[int, int]
) -> None:
    """A 1 thrown again reaches all that a 6 thrown again reaches, and more."""
    scene = rolled(dice, (2, 6))
    action = bot(1).choose(View(scene.p, BLUE), SYSTEM)
    assert scene.p.decision is not None
    assert scene.p.decision.phrase(scene.p, action) == "throw the 1 again"


def test_a_bot_that_is_ahead_leaves_its_dice() -> None:
    scene = rolled((5, 6), (2, 6))
    scene.play("pass")  # Red's, who is behind and asked first
    assert scene.p.decision is not None
    action = Drill(1).choose(View(scene.p, BLUE), SYSTEM)
    assert scene.p.decision.phrase(scene.p, action) == "pass"
