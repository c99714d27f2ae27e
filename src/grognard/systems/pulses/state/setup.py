"""Setting up: every unit and officer in his place, or waiting for his turn."""

from __future__ import annotations

from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import HOLD
from grognard.systems.pulses.state.position import HOLDER, SIDE, TURN, PulsesPosition
from grognard.systems.pulses.turn import TurnStart
from grognard.systems.tabletop.position import WAITS


def set_up(battle: PulsesBattle) -> PulsesPosition:
    p = PulsesPosition.blank(battle)
    for u, unit in enumerate(battle.units):
        p.rating[u], p.helpers[u] = unit.rating, unit.dice
        if unit.turn:
            p.put(u, WAITS, 0, 0)
        else:
            p.put(u, *unit.pose)
    p.status = [HOLD] * len(battle.forces)
    p.reserve = [int(force.reserve) for force in battle.forces]
    p.held = [objective.side for objective in battle.objectives]
    p.clock[TURN], p.clock[HOLDER], p.clock[SIDE] = battle.first_turn, battle.first, battle.first
    p.stack.append(TurnStart())
    return p
