"""Calibration: what was foretold with 30 % should come three times in ten."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from grognard.lab.intervals import Sums, of_share

EDGES: Final = (0.0, 0.02, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 0.98, 1.0)


class Bin(NamedTuple):
    """Things foretold about equally: how many, their mean chance, how often they came."""

    low: float
    high: float
    cases: int
    told: float
    came: float
    least: float
    most: float


class Calibration:
    """Chances that were told, and whether the thing came."""

    def __init__(self) -> None:
        self.told: list[float] = []
        self.came: list[bool] = []

    def add(self, chance: float, came: bool) -> None:
        """Count one thing."""
        self.told.append(chance)
        self.came.append(came)

    @property
    def z(self) -> float:
        """How far what came lies above what was told, in standard deviations.

        >>> all_told = Calibration()
        >>> for n in range(100):
        ...     all_told.add(0.5, n < 60)
        >>> all_told.z
        2.0
        """
        spread = sum(p * (1 - p) for p in self.told)
        over = sum(self.came) - sum(self.told)
        return over / sqrt(spread) if spread else 0.0

    def bins(self) -> list[Bin]:
        """What was told, from unlikely to likely, each with the range of what came (95 %)."""
        found = []
        pairs = list(zip(self.told, self.came, strict=True))
        for low, high in pairwise(EDGES):
            here = [(p, c) for p, c in pairs if low <= p < high or (p == high == EDGES[-1])]
            if here:
                cases, came = len(here), sum(c for _, c in here)
                share = of_share(came, cases)
                told = sum(p for p, _ in here) / cases
                found.append(Bin(low, high, cases, told, came / cases, share.low, share.high))
        return found


def z_of(differences: Sequence[float]) -> tuple[float, float]:
    """The mean of differences, and how many standard errors it lies from 0.

    >>> z_of([1.0, 1.0, -1.0, 3.0])
    (1.0, 1.224744871391589)
    """
    sums = Sums()
    for each in differences:
        sums.add(each)
    if sums.count < 2 or not sums.deviation:
        return sums.mean, 0.0
    return sums.mean, sums.mean * sqrt(sums.count) / sums.deviation
