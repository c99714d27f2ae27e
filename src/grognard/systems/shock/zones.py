"""Zones of control: which hexes each kind of unit controls, and where its zone does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.boards.hexes import ZONE
from grognard.boards.hexmap import HexMap
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.state.kinds import FOOT, GARRISON, GUNS, HORSE, ROUTED, SQUARE
from grognard.systems.shock.terrain import BUILT_UP_VILLAGE, CHATEAU, LAKE, RIVER

if TYPE_CHECKING:
    from grognard.systems.shock.state.position import ShockPosition

ZONE_ROWS: Final = ("infantry", "cavalry", "artillery", "shaken", "routed", "square", "chateau")
Z_INFANTRY, Z_CAVALRY, Z_ARTILLERY, Z_SHAKEN, Z_ROUTED, Z_SQUARE, Z_CHATEAU = range(7)


class ZoneRules:
    """The list of zones: front, flank or rear hexes for each of its rows."""

    def __init__(self, book: Rulebook) -> None:
        self.zones = [book.words(f"shock.zoc.{row}", "zones") for row in ZONE_ROWS]


def zone_row(p: ShockPosition, u: int) -> int:
    """The row of the list a unit goes by."""
    if p.battle.arm[u] == GARRISON:
        return Z_CHATEAU
    order = p.order[u]
    if order == ROUTED:  # shock.routed.no-zoc
        return Z_ROUTED
    if p.flags[u] & SQUARE:
        return Z_SQUARE
    if order:
        return Z_SHAKEN
    kind = p.battle.kind[u]
    return Z_ARTILLERY if kind == GUNS else Z_CAVALRY if kind == HORSE else Z_INFANTRY


def zone_of(p: ShockPosition, u: int) -> int:
    """The hexes one unit controls."""
    battle = p.battle
    table = battle.zones[zone_row(p, u)]
    facing = p.facing[u]
    mask = table[p.hex[u]][facing]
    if p.second[u] >= 0:
        mask |= table[p.second[u]][facing]
    if battle.chateaux and battle.kind[u] == FOOT and p.order[u] != ROUTED:
        for h in p.hexes_of(u):
            if battle.ground.ground_mask[CHATEAU] >> h & 1:  # shock.zoc.chateau
                mask |= battle.zones[Z_CHATEAU][h][facing]
    return mask


def chateau_zones(p: ShockPosition, side: int) -> list[tuple[int, int]]:
    """The chateaux a side controls, each with its zone; an enemy inside ends it."""
    battle = p.battle
    lost = p.occupied(1 - side)
    return [
        (h, battle.zones[Z_CHATEAU][h][0])
        for h, holder in zip(battle.chateaux, p.control, strict=True)
        if holder == side and not lost >> h & 1  # shock.zoc.chateau
    ]


def zone_masks(ground: HexMap, rules: ZoneRules) -> list[list[list[int]]]:
    """For every row of the list, hex and facing: the hexes that are controlled.

    A unit faces a corner and has two front, two flank and two rear hexes.
    """
    grid = ground.grid
    # shock.rulings.facing
    parts = {"front": grid.front_mask, "flank": grid.flank_mask, "rear": grid.rear_mask}
    # Walls cut zones off both ways; a chateau's own zone ignores them: shock.rulings.zoc-terrain
    closed = ground.ground_mask[BUILT_UP_VILLAGE] | ground.ground_mask[CHATEAU]
    tables: list[list[list[int]]] = []
    for row, zones in enumerate(rules.zones):
        table: list[list[int]] = []
        for h in range(grid.size):
            reach = _open_sides(ground, h, closed)
            if closed >> h & 1 and row != Z_CHATEAU:
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


def _open_sides(ground: HexMap, h: int, closed: int) -> int:
    mask = 0
    for d, n in enumerate(ground.grid.neighbours[h]):
        if n < 0 or closed >> n & 1:
            continue
        if not ground.side[h][d] & RIVER and not ground.ground_mask[LAKE] >> n & 1:
            mask |= 1 << n  # shock.rulings.zoc-terrain
    return mask


def zone_struck(p: ShockPosition, defender: int, t: int, h: int) -> int:
    """Through which zone of a defender (front, flank, rear) a hex strikes it; a square has fronts
    only."""
    if p.flags[defender] & SQUARE or p.battle.arm[defender] == GARRISON:
        return 0  # shock.rulings.shock.square
    d = p.battle.grid.direction_of(t, h)
    return ZONE[p.facing[defender]][d]
