"""Rout: a full move away, a casualty, friends run through, and the enemy that follows."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.step import Roll, Then
from grognard.systems.brigades.advance import Follow
from grognard.systems.brigades.checks import MoraleFacts
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.kinds import BRIGADES
from grognard.systems.brigades.position import (
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
from grognard.systems.brigades.retreat import fall_back
from grognard.systems.brigades.rules import LEVELS
from grognard.systems.brigades.situation import facts, threat_to

GOOD, TEMPORARY, PERMANENT, ROUTED = range(4)


def level_of(p: BrigadesPosition, u: int) -> int:
    """The morale level of a stand."""
    state = p.state[u] & ROUT
    if state == ROUT:
        return ROUTED
    if state & RED:
        return PERMANENT
    return TEMPORARY if state & YELLOW else GOOD


def drop(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """A stand drops a level; `x`, `y` is whence it would run."""
    if not p.on_table(u):
        return
    to = LEVELS.index(p.battle.rules.fails[level_of(p, u)])
    if to == len(LEVELS) - 1:
        p.remove(u, "broke for good")
    elif to == ROUTED:
        rout(p, u, x, y)
    elif to == PERMANENT:
        p.state[u] = p.state[u] & ~(YELLOW | STATIONARY) | RED
    elif to == TEMPORARY:
        p.disorder(u)
        p.state[u] |= NEW


def rout(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """A stand runs from a point; friends in its way are tested, and one enemy may follow."""
    battle = p.battle
    rules = battle.rules
    followers = tuple(foes_touching(p, u)) if rules.followers else ()
    pose = (p.x[u], p.y[u])
    p.state[u] = p.state[u] & ~(STATIONARY | FAILED | NEW | RALLIED | CHARGED) | ROUT
    if p.ear is not None:
        p.tell(f"{p.name(u)} routs.", p.uid(u))
    if rules.rout_loses_gun:
        p.lose_gun(u)
    if followers:
        p.stack.append(Follow(1 - battle.side[u], followers, *pose))
    p.hurt(u, rules.rout_casualties, "rout")
    if not p.on_table(u):
        return
    through = fall_back(p, u, battle.move[u] // rules.rout_parts, x, y, turn=True)
    if rules.run_through:
        for v in reversed(through):
            if battle.arm[v] in BRIGADES and p.close_order(v):
                p.stack.append(RunThrough(v))


class RunThrough(Roll):
    """A close-order stand through which friends have run tests its morale."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def roller(self, p: BrigadesPosition) -> int:
        """Its own side."""
        return p.battle.side[self.unit]

    def check(self, p: BrigadesPosition) -> Check:
        """No modifier but its own disorder."""
        u = self.unit
        situation = MoraleFacts(rating=p.battle.morale[u], disordered=int(p.disordered(u)))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Temporary disorder if it fails."""
        if outcome and p.on_table(self.unit):
            p.disorder(self.unit)
            if p.ear is not None:
                p.tell(f"{p.name(self.unit)} is disordered by fugitives.", p.uid(self.unit))

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """The stand."""
        return (p.uid(self.unit),)


class Drop(Then):
    """A stand drops a level because of an enemy at a point."""

    __slots__ = ("unit", "x", "y")

    def __init__(self, unit: int, x: int, y: int) -> None:
        self.unit, self.x, self.y = unit, x, y

    def run(self, p: BrigadesPosition) -> None:
        """Take effect."""
        drop(p, self.unit, self.x, self.y)


class RoutAgain(Then):
    """A fugitive stand that was touched by a charge runs again."""

    __slots__ = ("unit", "x", "y")

    def __init__(self, unit: int, x: int, y: int) -> None:
        self.unit, self.x, self.y = unit, x, y

    def run(self, p: BrigadesPosition) -> None:
        """A full move more."""
        if p.on_table(self.unit):
            battle = p.battle
            p.hurt(self.unit, battle.rules.rout_casualties, "rout")
            if p.on_table(self.unit):
                mils = battle.move[self.unit] // battle.rules.rout_parts
                for v in reversed(fall_back(p, self.unit, mils, self.x, self.y, turn=True)):
                    if battle.rules.run_through and p.close_order(v):
                        p.stack.append(RunThrough(v))


class StruckAtOnce(Roll):
    """A stand struck by a breakthrough tests its morale at once."""

    __slots__ = ("by", "unit")

    def __init__(self, by: int, unit: int) -> None:
        self.by, self.unit = by, unit

    def roller(self, p: BrigadesPosition) -> int:
        """Its own side."""
        return p.battle.side[self.unit]

    def check(self, p: BrigadesPosition) -> Check:
        """As any morale test."""
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Failure takes effect at once."""
        if outcome:
            b = p.rect(self.by)
            drop(p, self.unit, b.x, b.y)

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """The stand."""
        return (p.uid(self.unit),)
