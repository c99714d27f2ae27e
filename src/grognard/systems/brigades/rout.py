"""Rout: a full move away, a casualty, friends run through, and the enemy that follows."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Unit
from grognard.engine.step import Then
from grognard.systems.brigades.advance import Follow
from grognard.systems.brigades.command import endanger, lose
from grognard.systems.brigades.flanks import army_commander, foes_touching
from grognard.systems.brigades.modifiers import MoraleFacts, facts, threat_to
from grognard.systems.brigades.moving.retreat import fall_back
from grognard.systems.brigades.state.kinds import BRIGADES
from grognard.systems.brigades.state.position import (
    CHARGED,
    FAILED,
    NEW,
    RALLIED,
    RED,
    ROUT,
    STATIONARY,
    YELLOW,
    BrigadesPosition,
)
from grognard.systems.tabletop.asking import UnitRoll

GOOD, TEMPORARY, PERMANENT, ROUTED = range(4)
LEVELS = ("good", "temporary", "permanent", "rout", "eliminated")


def level_of(p: BrigadesPosition, u: int) -> int:
    """The morale level of a stand."""
    state = p.state[u] & ROUT
    if state == ROUT:
        return ROUTED
    if state & RED:
        return PERMANENT
    return TEMPORARY if state & YELLOW else GOOD


def drop(p: BrigadesPosition, *drops: tuple[int, int, int]) -> None:
    """Stands drop a level together; each comes with the point whence it would run.

    First all have their new level, then those who rout run, and then the enemies that were in
    contact with them may follow.
    """
    here = [one for one in drops if p.on_table(one[0])]
    questions = [_follow(p, u) for u, _, _ in here]
    running = []
    for (u, x, y), follow in zip(here, questions, strict=True):
        to = LEVELS.index(p.battle.rules.fails[level_of(p, u)])
        if to == len(LEVELS) - 1:
            lose(p, u, "broke for good")
        elif to == ROUTED:
            mark(p, u)
            running.append((Run(unit=u, x=x, y=y), follow))
        elif to == PERMANENT:
            p.state[u] = p.state[u] & ~(YELLOW | STATIONARY) | RED
        elif to == TEMPORARY:
            p.disorder(u)
            p.state[u] |= NEW
    for _, follow in reversed(running):
        p.stack.extend(follow)
    p.stack.extend(run for run, _ in reversed(running))


def _follow(p: BrigadesPosition, u: int) -> list[Follow]:
    """A question for each stand that may follow a stand if it runs from where it is."""
    stands = tuple(foes_touching(p, u))
    follow = Follow(side=1 - p.battle.side[u], stands=stands, x=p.x[u], y=p.y[u])
    return [follow] * p.battle.rules.followers if stands else []


def rout(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """A stand routs whatever its level: it runs from a point, and one enemy may follow."""
    p.stack.extend(_follow(p, u))
    mark(p, u)
    p.stack.append(Run(unit=u, x=x, y=y))


def mark(p: BrigadesPosition, u: int) -> None:
    """A stand is routed from now on, and has lost its gun."""
    p.state[u] = p.state[u] & ~(STATIONARY | FAILED | NEW | RALLIED | CHARGED) | ROUT
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'routs')}.", p.uid(u))
    if p.battle.rules.rout_loses_gun:
        p.lose_gun(u)


class Run(Then[BrigadesPosition]):
    """A routed stand runs from a point; friends in its way are tested."""

    unit: Unit
    x: int
    y: int

    def run(self, p: BrigadesPosition) -> None:
        """A casualty and a full move; what is left of who finds no way is lost as well."""
        u = self.unit
        if not p.on_table(u):
            return
        battle = p.battle
        rules = battle.rules
        leader = army_commander(p, u)
        before = p.losses[u]
        p.hurt(u, rules.rout_casualties, "rout")
        if p.on_table(u):
            mils = battle.move[u] // rules.rout_parts
            through = fall_back(p, u, mils, self.x, self.y, turn=True)
            for v in reversed(through if rules.run_through else []):
                if battle.arm[v] in BRIGADES and p.close_order(v):
                    p.stack.append(RunThrough(unit=v))
        if p.losses[u] > before:
            endanger(p, leader)


class RunThrough(UnitRoll[BrigadesPosition]):
    """A close-order stand through which friends have run tests its morale."""

    def check(self, p: BrigadesPosition) -> Check:
        """No modifier but its own disorder."""
        u = self.unit
        situation = MoraleFacts(rating=p.battle.morale[u], disordered=int(p.disordered(u)))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Temporary disorder if it fails."""
        if outcome and p.on_table(self.unit):
            if p.ear is not None:
                who = clause(p.name(self.unit), "is")
                p.tell(f"{who} carried away by fugitives.", p.uid(self.unit))
            p.disorder(self.unit)


class Drop(Then[BrigadesPosition]):
    """A stand drops a level because of an enemy at a point."""

    unit: Unit
    x: int
    y: int

    def run(self, p: BrigadesPosition) -> None:
        """Take effect."""
        drop(p, (self.unit, self.x, self.y))


class StruckAtOnce(UnitRoll[BrigadesPosition]):
    """A stand struck by a breakthrough tests its morale at once."""

    by: int

    def check(self, p: BrigadesPosition) -> Check:
        """As any morale test."""
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Failure takes effect at once."""
        if outcome:
            b = p.rect(self.by)
            drop(p, (self.unit, b.x, b.y))
