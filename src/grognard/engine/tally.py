"""A tally: what a count of a battle is made of. Units by strength, objectives by holder."""

from __future__ import annotations

from typing import NamedTuple


class CountedUnit(NamedTuple):
    """A unit of a battle: its id on the board, and its strength at the start."""

    id: str
    name: str
    side: int
    strength: int


class CountedPlace(NamedTuple):
    """An objective of a battle; `at` is the id of its place on the board."""

    name: str
    at: str


class Roster(NamedTuple):
    """Everything a battle counts: units and objectives, in the order of every tally."""

    units: tuple[CountedUnit, ...] = ()
    objectives: tuple[CountedPlace, ...] = ()


class Earned(NamedTuple):
    """Points of a battle by one cause: the cause in words, and what each side has by it."""

    cause: str
    points: tuple[float, ...]


class Tally(NamedTuple):
    """A position counted: strength left to each unit, the side that holds each objective or -1.

    Units still to come count in full. What has no strength points counts one.
    """

    turn: int
    strength: list[int]
    held: list[int]
