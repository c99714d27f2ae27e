"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from math import isqrt
from typing import Final

from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import INCH
from grognard.systems.pulses.combat import combat_situation, opponent
from grognard.systems.pulses.field import in_radius
from grognard.systems.pulses.morale import losses
from grognard.systems.pulses.position import SQUARED, SUPPRESSED, PulsesPosition
from grognard.systems.pulses.rules import ARTILLERY, CAVALRY
from grognard.systems.pulses.victory import result

WON: Final = 1000.0
POINT: Final = 2.0  # a strength point
GUNS: Final = 6.0  # a battery
LOST: Final = 4.0  # a unit lost, more the nearer to the break point
BEYOND: Final = -0.8  # beyond the radius
DRIVE: Final = 0.06  # an inch nearer to where a unit wants to be
WANT: Final = (4 * INCH, 6 * INCH, 9 * INCH)
OBJECTIVE: Final = 3.0
NEAR: Final = 8 * INCH
FLANKED: Final = -0.7
HUDDLE: Final = 0.05  # an inch a sub-commander is from his units
CD: Final = 0.15  # a command die in the pool
SUPPRESSION: Final = -1.0


def judge(p: PulsesPosition, side: int) -> float:
    """How much better a side stands than the other."""
    if p.over:
        end = result(p)
        if end is None or end.winner is None:
            return 0.0
        return WON if end.winner == side else -WON
    total = army(p, side) - army(p, 1 - side)
    total += fights(p, side) - fights(p, 1 - side)
    return total + grounds(p, side) + drive(p, side) + leaders(p, side)


def army(p: PulsesPosition, side: int) -> float:
    """The worth of a side's units where they stand."""
    battle = p.battle
    total = CD * min(p.pool[side], 6)
    foes = [(v, p.rect(v)) for v in p.stands_on(1 - side)]
    for u in p.stands_on(side):
        total += POINT * p.left(u) if battle.strength[u] else GUNS
        if p.state[u] & SUPPRESSED:
            total += SUPPRESSION
        if not in_radius(p, u):
            total += BEYOND
        if p.state[u] & SQUARED:
            continue
        a = p.rect(u)
        for _, b in foes:
            dx, dy = b.x - a.x, b.y - a.y
            if dx * dx + dy * dy < NEAR * NEAR and ahead_of(a, b.x, b.y) < 0:
                total += FLANKED
                break
    lost = losses(p, side)
    return total - LOST * lost - LOST * max(0, lost - battle.breaks[side] + 1) * 3


def fights(p: PulsesPosition, side: int) -> float:
    """What the contacts a side has made promise it."""
    kind = p.battle.rules.combat_kind
    total = 0.0
    for u in p.stands_on(side):
        v = opponent(p, u)
        if v < 0 or p.battle.arm[u] == ARTILLERY or p.battle.arm[v] == ARTILLERY:
            continue
        situation = combat_situation(p, u, v)
        mine = _mean(kind.totals(kind.striker(situation, 0)))
        theirs = _mean(kind.totals(kind.striker(situation, 1)))
        won = float(kind.odds(situation).probability("attacker"))
        total += POINT * (mine - theirs) + 3.0 * (won - 0.5)
    return total


def _mean(weights: dict[int, int]) -> float:
    whole = sum(weights.values())
    return sum(n * weight for n, weight in weights.items()) / whole


def grounds(p: PulsesPosition, side: int) -> float:
    """Objectives held, and how near the nearest unit is to those that are not."""
    total = 0.0
    for objective, holder in zip(p.battle.objectives, p.held, strict=True):
        worth = OBJECTIVE * objective.points
        if holder == side:
            total += worth
        elif holder >= 0:
            total -= worth
        ways = [
            (p.x[u] - objective.x) ** 2 + (p.y[u] - objective.y) ** 2 for u in p.stands_on(side)
        ]
        if ways:
            total -= 0.02 * worth * isqrt(min(ways)) / 10
    return total


def drive(p: PulsesPosition, side: int) -> float:
    """Units want to be at the enemy; counted for the side that judges only, or nobody would go."""
    arms = p.battle.arm
    foes = [(p.x[v], p.y[v]) for v in p.stands_on(1 - side)]
    total = 0.0
    for u in p.stands_on(side):
        if not foes:
            break
        x, y = p.x[u], p.y[u]
        way = 100 * isqrt(min((x - a) ** 2 + (y - b) ** 2 for a, b in foes))
        eager = 1.3 if arms[u] == CAVALRY else 1.0
        total -= DRIVE * eager * max(0, way - WANT[arms[u]]) / INCH
    return total


def leaders(p: PulsesPosition, side: int) -> float:
    """Sub-commanders belong in the midst of their units, commanders near the sub-commanders."""
    battle = p.battle
    total = 0.0
    for force in battle.forces_of[side]:
        sub = battle.sub(force)
        units = p.units_in(force)
        if p.x[sub] < 0 or not units:
            continue
        far = max((p.x[u] - p.x[sub]) ** 2 + (p.y[u] - p.y[sub]) ** 2 for u in units)
        total -= HUDDLE * isqrt(far) / 10
    return total
