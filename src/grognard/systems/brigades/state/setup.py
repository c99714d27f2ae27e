"""Setting up: every unit on its place, or waiting for its turn."""

from __future__ import annotations

from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.position import (
    STATIONARY,
    WITHIN,
    BrigadesPosition,
    starting_state,
)
from grognard.systems.brigades.stationary import stands_still
from grognard.systems.brigades.turn import PlayerTurn
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import SIDE, TURN


def set_up(battle: BrigadesBattle) -> BrigadesPosition:
    """The position before the first turn."""
    p = BrigadesPosition.blank(battle)
    for u, unit in enumerate(battle.units):
        if unit.turn or unit.within >= 0:
            p.put(u, WAITS if unit.within < 0 else WITHIN, 0, 0)
            continue
        p.put(u, *unit.pose)
        p.state[u] = starting_state(battle, u)
        # Nobody has stirred yet.
        if u < battle.stands and stands_still(p, u):
            p.state[u] |= STATIONARY
    p.clock[TURN], p.clock[SIDE] = 1, battle.first
    p.stack.append(PlayerTurn())
    return p
