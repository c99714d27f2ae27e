"""Recovery: units far from the enemy, in a force on hold, try to lose a hit."""

from __future__ import annotations

from typing import Annotated

from grognard.boards.table.lattice import INCH
from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.pulses.moving.distances import enemy_nearer
from grognard.systems.pulses.officers import (
    commander_near,
    help_in_words,
    in_radius,
    may_help,
    use_help,
)
from grognard.systems.pulses.state.battle import COMMAND_DIE, KEEP, SUB_HELP
from grognard.systems.pulses.state.kinds import HOLD
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.tabletop.asking import OwnDecision, UnitRoll
from grognard.systems.tabletop.dice import above

Again = Annotated[int, Within(0, 9)]  # how often it was thrown again for command dice


class RecoveryRules:
    """Who may recover, how much, and how often a failure is thrown again."""

    def __init__(self, book: Rulebook) -> None:
        self.clear = book.int("pulses.recovery.distance", "inches") * INCH
        self.hits = book.int("pulses.recovery.effect", "hits")
        self.commander_reach = book.int("pulses.recovery.reroll", "inches") * INCH
        self.rerolls = book.int("pulses.recovery.reroll", "most")
        self.roll = RecoveryKind(book)


class RecoveryKind(CheckKind):
    """A unit out of the fight gathers its men: a die below the number of its hits."""

    name = "recovery"
    title = "Recovery"
    facts = (Fact("hits", "Hits of the unit", "Unit", NUMBER, 1, 12, default=2),)
    outcomes = ("recovered", "remains")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.at_or_below = book.switch("pulses.recovery.roll", "at_or_below")

    def most(self, taken: int) -> int:
        return taken if self.at_or_below else taken - 1

    def build(self, situation: Situation) -> Check:
        most = self.most(situation[0])
        target = f"d6 of at most {most}"
        return Check(self, situation, (D6,), (), target, self.outcomes, above(most))


class RecoverySegment(Then[PulsesPosition]):
    """The recovery rolls of a side, at the end of its movement."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        units = [u for u in p.stands_on(self.side) if may_recover(p, u)]
        p.stack += [Recover(unit=u) for u in reversed(units)]


def may_recover(p: PulsesPosition, u: int) -> bool:
    """Whether a unit may try to recover, and could succeed."""
    rules = p.battle.rules.recovery
    if rules.roll.most(p.hits[u]) < 1:
        return False
    if p.status[p.battle.force[u]] != HOLD:  # pulses.recovery.force
        return False
    if not in_radius(p, u):  # pulses.beyond-radius.no-recovery
        return False
    return not enemy_nearer(p, u, rules.clear)


class Recover(UnitRoll[PulsesPosition]):
    """A recovery roll."""

    again: Again = 0

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.recovery.roll.check((p.hits[self.unit],))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        u = self.unit
        if outcome == 0:
            gain = min(p.hits[u], p.battle.rules.recovery.hits)
            p.hits[u] -= gain
            told = f"recovers {gain} hit{'s' * (gain > 1)}, {p.left(u)} strength left"
            p.say(u, told, kind=EventKind.RALLY)
        else:
            p.stack.append(RecoverAgain(unit=u, again=self.again))


class RecoverAgain(OwnDecision[PulsesPosition]):
    """Whether a failed recovery roll is thrown again."""

    asks = "{unit:has} not recovered: keep it so, or throw again?"
    waits = "Waiting for the recovery of {unit}."
    keyed = (KEEP,), (SUB_HELP,), (COMMAND_DIE,)

    again: Again

    def options(self, p: PulsesPosition) -> list[int]:
        """Let it stand, the sub-commander's help, a command die."""
        rules, price = p.battle.rules.recovery, p.battle.rules.officers.recovery_price
        u = self.unit
        found = [KEEP]
        if may_help(p, u):  # pulses.subcommander.reroll-recovery
            found.append(SUB_HELP)
        paid = self.again < rules.rerolls and p.pool[self.actor(p)] >= price
        # pulses.commander.recovery, pulses.recovery.reroll
        if paid and commander_near(p, u, rules.commander_reach) >= 0:
            found.append(COMMAND_DIE)
        return found

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return help_in_words(p, self.unit, action, p.battle.rules.officers.recovery_price)

    def apply(self, p: PulsesPosition, action: int) -> None:
        u = self.unit
        if action == SUB_HELP:
            use_help(p, u, "tries again to recover")
            p.stack.append(Recover(unit=u, again=self.again))
        elif action == COMMAND_DIE:
            price = p.battle.rules.officers.recovery_price
            p.spend(self.actor(p), price, clause(p.name(u), "tries again to recover"))
            p.stack.append(Recover(unit=u, again=self.again + 1))
