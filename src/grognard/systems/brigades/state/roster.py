"""Reading a battle file: sides, divisions, stands and commanders, arrivals, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards.table.lattice import TENTH, Pose
from grognard.boards.tablemap import TableMap
from grognard.engine.battlefile import heading_of
from grognard.engine.rulebook import Rulebook
from grognard.engine.toml import Table
from grognard.systems.brigades.state.kinds import (
    ARM_OF,
    ARMY,
    ASA,
    CALIBRES,
    CAVALRY,
    CORPS,
    DEDICATED_GUN,
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
from grognard.systems.tabletop.roster import TableRoster

if TYPE_CHECKING:
    from grognard.systems.brigades.rules import Rules

MOST_UNITS: Final = 120
MOST_POINTS: Final = 12
MOST_LISTED: Final = 3  # skirmishers of a brigade

# What skirmishers have of the brigade that lists them.
SHARED_TRAITS: Final = POOR_MUSKETRY | ELITE | SHARPSHOOTER | ASA | POORLY_TRAINED | MILITIA
GRADES: Final = ("ordinary", "militia", "elite")
PERIODS: Final = ("napoleonic", "linear")


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
    turn: int
    pose: Pose
    corps: str = ""
    rank: int = -1
    strength: int = 0
    morale: int = 0
    weight: int = LIGHT
    weapon: int = NO_WEAPON
    traits: int = 0
    limbered: bool = False
    column: bool = False
    within: int = -1  # the brigade that lists these skirmishers


class RosterRules:
    """The bases of stands by kind, width and depth in mils."""

    def __init__(self, book: Rulebook) -> None:
        massed = book.ints("brigades.rulings.base.close-order", "massed")
        linear = book.ints("brigades.rulings.base.close-order", "linear")
        battalion = book.ints("brigades.rulings.base.artillery", "battalion")
        battery = book.ints("brigades.rulings.base.artillery", "battery")
        skirmisher = book.ints("brigades.rulings.base.skirmisher", "skirmisher")
        # In the order of the kinds; a commander is a point.
        tenths = (
            massed, linear, massed, linear, battalion, battery, skirmisher, skirmisher, [0, 0],
        )  # fmt: skip
        self.base = [(width * TENTH, depth * TENTH) for width, depth in tenths]


class Roster(TableRoster):
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: TableMap, rules: Rules) -> None:
        super().__init__(ground, rules.roster.base, MOST_UNITS)
        self.rules = rules
        self.heading = heading_of(file, "08:00", rules.turn.minutes)
        self.old = file.choice("period", PERIODS, default="napoleonic") == "linear"
        self.fog_turns = file.int("fog_turns", 0, 30, default=0)
        self.fog_inches = file.int("fog_inches", 1, 48, default=4)
        sides = [(table.str("name"), table.str("title")) for table in file.tables("side")]
        self.name_sides(file, sides)
        self.divisions = [self._division(table) for table in file.tables("division")]
        self.units: list[Unit] = []
        for table in file.tables("unit"):
            unit = self._unit(table)
            self._add(table, unit)
            self._list_skirmishers(table, unit)
        for table in file.tables("commander"):
            self._add(table, self._commander(table))
        for s, (_, title) in enumerate(self.titles):
            if not any(u.side == s and u.strength and not u.turn for u in self.units):
                raise file.fault(f"{title} has no [[unit]] on the table")
            if not any(u.side == s and u.kind == LEADER and u.rank == ARMY for u in self.units):
                raise file.fault(f'{title} has no [[commander]] of rank "army"')
        self.objectives = [self.objective(table) for table in file.tables("objective")]
        self.breaches = [self.pose(table, 0)[:2] for table in file.tables("breach")]

    def _division(self, table: Table) -> Division:
        under = RANKS.index(table.choice("under", RANKS, default="division"))
        corps = table.str("corps", "")
        if under == CORPS and not corps:
            raise table.error("under", 'stands under a corps name it: corps = "…"')
        return Division(
            table.str("id"),
            table.str("name"),
            self.side(table),
            under,
            corps,
            table.choice("grade", GRADES, default="ordinary"),
            table.int("exhaustion", 1, 99, default=0),
        )

    def _add(self, table: Table, unit: Unit) -> None:
        self.enlist(table, unit, unit.strength > 0 and unit.within < 0)
        self.units.append(unit)

    def _list_skirmishers(self, table: Table, brigade: Unit) -> None:
        """The skirmishers a brigade may detach, a strength point each; they begin within it."""
        count = table.int("skirmishers", 1, MOST_LISTED, default=0)
        if count and ARM_OF[brigade.kind] != FOOT:
            raise table.error("skirmishers", "only infantry brigades list skirmishers")
        points = self.rules.skirmishers.points
        if count * points >= brigade.strength:
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
                    strength=points,
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
        # brigades.rulings.attribute.slow-infantry
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
            table.int("turn", 1, self.heading.turns, default=0),
            self.pose(table, table.int("facing", 0, 359)),
            self.divisions[division].corps,
            # What is usual: brigades.rulings.strength.usual. A dedicated gun adds none:
            # brigades.misc.dedicated-gun.
            strength=table.int("strength", 1, MOST_POINTS),
            morale=table.int("morale", 1, 9),
            weight=weight,
            weapon=weapon,
            traits=marks,
            limbered=limbered,
            column=table.bool("column", default=False),
        )

    def _commander(self, table: Table) -> Unit:
        rank = RANKS.index(table.choice("rank", RANKS))
        side = self.side(table)
        division, corps = -1, ""
        if rank == DIVISION:
            ids = [one.id for one in self.divisions if one.side == side]
            word = table.choice("division", ids)
            division = [one.id for one in self.divisions].index(word)
            corps = self.divisions[division].corps
        elif rank == CORPS:
            corps = table.str("corps")
        turn = table.int("turn", 1, self.heading.turns, default=0)
        id_, name, pose = table.str("id"), table.str("name"), self.pose(table, 0)
        return Unit(id_, name, side, division, LEADER, turn, pose, corps, rank)
