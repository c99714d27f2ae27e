"""Arrivals: units that come onto the table at the start of their side's turn."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.position import ARRIVED, LIMBERED, OnepagePosition
from grognard.systems.tabletop.arrival import arrivals
from grognard.systems.tabletop.turn import TURN


class Arrive(Then[OnepagePosition]):
    """Everybody who is due comes on, or waits."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        """Put them on the edge."""
        battle = p.battle
        clear = battle.rules.arrival_clear
        for u, free in arrivals(p, p.clock[TURN], clear, (self.side,)):
            unit = battle.units[u]
            if not free:
                if p.ear is not None:
                    p.tell(f"{clause(p.name(u), 'waits')}: the place is not free.", p.uid(u))
                continue
            p.put(u, *unit.pose)
            p.state[u] = ARRIVED | (LIMBERED if unit.limbered else 0)
            if p.ear is not None:
                p.tell(f"{clause(p.name(u), 'arrives')}.", p.uid(u))
        for side in (0, 1):
            ride_off(p, side)
