"""Maps of locales: what a ground in areas is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from grognard.boards.areas import Areas, Road
from grognard.boards.polygons import Point

BOARD = "areas"  # the word in a map file that tells it from maps of other kinds
WIDTHS = {"narrow": 1, "wide": 2}  # how many units can lead over a boundary
OPEN, RESTRICTED, IMPASSABLE = range(3)
PASSAGES = ("open", "restricted", "impassable")
ARMS = ("infantry", "cavalry", "artillery")

LINES = ("river", "stream", "wall", "fence", "cut", "rails")
COVERS = ("woods", "orchard", "town")
CROSSINGS = ("bridge", "ford")


class Locale(NamedTuple):
    """A locale: its names, how many units of a side it holds, and for which sides it counts."""

    id: str
    name: str
    about: str
    capacity: int
    objective: int  # the set of sides that lose by losing it
    entry: int  # the set of sides whose reinforcements come here
    reserve: Point  # about which the reserve is drawn


class Boundary(NamedTuple):
    """The common edge of two locales, as wide as the units that can lead over it."""

    line: tuple[Point, ...]
    width: int
    passage: int
    about: str


class Approach(NamedTuple):
    """One side of a boundary, against those who come over it into the approach's own locale."""

    penalty: tuple[int, int, int]  # [arm]
    obstructed: bool


class Line(NamedTuple):
    """Something long and narrow in the landscape."""

    kind: str
    name: str
    line: tuple[Point, ...]


class Cover(NamedTuple):
    """Ground under trees or houses."""

    kind: str
    name: str
    outline: tuple[Point, ...]


class Crossing(NamedTuple):
    """A bridge or ford."""

    kind: str
    at: Point


class Place(NamedTuple):
    """A name on the map besides those of the locales; size 3 is the largest."""

    name: str
    at: Point
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class AreaMap:
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
    locales: tuple[Locale, ...]
    boundaries: tuple[Boundary, ...]
    approaches: tuple[Approach, ...]  # two to a boundary, numbered as in `areas`
    roads: tuple[Road, ...]
    heights: tuple[tuple[tuple[int, int, int], ...], ...]  # lines of points with their metres
    lines: tuple[Line, ...]
    covers: tuple[Cover, ...]
    crossings: tuple[Crossing, ...]
    houses: tuple[Point, ...]
    places: tuple[Place, ...]
    hash: str  # SHA-256 of the content

    def impassable(self) -> int:
        """The set of boundaries nobody crosses."""
        return sum(1 << n for n, b in enumerate(self.boundaries) if b.passage == IMPASSABLE)

    def restricted(self) -> int:
        """The set of boundaries not crossed by those in haste."""
        return sum(1 << n for n, b in enumerate(self.boundaries) if b.passage == RESTRICTED)
