"""Marshal: weighs its best orders by what comes of them, and keeps its plan.

The orders that `drill` likes best, what is left of the plan made before, and the rest of the turn
in other tempers are played out until the enemy's next turn is over, with equal dice. In systems
with secrets each round starts from another position the side cannot tell from the true one. What
exact odds promise, playouts with average dice and those with thrown dice all count, each by how far
it is from the truth as a rule.
"""

from __future__ import annotations

import random
from statistics import fmean, stdev
from typing import Final

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch, Rating
from grognard.bots.playout import Playout, worth
from grognard.bots.reasons import told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View
from grognard.engine.weights import Weights

NODES: Final = 2000  # tried for one order: about a fifth of a second
SHARE: Final = 4  # the first look takes at most one part in so many
WIDEST: Final = 3  # orders that are played out
TURNS: Final = ("bold", "stand-and-fire", "rush")  # and turns in these tempers
LEADERS: Final = 3  # plans that are played out with thrown dice as well
EACH: Final = 250  # nodes of a playout: longer ones were not found to tell more
MARGIN: Final = 8.0  # an order that gains so much less at first is not played out
HALVED: Final = 4  # rounds after which only two are left
ROUNDS: Final = 24
SETTLED: Final = 3  # rounds after which a lead may be taken for settled
ERRORS: Final = 2.5  # a lead of so many standard errors is settled
# How far from what comes of an order in the long run are what it gains on exact odds, one playout
# with average dice, and one with thrown dice: standard deviations, measured (docs/strength.md).
PROMISED, AVERAGE, THROWN = 1.6, 1.5, 3.0


class Plan:
    """An order, what it promises on exact odds, and what came of it when it was played out."""

    def __init__(self, order: Order, now: float = 0.0, own: Weights | None = None) -> None:
        self.order = order
        self.own = own  # what the rest of the turn is steered by, if not as ever
        self.now = now
        self.average: float | None = None  # what it gained with average dice
        self.gains: list[float] = []  # and with thrown ones
        self.answers: list[int] = order.actions

    def gained(self, playout: Playout, p: Sample, known: dict[int, Rating]) -> float:
        """What came of it in a playout; ratings by other weights say nothing to a temper."""
        value = playout.value(p.copy(), self.order.actions, {} if self.own else known)
        return value - worth(self.now)

    @property
    def promise(self) -> float:
        """What the order gains on exact odds."""
        return worth(self.now + self.order.gain) - worth(self.now)

    @property
    def playouts(self) -> int:
        return len(self.gains) + (self.average is not None)

    @property
    def score(self) -> float:
        """What it gains: promise and playouts by how much each can be relied on."""
        total, parts = self.promise / PROMISED**2, 1 / PROMISED**2
        if self.average is not None:
            total += self.average / AVERAGE**2
            parts += 1 / AVERAGE**2
        total += sum(self.gains) / THROWN**2
        parts += len(self.gains) / THROWN**2
        return total / parts


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
        now = thought.judge(position)
        plans = self.plans(position, [first, *rated], now)
        if len(plans) > 1:
            thought.limit = self.nodes
            first = self.played_out(view, position, thought, plans + self.turns(system, now), known)
        self.kept = self.plan[len(first.actions) :]
        return first

    def plans(self, position: Sample, rated: list[Order], now: float) -> list[Plan]:
        """The orders worth playing out: the best ones, and what is left of the plan kept."""
        least = rated[0].gain - MARGIN
        orders = {order.actions[0]: order for order in reversed(rated) if order.gain >= least}
        found = {rated[0].actions[0]: Plan(rated[0], now)}
        if self.kept and self.kept[0] in orders and self.kept[0] in position.options():
            found.setdefault(self.kept[0], Plan(orders[self.kept[0]], now))
        for order in rated:
            if len(found) >= WIDEST:
                break
            if order.gain >= least:
                found.setdefault(order.actions[0], Plan(order, now))
        return list(found.values())

    def turns(self, system: System, now: float) -> list[Plan]:
        """The rest of the turn in other tempers: such plans differ more than single orders do."""
        sets = system.weights()
        if sets is None:
            return []
        return [Plan(Order(0.0, []), now, sets.tempered(each, self.weights)) for each in TURNS]

    def played_out(
        self,
        view: View,
        position: Sample,
        thought: Thought,
        plans: list[Plan],
        known: dict[int, Rating],
    ) -> Order:
        """The order of the best plan: all with average dice, the best with equal thrown ones."""
        least = plans[0].order.gain - MARGIN
        limit = min(EACH, (thought.limit - thought.nodes) // len(plans))
        for plan in plans:
            if thought.spent:
                break
            playout = Playout(thought, limit, own=plan.own)
            plan.average = plan.gained(playout, position, known)
            plan.answers = playout.answers
            if not plan.order.actions:
                rating = known.get(playout.order[0])
                plan.order = Order(rating.gain if rating else least, playout.order)
        left = [plan for plan in plans if plan.average is not None]
        left.sort(key=lambda plan: -plan.score)
        for rounds in range(1, ROUNDS + 1):
            del left[LEADERS if rounds <= HALVED else 2 :]
            if len(left) < 2 or (rounds > SETTLED and settled(left)):
                break
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides else position
            gains: list[float] = []
            for plan in left:
                if thought.spent:
                    break
                playout = Playout(thought, limit, seed, plan.own)
                gains.append(plan.gained(playout, start, known))
            if len(gains) < len(left):
                break  # a round in which not all were played out would be unfair
            for plan, gain in zip(left, gains, strict=True):
                plan.gains.append(gain)
            left.sort(key=lambda plan: -plan.score)
        plans = [*left, *(plan for plan in plans if plan not in left and plan.order.actions)]
        best = plans[0]
        self.plan = best.answers
        weighed = [(plan.order, plan.score, plan.playouts) for plan in plans]
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
