"""Reading the battle file of a tabletop: sides, units on free places of the table, objectives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from grognard.boards.table.lattice import TENTH, Pose
from grognard.boards.table.rect import Rect, on_table, overlap, rect
from grognard.boards.tablemap import TableMap
from grognard.engine.action import DEGREES
from grognard.engine.battlefile import Heading
from grognard.engine.toml import Table

ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST: Final = 30


class Objective(NamedTuple):
    """A place that is worth points to the side that holds it at the end."""

    name: str
    side: int  # as the system reads it: to whom it is worth something, or who holds it first; or -1
    points: int
    x: int
    y: int


class Listed(Protocol):
    """A unit as the battle file lists it, whatever else its system wants to know of it."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def kind(self) -> int: ...
    @property
    def strength(self) -> int: ...
    @property
    def turn(self) -> int: ...  # on which it comes, 0 if it is there
    @property
    def pose(self) -> Pose: ...


class TableRoster:
    """What is read alike whatever the system: names of sides, ids, places, objectives."""

    heading: Heading
    objectives: list[Objective]

    def __init__(self, ground: TableMap, bases: Sequence[tuple[int, int]], most_units: int) -> None:
        self.ground = ground
        self.bases = bases
        self.most_units = most_units
        self.names: list[str] = []
        self.tables: list[Table] = []  # where each unit is listed
        self._ids: set[str] = set()
        self._places: list[tuple[str, Rect]] = []

    def name_sides(self, file: Table, titles: list[tuple[str, str]]) -> None:
        """Two sides of different names, each with its title; one of them begins."""
        self.titles = titles
        self.names = [name for name, _ in titles]
        if len(titles) != 2 or self.names[0] == self.names[1]:
            raise file.fault("a battle has two [[side]] of different names")
        self.first = self.names.index(file.choice("first", self.names))

    def side(self, table: Table) -> int:
        """The side a table names."""
        return self.names.index(table.choice("side", self.names))

    def enlist(self, table: Table, unit: Listed, stand: bool) -> None:
        """Refuse a unit of a bad id, or a stand on no free place; who leads may be anywhere."""
        if len(self._ids) == self.most_units:
            raise table.error("id", f"a battle has at most {self.most_units} units")
        if not ID.fullmatch(unit.id) or len(unit.id) > LONGEST:
            raise table.error(
                "id", f"an id is up to {LONGEST} small letters, digits and single hyphens"
            )
        if unit.id in self._ids:
            raise table.error("id", f'the id "{unit.id}" is used twice')
        if stand:
            self._place(table, unit)
        self._ids.add(unit.id)
        self.tables.append(table)

    def _place(self, table: Table, unit: Listed) -> None:
        """A stand lies wholly on the table and, unless it comes later, on nobody else."""
        place = rect(unit.pose, *self.bases[unit.kind])
        wide, high = (TENTH * n for n in self.ground.size)
        if not on_table(place, wide, high):
            raise table.error("at", f"{unit.name} stands over the edge of the table")
        if unit.turn:
            return
        for name, taken in self._places:
            if overlap(place, taken):
                raise table.error("at", f"{unit.name} stands on {name}")
        self._places.append((unit.name, place))

    def objective(self, table: Table) -> Objective:
        """An objective; its side is -1 where none is named."""
        side = self.side(table) if "side" in table else -1
        x, y, _ = self.pose(table, 0)
        return Objective(table.str("name"), side, table.int("points", 1, 9), x, y)

    def pose(self, table: Table, degrees: int) -> Pose:
        """A place in tenths of an inch on the table and a facing in degrees."""
        at = table.ints("at", 0)
        wide, high = self.ground.size
        if len(at) != 2 or at[0] > wide or at[1] > high:
            where = f"from [0, 0] to [{wide}, {high}]"
            raise table.error("at", f'"at" is a place in tenths of an inch on the table, {where}')
        if degrees % DEGREES:
            raise table.error("facing", f"a facing is a multiple of {DEGREES} degrees")
        return at[0], at[1], degrees // DEGREES
