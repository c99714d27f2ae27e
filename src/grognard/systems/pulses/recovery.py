"""Recovery: units far from the enemy, in a force on hold, try to lose a hit."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.pulses.field import enemy_nearer, in_radius
from grognard.systems.pulses.officers import commander_near, may_help
from grognard.systems.pulses.state.battle import COMMAND_DIE, KEEP, SUB_HELP
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.tabletop.asking import UnitDecision, UnitRoll


class RecoverySegment(Then[PulsesPosition]):
    """The recovery rolls of a side, at the end of its movement."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        """Each unit that may, in order."""
        units = [u for u in p.stands_on(self.side) if may_recover(p, u)]
        p.stack += [Recover(unit=u, again=0) for u in reversed(units)]


def may_recover(p: PulsesPosition, u: int) -> bool:
    """Whether a unit may try to recover, and could succeed."""
    battle = p.battle
    rules = battle.rules
    if not p.hits[u] or rules.recovery_kind.most(p.hits[u]) < 1:
        return False
    if p.status[battle.force[u]] not in rules.recovery_statuses:
        return False
    if not rules.beyond_recovery and not in_radius(p, u):
        return False
    return not enemy_nearer(p, p.rect(u), battle.side[u], rules.recovery_clear)


class Recover(UnitRoll[PulsesPosition]):
    """A recovery roll; `again` counts how often it was thrown again for command dice."""

    again: int

    def check(self, p: PulsesPosition) -> Check:
        """By its hits."""
        return p.battle.rules.recovery_kind.check((p.hits[self.unit],))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """A hit less, or perhaps another throw."""
        u = self.unit
        if outcome == 0:
            p.hits[u] = max(0, p.hits[u] - p.battle.rules.recovered)
            p.tell(f"{clause(p.name(u), 'recovers')}.", p.uid(u))
        else:
            p.stack.append(RecoverAgain(unit=u, side=p.battle.side[u], again=self.again))


class RecoverAgain(UnitDecision[PulsesPosition]):
    """Whether a failed recovery roll is thrown again."""

    side: Side
    again: int

    def options(self, p: PulsesPosition) -> list[int]:
        """Let it stand, the sub-commander's help, a command die."""
        rules = p.battle.rules
        u = self.unit
        found = [KEEP]
        if rules.sub_recovers and may_help(p, u):
            found.append(SUB_HELP)
        if (
            self.again < rules.recovery_rerolls
            and p.pool[self.side] >= rules.recovery_price
            and commander_near(p, u, rules.recovery_reach) >= 0
        ):
            found.append(COMMAND_DIE)
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Pay, and throw."""
        u = self.unit
        if action == KEEP:
            return
        again = self.again
        if action == SUB_HELP:
            p.used[p.battle.sub(p.battle.force[u])] += 1
        else:
            p.spend(self.side, p.battle.rules.recovery_price)
            again += 1
        p.stack.append(Recover(unit=u, again=again))

    def default(self, p: PulsesPosition) -> int:
        """Let it stand."""
        return KEEP

    def prompt(self, p: PulsesPosition) -> str:
        """Again?"""
        return f"{clause(p.name(self.unit), 'has')} not recovered: throw again?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the recovery of {p.name(self.unit)}."
