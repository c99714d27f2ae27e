"""Arrivals: units that come onto the table at the start of their side's turn."""

from __future__ import annotations

from grognard.boards.table.rect import rect
from grognard.engine.step import Then
from grognard.systems.brigades.position import ARRIVED, TURN, BrigadesPosition, starting_state
from grognard.systems.tabletop.arrival import place_free
from grognard.systems.tabletop.position import WAITS


class Arrive(Then):
    """Everybody who is due comes on, or waits."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, p: BrigadesPosition) -> None:
        """Put them on the edge."""
        battle = p.battle
        for u, unit in enumerate(battle.units):
            if battle.side[u] != self.side or p.x[u] != WAITS or unit.turn > p.clock[TURN]:
                continue
            there = rect(unit.pose, *battle.base[u])
            if not place_free(p, u, there, battle.rules.arrival_clear):
                if p.ear is not None:
                    p.tell(f"{p.name(u)} waits: its place is not free.", p.uid(u))
                continue
            p.put(u, *unit.pose)
            p.state[u] = ARRIVED | starting_state(battle, u)
            if p.ear is not None:
                p.tell(f"{p.name(u)} arrives.", p.uid(u))
