"""Reading a battle file: sides, stands and generals with their places, arrivals, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards.table.lattice import Pose
from grognard.boards.tablemap import TableMap
from grognard.engine.battlefile import heading_of
from grognard.engine.toml import Table
from grognard.systems.onepage.state.kinds import (
    ARM_OF,
    ARTILLERY,
    CAVALRY,
    FIELD_GUNS,
    GENERAL,
    HEAVY_ARTILLERY,
    HEAVY_GUNS,
    KINDS,
    MUSKET,
    NO_WEAPON,
)
from grognard.systems.tabletop.roster import TableRoster

if TYPE_CHECKING:
    from grognard.systems.onepage.rules import Rules

MOST_UNITS: Final = 120
MOST_STRENGTH: Final = 12
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


class Roster(TableRoster):
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: TableMap, rules: Rules) -> None:
        super().__init__(ground, rules.field.base, MOST_UNITS)
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
        self.name_sides(file, [(side.name, side.title) for side in self.sides])
        self.units: list[Unit] = []
        for table in file.tables("unit"):
            self._add(table, self._unit(table))
        for table in file.tables("general"):
            self._add(table, self._general(table))
        for s, side in enumerate(self.sides):
            mine = [unit for unit in self.units if unit.side == s and not unit.turn]
            if not any(unit.strength for unit in mine):
                raise file.fault(f"{side.title} has no [[unit]] on the table")
            if not any(not unit.strength for unit in mine):
                raise file.fault(f"{side.title} has no [[general]] on the table")
        self.objectives = [self.objective(table) for table in file.tables("objective")]

    def _add(self, table: Table, unit: Unit) -> None:
        self.enlist(table, unit, unit.strength > 0)
        self.units.append(unit)

    def _unit(self, table: Table) -> Unit:
        kind = KINDS.index(table.choice("kind", KINDS[:-1]))
        side = self.side(table)
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
            table.int("strength", 1, MOST_STRENGTH),
            table.int("morale", 1, 9),
            False,
            limbered,
            table.int("turn", 1, self.heading.turns, default=0),
            self.pose(table, table.int("facing", 0, 359)),
        )

    def _general(self, table: Table) -> Unit:
        return Unit(
            table.str("id"),
            table.str("name"),
            self.side(table),
            ARM_OF.index(GENERAL),
            NO_WEAPON,
            0,
            0,
            table.choice("rank", RANKS, default="other") == "army",
            False,
            table.int("turn", 1, self.heading.turns, default=0),
            self.pose(table, 0),
        )
