"""Units that their leader no longer commands: what the judgement takes off for them."""

import pytest

from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems import system
from grognard.systems.shock.judging.judgement import command
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.leaders import in_command
from tests.rules.shock.given import Scene, foot, given, leader

SHOCK = system("shock")


def hand() -> ShockWeights:
    sets = SHOCK.weights()
    assert sets is not None
    weights = sets.get("hand")
    assert isinstance(weights, ShockWeights)
    return weights


def scene(away: int) -> Scene:
    """A leader in 0202 and six points so many hexes east of him."""
    return given(leader("chief", "0202", commands=True), foot("unit", f"{2 + away:02d}02", sp=6))


def worth(away: int) -> float:
    found = scene(away)
    return command(found.p, found.u("unit"), hand())


def test_a_hex_beyond_the_leaders_command_costs_more_than_a_hex_within() -> None:
    assert in_command(scene(5).p, scene(5).u("unit"))
    assert not in_command(scene(6).p, scene(6).u("unit"))
    # A division leader commands over 5 hexes; each hex beyond two costs 0.12, each of the six
    # points out of command 0.3.
    assert worth(5) == pytest.approx(-0.12 * 3)
    assert worth(6) == pytest.approx(-0.12 * 4 - 0.3 * 6)


@pytest.mark.parametrize("seed", range(3))
def test_a_brigade_does_not_leave_its_leaders_command_to_stand_before_an_enemy(seed: int) -> None:
    found = given(
        leader("chief", "0202", commands=True),
        foot("unit", "0702", sp=6, facing="ne"),
        foot("foe", "0902", "red", sp=5, facing="sw"),
    )
    p = found.activate().p
    drill = bot("hand-drill", seed)
    while p.roll is None and p.actor == 0:
        p.play(drill.choose(View(p, 0), SHOCK))
    assert in_command(p, found.u("unit"))
