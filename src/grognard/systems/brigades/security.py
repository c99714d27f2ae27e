"""Secure infantry and supported guns: what neighbours and ground are worth against cavalry."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.contact import edge_hit
from grognard.boards.table.lattice import INCH, TENTH, offset, turned
from grognard.boards.table.rect import LEFT, REAR, RIGHT
from grognard.systems.brigades.field import (
    area_under,
    friends_touching,
    land_of,
    town_of,
    works_at,
)
from grognard.systems.brigades.kinds import FOOT, HORSE
from grognard.systems.brigades.position import BrigadesPosition

ASKEW = 9  # steps of five degrees: as much as faces a flank, or still faces the same way
BESIDE = INCH // 2  # how far beside a flank one looks for ground that closes it


def secure(p: BrigadesPosition, u: int) -> bool:
    """Whether infantry takes no penalty for melee by cavalry."""
    rules = p.battle.rules
    a = p.rect(u)
    friends = friends_touching(p, u)
    for v in friends:
        b = p.rect(v)
        backs = edge_hit(a, b) == REAR and edge_hit(b, a) == REAR
        if backs and rules.back_to_back:
            return True
        askew = abs(turned(p.facing[u], p.facing[v])) >= ASKEW
        beside = edge_hit(a, b) in (LEFT, RIGHT)
        if rules.adjacent and askew and beside:
            return True
    if rules.flanks_covered and _covered(p, u, LEFT) and _covered(p, u, RIGHT):
        return True
    covers = rules.secure_covers
    x, y = p.x[u] * TENTH, p.y[u] * TENTH
    if "town" in covers and town_of(p, u) >= 0:
        return True
    if "works" in covers and works_at(p, u):
        return True
    if "village" in covers and area_under(p, x, y, tablemap.VILLAGE) >= 0:
        return True
    return "forest" in covers and area_under(p, x, y, tablemap.FOREST) >= 0


def _covered(p: BrigadesPosition, u: int, edge: int) -> bool:
    """Whether a friend or impassable ground covers a flank."""
    a = p.rect(u)
    if any(edge_hit(a, p.rect(v)) == edge for v in friends_touching(p, u)):
        return True
    quarter = 18 if edge == RIGHT else -18
    reach = p.battle.base[u][0] // 2 + BESIDE
    dx, dy = offset((p.facing[u] + quarter) % 72, reach)
    x, y = a.x + dx, a.y + dy
    battle = p.battle
    if not (0 <= x <= battle.wide and 0 <= y <= battle.high):
        return True
    land = land_of(p)
    cells = battle.rules.terrain.move
    if any(not cells[land.areas[i].kind][HORSE].times for i in land.areas_at(x, y)):
        return True
    river = battle.rules.terrain.river[HORSE]
    return not river.times and land.line_near(x, y, BESIDE, [tablemap.RIVER]) >= 0


def supported(p: BrigadesPosition, u: int) -> bool:
    """Whether guns touch, beside or behind, steady infantry that faces the same way."""
    battle = p.battle
    a = p.rect(u)
    for v in friends_touching(p, u):
        if battle.arm[v] != FOOT or p.disordered(v):
            continue
        if abs(turned(p.facing[u], p.facing[v])) > ASKEW:
            continue
        if battle.rules.support_edges[edge_hit(a, p.rect(v))]:
            return True
    return False
