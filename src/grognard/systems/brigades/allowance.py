"""How far a unit may move in all, and what turning takes of it."""

from __future__ import annotations

from grognard.systems.brigades.kinds import (
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    MILITIA,
    POORLY_TRAINED,
    SLOW,
)
from grognard.systems.brigades.position import OUT, BrigadesPosition


def allowance(p: BrigadesPosition, u: int) -> int:
    """How far a unit may move in all, in mils."""
    move = p.full_move(u)
    return move // p.battle.rules.out_parts if p.state[u] & OUT else move


def free_turns(p: BrigadesPosition, u: int) -> int:
    """How many facing changes cost a unit nothing."""
    rules = p.battle.rules
    traits = p.battle.traits[u]
    out = p.state[u] & OUT
    if traits & (POORLY_TRAINED | MILITIA) and (not out or rules.out_untrained):
        return 0 if out else rules.untrained_free
    if out and not rules.out_free_facing:
        return 0
    return rules.free_turns[facing_row(p, u)]


def facing_row(p: BrigadesPosition, u: int) -> int:
    """The row of the movement table that says what turning costs."""
    arm = p.battle.arm[u]
    if arm == GUNS:
        return 3
    if arm in (HORSE, HORSE_SKIRMISHER):
        return 2
    return 0 if p.battle.traits[u] & SLOW else 1


def turn_cost(p: BrigadesPosition, u: int, turns: int) -> int:
    """What the next facing change takes after so many."""
    if turns < free_turns(p, u):
        return 0
    return p.full_move(u) // p.battle.rules.turn_parts[facing_row(p, u)]
