"""Terrain effects on movement: the grounds and hexsides of a map, and what a step over them costs.

The chart (sheet: Terrain Effects on Movement) has a rate for every row and kind of piece; `Costs`
reads it off the map.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards import hexmap
from grognard.boards.hexmap import BRIDGE, FIRST_SIDE, FORD, HexKinds, HexMap
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.toml import Table
from grognard.systems.shock.state.kinds import COLUMNS, GUNS, OFFICER

GROUNDS: Final = (
    "clear",
    "cultivated",
    "woods",
    "marsh",
    "village",
    "built-up-village",
    "chateau",
    "lake",
)
CLEAR, CULTIVATED, WOODS, MARSH, VILLAGE, BUILT_UP_VILLAGE, CHATEAU, LAKE = range(8)

# Flags, for a side may have several.
SIDES: Final = ("river", "deep-stream", "stream", "marshy-stream", "ravine", "crest", "steep")
RIVER, DEEP_STREAM, STREAM, MARSHY_STREAM, RAVINE, CREST, STEEP = (
    FIRST_SIDE << i for i in range(7)
)

HEX_KINDS: Final = HexKinds(
    grounds=GROUNDS,
    sides=SIDES,
    lakes=("lake",),
    waters=("river", "deep-stream", "stream", "marshy-stream"),
    deep=("river", "deep-stream"),
    slopes=("steep",),
)


def read_map(table: Table) -> HexMap:
    """A map of this system."""
    return hexmap.read_map(table, HEX_KINDS)


# Modes of movement (BY_HEX counts hexes, not points: squares and withdrawals); WET is added for a
# way that may cross deep streams (note D).
TACTICAL, REDUCED, RAPID, BY_HEX = range(4)
WET: Final = 4

# A leader pays half points on a road, so leaders count in half points.
OFFICER_SCALE: Final = 2

PROHIBITED: Final = -1

# The rows of the chart for GROUNDS, then those for hexsides, roads and formations.
GROUND_ROWS: Final = (*GROUNDS[:CHATEAU], "walled-farm-chateau", "lake-river")
OTHER_ROWS: Final = (
    "deep-stream",
    "stream",
    "ford",
    "marshy-stream",
    "bridge",
    "road",
    "path-trail",
    "up-level",
    "up-steep-slope",
    "down-level",
    "down-steep-slope",
    "crest",
    "ravine",
    "building",
    "form-square",
    "extend-retract-line",
)


class Rate(NamedTuple):
    """A cell of the terrain chart: the normal and the rapid rate, or PROHIBITED twice."""

    normal: int
    rapid: int


def read_rate(text: str, officer: bool) -> Rate:
    """A cell as printed: "2", "+1", "3/2" (normal and rapid), "P"; an officer's "1/2" is a half.

    >>> read_rate("3/2", officer=False)
    Rate(normal=3, rapid=2)
    >>> read_rate("1/2", officer=True)
    Rate(normal=1, rapid=1)
    """
    if text == "P":  # shock.move.abbr.p
        return Rate(PROHIBITED, PROHIBITED)
    parts = text.lstrip("+").split("/")
    if not all(part.isdigit() for part in parts) or len(parts) > 2:
        raise GrognardError(f'unknown movement rate "{text:.20}": use 2, +1, 3/2 or P')
    numbers = [int(part) for part in parts]
    if officer:
        whole = numbers[0] * OFFICER_SCALE
        half = whole // numbers[1] if len(numbers) == 2 else whole
        return Rate(half, half)
    return Rate(numbers[0], numbers[-1])  # shock.move.note.b


class TerrainRules:
    """The terrain chart: a rate for every row and kind of piece."""

    def __init__(self, book: Rulebook) -> None:
        self.rates: dict[str, tuple[Rate, ...]] = {
            row: tuple(
                read_rate(book.word(f"shock.move.terrain.{row}", column), column == "leader")
                for column in COLUMNS
            )
            for row in (*GROUND_ROWS, *OTHER_ROWS)
        }
        self.by_ground = [self.rates[row] for row in GROUND_ROWS]
        self.enter_zoc = [book.word("shock.move.terrain.enter-enemy-zoc", c) for c in COLUMNS]
        self.leave_zoc = [book.word("shock.move.terrain.leave-enemy-zoc", c) for c in COLUMNS]
        # "+0" for a leader who leaves; a word bars or slows others, see withdrawal.zone_mode.
        word = self.leave_zoc[OFFICER]
        self.leader_leaves = read_rate(word, officer=True).normal if word[0] in "+0123456789" else 0

    def form_square(self, kind: int) -> int:
        """What forming square costs (note E), PROHIBITED for those who cannot."""
        return self.rates["form-square"][kind].normal

    def change_line(self, kind: int) -> int:
        """What extending or retracting a line costs."""
        return self.rates["extend-retract-line"][kind].normal


class Costs:
    """What each step on the map costs one kind of piece in one mode."""

    def __init__(self, ground: HexMap, rules: TerrainRules, kind: int, mode: int) -> None:
        self.ground = ground
        self.rules = rules
        self.kind = kind
        self.wet = bool(mode & WET)
        base = mode & ~WET
        self.by_hex = base == BY_HEX
        self.rapid = base == RAPID
        # shock.move.note.a.artillery, shock.move.note.a.infantry-cavalry
        self.roads = base in (TACTICAL, RAPID) or kind in (GUNS, OFFICER)

    def _rate(self, row: str) -> int:
        rate = self.rules.rates[row][self.kind]
        return rate.rapid if self.rapid else rate.normal

    def cost(self, h: int, direction: int) -> int | None:
        """The points to go from a hex over one of its sides, None where it is prohibited."""
        to = self.ground.grid.neighbours[h][direction]
        if to < 0:
            return None
        # Slopes are paid on roads too: shock.rulings.slopes
        parts = [
            self._entry(h, to, direction),
            self._water(h, direction),
            *self._slopes(h, to, direction),
        ]
        if PROHIBITED in parts:
            return None
        return 1 if self.by_hex else max(1, sum(parts))

    def _entry(self, h: int, to: int, direction: int) -> int:
        road = self.ground.road[h][direction] if self.roads else 0
        if road:  # also where the ground itself is prohibited: shock.move.note.f
            return self._rate("road" if road == 2 else "path-trail")
        rate = self.rules.by_ground[self.ground.ground[to]][self.kind]
        return rate.rapid if self.rapid else rate.normal

    def _water(self, h: int, direction: int) -> int:
        flags = self.ground.side[h][direction]
        if not flags & (RIVER | DEEP_STREAM | STREAM | MARSHY_STREAM):
            return 0
        if self.roads and flags & BRIDGE:
            return self._rate("bridge")
        if self.roads and flags & FORD:
            return self._rate("ford")
        if flags & RIVER:
            return self._rate("lake-river")
        if flags & DEEP_STREAM:
            return self._rate("deep-stream") if self.wet or self.kind == OFFICER else PROHIBITED
        return self._rate("marshy-stream" if flags & MARSHY_STREAM else "stream")

    def _slopes(self, h: int, to: int, direction: int) -> list[int]:
        flags = self.ground.side[h][direction]
        rise = self.ground.level[to] - self.ground.level[h]
        parts: list[int] = []
        if flags & STEEP:
            parts.append(self._rate("up-steep-slope" if rise > 0 else "down-steep-slope"))
        elif rise:
            # Every level is paid for: shock.rulings.slopes
            parts.extend([self._rate("up-level" if rise > 0 else "down-level")] * abs(rise))
        if flags & CREST:
            parts.append(self._rate("crest"))
        if flags & RAVINE:
            parts.append(self._rate("ravine"))
        if self.ground.buildings >> to & 1:
            parts.append(self._rate("building"))
        return parts
