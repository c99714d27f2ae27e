"""Playouts: an order is carried out, and the battle goes on until the enemy's next turn is over.

Both sides go on as `drill` does with little thought: they look at every answer at first sight and
follow the few that look best. All orders are judged at the same moment, when the enemy has done
what they let him do: the first question of his turn is seldom the one that matters.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.orders import SIGHT, OrderSearch, Rating
from grognard.bots.thought import Thought
from grognard.engine.view import Sample

LOOK: Final = 40  # nodes for one order, if its answers do not need more to be seen
LONGEST: Final = 400  # answers and rolls that are gone through


class Playout:
    """One way things may go on. Equal seeds throw equal dice."""

    def __init__(self, thought: Thought, limit: int, seed: int) -> None:
        self.thought = thought
        self.limit = limit  # nodes: when they are spent, both sides give the usual answers
        self.rng = random.Random(seed)
        self.dice = random.Random(seed + 1)
        self.meant: tuple[list[int], list[int]] = ([], [])  # what is left of each side's order
        self.ratings: dict[tuple[int, type], dict[int, Rating]] = {}
        self.answers: list[int] = []  # of the own side, before the enemy's turn

    def value(self, p: Sample, order: list[int], known: dict[int, Rating]) -> float:
        """The judgement after an order, the rest of the turn and the enemy's next one.

        `known` are the ratings of the own orders now: those the order does not touch are kept.
        """
        thought, side = self.thought, self.thought.side
        self.ratings[side, type(p.decision)] = dict(known)
        self.meant[side].extend(order)
        began, crossed = thought.nodes, False
        for _ in range(LONGEST):
            if p.over:
                break
            mover = thought.system.mover(p)
            if crossed and mover != 1 - side:
                break
            if mover == 1 - side and not crossed:
                crossed = True
                self.ratings.clear()
            thought.nodes += 1
            if p.roll is not None:
                table = p.check().table
                p.play(table[int(self.dice.random() * len(table))])
                continue
            action = self.answer(p, self.limit - (thought.nodes - began))
            if p.actor == side and not crossed:
                self.answers.append(action)
            p.play(action)
        return thought.judge(p)

    def answer(self, p: Sample, left: int) -> int:
        """What the side that is asked goes on with, or what looks best to it."""
        actor, options = p.actor, p.options()
        meant = self.meant[actor]
        if meant and meant[0] in options:
            return meant.pop(0)
        meant.clear()
        if len(options) == 1:
            return options[0]
        assert p.decision is not None
        if left <= 0:
            return p.decision.default(p)
        thought = self.thought
        limit = min(left, max(LOOK, SIGHT * len(options)))
        look = Thought(thought.system, actor, thought.weights, limit)
        known = self.ratings.setdefault((actor, type(p.decision)), {})
        best = OrderSearch(look, self.rng).rated(p, known)[0]
        thought.nodes += look.nodes
        meant.extend(best.actions[1:])
        return best.actions[0]
