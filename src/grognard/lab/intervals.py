"""Intervals: how sure a count is. All of them for 95 %, and for two sides or two variants."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

SURE: Final = 0.95
Z: Final = 1.959964  # of the normal distribution, for 95 %
# At how many games an interval that may be looked at again and again is tightest.
TIGHTEST_AT: Final = 200


class Interval(NamedTuple):
    """A value and the range it lies in."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside."""
        return not self.low <= value <= self.high


def of_share(won: float, games: int) -> Interval:
    """A share (Wilson's interval): it stays between 0 and 1, and is right for few games too.

    >>> share = of_share(8, 10)
    >>> round(share.low, 3), round(share.high, 3)
    (0.49, 0.943)
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    rate = won / games
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle = rate + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return Interval(rate, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def of_mean(values: Sequence[float]) -> Interval:
    """A mean, by the spread of the values.

    >>> of_mean([1, 2, 3, 4]).value
    2.5
    """
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums.interval()


class Sums:
    """Number, sum and sum of squares of values: enough for a mean and how sure it is."""

    __slots__ = ("_squares", "count", "mean")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Count one value (by Welford's steps, which lose no digits)."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    def interval(self) -> Interval:
        """The mean, for a number of values fixed beforehand."""
        half = Z * self.deviation / sqrt(self.count) if self.count > 1 else 0.0
        return Interval(self.mean, self.mean - half, self.mean + half)

    def at_any_time(self) -> Interval:
        """The mean, sure even if one looks after every game and stops when one likes.

        The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
        (2021). It is wider than `interval`, and that is the price of looking.
        """
        n = self.count
        if n < 2:
            return Interval(self.mean, float("-inf"), float("inf"))
        miss = 1 - SURE
        rho = (2 * log(1 / miss) + log(1 + 2 * log(1 / miss))) / TIGHTEST_AT
        spread = max(self.deviation, 1 / sqrt(n))  # a run of equal games proves little
        half = spread * sqrt(2 * (n * rho + 1) / (n * n * rho) * log(sqrt(n * rho + 1) / miss))
        return Interval(self.mean, self.mean - half, self.mean + half)


def percent(interval: Interval) -> str:
    """A share for people.

    >>> percent(Interval(0.58, 0.48, 0.67))
    '58 % (48–67)'
    """
    value, low, high = (round(100 * part) for part in interval)
    return f"{value} % ({low}–{high})"


def points(interval: Interval) -> str:
    """A difference of shares for people, in points of a hundred.

    >>> points(Interval(-0.12, -0.2, -0.04))
    '−12 points (−20 to −4)'
    """
    value, low, high = (f"{100 * part:+.0f}".replace("-", "−") for part in interval)
    return f"{value} points ({low} to {high})"
