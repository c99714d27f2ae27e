"""Marshal: weighs its best orders by what comes of them, and keeps its plan.

The orders that `drill` likes best, and what is left of the plan made before, are played out until
the enemy's next turn is over, with equal dice. In systems with secrets each round starts from
another position the side cannot tell from the true one.
"""

from __future__ import annotations

import random
from statistics import fmean, stdev
from typing import Final

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch, Rating
from grognard.bots.playout import Playout
from grognard.bots.reasons import told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View

NODES: Final = 2000  # tried for one order: about a fifth of a second
SHARE: Final = 4  # the first look takes at most one part in so many
WIDEST: Final = 3  # plans that are played out
MARGIN: Final = 8.0  # an order that gains so much less at first is not played out
HALVED: Final = (2, 5)  # after so many rounds the worse half is dropped
ROUNDS: Final = 24
SETTLED: Final = 3  # rounds after which a lead may be taken for settled
ERRORS: Final = 2.5  # a lead of so many standard errors is settled
DOUBT: Final = 1.0  # playouts that the gain on exact odds counts for
CLEAR: Final = 60.0  # more than any advantage in a battle that goes on


class Plan:
    """An order, and what came of it when it was played out."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.gains: list[float] = []
        self.best = float("-inf")
        self.answers: list[int] = order.actions

    def add(self, gain: float, answers: list[int]) -> None:
        """Note what came of it once."""
        self.gains.append(gain)
        if gain > self.best:
            self.best, self.answers = gain, answers

    @property
    def score(self) -> float:
        """What playouts gain, with the gain on exact odds counted among them."""
        return (DOUBT * self.order.gain + sum(self.gains)) / (DOUBT + len(self.gains))


class Marshal(Drill):
    """Weighs its best orders by what comes of them."""

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
        known: dict[int, Rating] = {}
        rated = search.rated(position, known)
        first = search.first(position, rated)
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        self.plan = first.actions
        plans = self.plans(position, [first, *rated])
        if len(plans) > 1:
            thought.limit = self.nodes
            first = self.played_out(view, position, thought, plans, known)
        self.kept = self.plan[len(first.actions) :]
        return first

    def plans(self, position: Sample, rated: list[Order]) -> list[Plan]:
        """The plans worth playing out: the best orders, and the plan kept."""
        least = rated[0].gain - MARGIN
        orders = {order.actions[0]: order for order in reversed(rated) if order.gain >= least}
        found = {rated[0].actions[0]: Plan(rated[0])}
        if self.kept and self.kept[0] in orders and self.kept[0] in position.options():
            found.setdefault(self.kept[0], Plan(orders[self.kept[0]]))
        for order in rated:
            if len(found) >= WIDEST:
                break
            if order.gain >= least:
                found.setdefault(order.actions[0], Plan(order))
        return list(found.values())

    def played_out(
        self,
        view: View,
        position: Sample,
        thought: Thought,
        plans: list[Plan],
        known: dict[int, Rating],
    ) -> Order:
        """The order of the best plan, all with equal dice, half of them dropped by and by."""
        left = list(plans)
        now = thought.judge(position)
        limit = (thought.limit - thought.nodes) // (2 * len(left))
        for rounds in range(1, ROUNDS + 1):
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides and rounds > 1 else position
            found: list[tuple[float, list[int]]] = []
            for plan in left:
                if thought.spent:
                    break
                playout = Playout(thought, limit, seed)
                value = playout.value(start.copy(), plan.order.actions, known)
                found.append((max(-CLEAR, min(CLEAR, value)) - now, playout.answers))
            if len(found) < len(left):
                break  # a round in which not all were played out would be unfair
            for plan, (gain, answers) in zip(left, found, strict=True):
                plan.add(gain, answers)
            left.sort(key=lambda plan: -plan.score)
            if rounds >= SETTLED and settled(left):
                break
            if rounds in HALVED:
                left = left[: max(2, (len(left) + 1) // 2)]
        plans = [*left, *(plan for plan in plans if plan not in left)]
        best = plans[0]
        self.plan = best.answers
        weighed = [(plan.order, plan.score, len(plan.gains)) for plan in plans]
        self._weighed = position, view.side, weighed, best.order
        return best.order

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do: the order, and how it means to go on."""
        return told(position, self.plan, side)


def settled(plans: list[Plan]) -> bool:
    """Whether the first plan leads all others by more than chance; equal dice, so by rounds."""
    first = plans[0]
    for plan in plans[1:]:
        leads = [mine - other for mine, other in zip(first.gains, plan.gains, strict=True)]
        if fmean(leads) < ERRORS * stdev(leads) / len(leads) ** 0.5:
            return False
    return True
