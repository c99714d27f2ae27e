"""What is seen on a map is told with its kind: who strikes comes first, who is struck last."""

import random

import pytest

import grognard
from grognard.engine.event import EventKind

FIGHTS = (EventKind.FIRE, EventKind.MELEE)
MOST = 1500  # answers


@pytest.mark.parametrize(
    "battle",
    [
        "shock/gemioncourt",
        "locales/mcphersons-ridge",
        "onepage/maida",
        "brigades/casteggio",
        "pulses/teugen-hausen",
    ],
)
def test_fights_are_told_with_both_sides(battle: str) -> None:
    game, chance = grognard.new(battle, seed=5), random.Random(5)
    sides: dict[str, int] = {}
    for _ in range(MOST):
        pieces = game.system.placements(game.view(game.battle.sides[0]))
        sides.update((piece.id, piece.side) for piece in pieces)
        if game.over:
            break
        if game.position.roll is None:
            game.play(chance.choice(game.options()))
        else:
            game.roll()
    fights = [entry for entry in game.log if entry.kind in FIGHTS]
    assert fights
    for entry in fights:
        struck = {sides[entry.subjects[0]], sides[entry.subjects[-1]]}
        assert struck == {0, 1}, entry.text
