"""Playouts: an order or a plan is carried out, and the battle goes on for some turns.

Both sides go on as `drill` does with little thought: they look at every answer at first sight and
follow the few that look best. All plans are judged at the same moments: when each side has had its
answer to them. Judged once, right after the enemy's turn, plans look better or worse than a turn
later: so the ends of several turns count, and the end of the battle where it is near enough.

Dice decide far more in a playout than the order does. So each roll is weighed: what it brought more
than its average, by exact odds and the judgement right after it, is luck and is taken off again.
The average over many playouts stays the same, and few of them tell more. Without a seed all dice
fall as they do on average: one such playout tells as much as several thrown ones.
"""

from __future__ import annotations

import random
from math import tanh
from statistics import fmean
from typing import Final

from grognard.bots.orders import SIGHT, OrderSearch, Rating
from grognard.bots.thought import Thought
from grognard.engine.view import Sample
from grognard.engine.weights import Weights

LOOK: Final = 40  # nodes for one order at least
# Of all nodes of a playout one order may take one part in so many: the more, the better it is; with
# few, phases end early. Orders of the turn under way matter most.
PLANNED, LATER = 8, 24
HASTY: Final = 150  # nodes for one order of this turn where whole playouts would take too long
LONGEST: Final = 800  # answers and rolls that are gone through
TURNS: Final = 3  # that are played out after the one under way, and judged at the end of each
CLEAR: Final = 30.0  # what a battle won is worth: from there on more advantage counts for little


def worth(value: float) -> float:
    """What a judgement is worth in playouts: a won battle no more than a clear advantage.

    >>> [round(worth(value), 1) for value in (-1000, -10, 0, 1, 10, 30, 1000)]
    [-30.0, -9.6, 0.0, 1.0, 9.6, 22.8, 30.0]
    """
    return CLEAR * tanh(value / CLEAR)


class Playout:
    """One way things may go on. Equal seeds throw equal dice; without one none are thrown."""

    def __init__(
        self,
        thought: Thought,
        limit: int,
        seed: int | None = None,
        own: Weights | None = None,
        to_end: bool = False,
        hasty: bool = False,
    ) -> None:
        self.thought = thought
        self.own = own or thought.weights  # what the own side steers by; the end is judged as ever
        self.limit = limit  # nodes: when they are spent, both sides give the usual answers
        self.later = LOOK if hasty else max(LOOK, limit // LATER)
        self.look = min(HASTY if hasty else limit, max(LOOK, limit // PLANNED))
        self.to_end = to_end  # whether the battle is played to its end; else a few turns
        self.rng = random.Random(seed or 0)
        self.dice = None if seed is None else random.Random(seed + 1)
        self.meant: tuple[list[int], list[int]] = ([], [])  # what is left of each side's order
        self.ratings: dict[tuple[int, type], dict[int, Rating]] = {}
        self.order: list[int] = []  # the first of the own side
        self.answers: list[tuple[str, int]] = []  # thought over in this turn, with their positions
        self.ends: list[float] = []  # how things stood at the end of each turn, the own one first
        self.last = 0.0  # and when the playout was over
        self.cut = False  # whether its nodes were spent before it was over
        self.over = False  # whether that was the end of the battle
        self.luck = 0.0  # what dice have brought the own side more than their average

    def play(self, p: Sample, order: list[int], known: dict[int, Rating]) -> None:
        """Carry out an order, the rest of the turn and those that follow.

        Without an order it begins with the one that looks best.
        `known` are the ratings of the own orders now: those the order does not touch are kept.
        """
        thought, side = self.thought, self.thought.side
        self.ratings[side, type(p.decision)] = dict(known)
        self.meant[side].extend(order)
        self.order = order
        began, under_way = thought.nodes, thought.system.mover(p)
        own_turn = under_way == side
        for _ in range(LONGEST):
            mover = thought.system.mover(p)
            if mover in (0, 1) and mover != under_way and not p.over:
                if under_way in (0, 1):
                    self.ends.append(worth(thought.judge(p)) - self.luck)
                    self.turn_over()
                    own_turn = False
                under_way = mover
            left = self.limit - (thought.nodes - began)
            self.cut = self.cut or left <= 0
            if p.over or (len(self.ends) > TURNS and (left <= 0 or not self.to_end)):
                break
            thought.nodes += 1
            if p.roll is not None:
                self.throw(p)
                continue
            action = self.answer(p, left)
            if p.actor == side and own_turn and left > 0:
                self.answers.append((p.digest(), action))
            if p.actor == side:
                self.order = self.order or [action]
            p.play(action)
        self.over = p.over
        self.last = worth(thought.judge(p)) - self.luck

    def value(self, to_end: bool) -> float:
        """What came of it, without luck: by the ends of turns, and by the last moment."""
        ends = self.ends[1 : TURNS + 1]
        ends += [self.last] * (TURNS - len(ends))
        return fmean([*ends, self.last] if to_end else ends)

    def turn_over(self) -> None:
        """A plan is for one turn: from its end on everybody does what looks best."""
        self.own = self.thought.weights
        self.look = self.later
        self.ratings.clear()

    def throw(self, p: Sample) -> None:
        """Throw dice, and note what they brought more than their average."""
        check = p.check()
        values = {
            outcome: worth(self.thought.judge(self.thought.after(p, outcome)))
            for outcome, weight in enumerate(check.weights)
            if weight
        }
        average = sum(check.weights[outcome] * value for outcome, value in values.items())
        average /= sum(check.weights)
        if self.dice is None:
            fell = min(values, key=lambda outcome: abs(values[outcome] - average))
        else:
            fell = check.table[int(self.dice.random() * len(check.table))]
        self.luck += values[fell] - average
        p.play(fell)

    def answer(self, p: Sample, left: int) -> int:
        """What the side that is asked goes on with, or what looks best to it."""
        actor, options = p.actor, p.options()
        meant = self.meant[actor]
        if meant and meant[0] in options:
            return meant.pop(0)
        meant.clear()
        if len(options) == 1:
            return options[0]
        assert p.decision is not None
        if left <= 0:
            return p.decision.default(p)
        thought = self.thought
        limit = min(left, max(self.look, SIGHT * len(options)))
        weights = self.own if actor == thought.side else thought.weights
        look = Thought(thought.system, actor, weights, limit)
        known = self.ratings.setdefault((actor, type(p.decision)), {})
        best = OrderSearch(look, self.rng).rated(p, known)[0]
        thought.nodes += look.nodes
        meant.extend(best.actions[1:])
        if actor == thought.side and not self.order:
            self.order = best.actions
        return best.actions[0]
