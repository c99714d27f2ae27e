"""Map files of areas: outlines, boundaries, roads and landscape, read and checked."""

from __future__ import annotations

import hashlib
import json
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.boards.areamap import (
    BOARD,
    COVERS,
    CROSSINGS,
    FLAG,
    LINES,
    NUMBER,
    WORD,
    Approach,
    AreaCover,
    AreaCrossing,
    AreaLine,
    AreaMap,
    AreaPlace,
    AreaProperties,
    Boundary,
    Locale,
    Property,
)
from grognard.boards.areas import NO_WAY, ROADS, AreaRoad, Areas, boundary_of
from grognard.boards.mapfile import NORTHS, PLACES, error_at, numbers, own_id, points, printed, some
from grognard.boards.polygons import (
    INSIDE,
    Point,
    clash,
    cross,
    double_area,
    edges,
    fault,
    meet,
    segments,
    shared,
    where,
)
from grognard.engine import toml
from grognard.engine.errors import did_you_mean

MAX_LOCALES = 99
MAX_METRES = 50_000


def load_map(
    path: Path | Traversable, properties: AreaProperties, name: str | None = None
) -> AreaMap:
    """The map in a file; `name` stands for the file in errors (its path if not given)."""
    return read_map(toml.load(path, name), properties)


def read_map(table: toml.Table, properties: AreaProperties) -> AreaMap:
    """The map in a table of TOML, refused with file and line if anything is wrong with it."""
    reader = _AreaMapReader(table, properties)
    reader.read_locales()
    reader.read_boundaries()
    reader.read_roads()
    reader.read_landscape()
    areamap = reader.finish()
    table.done()
    return areamap


def a_closed(properties: AreaProperties) -> str:
    """The word of a boundary nobody crosses, with its article."""
    word = properties.closed[1]
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


