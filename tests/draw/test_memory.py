"""Scenes drawn from the one before are the same as scenes drawn from scratch."""

import random

import pytest

import grognard
from grognard.draw import SceneMemory, scene

BATTLES = (
    "shock/gemioncourt",
    "locales/mcphersons-ridge",
    "brigades/leuthen",
    "pulses/aspern-essling",
    "onepage/maida",
)


@pytest.mark.parametrize("battle", BATTLES)
def test_a_remembered_scene_is_the_scene(battle: str) -> None:
    game, luck = grognard.new(battle, seed="memory"), random.Random(battle)
    memories = {side: SceneMemory() for side in (game.battle.sides[0], None)}
    changes = 0
    for turn in range(40):
        if game.over:
            break
        if game.actor == "chance":
            game.roll()
        else:
            game.play(luck.choice(game.options()))
        if turn > 20 and turn % 5 == 0:
            game.undo(consent=True)
        if turn % 3:
            continue  # several things move between two looks
        for side, memory in memories.items():
            view, before = game.view(side), memory.scene
            drawn = scene(view, game.system, memory)
            assert drawn.placing() == scene(view, game.system).placing()
            changes += drawn is not before
    assert changes > 6
