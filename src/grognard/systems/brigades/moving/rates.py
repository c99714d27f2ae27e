"""Rates: what each kind of ground takes of an arm, and what is closed to it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.boards import tablemap
from grognard.boards.table.course import FORBIDDEN, PLAIN, Tariff, course, price
from grognard.boards.table.ground import Area, Ground, Line, Spot
from grognard.boards.table.slide import Swept
from grognard.systems.brigades.state.battle import BREACH, BrigadesBattle
from grognard.systems.brigades.state.kinds import GUNS
from grognard.systems.brigades.terrain_table import RUIN

if TYPE_CHECKING:
    from grognard.systems.brigades.rules import Rules

ROAD_KINDS = [tablemap.LINES.index(word) for word in tablemap.ROADS]
FORTS = (tablemap.FORT, tablemap.FORTRESS)
FORT_WORKS = len(tablemap.LINES)  # the works of a fort or, one more, a fortress, as a line


@lru_cache(maxsize=256)
def tariff_of(rules: Rules, arm: int, column: bool, marsh: int, on_road: bool = False) -> Tariff:
    """The rates of all areas for an arm; crossings and climbs are counted apart."""
    times = rules.march.road_times if on_road else rules.march.cross_country_times
    plain = PLAIN // times if column else PLAIN
    if on_road:
        # A road leads through any ground, but not through the pond beside it.
        areas = [plain] * (RUIN + 1)
        areas[tablemap.LAKE] = FORBIDDEN
        return Tariff(areas, plain=plain)
    rates = []
    for kind, cells in enumerate(rules.terrain.move):
        cell = cells[arm]
        rate = cell.times * plain if cell.times else FORBIDDEN
        if cell.roll:
            rate = (marsh or 1) * plain
        # A fort is closed or open at its works; inside there is no rate.
        if kind in FORTS:
            rate = plain
        rates.append(rate)
    return Tariff(rates, plain=plain)


@lru_cache(maxsize=64)
def open_tariff(rules: Rules, arm: int) -> Tariff:
    """No rates, only what is closed: for those who run."""
    terrain = rules.terrain
    areas = [PLAIN if cells[arm].times else FORBIDDEN for cells in terrain.move]
    lines = [0] * len(tablemap.LINES)
    lines += [0 if terrain.move[kind][arm].times else FORBIDDEN for kind in FORTS]
    if not terrain.river[arm].times:
        lines[tablemap.RIVER] = FORBIDDEN
    if not terrain.marshy[arm].times:
        lines[tablemap.MARSHY_STREAM] = FORBIDDEN
    return Tariff(areas, lines, [0, 0, 0])


@lru_cache(maxsize=64)
def open_land(battle: BrigadesBattle, land: Ground) -> Ground:
    """The ground for those who run: of forts only the works matter, but for their breaches."""
    if not battle.forts:
        return land
    areas, lines = [], list(land.lines)
    for area in land.areas:
        if area.kind in FORTS:
            outline = [*area.corners, area.corners[0]]
            lines.append(Line(FORT_WORKS + FORTS.index(area.kind), outline))
            areas.append(Area(tablemap.FIELDS, area.corners))
        else:
            areas.append(area)
    breaches = [Spot(BREACH, x, y, battle.rules.terrain.breach_wide) for x, y in battle.breaches]
    return Ground(land.width, land.height, areas, lines, land.contours, [*land.spots, *breaches])


def closed_at(battle: BrigadesBattle, land: Ground, arm: int, x: int, y: int) -> bool:
    """Whether a stand of an arm may not be with its centre at a point, however it got there."""
    cells = battle.rules.terrain.move
    return any(
        not cells[land.areas[i].kind][arm].times
        for i in land.areas_at(x, y)
        if land.areas[i].kind not in FORTS
    )


def shut_off(battle: BrigadesBattle, land: Ground, arm: int, way: Swept) -> bool:
    """Whether a straight way of those who run leads over closed ground or water, or ends on it."""
    there = (way.stand.x + way.vx, way.stand.y + way.vy)
    ground, tariff = open_land(battle, land), open_tariff(battle.rules, arm)
    over = price(ground, course(ground, way), tariff) == FORBIDDEN
    return over or closed_at(battle, land, arm, *there)


def takes_road(arm: int, column: bool) -> bool:
    """Whether a unit on a road ignores terrain: guns in any moving form, others in column."""
    # brigades.terrain.road.movement.artillery brigades.terrain.road.movement.column
    return arm == GUNS or column
