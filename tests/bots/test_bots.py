"""Bots answer views lawfully, play equally for equal seeds, and drill takes what is there."""

import random

import pytest

from grognard.bots import NAMES, bot
from grognard.engine.errors import UnknownName
from grognard.engine.view import View
from grognard.systems import system
from tests.rules.shock.given import foot, given, heavy

SYSTEM = system("shock")


def play_out(seed: int, names: tuple[str, str], answers: int) -> list[int]:
    """The actions of the first answers of a game between two bots."""
    p = SYSTEM.start(SYSTEM.battle("gemioncourt"))
    rng = random.Random(seed)
    players = [bot(name, seed) for name in names]
    played: list[int] = []
    while not p.over and len(played) < answers:
        if p.decision is None:
            check = p.check()
            faces = [rng.randrange(d.first, d.first + d.sides) for d in check.dice]
            p.play(check.outcome(faces))
            continue
        action = players[p.actor].choose(View(p, p.actor), SYSTEM)
        assert action in p.options()
        played.append(action)
        p.play(action)
    return played


@pytest.mark.parametrize("name", NAMES)
def test_equal_seeds_play_equally(name: str) -> None:
    answers = 2 if "marshal" in name else 12
    assert play_out(3, (name, name), answers) == play_out(3, (name, name), answers)


def test_an_unknown_bot_is_named_with_a_hint() -> None:
    with pytest.raises(UnknownName, match='did you mean "drill"'):
        bot("dril")


def test_drill_rides_down_routed_infantry() -> None:
    scene = given(
        heavy("horse", "0808", sp=6),
        foot("broken", "0806", side="red", order=3, sp=4),
    )
    scene.activate("blue")
    action = bot("drill").choose(View(scene.p, 0), SYSTEM)
    assert scene.p.decision is not None
    assert scene.p.decision.phrase(scene.p, action) == "charge horse"


def test_drill_does_not_throw_a_weak_unit_at_a_strong_one() -> None:
    scene = given(
        foot("weak", "0808", sp=1),
        foot("strong", "0807", side="red", sp=9),
    )
    scene.activate("blue")
    action = bot("drill").choose(View(scene.p, 0), SYSTEM)
    assert scene.p.decision is not None
    assert scene.p.decision.phrase(scene.p, action) != "shock weak"
