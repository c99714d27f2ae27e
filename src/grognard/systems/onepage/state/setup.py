"""Setting up: every unit on its place, or waiting for its turn."""

from __future__ import annotations

from grognard.systems.onepage.disorder import stands_still
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.position import LIMBERED, STATIONARY, OnepagePosition
from grognard.systems.onepage.turn import PlayerTurn
from grognard.systems.onepage.victory import holders
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import SIDE, TURN


def set_up(battle: OnepageBattle) -> OnepagePosition:
    """The position before the first turn."""
    p = OnepagePosition.blank(battle)
    for u, unit in enumerate(battle.units):
        if unit.turn:
            p.put(u, WAITS, 0, 0)
        else:
            p.put(u, *unit.pose)
            p.state[u] = LIMBERED if unit.limbered else 0
            # Nobody has stirred yet.
            if stands_still(p, u):
                p.state[u] |= STATIONARY
    p.held = holders(p)
    p.clock[TURN], p.clock[SIDE] = 1, battle.first
    p.stack.append(PlayerTurn())
    return p
