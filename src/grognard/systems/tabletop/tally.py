"""The tally of a battle on the table: the stands, and who holds each objective."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.engine.tally import CountedPlace, CountedUnit, Roster
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import GONE, TablePosition

INCHES: Final = 10  # tenths of an inch


def roster(battle: TableBattle) -> Roster:
    """Every stand, and every objective; a stand without strength points counts one."""
    poses = battle.poses
    return Roster(
        tuple(
            CountedUnit(
                f"unit:{battle.ids[u]}", battle.names[u], battle.side[u], battle.strength[u] or 1
            )
            for u in range(battle.stands)
        ),
        tuple(
            CountedPlace(place.name, f"pose:{poses.name(poses.at(place.x, place.y, 0))}")
            for place in battle.objectives
        ),
    )


def strength_left(p: TablePosition, losses: Sequence[int]) -> list[int]:
    """What is left of each stand; nothing of those off the table for good."""
    battle = p.battle
    return [
        0 if p.x[u] == GONE else (battle.strength[u] or 1) - losses[u] for u in range(battle.stands)
    ]


def whereabouts(p: TablePosition, u: int) -> str:
    """Where a stand is on the table, to the inch."""
    if not p.on_table(u):
        return ""
    poses = p.battle.poses
    x, y = (INCHES * round(place / INCHES) for place in (p.x[u], p.y[u]))
    return f"pose:{poses.name(poses.at(min(x, poses.wide), min(y, poses.high), 0))}"
