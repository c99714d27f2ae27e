"""Breakthrough: cavalry whose every opponent broke rides on, and may strike again."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.kinds import CAVALRY
from grognard.systems.brigades.leg import Break
from grognard.systems.brigades.position import ENGAGED, BrigadesPosition


def breaks_through(p: BrigadesPosition, u: int) -> bool:
    """Whether cavalry was in contact, and all it touched routed or was destroyed."""
    if p.battle.arm[u] not in CAVALRY or not p.state[u] & ENGAGED:
        return False
    return not p.routed(u) and not foes_touching(p, u)


class BreakThroughs(Then[BrigadesPosition]):
    """After the tests, before combat: the attacker's cavalry first."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        """Ask each; nobody is engaged any more."""
        rules = p.battle.rules
        order = [*p.stands_on(1 - self.side)[::-1], *p.stands_on(self.side)[::-1]]
        for u in order:
            if rules.breaks_through and breaks_through(p, u):
                left = p.full_move(u) // rules.break_parts
                p.begin_again(u)
                p.stack.append(Break.begin(p, u, left))
        for u in range(p.battle.stands):
            p.state[u] &= ~ENGAGED
