"""Maps of locales: what a ground in areas is made of.

What a locale, a boundary or an approach means to the rules is given by named properties; a system
says which there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from grognard.boards.areas import AreaRoad, Areas
from grognard.boards.polygons import Point
from grognard.engine.board_map import BoardMap

BOARD = "areas"  # the value of `board` in map files of this kind
LINES = ("river", "stream", "wall", "fence", "cut", "rails")
COVERS = ("woods", "orchard", "town")
CROSSINGS = ("bridge", "ford")


NUMBER, WORD, FLAG, SIDES = range(4)  # how a property is written


class Property(NamedTuple):
    """A named property of a part of a map; whatever it is written as, its value is an int."""

    name: str
    kind: int
    lo: int = 0
    hi: int = 1
    default: int | None = None  # None: every map says it
    words: tuple[str, ...] = ()

    def word(self, value: int) -> str:
        """How a value is written."""
        return self.words[value - self.lo]


def number(name: str, lo: int, hi: int, default: int | None = None) -> Property:
    """A whole number."""
    return Property(name, NUMBER, lo, hi, default)


def word(name: str, words: tuple[str, ...], lo: int = 0, default: str | None = None) -> Property:
    """One of some words; the first has the value `lo`."""
    usual = None if default is None else lo + words.index(default)
    return Property(name, WORD, lo, lo + len(words) - 1, usual, words)


def flag(name: str) -> Property:
    """True or false."""
    return Property(name, FLAG, default=0)


def side_set(name: str) -> Property:
    """A list of sides; the value is a set of them, bit n for side n."""
    return Property(name, SIDES, default=0)


class AreaProperties(NamedTuple):
    """The properties a system gives to the parts of its maps.

    `closed` is the property of a boundary and the word of it that lets nobody cross.
    """

    locale: tuple[Property, ...] = ()
    boundary: tuple[Property, ...] = ()
    approach: tuple[Property, ...] = ()
    closed: tuple[str, str] = ("", "")


Values = Mapping[str, int]  # of properties, by name, in the order the system gives them


class Locale(NamedTuple):
    """An area: its names, its properties, and the point around which its pieces are drawn."""

    id: str
    name: str
    about: str
    properties: Values
    reserve: Point


class Boundary(NamedTuple):
    """The common edge of two locales."""

    line: tuple[Point, ...]
    properties: Values
    closed: bool  # nobody crosses it
    about: str


class Approach(NamedTuple):
    """One side of a boundary, as units meet it that cross into the approach's own locale."""

    properties: Values


class AreaLine(NamedTuple):
    """Something long and narrow in the landscape."""

    kind: str
    name: str
    line: tuple[Point, ...]


class AreaCover(NamedTuple):
    """Ground under trees or houses."""

    kind: str
    name: str
    outline: tuple[Point, ...]


class AreaCrossing(NamedTuple):
    """A bridge or ford."""

    kind: str
    at: Point


class AreaPlace(NamedTuple):
    """A name on the map besides those of the locales; size 3 is the largest."""

    name: str
    at: Point
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class AreaMap(BoardMap):
    """The ground of a battle in locales; it never changes and is shared by all positions.

    Points are whole metres east and north of the south-west corner of the sheet.
    """

    name: str
    title: str
    sides: tuple[str, ...]
    size: Point  # metres from west to east and from south to north
    kilometre: int  # pixels of a kilometre in drawings at 100 %
    north: str
    areas: Areas
    properties: AreaProperties
    locales: tuple[Locale, ...]
    boundaries: tuple[Boundary, ...]
    approaches: tuple[Approach, ...]  # two to a boundary, numbered as in `areas`
    roads: tuple[AreaRoad, ...]
    heights: tuple[tuple[tuple[int, int, int], ...], ...]  # lines of points with their metres
    lines: tuple[AreaLine, ...]
    covers: tuple[AreaCover, ...]
    crossings: tuple[AreaCrossing, ...]
    houses: tuple[Point, ...]
    places: tuple[AreaPlace, ...]
    hash: str  # SHA-256 of the content

    def about(self) -> str:
        """How many locales and boundaries it has."""
        return f"{len(self.locales)} locales, {len(self.boundaries)} boundaries"

    def closed(self) -> int:
        """The set of boundaries nobody crosses."""
        return sum(1 << n for n, boundary in enumerate(self.boundaries) if boundary.closed)

    def boundary_word(self, boundary: int, name: str) -> str:
        """The word of a boundary's property; empty if boundaries here have no such property."""
        for each in self.properties.boundary:
            if each.name == name:
                return each.word(self.boundaries[boundary].properties[name])
        return ""
