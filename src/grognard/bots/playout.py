"""Playouts: both sides play on quickly until the enemy's next turn is over.

Both follow a book of what answers gained when they were tried: an answer of the same side to the
same kind of question after the same answer. What is not in the book is tried first.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.thought import Thought
from grognard.engine.view import Sample

TRIED: Final = 6  # answers to a question that are tried at most
LONGEST: Final = 160  # answers and rolls of a playout
FRESH: Final = 0.7  # how much of an older gain counts beside a new one

Key = tuple[int, type, int, int]  # the side, the kind of question, its answer before, this answer


class Book:
    """What answers gained when they were tried last."""

    def __init__(self) -> None:
        self.stamp: object = None
        self.gains: dict[Key, float] = {}

    def open(self, stamp: object) -> None:
        """Forget what was written under another stamp."""
        if stamp != self.stamp:
            self.stamp = stamp
            self.gains.clear()

    def write(self, key: Key, gain: float) -> None:
        """Note what an answer gained."""
        old = self.gains.get(key)
        self.gains[key] = gain if old is None else (1 - FRESH) * gain + FRESH * old


class Playout:
    """One way a position may go on."""

    def __init__(self, thought: Thought, book: Book, rng: random.Random) -> None:
        self.thought = thought
        self.book = book
        self.rng = rng
        self.last = [-1, -1]
        self.answers: list[int] = []  # of the side that thinks

    def value(self, p: Sample, order: list[int]) -> float:
        """The judgement after an order, the rest of the turn and the enemy's next one."""
        thought, side = self.thought, self.thought.side
        for action in order:
            if p.actor != side or action not in p.options():
                break
            self.give(p, action)
        crossed = False
        for _ in range(LONGEST):
            if p.over:
                break
            if p.roll is not None:
                self.throw(p)
                continue
            mover = thought.system.mover(p)
            crossed = crossed or mover == 1 - side
            if crossed and mover == side and p.actor == side:
                break
            self.give(p, self.answer(p))
        return thought.judge(p)

    def throw(self, p: Sample) -> None:
        """Let the dice fall."""
        self.thought.nodes += 1
        table = p.check().table
        p.play(table[int(self.rng.random() * len(table))])

    def give(self, p: Sample, action: int) -> None:
        """Give an answer."""
        actor = p.actor
        self.thought.nodes += 1
        self.last[actor] = action
        if actor == self.thought.side:
            self.answers.append(action)
        p.play(action)

    def answer(self, p: Sample) -> int:
        """What the side that is asked answers at first sight."""
        actor, kind = p.actor, type(p.decision)
        gains, last = self.book.gains, self.last[actor]
        options = p.options()
        if len(options) > TRIED:
            known = [a for a in options if (actor, kind, last, a) in gains]
            if len(known) < TRIED:
                options = known + self.rng.sample(options, TRIED - len(known))
            else:
                options = known
        unknown = [a for a in options if (actor, kind, last, a) not in gains]
        if unknown:
            now = self.thought.judge(p, actor)
            for action in unknown:
                after = self.thought.after(p, action)
                gain = self.thought.judge(after, actor) - now
                self.book.write((actor, kind, last, action), gain)
        return max(options, key=lambda a: (gains[actor, kind, last, a], self.rng.random()))
