"""No question that public knowledge answers: in random games every single answer is a secret."""

import random

import pytest

from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.position import LocalesPosition

SAMPLES = 200


def is_secret(p: LocalesPosition) -> bool:
    """Whether the enemy, for all he knows, cannot tell that there is one answer only."""
    asked = p.decision
    assert asked is not None
    view, rng = View(p, 1 - asked.actor(p)), random.Random(0)
    for _ in range(SAMPLES):
        other = view.sample(rng)
        assert isinstance(other, LocalesPosition)
        if asked.options(other) != p.options():
            return True
    return False


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
@pytest.mark.parametrize("name", SYSTEM.shipped)
def test_a_side_is_asked_with_one_answer_only_to_keep_a_secret(name: str) -> None:
    single = 0
    for seed in range(4):
        rng = random.Random(seed)
        p = SYSTEM.start(SYSTEM.battle(name))
        assert isinstance(p, LocalesPosition)
        while not p.over:
            asked = p.decision
            if asked is not None and len(p.options()) == 1 and not asked.put_back(p):
                single += 1
                assert is_secret(p), f"{asked!r} in game {seed}"
            p.play(rng.choice(p.options() if asked is not None else list(p.check().table)))
    assert single