class _AreaMapReader:
    """Reads one map file and keeps what it has read so far."""

    def __init__(self, table: toml.Table, properties: AreaProperties) -> None:
        self.table = table
        self.properties = properties
        table.choice("board", (BOARD,))
        self.name = printed(table, "name")
        self.title = printed(table, "title", self.name)
        self.sides = tuple(table.strs("sides"))
        if len(self.sides) < 2 or len(set(self.sides)) < len(self.sides):
            raise table.error("sides", '"sides" must list two or more different names')
        wide = table.int("width", lo=100, hi=MAX_METRES)
        self.size = wide, table.int("height", lo=100, hi=MAX_METRES)
        self.kilometre = table.int("kilometre", lo=20, hi=2000)
        self.north = table.choice("north", NORTHS, default="up")
        self.locales: list[Locale] = []
        self.outlines: list[tuple[Point, ...]] = []
        self.pairs: list[tuple[int, int]] = []
        self.boundaries: list[Boundary] = []
        self.approaches: list[Approach] = []
        self.roads: list[AreaRoad] = []
        self.heights: list[tuple[tuple[int, int, int], ...]] = []
        self.lines: list[AreaLine] = []
        self.covers: list[AreaCover] = []
        self.crossings: list[AreaCrossing] = []
        self.houses: tuple[Point, ...] = ()
        self.places: list[AreaPlace] = []

    # -- locales ---------------------------------------------------------------------------------

    def read_locales(self) -> None:
        tables = self.table.tables("locale")
        if not 2 <= len(tables) <= MAX_LOCALES:
            message = f"a map has 2 to {MAX_LOCALES} [[locale]], found {len(tables)}"
            raise self.table.fault(message)
        for table in tables:
            outline = self.outline(table)
            locale = self.locale(table, outline)
            for other, its in zip(self.locales, self.outlines, strict=True):
                why = clash(outline, its)
                if why is not None:
                    message = f'"{locale.id}" does not fit beside "{other.id}": {why}'
                    raise table.error("outline", message)
            self.locales.append(locale)
            self.outlines.append(outline)

    def locale(self, table: toml.Table, outline: tuple[Point, ...]) -> Locale:
        own = own_id(table, [known.id for known in self.locales])
        name = printed(table, "name")
        if name in (known.name for known in self.locales):
            raise table.error("name", f'a second locale named "{name}"')
        reserve = points(table, "reserve", 1)[0]
        if where(reserve, outline) != INSIDE:
            message = f"the reserve of {own} at {reserve[0]},{reserve[1]} lies outside its outline"
            raise table.error("reserve", message)
        return Locale(
            own,
            name,
            printed(table, "about", ""),
            self.values(table, self.properties.locale),
            reserve,
        )

    def outline(self, table: toml.Table) -> tuple[Point, ...]:
        """The corners of a locale, put in counter-clockwise order."""
        outline = points(table, "outline")
        for i, (x, y) in enumerate(outline):
            if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
                message = f"the corner {x},{y} lies off the map"
                raise error_at(table, "outline", i, message)
        why = fault(outline)
        if why is not None:
            raise error_at(table, "outline", why[0], why[1])
        return outline if double_area(outline) > 0 else tuple(reversed(outline))

    def values(self, table: toml.Table, properties: tuple[Property, ...]) -> dict[str, int]:
        return {each.name: self.value(table, each) for each in properties}

    def value(self, table: toml.Table, what: Property) -> int:
        if what.kind == NUMBER:
            return table.int(what.name, what.lo, what.hi, default=what.default)
        if what.kind == WORD:
            usual = None if what.default is None else what.word(what.default)
            return what.lo + what.words.index(table.choice(what.name, what.words, usual))
        if what.kind == FLAG:
            return table.bool(what.name, False)
        return self.side_set(table, what.name)

    def side_set(self, table: toml.Table, key: str) -> int:
        found = 0
        for i, name in enumerate(table.strs(key, default=())):
            if name not in self.sides:
                hint = did_you_mean(name, self.sides)
                raise table.error(key, f'unknown side "{name[:40]}" ({hint})', i)
            found |= 1 << self.sides.index(name)
        return found

    def number(self, table: toml.Table, key: str, name: str, item: int | None = None) -> int:
        ids = [locale.id for locale in self.locales]
        if name not in ids:
            hint = did_you_mean(name, ids)
            raise table.error(key, f'no locale "{name[:40]}" ({hint})', item)
        return ids.index(name)

    # -- boundaries ------------------------------------------------------------------------------

    def read_boundaries(self) -> None:
        for table in self.table.tables("boundary"):
            names = some(table, "between", 2)
            if len(names) > 2:
                raise table.error("between", "a boundary lies between two locales", 2)
            a, b = (self.number(table, "between", name, i) for i, name in enumerate(names))
            if (a, b) in self.pairs or (b, a) in self.pairs:
                message = f'a second boundary between "{names[0]}" and "{names[1]}"'
                raise table.error("between", message)
            line = self.common_edge(table, a, b)
            values = self.values(table, self.properties.boundary)
            closed = self.is_closed(values)
            self.pairs.append((a, b))
            self.boundaries.append(Boundary(line, values, closed, printed(table, "about", "")))
            into = table.table("into", optional=True)
            for key in into:
                if key not in names:
                    hint = did_you_mean(key, names)
                    raise into.error(key, f'"{key[:40]}" is not of this boundary ({hint})')
            self.approaches += [self.approach(into, name, closed) for name in names]
        self.refuse_gaps()

    def common_edge(self, table: toml.Table, a: int, b: int) -> tuple[Point, ...]:
        here, there = self.locales[a].id, self.locales[b].id
        if a == b:
            raise table.error("between", f'"{here}" has no boundary with itself')
        lines = shared(self.outlines[a], self.outlines[b])
        if not lines:
            near = [
                self.locales[n].id
                for n, its in enumerate(self.outlines)
                if shared(self.outlines[a], its)
            ]
            hint = f"{here} borders on {', '.join(near)}" if near else f"{here} borders on none"
            raise table.error("between", f'"{here}" and "{there}" have no common edge ({hint})')
        if len(lines) > 1:
            (x, y), (u, v) = lines[0][-1], lines[1][0]
            message = f'"{here}" and "{there}" touch in two places, up to {x},{y} and from {u},{v}'
            raise table.error("between", f"{message}: give what lies between to one of them")
        return tuple(lines[0])

    def is_closed(self, values: dict[str, int]) -> bool:
        name, closed = self.properties.closed
        return any(
            each.word(values[name]) == closed
            for each in self.properties.boundary
            if each.name == name
        )

    def approach(self, into: toml.Table, name: str, closed: bool) -> Approach:
        values = self.values(into.table(name, optional=True), self.properties.approach)
        if closed and any(values.values()):
            message = f"nobody comes over {a_closed(self.properties)} boundary"
            raise into.error(name, f"{message}: it has no penalties")
        return Approach(values)

    def refuse_gaps(self) -> None:
        """Every common edge must have its boundary."""
        known = {frozenset(pair) for pair in self.pairs}
        tables = self.table.tables("locale")
        for a, one in enumerate(self.outlines):
            for b in range(a):
                if frozenset((a, b)) not in known and shared(one, self.outlines[b]):
                    names = f'"{self.locales[b].id}", "{self.locales[a].id}"'
                    message = f"{names} have a common edge but no [[boundary]]"
                    raise tables[a].error("id", f"{message}: add one with between = [{names}]")

    # -- roads -----------------------------------------------------------------------------------

    def read_roads(self) -> None:
        ids = [locale.id for locale in self.locales]
        areas = Areas(ids, self.outlines, self.pairs, self.closed())
        for table in self.table.tables("road"):
            own = own_id(table, [road.id for road in self.roads])
            kind = ROADS[table.choice("kind", tuple(ROADS))]
            names = some(table, "through", 1)
            stops = [self.number(table, "through", name, i) for i, name in enumerate(names)]
            road = AreaRoad(
                own, printed(table, "name"), kind, tuple(stops), points(table, "line", 2)
            )
            self.follow(table, road, areas)
            self.roads.append(road)

    def closed(self) -> int:
        return sum(1 << n for n, boundary in enumerate(self.boundaries) if boundary.closed)

    def follow(self, table: toml.Table, road: AreaRoad, areas: Areas) -> None:
        """Refuse a road that is not connected, or that is drawn elsewhere than it leads."""
        pieces = segments(road.line)
        crossed: set[int] = set()
        for i in range(1, len(road.through)):
            here, there = road.through[i - 1], road.through[i]
            names = f'"{areas.ids[here]}" to "{areas.ids[there]}"'
            approach = areas.between[here][there]
            if approach == NO_WAY:
                message = f"the road is not connected: from {names} there is no common boundary"
                raise table.error("through", message, i)
            n = boundary_of(approach)
            crossed.add(n)
            if self.boundaries[n].closed:
                message = f"the road crosses {a_closed(self.properties)} boundary from {names}"
                raise table.error("through", message, i)
            edge = segments(self.boundaries[n].line)
            if not any(meet(a, b, c, d) for a, b in pieces for c, d in edge):
                message = f"the line does not cross the boundary from {names}"
                raise table.error("line", message)
        if len(road.through) == 1 and not self.runs_in(road.line, self.outlines[road.through[0]]):
            raise table.error("line", f'the line does not touch "{areas.ids[road.through[0]]}"')
        for n, boundary in enumerate(self.boundaries):
            if n in crossed:
                continue
            edge = segments(boundary.line)
            if any(cross(a, b, c, d) for a, b in pieces for c, d in edge):
                one, other = (areas.ids[locale] for locale in self.pairs[n])
                message = f'the line crosses the boundary of "{one}" and "{other}"'
                raise table.error("line", f"{message}, which are not neighbours in its locales")

    def runs_in(self, line: tuple[Point, ...], outline: tuple[Point, ...]) -> bool:
        return any(where(p, outline) == INSIDE for p in line) or any(
            cross(a, b, c, d) for a, b in segments(line) for c, d in edges(outline)
        )

    # -- landscape -------------------------------------------------------------------------------

    def read_landscape(self) -> None:
        for table in self.table.tables("heights"):
            triples = numbers(table, "line", 3)
            self.heights.append(tuple((t[0], t[1], t[2]) for t in triples))
        for table in self.table.tables("line"):
            kind = table.choice("kind", LINES)
            self.lines.append(AreaLine(kind, printed(table, "name", ""), points(table, "line", 2)))
        for table in self.table.tables("cover"):
            kind = table.choice("kind", COVERS)
            outline = points(table, "outline")
            why = fault(outline)
            if why is not None:
                raise error_at(table, "outline", why[0], why[1])
            self.covers.append(AreaCover(kind, printed(table, "name", ""), outline))
        for table in self.table.tables("crossing"):
            kind = table.choice("kind", CROSSINGS)
            self.crossings.append(AreaCrossing(kind, self.spot(table)))
        if "houses" in self.table:
            self.houses = points(self.table, "houses")
        seen: set[str] = set()
        for table in self.table.tables("place"):
            name = printed(table, "name")
            if name in seen:
                raise table.error("name", f'a second place named "{name}"')
            seen.add(name)
            kind = table.choice("kind", PLACES)
            size = table.int("size", lo=1, hi=3, default=1)
            self.places.append(AreaPlace(name, self.spot(table), kind, size))

    def spot(self, table: toml.Table) -> Point:
        x, y = points(table, "at", 1)[0]
        if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
            raise table.error("at", f"{x},{y} lies off the map")
        return x, y

    # -- finish ----------------------------------------------------------------------------------

    def finish(self) -> AreaMap:
        ids = [locale.id for locale in self.locales]
        return AreaMap(
            name=self.name,
            title=self.title,
            sides=self.sides,
            size=self.size,
            kilometre=self.kilometre,
            north=self.north,
            areas=Areas(ids, self.outlines, self.pairs, self.closed(), self.roads),
            properties=self.properties,
            locales=tuple(self.locales),
            boundaries=tuple(self.boundaries),
            approaches=tuple(self.approaches),
            roads=tuple(self.roads),
            heights=tuple(self.heights),
            lines=tuple(self.lines),
            covers=tuple(self.covers),
            crossings=tuple(self.crossings),
            houses=self.houses,
            places=tuple(self.places),
            hash=self.hash(),
        )

    def numbers_and_flags(self, approach: Approach) -> list[object]:
        """The properties of an approach as the hash has always had them: numbers in one list."""
        kinds = {each.name: each.kind for each in self.properties.approach}
        values = approach.properties.items()
        flags = [value for name, value in values if kinds[name] == FLAG]
        return [[value for name, value in values if kinds[name] != FLAG], *flags]

    def hash(self) -> str:
        """The same for two files that differ in spaces or comments only."""
        content = {
            "name": self.name,
            "title": self.title,
            "sides": self.sides,
            "size": self.size,
            "kilometre": self.kilometre,
            "north": self.north,
            "locale": [
                (each.id, each.name, each.about, *each.properties.values(), each.reserve)
                for each in self.locales
            ],
            "outlines": self.outlines,
            "pairs": self.pairs,
            "boundaries": [
                (each.line, *each.properties.values(), each.about) for each in self.boundaries
            ],
            "approaches": [self.numbers_and_flags(each) for each in self.approaches],
            "roads": [(r.id, r.name, r.kind, r.through, r.line) for r in self.roads],
            "landscape": [self.heights, self.lines, self.covers, self.crossings, self.houses],
            "places": self.places,
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
