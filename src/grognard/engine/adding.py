"""How a check adds up, said by its kind: readers then add, clamp and look up, and know no rule.

A kind with few situations needs none of this: all of them can be listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Sum(NamedTuple):
    """A total the result is looked up by: modifiers of some sorts, and facts that count with them.

    `driver` is a fact that moves the total one by one when all others stay as they are.
    """

    name: str
    of: Mapping[str, int]
    facts: Mapping[str, int]
    driver: str
    shown: bool = False  # only the words of the check need it


class Grouped(NamedTuple):
    """Several facts that count as one value, such as two strengths and the column they pick.

    `by` gets the values of the first facts, one more at a time, and returns the value as soon as
    they settle it.
    """

    name: str
    facts: tuple[str, ...]
    by: Callable[[tuple[int, ...]], int | None]


class Settling(NamedTuple):
    """How the hits of both hands of a duel are compared: totals of hits and facts, clamped."""

    sums: tuple[Compared, ...]
    facts: tuple[str, ...]


class Compared(NamedTuple):
    """A total of the hits of the first hand, those of the second, and facts; `never` replaces 0."""

    first: int
    second: int
    facts: Mapping[str, int]
    low: int
    high: int
    never: int = 0
