"""Orders: an answer and the further answers it leads to, rated by their outlook."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from grognard.bots.thought import Thought
from grognard.engine.view import Sample

DEEPEST: Final = 4  # answers of an order that are followed
KEPT: Final = 3  # of many answers to a later question, the most promising are followed to the end
SIGHT: Final = 4  # the first sight of all answers takes at most one node in so many
SAME: Final = 1e-9  # outlooks that differ by less are equal
SLACK: Final = 0.25  # an order rated before is looked at again if it may be this much better now
QUIET: Final = 1e-6  # of equal orders the quiet one is given
WORTH_WHILE: Final = 0.1  # an order is worth giving before another if it promises this much


class Order(NamedTuple):
    """An order: what it gains over what there is now, and its answers."""

    gain: float
    actions: list[int]


class Ratings:
    """What orders gained when they were last tried, by their first answer.

    Orders that later answers did not touch keep their rating: only those that may be the best are
    tried again.
    """

    def __init__(self) -> None:
        self.stamp: object = None
        self.gains: dict[int, float] = {}

    def of(self, stamp: object) -> dict[int, float]:
        """The gains known under a stamp; those of another are forgotten."""
        if stamp != self.stamp:
            self.stamp, self.gains = stamp, {}
        return self.gains


class OrderSearch:
    """Rates the orders a side may give in a position."""

    def __init__(self, thought: Thought, rng: random.Random) -> None:
        self.thought = thought
        self.rng = rng
        self.asked: type | None = None

    def rated(self, p: Sample, known: dict[int, float]) -> list[Order]:
        """The orders that were tried, the best first; equal ones in a random order."""
        self.asked = type(p.decision)
        thought = self.thought
        now = thought.judge(p)
        options = list(p.options())
        quiet = p.decision.default(p) if p.decision is not None else None
        self.rng.shuffle(options)
        new = [action for action in options if action not in known]
        if SIGHT * len(new) <= thought.limit - thought.nodes:
            new = self.by_first_sight(p, new)
        old = sorted((a for a in options if a in known), key=lambda a: -known[a])
        found: list[Order] = []
        best = float("-inf")
        for action in (*new, *old):
            if found and (thought.spent or (action in known and known[action] + SLACK < best)):
                continue
            value, rest = self.followed(p, action, 0)
            if action == quiet:
                value += QUIET
            known[action] = value - now
            best = max(best, value - now)
            found.append(Order(value - now, [action, *rest]))
        self.rng.shuffle(found)  # equal ones are drawn
        found.sort(key=lambda order: -order.gain)
        return found

    def followed(self, p: Sample, action: int, depth: int) -> tuple[float, list[int]]:
        """The outlook of an answer, and the further answers of the order."""
        after = self.thought.after(p, action)
        if after.decision is None or depth >= DEEPEST or self.ends(after):
            return self.thought.outlook(after), []
        options = after.options()
        if len(options) > KEPT:
            options = self.by_first_sight(after, options)[:KEPT]
        top, best = float("-inf"), [options[0]]
        for each in options:
            value, rest = self.followed(after, each, depth + 1)
            if value > top + SAME:
                top, best = value, [each, *rest]
            if self.thought.spent:
                break
        return top, best

    def by_first_sight(self, p: Sample, options: list[int]) -> list[int]:
        """The options by how good they look at first sight; ties are broken at random."""
        if len(options) < 2:
            return options
        rated = []
        for action in options:
            after = self.thought.after(p, action)
            decision = after.decision
            if decision is not None and not self.ends(after):
                after.play(decision.default(after))
            rated.append((self.thought.judge(after), self.rng.random(), action))
        rated.sort(reverse=True)
        return [action for _, _, action in rated]

    def ends(self, p: Sample) -> bool:
        """Whether the order is over: the same kind of question again, or somebody else's."""
        return type(p.decision) is self.asked or p.actor != self.thought.side

    def first(self, p: Sample, orders: list[Order]) -> Order:
        """The order to give now: one that the best would rule out goes before it."""
        best = orders[0]
        for order in orders[1:4]:
            if order.gain < WORTH_WHILE:
                break
            if self.lost_by(p, order.actions[0], best) and not self.lost_by(
                p, best.actions[0], order
            ):
                best = order
        return best

    def lost_by(self, p: Sample, action: int, order: Order) -> bool:
        """Whether an answer can no longer be given once an order was carried out."""
        after = p.copy()
        for answer in order.actions:
            after.play(answer)
        self.thought.nodes += len(order.actions)
        while after.roll is not None:
            weights = after.check().weights
            after.play(weights.index(max(weights)))
        return type(after.decision) is self.asked and action not in after.options()
