"""The first drill: looks one order ahead, on exact odds and the first weights of the judgement.

Kept as it was in 0.1, faults and all, as a yardstick.

An order is an answer and the answers of the same side it leads to. Every order is tried on a
copy; a roll counts for all its outcomes by their weights; the order with the best outlook is
given. The plan for the later answers of an order is remembered, so that each order is
thought through once.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.bots.bot import Bot
from grognard.engine.system import System
from grognard.engine.view import Sample, View
from grognard.engine.weights import FIRST

# How many answers of its own, and how many rolls one after another, an order is followed.
DEEPEST: Final = 4
ROLLS: Final = 2
# Of many answers to a later question, the most promising are followed to the end.
KEPT: Final = 3
# An outlook is not better unless it is better by this much.
MARGIN: Final = 1e-9
# An order is worth giving before another if it promises this much.
WORTH_WHILE: Final = 0.1


class FirstDrill(Bot):
    """A greedy player of orders."""

    name = "first-drill"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
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
        actions = _Search(system, view.side, position).order(position)
        self._plan = self._expected(position, actions)[1:]
        return actions[0]

    def _expected(self, position: Sample, actions: list[int]) -> list[tuple[str, int]]:
        """The answers of an order with the positions in which they are to be given."""
        p = position.copy()
        plan: list[tuple[str, int]] = []
        for action in actions:
            plan.append((p.digest(), action))
            p.play(action)
        return plan


class _Search:
    """One look ahead from a position."""

    def __init__(self, system: System, side: int, root: Sample) -> None:
        self.system = system
        self.side = side
        self.asked = type(root.decision)
        sets = system.weights()
        self.weights = None if sets is None else sets.get(FIRST)

    def judge(self, p: Sample) -> float:
        """How good a position is by the first weights."""
        return self.system.judge(p, self.side, self.weights)

    def order(self, p: Sample) -> list[int]:
        """The answers of the best order; one that could not be given later goes first."""
        now = self.judge(p)
        rated = [(*self.outlook(p, action, 0), action) for action in p.options()]
        ranked = sorted(rated, key=lambda entry: (-entry[0], entry[2]))
        _, rest, best = ranked[0]
        for value, answers, action in ranked[1:]:
            if value < now + WORTH_WHILE:
                break
            if self.lost_by(p, action, [best, *rest]) and not self.lost_by(
                p, best, [action, *answers]
            ):
                best, rest = action, answers
        return [best, *rest]

    def lost_by(self, p: Sample, action: int, order: list[int]) -> bool:
        """Whether an answer can no longer be given once an order was carried out."""
        after = p.copy()
        for answer in order:
            after.play(answer)
        while after.roll is not None:
            weights = after.check().weights
            after.play(weights.index(max(weights)))
        return type(after.decision) is self.asked and action not in after.options()

    def best(self, p: Sample, depth: int) -> tuple[float, list[int]]:
        """The best outlook of an own decision, and the answers that lead to it."""
        options = p.options()
        if depth and len(options) > KEPT:
            options = self.promising(p, options)
        top, found = float("-inf"), [options[0]]
        for action in options:
            value, rest = self.outlook(p, action, depth)
            if value > top + MARGIN:
                top, found = value, [action, *rest]
        return top, found

    def promising(self, p: Sample, options: list[int]) -> list[int]:
        """The few options that look best at first sight."""
        rated = []
        for action in options:
            after = p.copy()
            after.play(action)
            decision = after.decision
            if decision is not None and decision.actor(after) == self.side and not self.ends(after):
                after.play(decision.default(after))
            rated.append((self.judge(after), -action))
        rated.sort(reverse=True)
        return sorted(-action for _, action in rated[:KEPT])

    def outlook(self, p: Sample, action: int, depth: int) -> tuple[float, list[int]]:
        """The value of an answer, and the bot's further answers it leads to."""
        after = p.copy()
        after.play(action)
        if after.decision is not None and depth < DEEPEST and not self.ends(after):
            return self.best(after, depth + 1)
        return self.expected(after, ROLLS), []

    def ends(self, p: Sample) -> bool:
        """Whether the order is over: the same kind of question again, or somebody else's."""
        return type(p.decision) is self.asked or p.actor != self.side

    def expected(self, p: Sample, rolls: int) -> float:
        """The judgement of a position, over all outcomes of the rolls that come first."""
        if p.roll is None or rolls == 0:
            return self.judge(p)
        total = 0.0
        weight = 0
        for outcome, w in enumerate(p.check().weights):
            if w:
                after = p.copy()
                after.play(outcome)
                total += w * self.expected(after, rolls - 1)
                weight += w
        return total / weight
