"""Going back: which way a unit looks that has run."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.boards.table.lattice import QUARTER, STEPS, turned
from grognard.boards.table.rect import Rect, on_table, overlap, rect, within
from grognard.systems.tabletop.position import TablePosition


def turn_back(
    p: TablePosition, u: int, facing: int, friends: Iterable[Rect], foes: Iterable[Rect], apart: int
) -> None:
    """Turn a unit that has run its back to the enemy; where there is no room for it, about.

    It does not turn where it starts: there its corners would strike the enemy it touches.
    """
    battle = p.battle
    a = rect((p.x[u], p.y[u], facing), *battle.base[u])
    crowded = any(overlap(a, b) for b in friends) or any(within(a, b, apart) for b in foes)
    if crowded or not on_table(a, battle.wide, battle.high):
        # To turn about takes no room.
        front = p.facing[u]
        away = abs(turned(facing, front)) <= QUARTER
        facing = front if away else (front + STEPS // 2) % STEPS
    p.put(u, p.x[u], p.y[u], facing)
