"""Reading a battle file: sides, units on the map and in reinforcement groups."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards.areamap import AreaMap
from grognard.boards.areas import boundary_of
from grognard.engine.battlefile import heading_of
from grognard.engine.errors import GrognardError
from grognard.engine.toml import Table
from grognard.systems.locales.state.kinds import ARMS, ON_DISPLAY

if TYPE_CHECKING:
    from grognard.systems.locales.rules import Rules

STAFFS: Final = ("poor", "normal", "good")
MOST_UNITS: Final = 120
MOST_DEALT: Final = 40  # in one shuffle


class Side(NamedTuple):
    """One of the two armies."""

    name: str
    title: str
    staff: int
    morale: int  # 0: worked out from its strength


class Unit(NamedTuple):
    """A unit as its battle file gives it; `spot` is ON_DISPLAY for a reinforcement."""

    id: str
    name: str
    side: int
    arm: int
    strength: int
    group: int
    spot: int


class Roster:
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: AreaMap, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        self.heading = heading_of(file, "08:00")
        self.sides = self._sides(file)
        names = [side.name for side in self.sides]
        self.first = names.index(file.choice("first", names))
        self.defender = names.index(file.choice("defender", names))
        self.units: list[Unit] = []
        for table in file.tables("unit"):
            if len(self.units) == MOST_UNITS:
                raise table.error("id", f"a battle has at most {MOST_UNITS} units")
            self._add(table, self._unit(table, names))
        for s, side in enumerate(self.sides):
            if not any(unit.side == s and unit.spot >= 0 for unit in self.units):
                raise file.fault(f"{side.title} has no [[unit]] on the map")
        self._refuse_overfull(file)
        self._refuse_groups(file)

    def _sides(self, file: Table) -> list[Side]:
        tables = file.tables("side")
        sides = [
            Side(
                table.choice("name", self.ground.sides),
                table.str("title"),
                STAFFS.index(table.choice("staff", STAFFS, default="normal")),
                table.int("morale", 1, 200, default=0),
            )
            for table in tables
        ]
        if [side.name for side in sides] != list(self.ground.sides):
            wanted = ", ".join(self.ground.sides)
            raise file.fault(f"a battle has one [[side]] for each side of its map: {wanted}")
        return sides

    def _add(self, table: Table, unit: Unit) -> None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,23}", unit.id):
            raise table.error("id", "an id is up to 24 lower-case letters, digits and hyphens")
        if any(unit.id == other.id for other in self.units):
            raise table.error("id", f'the id "{unit.id}" is used twice')
        self.units.append(unit)

    def _unit(self, table: Table, names: list[str]) -> Unit:
        arm = ARMS.index(table.choice("arm", ARMS))
        group = table.int("group", 1, 20, default=0)
        spot = ON_DISPLAY
        if group:
            if not self.rules.staff.may_mobilize[arm]:
                # locales.eligibility.mobilize.may-not
                # locales.ruling.mobilize.groups-without-cavalry
                raise table.error("group", f"a reinforcement group holds no {ARMS[arm]}")
            if "at" in table:
                raise table.error("at", 'a unit has either "at" or "group"')
        else:
            spot = self._spot(table)
        return Unit(
            table.str("id"),
            table.str("name"),
            names.index(table.choice("side", names)),
            arm,
            table.int("strength", 1, self.rules.losses.strongest[arm]),
            group,
            spot,
        )

    def _spot(self, table: Table) -> int:
        """A locale (its reserve) or an approach, written `locale` or `locale/locale`."""
        text = table.str("at")
        areas = self.ground.areas
        try:
            if "/" not in text:
                return areas.parse(text)
            approach = areas.parse_approach(text)
        except GrognardError as error:
            raise table.error("at", str(error)) from None
        if self.ground.closed() >> boundary_of(approach) & 1:
            raise table.error("at", f"{text} is impassable: nobody can secure it")
        return areas.size + approach

    def _refuse_groups(self, file: Table) -> None:
        for unit, table in zip(self.units, file.tables("unit"), strict=True):
            own = {other.group for other in self.units if other.side == unit.side}
            like = [o for o in self.units if (o.side, o.group) == (unit.side, unit.group)]
            if unit.group and len(like) > MOST_DEALT:
                raise table.error("group", f"a group has at most {MOST_DEALT} units")
            missing = [n for n in range(1, unit.group) if n not in own]
            if missing:
                raise table.error(
                    "group", f"groups are numbered 1, 2, …: there is no group {missing[0]}"
                )
            entries = [locale.properties["entry"] for locale in self.ground.locales]
            if unit.group and not any(sides >> unit.side & 1 for sides in entries):
                title = self.sides[unit.side].title
                raise table.error("group", f"{title} has no entry on the map")

    def _refuse_overfull(self, file: Table) -> None:
        areas = self.ground.areas
        held: dict[int, list[int]] = {}
        for unit, table in zip(self.units, file.tables("unit"), strict=True):
            if unit.spot < 0:
                continue
            spot = unit.spot
            here = spot if spot < areas.size else areas.locale[spot - areas.size]
            inside = held.setdefault(here, [])
            if inside and inside[0] != unit.side:
                raise table.error("at", f"{areas.ids[here]} holds units of both sides")
            inside.append(unit.side)
            capacity = self.ground.locales[here].properties["capacity"]
            if len(inside) > capacity:
                raise table.error("at", f"{areas.ids[here]} has room for {capacity} units only")
