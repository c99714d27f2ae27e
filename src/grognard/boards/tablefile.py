"""Map files of the tabletop: hills, grounds, lines and crossings, read and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.boards.mapfile import NORTHS, PLACES, error_at, own_id, points, printed
from grognard.boards.polygons import (
    OUTSIDE,
    Point,
    cross,
    double_area,
    edges,
    fault,
    meet,
    segments,
    where,
)
from grognard.boards.tablemap import (
    AREAS,
    BOARD,
    BUILT,
    CROSSINGS,
    LINES,
    MATERIALS,
    ROADS,
    TENTHS,
    WATERS,
    Entry,
    Hill,
    TableArea,
    TableCrossing,
    TableLine,
    TableMap,
    TablePlace,
)
from grognard.engine import toml
from grognard.engine.errors import did_you_mean

MAX_INCHES = 144
MAX_THINGS = 200  # of a sort
MAX_LEVEL = 9
MAX_WIDTH = 60  # of a river, in tenths of an inch
NEAR = 3  # how far a crossing may lie from its water and its road, in tenths of an inch
_UNIT = "tenths of an inch"


def load_map(path: Path | Traversable, name: str | None = None) -> TableMap:
    """The map in a file; `name` stands for the file in errors (its path if not given)."""
    return read_map(toml.load(path, name))


def read_map(table: toml.Table) -> TableMap:
    """The map in a table of TOML, refused with file and line if anything is wrong with it."""
    reader = _TableMapReader(table)
    reader.read_hills()
    reader.read_areas()
    reader.read_lines()
    reader.read_crossings()
    reader.read_entries()
    reader.read_places()
    table.done()
    return reader.finish()


class _TableMapReader:
    """Reads one map file and keeps what it has read so far."""

    def __init__(self, table: toml.Table) -> None:
        self.table = table
        table.choice("board", (BOARD,))
        self.name = printed(table, "name")
        self.title = printed(table, "title", self.name)
        across = table.int("width", lo=12, hi=MAX_INCHES)
        self.size = across * TENTHS, table.int("height", lo=12, hi=MAX_INCHES) * TENTHS
        self.inch = table.int("inch", lo=8, hi=60)
        self.paces = table.int("paces", lo=1, hi=2000)
        self.north = table.choice("north", NORTHS, default="up")
        self.ids: list[str] = []
        self.hills: list[Hill] = []
        self.areas: list[TableArea] = []
        self.lines: list[TableLine] = []
        self.crossings: list[TableCrossing] = []
        self.entries: list[Entry] = []
        self.places: list[TablePlace] = []

    def tables(self, key: str) -> list[toml.Table]:
        found = self.table.tables(key)
        if len(found) > MAX_THINGS:
            raise found[MAX_THINGS].fault(f"a map has at most {MAX_THINGS} [[{key}]]")
        return found

    def id(self, table: toml.Table) -> str:
        own = own_id(table, self.ids)
        self.ids.append(own)
        return own

    # -- points ----------------------------------------------------------------------------------

    def points(self, table: toml.Table, key: str, least: int) -> tuple[Point, ...]:
        found = points(table, key, least, _UNIT)
        for i, (x, y) in enumerate(found):
            if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
                table_size = f"0,0 to {self.size[0]},{self.size[1]}"
                message = f"the point {x},{y} lies off the table ({table_size})"
                raise error_at(table, key, i, message)
        return found

    def spot(self, table: toml.Table) -> Point:
        found = self.points(table, "at", 1)
        if len(found) > 1:
            raise error_at(table, "at", 1, '"at" must have one point')
        return found[0]

    def outline(self, table: toml.Table) -> tuple[Point, ...]:
        """The corners of a figure, put in clockwise order."""
        outline = self.points(table, "outline", 3)
        why = fault(outline)
        if why is not None:
            raise error_at(table, "outline", why[0], why[1])
        # With y growing downwards what runs with the clock has a positive area.
        return outline if double_area(outline) > 0 else tuple(reversed(outline))

    # -- what is on the map ----------------------------------------------------------------------

    def read_hills(self) -> None:
        for table in self.tables("hill"):
            own = self.id(table)
            level = table.int("level", lo=1, hi=MAX_LEVEL)
            hill = Hill(own, printed(table, "name", ""), level, self.outline(table))
            below = [other for other in self.hills if other.level == level - 1]
            if level > 1 and not any(_within(hill.outline, other.outline) for other in below):
                message = f"level {level} must lie on ground of level {level - 1}, written before"
                raise table.error("outline", f"{own}: {message}")
            for other in self.hills:
                if other.level == level and _overlap(hill.outline, other.outline):
                    message = f'{own} and "{other.id}" of the same level overlap: make them one'
                    raise table.error("outline", message)
            self.hills.append(hill)

    def read_areas(self) -> None:
        for table in self.tables("area"):
            own = self.id(table)
            kind = table.choice("kind", AREAS)
            material = ""
            if kind in BUILT:
                material = table.choice("material", MATERIALS)
            elif "material" in table:
                raise table.error("material", f'only {", ".join(BUILT)} have a "material"')
            name = printed(table, "name", "")
            outline = self.outline(table)
            self.areas.append(TableArea(own, AREAS.index(kind), name, material, outline))

    def read_lines(self) -> None:
        for table in self.tables("line"):
            own = self.id(table)
            kind = table.choice("kind", LINES)
            width = 0
            if kind in WATERS:
                width = table.int("width", lo=1, hi=MAX_WIDTH)
            elif "width" in table:
                raise table.error("width", f'only {", ".join(WATERS)} have a "width"')
            name = printed(table, "name", "")
            line = self.points(table, "line", 2)
            for i in range(1, len(line)):
                if line[i] == line[i - 1]:
                    message = f"the point {line[i][0]},{line[i][1]} is there twice"
                    raise error_at(table, "line", i, message)
            self.lines.append(TableLine(own, LINES.index(kind), name, width, line))

    def read_crossings(self) -> None:
        for table in self.tables("crossing"):
            own = self.id(table)
            kind = table.choice("kind", CROSSINGS)
            name = printed(table, "name", "")
            at = self.spot(table)
            over = self.line(table, "over", WATERS, at)
            road = -1
            if "road" in table:
                road = self.line(table, "road", ROADS, at)
            self.crossings.append(TableCrossing(own, kind, name, over, road, at))

    def line(self, table: toml.Table, key: str, kinds: Sequence[str], at: Point) -> int:
        """The number of a line of some kinds, which must pass close by a point."""
        name = table.str(key)
        ids = [line.id for line in self.lines if LINES[line.kind] in kinds]
        if name not in ids:
            hint = did_you_mean(name, ids)
            raise table.error(key, f'"{name[:40]}" is none of {", ".join(kinds)} ({hint})')
        number = [line.id for line in self.lines].index(name)
        if not any(_near(at, a, b) for a, b in segments(self.lines[number].line)):
            message = f'{at[0]},{at[1]} lies more than {NEAR} tenths from "{name}"'
            raise table.error("at", f"{message}: move it onto the line")
        return number

    def read_entries(self) -> None:
        for table in self.tables("entry"):
            own = self.id(table)
            name = printed(table, "name")
            line = self.points(table, "line", 2)
            (ax, ay), (bx, by) = line[0], line[1]
            wide, high = self.size
            on_edge = (ax == bx and ax in (0, wide)) or (ay == by and ay in (0, high))
            if len(line) > 2 or line[0] == line[1] or not on_edge:
                message = "an entry is a stretch of one edge of the table: two points on it"
                raise table.error("line", message)
            self.entries.append(Entry(own, name, (line[0], line[1])))

    def read_places(self) -> None:
        for table in self.tables("place"):
            own = self.id(table)
            name = printed(table, "name")
            kind = table.choice("kind", PLACES)
            size = table.int("size", lo=1, hi=3, default=1)
            self.places.append(TablePlace(own, name, self.spot(table), kind, size))

    def finish(self) -> TableMap:
        content = {
            "name": self.name,
            "title": self.title,
            "size": self.size,
            "inch": self.inch,
            "paces": self.paces,
            "north": self.north,
            "hills": self.hills,
            "areas": self.areas,
            "lines": self.lines,
            "crossings": self.crossings,
            "entries": self.entries,
            "places": self.places,
        }
        # The same for two files that differ in spaces or comments only.
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return TableMap(
            name=self.name,
            title=self.title,
            size=self.size,
            inch=self.inch,
            paces=self.paces,
            north=self.north,
            hills=tuple(self.hills),
            areas=tuple(self.areas),
            lines=tuple(self.lines),
            crossings=tuple(self.crossings),
            entries=tuple(self.entries),
            places=tuple(self.places),
            hash=hashlib.sha256(text.encode()).hexdigest(),
        )


def _within(inner: Sequence[Point], outer: Sequence[Point]) -> bool:
    """Whether a polygon lies in another; common edges are allowed."""
    return all(where(p, outer) != OUTSIDE for p in inner) and not any(
        cross(a, b, c, d) for a, b in edges(inner) for c, d in edges(outer)
    )


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons share a point."""
    return (
        where(one[0], other) != OUTSIDE
        or where(other[0], one) != OUTSIDE
        or any(meet(a, b, c, d) for a, b in edges(one) for c, d in edges(other))
    )


def _near(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies within NEAR of a segment, in whole numbers."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = p[0] - a[0], p[1] - a[1]
    long = dx * dx + dy * dy
    part = px * dx + py * dy
    if part <= 0:
        return px * px + py * py <= NEAR * NEAR
    if part >= long:
        return (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2 <= NEAR * NEAR
    return (px * dy - py * dx) ** 2 <= NEAR * NEAR * long
