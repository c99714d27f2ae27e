"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in strength points: what is left of the stands in their order, what fire and
melee promise from where they stand, and where they ought to be.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Final

from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import Rect, overlap, point_within, within
from grognard.engine.check import Check
from grognard.systems.brigades.command import commands
from grognard.systems.brigades.dice import FireFacts, MeleeFacts
from grognard.systems.brigades.exhaustion import casualties
from grognard.systems.brigades.judging.weights import BrigadesWeights
from grognard.systems.brigades.modifiers import facts, threat_to
from grognard.systems.brigades.state.ground import building_of
from grognard.systems.brigades.state.kinds import ARMY, DIVISION, GUNS, SKIRMISHERS
from grognard.systems.brigades.state.position import (
    COLUMN,
    GUN,
    LIMBERED,
    MOVED,
    OUT,
    BrigadesPosition,
)
from grognard.systems.brigades.stationary import stands_still
from grognard.systems.brigades.victory import result
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
NEAR: Final = 9 * INCH

# How far from the nearest enemy the centres of stands want to be, by arm.
WANT: Final = (4 * INCH, 7 * INCH, 9 * INCH, 4 * INCH, 7 * INCH)
MOVEMENT_PHASE: Final = 1

# In place of the distance of an enemy.
BESIDE, TOUCHED = -1, -2


def judge(p: BrigadesPosition, side: int, w: BrigadesWeights) -> float:
    """How much better a side stands than the other."""
    if p.over:
        return end_worth(result(p), side)
    worth = army(p, side, w) - army(p, 1 - side, w) + grounds(p, side, w) + drive(p, side, w)
    if w.ending:
        late = lateness(p.clock[TURN], p.battle.turns)
        worth += w.ending * late * ahead(p, near(p), p.losses, side)
    return worth


def drive(p: BrigadesPosition, side: int, w: BrigadesWeights) -> float:
    """Stands want to be at the enemy; counted for the side that judges only, or nobody would go."""
    arms = p.battle.arm
    foes = [(p.x[v], p.y[v]) for v in p.stands_on(1 - side)]
    wanted = [
        (o.x, o.y)
        for o, held in zip(p.battle.objectives, near(p), strict=True)
        if o.side in (side, -1) and held != side
    ]
    total = 0.0
    for u in p.stands_on(side):
        if p.routed(u) or not foes:
            continue
        x, y = p.x[u], p.y[u]
        way = way_to(x, y, foes)
        total -= w.drive * max(0, way - WANT[arms[u]]) / INCH
        if wanted:
            way = way_to(x, y, wanted)
            total -= w.ground * way / INCH
    return total


def grounds(p: BrigadesPosition, side: int, w: BrigadesWeights) -> float:
    """Objectives held, the more the nearer the end."""
    return lead(p, near(p), side) * w.point * p.clock[TURN] / p.battle.turns


def near(p: BrigadesPosition) -> list[int]:
    """The side that alone has an unrouted stand about each objective, -1 where none has."""
    reach = p.battle.rules.victory.objective_reach + HALF_BASE
    units = [u for u in range(p.battle.stands) if p.x[u] >= 0 and not p.routed(u)]
    return sides_about(p, reach, units)


def army(p: BrigadesPosition, side: int, w: BrigadesWeights) -> float:
    """The worth of a side's stands where they are."""
    battle = p.battle
    foes = [(v, p.rect(v)) for v in p.stands_on(1 - side)]
    mine = p.stands_on(side)
    total = 0.0
    for u in mine:
        points = p.left(u)
        if p.routed(u):
            total += points * w.running
            continue
        total += points * (w.shaken if p.disordered(u) else w.good)
        if foes:
            total += place(p, u, foes, w)
    for d, division in enumerate(battle.divisions):
        if division.side == side and battle.troops[d]:
            share = min(1.0, casualties(p, d) / battle.level_of[d])
            total -= w.breaking * share * share
    return total + commanders(p, side, mine, w)


def place(p: BrigadesPosition, u: int, foes: list[tuple[int, Rect]], w: BrigadesWeights) -> float:
    """What a stand's place, facing and state promise."""
    battle = p.battle
    rules = battle.rules
    arm = battle.arm[u]
    a = p.rect(u)
    eager = 1.0 if p.clock[SIDE] == battle.side[u] else w.waiting
    moving = p.clock[PHASE] == MOVEMENT_PHASE and p.clock[SIDE] == battle.side[u]
    still = p.stationary(u) or (moving and stands_still(p, u))
    best_way, nearest = -1, foes[0]
    fire = 0.0
    fight = 0.0
    flanked = False
    state = p.state[u]
    armed = bool(battle.weapon[u]) and not state & (LIMBERED | COLUMN)
    close, reach = rules.sight.ranges[battle.weapon[u]]
    arc = rules.sight.arcs[arm]
    for v, b in foes:
        dx, dy = b.x - a.x, b.y - a.y
        way = dx * dx + dy * dy
        if best_way < 0 or way < best_way:
            best_way, nearest = way, (v, b)
        if way > (reach + 5 * INCH) ** 2 and way > NEAR * NEAR:
            continue
        distance = before(a, b, arc, rules.flanks.contact)
        if distance == TOUCHED:
            fight += melee(p, u, v, still) * eager
        elif armed and 0 <= distance <= reach:
            shot = FireFacts(battle.row[u], int(still), int(distance <= close))
            fire = max(fire, mean(rules.fire_kind.check(shot)))
        if way < NEAR * NEAR and ahead_of(a, b.x, b.y) < 0 and not p.routed(v):
            flanked = True
    total = fire * eager + fight
    distance = isqrt(best_way)
    if distance < NEAR:
        total += close_by(p, u, nearest[1], still, flanked, w)
    if arm == GUNS and not armed and distance < reach + 4 * INCH:
        total += w.limbered_near
    if state & OUT:
        total += w.lost_out
    beyond = out_of_reach(p, u)
    return total + w.beyond + w.out_of_reach * beyond / INCH if beyond else total


