"""Maps of hexes: grounds, levels, roads and hexsides, read from a map file and checked.

The system that reads a map says which grounds and kinds of hexside there are and what they mean.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from grognard.boards.hexes import DIRECTIONS, HexGrid, bits, mask_of, opposite
from grognard.boards.mapfile import NORTHS, PLACES, printed, some
from grognard.engine import toml
from grognard.engine.board_map import BoardMap
from grognard.engine.errors import UnknownName, did_you_mean

# What crosses a side of a hex, and from FIRST_SIDE on what runs along it: flags, for a side may
# have several.
BRIDGE, FORD, FIRST_SIDE = 1, 2, 4
CROSSINGS = {"bridge": BRIDGE, "ford": FORD}

NO_ROAD, PATH, ROAD = 0, 1, 2
ROADS = {"path": PATH, "road": ROAD}

BOARD = "hexes"  # the value of `board` in map files of this kind
MAX_WIDTH = MAX_HEIGHT = 60

HexSide = tuple[int, int]  # a hex and a direction


class HexKinds(NamedTuple):
    """The kinds of ground a system knows, and what may run along the sides of its hexes."""

    grounds: tuple[str, ...]
    sides: tuple[str, ...] = ()
    lakes: tuple[str, ...] = ()  # grounds without roads and buildings
    waters: tuple[str, ...] = ()  # sides that may have a crossing; a side has one of them at most
    deep: tuple[str, ...] = ()  # waters that no road passes without a crossing
    slopes: tuple[str, ...] = ()  # sides between two different levels

    def flag(self, *sides: str) -> int:
        """The flags of some kinds of side; those that are unknown have none."""
        return sum(FIRST_SIDE << i for i, side in enumerate(self.sides) if side in sides)


class HexPlace(NamedTuple):
    """A name on the map; size 3 is the largest."""

    name: str
    hex: int
    kind: str
    size: int


class HexRoad(NamedTuple):
    """A road or path from hex to hex."""

    kind: str
    name: str
    hexes: tuple[int, ...]


class SideLine(NamedTuple):
    """A stream, crest or the like along sides of hexes, as the file names them."""

    kind: str
    name: str
    sides: tuple[HexSide, ...]


class HexCrossing(NamedTuple):
    """A bridge or ford over the water on a side."""

    kind: str
    side: HexSide


@dataclass(frozen=True, slots=True)
class HexMap(BoardMap):
    """The ground of a battle; it never changes and is shared by all positions."""

    name: str
    title: str
    grid: HexGrid
    hex_metres: int
    north: str  # where north lies on the sheet
    kinds: HexKinds
    ground: tuple[int, ...]  # [hex], an index into the grounds of `kinds`
    ground_mask: tuple[int, ...]  # [ground], the set of its hexes
    level: tuple[int, ...]  # [hex]
    buildings: int  # the set of hexes with a building on other ground
    road: tuple[tuple[int, ...], ...]  # [hex][direction]: NO_ROAD, PATH or ROAD through that side
    side: tuple[tuple[int, ...], ...]  # [hex][direction]: flags, the same seen from both hexes
    roads: tuple[HexRoad, ...]
    sides: tuple[SideLine, ...]
    crossings: tuple[HexCrossing, ...]
    places: tuple[HexPlace, ...]
    hash: str  # SHA-256 of the content

    def ground_name(self, hex: int) -> str:
        """The ground of a hex."""
        return self.kinds.grounds[self.ground[hex]]

    def hexes_of(self, ground: str) -> int:
        """The set of hexes of a ground, empty if there is no such ground."""
        if ground not in self.kinds.grounds:
            return 0
        return self.ground_mask[self.kinds.grounds.index(ground)]

    def about(self) -> str:
        """How many hexes it has."""
        return f"{self.grid.width} x {self.grid.height} hexes"


def load_map(path: Path | Traversable, kinds: HexKinds, name: str | None = None) -> HexMap:
    """The map in a file; `name` stands for the file in errors (its path if not given)."""
    return read_map(toml.load(path, name), kinds)


def read_map(table: toml.Table, kinds: HexKinds) -> HexMap:
    """The map in a table of TOML, refused with file and line if anything is wrong with it."""
    reader = _HexMapReader(table, kinds)
    reader.read_buildings()
    reader.read_sides()
    reader.read_crossings()
    reader.read_roads()
    reader.read_places()
    hexmap = reader.finish()
    table.done()
    return hexmap


class _HexMapReader:
    """Reads one map file and keeps what it has read so far."""

    def __init__(self, table: toml.Table, kinds: HexKinds) -> None:
        self.table = table
        self.kinds = kinds
        self.water = kinds.flag(*kinds.waters)
        table.choice("board", (BOARD,), default=BOARD)
        self.name = printed(table, "name")
        self.title = printed(table, "title", self.name)
        self.hex_metres = table.int("hex_metres", lo=10, hi=5000)
        self.north = table.choice("north", NORTHS, default="up")
        width = table.int("width", lo=2, hi=MAX_WIDTH)
        height = table.int("height", lo=2, hi=MAX_HEIGHT)
        self.grid = grid = HexGrid(width, height)
        self.ground = self.read_ground()
        self.level = [int(digit) for digit in _rows(table, "levels", grid, "0123456789")]
        self.buildings = 0
        self.road = [[NO_ROAD] * 6 for _ in range(grid.size)]
        self.side = [[0] * 6 for _ in range(grid.size)]
        self.roads: list[HexRoad] = []
        self.sides: list[SideLine] = []
        self.crossings: list[HexCrossing] = []
        self.places: list[HexPlace] = []

    def read_ground(self) -> list[int]:
        legend = self.table.table("legend")
        letters: dict[str, int] = {}
        for letter in legend:
            if len(letter) != 1 or not letter.isalpha():
                message = f'"{letter[:20]}" in [legend]: one letter stands for a ground'
                raise legend.error(letter, f"{message}; other keys go above [legend]")
            known = self.kinds.grounds
            letters[letter] = known.index(legend.choice(letter, known))
        return [letters[c] for c in _rows(self.table, "ground", self.grid, "".join(letters))]

    def read_buildings(self) -> None:
        for i, name in enumerate(self.table.strs("buildings", default=())):
            h = self.hex(self.table, "buildings", name, i)
            if self.in_lake(h):
                raise self.table.error("buildings", f"a building in the lake at {name}", i)
            if self.buildings >> h & 1:
                raise self.table.error("buildings", f"{name} is listed twice", i)
            self.buildings |= 1 << h

    def in_lake(self, h: int) -> bool:
        return self.kinds.grounds[self.ground[h]] in self.kinds.lakes

    def read_sides(self) -> None:
        for table in self.table.tables("side"):
            kind = table.choice("kind", self.kinds.sides)
            sides = []
            for i, text in enumerate(some(table, "sides", 1)):
                h, d = self.hexside(table, "sides", text, i)
                self.add_side(table, kind, text, i, h, d)
                sides.append((h, d))
            self.sides.append(SideLine(kind, printed(table, "name", ""), tuple(sides)))

    def add_side(self, table: toml.Table, kind: str, text: str, i: int, h: int, d: int) -> None:
        flag, present = self.kinds.flag(kind), self.side[h][d]
        if present & flag:
            raise table.error("sides", f'"{text}" is a {kind} already', i)
        if flag & self.water and present & self.water:
            other = next(w for w in self.kinds.waters if present & self.kinds.flag(w))
            raise table.error("sides", f'"{text}" cannot be a {kind}: it is a {other}', i)
        n = self.grid.neighbours[h][d]
        if kind in self.kinds.slopes and self.level[h] == self.level[n]:
            message = f'"{text}" cannot be {kind}: both hexes are at level {self.level[h]}'
            raise table.error("sides", message, i)
        self.side[h][d] |= flag
        self.side[n][opposite(d)] |= flag

    def read_crossings(self) -> None:
        for table in self.table.tables("crossing"):
            kind = table.choice("kind", tuple(CROSSINGS))
            text = table.str("side")
            h, d = self.hexside(table, "side", text)
            present = self.side[h][d]
            if not present & self.water:
                raise table.error("side", f'a {kind} at "{text}", where there is no water')
            if present & (BRIDGE | FORD):
                raise table.error("side", f'"{text}" has a bridge or ford already')
            self.side[h][d] |= CROSSINGS[kind]
            self.side[self.grid.neighbours[h][d]][opposite(d)] |= CROSSINGS[kind]
            self.crossings.append(HexCrossing(kind, (h, d)))

    def read_roads(self) -> None:
        for table in self.table.tables("road"):
            kind = table.choice("kind", tuple(ROADS))
            names = some(table, "hexes", 2)
            hexes = [self.hex(table, "hexes", name, i) for i, name in enumerate(names)]
            for i, h in enumerate(hexes):
                if self.in_lake(h):
                    raise table.error("hexes", f"a {kind} in the lake at {names[i]}", i)
                if i:
                    self.add_road(table, kind, hexes[i - 1], h, i)
            self.roads.append(HexRoad(kind, printed(table, "name", ""), tuple(hexes)))

    def add_road(self, table: toml.Table, kind: str, a: int, b: int, i: int) -> None:
        d = self.grid.direction_of(a, b)
        here, there = self.grid.name(a), self.grid.name(b)
        if d < 0:
            raise table.error("hexes", f"{there} does not touch {here}, the hex before it", i)
        side = self.side[a][d]
        deep = next((water for water in self.kinds.deep if side & self.kinds.flag(water)), "")
        if deep and not side & (BRIDGE | FORD):
            message = f"the {kind} from {here} to {there} crosses a {deep.replace('-', ' ')}"
            remedy = f'it needs a [[crossing]] with side = "{here} {DIRECTIONS[d]}"'
            raise table.error("hexes", f"{message}: {remedy}", i)
        for h, direction in ((a, d), (b, opposite(d))):
            self.road[h][direction] = max(self.road[h][direction], ROADS[kind])

    def read_places(self) -> None:
        seen: set[str] = set()
        for table in self.table.tables("place"):
            name = printed(table, "name")
            if name in seen:
                raise table.error("name", f'a second place named "{name}"')
            seen.add(name)
            h = self.hex(table, "hex", table.str("hex"))
            kind = table.choice("kind", PLACES)
            self.places.append(HexPlace(name, h, kind, table.int("size", lo=1, hi=3, default=1)))

    def hex(self, table: toml.Table, key: str, name: str, item: int | None = None) -> int:
        try:
            return self.grid.parse(name)
        except UnknownName as error:
            raise table.error(key, str(error), item) from None

    def hexside(self, table: toml.Table, key: str, text: str, item: int | None = None) -> HexSide:
        words = text.split()
        if len(words) != 2:
            message = f'"{text[:20]}" is not a side of a hex: write it as "0101 se"'
            raise table.error(key, message, item)
        h = self.hex(table, key, words[0], item)
        if words[1] not in DIRECTIONS:
            hint = "there is " + ", ".join(DIRECTIONS)
            raise table.error(key, f'unknown direction "{words[1][:20]}" ({hint})', item)
        d = DIRECTIONS.index(words[1])
        if self.grid.neighbours[h][d] < 0:
            message = f'"{text}" lies on the edge of the map: a side has a hex on either hand'
            raise table.error(key, message, item)
        return h, d

    def finish(self) -> HexMap:
        hexes = range(self.grid.size)
        return HexMap(
            name=self.name,
            title=self.title,
            grid=self.grid,
            hex_metres=self.hex_metres,
            north=self.north,
            kinds=self.kinds,
            ground=tuple(self.ground),
            ground_mask=tuple(
                mask_of([h for h in hexes if self.ground[h] == g])
                for g in range(len(self.kinds.grounds))
            ),
            level=tuple(self.level),
            buildings=self.buildings,
            road=tuple(tuple(row) for row in self.road),
            side=tuple(tuple(row) for row in self.side),
            roads=tuple(self.roads),
            sides=tuple(self.sides),
            crossings=tuple(self.crossings),
            places=tuple(self.places),
            hash=self.hash(),
        )

    def hash(self) -> str:
        """The same for two files that differ in letters, spaces or comments only."""
        content = {
            "name": self.name,
            "title": self.title,
            "size": [self.grid.width, self.grid.height],
            "hex_metres": self.hex_metres,
            "north": self.north,
            "ground": [self.kinds.grounds[g] for g in self.ground],
            "level": self.level,
            "buildings": bits(self.buildings),
            "roads": self.roads,
            "sides": self.sides,
            "crossings": self.crossings,
            "places": self.places,
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _rows(table: toml.Table, key: str, grid: HexGrid, known: str) -> str:
    """The letters of a drawing of the map, row after row; blanks between them do not count."""
    letters: list[str] = []
    for number, line in enumerate(table.str(key, lines=True).split("\n")):
        row = "".join(line.split())
        if not row:
            continue
        if len(letters) == grid.height:
            raise table.error(key, f'more than {grid.height} rows in "{key}"', number)
        if len(row) != grid.width:
            message = f'row {len(letters) + 1} of "{key}" has {len(row)} hexes, not {grid.width}'
            raise table.error(key, message, number)
        for col, letter in enumerate(row):
            if letter not in known:
                where = grid.name(len(letters) * grid.width + col)
                message = f'unknown letter "{letter}" in "{key}" at {where}'
                hint = did_you_mean(letter, known)
                raise table.error(key, f"{message} ({hint})", number)
        letters.append(row)
    if len(letters) < grid.height:
        raise table.error(key, f'"{key}" has {len(letters)} rows, not {grid.height}')
    return "".join(letters)
