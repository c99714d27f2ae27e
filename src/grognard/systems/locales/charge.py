"""Charges: over two boundaries at an enemy who defends, or retreats."""

from __future__ import annotations

from grognard.boards.areas import boundary_of
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Then
from grognard.systems.locales.assault import Close, Fight
from grognard.systems.locales.battle import CHARGE, DEFEND, GO, RETREAT
from grognard.systems.locales.deploy import Arrive, reserve_named
from grognard.systems.locales.groups import needed
from grognard.systems.locales.leaders import leads_defence
from grognard.systems.locales.losses import lose_point
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import JOINS, LEADS, LocalesPosition
from grognard.systems.locales.withdraw import ROUT, Leave


def charge(
    p: LocalesPosition, start: int, approach: int, side: int, blocks: tuple[int, ...]
) -> None:
    """The riders are seen, and their leaders named."""
    for b in blocks:
        p.state[b] |= JOINS
        if "charge" in p.battle.rules.reveals:
            p.reveal(b)
    if p.battle.rules.charge_closes_first:
        through = p.battle.areas.locale[approach]
        p.barred[boundary_of(p.battle.areas.between[start][through])] = 1
    p.stack.append(ChargeAnswer(side=side, approach=approach))
    p.stack.append(ChargeLeaders(chosen=(), side=side, approach=approach))


class ChargeLeaders(Pick):
    """Who leads a charge."""

    side: Side
    approach: int

    def onward(self, b: int) -> ChargeLeaders:
        """One block more."""
        return ChargeLeaders(chosen=(*self.chosen, b), side=self.side, approach=self.approach)

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Riders of the strength it takes."""
        riders = [b for b in p.battle.blocks_of[self.side] if p.state[b] & JOINS]
        return [b for b in riders if needed(p, b, CHARGE, self.approach)]

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return 1

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.charge_leaders, p.battle.width[boundary_of(self.approach)])

    def finish(self, p: LocalesPosition) -> None:
        """They lead."""
        for b in self.chosen:
            p.state[b] |= LEADS

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the charge?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the riders to name their leaders."


class ChargeAnswer(Decision[LocalesPosition]):
    """The charged side defends or retreats."""

    side: Side
    approach: int

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def options(self, p: LocalesPosition) -> list[int]:
        """Defend needs somebody in the reserve who is not disrupted."""
        answers = p.battle.rules.charge_answers
        there = p.battle.areas.towards[self.approach]
        healthy = [b for b in p.blocks_at(there, 1 - self.side) if p.healthy(b)]
        if p.battle.rules.defence_needs_leader:
            healthy = [b for b in healthy if leads_defence(p, b, self.approach)]
        found = []
        if "retreat" in answers or not healthy:
            found.append(RETREAT)
        if "defend" in answers and healthy:
            found.append(DEFEND)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Fight, or leave the field to the riders."""
        battle = p.battle
        rules = battle.rules
        if action == DEFEND:
            p.stack.append(Fight(side=self.side, approach=self.approach, charge=1))
            p.stack.append(ChargeDefenders(chosen=(), side=self.side, approach=self.approach))
            return
        there = battle.areas.towards[self.approach]
        here = battle.areas.locale[self.approach]
        if rules.rest["restriction.charge-closes-boundary.applies"]:
            p.barred[boundary_of(self.approach)] = 1
        riders = tuple(b for b in battle.blocks_of[self.side] if p.state[b] & JOINS)
        p.stack.append(Undefended(approach=self.approach, blocks=riders))
        p.stack.append(Leave(side=1 - self.side, came=here, fought=-1, how=ROUT, locale=there))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """Who is lost in a retreat is seen."""
        return action == RETREAT

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "You are charged: defend, or retreat?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the charged side to answer."


class Undefended(Then[LocalesPosition]):
    """A charge nobody met: its leaders lose a point each, and all ride in."""

    approach: int
    blocks: tuple[int, ...]

    def run(self, p: LocalesPosition) -> None:
        """Note 5, then arrive."""
        rules = p.battle.rules
        leaders = [b for b in self.blocks if p.state[b] & LEADS]
        if not rules.each_leader_pays:
            leaders = leaders[:1]
        for b in leaders:
            for _ in range(rules.undefended):
                if p.spot[b] >= 0:
                    lose_point(p, b)
        riders = tuple(b for b in self.blocks if p.spot[b] >= 0)
        there = p.battle.areas.towards[self.approach]
        if rules.rest["restriction.undefended-charge-locale-open.closed"]:
            p.stack.append(Close(closes=1, locale=there))
        if riders:
            end = reserve_named(p, "charge.success.reserve-of-defense-locale", self.approach)
            deploys = rules.deploys["charge.success.cavalry-may-deploy"]
            p.stack.append(Arrive(blocks=riders, deploys=int(deploys), locale=end))


class ChargeDefenders(Pick):
    """Who meets a charge: units of the reserve."""

    side: Side
    approach: int

    def onward(self, b: int) -> ChargeDefenders:
        """One block more."""
        return ChargeDefenders(chosen=(*self.chosen, b), side=self.side, approach=self.approach)

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Foot and horse in the reserve."""
        there = p.battle.areas.towards[self.approach]
        return [b for b in p.blocks_at(there, 1 - self.side) if leads_defence(p, b, self.approach)]

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        width = p.battle.width[boundary_of(self.approach)]
        return min(rules.by_width(rules.leaders_most, width), rules.defenders_most)

    def finish(self, p: LocalesPosition) -> None:
        """They lead the defense."""
        for b in self.chosen:
            p.state[b] |= LEADS | JOINS
            if "lead" in p.battle.rules.reveals:
                p.reveal(b)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can lead a defense."""
        return action != GO or bool(self.chosen)

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "Who meets the charge?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the charged side to name its defenders."
