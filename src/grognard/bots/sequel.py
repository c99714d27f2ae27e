"""What follows an order: the best order after it, and the enemy's best reply.

Both are looked for as `drill` does, and weighed by what they gain on exact odds; only the dice in
between are thrown, the same for every order that is compared. The enemy is looked at anew each
time: what an order lays open to him is just what was not there before.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from grognard.bots.orders import Order, OrderSearch
from grognard.bots.thought import Thought
from grognard.engine.view import Sample

LONGEST: Final = 60  # answers and rolls that are gone through
REACTION: Final = 8  # nodes for an answer of the enemy while an order is carried out
LEAST: Final = 40  # nodes for one look, if there are so many left
NEXT: Final = 0.7  # what the own next order counts for: it can be thought about again
REPLY: Final = 0.7  # what the enemy's reply counts for: there is more of the turn before it


class Followed(NamedTuple):
    """What follows an order gains or costs, and the answers of the own next order."""

    value: float
    answers: list[int]


class Sequels:
    """Follows orders from one position."""

    def __init__(self, thought: Thought, gains: dict[int, float], look: int) -> None:
        self.thought = thought
        self.gains = gains  # of the own orders, at the start
        self.look = max(LEAST, look)

    def of(self, p: Sample, order: list[int], seed: int) -> Followed:
        """What follows an order: the own next one, less the enemy's reply."""
        thought, side = self.thought, self.thought.side
        rng = random.Random(seed)
        self.carry_out(p, order, rng)
        value, answers = 0.0, list(order)
        if self.own_turn(p):
            best = self.best(p, side, dict(self.gains), rng)
            if best.gain > 0.0:
                value += NEXT * best.gain
                answers += best.actions
                self.carry_out(p, best.actions, rng)
        self.pass_on(p, rng)
        if not p.over and p.roll is None and p.actor == 1 - side and not thought.reacts(p):
            value -= REPLY * max(0.0, self.best(p, 1 - side, {}, random.Random(seed)).gain)
        return Followed(value, answers)

    def own_turn(self, p: Sample) -> bool:
        """Whether the side that thinks is asked what it does, in no turn of the enemy."""
        side = self.thought.side
        return not p.over and p.actor == side and self.thought.system.mover(p) != 1 - side

    def best(self, p: Sample, side: int, known: dict[int, float], rng: random.Random) -> Order:
        """A side's best order in its own eyes."""
        thought = self.thought
        look = Thought(thought.system, side, thought.weights, self.look)
        found = OrderSearch(look, rng).rated(p, known)[0]
        thought.nodes += look.nodes
        return found

    def carry_out(self, p: Sample, order: list[int], rng: random.Random) -> None:
        """Give the answers of an order, throw its dice, let the enemy react."""
        side = self.thought.side
        left = list(order)
        for _ in range(LONGEST):
            if p.over:
                return
            if p.roll is not None:
                self.throw(p, rng)
            elif p.actor == side and left and left[0] in p.options():
                p.play(left.pop(0))
            elif p.actor == 1 - side and self.thought.reacts(p):
                p.play(self.reaction(p, rng))
            else:
                return
            self.thought.nodes += 1

    def pass_on(self, p: Sample, rng: random.Random) -> None:
        """Give nothing but the usual answers until the enemy's turn has come."""
        for _ in range(LONGEST):
            if p.over or (p.roll is None and p.actor != self.thought.side):
                if p.over or not self.thought.reacts(p):
                    return
                p.play(self.reaction(p, rng))
            elif p.roll is not None:
                self.throw(p, rng)
            else:
                assert p.decision is not None
                p.play(p.decision.default(p))
            self.thought.nodes += 1

    def throw(self, p: Sample, rng: random.Random) -> None:
        """One outcome of a roll by its odds."""
        table = p.check().table
        p.play(table[int(rng.random() * len(table))])

    def reaction(self, p: Sample, rng: random.Random) -> int:
        """What the enemy answers at first sight."""
        thought = self.thought
        look = Thought(thought.system, 1 - thought.side, thought.weights, REACTION)
        found = OrderSearch(look, rng).rated(p, {})[0].actions[0]
        thought.nodes += look.nodes
        return found
