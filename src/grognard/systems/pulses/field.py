"""Questions of the field: contact, distances, radius, sight, cover, water, under the rulings."""

from __future__ import annotations

from functools import lru_cache

from grognard.boards import tablemap
from grognard.boards.table.contact import edge_within
from grognard.boards.table.rect import (
    FRONT,
    Rect,
    corners,
    edge_meets,
    gap2,
    overlap,
    point_within,
    surely_apart,
    within,
)
from grognard.boards.table.sight import CLEAR, Screen, hidden
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.position import PulsesPosition


def touches(p: PulsesPosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a small gap and no common ground."""
    reach = p.battle.rules.contact
    if surely_apart(a, b, reach):
        return False
    return within(a, b, reach) and not overlap(a, b)


def front_touches(p: PulsesPosition, a: Rect, b: Rect) -> bool:
    """Whether a stand touches another with its front edge or a front corner."""
    return edge_within(a, FRONT, b, p.battle.rules.contact)


def foes_touching(p: PulsesPosition, u: int) -> list[int]:
    """The enemy units in contact with a unit."""
    a = p.rect(u)
    return [v for v in p.stands_on(1 - p.battle.side[u]) if touches(p, a, p.rect(v))]


def enemy_within(p: PulsesPosition, u: int, mils: int) -> bool:
    """Whether an enemy unit is no further from a unit than a distance."""
    a = p.rect(u)
    return any(within(a, p.rect(v), mils) for v in p.stands_on(1 - p.battle.side[u]))


def enemy_nearer(p: PulsesPosition, a: Rect, side: int, mils: int) -> bool:
    """Whether an enemy of a side is nearer to a place than a distance."""
    square = mils * mils
    for v in p.stands_on(1 - side):
        b = p.rect(v)
        if not surely_apart(a, b, mils):
            n, d = gap2(a, b)
            if n < square * d:
                return True
    return False


def nearest_gap2(a: Rect, others: list[Rect]) -> tuple[int, int]:
    """The squared distance to the nearest of some stands, as a fraction; (1, 0) if none."""
    best, unit = 1, 0
    for b in others:
        n, d = gap2(a, b)
        if n * unit < best * d:
            best, unit = n, d
    return best, unit


def in_radius(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's nearest point lies in the radius of its own sub-commander."""
    return in_radius_at(p, u, p.rect(u))


def in_radius_at(p: PulsesPosition, u: int, a: Rect) -> bool:
    """Whether a unit would be in the radius at a place."""
    battle = p.battle
    force = battle.force[u]
    sub = battle.sub(force)
    if p.x[sub] < 0:
        return False
    return point_within(p.x[sub] * 100, p.y[sub] * 100, a, battle.radius[force])


def apart2(p: PulsesPosition, u: int, v: int) -> int:
    """The squared distance of two officers in mils."""
    return ((p.x[u] - p.x[v]) ** 2 + (p.y[u] - p.y[v]) ** 2) * 10_000


def near_officer(p: PulsesPosition, officer: int, u: int, reach: int) -> bool:
    """Whether an officer on the table is within reach of a unit."""
    return p.x[officer] >= 0 and point_within(
        p.x[officer] * 100, p.y[officer] * 100, p.rect(u), reach
    )


# -- ground --------------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def areas_at(battle: PulsesBattle, x: int, y: int) -> tuple[int, ...]:
    """The areas in which a point lies; places are asked about again and again."""
    return tuple(battle.land.areas_at(x, y))


def town_at(battle: PulsesBattle, x: int, y: int) -> int:
    """The town area in which a point lies, -1 if none."""
    land, towns = battle.land, battle.rules.towns
    for i in areas_at(battle, x, y):
        if land.areas[i].kind in towns:
            return i
    return -1


def in_town(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's centre lies in a town."""
    a = p.rect(u)
    return town_at(p.battle, a.x, a.y) >= 0


def rough_at(battle: PulsesBattle, x: int, y: int) -> bool:
    """Whether a point lies in rough ground or woods."""
    land, rough = battle.land, battle.rules.rough
    return any(land.areas[i].kind in rough for i in areas_at(battle, x, y))


def in_rough(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's centre lies in rough ground or woods."""
    a = p.rect(u)
    return rough_at(p.battle, a.x, a.y)


def in_cover(p: PulsesPosition, u: int, walls: bool = True) -> bool:
    """Whether a unit is in cover: its centre in such ground, or walls or works at its base.

    Without `walls` only the ground counts: whoever attacks has come out from behind them.
    """
    rules, land = p.battle.rules, p.battle.land
    a = p.rect(u)
    here = areas_at(p.battle, a.x, a.y)
    if any(land.areas[i].kind in rules.cover_areas for i in here):
        return True
    return walls and any(land.lines[i].kind in rules.cover_lines for i in land.lines_touched(a))


def wholly_covered(p: PulsesPosition, u: int) -> bool:
    """Whether a unit lies with all its base in cover, or in a town."""
    land = p.battle.land
    cover = p.battle.rules.cover_areas
    if any(land.areas[i].kind in cover for i in land.areas_holding(p.rect(u))):
        return True
    return in_town(p, u)


def in_water(p: PulsesPosition, u: int) -> bool:
    """Whether a unit is crossing a stream or river."""
    land, waters = p.battle.land, p.battle.rules.waters
    return any(land.lines[i].kind in waters for i in land.lines_touched(p.rect(u)))


def level(p: PulsesPosition, u: int) -> int:
    """The contour on which a unit's centre lies."""
    a = p.rect(u)
    return p.battle.land.level_at(a.x, a.y)


# -- sight ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def screen_of(battle: PulsesBattle) -> Screen:
    """What each kind of ground does to sight."""
    rules = battle.rules
    into = [CLEAR] * len(tablemap.AREAS)
    through = [CLEAR] * len(tablemap.AREAS)
    for kind in rules.screens:
        through[kind] = 0
        if kind in rules.rough:
            into[kind] = rules.sight_into
    return Screen(into, through, [False] * len(tablemap.LINES), 0)


def sees(p: PulsesPosition, u: int, v: int) -> bool:
    """Whether a unit sees another, from the middle of its front to any point of it."""
    battle = p.battle
    return hidden(battle.land, screen_of(battle), p.rect(u), p.rect(v), []) is None


def line_near(ax: int, ay: int, bx: int, by: int, a: Rect, reach: int) -> bool:
    """Whether a line comes within reach of a stand."""
    if max(ax, bx) + reach < a.x - a.ex or min(ax, bx) - reach > a.x + a.ex:
        return False
    if max(ay, by) + reach < a.y - a.ey or min(ay, by) - reach > a.y + a.ey:
        return False
    if edge_meets(ax, ay, bx, by, a):
        return True
    if point_within(ax, ay, a, reach) or point_within(bx, by, a, reach):
        return True
    dx, dy = bx - ax, by - ay
    whole = dx * dx + dy * dy
    for x, y in corners(a):
        along = (x - ax) * dx + (y - ay) * dy
        if 0 <= along <= whole and whole:
            across = (x - ax) * dy - (y - ay) * dx
            if across * across <= reach * reach * whole:
                return True
    return False
