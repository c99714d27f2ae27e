"""A battle on a tabletop: the map as geometry, the stands and who leads them, the nouns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, TypeVar

from grognard.boards.table.ground import Area, Ground, Line, Spot
from grognard.boards.table.lattice import TENTH
from grognard.boards.tablefile import read_map
from grognard.boards.tablemap import TableMap
from grognard.engine.action import Nouns, Poses
from grognard.engine.battle import Battle
from grognard.engine.battlefile import BattleTexts
from grognard.engine.ruleset import RuleSet
from grognard.engine.toml import Table, loads
from grognard.systems.tabletop.roster import Listed, Objective, TableRoster

L = TypeVar("L", bound=TableRoster)


class TableBattle(Battle):
    """A battle on the tabletop; units are the stands and, after them, those who lead them."""

    ground: TableMap
    first: int  # the side that begins
    land: Ground
    objectives: list[Objective]
    units: Sequence[Listed]
    tables: Sequence[Table]  # where the battle file lists each unit

    def __init__(self, texts: BattleTexts, rules: RuleSet) -> None:
        super().__init__(texts, rules)
        self.ground = ground_of(texts.source["map"])
        wide, high = self.ground.size
        self.wide, self.high = wide * TENTH, high * TENTH
        self.poses = Poses(wide, high)

    def read(self, texts: BattleTexts, kind: Callable[[Table, TableMap, Any], L], rules: Any) -> L:
        """Read the battle file to its end, and take over what every one of a table says."""
        file = texts.table()
        roster = kind(file, self.ground, rules)
        file.done()
        self.describe(roster.heading, roster.titles)
        self.first = roster.first
        self.objectives = roster.objectives
        self.tables = roster.tables
        return roster

    def muster(
        self,
        units: Sequence[Listed],
        stands: int,
        arms: Sequence[int],
        bases: Sequence[tuple[int, int]],
    ) -> None:
        """Number the units, of which the first are stands; arms and bases go by their kind."""
        self.units = units
        self.count = len(units)
        self.stands = stands
        self.ids = [unit.id for unit in units]
        self.names = [unit.name for unit in units]
        self.side = [unit.side for unit in units]
        self.kind = [unit.kind for unit in units]
        self.strength = [unit.strength for unit in units]
        self.arm = [arms[kind] for kind in self.kind]
        self.base = [bases[kind] for kind in self.kind]
        # How far from its centre the ground of a stand may reach, in tenths of an inch.
        self.half = [isqrt(w * w + d * d) // (2 * TENTH) + 1 for w, d in self.base]
        self.widest = max(self.half)
        # No part of a unit, with what a system sets out beside it, is further from its centre.
        self.longest = self.widest * TENTH
        self.stands_of = [[u for u in range(stands) if self.side[u] == s] for s in (0, 1)]
        self.start_strength = [sum(self.strength[u] for u in own) for own in self.stands_of]

    def name_actions(self, verbs: Sequence[str], *orders: tuple[str, Sequence[str]]) -> None:
        """Give verbs, units, orders of the system's own and poses their ranges of ints."""
        self.nouns = Nouns([("verb", verbs), ("unit", self.ids), *orders, ("pose", self.poses)])
        self.unit_at = self.nouns.first["unit"]
        self.pose_at = self.nouns.first["pose"]


@lru_cache(maxsize=32)
def ground_of(text: str) -> TableMap:
    """The map of a text, shared by every battle that uses it."""
    return read_map(loads(text, "map"))


def mils(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places of a map in mils."""
    return [(x * TENTH, y * TENTH) for x, y in points]


def areas_of(ground: TableMap) -> list[Area]:
    """The areas of a map."""
    return [Area(area.kind, mils(area.outline)) for area in ground.areas]


def lines_of(ground: TableMap) -> list[Line]:
    """The lines of a map."""
    return [Line(line.kind, mils(line.line)) for line in ground.lines]


def hills_of(ground: TableMap) -> list[Area]:
    """The contours of a map, by their level."""
    return [Area(hill.level, mils(hill.outline)) for hill in ground.hills]


def crossings_of(ground: TableMap, reach: int) -> list[Spot]:
    """Bridges and fords of a map, each as wide as the rules make it."""
    return [Spot(0, c.at[0] * TENTH, c.at[1] * TENTH, reach) for c in ground.crossings]


def middles(land: Ground, areas: Sequence[int], lines: Sequence[int]) -> list[tuple[int, int]]:
    """A place in the midst of each area and each piece of a line of some kinds, on the lattice."""
    boxes = [area.box for area in land.areas if area.kind in areas]
    pieces = zip(land.piece_at, land.piece_line, strict=True)
    boxes += [piece for piece, line in pieces if land.lines[line].kind in lines]
    return [((a + c) // 2 // TENTH * TENTH, (b + d) // 2 // TENTH * TENTH) for a, b, c, d in boxes]
