"""Skirmishing: the side with the initiative sends its skirmishers against foot and guns."""

from __future__ import annotations

from grognard.boards.table.rect import within
from grognard.engine.check import Check
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Roll, Then
from grognard.systems.pulses.field import (
    foes_touching,
    in_radius,
    in_town,
    sees,
    wholly_covered,
)
from grognard.systems.pulses.shooting import SkirmishFacts
from grognard.systems.pulses.state.battle import PASS
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY
from grognard.systems.pulses.state.position import (
    HOLDER,
    PHASE,
    SKIRMISH,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.suppression import suppress
from grognard.systems.pulses.terrain import crosses_impassable
from grognard.systems.tabletop.asking import StrikeRoll, UnitDecision


class SkirmishPhase(Then[PulsesPosition]):
    """The skirmish attacks of a pulse."""

    def run(self, p: PulsesPosition) -> None:
        """Ask for each unit that has a target, in order."""
        p.clock[PHASE] = SKIRMISH
        rules = p.battle.rules
        holder = p.clock[HOLDER]
        if p.battle.weather(p.clock[TURN]) in rules.no_skirmish_in:
            return
        sides = (holder,) if rules.skirmish_holder else (1 - holder, holder)
        for side in sides:
            units = [u for u in p.stands_on(side) if rules.skirmish_dice[p.battle.sk[u]]]
            p.stack += [Skirmish(unit=u, side=side) for u in reversed(units)]


def may_skirmish(p: PulsesPosition, u: int) -> bool:
    """Whether a unit may make a skirmish attack at all."""
    rules = p.battle.rules
    if p.x[u] < 0:
        return False
    if rules.no_sally and in_town(p, u):
        return False
    if not rules.beyond_skirmish and not in_radius(p, u):
        return False
    return not (rules.no_skirmish_in_contact and foes_touching(p, u))


def targets(p: PulsesPosition, u: int) -> list[int]:
    """The units a unit may attack with its skirmishers."""
    if not may_skirmish(p, u):
        return []
    battle = p.battle
    rules = battle.rules
    a = p.rect(u)
    found = []
    for v in p.stands_on(1 - battle.side[u]):
        b = p.rect(v)
        if not within(a, b, rules.skirmish_range):
            continue
        if p.used[v] >= rules.skirmishers_most:
            continue
        if rules.no_skirmish_at_cavalry and battle.arm[v] == CAVALRY:
            continue
        if rules.no_skirmish_in_contact and foes_touching(p, v):
            continue
        if rules.skirmish_blocked and crosses_impassable(battle, a.x, a.y, b.x, b.y):
            continue
        if sees(p, u, v):
            found.append(v)
    return found


def skirmish_facts(p: PulsesPosition, u: int, v: int) -> SkirmishFacts:
    """The dice of an attack and the grounds for a saving throw."""
    battle = p.battle
    rules = battle.rules
    b = p.rect(v)
    near = any(
        w != v and battle.arm[w] == CAVALRY and within(b, p.rect(w), rules.support_reach)
        for w in p.stands_on(battle.side[v])
    )
    return SkirmishFacts(
        rules.skirmish_dice[battle.sk[u]],
        int(rules.mx_saves and battle.units[v].mx),
        int(near),
        int(rules.cover_saves and wholly_covered(p, v)),
    )


class Skirmish(UnitDecision[PulsesPosition]):
    """At whom a unit sends its skirmishers."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Pass, or any target."""
        return [PASS, *(p.battle.unit_at + v for v in targets(p, self.unit))]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Throw."""
        if action != PASS:
            target = action - p.battle.unit_at
            p.used[target] += 1
            p.stack.append(SkirmishRoll(unit=self.unit, target=target))

    def default(self, p: PulsesPosition) -> int:
        """Attack if there is a target."""
        return p.options()[-1]

    def prompt(self, p: PulsesPosition) -> str:
        """Whom?"""
        return f"{p.name(self.unit)}: whom do its skirmishers attack?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the skirmishers of {p.name(self.unit)}."


class SkirmishRoll(StrikeRoll[PulsesPosition]):
    """The dice of the skirmishers."""

    def check(self, p: PulsesPosition) -> Check:
        """By the rating."""
        facts = skirmish_facts(p, self.unit, self.target)
        return p.battle.rules.skirmish_kind.check(facts)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Saves, or the effect at once."""
        if outcome and skirmish_facts(p, self.unit, self.target).saves:
            p.stack.append(Save(unit=self.unit, hits=outcome, target=self.target))
        else:
            suffer(p, self.unit, self.target, outcome)


class Save(Roll[PulsesPosition]):
    """The saving throws of a target, one for each success."""

    unit: Unit
    hits: int
    target: Unit

    def roller(self, p: PulsesPosition) -> int:
        """The target's side."""
        return p.battle.side[self.target]

    def check(self, p: PulsesPosition) -> Check:
        """A d6 each."""
        return p.battle.rules.save_kind.check((self.hits,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """What is left strikes."""
        suffer(p, self.unit, self.target, outcome)

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """The target."""
        return (p.uid(self.target),)


def suffer(p: PulsesPosition, u: int, v: int, hits: int) -> None:
    """Infantry takes hits, artillery is suppressed."""
    rules = p.battle.rules
    if not hits:
        return
    if p.battle.arm[v] == ARTILLERY:
        if rules.skirmish_suppresses:
            suppress(p, v, f"the skirmishers of {p.name(u)}")
        return
    p.hurt(v, hits * rules.skirmish_hits, f"skirmishers of {p.name(u)}")
