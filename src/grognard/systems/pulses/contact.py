"""Contact: what a unit does at the moment it is attacked, before any combat."""

from __future__ import annotations

from grognard.engine.step import Then
from grognard.systems.pulses.attaching import fought
from grognard.systems.pulses.escape import Escape
from grognard.systems.pulses.evasion import Evade, may_evade, turn_to
from grognard.systems.pulses.position import PulsesPosition
from grognard.systems.pulses.rules import ARTILLERY, CAVALRY, INFANTRY
from grognard.systems.pulses.square import FormSquare, may_form


class React(Then):
    """The unit that was contacted runs, evades, forms square or stands."""

    __slots__ = ("target", "unit")

    def __init__(self, target: int, unit: int) -> None:
        self.target, self.unit = target, unit

    def run(self, p: PulsesPosition) -> None:
        """By its arm."""
        battle = p.battle
        u, v = self.unit, self.target
        if battle.arm[v] == ARTILLERY:
            host = fought(p, v)
            if host != v:
                # Whoever attacks attached guns attacks their infantry.
                p.foe[u] = host
                p.stack.append(React(host, u))
            else:
                p.stack.append(Escape(v, u))
            return
        if may_evade(p, v, u):
            p.stack.append(Evade(u, battle.side[v], v))
        elif battle.arm[v] == CAVALRY and battle.arm[u] == INFANTRY:
            turn_to(p, v, u)
        elif may_form(p, v, u):
            p.stack.append(FormSquare(u, battle.side[v], v))
