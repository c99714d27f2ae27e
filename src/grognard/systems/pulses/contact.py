"""Contact: what a unit does at the moment it is attacked, before any combat."""

from __future__ import annotations

from grognard.engine.numbers import Unit
from grognard.engine.step import Then
from grognard.systems.pulses.attached import fought
from grognard.systems.pulses.escape import Escape
from grognard.systems.pulses.evasion import Evade, may_evade, turn_to
from grognard.systems.pulses.square import FormSquare, may_form
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY, INFANTRY
from grognard.systems.pulses.state.position import PulsesPosition


class React(Then[PulsesPosition]):
    """The unit that was contacted runs, evades, forms square or stands."""

    unit: Unit
    target: Unit

    def run(self, p: PulsesPosition) -> None:
        """By its arm."""
        battle = p.battle
        u, v = self.unit, self.target
        if battle.arm[v] == ARTILLERY:
            host = fought(p, v)
            if host != v:
                # Whoever attacks attached guns attacks their infantry.
                p.foe[u] = host
                p.stack.append(React(unit=u, target=host))
            else:
                p.stack.append(Escape(unit=u, guns=v))
            return
        if may_evade(p, v, u):
            p.stack.append(Evade(side=battle.side[v], unit=v, attacker=u))
        elif battle.arm[v] == CAVALRY and battle.arm[u] == INFANTRY:
            turn_to(p, v, u)
        elif may_form(p, v, u):
            p.stack.append(FormSquare(side=battle.side[v], unit=v, attacker=u))
