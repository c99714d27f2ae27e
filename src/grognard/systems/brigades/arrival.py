"""Arrivals: units that come onto the table at the start of their side's turn."""

from __future__ import annotations

from grognard.boards.table.rect import Rect, nearer, overlap, rect
from grognard.engine.step import Then
from grognard.systems.brigades.kinds import COMMANDER
from grognard.systems.brigades.position import ARRIVED, TURN, BrigadesPosition, starting_state
from grognard.systems.tabletop.position import WAITS


def place_free(p: BrigadesPosition, u: int, there: Rect) -> bool:
    """Whether a unit's place is taken by nobody and watched by no enemy."""
    battle = p.battle
    if battle.arm[u] == COMMANDER:
        return True
    clear = battle.rules.arrival_clear
    for v in range(battle.stands):
        if not p.on_table(v):
            continue
        if overlap(there, p.rect(v)):
            return False
        if battle.side[v] != battle.side[u] and nearer(there, p.rect(v), clear):
            return False
    return True


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
            if not place_free(p, u, there):
                if p.ear is not None:
                    p.tell(f"{p.name(u)} waits: its place is not free.", p.uid(u))
                continue
            p.put(u, *unit.pose)
            p.state[u] = ARRIVED | starting_state(battle, u)
            if p.ear is not None:
                p.tell(f"{p.name(u)} arrives.", p.uid(u))
