"""Reading a battle file: sides, forces with their sub-commanders, commanders, units, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards.table.lattice import INCH, Pose
from grognard.boards.tablemap import TableMap
from grognard.engine.battlefile import heading_of
from grognard.engine.toml import Table
from grognard.systems.pulses.state.kinds import (
    ARM_OF,
    ARMY,
    ARTILLERY,
    FAST,
    INFANTRY,
    KINDS,
    LIGHT,
    OFFICERS,
    RANKS,
    SUB,
    WEATHERS,
    WEIGHTS,
)
from grognard.systems.tabletop.roster import TableRoster

if TYPE_CHECKING:
    from grognard.systems.pulses.rules import Rules

MOST_UNITS: Final = 140


class Unit(NamedTuple):
    """A unit or officer as its battle file gives it; `turn` is 0 for those on the table."""

    id: str
    name: str
    side: int
    kind: int
    force: int  # of an officer: the force he leads, -1 for commanders
    turn: int
    pose: Pose
    strength: int = 0
    sk: int = 0
    mx: bool = False
    cossacks: bool = False
    heavy: bool = False
    rank: int = -1
    rating: int = 0  # the control modifier of a sub-commander, the level of an army commander
    dice: int = 0


class Force(NamedTuple):  # pulses.rulings.force
    """A sub-commander and the units assigned to him."""

    id: str
    name: str
    side: int
    radius: int
    reserve: bool
    turn: int


class Roster(TableRoster):
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: TableMap, rules: Rules) -> None:
        super().__init__(ground, rules.movement.bases, MOST_UNITS)
        self.rules = rules
        self.heading = heading_of(file, "10:00")
        latest = min(rules.turn.latest, self.heading.turns)
        self.first_turn = file.int("first_turn", rules.turn.earliest, latest)
        sides = file.tables("side")
        # Break points; 0 where it is a third of the army.
        self.breaks = [table.int("breaks", 0, 99, default=0) for table in sides]
        self.name_sides(file, [(table.str("name"), table.str("title")) for table in sides])
        self.weather = self._weather(file)
        self.units: list[Unit] = []
        self.forces: list[Force] = []
        self.wings: dict[str, list[int]] = {}
        leaders = [(table, self._force(table)) for table in file.tables("force")]
        for table in file.tables("unit"):
            self._add(table, self._unit(table))
        self.stands = len(self.units)
        for table, leader in leaders:
            self._add(table, leader)
        for table in file.tables("commander"):
            self._add(table, self._commander(table))
        self._refuse_army(file)
        self.objectives = [self.objective(table) for table in file.tables("objective")]

    def _refuse_army(self, file: Table) -> None:
        for s, (_, title) in enumerate(self.titles):
            here = [unit for unit in self.units if unit.side == s and not unit.turn]
            if not any(unit.kind != OFFICERS for unit in here):
                raise file.fault(f"{title} has no [[unit]] on the table")
            if not any(unit.rank == ARMY for unit in here):
                raise file.fault(f'{title} has no [[commander]] of rank "army" on the table')

    def _weather(self, file: Table) -> list[tuple[int, int]]:
        return sorted(
            (table.int("turn", 1, 20), WEATHERS.index(table.choice("kind", WEATHERS)))
            for table in file.tables("weather")
        )

    def _turn(self, table: Table) -> int:
        return table.int("turn", self.first_turn + 1, self.heading.turns, default=0)

    def _force(self, table: Table) -> Unit:
        """A force, and its sub-commander as a piece."""
        rules = self.rules.officers
        side = self.side(table)
        size = table.choice("size", tuple(rules.radius), default="division")
        force = Force(
            id=table.str("id"),
            name=table.str("name"),
            side=side,
            radius=table.int("radius", 1, 40, default=rules.radius[size]) * INCH,
            reserve=table.bool("reserve", default=False),
            turn=self._turn(table),
        )
        if any(force.id == other.id for other in self.forces):
            raise table.error("id", f'the id "{force.id}" is used twice')
        self.forces.append(force)
        (least, most), (few, many) = rules.control, rules.dice
        return Unit(
            id=force.id,
            name=force.name,
            side=side,
            kind=OFFICERS,
            force=len(self.forces) - 1,
            turn=force.turn,
            pose=self.pose(table, 0),
            rank=SUB,
            rating=table.int("control", least, most, default=0),
            dice=table.int("dice", few, many, default=0),
        )

    def _commander(self, table: Table) -> Unit:
        rank = RANKS.index(table.choice("rank", RANKS[1:]))
        side = self.side(table)
        id_ = table.str("id")
        level = 0
        if rank == ARMY:
            level = table.int("level", *self.rules.turn.levels)
        else:
            known = [force.id for force in self.forces]
            named = table.strs("forces")
            for name in named:
                if name not in known or self.forces[known.index(name)].side != side:
                    raise table.error("forces", f'no force "{name:.40}" on his side')
            self.wings[id_] = [known.index(name) for name in named]
        return Unit(
            id=id_,
            name=table.str("name"),
            side=side,
            kind=OFFICERS,
            force=-1,
            turn=self._turn(table),
            pose=self.pose(table, 0),
            rank=rank,
            rating=level,
        )

    def _unit(self, table: Table) -> Unit:
        rules, known = self.rules, [force.id for force in self.forces]
        force = known.index(table.choice("force", known))
        kind = KINDS.index(table.choice("kind", KINDS[:-1], default=KINDS[FAST]))
        arm = ARM_OF[kind]
        guns = arm == ARTILLERY
        least, most = rules.skirmish.ratings
        sk = table.int("sk", least, most, default=0)
        if sk and arm != INFANTRY:  # pulses.rulings.sk-rating
            raise table.error("sk", "only infantry has a skirmish rating")
        cossacks = table.bool("cossacks", default=False)
        if cossacks and kind != LIGHT:
            raise table.error("cossacks", "Cossacks are light cavalry")
        return Unit(
            id=table.str("id"),
            name=table.str("name"),
            side=self.forces[force].side,
            kind=kind,
            force=force,
            turn=self.forces[force].turn or self._turn(table),
            pose=self.pose(table, table.int("facing", 0, 359)),
            strength=0 if guns else table.int("strength", *rules.combat.strengths),
            sk=sk,
            mx=table.bool("mx", default=False),
            cossacks=cossacks,
            heavy=guns and table.choice("weight", WEIGHTS, default="light") == "heavy",
        )

    def _add(self, table: Table, unit: Unit) -> None:
        self.enlist(table, unit, unit.kind != OFFICERS)
        self.units.append(unit)
