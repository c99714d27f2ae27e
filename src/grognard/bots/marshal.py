"""Marshal: plans beyond its order: the rest of its turn and the enemy's reply.

The best orders at first sight are played out several times, with the same dice for each, until the
enemy's next turn is over; those that fall behind are dropped. In systems with secrets each playout
starts from another position the side cannot tell from the true one.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch
from grognard.bots.playout import Book, Playout
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View

NODES: Final = 1200  # tried for one order: about a fifth of a second
SHARE: Final = 3  # the first look takes at most one part in so many
WIDEST: Final = 6  # orders that are played out


class Line(NamedTuple):
    """An order that was played out: its mean value, how often, and how it looked at first."""

    value: float
    playouts: int
    order: Order


class Marshal(Drill):
    """Plans the rest of its turn and looks at your reply."""

    name = "marshal"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        super().__init__(seed, nodes, temper, weights)
        self.book = Book()
        self.lines: list[Line] = []

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The order that does best in playouts."""
        thought = Thought(system, view.side, self.weights_of(system), self.nodes // SHARE)
        self.thought = thought
        search = OrderSearch(thought, self.rng)
        stamp = system.clock(view)
        known = self.ratings.of((type(position.decision), stamp))
        rated = search.rated(position, known)
        first = search.first(position, rated)
        self.lines = [Line(first.gain, 0, first)]
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
        sums = {id(order): 0.0 for order in orders}
        counts = dict.fromkeys(sums, 0)
        left = list(orders)
        rounds = 0
        while not thought.spent:
            seed = self.rng.getrandbits(32)
            start = (
                position if not position.hides or not rounds else view.sample(random.Random(seed))
            )
            for order in left:
                playout = Playout(thought, self.book, random.Random(seed))
                sums[id(order)] += playout.value(start.copy(), order.actions)
                counts[id(order)] += 1
            rounds += 1
            if len(left) > 2 and rounds in (2, 5, 10):
                left.sort(key=lambda order: -sums[id(order)])
                left = left[: (len(left) + 1) // 2]
        self.lines = sorted(
            (Line(sums[id(o)] / counts[id(o)], counts[id(o)], o) for o in orders if counts[id(o)]),
            key=lambda line: (-line.playouts, -line.value),
        )
        return self.lines[0].order
