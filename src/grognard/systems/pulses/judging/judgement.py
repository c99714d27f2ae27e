"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in strength points: what is left of the units, what the contacts made promise,
how near an army is to its break point, and where units, officers and command dice ought to be.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import INCH, TENTH
from grognard.systems.pulses.judging.neighbours import Neighbours, neighbours
from grognard.systems.pulses.judging.weights import PulsesWeights
from grognard.systems.pulses.morale import losses, points, result
from grognard.systems.pulses.state.kinds import ACTIVE, ARTILLERY, ATTACK, CAVALRY, WITHDRAW
from grognard.systems.pulses.state.position import (
    HOLDER,
    NOBODY,
    SIDE,
    SQUARED,
    SUPPRESSED,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.striking import duel, opponent
from grognard.systems.tabletop.judgement import end_worth, lateness

WANT: Final = (5 * INCH, 7 * INCH, 9 * INCH)


def judge(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    if p.over:
        return end_worth(result(p), side)
    seen = neighbours(p)
    total = army(p, side, w, seen) - army(p, 1 - side, w, seen)
    total += fights(p, side, w) - fights(p, 1 - side, w)
    total += w.initiative if p.clock[HOLDER] == side else -w.initiative
    if w.ending:
        lead = points(p, side) - points(p, 1 - side)
        late = lateness(p.clock[TURN], p.battle.turns)
        total += w.ending * late * max(-1, min(1, lead))
    return total + grounds(p, side, w) + drive(p, side, w, seen) + leaders(p, side, w)


def army(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """The worth of a side's units where they stand, and of its command dice."""
    battle, state, hits = p.battle, p.state, p.hits
    about, led, strength = seen.about, seen.led, battle.strength
    total = w.command_die * min(p.pool[side], 8)
    for u in p.stands_on(side):
        total += w.point * (strength[u] - hits[u]) if strength[u] else w.guns
        if state[u] & SUPPRESSED:
            total += w.suppression
        if not led[u]:
            total += w.beyond
        if about[u]:
            total += exposed(p, u, about[u], w)
    if p.clock[SIDE] == side:
        statuses = {WITHDRAW: w.withdrawing, ACTIVE: w.active, ATTACK: w.attacking}
        total += sum(statuses.get(p.status[force], 0.0) for force in battle.forces_of[side])
    share = losses(p, side) / battle.breaks[side]
    return total - w.breaking * share * share


def exposed(p: PulsesPosition, u: int, about: tuple[int, ...], w: PulsesWeights) -> float:
    """What a unit risks from the two strongest enemies about it: a third of their dice hit."""
    strength, hits = p.battle.strength, p.hits
    dice = sorted([strength[v] - hits[v] for v in about if strength[v]])
    if not dice:
        return 0.0
    if not strength[u]:
        return w.risk / 3
    total = w.risk * min(1.0, max(0.0, (sum(dice[-2:]) / 3 - p.left(u) + 2) / 4))
    if not p.state[u] & SQUARED:
        a = p.rect(u)
        for v in about:
            if strength[v] and ahead_of(a, p.x[v] * TENTH, p.y[v] * TENTH) < 0:
                return total + w.flanked
    return total


def fights(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    """What the contacts a side has made promise it."""
    kind = p.battle.rules.striking.combat
    total = 0.0
    for u in p.battle.troops_of[side]:
        v = opponent(p, u) if p.foe[u] >= 0 else NOBODY
        if v < 0 or p.battle.arm[v] == ARTILLERY:
            continue
        facts = duel(p, u, v)
        mine, theirs = kind.totals(facts.attacker), kind.totals(facts.defender)
        odds = kind.odds(facts.situation)
        won = float(odds.probability("attacker") - odds.probability("defender"))
        total += w.point * (_mean(mine) - _mean(theirs)) + w.wins * won
        total += w.broken * (_reach(mine, p.left(v)) - _reach(theirs, p.left(u)))
    return total


def _mean(weights: dict[int, int]) -> float:
    return sum(n * weight for n, weight in weights.items()) / sum(weights.values())


def _reach(weights: dict[int, int], least: int) -> float:
    return sum(w for n, w in weights.items() if n >= least) / sum(weights.values())


def grounds(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    """Objectives held, the more the nearer the end, and how near the two nearest units are."""
    total = 0.0
    mine = [(p.x[u], p.y[u]) for u in p.stands_on(side)]
    late = p.clock[TURN] / p.battle.turns
    for objective, holder in zip(p.battle.objectives, p.held, strict=True):
        worth = objective.points * (w.objective + w.late * late * late)
        if holder >= 0:
            total += worth if holder == side else -worth
        x, y = objective.x, objective.y
        ways = sorted([(a - x) * (a - x) + (b - y) * (b - y) for a, b in mine])
        for way in ways[:2]:
            total -= w.towards * worth * isqrt(way) / 10
    return total


def drive(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """Units want to be at the enemy, unless they hold the field and may let him come.

    Counted for the side that judges only, or nobody would go.
    """
    if points(p, side) > points(p, 1 - side):
        return 0.0
    arms = p.battle.arm
    total = 0.0
    for u in p.stands_on(side):
        if seen.nearest[u] < 0:
            break
        eager = 1.3 if arms[u] == CAVALRY else 1.0
        way = TENTH * isqrt(seen.way[u])
        total -= w.drive * eager * max(0, way - WANT[arms[u]]) / INCH
    return total


def leaders(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    """Sub-commanders belong in the midst of their units, commanders near the sub-commanders."""
    battle = p.battle
    total = 0.0
    chiefs = [u for u in battle.commanders_of[side] if p.x[u] >= 0]
    for force in battle.forces_of[side]:
        sub = battle.sub(force)
        units = p.units_in(force)
        if p.x[sub] < 0 or not units:
            continue
        total -= w.huddle * _way(p, sub, units, max) / 10
        if chiefs:
            total -= w.stray * _way(p, sub, chiefs, min) / 10
    return total


def _way(p: PulsesPosition, u: int, others: list[int], pick: Callable[[list[int]], int]) -> int:
    """The distance from a unit to the nearest or furthest of others, in tenths of an inch."""
    return isqrt(pick([(p.x[v] - p.x[u]) ** 2 + (p.y[v] - p.y[u]) ** 2 for v in others]))
