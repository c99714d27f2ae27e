"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in strength points: what is left of the units, what the contacts made promise,
how near an army is to its break point, and where units, officers and command dice ought to be.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Final

from grognard.boards.table.lattice import INCH
from grognard.systems.pulses.combat import UNDECLARED, Help, Strike
from grognard.systems.pulses.initiative import Award, leader
from grognard.systems.pulses.judging.neighbours import Neighbours, neighbours
from grognard.systems.pulses.judging.weights import PulsesWeights
from grognard.systems.pulses.morale import losses, points, result
from grognard.systems.pulses.state.kinds import ACTIVE, ARTILLERY, ATTACK, CAVALRY, WITHDRAW
from grognard.systems.pulses.state.position import (
    HOLDER,
    NOBODY,
    PULSE,
    SIDE,
    SUPPRESSED,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.striking import CombatKind, Duel, duel, opponent
from grognard.systems.tabletop.judgement import end_worth, lateness

PLENTY: Final = 8  # command dice beyond these count a quarter


def judge(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    if p.over:
        return end_worth(result(p), side)
    seen = neighbours(p)
    total = army(p, side, w, seen) - army(p, 1 - side, w, seen)
    total += fights(p, side, w) - fights(p, 1 - side, w)
    total += w.initiative if ahead(p) == side else -w.initiative
    lead = points(p, side) - points(p, 1 - side)
    if w.ending:
        late = lateness(p.clock[TURN], p.battle.turns)
        total += w.ending * late * max(-1, min(1, lead))
    total += grounds(p, side, w, seen)
    # Who holds the field may let the enemy come.
    if lead <= 0:
        total += drive(p, side, w, seen)
    return total + leaders(p, side, w, seen)


def ahead(p: PulsesPosition) -> int:
    """The side that has the initiative, or would have it by the dice that lie there now."""
    rolling = any(isinstance(step, Award) for step in p.stack)
    return leader(p) if rolling else p.clock[HOLDER]


def army(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """The worth of a side's units where they stand, and of its command dice."""
    battle, state, hits = p.battle, p.state, p.hits
    about, led, strength = seen.about, seen.led, battle.strength
    pool = p.pool[side]
    total = w.command_die * (min(pool, PLENTY) + max(0, pool - PLENTY) / 4) * still_of_use(p)
    for u in p.stands_on(side):
        total += w.point * (strength[u] - hits[u]) if strength[u] else w.guns
        if state[u] & SUPPRESSED:
            total += w.suppression
        if not led[u]:
            total += w.beyond
        if about[u]:
            share, flanked = seen.risk_of(p, u)
            total += exposed(share, flanked, strength[u], w)
    if p.clock[SIDE] == side:
        statuses = {WITHDRAW: w.withdrawing, ACTIVE: w.active, ATTACK: w.attacking}
        total += sum(statuses.get(p.status[force], 0.0) for force in battle.forces_of[side])
    share = losses(p, side) / battle.breaks[side]
    return total - w.breaking * share * share


def still_of_use(p: PulsesPosition) -> float:
    """What a command die is worth of what it is worth on the first pulse: unused ones are lost."""
    return (1.0, 0.7, 0.4, 0.2)[min(3, p.clock[PULSE])]


def exposed(share: float, flanked: bool, strength: int, w: PulsesWeights) -> float:
    """What it costs a unit, or a battery, to be at risk from the enemies about it."""
    if not strength:
        return w.risk / 3 if share else 0.0
    return w.risk * share + w.flanked if flanked else w.risk * share


def fights(p: PulsesPosition, side: int, w: PulsesWeights) -> float:
    """What the contacts a side has made promise it."""
    kind = p.battle.rules.striking.combat
    total = 0.0
    for u in p.battle.troops_of[side]:
        v = opponent(p, u) if p.foe[u] >= 0 else NOBODY
        if v < 0 or p.battle.arm[v] == ARTILLERY:
            continue
        hits, won, broken = promised(kind, fought(p, u, v))
        total += w.point * hits + w.wins * won
        total += w.broken * broken
    return total


def fought(p: PulsesPosition, u: int, v: int) -> Duel:
    """A combat as far as it has come: with the help declared, and the hits that stand."""
    step = p.stack[-1] if p.stack else None
    if isinstance(step, Strike) and step.attacker == u:
        return step.duel(p)
    if isinstance(step, Help) and step.attacker == u and step.attacker_help != UNDECLARED:
        return duel(p, u, v, step.attacker_help)
    return duel(p, u, v)


@lru_cache(maxsize=4096)
def promised(kind: CombatKind, facts: Duel) -> tuple[float, float, float]:
    """How many hits more a combat promises to give than to take, and chances to win and to break.

    Each is what the attacker gets less what the defender gets.
    """
    mine, theirs = kind.totals(facts.attacker), kind.totals(facts.defender)
    odds = kind.odds(facts.situation)
    won = float(odds.probability("attacker") - odds.probability("defender"))
    broken = _reach(mine, facts.defender.breaks) - _reach(theirs, facts.attacker.breaks)
    return _mean(mine) - _mean(theirs), won, broken


def _mean(weights: dict[int, int]) -> float:
    return sum(n * weight for n, weight in weights.items()) / sum(weights.values())


def _reach(weights: dict[int, int], least: int) -> float:
    return sum(w for n, w in weights.items() if n >= least) / sum(weights.values())


def grounds(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """Objectives held, the more the nearer the end, and how near the two nearest units are."""
    total = 0.0
    late = p.clock[TURN] / p.battle.turns
    near = seen.nearest_to(p, side)
    for objective, holder, pairs in zip(p.battle.objectives, p.held, near, strict=True):
        worth = objective.points * (w.objective + w.late * late * late)
        if holder >= 0:
            total += worth if holder == side else -worth
        for way, _ in pairs:
            total -= w.towards * worth * isqrt(way) / 10
    return total


def drive(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """Units want to be at the enemy; for the side that judges only, or nobody would go."""
    arms = p.battle.arm
    total = 0.0
    for u in p.stands_on(side):
        if seen.nearest[u] < 0:
            break
        eager = 1.3 if arms[u] == CAVALRY else 1.0
        total -= w.drive * eager * seen.pull_of(p, u) / INCH
    return total


def leaders(p: PulsesPosition, side: int, w: PulsesWeights, seen: Neighbours) -> float:
    """Sub-commanders belong in the midst of their units, commanders near the sub-commanders."""
    total = 0.0
    for force in p.battle.forces_of[side]:
        apart = seen.apart_of(p, force)
        if apart.huddle >= 0:
            total -= w.huddle * apart.huddle / 10
        if apart.stray >= 0:
            total -= w.stray * apart.stray / 10
    return total