@lru_cache(maxsize=1 << 15)
def before(a: Rect, b: Rect, arc: int, contact: int) -> int:
    """How far off a stand has another in its arc; else BESIDE, or TOUCHED.

    Most stands are where they were in the position judged before, and so are the same objects.
    """
    if within(a, b, contact) and not overlap(a, b):
        return TOUCHED
    return fire_range(a, b) if faces(a, b, arc) else BESIDE


@lru_cache(maxsize=1 << 15)
def faces(a: Rect, b: Rect, arc: int) -> bool:
    return in_arc(a, b, arc)


@lru_cache(maxsize=1024)
def mean(check: Check) -> float:
    """The hits a check promises."""
    return sum(n * w for n, w in enumerate(check.weights)) / len(check.table)


def close_by(
    p: BrigadesPosition, u: int, b: Rect, still: bool, flanked: bool, w: BrigadesWeights
) -> float:
    """What counts near the enemy: standing still, facing him, walls, no column."""
    total = 0.0
    if still:
        total += w.still * p.left(u) / 4
    if faces(p.rect(u), b, p.battle.rules.sight.arcs[0]):
        total += w.looks
    if p.state[u] & COLUMN:
        total += w.column_near
    if building_of(p, u) >= 0:
        total += w.housed
    if flanked and p.battle.arm[u] not in SKIRMISHERS:
        total += w.flanked
    return total


def out_of_reach(p: BrigadesPosition, u: int) -> int:
    """How many mils a stand is beyond the reach of its commander, about, up to a limit.

    A commander who is yet to ride is counted half his ride nearer: he follows his stands.
    """
    a = p.rect(u)
    side = p.battle.side[u]
    riding = p.clock[PHASE] == MOVEMENT_PHASE and p.clock[SIDE] == side
    best = FAR
    for g in p.commanders_on(side):
        if commands(p, g, u):
            way = isqrt((p.x[g] * TENTH - a.x) ** 2 + (p.y[g] * TENTH - a.y) ** 2)
            if riding and not p.state[g] & MOVED:
                way -= p.battle.rules.movement.commander // 2
            best = min(best, way)
    return max(0, best - p.battle.rules.command.reach - HALF_BASE)


def melee(p: BrigadesPosition, u: int, v: int, still: bool) -> float:
    """What a melee promises a stand: hits given and taken, after both have tested."""
    battle = p.battle
    rules = battle.rules
    if p.routed(v):
        return 1.5
    if p.routed(u):
        return -1.5
    gains = []
    for one, other, stands in ((u, v, still), (v, u, p.stationary(v))):
        shock = battle.shock[one] and not p.disordered(one) and p.disordered(other)
        gun = int(bool(p.state[one] & GUN))
        blow = MeleeFacts(battle.row[one], int(stands), shock=int(shock), gun=gun)
        gains.append(mean(rules.melee_kind.check(blow)))
    mine, theirs = fails(p, u), fails(p, v)
    value = (1 - mine) * (1 - theirs) * (gains[0] - gains[1]) * 1.5
    value += theirs * (3.0 if p.disordered(v) else 0.8)
    return value - mine * (3.0 if p.disordered(u) else 0.8)


def fails(p: BrigadesPosition, u: int) -> float:
    """The chance that a stand fails the test it will have to make."""
    check = p.battle.rules.morale_kind.check(facts(p, u, threat_to(p, u)))
    return check.weights[1] / 6


def commanders(p: BrigadesPosition, side: int, mine: list[int], w: BrigadesWeights) -> float:
    """Corps and army commanders belong to routed stands first, division commanders never."""
    total = 0.0
    reach = p.battle.rules.flanks.contact
    for g in p.commanders_on(side):
        if p.battle.rank[g] == ARMY:
            total += 1.0
        if p.battle.rank[g] == DIVISION:
            continue
        for u in mine:
            if p.routed(u) and point_within(p.x[g] * TENTH, p.y[g] * TENTH, p.rect(u), reach):
                total += w.rallies * p.left(u)
    return total
