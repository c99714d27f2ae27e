"""Going back: which way a unit looks that has run."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.boards.table.rect import Rect, on_table, rect, within
from grognard.systems.tabletop.position import TablePosition


def turn_back(p: TablePosition, u: int, facing: int, others: Iterable[Rect], apart: int) -> None:
    """Turn a unit that has run its back to the enemy, if there is room for it where it ends.

    It does not turn where it starts: there its corners would strike the enemy it touches.
    """
    battle = p.battle
    a = rect((p.x[u], p.y[u], facing), *battle.base[u])
    if on_table(a, battle.wide, battle.high) and not any(within(a, b, apart) for b in others):
        p.put(u, p.x[u], p.y[u], facing)
