"""Rout: a casualty, a full move to the rear, and nothing more until somebody rallies the unit."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.systems.onepage.position import (
    DISORDERED,
    ROUTED,
    STATIONARY,
    TEST_STATES,
    OnepagePosition,
)
from grognard.systems.onepage.retreat import fall_back


def rout(p: OnepagePosition, u: int, casualties: int, x: int, y: int) -> None:
    """A unit runs from a point."""
    rules = p.battle.rules
    p.state[u] = p.state[u] & ~(STATIONARY | TEST_STATES) | ROUTED | DISORDERED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'routs')}.", p.uid(u))
    p.hurt(u, casualties, "rout")
    if p.on_table(u):
        mils = rules.move[p.battle.kind[u]] // rules.rout_parts
        fall_back(p, u, mils, x, y, turn=True)
