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


class Line(NamedTuple):
    """Answers that were followed: their outlook, those of the order, and where they lead."""

    value: float
    actions: list[int]
    end: Sample
    path: list[int]  # all that were followed; empty if dice fell on the way


class Rating(NamedTuple):
    """What an order gained when it was last tried, its answers, and all that were followed."""

    gain: float
    actions: list[int]
    path: list[int]


class Ratings:
    """What orders gained when they were last tried, by their first answer.

    Orders that later answers did not touch keep their rating: only those that may be the best are
    tried again.
    """

    def __init__(self) -> None:
        self.stamp: object = None
        self.known: dict[int, Rating] = {}

    def of(self, stamp: object) -> dict[int, Rating]:
        """The ratings known under a stamp; those of another are forgotten."""
        if stamp != self.stamp:
            self.stamp, self.known = stamp, {}
        return self.known


class OrderSearch:
    """Rates the orders a side may give in a position."""

    def __init__(self, thought: Thought, rng: random.Random) -> None:
        self.thought = thought
        self.rng = rng
        self.asked: type | None = None

    def rated(self, p: Sample, known: dict[int, Rating]) -> list[Order]:
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
        old = sorted((a for a in options if a in known), key=lambda a: -known[a].gain)
        over = self.over(p)
        stop = over.actions[0] if over else None  # looked at already, whatever nodes are left
        found: list[Order] = []
        best = float("-inf")
        for action in (*new, *old):
            before = known.get(action)
            dull = before is not None and before.gain + SLACK < best
            if found and action != stop and (thought.spent or dull):
                continue
            worth = QUIET if action == quiet else 0.0
            if action == stop:
                line: Line | None = over
            else:
                line = self.as_before(p, before, now - worth, over) if before else None
            line = line or self.followed(p, action, 0)
            gain = self.gain(line, now, over) + worth
            known[action] = Rating(gain, line.actions, line.path)
            best = max(best, gain)
            found.append(Order(gain, line.actions))
        self.rng.shuffle(found)  # equal ones are drawn
        found.sort(key=lambda order: -order.gain)
        return found

    def as_before(self, p: Sample, before: Rating, now: float, over: Line | None) -> Line | None:
        """The answers of an order rated before, if they still promise the same.

        Then nothing has touched it, and its other answers are taken to be no better than they were.
        """
        if not before.path:
            return None
        thought, at = self.thought, p
        for number, answer in enumerate(before.path):
            if number and (at.decision is None or answer not in at.options()):
                return None
            at = thought.after(at, answer)
        line = Line(thought.outlook(at), before.actions, at, before.path)
        return line if abs(self.gain(line, now, over) - before.gain) <= SAME else None

    def over(self, p: Sample) -> Line | None:
        """To order nothing more: the first answer or the usual one, if it ends what is asked.

        What comes after the last order looks better or worse whatever is ordered: hopes of this
        phase are gone, the enemy's are near. So orders that end what is asked are compared with
        ordering nothing more, and those after which there is more to order with things as they are.
        """
        assert p.decision is not None
        for action in dict.fromkeys((min(p.options()), p.decision.default(p))):
            line = self.followed(p, action, 0)
            if not self.asked_again(line.end):
                return line
        return None

    def gain(self, line: Line, now: float, over: Line | None) -> float:
        """What answers promise more than things as they are, or than ordering nothing more."""
        if over is None:
            return line.value - now
        stop, end = over.actions[0], line.end
        if picks(end, line.actions[-1]) and stop in end.options():
            # What was picked counts once it is confirmed, as picking nobody does.
            return self.confirmed(end, stop, 0) - over.value
        return line.value - (now if self.asked_again(end) else over.value)

    def confirmed(self, p: Sample, stop: int, depth: int) -> float:
        """The best outlook of what was picked, with nobody else or with others who look best."""
        value = self.followed(p, stop, 0).value
        others = [action for action in p.options() if action != stop]
        if others and depth < DEEPEST and not self.thought.spent:
            other = self.by_first_sight(p, others)[0]
            after = self.thought.after(p, other)
            if picks(after, other) and stop in after.options():
                value = max(value, self.confirmed(after, stop, depth + 1))
        return value

    def asked_again(self, p: Sample) -> bool:
        """Whether a side is asked the same after an order, once its usual dice have fallen."""
        thought = self.thought
        if p.roll is not None or (p.decision is not None and thought.reacts(p)):
            p = p.copy()
            while p.roll is not None or (p.decision is not None and thought.reacts(p)):
                p.play(usual(p))
                thought.nodes += 1
        return type(p.decision) is self.asked and p.actor == thought.side

    def followed(self, p: Sample, action: int, depth: int) -> Line:
        """The outlook of an answer and the further answers of the order.

        What comes after the order is looked at, but thought over anew when it comes. Dice that only
        say how far the order may go are taken to fall as they do in the middle.
        """
        thought = self.thought
        after = thought.after(p, action)
        thrown = self.thrown(after) if after.roll is not None and depth < DEEPEST else None
        further = thrown or after
        if further.decision is None or depth >= DEEPEST or self.ends(further):
            return Line(thought.outlook(after), [action], after, [action])
        options = further.options()
        if len(options) > KEPT:
            options = self.by_first_sight(further, options)[:KEPT]
        best = Line(float("-inf"), [options[0]], further, [])
        for each in options:
            line = self.followed(further, each, depth + 1)
            if line.value > best.value + SAME:
                best = line
            if thought.spent:
                break
        path = [] if thrown or not best.path else [action, *best.path]
        if thrown or not thought.system.same_order(p, after):
            return best._replace(actions=[action], path=path)
        return best._replace(actions=[action, *best.actions], path=path)

    def thrown(self, p: Sample) -> Sample | None:
        """Where an order goes on after dice that change nothing but how far it may go.

        Whether they are thrown again is not looked at. None if the dice matter in themselves.
        """
        thought = self.thought
        weights = p.check().weights
        now = thought.judge(p)
        middle, left = None, sum(weights)
        for outcome, weight in enumerate(weights):
            if not weight:
                continue
            after = thought.after(p, outcome)
            thought.keep(p, outcome, after)
            if self.ends(after) or abs(thought.judge(after) - now) > SAME:
                return None
            left -= 2 * weight
            if middle is None and left <= 0:
                middle = after
        if middle is not None and middle.decision and len(middle.options()) <= KEPT:
            middle = thought.after(middle, middle.decision.default(middle))
        return None if middle is None or middle.decision is None or self.ends(middle) else middle

    def by_first_sight(self, p: Sample, options: list[int]) -> list[int]:
        """The options by how good they look at first sight; ties are broken at random."""
        if len(options) < 2:
            return options
        thought = self.thought
        rated = []
        afters = {}
        for action in options:
            after = afters[action] = thought.after(p, action)
            decision = after.decision
            if decision is not None and not self.ends(after):
                after = after.copy()
                after.play(decision.default(after))
            rated.append((thought.judge(after), self.rng.random(), action))
        rated.sort(reverse=True)
        found = [action for _, _, action in rated]
        for action in found[:KEPT]:
            thought.keep(p, action, afters[action])
        return found

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
            after.play(usual(after))
        return type(after.decision) is self.asked and action not in after.options()


def picks(after: Sample, action: int) -> bool:
    """Whether an answer only picked one more, who can still be put back."""
    return after.decision is not None and action in after.decision.put_back(after)


def usual(p: Sample) -> int:
    """The likeliest outcome of a roll, or the usual answer."""
    if p.decision is not None:
        return p.decision.default(p)
    weights = p.check().weights
    return weights.index(max(weights))
