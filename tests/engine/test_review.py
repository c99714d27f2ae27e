"""A battle looked back on: losses, strength by turn, rolls that decided it."""

import random

import grognard
from grognard.engine.game import Game
from grognard.engine.review import review


def fought(battle: str, seed: int) -> Game:
    """A battle played at random to its end."""
    game, rng = grognard.new(battle, seed=seed), random.Random(seed)
    while not game.over:
        if game.position.roll is not None:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    return game


def test_losses_and_strengths_are_those_of_the_last_position() -> None:
    game = fought("onepage/maida", 3)
    found = review(game.system, game.walked(), game.position)
    units = game.system.roster(game.battle).units
    left = game.system.tally(game.position).strength
    lost = {unit.id: unit.strength - now for unit, now in zip(units, left, strict=True)}
    assert {loss.unit.id: loss.unit.strength - loss.left for loss in found.losses} == {
        unit: points for unit, points in lost.items() if points
    }
    sums = [sum(n for u, n in zip(units, left, strict=True) if u.side == side) for side in (0, 1)]
    assert found.strengths[-1] == sums
    assert found.turns == sorted(found.turns) and len(found.turns) == len(found.strengths)


def test_the_rolls_that_decided_it_are_rolls_and_in_order() -> None:
    game = fought("onepage/maida", 3)
    found = review(game.system, game.walked(), game.position)
    lines = [point.line for point in found.points]
    assert 1 <= len(lines) <= 3 and lines == sorted(lines)
    rolled = {entry.line for entry in game.log if entry.roll}
    assert set(lines) <= rolled
    assert all(0 < point.chance < 1 and point.swing > 0 for point in found.points)
    assert -1 <= found.luck <= 1


def test_shuffles_and_draws_are_neither_luck_nor_turning_points() -> None:
    game = fought("locales/mcphersons-ridge", 3)  # it has no other dice
    found = review(game.system, game.walked(), game.position)
    assert (found.points, found.luck) == ([], 0.0)
