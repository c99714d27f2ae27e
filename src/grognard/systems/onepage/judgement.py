"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from typing import Final

from grognard.systems.onepage.position import (
    OnepagePosition,
)
from grognard.systems.onepage.victory import result

POINT: Final = 1.0  # of a strength point


def judge(p: OnepagePosition, side: int) -> float:
    """How much better a side stands than the other."""
    if p.over:
        end = result(p)
        if end is None or end.winner is None:
            return 0.0
        return 1000.0 if end.winner == side else -1000.0
    return army(p, side) - army(p, 1 - side)


def army(p: OnepagePosition, side: int) -> float:
    """The worth of a side's units where they stand."""
    battle = p.battle
    total = 0.0
    for u in p.stands_on(side):
        left = battle.strength[u] - p.losses[u]
        total += left
    return total
