"""Terrain: what the ground costs a unit, what is closed to it, what covers and hides it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.boards import tablemap
from grognard.boards.polygons import INSIDE
from grognard.boards.table.course import FORBIDDEN, PLAIN, Course, Tariff, line_course, price
from grognard.boards.table.ground import Ground, place
from grognard.boards.table.lattice import INCH, length
from grognard.boards.table.rect import Rect
from grognard.boards.table.sight import CLEAR, Screen, hidden
from grognard.boards.table.slide import Swept
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARM_OF, INFANTRY, KINDS, LIGHT, OFFICERS
from grognard.systems.pulses.state.position import PulsesPosition

if TYPE_CHECKING:
    from grognard.systems.pulses.rules import Rules

ROADS: Final = (tablemap.ROAD, tablemap.TRACK, tablemap.SUNKEN_ROAD)
AREAS: Final = range(len(tablemap.AREAS))
LINES: Final = range(len(tablemap.LINES))
# The rows of the table by kind of unit: one for infantry, fast or slow.
ROWS: Final = ("infantry", "infantry", *KINDS[LIGHT:OFFICERS])


class TerrainRules:
    """The rows of the terrain table by kind of unit, and which ground is what."""

    def __init__(self, book: Rulebook) -> None:
        ids = [f"pulses.terrain.{row}" for row in ROWS]
        self.rough_parts = [book.int(id_, "parts") for id_ in ids]  # 0: prohibited
        self.obstacle_cost = [book.int(id_, "obstacle") * INCH for id_ in ids]
        self.road_times = [book.int(id_, "road") for id_ in ids]
        self.barred_sk = book.int("pulses.terrain.infantry", "barred_to")
        self.rough = areas(book.words("pulses.rulings.rough", "areas"))
        self.closed_areas = areas(book.words("pulses.rulings.impassable", "areas"))
        self.closed_lines = lines(book.words("pulses.rulings.impassable", "lines"))
        self.obstacles = lines(book.words("pulses.rulings.obstacles", "lines"))
        self.waters = lines(book.words("pulses.rulings.waters", "lines"))
        self.cover_areas = areas(book.words("pulses.rulings.cover", "areas"))
        self.cover_lines = lines(book.words("pulses.rulings.cover", "lines"))
        self.towns = areas(book.words("pulses.rulings.town", "areas"))
        self.town_holds = book.int("pulses.rulings.town", "holds")
        self.crossing_wide = book.int("pulses.rulings.crossing", "thousandths")
        self.road_near = book.int("pulses.rulings.road", "thousandths")
        self.screens = areas(book.words("pulses.rulings.sight", "areas"))
        self.sight_into = book.int("pulses.rulings.sight", "inches") * INCH
        # The kinds of ground any rule asks about.
        self.felt = {*self.rough, *self.closed_areas, *self.cover_areas, *self.towns, *self.screens}


def areas(words: list[str]) -> list[int]:
    return [tablemap.AREAS.index(word) for word in words]


def lines(words: list[str]) -> list[int]:
    return [tablemap.LINES.index(word) for word in words]


# -- what is closed ------------------------------------------------------------------------------


def barred(rules: TerrainRules, kind: int, sk: int) -> bool:
    """Whether rough ground and woods are closed to a unit."""
    if not rules.rough_parts[kind]:
        return True
    return ARM_OF[kind] == INFANTRY and sk <= rules.barred_sk


def town_closed(kind: int) -> bool:
    return ARM_OF[kind] != INFANTRY  # pulses.rulings.town-closed


def closed(rules: TerrainRules, kind: int, area: int) -> bool:
    """Whether an area is closed to a kind of unit whatever leads through it."""
    return area in rules.closed_areas or (area in rules.towns and town_closed(kind))


def closed_at(battle: PulsesBattle, u: int, x: int, y: int) -> bool:
    """Whether a unit may not stand with its centre at a point."""
    rules, land = battle.rules.terrain, battle.land
    kind = battle.kind[u]
    for i in areas_at(battle, x, y):
        area = land.areas[i].kind
        if closed(rules, kind, area):
            return True
        if area in rules.rough and barred(rules, kind, battle.sk[u]):
            return land.line_near(x, y, rules.road_near, ROADS) < 0
    return False


@lru_cache(maxsize=65536)
def crosses_impassable(battle: PulsesBattle, ax: int, ay: int, bx: int, by: int) -> bool:
    on = line_course(battle.barred, ax, ay, bx, by)
    return price(battle.barred, on, impassable_tariff(battle.rules.terrain)) == FORBIDDEN


def closed_lines(rules: TerrainRules) -> list[int]:
    """What crossing lines costs where only closed ones matter."""
    return [FORBIDDEN if i in rules.closed_lines else 0 for i in LINES]


@lru_cache(maxsize=16)
def impassable_tariff(rules: TerrainRules) -> Tariff:
    shut = [FORBIDDEN if area in rules.closed_areas else PLAIN for area in AREAS]
    return Tariff(shut, closed_lines(rules), [0])


# -- what a leg costs ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def tariff(rules: Rules, kind: int, sk: int) -> Tariff:
    """What the ground costs a unit off the roads."""
    terrain, climb = rules.terrain, rules.manoeuvres.climb
    rates = []
    for area in AREAS:
        if closed(terrain, kind, area):
            rates.append(FORBIDDEN)
        elif area in terrain.rough:
            shut = barred(terrain, kind, sk)
            rates.append(FORBIDDEN if shut else PLAIN * terrain.rough_parts[kind])
        else:
            rates.append(PLAIN)
    rates.append(FORBIDDEN)  # a town that is held already, to those who run
    costs = [0] * len(LINES)
    for line in terrain.obstacles:
        costs[line] = terrain.obstacle_cost[kind]
    for line in terrain.closed_lines:
        costs[line] = FORBIDDEN
    return Tariff(rates, costs, [0], climb, climb)


@lru_cache(maxsize=64)
def road_tariff(rules: Rules, kind: int) -> Tariff:
    """What a leg along a road costs: open ground, halved for guns."""
    terrain, climb = rules.terrain, rules.manoeuvres.climb
    rate = PLAIN // terrain.road_times[kind]
    rates = [FORBIDDEN if closed(terrain, kind, area) else rate for area in AREAS]
    return Tariff(rates, closed_lines(terrain), [0], climb, climb, rate)


def toll(battle: PulsesBattle, u: int, swept: Swept) -> int:
    """What a straight leg takes from a unit in mils; FORBIDDEN where it may not go."""
    a = swept.stand
    bx, by = a.x + swept.vx, a.y + swept.vy
    return _toll(battle, battle.kind[u], battle.sk[u], a.x, a.y, bx, by)


@lru_cache(maxsize=65536)
def _toll(battle: PulsesBattle, kind: int, sk: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The toll of a line; the same legs are thought of again and again."""
    rules = battle.rules
    land = battle.land_along(ax, ay, bx, by)
    if land.bare(ax, ay, bx, by):
        on = Course(length(bx - ax, by - ay), [], [], [])
        plain = on.whole
    else:
        on = line_course(land, ax, ay, bx, by)
        plain = price(land, on, tariff(rules, kind, sk))
    if plain == on.whole and rules.terrain.road_times[kind] == 1:
        return plain
    # Along one straight piece of a road:
    if battle.land.along(ax, ay, bx, by, rules.terrain.road_near, ROADS) >= 0:
        along = price(land, on, road_tariff(rules, kind))
        if along != FORBIDDEN and (plain == FORBIDDEN or along < plain):
            return along
    return plain


