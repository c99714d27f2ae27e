"""Reading a battle file: sides, leaders, commands, units, garrisons, objectives, specials."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards.hexes import FACINGS
from grognard.boards.hexmap import HexMap
from grognard.engine.battlefile import heading_of
from grognard.engine.errors import GrognardError
from grognard.engine.toml import Table
from grognard.systems.shock.state.kinds import (
    ARMIES,
    ARMS,
    FOOT_ARTILLERY,
    GARRISON,
    HORSE_ARTILLERY,
    LEADER,
    LEVELS,
    LIGHT_CAVALRY,
    MOST_COMMANDS,
    MOST_STEPS,
    NATIONS,
    OVERALL,
)
from grognard.systems.shock.terrain import CHATEAU

if TYPE_CHECKING:
    from grognard.systems.shock.rules import Rules

UNIT_TRAITS: Final = ("lancers", "cuirassiers", "silesian-rifle")
LEADER_TRAITS: Final = ("ney", "blucher", "napoleon", "wellington")
SPECIALS: Final = ("wet-fuses", "grand-battery", "reserved", "command-points", "no-draw")

OFF_MAP: Final = -1
PLACE: Final = 'a piece has either "hex" or "turn" and "entry"'
MOST_PIECES: Final = 200
MOST_CHIEFS: Final = 2


class BattleSide(NamedTuple):
    """One of the two armies of a battle."""

    name: str
    title: str
    army: str


class Piece(NamedTuple):
    """A unit, a garrison or a leader, as its battle file gives it."""

    id: str
    name: str
    side: int
    arm: int
    hex: int
    sp: int
    command: int = -1
    nation: str = ""
    cohesion: int = 0
    commitment: int = 0
    pursuit: int = 0
    range: int = 1
    mp: int = 0
    elite: int = 0
    traits: tuple[str, ...] = ()
    facing: int = 0
    turn: int = 0
    entry: int = OFF_MAP
    level: int = -1
    cp: int = 0
    reach: int = 0
    orders: int = 0


class Command(NamedTuple):
    """A body of units under one combat leader."""

    id: str
    name: str
    side: int
    leader: int


class Objective(NamedTuple):
    """Points for a place: `hold` for who held it last, `near` for a side that stands near it."""

    kind: str
    hex: int
    points: int
    name: str
    side: int
    within: int


class Special(NamedTuple):
    """A special rule of the battle, from the closed list SPECIALS."""

    kind: str
    side: int
    first: int
    last: int
    pieces: tuple[int, ...]
    points: int


class Roster:
    """Everything a battle file holds, checked against its map."""

    def __init__(self, file: Table, ground: HexMap, rules: Rules) -> None:
        self.ground = ground
        self.rules = rules
        self.heading = heading_of(file, "14:00")
        self.sides = self._sides(file)
        self._side_names = [s.name for s in self.sides]
        self.first = self._side_names.index(file.choice("first", self._side_names))
        self.pieces: list[Piece] = []
        self.tables: list[Table] = []  # where each piece stands in the file
        self._ids: dict[str, int] = {}
        self._command_ids = self._ids_of_commands(file)
        for table in file.tables("unit"):
            self._add(table, self._unit(table))
        self.units = len(self.pieces)
        for table in file.tables("garrison"):
            self._add(table, self._garrison(table))
        self.fighters = len(self.pieces)
        for table in file.tables("leader"):
            self._add(table, self._leader(table))
        self._count(file)
        self.commands = [self._command(t) for t in file.tables("command")]
        self._check_commands()
        self.objectives = [self._objective(t) for t in file.tables("objective")]
        self.specials = [self._special(t) for t in file.tables("special")]
        self.handicap = self._handicap(file)

    def _count(self, file: Table) -> None:
        """Refuse more than the rules can deal with."""
        if self.units == 0:
            raise file.fault("a battle needs [[unit]] tables")
        if len(self.pieces) > MOST_PIECES:
            what = f"{len(self.pieces)} units and leaders"
            raise file.fault(f"{what}: a battle has at most {MOST_PIECES}")
        if len(self._command_ids) > MOST_COMMANDS:
            what = f"{len(self._command_ids)} commands"
            raise file.fault(f"{what}: a battle has at most {MOST_COMMANDS}")
        for side in (0, 1):
            chiefs = [
                table
                for table, piece in zip(self.tables, self.pieces, strict=True)
                if piece.side == side and piece.level == OVERALL
            ]
            if len(chiefs) > MOST_CHIEFS:
                message = f"a side has at most {MOST_CHIEFS} overall commanders"
                raise chiefs[MOST_CHIEFS].error("level", message)

    def _ids_of_commands(self, file: Table) -> list[str]:
        found: list[str] = []
        for table in file.tables("command"):
            found.append(self._new_id(table, found))
        return found

    def _check_commands(self) -> None:
        """Units are of their command's side."""
        for table, piece in zip(self.tables[: self.fighters], self.pieces, strict=False):
            command = self.commands[piece.command]
            if command.side != piece.side:
                names = self._side_names[piece.side], self._side_names[command.side]
                message = f'"{piece.id}" is {names[0]}, its command "{command.id}" is {names[1]}'
                raise table.error("command", message)

    def _sides(self, file: Table) -> list[BattleSide]:
        sides = [
            BattleSide(t.str("name"), t.str("title"), t.choice("army", ARMIES))
            for t in file.tables("side")
        ]
        if len(sides) != 2 or sides[0].name == sides[1].name:
            raise file.fault("a battle has two [[side]] tables with different names")
        for table, side in zip(file.tables("side"), sides, strict=True):
            if not re.fullmatch(r"[a-z][a-z-]{0,19}", side.name):
                raise table.error(
                    "name", "a side's name is up to 20 lower-case letters and hyphens"
                )
        return sides

    def _side(self, table: Table) -> int:
        return self._side_names.index(table.choice("side", self._side_names))

    def _new_id(self, table: Table, taken: Container[str]) -> str:
        found = table.str("id")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,23}", found):
            raise table.error("id", "an id is up to 24 lower-case letters, digits and hyphens")
        if found in taken:
            raise table.error("id", f'the id "{found}" is used twice')
        return found

    def _add(self, table: Table, piece: Piece) -> None:
        self._ids[piece.id] = len(self.pieces)
        self.pieces.append(piece)
        self.tables.append(table)

    def _hex(self, table: Table, key: str) -> int:
        name = table.str(key)
        try:
            return self.ground.grid.parse(name)
        except GrognardError as error:
            raise table.error(key, str(error)) from None

    def _place(self, table: Table) -> tuple[int, int, int, int]:
        """Where a piece begins: hex, facing, turn of arrival, entry hex."""
        facing = FACINGS.index(table.choice("facing", FACINGS, default="n"))
        if "turn" in table or "entry" in table:
            if "hex" in table:
                raise table.error("hex", PLACE)
            turn = table.int("turn", 1, self.heading.turns)
            entry = self._hex(table, "entry")
            if -1 not in self.ground.grid.neighbours[entry]:
                raise table.error("entry", "an entry is a hex on the edge of the map")
            return OFF_MAP, facing, turn, entry
        if "hex" not in table:
            raise table.fault(f"{PLACE}: it has none of them")
        return self._hex(table, "hex"), facing, 0, OFF_MAP

    def _traits(self, table: Table, known: tuple[str, ...]) -> tuple[str, ...]:
        traits = tuple(table.strs("traits", default=()))
        for trait in traits:
            if trait not in known:
                raise table.error("traits", f'unknown trait "{trait:.20}": use {", ".join(known)}')
        return traits

    def _command_of(self, table: Table) -> int:
        return self._command_ids.index(table.choice("command", self._command_ids))

    def _unit(self, table: Table) -> Piece:
        arm = ARMS.index(table.choice("arm", ARMS[:GARRISON]))
        light = arm == LIGHT_CAVALRY
        guns = arm in (FOOT_ARTILLERY, HORSE_ARTILLERY)
        cohesion = table.int("cohesion", 0, 9)
        hex_, facing, turn, entry = self._place(table)
        return Piece(
            id=self._new_id(table, self._ids),
            name=table.str("name"),
            side=self._side(table),
            arm=arm,
            command=self._command_of(table),
            nation=table.choice("nation", NATIONS),
            sp=table.int("sp", 1, MOST_STEPS),
            cohesion=cohesion,
            commitment=cohesion if light else table.int("commitment", 0, 9),
            pursuit=table.int("pursuit", 0, 9) if light else 0,
            range=table.int("range", 1, 12) if guns else 1,
            mp=table.int("mp", 1, 20, default=self.rules.movement.points[arm]),
            elite=table.int("elite", 0, 2, default=0),
            traits=self._traits(table, UNIT_TRAITS),
            hex=hex_,
            facing=facing,
            turn=turn,
            entry=entry,
        )

    def _garrison(self, table: Table) -> Piece:
        place = self._hex(table, "hex")
        if not self.ground.ground_mask[CHATEAU] >> place & 1:
            raise table.error("hex", "a garrison stands on chateau ground")
        if any(p.arm == GARRISON and p.hex == place for p in self.pieces):
            raise table.error("hex", "a chateau has one garrison")
        rules = self.rules.stacking
        return Piece(
            id=self._new_id(table, self._ids),
            name=table.str("name"),
            side=self._side(table),
            arm=GARRISON,
            command=self._command_of(table),
            sp=table.int("sp", rules.ids_weakest, rules.ids_strongest),
            cohesion=rules.ids_cohesion,
            hex=place,
        )

    def _leader(self, table: Table) -> Piece:
        level = LEVELS.index(table.choice("level", LEVELS))
        hex_, facing, turn, entry = self._place(table)
        traits = self._traits(table, LEADER_TRAITS)
        overall = level == OVERALL
        command = self.rules.command
        reach = command.great_reach if "napoleon" in traits else command.reach
        return Piece(
            id=self._new_id(table, self._ids),
            name=table.str("name"),
            side=self._side(table),
            arm=LEADER,
            sp=1,
            range=0,
            mp=self.rules.leaders.points,
            traits=traits,
            hex=hex_,
            facing=facing,
            turn=turn,
            entry=entry,
            level=level,
            cp=table.int("cp", 0, 9) if overall else 0,
            reach=table.int("range", 1, 40, default=reach) if overall else 0,
            orders=0 if overall else table.int("orders", 0, 9),
        )

    def _command(self, table: Table) -> Command:
        side = self._side(table)
        leaders = {
            p.id: i
            for i, p in enumerate(self.pieces)
            if p.arm == LEADER and p.side == side and p.level != OVERALL
        }
        leader = leaders[table.choice("leader", list(leaders))]
        return Command(table.str("id"), table.str("name"), side, leader)

    def _objective(self, table: Table) -> Objective:
        kind = table.choice("kind", ("hold", "near"))
        near = kind == "near"
        return Objective(
            kind,
            self._hex(table, "hex"),
            table.int("points", 1, 100),
            table.str("name"),
            self._side(table) if near else -1,
            table.int("within", 0, 40) if near else 0,
        )

    def _special(self, table: Table) -> Special:
        kind = table.choice("kind", SPECIALS)
        side, first, last, points = -1, 1, self.heading.turns, 0
        pieces: tuple[int, ...] = ()
        if kind in ("wet-fuses", "grand-battery"):
            side = self._side(table)
        if kind in ("wet-fuses", "command-points", "no-draw"):
            first = table.int("from", 1, self.heading.turns)
            last = table.int("to", first, self.heading.turns)
        if kind == "reserved":
            units = [p.id for p in self.pieces[: self.units]]
            names = table.strs("units")
            for i, name in enumerate(names):
                if name not in units:
                    raise table.error("units", f'no unit "{name:.24}"', i)
            pieces = tuple(self._ids[name] for name in names)
            sides = {self.pieces[u].side for u in pieces}
            if len(sides) != 1:
                raise table.error("units", "units held back must be one or more units of one side")
            side = sides.pop()
            points = table.int("points", 1, 100)
        if kind == "command-points":
            overall = [p.id for p in self.pieces if p.level == OVERALL]
            pieces = (self._ids[table.choice("leader", overall)],)
            points = table.int("cp", 0, 9)
        return Special(kind, side, first, last, pieces, points)

    def _handicap(self, file: Table) -> tuple[int, int]:
        victory = file.table("victory", optional=True)
        if "handicap" not in victory:
            return 0, 0
        table = victory.table("handicap")
        points = table.int("points", 0, 500)
        return (points, 0) if self._side(table) == 0 else (0, points)
