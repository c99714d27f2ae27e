"""Going back: straight or bent, and which way a unit looks that has run."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.boards.table.lattice import QUARTER, STEPS, Pose, offset, turned
from grognard.boards.table.reach import EDGE, FREE, Terms, furthest
from grognard.boards.table.rect import Rect, on_table, overlap, rect, within
from grognard.boards.table.retreat import RetreatPath, retreat
from grognard.systems.tabletop.position import TablePosition


def way_back(
    pose: Pose,
    base: tuple[int, int],
    direction: int,
    mils: int,
    terms: Terms,
    bend: int,
    extra: int,
    stride: int,
    leaves: bool = True,
) -> RetreatPath:
    """Straight away, or bent round what is in the way; whoever may leave the table does it so."""
    a = rect(pose, *base)
    straight = furthest(a, *offset(direction, mils), mils, terms)
    if leaves and straight.why == EDGE:
        return RetreatPath([pose], 0, [], straight)
    way = retreat(pose, *base, direction, mils, terms, 0, extra=extra)
    if way.halt.why == FREE:
        return way
    return retreat(
        pose, *base, direction, mils, terms, bend, extra=extra, leaves=leaves, stride=stride
    )


def turn_back(
    p: TablePosition, u: int, facing: int, friends: Iterable[Rect], foes: Iterable[Rect], apart: int
) -> None:
    """Turn a unit that has run its back to the enemy; where there is no room for it, about.

    It does not turn where it starts: there its corners would strike the enemy it touches.
    """
    x, y = p.x[u], p.y[u]
    p.put(u, x, y, facing_back(p, u, x, y, facing, friends, foes, apart))


def facing_back(
    p: TablePosition,
    u: int,
    x: int,
    y: int,
    facing: int,
    friends: Iterable[Rect],
    foes: Iterable[Rect],
    apart: int,
) -> int:
    """How a unit looks that has run to a place: as it should, or about if there is no room."""
    battle = p.battle
    a = rect((x, y, facing), *battle.base[u])
    crowded = any(overlap(a, b) for b in friends) or any(within(a, b, apart) for b in foes)
    if not crowded and on_table(a, battle.wide, battle.high):
        return facing
    # To turn about takes no room.
    front = p.facing[u]
    away = abs(turned(facing, front)) <= QUARTER
    return front if away else (front + STEPS // 2) % STEPS
