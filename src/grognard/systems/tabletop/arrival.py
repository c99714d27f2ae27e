"""Arrivals: whether the place of a unit that is due is free."""

from __future__ import annotations

from grognard.boards.table.rect import Rect, nearer, overlap
from grognard.systems.tabletop.position import TablePosition


def place_free(p: TablePosition, u: int, there: Rect, clear: int) -> bool:
    """Whether a place is taken by nobody and watched by no enemy; those who lead need none."""
    battle = p.battle
    if u >= battle.stands:
        return True
    for v in range(battle.stands):
        if not p.on_table(v):
            continue
        if overlap(there, p.rect(v)):
            return False
        if battle.side[v] != battle.side[u] and nearer(there, p.rect(v), clear):
            return False
    return True
