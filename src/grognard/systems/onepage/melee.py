"""Melee: both strike, the unit with more hits falls back disordered, the winner may follow."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import on_table, overlap, rect
from grognard.boards.table.slide import Swept
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Roll
from grognard.systems.onepage.battle import STAY, TAKE
from grognard.systems.onepage.checks import CounterFacts, MeleeFacts
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.position import (
    DISORDERED,
    LIMBERED,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.onepage.retreat import fall_back
from grognard.systems.onepage.rout import rout
from grognard.systems.onepage.rules import ARTILLERY
from grognard.systems.onepage.terrain import Toll, closed_at, toll
from grognard.systems.onepage.treading import trample
from grognard.systems.tabletop.asking import StrikeRoll, UnitDecision

FIRM = 1  # no marsh is sounded for ground that is taken


def melee_facts(p: OnepagePosition, u: int, v: int) -> MeleeFacts:
    """The situation of a melee, read off the position."""
    arm = p.battle.arm
    return MeleeFacts(
        arm[u],
        int(p.stationary(u)),
        int(not p.state[u] & (DISORDERED | ROUTED)),
        arm[v],
        int(p.stationary(v)),
        int(bool(p.state[v] & (DISORDERED | ROUTED))),
    )


class Melee(StrikeRoll[OnepagePosition]):
    """The attacking unit strikes."""

    def check(self, p: OnepagePosition) -> Check:
        """Dice by arm and state."""
        return p.battle.rules.melee_kind.check(melee_facts(p, self.unit, self.target))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """The defender strikes back before anybody counts his losses."""
        if p.battle.rules.counter_melee:
            p.stack.append(StrikeBack(unit=self.unit, hits=outcome, target=self.target))
        else:
            settle(p, self.unit, self.target, outcome, 0)


class StrikeBack(Roll[OnepagePosition]):
    """The defending unit strikes back; `hits` are those it has taken."""

    unit: Unit
    hits: int
    target: Unit

    def roller(self, p: OnepagePosition) -> int:
        """The defender."""
        return p.battle.side[self.target]

    def check(self, p: OnepagePosition) -> Check:
        """Dice by arm and state."""
        v = self.target
        facts = CounterFacts(self.hits, p.battle.arm[v], int(p.stationary(v)))
        return p.battle.rules.counter_kind.check(facts)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """The melee is settled."""
        settle(p, self.unit, self.target, self.hits, outcome)

    def about(self, p: OnepagePosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.target), p.uid(self.unit))


def settle(p: OnepagePosition, u: int, v: int, by_attacker: int, by_defender: int) -> None:
    """Casualties first; then the loser goes, and the winner may take his ground."""
    rules = p.battle.rules
    ground = {w: (p.x[w], p.y[w]) for w in (u, v)}
    centre = {w: (p.rect(w).x, p.rect(w).y) for w in (u, v)}
    p.hurt(v, by_attacker * rules.casualties_per_hit, f"melee with {p.name(u)}")
    p.hurt(u, by_defender * rules.casualties_per_hit, f"melee with {p.name(v)}")
    if by_attacker == by_defender:
        loser, parts = (u if rules.tie_defender_holds else v), rules.tie_parts
        disorders = rules.tie_disorders
        tie = True
    else:
        loser, parts = (v if by_attacker > by_defender else u), rules.loser_parts
        disorders = rules.loser_disordered
        tie = False
    winner = u if loser == v else v
    if tie and not p.on_table(winner) and not rules.tie_removed_holds:
        return
    if p.on_table(loser):
        if p.ear is not None:
            verb, what = ("is", "held off") if tie else ("loses", "the melee")
            p.tell(f"{clause(p.name(loser), verb)} {what}.", p.uid(loser), p.uid(winner))
        give_way(p, loser, parts, disorders, *centre[winner])
    if not tie and rules.winner_takes and can_take(p, winner, *ground[loser]):
        x, y = ground[loser]
        p.stack.append(TakeGround(unit=winner, side=p.battle.side[winner], x=x, y=y))


def give_way(p: OnepagePosition, u: int, parts: int, disorders: bool, x: int, y: int) -> None:
    """A loser is disordered and falls back part of a move."""
    rules = p.battle.rules
    if p.state[u] & DISORDERED and rules.loser_routs:
        rout(p, u, rules.rout_casualties, x, y)
        return
    if disorders:
        p.disorder(u)
    fall_back(p, u, rules.move[p.battle.kind[u]] // parts, x, y, turn=False)


def can_take(p: OnepagePosition, u: int, x: int, y: int) -> bool:
    """Whether a unit has room on the loser's ground, and a way there."""
    battle = p.battle
    if not p.on_table(u) or closed_at(battle, battle.kind[u], x * TENTH, y * TENTH):
        return False
    guns = battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED
    if guns and not battle.rules.unlimbered_move:
        return False
    if way_onto(p, u, x, y).closed:
        return False
    there = rect((x, y, p.facing[u]), *battle.base[u])
    if not on_table(there, battle.wide, battle.high):
        return False
    return not any(
        w != u and p.on_table(w) and overlap(there, p.rect(w)) for w in range(battle.stands)
    )


def way_onto(p: OnepagePosition, u: int, x: int, y: int) -> Toll:
    """What the way onto a loser's ground does to a unit; it costs nothing."""
    a = p.rect(u)
    swept = Swept(a, x * TENTH - a.x, y * TENTH - a.y)
    return toll(p.battle, p.battle.kind[u], swept, deep=FIRM)


class TakeGround(UnitDecision[OnepagePosition]):
    """Whether the winner of a melee moves onto the loser's ground."""

    side: Side
    x: int
    y: int

    def options(self, p: OnepagePosition) -> list[int]:
        """Stay or take it."""
        return [STAY, TAKE] if p.battle.rules.taking_optional else [TAKE]

    def apply(self, p: OnepagePosition, action: int) -> None:
        """Move there, facing kept; the ground works as in any move, and nobody stays stationary."""
        u = self.unit
        if action == STAY:
            return
        disorders = way_onto(p, u, self.x, self.y).disorders
        trample(p, u, (self.x, self.y))
        p.put(u, self.x, self.y, p.facing[u])
        p.state[u] &= ~STATIONARY
        if p.ear is not None:
            p.tell(f"{clause(p.name(u), 'takes')} the ground.", p.uid(u))
        if disorders:
            p.disorder(u)
        ride_off(p, 1 - self.side)

    def prompt(self, p: OnepagePosition) -> str:
        """Take it?"""
        return f"{clause(p.name(self.unit), 'has')} won: take the ground?"

    def waiting(self, p: OnepagePosition) -> str:
        """For the other side."""
        return f"Waiting whether {clause(p.name(self.unit), 'takes')} the ground."
