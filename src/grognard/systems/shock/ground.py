"""The terrain chart on the map: what a step costs each kind of piece, and where zones reach."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards.hexmap import BRIDGE, FORD, HexMap
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.state.kinds import COLUMNS, GUNS, OFFICER
from grognard.systems.shock.terrain import (
    BUILT_UP_VILLAGE,
    CHATEAU,
    CREST,
    DEEP_STREAM,
    GROUNDS,
    LAKE,
    MARSHY_STREAM,
    RAVINE,
    RIVER,
    STEEP,
    STREAM,
)

# Modes of movement (BY_HEX counts hexes, not points: squares and withdrawals); WET is added for a
# way that may cross deep streams (note D).
TACTICAL, REDUCED, RAPID, BY_HEX = range(4)
WET: Final = 4

# A leader pays half points on a road, so leaders count in half points.
OFFICER_SCALE: Final = 2

PROHIBITED: Final = -1

GROUND_ROWS: Final = {
    "clear": "clear",
    "cultivated": "cultivated",
    "woods": "woods",
    "marsh": "marsh",
    "village": "village",
    "built-up-village": "built-up-village",
    "chateau": "walled-farm-chateau",
    "lake": "lake-river",
}
SIDE_ROWS: Final = (
    "lake-river",
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
RULED_ROWS: Final = ("enter-enemy-zoc", "leave-enemy-zoc")


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
    if text == "P":
        return Rate(PROHIBITED, PROHIBITED)
    parts = text.lstrip("+").split("/")
    if not all(part.isdigit() for part in parts) or len(parts) > 2:
        raise GrognardError(f'"{text:.20}" is no movement rate: use 2, +1, 3/2 or P')
    numbers = [int(part) for part in parts]
    if officer:
        whole = numbers[0] * OFFICER_SCALE
        half = whole // numbers[1] if len(numbers) == 2 else whole
        return Rate(half, half)
    return Rate(numbers[0], numbers[-1])


class Terrain:
    """The terrain chart: a rate for every row and kind of piece."""

    def __init__(self, book: Rulebook) -> None:
        self.rates: dict[str, tuple[Rate, Rate, Rate, Rate]] = {}
        for row in sorted({*GROUND_ROWS.values(), *SIDE_ROWS}):
            id_ = f"shock.move.terrain.{row}"
            cells = [read_rate(book.word(id_, column), column == "leader") for column in COLUMNS]
            self.rates[row] = (cells[0], cells[1], cells[2], cells[3])
        self.enter_zoc = [book.word("shock.move.terrain.enter-enemy-zoc", c) for c in COLUMNS]
        self.leave_zoc = [book.word("shock.move.terrain.leave-enemy-zoc", c) for c in COLUMNS]
        # "+0" for a leader who leaves; a word bars or slows others, see withdrawal.zone_mode.
        word = self.leave_zoc[OFFICER]
        self.leader_leaves = read_rate(word, officer=True).normal if word[0] in "+0123456789" else 0
        self.by_ground = [self.rates[GROUND_ROWS[name]] for name in GROUNDS]
        self.guns_always_by_road = book.switch("shock.move.note.a.artillery")
        self.roads_only_in_good_modes = book.switch("shock.move.note.a.infantry-cavalry")
        self.rapid_rates = book.switch("shock.move.note.b")
        self.slopes_on_roads = book.switch("shock.rulings.slopes", "on_roads")
        self.each_level = book.switch("shock.rulings.slopes", "each_level")
        self.by_road_into_village = book.switch("shock.move.note.f")
        self.prohibits = book.word("shock.move.abbr.p", "mode") == "prohibited"

    def form_square(self, kind: int) -> int:
        """What forming square costs (note E), PROHIBITED for those who cannot."""
        return self.rates["form-square"][kind].normal

    def change_line(self, kind: int) -> int:
        """What extending or retracting a line costs."""
        return self.rates["extend-retract-line"][kind].normal


class Costs:
    """What each step on the map costs one kind of piece in one mode."""

    def __init__(self, ground: HexMap, terrain: Terrain, kind: int, mode: int) -> None:
        self.ground = ground
        self.terrain = terrain
        self.kind = kind
        self.wet = bool(mode & WET)
        base = mode & ~WET
        self.by_hex = base == BY_HEX
        self.rapid = base == RAPID and terrain.rapid_rates
        by_road = base in (TACTICAL, RAPID) or not terrain.roads_only_in_good_modes
        self.roads = by_road or (kind == GUNS and terrain.guns_always_by_road) or kind == OFFICER

    def _rate(self, row: str) -> int:
        rate = self.terrain.rates[row][self.kind]
        return rate.rapid if self.rapid else rate.normal

    def cost(self, h: int, direction: int) -> int | None:
        """The points to go from a hex over one of its sides, None where it is prohibited."""
        ground = self.ground
        to = ground.grid.neighbours[h][direction]
        if to < 0:
            return None
        road = ground.road[h][direction] if self.roads else 0
        total = self._entry(to, road)
        if total == PROHIBITED:
            return self._prohibited()
        level_road = road and not self.terrain.slopes_on_roads
        slopes = [] if level_road else self._slopes(h, to, direction)
        for part in (self._water(h, direction), *slopes):
            if part == PROHIBITED:
                return self._prohibited()
            total += part
        return 1 if self.by_hex else max(1, total)

    def _prohibited(self) -> int | None:
        # The key of the chart: P bars the arm altogether.
        return None if self.terrain.prohibits else 1

    def _entry(self, to: int, road: int) -> int:
        rate = self.terrain.by_ground[self.ground.ground[to]][self.kind]
        points = rate.rapid if self.rapid else rate.normal
        if not road:
            return points
        built_up = self.ground.ground[to] == BUILT_UP_VILLAGE
        if points == PROHIBITED and built_up and not self.terrain.by_road_into_village:
            return PROHIBITED
        return self._rate("road" if road == 2 else "path-trail")

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
        if rise and flags & STEEP:
            parts.append(self._rate("up-steep-slope" if rise > 0 else "down-steep-slope"))
        elif rise:
            rate = self._rate("up-level" if rise > 0 else "down-level")
            levels = abs(rise) if self.terrain.each_level else 1
            parts.append(rate if rate == PROHIBITED else rate * levels)
        if flags & CREST:
            parts.append(self._rate("crest"))
        if flags & RAVINE:
            parts.append(self._rate("ravine"))
        if self.ground.buildings >> to & 1:
            parts.append(self._rate("building"))
        return parts


ZONE_ROWS: Final = ("infantry", "cavalry", "artillery", "shaken", "routed", "square", "chateau")
Z_INFANTRY, Z_CAVALRY, Z_ARTILLERY, Z_SHAKEN, Z_ROUTED, Z_SQUARE, Z_CHATEAU = range(7)


class Zones:
    """The zone-of-control list: which of its hexes each kind of unit controls."""

    def __init__(self, book: Rulebook) -> None:
        self.zones = [tuple(book.words(f"shock.zoc.{row}", "zones")) for row in ZONE_ROWS]
        self.over_water = book.switch("shock.rulings.zoc-terrain", "water")
        self.into_built_up = book.switch("shock.rulings.zoc-terrain", "built_up_village")
        self.into_chateau = book.switch("shock.rulings.zoc-terrain", "chateau")


def zone_masks(ground: HexMap, rules: Zones) -> list[list[list[int]]]:
    """For every row of the list, hex and facing: the hexes that are controlled.

    Walls cut zones off both ways; a chateau's own zone (the last row) ignores them.
    """
    grid = ground.grid
    closed = 0
    if not rules.into_built_up:
        closed |= ground.ground_mask[BUILT_UP_VILLAGE]
    if not rules.into_chateau:
        closed |= ground.ground_mask[CHATEAU]
    parts = {"front": grid.front_mask, "flank": grid.flank_mask, "rear": grid.rear_mask}
    tables: list[list[list[int]]] = []
    for row, zones in zip(ZONE_ROWS, rules.zones, strict=True):
        table: list[list[int]] = []
        for h in range(grid.size):
            reach = _open_sides(ground, rules, h, closed)
            if closed >> h & 1 and row != "chateau":
                reach = 0
            faces = []
            for facing in range(6):
                mask = 0
                for zone in zones:
                    mask |= parts[zone][h][facing]
                faces.append(mask & reach)
            table.append(faces)
        tables.append(table)
    return tables


def _open_sides(ground: HexMap, rules: Zones, h: int, closed: int) -> int:
    mask = 0
    for d, n in enumerate(ground.grid.neighbours[h]):
        if n < 0 or closed >> n & 1:
            continue
        river = ground.side[h][d] & RIVER or ground.ground_mask[LAKE] >> n & 1
        if not river or rules.over_water:
            mask |= 1 << n
    return mask
