"""Luck: what a roll was worth above what it was expected to be worth.

As in backgammon: a side's prospects after the roll, less the mean of its prospects over all
outcomes by their exact weights. Whatever the scale, it comes to nothing on the average.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from grognard.engine.battle import Battle
from grognard.engine.check import Check
from grognard.engine.position import Position

if TYPE_CHECKING:
    from grognard.engine.system import System

# A lead in judgement of a quarter of all strength makes the odds of winning e to 1: the middle of
# what random games of the tutorials show.
PART: Final = 4
PLAIN: Final = 10.0  # the scale of a system that counts no strength
FAR: Final = 50.0


class LuckMeter:
    """Weighs rolls of one battle by a rough chance of winning, read off the system's judgement."""

    def __init__(self, system: System, battle: Battle) -> None:
        self.system = system
        total = sum(unit.strength for unit in system.roster(battle).units)
        self.scale = total / PART or PLAIN

    def prospects(self, position: Position) -> float:
        """The chance of side 0, from 0 to 1."""
        lead = (self.system.judge(position, 0) - self.system.judge(position, 1)) / 2
        return 1 / (1 + exp(max(-FAR, min(FAR, -lead / self.scale))))

    def luck(self, position: Position, check: Check, outcome: int) -> float:
        """The luck of side 0 in the open roll, as a part of its chance of winning."""
        total, weights, got = 0.0, 0, 0.0
        for each, weight in enumerate(check.weights):
            if not weight:
                continue
            after = position.copy()
            after.play(each)
            chance = self.prospects(after)
            total += weight * chance
            weights += weight
            if each == outcome:
                got = chance
        return got - total / weights
