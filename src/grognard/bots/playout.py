"""Playouts: a plan is carried on quickly until the enemy's next turn is over.

Both sides look one order ahead at a few answers, as `drill` does with little thought: the own side
in the spirit of its intent (plain, bold, cautious), the enemy by the plain weights.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.orders import OrderSearch
from grognard.bots.thought import Thought
from grognard.engine.view import Sample
from grognard.engine.weights import Weights

LOOK: Final = 16  # nodes for one order of a playout
LONGEST: Final = 160  # answers and rolls of a playout


class Playout:
    """One way a position may go on."""

    def __init__(self, thought: Thought, intent: Weights | None, rng: random.Random) -> None:
        self.thought = thought
        self.intent = intent
        self.dice = random.Random(rng.random())
        self.rng = rng
        self.meant: tuple[list[int], list[int]] = ([], [])  # what is left of each side's order
        self.answers: list[int] = []  # of the side that thinks

    def value(self, p: Sample, order: list[int]) -> float:
        """The judgement after an order, the rest of the turn and the enemy's next one."""
        thought, side = self.thought, self.thought.side
        self.meant[side].extend(order)
        crossed = False
        for _ in range(LONGEST):
            if p.over:
                break
            thought.nodes += 1
            if p.roll is not None:
                table = p.check().table
                p.play(table[int(self.dice.random() * len(table))])
                continue
            mover = thought.system.mover(p)
            crossed = crossed or mover == 1 - side
            if crossed and mover == side and p.actor == side:
                break
            action = self.answer(p)
            if p.actor == side:
                self.answers.append(action)
            p.play(action)
        return thought.judge(p)

    def answer(self, p: Sample) -> int:
        """What the side that is asked answers at first sight, or goes on with."""
        actor, options = p.actor, p.options()
        meant = self.meant[actor]
        if meant and meant[0] in options:
            return meant.pop(0)
        meant.clear()
        if len(options) == 1:
            return options[0]
        thought = self.thought
        weights = self.intent if actor == thought.side else thought.weights
        look = Thought(thought.system, actor, weights, LOOK)
        order = OrderSearch(look, self.rng).rated(p, {})[0]
        thought.nodes += look.nodes
        meant.extend(order.actions[1:])
        return order.actions[0]
