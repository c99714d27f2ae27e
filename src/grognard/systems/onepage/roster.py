"""Reading a battle file: sides, stands and generals with their places, arrivals, objectives."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from grognard.boards.table.lattice import Pose
from grognard.boards.table.rect import Rect, overlap, rect
from grognard.boards.tablemap import TableMap
from grognard.engine.battlefile import heading_of
from grognard.engine.errors import FileError
from grognard.engine.toml import Table
from grognard.systems.onepage.rules import (
    ARM_OF,
    ARTILLERY,
    CAVALRY,
    DEGREES,
    FIELD_GUNS,
    GENERAL,
    HEAVY_ARTILLERY,
    HEAVY_GUNS,
    KINDS,
    MUSKET,
    NO_WEAPON,
    Rules,
)

MOST_UNITS: Final = 120
MUSKETS: Final = ("musket", "rifled-musket")
RANKS: Final = ("army", "other")


class Side(NamedTuple):
    """One of the two armies."""

    name: str
    title: str
    muskets: int


class Unit(NamedTuple):
    """A stand or general as its battle file gives it; `turn` is 0 for those on the table."""

    id: str
    name: str
    side: int
    kind: int
    weapon: int
    strength: int
    morale: int
    army: bool
    limbered: bool
    turn: int
    pose: Pose


class Objective(NamedTuple):
    """A place that is worth points to the side that holds it at the end."""

    name: str
    side: int  # to whom it is worth something; -1 to both
    points: int
    x: int
    y: int


class Roster:
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: TableMap, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        self.heading = heading_of(file, "08:00")
        self.sides = [
            Side(
                table.str("name"),
                table.str("title"),
                MUSKET + MUSKETS.index(table.choice("weapon", MUSKETS, default="musket")),
            )
            for table in file.tables("side")
        ]
        if len(self.sides) != 2 or self.sides[0].name == self.sides[1].name:
            raise file.fault("a battle has two [[side]] of different names")
        names = [side.name for side in self.sides]
        self.first = names.index(file.choice("first", names))
        self.units: list[Unit] = []
        self._places: list[Rect] = []
        for table in file.tables("unit"):
            self._add(table, self._unit(table, names))
        for table in file.tables("general"):
            self._add(table, self._general(table, names))
        for s, side in enumerate(self.sides):
            mine = [unit for unit in self.units if unit.side == s and not unit.turn]
            if not any(unit.strength for unit in mine):
                raise file.fault(f"{side.title} has no [[unit]] on the table")
            if not any(not unit.strength for unit in mine):
                raise file.fault(f"{side.title} has no [[general]] on the table")
        self.objectives = [self._objective(table, names) for table in file.tables("objective")]

    def _add(self, table: Table, unit: Unit) -> None:
        if len(self.units) == MOST_UNITS:
            raise table.error("id", f"a battle has at most {MOST_UNITS} units")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", unit.id) or len(unit.id) > 30:
            raise table.error("id", "an id is up to 30 small letters, digits and single hyphens")
        if any(unit.id == other.id for other in self.units):
            raise table.error("id", f'the id "{unit.id}" is used twice')
        if unit.strength:
            self._refuse_place(table, unit)
        self.units.append(unit)

    def _refuse_place(self, table: Table, unit: Unit) -> None:
        """A stand lies wholly on the table and on nobody else."""
        width, depth = self.rules.base[unit.kind]
        place = rect(unit.pose, width, depth)
        wide, high = (100 * n for n in self.ground.size)
        inside = place.ex <= place.x <= wide - place.ex and place.ey <= place.y <= high - place.ey
        if not inside:
            raise table.error("at", f"{unit.name} stands over the edge of the table")
        if unit.turn:
            return
        for other, taken in zip(self._on_table(), self._places, strict=True):
            if overlap(place, taken):
                raise table.error("at", f"{unit.name} stands on {other.name}")
        self._places.append(place)

    def _on_table(self) -> list[Unit]:
        return [unit for unit in self.units if unit.strength and not unit.turn]

    def _unit(self, table: Table, names: list[str]) -> Unit:
        kind = KINDS.index(table.choice("kind", KINDS[:-1]))
        side = names.index(table.choice("side", names))
        arm = ARM_OF[kind]
        weapon = self.sides[side].muskets
        if arm == CAVALRY:
            weapon = NO_WEAPON
        elif arm == ARTILLERY:
            weapon = HEAVY_GUNS if kind == HEAVY_ARTILLERY else FIELD_GUNS
        else:
            plain = MUSKETS[weapon - MUSKET]
            weapon = MUSKET + MUSKETS.index(table.choice("weapon", MUSKETS, default=plain))
        limbered = table.bool("limbered", default=False)
        if limbered and arm != ARTILLERY:
            raise table.error("limbered", "only artillery is limbered")
        return Unit(
            table.str("id"),
            table.str("name"),
            side,
            kind,
            weapon,
            table.int("strength", 1, 12),
            table.int("morale", 1, 9),
            False,
            limbered,
            table.int("turn", 1, self.heading.turns, default=0),
            self._pose(table, table.int("facing", 0, 359)),
        )

    def _general(self, table: Table, names: list[str]) -> Unit:
        return Unit(
            table.str("id"),
            table.str("name"),
            names.index(table.choice("side", names)),
            ARM_OF.index(GENERAL),
            NO_WEAPON,
            0,
            0,
            table.choice("rank", RANKS, default="other") == "army",
            False,
            table.int("turn", 1, self.heading.turns, default=0),
            self._pose(table, 0),
        )

    def _objective(self, table: Table, names: list[str]) -> Objective:
        side = -1
        if "side" in table:
            side = names.index(table.choice("side", names))
        x, y, _ = self._pose(table, 0)
        return Objective(table.str("name"), side, table.int("points", 1, 9), x, y)

    def _pose(self, table: Table, degrees: int) -> Pose:
        """A place in tenths of an inch on the table and a facing in degrees."""
        at = table.ints("at", 0)
        wide, high = self.ground.size
        if len(at) != 2 or at[0] > wide or at[1] > high:
            raise _off(table, wide, high)
        if degrees % DEGREES:
            raise table.error("facing", f"a facing is a multiple of {DEGREES} degrees")
        return at[0], at[1], degrees // DEGREES


def _off(table: Table, wide: int, high: int) -> FileError:
    message = f'"at" is a place in tenths of an inch on the table, from [0, 0] to [{wide}, {high}]'
    return table.error("at", message)
