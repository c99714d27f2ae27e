"""Arrivals: units that come onto the table at the start of their side's turn."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.position import ARRIVED, BrigadesPosition, starting_state
from grognard.systems.tabletop.arrival import arrivals
from grognard.systems.tabletop.turn import TURN


class Arrive(Then[BrigadesPosition]):
    """Everybody who is due comes on, or waits."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        """Put them on the edge."""
        battle = p.battle
        clear = battle.rules.arrival_clear
        for u, free in arrivals(p, p.clock[TURN], clear, (self.side,)):
            if not free:
                if p.ear is not None:
                    p.tell(f"{clause(p.name(u), 'waits')}: the place is not free.", p.uid(u))
                continue
            p.put(u, *battle.units[u].pose)
            p.state[u] = ARRIVED | starting_state(battle, u)
            if p.ear is not None:
                p.tell(f"{clause(p.name(u), 'arrives')}.", p.uid(u))
