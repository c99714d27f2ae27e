"""A bot's look ahead: it counts what it tries, averages rolls by exact odds, lets the enemy react.

Thought is measured in nodes, an answer or outcome tried on a copy, so that a match is the same on
every machine. A bot that has spent its nodes gives the best answer it has found so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.engine.system import System
from grognard.engine.view import Sample
from grognard.engine.weights import Weights

ROLLS: Final = 2  # rolls one after another that are averaged
FURTHER: Final = 8  # and those after them that are taken to fall in the middle
REACTIONS: Final = 3  # answers of the enemy that are tried where he reacts to an order


class Thought:
    """What a side has thought about one question."""

    __slots__ = ("kept", "limit", "nodes", "side", "system", "weights")

    def __init__(self, system: System, side: int, weights: Weights | None, limit: int) -> None:
        self.system = system
        self.side = side
        self.weights = weights
        self.limit = limit
        self.nodes = 0
        # Where answers lead that were looked at and are to be followed, by the position they are
        # given in, which is kept with them.
        self.kept: dict[tuple[int, int], tuple[Sample, Sample]] = {}

    @property
    def spent(self) -> bool:
        """Whether there is no thought left."""
        return self.nodes >= self.limit

    def after(self, p: Sample, action: int) -> Sample:
        """The position after an answer or outcome; it is not to be altered."""
        self.nodes += 1
        known = self.kept.pop((id(p), action), None)
        if known is not None:
            return known[1]
        q = p.copy()
        q.play(action)
        return q

    def keep(self, p: Sample, action: int, after: Sample) -> None:
        """An answer that was looked at will be followed: it need not be played again.

        It counts as another node all the same, so that thought is as long as if it were.
        """
        self.kept[id(p), action] = p, after

    def judge(self, p: Sample, side: int | None = None) -> float:
        """How good a position is for a side, the own one unless another is named."""
        return self.system.judge(p, self.side if side is None else side, self.weights)

    def outlook(self, p: Sample, rolls: int = ROLLS, reactions: int = 1) -> float:
        """The judgement of a position once rolls and reactions that come first are over."""
        if p.roll is not None and rolls:
            return self._averaged(p, rolls - 1, reactions)
        if p.roll is not None:
            p = self._fallen(p)
        if reactions and p.decision is not None and self.reacts(p):
            options = p.options()
            if len(options) > REACTIONS:
                options = [p.decision.default(p), *options[: REACTIONS - 1]]
            afters = [self.after(p, action) for action in options]
            values = [self.judge(after, 1 - self.side) for after in afters]
            likely = afters[max(range(len(values)), key=values.__getitem__)]
            return self.outlook(likely, rolls, reactions - 1)
        return self.judge(p)

    def reacts(self, p: Sample) -> bool:
        """Whether the enemy is asked while it is this side's turn."""
        return p.actor == 1 - self.side and self.system.mover(p) == self.side

    def _fallen(self, p: Sample) -> Sample:
        """The position once further dice have fallen as they do in the middle.

        Between two throws of a combat nothing is settled: hits are not felt, nobody has won.
        """
        p = p.copy()
        for _ in range(FURTHER):
            if p.roll is None:
                break
            self.nodes += 1
            p.play(middle(p.check().weights))
        return p

    def _averaged(self, p: Sample, rolls: int, reactions: int) -> float:
        total = 0.0
        sum_of_weights = 0
        for outcome, weight in enumerate(p.check().weights):
            if weight:
                total += weight * self.outlook(self.after(p, outcome), rolls, reactions)
                sum_of_weights += weight
        return total / sum_of_weights


def middle(weights: Sequence[int]) -> int:
    """The outcome in the middle: as many throws come out lower as higher.

    >>> middle([1, 2, 1]), middle([3, 2, 0, 1])
    (1, 0)
    """
    left = sum(weights)
    for outcome, weight in enumerate(weights):
        left -= 2 * weight
        if weight and left <= 0:
            return outcome
    return len(weights) - 1
