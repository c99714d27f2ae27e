"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in strength points: what is left of the units in their order, what fire and
melee promise from where they stand, and where they ought to be.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import Rect, point_within
from grognard.systems.onepage.disorder import stands_still
from grognard.systems.onepage.field import touches
from grognard.systems.onepage.fire import FireFacts
from grognard.systems.onepage.judging.weights import OnepageWeights
from grognard.systems.onepage.melee import MeleeFacts
from grognard.systems.onepage.morale import facts, threat_to
from grognard.systems.onepage.state.kinds import ARTILLERY, SKIRMISHER
from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, ROUTED, OnepagePosition
from grognard.systems.onepage.victory import result
from grognard.systems.tabletop.judgement import (
    ahead,
    end_worth,
    lateness,
    lead,
    sides_about,
    way_to,
)
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN

FAR: Final = 20 * INCH
HALF_BASE: Final = 1500
ALONE: Final = -0.2
NEAR: Final = 9 * INCH
# How far from the nearest enemy the centres of units want to be, by arm.
WANT: Final = (5 * INCH, 7 * INCH, 9 * INCH, 4 * INCH)
MOVEMENT_PHASE: Final = 1


def judge(p: OnepagePosition, side: int, w: OnepageWeights) -> float:
    """How much better a side stands than the other."""
    if p.over:
        return end_worth(result(p), side)
    worth = army(p, side, w) - army(p, 1 - side, w) + grounds(p, side, w) + drive(p, side, w)
    if w.ending:
        late = lateness(p.clock[TURN], p.battle.turns)
        worth += w.ending * late * ahead(p, near(p), p.losses, side)
    return worth


def drive(p: OnepagePosition, side: int, w: OnepageWeights) -> float:
    """Units want to be at the enemy; counted for the side that judges only, or nobody would go."""
    arms = p.battle.arm
    foes = [(p.x[v], p.y[v]) for v in p.stands_on(1 - side)]
    total = 0.0
    for u in p.stands_on(side):
        if p.state[u] & ROUTED or not foes:
            continue
        x, y = p.x[u], p.y[u]
        way = way_to(x, y, foes)
        total -= w.drive * max(0, way - WANT[arms[u]]) / INCH
    return total


def grounds(p: OnepagePosition, side: int, w: OnepageWeights) -> float:
    """Objectives held, the more the nearer the end."""
    return lead(p, near(p), side) * w.point * p.clock[TURN] / p.battle.turns


def near(p: OnepagePosition) -> list[int]:
    """The side that alone has an unrouted unit about each objective, -1 where none has."""
    reach = p.battle.rules.victory.reach + HALF_BASE
    units = [u for u in range(p.battle.stands) if p.x[u] >= 0 and not p.state[u] & ROUTED]
    return sides_about(p, reach, units)


def army(p: OnepagePosition, side: int, w: OnepageWeights) -> float:
    """The worth of a side's units where they stand."""
    battle = p.battle
    foes = [(v, p.rect(v)) for v in p.stands_on(1 - side)]
    mine = p.stands_on(side)
    total = 0.0
    left = 0
    for u in mine:
        points = battle.strength[u] - p.losses[u]
        left += points
        state = p.state[u]
        if state & ROUTED:
            total += points * w.running
            continue
        total += points * (w.shaken if state & DISORDERED else w.good)
        if foes:
            total += place(p, u, foes, w)
    lost = battle.start_strength[side] - left
    share = lost * 100 / (battle.start_strength[side] * battle.rules.victory.percent)
    return total - w.breaking * share * share + generals(p, side, mine, w)


