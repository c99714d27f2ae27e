"""What judgements of a table are made of: the end, distances, who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import Final

from grognard.boards.table.lattice import TENTH
from grognard.engine.battle import BattleResult
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.victory import points_held

WON: Final = 1000.0
WEAR: Final = 6.0  # a sixth more of an army lost than of the other is a clear lead


def end_worth(end: BattleResult | None, side: int) -> float:
    """What the end of a battle is worth to a side."""
    if end is None or end.winner is None:
        return 0.0
    return WON if end.winner == side else -WON


def way_to(x: int, y: int, places: Iterable[tuple[int, int]]) -> int:
    """How many mils it is from a place to the nearest of some, all in tenths of an inch."""
    return TENTH * isqrt(min((x - a) ** 2 + (y - b) ** 2 for a, b in places))


@lru_cache(maxsize=256)
def lead(battle: TableBattle, held: tuple[int, ...], side: int) -> int:
    """How many more points of objectives a side has than the other, by who holds them."""
    return points_held(battle, held, side) - points_held(battle, held, 1 - side)


def ahead(battle: TableBattle, points: int, left: Sequence[int], side: int) -> float:
    """Who would win if it ended now, from -1 to 1: objectives first, then what is left of both."""
    own, other = [left[s] / max(1, battle.start_strength[s]) for s in (side, 1 - side)]
    worn = max(-1.0, min(1.0, WEAR * (own - other)))
    return worn if not points else (0.7 if points > 0 else -0.7) + 0.3 * worn


def lateness(turn: int, turns: int) -> float:
    """How near the end is, from 0 to 1; only the last turns count for much."""
    return (min(turn, turns) / turns) ** 4
