"""Secure infantry and supported guns: what neighbours and ground are worth against cavalry."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.contact import edge_hit
from grognard.boards.table.lattice import (
    AHEAD_X,
    AHEAD_Y,
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    offset,
    turned,
)
from grognard.boards.table.rect import FRONT, LEFT, REAR, RIGHT, Rect
from grognard.systems.brigades.field import friends_touching
from grognard.systems.brigades.ground import (
    area_under,
    in_broken_ground,
    land_of,
    town_of,
    works_of,
)
from grognard.systems.brigades.kinds import FOOT, HORSE, SKIRMISHERS
from grognard.systems.brigades.position import BrigadesPosition

ASKEW = 9  # steps of five degrees: as much as faces a flank, or still faces the same way
BESIDE = INCH // 2  # how far beside a flank one looks for ground that closes it


def secure(p: BrigadesPosition, u: int, horse: list[int]) -> bool:
    """Whether infantry takes no penalty for melee by some cavalry."""
    rules = p.battle.rules
    a = p.rect(u)
    friends = friends_touching(p, u)
    for v in friends:
        b = p.rect(v)
        if rules.back_to_back and edge_hit(a, b) == REAR and edge_hit(b, a) == REAR:
            return True
    if rules.adjacent and all(_faced(p, u, friends, v) for v in horse):
        return True
    if rules.flanks_covered and _covered(p, u, LEFT) and _covered(p, u, RIGHT):
        return True
    covers = rules.secure_covers
    x, y = p.x[u] * TENTH, p.y[u] * TENTH
    if "town" in covers and town_of(p, u) >= 0:
        return True
    if "works" in covers and works_of(p, u):
        return True
    if "village" in covers and area_under(p, x, y, tablemap.VILLAGE) >= 0:
        return True
    return "forest" in covers and area_under(p, x, y, tablemap.FOREST) >= 0


def _faced(p: BrigadesPosition, u: int, friends: list[int], v: int) -> bool:
    """Whether a friend at a stand, not across it, faces to the flank an enemy threatens."""
    a = p.rect(u)
    for flank in _threatened(a, p.rect(v)):
        outward = (p.facing[u] + flank * QUARTER) % STEPS
        across = (flank + 2) % 4
        for w in friends:
            aside = abs(turned(outward, p.facing[w])) <= ASKEW
            if aside and edge_hit(a, p.rect(w)) != across:
                return True
    return False


def _threatened(a: Rect, foe: Rect) -> list[int]:
    """The edge an enemy strikes; before the front the flank on whose side he is, or either."""
    struck = edge_hit(a, foe)
    if struck != FRONT:
        return [struck]
    side = (a.shape.facing + QUARTER) % STEPS
    right = AHEAD_X[side] * (foe.x - a.x) + AHEAD_Y[side] * (foe.y - a.y)
    if right:
        return [RIGHT if right > 0 else LEFT]
    return [LEFT, RIGHT]


def _covered(p: BrigadesPosition, u: int, edge: int) -> bool:
    """Whether a friend or impassable ground covers a flank."""
    a = p.rect(u)
    if any(edge_hit(a, p.rect(v)) == edge for v in friends_touching(p, u)):
        return True
    reach = p.battle.base[u][0] // 2 + BESIDE
    dx, dy = offset((p.facing[u] + edge * QUARTER) % STEPS, reach)
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


def as_against_foot(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand fights cavalry as if it were infantry: skirmishers in broken ground."""
    skirmisher = p.battle.arm[u] in SKIRMISHERS and p.battle.rules.terrain.broken_shelters
    return skirmisher and in_broken_ground(p, u)


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
