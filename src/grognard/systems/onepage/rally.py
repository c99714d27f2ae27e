"""Rally: routed units with a general in contact roll their morale or lower."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.onepage.field import attached
from grognard.systems.onepage.position import DISORDERED, ROUTED, OnepagePosition
from grognard.systems.tabletop.asking import UnitRoll


def may_rally(p: OnepagePosition, u: int) -> bool:
    """Whether a routed unit has a general who can rally it."""
    if not p.state[u] & ROUTED:
        return False
    generals = attached(p, u)
    if p.battle.rules.army_only_rallies:
        return any(p.battle.army[g] for g in generals)
    return bool(generals)


class RallyPhase(Then[OnepagePosition]):
    """The attacker's routed units that can be rallied, one after another."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        """Ask the dice for each."""
        for u in reversed(p.stands_on(self.side)):
            if may_rally(p, u):
                p.stack.append(Rally(unit=u))


class Rally(UnitRoll[OnepagePosition]):
    """A general tries to rally a unit."""

    def check(self, p: OnepagePosition) -> Check:
        """Its morale."""
        return p.battle.rules.rally_kind.check((p.battle.morale[self.unit],))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """It rallies, disordered, or stays as it is."""
        u = self.unit
        if outcome:
            return
        if p.ear is not None:
            p.tell(f"{clause(p.name(u), 'rallies')}.", p.uid(u))
        p.state[u] &= ~(ROUTED | DISORDERED)
        if p.battle.rules.rallied_disordered:
            p.disorder(u)
