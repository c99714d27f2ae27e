"""Situations found in seeded random games: the record up to a question worth asking."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import grognard
from grognard.engine.deeds import able, deeds
from grognard.engine.game import Game
from grognard.engine.position import Position

MOST_GAMES = 40
MOST_ANSWERS = 500


class Found(NamedTuple):
    """A record, the side that is asked, and the ids of who does it to whom."""

    battle: str
    record: str
    side: str
    doer: str
    goal: str


Wanted = Callable[[Position, int], tuple[str, str] | None]


def attack(position: Position, action: int) -> tuple[str, str] | None:
    """An answer by which somebody is attacked."""
    decision = position.decision
    return None if decision is None else decision.attacks(position, action)


def fire(position: Position, action: int) -> tuple[str, str] | None:
    """An answer by which a piece fires at another."""
    decision = position.decision
    if decision is None:
        return None
    goal, text = decision.aims_at(position, action), decision.phrase(position, action)
    doers = decision.doers(position, action) or decision.about(position)
    shot = text.startswith("fire") or "fires" in decision.prompt(position)
    aimed = goal.startswith("unit:") and goal not in doers
    return (doers[0], goal) if shot and aimed and doers else None


def ahead(position: Position, action: int) -> tuple[str, str] | None:
    """A named way straight ahead of a stand."""
    decision = position.decision
    if decision is None or not decision.wide or attack(position, action):
        return None
    if not decision.phrase(position, action).startswith("ahead"):
        return None
    return decision.about(position)[0], decision.aims_at(position, action)


@lru_cache(maxsize=16)
def found(battle: str, wanted: Wanted) -> Found:
    """The first question of a random game at which a piece can be given such an order.

    Where the piece is named by one answer and its goal by the next, the question about the piece.
    """
    for seed in range(MOST_GAMES):
        game, rng = grognard.new(battle, seed=seed), random.Random(seed)
        before = ""
        doers: tuple[str, ...] = ()
        for _ in range(MOST_ANSWERS):
            if game.over:
                break
            if game.position.roll is not None:
                game.roll()
                before = ""
                continue
            told = _told(game, wanted, before, doers)
            if told is not None:
                return Found(battle, *told)
            action = rng.choice(game.options())
            decision = game.position.decision
            assert decision is not None
            before, doers = game.record.text(), decision.doers(game.position, action)
            game.play(action)
    raise AssertionError(f"{battle}: nothing of the kind in {MOST_GAMES} games")


def _told(
    game: Game, wanted: Wanted, before: str, doers: tuple[str, ...]
) -> tuple[str, str, str, str] | None:
    position, decision = game.position, game.position.decision
    assert decision is not None
    for action in position.options():
        pair = wanted(position, action)
        if pair is None:
            continue
        side = game.battle.sides[position.actor]
        if pair[0] in decision.doers(position, action):
            return game.record.text(), side, *pair
        if before and pair[0] in doers:
            return before, side, *pair
    return None


@lru_cache(maxsize=4)
def march(battle: str) -> Found:
    """The first question at which a piece can be sent to another place by one order."""
    game, rng = grognard.new(battle, seed=1), random.Random(1)
    for _ in range(MOST_ANSWERS):
        if game.position.roll is not None:
            game.roll()
            continue
        side = game.actor
        view = game.view(side)
        pieces = {placement.id for placement in game.system.placements(view)}
        for piece in sorted(pieces & set(able(view))):
            for deed in deeds(view, piece):
                for aim in deed.aims:
                    if aim.goal.startswith("locale:"):
                        return Found(battle, game.record.text(), str(side), piece, aim.goal)
        game.play(rng.choice(game.options()))
    raise AssertionError(f"{battle}: nobody can march")
