"""What judging made of each piece, kept from position to position.

A position notes which pieces changed and round which hexes; copies share what was worked out
before, so that judging a copy after one answer looks at a few pieces only. It decides no rule.
"""

from __future__ import annotations

from typing import Any


class Worths:
    """The worth and the points of every piece, for side 0; those that are `stale` are unknown."""

    __slots__ = ("key", "points", "pulls", "stale", "stirred", "values")

    def __init__(self, count: int) -> None:
        self.values = [0.0] * count
        self.points = [0] * count
        self.stale = (1 << count) - 1  # a bit for each piece
        self.stirred = 0  # hexes on which whoever stands is stale too
        # What the worths were worked out for, and the tables that go with it.
        self.key: tuple[Any, ...] = ()
        self.pulls: tuple[list[float], list[float]] = ([], [])

    def fork(self, changed: int, stirred: int) -> Worths:
        """The same, with more pieces and hexes out of date."""
        other = Worths.__new__(Worths)
        other.values = self.values.copy()
        other.points = self.points.copy()
        other.stale = self.stale | changed
        other.stirred = self.stirred | stirred
        other.key = self.key
        other.pulls = self.pulls
        return other
