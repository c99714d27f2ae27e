"""Marshes: a die tells how deep one is for a unit in its move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.check import Check
from grognard.systems.onepage.position import ACTED, OnepagePosition
from grognard.systems.onepage.rules import ARTILLERY
from grognard.systems.tabletop.asking import UnitRoll

if TYPE_CHECKING:
    from grognard.systems.onepage.leg import Leg

FOURFOLD: Final = 2  # the worst outcome
TWENTIETHS: Final = 20  # parts of a way tried where the whole is too dear


class Wade(UnitRoll[OnepagePosition]):
    """A leg leads into a marsh: how deep is it? The leg waits below on the stack."""

    facing: int
    marsh: int
    x: int
    y: int

    def check(self, p: OnepagePosition) -> Check:
        """The worse for artillery, and where others went before."""
        guns = int(p.battle.arm[self.unit] == ARTILLERY)
        return p.battle.rules.marsh_kind.check((guns, p.trodden[self.marsh]))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """The unit goes as far as it can pay for."""
        leg: Leg = p.stack.pop()  # type: ignore[assignment]
        p.trodden[self.marsh] += 1
        if outcome == FOURFOLD:
            p.disorder(self.unit)
        known = leg.rolled(p.battle.rules.marsh_dear[outcome])
        x, y = p.x[self.unit], p.y[self.unit]
        dx, dy = self.x - x, self.y - y
        mover = known.mover(p)
        for part in range(TWENTIETHS, -1, -1):
            place = (x + dx * part // TWENTIETHS, y + dy * part // TWENTIETHS)
            tried = mover.attempt(*place, self.facing)
            if not tried.why:
                known.walk(p, tried, *place, self.facing)
                return
        # It is stuck at the edge: the rest of the move is its own affair.
        p.state[self.unit] |= ACTED
        p.stack.append(known)
