"""Reading a battle file: sides, divisions, stands and commanders, arrivals, objectives."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from grognard.boards.table.lattice import Pose
from grognard.boards.table.rect import Rect, overlap, rect
from grognard.boards.tablemap import TableMap
from grognard.engine.battlefile import hour_of
from grognard.engine.toml import Table
from grognard.systems.brigades.kinds import (
    ARM_OF,
    ARMY,
    ASA,
    CALIBRES,
    CAVALRY,
    CORPS,
    DEDICATED_GUN,
    DEGREES,
    DIVISION,
    ELITE,
    FIREARM,
    FOOT,
    FOOT_SCREEN,
    GUNS,
    HORSE,
    KINDS,
    LEADER,
    LIGHT,
    MILITIA,
    NO_WEAPON,
    POOR_MUSKETRY,
    POORLY_TRAINED,
    RANKS,
    SHARPSHOOTER,
    SLOW,
    SMOOTHBORE,
    TRAITS,
    VERY_LIGHT,
    WEIGHTS,
)
from grognard.systems.brigades.rules import Rules

MOST_UNITS: Final = 120
MOST_POINTS: Final = 12
MOST_LISTED: Final = 3  # skirmishers of a brigade
# What skirmishers have of the brigade that lists them.
SHARED_TRAITS: Final = POOR_MUSKETRY | ELITE | SHARPSHOOTER | ASA | POORLY_TRAINED | MILITIA
GRADES: Final = ("ordinary", "militia", "elite")
PERIODS: Final = ("napoleonic", "linear")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Division(NamedTuple):
    """A division, or the stands directly under a corps or the army."""

    id: str
    name: str
    side: int
    under: int  # the rank of who commands it
    corps: str
    grade: str
    level: int  # of exhaustion, 0 if it is worked out


class Unit(NamedTuple):
    """A stand or commander as its battle file gives it; `turn` is 0 for those on the table."""

    id: str
    name: str
    side: int
    division: int  # -1 for commanders of corps and armies
    kind: int
    strength: int
    morale: int
    weight: int
    weapon: int
    traits: int
    rank: int
    corps: str
    limbered: bool
    column: bool
    turn: int
    pose: Pose
    within: int = -1  # the brigade that lists these skirmishers


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
        self.title = file.str("title")
        self.date = file.str("date")
        self.summary = file.str("summary", lines=True)
        self.teaches = file.str("teaches")
        self.difficulty = file.int("difficulty", 1, 3)
        self.turns = file.int("turns", 1, 30)
        self.start = hour_of(file, "08:00")
        self.old = file.choice("period", PERIODS, default="napoleonic") == "linear"
        self.fog_turns = file.int("fog_turns", 0, 30, default=0)
        self.fog_inches = file.int("fog_inches", 1, 48, default=4)
        self.sides = [(table.str("name"), table.str("title")) for table in file.tables("side")]
        if len(self.sides) != 2 or self.sides[0][0] == self.sides[1][0]:
            raise file.fault("a battle has two [[side]] of different names")
        self.names = [name for name, _ in self.sides]
        self.first = self.names.index(file.choice("first", self.names))
        self.divisions = [self._division(table) for table in file.tables("division")]
        self.units: list[Unit] = []
        self._places: list[Rect] = []
        for table in file.tables("unit"):
            unit = self._unit(table)
            self._add(table, unit)
            self._list_skirmishers(table, unit)
        for table in file.tables("commander"):
            self._add(table, self._commander(table))
        for s, (_, title) in enumerate(self.sides):
            if not any(u.side == s and u.strength and not u.turn for u in self.units):
                raise file.fault(f"{title} has no [[unit]] on the table")
            if not any(u.side == s and u.kind == LEADER and u.rank == ARMY for u in self.units):
                raise file.fault(f'{title} has no [[commander]] of rank "army"')
        self.objectives = [self._objective(table) for table in file.tables("objective")]
        self.breaches = [self._pose(table, 0)[:2] for table in file.tables("breach")]

    def _division(self, table: Table) -> Division:
        under = RANKS.index(table.choice("under", RANKS, default="division"))
        corps = table.str("corps", "")
        if under == CORPS and not corps:
            raise table.error("under", 'stands under a corps name it: corps = "…"')
        return Division(
            table.str("id"),
            table.str("name"),
            self.names.index(table.choice("side", self.names)),
            under,
            corps,
            table.choice("grade", GRADES, default="ordinary"),
            table.int("exhaustion", 1, 99, default=0),
        )

    def _add(self, table: Table, unit: Unit) -> None:
        if len(self.units) == MOST_UNITS:
            raise table.error("id", f"a battle has at most {MOST_UNITS} units")
        if not _ID.fullmatch(unit.id) or len(unit.id) > 30:
            raise table.error("id", "an id is up to 30 small letters, digits and single hyphens")
        if any(unit.id == other.id for other in self.units):
            raise table.error("id", f'the id "{unit.id}" is used twice')
        if unit.strength and unit.within < 0:
            self._refuse_place(table, unit)
        self.units.append(unit)

    def _refuse_place(self, table: Table, unit: Unit) -> None:
        """A stand lies wholly on the table and on nobody else."""
        place = rect(unit.pose, *self.rules.base[unit.kind])
        wide, high = (100 * n for n in self.ground.size)
        if not (place.ex <= place.x <= wide - place.ex and place.ey <= place.y <= high - place.ey):
            raise table.error("at", f"{unit.name} stands over the edge of the table")
        if unit.turn:
            return
        on_table = [
            other
            for other in self.units
            if other.strength and not other.turn and other.within < 0
        ]
        for other, taken in zip(on_table, self._places, strict=True):
            if overlap(place, taken):
                raise table.error("at", f"{unit.name} stands on {other.name}")
        self._places.append(place)

    def _list_skirmishers(self, table: Table, brigade: Unit) -> None:
        """The skirmishers a brigade may detach, a strength point each; they begin within it."""
        count = table.int("skirmishers", 1, MOST_LISTED, default=0)
        if count and ARM_OF[brigade.kind] != FOOT:
            raise table.error("skirmishers", "only infantry brigades list skirmishers")
        if count >= brigade.strength:
            raise table.error("skirmishers", "a brigade keeps a strength point of its own")
        within = len(self.units) - 1
        for n in range(1, count + 1):
            mark, number = (f"-{n}", f" {n}") if count > 1 else ("", "")
            self._add(
                table,
                brigade._replace(
                    id=f"{brigade.id}-skirmishers{mark}",
                    name=f"{brigade.name} skirmishers{number}",
                    kind=FOOT_SCREEN,
                    strength=1,
                    traits=brigade.traits & SHARED_TRAITS,
                    column=False,
                    within=within,
                ),
            )

    def _unit(self, table: Table) -> Unit:
        kind = KINDS.index(table.choice("kind", KINDS[:LEADER]))
        arm = ARM_OF[kind]
        ids = [division.id for division in self.divisions]
        division = ids.index(table.choice("division", ids))
        marks = 0
        if "traits" in table:
            for word in table.strs("traits"):
                if word not in TRAITS:
                    known = ", ".join(TRAITS)
                    raise table.error("traits", f'no trait "{word:.40}": one of {known}')
                marks |= 1 << TRAITS.index(word)
        # Close-order foot on linear bases is slow before the Revolution.
        if self.old and kind == KINDS.index("linear-infantry"):
            marks |= SLOW
        weapon = NO_WEAPON
        if arm == GUNS:
            weapon = VERY_LIGHT + CALIBRES.index(table.choice("guns", CALIBRES, default="field"))
        elif arm not in CAVALRY or marks & FIREARM:
            weapon = SMOOTHBORE
        weight = LIGHT
        if arm in CAVALRY:
            weight = WEIGHTS.index(table.choice("weight", WEIGHTS, default="light"))
        limbered = table.bool("limbered", default=False)
        if limbered and arm != GUNS:
            raise table.error("limbered", "only artillery is limbered")
        if marks & DEDICATED_GUN and arm not in (0, HORSE):
            raise table.error("traits", "only brigades hold a dedicated gun")
        return Unit(
            table.str("id"),
            table.str("name"),
            self.divisions[division].side,
            division,
            kind,
            table.int("strength", 1, MOST_POINTS),
            table.int("morale", 1, 9),
            weight,
            weapon,
            marks,
            -1,
            self.divisions[division].corps,
            limbered,
            table.bool("column", default=False),
            table.int("turn", 1, self.turns, default=0),
            self._pose(table, table.int("facing", 0, 359)),
        )

    def _commander(self, table: Table) -> Unit:
        rank = RANKS.index(table.choice("rank", RANKS))
        side = self.names.index(table.choice("side", self.names))
        division, corps = -1, ""
        if rank == DIVISION:
            ids = [one.id for one in self.divisions if one.side == side]
            word = table.choice("division", ids)
            division = [one.id for one in self.divisions].index(word)
            corps = self.divisions[division].corps
        elif rank == CORPS:
            corps = table.str("corps")
        turn = table.int("turn", 1, self.turns, default=0)
        return Unit(
            table.str("id"),
            table.str("name"),
            side,
            division,
            LEADER,
            0,
            0,
            0,
            NO_WEAPON,
            0,
            rank,
            corps,
            False,
            False,
            turn,
            self._pose(table, 0),
        )

    def _objective(self, table: Table) -> Objective:
        side = -1
        if "side" in table:
            side = self.names.index(table.choice("side", self.names))
        x, y, _ = self._pose(table, 0)
        return Objective(table.str("name"), side, table.int("points", 1, 9), x, y)

    def _pose(self, table: Table, degrees: int) -> Pose:
        """A place in tenths of an inch on the table and a facing in degrees."""
        at = table.ints("at", 0)
        wide, high = self.ground.size
        if len(at) != 2 or at[0] > wide or at[1] > high:
            where = f"from [0, 0] to [{wide}, {high}]"
            raise table.error("at", f'"at" is a place in tenths of an inch on the table, {where}')
        if degrees % DEGREES:
            raise table.error("facing", f"a facing is a multiple of {DEGREES} degrees")
        return at[0], at[1], degrees // DEGREES
