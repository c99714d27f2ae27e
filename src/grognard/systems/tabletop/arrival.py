"""Arrivals: who is due, and whether his place is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.boards.table.rect import nearer, overlap, rect
from grognard.systems.tabletop.position import WAITS, TablePosition


def arrivals(
    p: TablePosition, turn: int, clear: int, sides: Sequence[int] = (0, 1)
) -> Iterator[tuple[int, bool]]:
    """The units that are due, each with whether its place is free once those before have come."""
    for u, unit in enumerate(p.battle.units):
        if p.x[u] == WAITS and p.battle.side[u] in sides and unit.turn <= turn:
            yield u, place_free(p, u, clear)


def place_free(p: TablePosition, u: int, clear: int) -> bool:
    """Whether a unit's place is taken by nobody and watched by no enemy; who leads needs none."""
    battle = p.battle
    if u >= battle.stands:
        return True
    there = rect(battle.units[u].pose, *battle.base[u])
    for v in range(battle.stands):
        if not p.on_table(v):
            continue
        if overlap(there, p.rect(v)):
            return False
        if battle.side[v] != battle.side[u] and nearer(there, p.rect(v), clear):
            return False
    return True
