"""Morale: who must test, every modifier of the sheet, and what failure does."""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.table.rect import within
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.onepage.checks import MoraleFacts
from grognard.systems.onepage.field import (
    attached,
    fire_distance,
    fires_at_flank,
    foes_touching,
    has_cover,
    level,
    strikes_flank,
)
from grognard.systems.onepage.position import (
    DISORDERED,
    FAILED,
    LIMBERED,
    ROUTED,
    TOUCHED,
    OnepagePosition,
)
from grognard.systems.onepage.rout import rout
from grognard.systems.onepage.rules import (
    ARTILLERY,
    CAVALRY,
    HEAVY_CAVALRY,
    INFANTRY,
    SKIRMISHER,
)
from grognard.systems.tabletop.asking import UnitRoll


class Threat(NamedTuple):
    """Why a unit tests: the enemies it touches, and those who could fire at it from close range."""

    touching: list[int]
    firing: list[int]


def can_fire(p: OnepagePosition, u: int) -> bool:
    """Whether a unit is in a state to fire at all."""
    rules = p.battle.rules
    state = p.state[u]
    if not p.battle.weapon[u] or (state & ROUTED and not rules.routed_fire):
        return False
    return not state & LIMBERED or rules.limbered_fire


def threat_to(p: OnepagePosition, u: int) -> Threat:
    """Everything that makes a unit test morale now."""
    battle = p.battle
    rules = battle.rules
    touching = foes_touching(p, u) if rules.test_contact else []
    firing = []
    if rules.test_close:
        for v in p.stands_on(1 - battle.side[u]):
            close = rules.ranges[battle.weapon[v]][0]
            if not close or not can_fire(p, v) or not 0 <= fire_distance(p, v, u) <= close:
                continue
            # Guns with an enemy at their muzzles fight him, and fire at nobody else.
            if not rules.melee_duty or not foes_touching(p, v):
                firing.append(v)
    return Threat(touching, firing)


def facts(p: OnepagePosition, u: int, threat: Threat) -> MoraleFacts:
    """The situation of a test, read off the state and place of the unit that tests."""
    battle = p.battle
    rules = battle.rules
    arm = battle.arm[u]
    melee = threat.touching
    arms = [battle.arm[v] for v in melee]
    flanking = any(strikes_flank(p, u, v) for v in melee)
    flanked = any(strikes_flank(p, v, u) for v in melee)
    flanked = flanked or any(fires_at_flank(p, v, u) for v in threat.firing)
    if not rules.flank_both and flanking:
        flanked = False
    return MoraleFacts(
        rating=battle.morale[u],
        army_commander=int(any(battle.army[g] for g in attached(p, u))),
        building_or_works=int(has_cover(p, u)),
        high_ground=int(_defends_height(p, u, threat)),
        enemy_flank=int(flanking),
        enemy_skirmishers=int(SKIRMISHER in arms),
        heavier_cavalry=int(arm == CAVALRY and any(_lighter(p, v, u) for v in melee)),
        disordered=int(bool(p.state[u] & DISORDERED)),
        artillery_front=int(
            any(battle.arm[v] == ARTILLERY and not strikes_flank(p, u, v) for v in melee)
        ),
        facing_cavalry=int(arm != CAVALRY and CAVALRY in arms),
        unsupported=int(bool(melee) and not supported(p, u)),
        attacked_in_flank=int(flanked),
    )


def _defends_height(p: OnepagePosition, u: int, threat: Threat) -> bool:
    """Stationary foot or guns above every enemy that makes them test."""
    if p.battle.arm[u] not in (INFANTRY, ARTILLERY) or not p.stationary(u):
        return False
    if not p.battle.rules.high_ground:
        return False
    own = level(p, u)
    return own > 0 and all(level(p, v) < own for v in (*threat.touching, *threat.firing))


def _lighter(p: OnepagePosition, v: int, u: int) -> bool:
    """Whether a cavalry unit is lighter than another."""
    battle = p.battle
    rules = battle.rules
    if battle.arm[v] != CAVALRY:
        return False
    weights = [
        rules.weight_heavy if battle.kind[w] == HEAVY_CAVALRY else rules.weight_light
        for w in (v, u)
    ]
    return weights[0] < weights[1]


def supported(p: OnepagePosition, u: int) -> bool:
    """Whether another friendly unit of a supporting arm is near."""
    rules = p.battle.rules
    a = p.rect(u)
    return any(
        v != u and rules.supporters[p.battle.arm[v]] and within(a, p.rect(v), rules.support_reach)
        for v in p.stands_on(p.battle.side[u])
    )


class MoralePhase(Then[OnepagePosition]):
    """Both sides test every unit under close fire or in contact; it takes effect together."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        """Push the tests, the attacker's first, and their effects after them."""
        rules = p.battle.rules
        tests: list[int] = []
        for side in (self.side, 1 - self.side) if rules.both_test else (self.side,):
            for u in p.stands_on(side):
                threat = threat_to(p, u)
                if threat.touching and p.state[u] & ROUTED and rules.routs_again:
                    p.state[u] |= TOUCHED
                elif threat.touching or threat.firing:
                    tests.append(u)
        p.stack.append(Effects())
        for u in reversed(tests):
            p.stack.append(Test(unit=u))


class Test(UnitRoll[OnepagePosition]):
    """One unit tests its morale."""

    def check(self, p: OnepagePosition) -> Check:
        """Its morale and all modifiers."""
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """Failure is kept until all have tested."""
        if not outcome:
            return
        p.state[self.unit] |= FAILED
        if p.ear is not None:
            p.tell(f"{clause(p.name(self.unit), 'fails')} the morale test.", p.uid(self.unit))
        if not p.battle.rules.tests_together:
            suffer(p)


class Effects(Then[OnepagePosition]):
    """The tests of the phase take effect."""

    def run(self, p: OnepagePosition) -> None:
        """Disorder and rout."""
        suffer(p)


def suffer(p: OnepagePosition) -> None:
    """Every unit that failed drops a level; routed ones that are touched run again."""
    rules = p.battle.rules
    hit = [u for u in range(p.battle.stands) if p.on_table(u) and p.state[u] & (FAILED | TOUCHED)]
    # From where each runs is settled before anybody does.
    causes = {u: cause(p, u) for u in hit}
    for u in hit:
        state = p.state[u]
        if not state & (FAILED | TOUCHED):
            continue
        p.state[u] &= ~(FAILED | TOUCHED)
        if state & TOUCHED:
            rout(p, u, rules.again_casualties, *causes[u])
        elif state & ROUTED and rules.routed_eliminated:
            p.remove(u, "broken for good")
        elif state & DISORDERED:
            rout(p, u, rules.rout_casualties, *causes[u])
        else:
            p.disorder(u)


def cause(p: OnepagePosition, u: int) -> tuple[int, int]:
    """The point from which a unit runs: the middle of the enemies that made it test."""
    threat = threat_to(p, u)
    foes = [p.rect(v) for v in threat.touching or threat.firing or [u]]
    return sum(b.x for b in foes) // len(foes), sum(b.y for b in foes) // len(foes)
