"""Batteries declare before any of them throws: the odds of each shot are known all the same."""

from __future__ import annotations

import random

import grognard
from grognard.engine.game import Game
from grognard.systems.pulses.artillery import Target, Volley


def at_whom() -> tuple[Game, Target]:
    """A game in which a battery has several targets."""
    game, rng = grognard.new("pulses/teugen-hausen", seed=0), random.Random(0)
    while True:
        asked = game.position.decision
        if isinstance(asked, Target) and len(game.options()) > 2:
            return game, asked
        if game.position.roll is None:
            game.play(rng.choice(game.options()))
        else:
            game.roll()


def test_the_odds_of_a_shot_are_those_of_the_roll_that_comes_later() -> None:
    game, asked = at_whom()
    hold, first, *_ = game.options()
    assert game.foresee(hold).later == []
    (foreseen,) = game.foresee(first).later
    game.play(first)
    roll = game.position.roll
    while not (isinstance(roll, Volley) and roll.unit == asked.unit):
        if roll is None:
            game.play(game.options()[0])
        else:
            game.roll()
        roll = game.position.roll
    assert game.check.json() == foreseen.json()
