"""Rally: routed units with a general in contact roll their morale or lower."""

from __future__ import annotations

from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.event import EventKind
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.onepage.field import generals_at
from grognard.systems.onepage.state.position import DISORDERED, ROUTED, OnepagePosition
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import above


class RallyKind(CheckKind):
    """A routed unit with a general: d6 not above its morale."""

    name = "rally"
    title = "Rally"
    outcomes = ("rallies", "stays routed")
    good = "rallies"
    facts = (Fact("rating", "Morale of the unit", "Unit", NUMBER, 1, 9, default=5),)

    def build(self, situation: Situation) -> Check:
        most = situation[0]  # onepage.rally.roll
        table = above(most)
        return Check(self, situation, (D6,), (), f"d6 of at most {most}", self.outcomes, table)


def may_rally(p: OnepagePosition, u: int) -> bool:
    """Whether a routed unit has a general who can rally it."""
    # onepage.rally.any-general onepage.rulings.attached
    return bool(p.state[u] & ROUTED and generals_at(p, u))


class RallyPhase(Then[OnepagePosition]):
    """The attacker's routed units that can be rallied, one after another."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        for u in reversed(p.stands_on(self.side)):
            if may_rally(p, u):
                p.stack.append(Rally(unit=u))


class Rally(UnitRoll[OnepagePosition]):
    """A general tries to rally a unit."""

    def check(self, p: OnepagePosition) -> Check:
        return p.battle.rules.rally_kind.check((p.battle.morale[self.unit],))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        u = self.unit
        if outcome:
            return
        p.say(u, "rallies", kind=EventKind.RALLY)
        p.state[u] &= ~(ROUTED | DISORDERED)
        p.disorder(u, "routed before")  # onepage.rulings.open.rallied-state
