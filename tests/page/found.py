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

SHOOTING = ("fires", "does it fire", "skirmishers attack")
MOST_GAMES = 40
MOST_ANSWERS = 500


class Found(NamedTuple):
    """A record, the side that is asked, and the ids of who does it to whom.

    Nobody need be chosen to do it (`doer` is empty) where the question is about him already.
    """

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
    prompt = decision.prompt(position)
    shot = text.startswith(("fire", "attack")) or any(word in prompt for word in SHOOTING)
    aimed = goal.startswith("unit:") and goal not in doers
    return (doers[0], goal) if shot and aimed and doers else None


def at_whom(position: Position, action: int) -> tuple[str, str] | None:
    """An answer to the question at whom a battery fires."""
    decision = position.decision
    asked = decision is not None and "at whom does it fire" in decision.prompt(position)
    return fire(position, action) if asked else None


def command(position: Position, action: int) -> tuple[str, str] | None:
    """An answer that gives a command the first turn; the last of its pieces stands for it."""
    decision = position.decision
    if decision is None or "which command acts first" not in decision.prompt(position):
        return None
    return decision.doers(position, action)[-1], decision.target(position, action)


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
        if pair[0] in decision.about(position) and "at whom" in decision.prompt(position):
            return game.record.text(), side, "", pair[1]
    return None


@lru_cache(maxsize=8)
def order(battle: str, verb: str = "") -> Found:
    """The first question at which a piece can be sent to another place by one order, or by this."""
    for seed in range(1, MOST_GAMES):
        told = _ordered(grognard.new(battle, seed=seed), random.Random(seed), verb)
        if told is not None:
            return Found(battle, *told)
    raise AssertionError(f"{battle}: nobody can {verb or 'march'}")


def _ordered(game: Game, rng: random.Random, verb: str) -> tuple[str, str, str, str] | None:
    for _ in range(MOST_ANSWERS):
        if game.over:
            return None
        if game.position.roll is not None:
            game.roll()
            continue
        side = game.actor
        view = game.view(side)
        pieces = {placement.id for placement in game.system.placements(view)}
        for piece in sorted(pieces & set(able(view))):
            for deed in deeds(view, piece):
                goals = [aim.goal for aim in deed.aims] or [deed.goal] * (deed.verb == verb)
                if goals and goals[0].startswith("locale:") and verb in ("", deed.verb):
                    return game.record.text(), str(side), piece, goals[0]
        game.play(rng.choice(game.options()))
    return None
