"""Maps of the tabletop: what a ground measured in inches is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from grognard.boards.polygons import Point, double_area, edges
from grognard.engine.board_map import BoardMap
from grognard.engine.errors import UnknownName, did_you_mean

BOARD = "table"  # the value of `board` in map files of this kind
TENTHS = 10  # the measure of all points: tenths of an inch
PLACE: Final = "place"  # begins the id of anything on the map that has a name (`place:hausen`)

# Every kind of ground a set of rules may ask about. What each does, the rules say.
AREAS: Final[tuple[str, ...]] = (
    "forest",
    "orchard",
    "broken",
    "crops",  # standing, higher than a man's knee
    "fields",  # stubble, clover, grass: open ground to every rule, drawn as fields
    "marsh",
    "swamp",
    "lake",
    "town",
    "village",
    "fort",
    "fortress",
)
FOREST, ORCHARD, BROKEN, CROPS, FIELDS, MARSH, SWAMP, LAKE = range(8)
TOWN, VILLAGE, FORT, FORTRESS = range(8, 12)
BUILT: Final[tuple[str, ...]] = ("town", "village", "fort", "fortress")  # areas with a `material`
MATERIALS: Final[tuple[str, ...]] = ("stone", "wood")

LINES: Final[tuple[str, ...]] = (
    "road",
    "track",
    "sunken-road",
    "railway",
    "cut",
    "stream",
    "marshy-stream",
    "river",
    "low-wall",
    "hasty-works",
    "field-works",
    "hedge",
    "tree-line",
    "dike",
)
(
    ROAD,
    TRACK,
    SUNKEN_ROAD,
    RAILWAY,
    CUT,
    STREAM,
    MARSHY_STREAM,
    RIVER,
    LOW_WALL,
    HASTY_WORKS,
    FIELD_WORKS,
    HEDGE,
    TREE_LINE,
    DIKE,
) = range(14)
ROADS: Final[tuple[str, ...]] = ("road", "track", "sunken-road")
WATERS: Final[tuple[str, ...]] = ("stream", "marshy-stream", "river")
CROSSINGS: Final[tuple[str, ...]] = ("bridge", "ford")


class Hill(NamedTuple):
    """A contour: the ground within its outline lies `level` steps above the lowest."""

    id: str
    name: str
    level: int
    outline: tuple[Point, ...]


class TableArea(NamedTuple):
    """Ground of one kind; `material` is empty for all that is not built."""

    id: str
    kind: int
    name: str
    material: str
    outline: tuple[Point, ...]


class TableLine(NamedTuple):
    """Something long and narrow; waters have a width in tenths of an inch, all else has 0."""

    id: str
    kind: int
    name: str
    width: int
    line: tuple[Point, ...]


class TableCrossing(NamedTuple):
    """A bridge or ford over a water, on a road if one leads there (-1 if none does)."""

    id: str
    kind: str
    name: str
    over: int
    road: int
    at: Point


class Entry(NamedTuple):
    """A stretch of the table's edge where troops may come on."""

    id: str
    name: str
    line: tuple[Point, Point]


class TablePlace(NamedTuple):
    """A name on the map besides those of its grounds; size 3 is the largest."""

    id: str
    name: str
    at: Point
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class TableMap(BoardMap):
    """The ground of a battle on the tabletop; it never changes and is shared by all positions.

    Points are whole tenths of an inch to the right of the table's upper left corner and down.
    Outlines are simple polygons that run clockwise as one sees them on the table.
    """

    name: str
    title: str
    size: Point  # tenths of an inch across and down
    inch: int  # pixels of an inch in drawings at 100 %
    paces: int  # of the real ground in an inch
    north: str
    hills: tuple[Hill, ...]
    areas: tuple[TableArea, ...]
    lines: tuple[TableLine, ...]
    crossings: tuple[TableCrossing, ...]
    entries: tuple[Entry, ...]
    places: tuple[TablePlace, ...]
    hash: str  # SHA-256 of the content

    def about(self) -> str:
        """How large the table is."""
        wide, high = (tenths // TENTHS for tenths in self.size)
        return f"{wide} x {high} inches"

    def ids(self) -> list[str]:
        """The ids of everything on the map; no two things share one."""
        groups = (self.hills, self.areas, self.lines, self.crossings, self.entries, self.places)
        return [thing.id for group in groups for thing in group]

    def area(self, id: str) -> TableArea:
        """An area by its id."""
        return _named("area", id, self.areas)

    def line(self, id: str) -> TableLine:
        """A line by its id."""
        return _named("line", id, self.lines)

    def entry(self, id: str) -> Entry:
        """A stretch of the edge by its id."""
        return _named("entry", id, self.entries)

    def named(self) -> dict[str, str]:
        """The names of places, grounds, hills and crossings, by their ids."""
        groups = (self.places, self.areas, self.hills, self.crossings)
        return {thing.id: thing.name for group in groups for thing in group if thing.name}

    def spot(self, id: str) -> Point:
        """The point of a place or crossing, the middle of a stretch of the edge or of an area."""
        for place in self.places:
            if place.id == id:
                return place.at
        for crossing in self.crossings:
            if crossing.id == id:
                return crossing.at
        for entry in self.entries:
            if entry.id == id:
                (ax, ay), (bx, by) = entry.line
                return (ax + bx) // 2, (ay + by) // 2
        for area in self.areas:
            if area.id == id:
                return centre(area.outline)
        groups = (self.places, self.crossings, self.entries, self.areas)
        known = [thing.id for group in groups for thing in group]
        raise UnknownName(f'no spot "{id[:40]}" on the map ({did_you_mean(id, known)})')


def centre(outline: Sequence[Point]) -> Point:
    """The centre of gravity of a polygon, rounded down.

    >>> centre([(0, 0), (30, 0), (30, 10), (0, 10)])
    (15, 5)
    """
    area = double_area(outline)
    x = y = 0
    for (ax, ay), (bx, by) in edges(outline):
        weight = ax * by - bx * ay
        x += (ax + bx) * weight
        y += (ay + by) * weight
    return x // (3 * area), y // (3 * area)


_Thing = TypeVar("_Thing", TableArea, TableLine, Entry)


def _named(what: str, id: str, things: Sequence[_Thing]) -> _Thing:
    for thing in things:
        if thing.id == id:
            return thing
    hint = did_you_mean(id, [thing.id for thing in things])
    raise UnknownName(f'no {what} "{id[:40]}" on the map ({hint})')
