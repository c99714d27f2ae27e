"""Marshal: plans the rest of its turn, looks at the enemy's reply, and keeps its plan.

A plan is an order and an intent: to go on plainly, boldly or cautiously. The best orders in the
eyes of each intent, and what is left of the plan made before, are carried on with equal dice until
the enemy's next turn is over; those that fall behind are dropped. In systems with secrets each
round starts from another position the side cannot tell from the true one.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch
from grognard.bots.playout import Playout
from grognard.bots.reasons import told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View
from grognard.engine.weights import Weights

NODES: Final = 2000  # tried for one order: about a fifth of a second
SHARE: Final = 4  # the first look takes at most one part in so many
WIDEST: Final = 6  # orders of the plain intent that are carried on
INTENTS: Final = {"bold": 2, "cautious": 1}  # and how many orders each adds
HALVED: Final = (2, 4, 8)  # after so many rounds the worse half is dropped
ROUNDS: Final = 24
FIRST_SIGHT: Final = 1  # rounds that weigh as much as the first look
OPEN: Final = 5  # a later question with more options is thought through again
CLEAR: Final = 60.0  # more than any advantage in a battle that goes on


class Line:
    """A plan that is carried on: its order and intent, and what it led to."""

    def __init__(self, order: Order, intent: Weights | None, words: str = "") -> None:
        self.order = order
        self.intent = intent
        self.words = words
        self.playouts = 0
        self.total = 0.0
        self.lead = 0.0  # over the mean of the plans carried on with the same dice
        self.best = float("-inf")
        self.answers: list[int] = order.actions

    def add(self, value: float, lead: float, answers: list[int]) -> None:
        """Note a playout."""
        self.playouts += 1
        self.total += value
        self.lead += lead
        if value > self.best:
            self.best, self.answers = value, answers

    @property
    def score(self) -> float:
        """What speaks for the plan: its lead in playouts, and its first look as so many more."""
        return (self.lead + FIRST_SIGHT * self.order.gain) / (self.playouts + FIRST_SIGHT)

    @property
    def mean(self) -> float:
        """What the playouts led to on average, or what it promised if there was none."""
        return self.total / self.playouts if self.playouts else self.order.gain


class Marshal(Drill):
    """Plans the rest of its turn and looks at your reply."""

    name = "marshal"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        super().__init__(seed, nodes, temper, weights)
        self.plan: list[int] = []
        self.kept: list[int] = []  # what is left of the plan made before
        self.intent = ""

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The order of the plan that does best."""
        thought = Thought(system, view.side, self.weights_of(system), self.nodes // SHARE)
        self.thought = thought
        search = OrderSearch(thought, self.rng)
        rated = search.rated(position, {})
        first = search.first(position, rated)
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        self.plan, self.intent = first.actions, ""
        if len(rated) > 1:
            lines = self.lines(system, position, thought, [first, *rated])
            thought.limit = self.nodes
            first = self.carried_on(view, position, thought, lines)
        self.kept = self.plan[len(first.actions) :]
        return first

    def lines(
        self, system: System, position: Sample, thought: Thought, rated: list[Order]
    ) -> list[Line]:
        """The plans worth carrying on: the best orders of every intent, and the plan kept."""
        found: list[Line] = []
        seen: set[int] = set()
        for order in rated[: WIDEST + 1]:
            if order.actions[0] not in seen:
                seen.add(order.actions[0])
                found.append(Line(order, thought.weights))
        found = found[:WIDEST]
        sets = system.weights()
        gains = {order.actions[0]: order.gain for order in rated}
        for intent, count in INTENTS.items():
            if sets is None or self.temper:
                break
            weights = sets.tempered(intent, self.weights)
            look = Thought(system, thought.side, weights, thought.limit // 2)
            liked = OrderSearch(look, self.rng).rated(position, {})[:count]
            thought.nodes += look.nodes
            found += [
                Line(order._replace(gain=gains.get(order.actions[0], 0.0)), weights, intent)
                for order in liked
            ]
        if self.kept and self.kept[0] in position.options():
            gain = gains.get(self.kept[0], 0.0)
            found.insert(0, Line(Order(gain, self.kept), thought.weights))
        return found

    def carried_on(
        self, view: View, position: Sample, thought: Thought, lines: list[Line]
    ) -> Order:
        """The order of the best plan, all with equal dice, half of them dropped by and by."""
        left = list(lines)
        for rounds in range(1, ROUNDS + 1):
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides and rounds > 1 else position
            round_of: list[tuple[Line, Playout, float]] = []
            for line in left:
                if thought.spent:
                    break
                playout = Playout(thought, line.intent, random.Random(seed))
                value = playout.value(start.copy(), line.order.actions)
                round_of.append((line, playout, max(-CLEAR, min(CLEAR, value))))
            if len(round_of) < len(left) and (rounds > 1 or not round_of):
                break  # a round that not all have played would be unfair
            mean = sum(value for _, _, value in round_of) / len(round_of)
            for line, playout, value in round_of:
                line.add(value, value - mean, playout.answers)
            left = sorted((line for line, _, _ in round_of), key=lambda line: -line.score)
            if rounds in HALVED:
                left = left[: max(2, (len(left) + 1) // 2)]
        lines = [*left, *(line for line in lines if line not in left)]
        best = lines[0]
        self.plan, self.intent = best.answers, best.words
        order = self.of_now(position, best.order)
        weighed = [(line.order, line.mean, line.playouts) for line in lines]
        self._weighed = position, view.side, weighed, order
        return order

    def of_now(self, position: Sample, order: Order) -> Order:
        """An order without what lies beyond a roll or an answer of the enemy."""
        p = position.copy()
        actions: list[int] = []
        kind = type(p.decision)
        for action in order.actions:
            if p.decision is None or p.actor != position.actor or action not in p.options():
                break
            if actions and (type(p.decision) is kind or len(p.options()) > OPEN):
                break
            actions.append(action)
            p.play(action)
        return order._replace(actions=actions)

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do in the rest of its turn, as its best playout went."""
        return told(position, self.plan, side)
