"""Marshal: plans beyond its order: the rest of its turn and the enemy's reply.

The best orders at first sight are played out several times, with the same dice for each, until the
enemy's next turn is over; those that fall behind are dropped. In systems with secrets each playout
starts from another position the side cannot tell from the true one.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch
from grognard.bots.playout import Book, Playout
from grognard.bots.reasons import told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View

NODES: Final = 2000  # tried for one order: about a fifth of a second
SHARE: Final = 3  # the first look takes at most one part in so many
WIDEST: Final = 6  # orders that are played out
HALVED: Final = (4, 8, 16)  # after so many rounds the worse half is dropped
PLAYOUT: Final = 70  # nodes of a playout, about
FIRST_SIGHT: Final = 4  # playouts that weigh as much as the first look


class Line:
    """An order that is played out: how often, what it led to, and how its best playout went."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.playouts = 0
        self.total = 0.0
        self.lead = 0.0  # over the mean of the orders played out with the same dice
        self.last = 0.0
        self.best = float("-inf")
        self.answers: list[int] = order.actions

    def add(self, value: float, answers: list[int]) -> None:
        """Note a playout."""
        self.playouts += 1
        self.total += value
        self.last = value
        if value > self.best:
            self.best, self.answers = value, answers

    @property
    def score(self) -> float:
        """What speaks for the order: its lead in playouts, and its first look as so many more."""
        return (self.lead + FIRST_SIGHT * self.order.gain) / (self.playouts + FIRST_SIGHT)

    @property
    def mean(self) -> float:
        """What the playouts led to on average."""
        return self.total / self.playouts if self.playouts else float("-inf")


class Marshal(Drill):
    """Plans the rest of its turn and looks at your reply."""

    name = "marshal"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        super().__init__(seed, nodes, temper, weights)
        self.book = Book()
        self.plan: list[int] = []

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The order that does best in playouts."""
        thought = Thought(system, view.side, self.weights_of(system), self.nodes // SHARE)
        self.thought = thought
        search = OrderSearch(thought, self.rng)
        stamp = system.clock(view)
        known = self.ratings.of((type(position.decision), stamp))
        rated = search.rated(position, known)
        first = search.first(position, rated)
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        self.plan = first.actions
        if len(rated) == 1:
            return first
        thought.limit = self.nodes
        self.book.open(stamp)
        others = [order for order in rated[:WIDEST] if order is not first]
        return self.played_out(view, position, thought, [first, *others][:WIDEST])

    def played_out(
        self, view: View, position: Sample, thought: Thought, orders: list[Order]
    ) -> Order:
        """The best of some orders, by playouts with equal dice, half of them dropped by and by."""
        room = (thought.limit - thought.nodes) // (PLAYOUT * HALVED[0])
        lines = [Line(order) for order in orders[: max(2, min(WIDEST, room))]]
        left = list(lines)
        rounds = 0
        while not thought.spent:
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides and rounds else position
            for line in left:
                playout = Playout(thought, self.book, random.Random(seed))
                line.add(playout.value(start.copy(), line.order.actions), playout.answers)
            mean = sum(line.last for line in left) / len(left)
            for line in left:
                line.lead += line.last - mean
            rounds += 1
            if len(left) > 2 and rounds in HALVED:
                left.sort(key=lambda line: -line.score)
                left = left[: (len(left) + 1) // 2]
        left.sort(key=lambda line: -line.score)
        lines = [*left, *(line for line in lines if line not in left)]
        best = lines[0]
        weighed = [(line.order, line.mean, line.playouts) for line in lines]
        self._weighed = position, view.side, weighed, best.order
        self.plan = best.answers
        return best.order

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do in the rest of its turn, as its best playout went."""
        return told(position, self.plan, side)
