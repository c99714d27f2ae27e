"""Marshal: weighs its best orders by what follows them, and keeps its plan.

The orders that `drill` likes best, and what is left of the plan made before, are followed: to the
best order after each, and to the enemy's best reply. In systems with secrets each round starts from
another position the side cannot tell from the true one.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch
from grognard.bots.reasons import told
from grognard.bots.sequel import Followed, Sequels
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View

NODES: Final = 2000  # tried for one order: about a fifth of a second
SHARE: Final = 4  # the first look takes at most one part in so many
WIDEST: Final = 4  # orders that are followed
HALVED: Final = (1, 3)  # after so many rounds the worse half is dropped
ROUNDS: Final = 24
DOUBT: Final = 1  # rounds it takes to believe half of what follows an order
CLEAR: Final = 60.0  # more than any advantage in a battle that goes on


class Line:
    """A plan: its order, and what followed it."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.followed = 0
        self.total = 0.0
        self.best = float("-inf")
        self.answers: list[int] = order.actions

    def add(self, value: float, answers: list[int]) -> None:
        """Note what followed once."""
        self.followed += 1
        self.total += value
        if value > self.best:
            self.best, self.answers = value, answers

    @property
    def score(self) -> float:
        """What the order gains by exact odds, and what follows as far as it can be believed."""
        return self.order.gain + self.total / (self.followed + DOUBT)


class Marshal(Drill):
    """Weighs its best orders by what follows them."""

    name = "marshal"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        super().__init__(seed, nodes, temper, weights)
        self.plan: list[int] = []
        self.kept: list[int] = []  # what is left of the plan made before

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The order of the plan that does best."""
        thought = Thought(system, view.side, self.weights_of(system), self.nodes // SHARE)
        self.thought = thought
        search = OrderSearch(thought, self.rng)
        gains: dict[int, float] = {}
        rated = search.rated(position, gains)
        first = search.first(position, rated)
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        self.plan = first.actions
        if len(rated) > 1:
            lines = self.lines(position, [first, *rated])
            thought.limit = self.nodes
            first = self.followed(view, position, thought, lines, gains)
        self.kept = self.plan[len(first.actions) :]
        return first

    def lines(self, position: Sample, rated: list[Order]) -> list[Line]:
        """The plans worth following: the best orders, and the plan kept."""
        gains = {order.actions[0]: order for order in reversed(rated)}
        found: dict[int, Line] = {}
        if self.kept and self.kept[0] in gains and self.kept[0] in position.options():
            found[self.kept[0]] = Line(gains[self.kept[0]])
        for order in rated:
            if len(found) >= WIDEST:
                break
            found.setdefault(order.actions[0], Line(order))
        return list(found.values())

    def followed(
        self,
        view: View,
        position: Sample,
        thought: Thought,
        lines: list[Line],
        gains: dict[int, float],
    ) -> Order:
        """The order of the best plan, all with equal dice, half of them dropped by and by."""
        left = list(lines)
        look = (thought.limit - thought.nodes) // (2 * len(left))
        sequels = Sequels(thought, gains, look)
        for rounds in range(1, ROUNDS + 1):
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides and rounds > 1 else position
            found: list[Followed] = []
            for line in left:
                if thought.spent:
                    break
                found.append(sequels.of(start.copy(), line.order.actions, seed))
            if len(found) < len(left):
                break  # a round that not all have been followed in would be unfair
            for line, after in zip(left, found, strict=True):
                line.add(max(-CLEAR, min(CLEAR, after.value)), after.answers)
            left.sort(key=lambda line: -line.score)
            if rounds in HALVED:
                left = left[: max(2, (len(left) + 1) // 2)]
        lines = [*left, *(line for line in lines if line not in left)]
        best = lines[0]
        self.plan = best.answers
        weighed = [(line.order, line.score, line.followed) for line in lines]
        self._weighed = position, view.side, weighed, best.order
        return best.order

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do: the order, and the one after it."""
        return told(position, self.plan, side)