# -- where a unit is -----------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def areas_at(battle: PulsesBattle, x: int, y: int) -> tuple[int, ...]:
    """The areas inside which a point lies; places are asked about again and again."""
    # pulses.rulings.inside: who is driven back to the edge of closed ground is not in it.
    areas = battle.land.areas
    return tuple(i for i in battle.land.areas_at(x, y) if place(areas[i], x, y) == INSIDE)


def town_at(battle: PulsesBattle, x: int, y: int) -> int:
    """The town area in which a point lies, -1 if none."""
    areas, towns = battle.land.areas, battle.rules.terrain.towns
    for i in areas_at(battle, x, y):
        if areas[i].kind in towns:
            return i
    return -1


def in_town(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's centre lies in a town."""
    a = p.rect(u)
    return town_at(p.battle, a.x, a.y) >= 0


def rough_at(battle: PulsesBattle, x: int, y: int) -> bool:
    land, rough = battle.land, battle.rules.terrain.rough
    return any(land.areas[i].kind in rough for i in areas_at(battle, x, y))


def in_rough(p: PulsesPosition, u: int) -> bool:
    a = p.rect(u)
    return rough_at(p.battle, a.x, a.y)


@lru_cache(maxsize=4096)
def lines_at(land: Ground, a: Rect) -> set[int]:
    """The kinds of the lines a stand touches; most stands are where they were a moment before."""
    return {land.lines[i].kind for i in land.lines_touched(a)}


def in_water(p: PulsesPosition, u: int) -> bool:
    waters = p.battle.rules.terrain.waters
    return not lines_at(p.battle.land, p.rect(u)).isdisjoint(waters)


def level(p: PulsesPosition, u: int) -> int:
    """The contour on which a unit's centre lies."""
    a = p.rect(u)
    return p.battle.land.level_at(a.x, a.y)


# -- cover and sight -----------------------------------------------------------------------------


def in_cover(p: PulsesPosition, u: int, walls: bool = True) -> bool:
    """Whether a unit is in cover: its centre in such ground, or walls or works at its base.

    Without `walls` only the ground counts: whoever attacks has come out from behind them.
    """
    rules, land = p.battle.rules.terrain, p.battle.land
    a = p.rect(u)
    here = areas_at(p.battle, a.x, a.y)
    if any(land.areas[i].kind in rules.cover_areas for i in here):
        return True
    return walls and not lines_at(land, a).isdisjoint(rules.cover_lines)


def wholly_covered(p: PulsesPosition, u: int) -> bool:
    """Whether a unit lies with all its base in cover, or in a town."""
    land = p.battle.land
    cover = p.battle.rules.terrain.cover_areas
    if any(land.areas[i].kind in cover for i in land.areas_holding(p.rect(u))):
        return True
    return in_town(p, u)


@lru_cache(maxsize=64)
def screen_of(rules: TerrainRules) -> Screen:
    """What each kind of ground does to sight: one sees into woods a little, through nothing."""
    into, through = [CLEAR] * len(AREAS), [CLEAR] * len(AREAS)
    for kind in rules.screens:
        through[kind] = 0
        if kind in rules.rough:
            into[kind] = rules.sight_into
    return Screen(into, through, [False] * len(LINES), 0)


def sees(p: PulsesPosition, u: int, v: int) -> bool:
    """Whether a unit sees another, from the middle of its front to any point of it."""
    battle = p.battle
    return hidden(battle.land, screen_of(battle.rules.terrain), p.rect(u), p.rect(v), []) is None
