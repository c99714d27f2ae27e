"""The battle of this system: the table, the armies, and what is worked out from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.boards.table.ground import Area, Ground, Line, Spot
from grognard.boards.tablefile import read_map
from grognard.boards.tablemap import CROPS, TableMap
from grognard.engine.action import Nouns, Poses
from grognard.engine.battle import Battle
from grognard.engine.battlefile import BattleTexts
from grognard.engine.toml import loads
from grognard.systems.onepage.roster import Roster
from grognard.systems.onepage.rules import ARM_OF, GENERAL, Rules

MILS: Final = 100  # in a tenth of an inch

VERBS: Final = ("done", "halt", "recover", "limber", "unlimber", "road", "stay", "take", "pass")
DONE, HALT, RECOVER, LIMBER, UNLIMBER, ROAD, STAY, TAKE, PASS = range(9)


class OnepageBattle(Battle):
    """A battle on the tabletop; units are the stands and, after them, the generals."""

    __slots__ = (
        "arm",
        "army",
        "base",
        "count",
        "covers",
        "crops",
        "fire_at",
        "first",
        "generals_of",
        "high",
        "kind",
        "land",
        "melee_at",
        "morale",
        "objectives",
        "pose_at",
        "poses",
        "roster",
        "rules",
        "side",
        "stands",
        "stands_of",
        "start_strength",
        "strength",
        "unit_at",
        "units",
        "weapon",
        "wide",
    )

    ground: TableMap

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        self.ground = ground_of(texts.source["map"])
        file = texts.table()
        roster = Roster(file, self.ground, rules)
        file.done()
        self.roster = roster
        self.describe(roster.heading, [(side.name, side.title) for side in roster.sides])
        self.first = roster.first
        self._survey()
        self._muster(roster)
        self._nouns()
        self.seal()
        # A unit moves by at most a dozen answers, and fights and tests a few times a turn.
        self.bound = 100 + self.turns * 2 * self.count * 30

    def _survey(self) -> None:
        """The map as geometry, in mils."""
        ground = self.ground
        wide, high = ground.size
        self.wide, self.high = wide * MILS, high * MILS
        reach = self.rules.crossing_wide
        self.land = Ground(
            self.wide,
            self.high,
            [Area(area.kind, _mils(area.outline)) for area in ground.areas],
            [Line(line.kind, _mils(line.line)) for line in ground.lines],
            [Area(hill.level, _mils(hill.outline)) for hill in ground.hills],
            [Spot(0, c.at[0] * MILS, c.at[1] * MILS, reach) for c in ground.crossings],
        )
        self.covers = self._covers()
        self.crops = [i for i, area in enumerate(ground.areas) if area.kind == CROPS]

    def _covers(self) -> list[tuple[int, int]]:
        """A place in the midst of each building and of each piece of works, on the lattice."""
        rules = self.rules
        found = []
        for area in self.land.areas:
            if area.kind in rules.cover_areas:
                left, top, right, bottom = area.box
                found.append(((left + right) // 2, (top + bottom) // 2))
        for piece, line in enumerate(self.land.piece_line):
            if self.land.lines[line].kind in rules.cover_lines:
                ax, ay, bx, by = self.land.piece_at[piece]
                found.append(((ax + bx) // 2, (ay + by) // 2))
        return [(x // MILS * MILS, y // MILS * MILS) for x, y in found]

    def _muster(self, roster: Roster) -> None:
        units = roster.units
        self.units = units
        self.count = len(units)
        self.stands = sum(unit.strength > 0 for unit in units)
        self.side = [unit.side for unit in units]
        self.kind = [unit.kind for unit in units]
        self.arm = [ARM_OF[unit.kind] for unit in units]
        self.weapon = [unit.weapon for unit in units]
        self.strength = [unit.strength for unit in units]
        self.morale = [unit.morale for unit in units]
        self.army = [unit.army for unit in units]
        self.base = [self.rules.base[unit.kind] for unit in units]
        self.stands_of = [
            [u for u in range(self.count) if self.side[u] == s and self.arm[u] != GENERAL]
            for s in (0, 1)
        ]
        self.generals_of = [
            [u for u in range(self.count) if self.side[u] == s and self.arm[u] == GENERAL]
            for s in (0, 1)
        ]
        self.start_strength = [sum(self.strength[u] for u in own) for own in self.stands_of]
        self.objectives = roster.objectives

    def _nouns(self) -> None:
        ids = [unit.id for unit in self.units]
        wide, high = self.ground.size
        self.poses = Poses(wide, high)
        stands = ids[: self.stands]
        pairs = [f"{one} {other}" for one in stands for other in stands]
        self.nouns = Nouns(
            [
                ("verb", VERBS),
                ("unit", ids),
                ("fire", [f"fire {pair}" for pair in pairs]),
                ("melee", [f"melee {pair}" for pair in pairs]),
                ("pose", self.poses),
            ]
        )
        first = self.nouns.first
        self.unit_at = first["unit"]
        self.fire_at = first["fire"]
        self.melee_at = first["melee"]
        self.pose_at = first["pose"]


def _mils(points: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(x * MILS, y * MILS) for x, y in points]


@lru_cache(maxsize=32)
def ground_of(text: str) -> TableMap:
    """The map of a text, shared by every battle that uses it."""
    return read_map(loads(text, "map"))
