"""Terrain: what the ground of a leg costs a unit, and what is closed to it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.boards import tablemap
from grognard.boards.polygons import INSIDE
from grognard.boards.table.course import FORBIDDEN, PLAIN, Tariff, course, price
from grognard.boards.table.ground import Area, Ground, place
from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import dot
from grognard.boards.table.slide import Swept
from grognard.systems.pulses.field import areas_at
from grognard.systems.pulses.rules import Rules
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARM_OF, INFANTRY

HELD: Final = len(tablemap.AREAS)  # a town that is held already, for those who fall back
ROADS: Final = (tablemap.ROAD, tablemap.TRACK, tablemap.SUNKEN_ROAD)


def barred(rules: Rules, kind: int, sk: int) -> bool:
    """Whether rough ground and woods are closed to a unit."""
    if not rules.rough_parts[kind]:
        return True
    return ARM_OF[kind] == INFANTRY and sk <= rules.sk_barred


def _closed(rules: Rules, kind: int, area: int) -> bool:
    """Whether an area is closed to a unit whatever leads through it."""
    if area in rules.closed_areas:
        return True
    return area in rules.towns and rules.town_closed[ARM_OF[kind]]


@lru_cache(maxsize=64)
def tariff(rules: Rules, kind: int, sk: int) -> Tariff:
    """What the ground costs a unit off the roads."""
    areas = []
    for area in range(len(tablemap.AREAS)):
        if _closed(rules, kind, area):
            areas.append(FORBIDDEN)
        elif area in rules.rough:
            areas.append(FORBIDDEN if barred(rules, kind, sk) else PLAIN * rules.rough_parts[kind])
        else:
            areas.append(PLAIN)
    lines = [0] * len(tablemap.LINES)
    for line in rules.obstacles:
        lines[line] = rules.obstacle[kind]
    for line in rules.closed_lines:
        lines[line] = FORBIDDEN
    return Tariff(areas, lines, [0], rules.climb, rules.climb)


@lru_cache(maxsize=64)
def road_tariff(rules: Rules, kind: int) -> Tariff:
    """What a leg along a road costs: open ground, halved for guns."""
    rate = PLAIN // rules.road_times[kind]
    areas = [
        FORBIDDEN if _closed(rules, kind, area) else rate for area in range(len(tablemap.AREAS))
    ]
    lines = [FORBIDDEN if i in rules.closed_lines else 0 for i in range(len(tablemap.LINES))]
    return Tariff(areas, lines, [0], rules.climb, rules.climb, rate)


@lru_cache(maxsize=64)
def open_tariff(rules: Rules, kind: int, sk: int) -> Tariff:
    """No rates, only what is closed: for those who fall back."""
    areas = [
        FORBIDDEN
        if _closed(rules, kind, area) or (area in rules.rough and barred(rules, kind, sk))
        else PLAIN
        for area in range(len(tablemap.AREAS))
    ]
    lines = [FORBIDDEN if i in rules.closed_lines else 0 for i in range(len(tablemap.LINES))]
    return Tariff([*areas, FORBIDDEN], lines, [0])


@lru_cache(maxsize=256)
def ground_held(battle: PulsesBattle, towns: tuple[int, ...]) -> Ground:
    """The ground for those who fall back: towns that are held already are a kind of their own."""
    if not towns:
        return battle.flat
    land = battle.flat
    areas = [
        Area(HELD, area.corners, area.outline) if i in towns else area
        for i, area in enumerate(land.areas)
    ]
    return Ground(battle.wide, battle.high, areas, land.lines, (), land.spots)


@lru_cache(maxsize=16)
def impassable_tariff(rules: Rules) -> Tariff:
    """Only what nobody passes."""
    areas = [
        FORBIDDEN if area in rules.closed_areas else PLAIN for area in range(len(tablemap.AREAS))
    ]
    lines = [FORBIDDEN if i in rules.closed_lines else 0 for i in range(len(tablemap.LINES))]
    return Tariff(areas, lines, [0])


def by_road(battle: PulsesBattle, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a leg goes along one straight piece of a road."""
    return battle.land.along(ax, ay, bx, by, battle.rules.road_near, ROADS) >= 0


def land_of(battle: PulsesBattle, ax: int, ay: int, bx: int, by: int) -> Ground:
    """The ground with what a leg may meet on it: most legs meet little, and that is quick."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    slope = cover = 0
    slopes, covered = battle.slopes, battle.covered
    for row in range(ay // INCH, by // INCH + 1):
        left, right = ax, bx
        if by - ay > INCH:
            # The part of the leg within this row, a mil more on either side.
            top, bottom = max(ay, row * INCH), min(by, row * INCH + INCH)
            left = ax + (bx - ax) * (top - ay) // (by - ay)
            right = ax + (bx - ax) * (bottom - ay) // (by - ay)
        if left > right:
            left, right = right, left
        mask = (1 << (right + 1) // INCH + 1) - (1 << max(0, left - 1) // INCH)
        slope |= slopes[row] & mask
        cover |= covered[row] & mask
    return battle.lands[int(cover != 0)][int(slope != 0)]


def toll(battle: PulsesBattle, u: int, swept: Swept) -> int:
    """What a straight leg takes from a unit in mils; FORBIDDEN where it may not go."""
    a = swept.stand
    bx, by = a.x + swept.vx, a.y + swept.vy
    return _toll(battle, battle.kind[u], battle.sk[u], a.x, a.y, bx, by)


@lru_cache(maxsize=65536)
def _toll(battle: PulsesBattle, kind: int, sk: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The toll of a line; the same legs are thought of again and again."""
    rules = battle.rules
    land = land_of(battle, ax, ay, bx, by)
    on = course(land, Swept(dot(ax, ay), bx - ax, by - ay))
    plain = price(land, on, tariff(rules, kind, sk))
    if plain == on.whole and rules.road_times[kind] == 1:
        return plain
    if by_road(battle, ax, ay, bx, by):
        along = price(land, on, road_tariff(rules, kind))
        if along != FORBIDDEN and (plain == FORBIDDEN or along < plain):
            return along
    return plain


def crosses_impassable(battle: PulsesBattle, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether impassable ground lies on a line."""
    on = course(battle.flat, Swept(dot(ax, ay), bx - ax, by - ay))
    return price(battle.flat, on, impassable_tariff(battle.rules)) == FORBIDDEN


def closed_at(battle: PulsesBattle, u: int, x: int, y: int) -> bool:
    """Whether a unit may not stand with its centre at a point."""
    rules, land = battle.rules, battle.land
    kind = battle.kind[u]
    for i in areas_at(battle, x, y):
        area = land.areas[i].kind
        if place(land.areas[i], x, y) != INSIDE:
            continue
        if _closed(rules, kind, area):
            return True
        if area in rules.rough and barred(rules, kind, battle.sk[u]):
            return land.line_near(x, y, rules.road_near, ROADS) < 0
    return False