def place(p: OnepagePosition, u: int, foes: list[tuple[int, Rect]], w: OnepageWeights) -> float:
    """What a unit's place, facing and state promise."""
    battle = p.battle
    rules = battle.rules
    arm = battle.arm[u]
    a = p.rect(u)
    eager = 1.0 if p.clock[SIDE] == battle.side[u] else w.waiting
    still = p.stationary(u) or (
        p.clock[PHASE] == MOVEMENT_PHASE and p.clock[SIDE] == battle.side[u] and stands_still(p, u)
    )
    best_way, nearest = -1, foes[0]
    fire = 0.0
    fight = 0.0
    flanked = False
    armed = bool(battle.weapon[u]) and not p.state[u] & LIMBERED
    close, reach = rules.fire.ranges[battle.weapon[u]]
    arc = rules.field.fire_arc(arm)
    for v, b in foes:
        dx, dy = b.x - a.x, b.y - a.y
        way = dx * dx + dy * dy
        if best_way < 0 or way < best_way:
            best_way, nearest = way, (v, b)
        if way > (reach + 5 * INCH) ** 2 and way > NEAR * NEAR:
            continue
        if touches(p, a, b):
            fight += melee(p, u, v, still) * eager
        elif armed and in_arc(a, b, arc):
            distance = fire_range(a, b)
            if distance <= reach:
                kind = rules.fire.kind
                situation = FireFacts(arm, int(still), int(distance <= close))
                check = kind.check(situation)
                hits = sum(n * w for n, w in enumerate(check.weights)) / len(check.table)
                fire = max(fire, hits)
        if way < NEAR * NEAR and ahead_of(a, b.x, b.y) < 0 and not p.state[v] & ROUTED:
            flanked = True
    total = fire * eager + fight
    distance = isqrt(best_way)
    if distance < NEAR:
        if still:
            total += w.still * points_of(p, u) / 4
        if in_arc(a, nearest[1], rules.field.arc):
            total += w.looks
        if p.state[u] & LIMBERED:
            total += w.limbered_near
        if flanked and arm != SKIRMISHER:
            total += w.flanked
    if arm == ARTILLERY and not armed and distance < reach + 4 * INCH:
        total += w.limbered_near
    return total + w.out_of_reach * out_of_reach(p, u) / INCH


def points_of(p: OnepagePosition, u: int) -> int:
    """What is left of a unit."""
    return p.battle.strength[u] - p.losses[u]


def out_of_reach(p: OnepagePosition, u: int) -> int:
    """How many mils a unit is beyond the reach of the nearest general, about, up to a limit."""
    a = p.rect(u)
    best = FAR * FAR
    for g in p.generals_on(p.battle.side[u]):
        b = p.rect(g)
        best = min(best, (b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    return max(0, isqrt(best) - p.battle.rules.command.reach - HALF_BASE)


def melee(p: OnepagePosition, u: int, v: int, still: bool) -> float:
    """What a melee promises a unit: the odds of winning it, after both have tested."""
    battle = p.battle
    rules = battle.rules
    if p.state[v] & ROUTED:
        return 1.5
    if p.state[u] & ROUTED:
        return -1.5
    odds = rules.melee.kind.check(
        MeleeFacts(
            battle.arm[u],
            int(still),
            int(not p.state[u] & DISORDERED),
            battle.arm[v],
            int(p.stationary(v)),
            int(bool(p.state[v] & DISORDERED)),
        )
    ).odds()
    won = float(odds.probability("attacker"))
    lost = float(odds.probability("defender")) + 0.5 * float(odds.probability("tie"))
    mine, theirs = fails(p, u), fails(p, v)
    value = (1 - mine) * (1 - theirs) * (won - lost) * 2.0
    value += theirs * (3.0 if p.state[v] & DISORDERED else 0.8)
    return value - mine * (3.0 if p.state[u] & DISORDERED else 0.8)


def fails(p: OnepagePosition, u: int) -> float:
    """The chance that a unit fails the test it will have to make."""
    check = p.battle.rules.morale.kind.check(facts(p, u, threat_to(p, u)))
    return check.weights[1] / 6


def generals(p: OnepagePosition, side: int, mine: list[int], w: OnepageWeights) -> float:
    """Generals belong to routed units first."""
    total = 0.0
    reach = p.battle.rules.field.contact
    for g in p.generals_on(side):
        b = p.rect(g)
        for u in mine:
            if p.state[u] & ROUTED and point_within(b.x, b.y, p.rect(u), reach):
                total += w.rallies * points_of(p, u)
    return total
