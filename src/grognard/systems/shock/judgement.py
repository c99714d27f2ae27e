"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from typing import Final

from grognard.systems.shock.battle import GUNS, OFFICER
from grognard.systems.shock.position import (
    BLOWN,
    D1,
    D2,
    ENGAGED,
    ROUTED,
    SQUARE,
    TURN,
    ShockPosition,
)
from grognard.systems.shock.victory import half_points

# What a strength point is worth in each order, in half points.
WORTH: Final = {0: 1.0, D1: 0.75, D2: 0.5, ROUTED: 0.2}


def judge(p: ShockPosition, side: int) -> float:
    """Points won, troops in hand, places within reach; for one side against the other."""
    halves = half_points(p)
    score = 4.0 * (halves[side] - halves[1 - side])
    if p.over:
        return score * 100
    return score + army(p, side) - army(p, 1 - side)


def army(p: ShockPosition, side: int) -> float:
    """The worth of a side's troops where they stand."""
    battle = p.battle
    value = 0.0
    for u in battle.units_of[side]:
        if p.hex[u] < 0:
            continue
        worth = p.steps[u] * WORTH[p.order[u]] * 2
        if p.flags[u] & BLOWN:
            worth *= 0.7
        if battle.kind[u] == GUNS:
            worth *= 1.5
        value += worth
        if p.order[u] != ROUTED:
            value += place(p, u, side)
    return value + command(p, side)


def place(p: ShockPosition, u: int, side: int) -> float:
    """What a unit's place is worth: near objectives, facing the enemy, not too exposed."""
    battle = p.battle
    row = battle.grid.distance[p.hex[u]]
    left = max(1, battle.turns - p.clock[TURN] + 1)
    value = 0.0
    for objective in battle.objectives:
        if objective.kind == "near" and objective.side != side:
            continue
        away = max(0, row[objective.hex] - objective.within)
        value += objective.points * 0.5 / (1 + away / (1 + 0.4 * left))
    if p.flags[u] & (SQUARE | ENGAGED):
        return value
    return value + facing(p, u, side)


def facing(p: ShockPosition, u: int, side: int) -> float:
    """A unit wants near enemies in its front, not on its flank or rear."""
    battle = p.battle
    here = p.hex[u]
    row = battle.grid.distance[here]
    front = battle.grid.front_mask[here][p.facing[u]]
    rear = battle.grid.rear_mask[here][p.facing[u]]
    value = 0.0
    for v in battle.units_of[1 - side]:
        h = p.hex[v]
        if h < 0 or row[h] > 2 or p.order[v] == ROUTED:
            continue
        if row[h] == 1:
            value += 0.6 if front >> h & 1 else -1.0 if rear >> h & 1 else -0.6
    return value


def command(p: ShockPosition, side: int) -> float:
    """Leaders near their troops."""
    battle = p.battle
    value = 0.0
    for c, com in enumerate(battle.commands):
        if com.side != side or p.hex[com.leader] < 0:
            continue
        row = battle.grid.distance[p.hex[com.leader]]
        for u in battle.units_of[side]:
            if battle.command[u] == c and p.hex[u] >= 0:
                value -= 0.15 * max(0, row[p.hex[u]] - 3)
    for v in battle.leaders_of[side]:
        if p.hex[v] >= 0 and battle.kind[v] == OFFICER:
            value += 0.3 if p.upper[p.hex[v]] >= 0 else 0.0
    return value
