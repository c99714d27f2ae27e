"""Contact and distance: which stands touch, and how far the enemy is."""

from __future__ import annotations

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
from grognard.boards.table.shape import point_segment
from grognard.systems.pulses.state.position import PulsesPosition


def touches(p: PulsesPosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a small gap and no common ground."""
    reach = p.battle.rules.attack.contact
    if surely_apart(a, b, reach):
        return False
    return within(a, b, reach) and not overlap(a, b)


def front_touches(p: PulsesPosition, a: Rect, b: Rect) -> bool:
    """Whether a stand touches another with its front edge or a front corner."""
    return edge_within(a, FRONT, b, p.battle.rules.attack.contact)


def foes_touching(p: PulsesPosition, u: int) -> list[int]:
    a = p.rect(u)
    return [v for v in p.stands_on(1 - p.battle.side[u]) if touches(p, a, p.rect(v))]


def enemy_within(p: PulsesPosition, u: int, mils: int) -> bool:
    """Whether an enemy unit is no further from a unit than a distance."""
    a = p.rect(u)
    return any(within(a, p.rect(v), mils) for v in p.stands_on(1 - p.battle.side[u]))


def enemy_nearer(p: PulsesPosition, u: int, mils: int) -> bool:
    """Whether an enemy unit is nearer to a unit than a distance."""
    a = p.rect(u)
    square = mils * mils
    for v in p.stands_on(1 - p.battle.side[u]):
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


def line_near(ax: int, ay: int, bx: int, by: int, a: Rect, reach: int) -> bool:
    if max(ax, bx) + reach < a.x - a.ex or min(ax, bx) - reach > a.x + a.ex:
        return False
    if max(ay, by) + reach < a.y - a.ey or min(ay, by) - reach > a.y + a.ey:
        return False
    if edge_meets(ax, ay, bx, by, a):
        return True
    if point_within(ax, ay, a, reach) or point_within(bx, by, a, reach):
        return True
    ways = [point_segment(x, y, ax, ay, bx, by) for x, y in corners(a)]
    return any(n <= reach * reach * d for n, d in ways)
