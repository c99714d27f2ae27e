"""Rout: a casualty, a full move to the rear, and nothing more until somebody rallies the unit."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.retreat import fall_back
from grognard.systems.onepage.state.position import (
    DISORDERED,
    ROUTED,
    STATIONARY,
    TEST_STATES,
    OnepagePosition,
)


class RoutRules:
    """What a rout costs, and how far it goes."""

    def __init__(self, book: Rulebook) -> None:
        self.casualties = book.int("onepage.morale.rout.casualty", "casualties")
        self.again_casualties = book.int("onepage.rulings.rout-again", "casualties")
        self.parts = book.int("onepage.morale.rout.move", "parts")


def rout(p: OnepagePosition, u: int, casualties: int, x: int, y: int) -> None:
    """A unit runs from a point."""
    rules = p.battle.rules
    p.state[u] = p.state[u] & ~(STATIONARY | TEST_STATES) | ROUTED | DISORDERED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'routs')}.", p.uid(u))
    p.hurt(u, casualties, "rout")
    if p.on_table(u):
        mils = rules.movement.move[p.battle.kind[u]] // rules.rout.parts
        fall_back(p, u, mils, x, y, turn=True)
