"""Drill: looks one order ahead, on exact odds and the system's own judgement.

Every order is tried on a copy; a roll counts for all its outcomes by their weights, the enemy
reacts as is best for him, and the order with the best outlook is given. Equal ones are drawn. The
answers of an order are remembered, and so are the ratings of orders that nothing has touched.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.bot import Bot, Reasons
from grognard.bots.orders import Order, OrderSearch, Ratings
from grognard.bots.reasons import MOST, candidate, told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View
from grognard.engine.weights import Weights

NODES: Final = 400  # tried at most for one answer
EACH: Final = 100  # and for each option, so that a choice of two does not take as long as of many

# A position, the side, the orders with their value and playouts, and the one that was given.
Weighed = tuple[Sample, int, list[tuple[Order, float, int]], Order]


class Drill(Bot):
    """Takes the best order it sees, without looking further: quick."""

    name = "drill"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        self.rng = random.Random(seed)
        self.nodes = nodes
        self.temper = temper
        self.weights = weights
        self.ratings = Ratings()
        self.thought: Thought | None = None
        self._weighed: Weighed | None = None
        self._guess = 0
        self._plan: list[tuple[str, int]] = []

    def choose(self, view: View, system: System) -> int:
        """The first answer of the best order."""
        if self._plan:
            # While nothing new is learnt, secrets are guessed as when the order was planned.
            position = view.sample(random.Random(self._guess))
            if self._plan[0][0] == position.digest():
                return self._plan.pop(0)[1]
        self._guess = self.rng.getrandbits(32)
        position = view.sample(random.Random(self._guess))
        order = self.order(view, system, position)
        self._plan = self.ahead(position, order)[1:]
        return order.actions[0]

    def ahead(self, position: Sample, order: Order) -> list[tuple[str, int]]:
        """The answers it means to give, with the positions in which they are to be given."""
        return expected(position, order.actions)

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The order it gives in a position."""
        limit = min(self.nodes, EACH * len(position.options()))
        self.thought = Thought(system, view.side, self.weights_of(system), limit)
        search = OrderSearch(self.thought, self.rng)
        known = self.ratings.of((type(position.decision), system.clock(view)))
        rated = search.rated(position, known)
        first = search.first(position, rated)
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        return first

    @property
    def weighed(self) -> Weighed | None:
        """What it weighed for its last order, for those who watch it play."""
        return self._weighed

    def why(self) -> Reasons | None:
        """The orders it weighed for its last one, worked out only when somebody asks."""
        if self._weighed is None:
            return None
        position, side, weighed, chosen = self._weighed
        candidates = [
            candidate(position, order.actions, side, value, playouts)
            for order, value, playouts in weighed[:MOST]
        ]
        nodes = self.thought.nodes if self.thought else 0
        return Reasons(self.plan_in_words(position, side, chosen), tuple(candidates), nodes)

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do."""
        return told(position, chosen.actions, side)

    def weights_of(self, system: System) -> Weights | None:
        """What it judges by: the best weights there are, unless some were named, in its temper."""
        sets = system.weights()
        return None if sets is None else sets.tempered(self.temper, self.weights)


def expected(position: Sample, actions: list[int]) -> list[tuple[str, int]]:
    """The answers of an order with the positions in which they are to be given."""
    p = position.copy()
    plan: list[tuple[str, int]] = []
    for action in actions:
        plan.append((p.digest(), action))
        p.play(action)
    return plan
