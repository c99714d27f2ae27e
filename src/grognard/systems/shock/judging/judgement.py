"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in half points, as victory is: what was won, what the troops in hand are
good for, where they stand, and what the attacks already declared promise on exact odds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.boards.hexes import bits
from grognard.engine.dist import Dist
from grognard.systems.shock.charge import charge_path
from grognard.systems.shock.clash import clash_situation
from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.judging.endings import Fate, Struck
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.matrix import without_steps
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D2,
    ENGAGED,
    FOOT,
    GARRISON,
    GUNS,
    HORSE,
    OPERATIONS,
    PHASE,
    POOLED,
    ROUTED,
    SQUARE,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import BUILT_UP_VILLAGE, CHATEAU, VILLAGE, WOODS
from grognard.systems.shock.victory import half_points
from grognard.systems.shock.zones import zone_struck

CLEAR: Final = 4.0  # half points that are a clear lead
EAGER: Final = 8  # hexes from the enemy beyond which a command has nothing to do
CHARGE_REACH: Final = 8
COVER: Final = {WOODS: 0.5, VILLAGE: 0.6, BUILT_UP_VILLAGE: 0.9, CHATEAU: 1.2}


def judge(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """How much better a side stands than the other."""
    halves = half_points(p)
    score = float(halves[side] - halves[1 - side])
    if p.over:
        return score * 100
    if w.ending:
        late = (p.clock[TURN] / p.battle.turns) ** 4
        score += w.ending * late * max(-1.0, min(1.0, score / CLEAR))
    score += army(p, side, w) - army(p, 1 - side, w)
    return score + prospects(p, side, w)


def army(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """The worth of a side's troops where they stand."""
    battle = p.battle
    pulls = pull_table(battle, side, tuple(p.held), w)
    enemy = p.occupied(1 - side)
    enemy_zoc = p.zoc(1 - side)
    grid = battle.grid
    worths = (w.good, w.shaken, w.disordered, w.routed)
    value = 0.0
    for u in battle.units_of[side]:
        h = p.hex[u]
        if h < 0 or u >= battle.units:
            continue
        order = p.order[u]
        worth = p.steps[u] * worths[order]
        if battle.kind[u] == GUNS:
            worth *= w.guns
        if p.flags[u] & BLOWN:
            worth *= w.blown
        value += worth
        if order == ROUTED:
            continue
        weight = min(p.steps[u], 8) / 4
        value += pulls[h] * weight
        near = grid.adjacent_mask[h] & enemy
        if near:
            value += contact(p, u, near, w)
            value += COVER.get(battle.ground.ground[h], 0.0) if battle.kind[u] == FOOT else 0.0
        if w.idle_square and p.flags[u] & SQUARE and idle_square(p, u):
            value += w.idle_square
        if enemy_zoc >> h & 1 and (order or battle.kind[u] == GUNS):
            value += w.in_zone
    return value + command(p, side, w)


def contact(p: ShockPosition, u: int, near: int, w: ShockWeights) -> float:
    """Enemies next to a unit: a chance in its front, a danger on its flanks."""
    if p.flags[u] & SQUARE:
        return 0.0
    battle = p.battle
    grid = battle.grid
    h, facing = p.hex[u], p.facing[u]
    front = grid.front_mask[h][facing] & near
    flank = (grid.flank_mask[h][facing] & near).bit_count()
    rear = (grid.rear_mask[h][facing] & near).bit_count()
    value = w.flank_contact * flank + w.rear_contact * rear
    if not front or p.flags[u] & ENGAGED or battle.kind[u] == GUNS or p.order[u] >= D2:
        return value
    return value + max(chance(p, u, t, w) for t in bits(front))


def chance(p: ShockPosition, u: int, t: int, w: ShockWeights) -> float:
    """How inviting an enemy hex in front of a unit is."""
    battle = p.battle
    top = p.top_unit(t)
    strength = sum(p.steps[v] for v in p.units_at(t))
    value = w.front_contact + min(1.5, 0.25 * (p.steps[u] - strength))
    value += 0.6 * p.order[top]
    if zone_struck(p, top, t, p.hex[u]) and battle.kind[top] != GUNS:
        value += 1.2
    if battle.kind[top] == GUNS:
        value += 1.0
    for i, objective in enumerate(battle.objectives):
        if objective.kind == "hold" and objective.hex == t and p.held[i] != battle.side[u]:
            value += 0.4 * objective.points
    cover = COVER.get(battle.ground.ground[t], 0.0)
    return value - cover * (2 if battle.kind[u] == HORSE else 1)


def command(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """Leaders are best in the middle of their troops, with a unit, not in the front line."""
    battle = p.battle
    value = 0.0
    for c, com in enumerate(battle.commands):
        leader = p.hex[com.leader]
        if com.side != side or leader < 0:
            continue
        row = battle.grid.distance[leader]
        for u in battle.units_of[side]:
            if battle.command[u] == c and p.hex[u] >= 0:
                value += w.leader_away * max(0, row[p.hex[u]] - 2)
                if p.order[u] and row[p.hex[u]] <= 1:
                    value += w.leader_rallies
        if w.pooled and p.pool[c] == POOLED and p.clock[PHASE] <= OPERATIONS:
            value += w.pooled * eagerness(p, c, side)
    for v in battle.overall(side):
        if p.hex[v] >= 0:
            row = battle.grid.distance[p.hex[v]]
            for com in battle.commands:
                if com.side == side and p.hex[com.leader] >= 0:
                    beyond = row[p.hex[com.leader]] - battle.pieces[v].reach
                    value += w.leader_beyond * max(0, beyond + 1)
    return value


def eagerness(p: ShockPosition, c: int, side: int) -> float:
    """What a command could do if activated: strength near the enemy, horse counted twice."""
    battle = p.battle
    enemy = p.occupied(1 - side)
    total = 0.0
    for u in battle.units_of[side]:
        if u >= battle.units or battle.command[u] != c or p.hex[u] < 0:
            continue
        reach = battle.grid.distance[p.hex[u]]
        near = min((reach[t] for t in bits(enemy)), default=EAGER)
        if p.order[u]:
            total += 0.5 * p.steps[u]  # there is something to rally
        if near < EAGER and p.order[u] != ROUTED:
            swift = 2.0 if battle.kind[u] == HORSE and not p.flags[u] & BLOWN else 1.0
            total += swift * p.steps[u] * (EAGER - near) / EAGER
    return total


def idle_square(p: ShockPosition, u: int) -> bool:
    """Whether a unit stands in square and no enemy horse is near enough to charge it."""
    battle = p.battle
    reach = battle.grid.distance[p.hex[u]]
    return not any(
        battle.kind[v] == HORSE and p.hex[v] >= 0 and reach[p.hex[v]] <= CHARGE_REACH
        for v in battle.units_of[1 - battle.side[u]]
        if v < battle.units
    )


# -- declared attacks --------------------------------------------------------------------------


def prospects(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """What a side's declared attacks promise (less what the enemy's do)."""
    targets: dict[int, list[int]] = {}
    for u in range(p.battle.units):
        if p.target[u] >= 0 and p.hex[u] >= 0:
            targets.setdefault(p.target[u], []).append(u)
    total = 0.0
    for t, attackers in targets.items():
        if p.top_unit(t) >= 0:
            gain = prospect(p, attackers, t, w)
            total += gain if p.battle.side[attackers[0]] == side else -gain
    return total


def prospect(p: ShockPosition, attackers: list[int], t: int, w: ShockWeights) -> float:
    """The expected gain of one attack, by the exact odds of its shock."""
    battle = p.battle
    after = p.copy()
    for u in attackers:
        if after.flags[u] & CHARGING and battle.grid.distance[after.hex[u]][t] > 1:
            path = charge_path(after, u, t)
            if not path:
                return -1.0
            after.place(u, path[-1])
    top = after.top_unit(t)
    if after.order[top] == ROUTED and battle.kind[top] == FOOT:
        return 2.0 * after.steps[top] if battle.kind[attackers[0]] == HORSE else 1.0
    facts = clash_situation(after, attackers, t)
    kind = battle.rules.shock_kind
    weights = kind.check(facts).weights
    main = max(attackers, key=lambda u: (p.steps[u], -u))
    ground = 2.0 * sum(
        o.points
        for i, o in enumerate(battle.objectives)
        if o.kind == "hold" and o.hex == t and p.held[i] != battle.side[main]
    )
    total = 0.0
    for (attack, defence), weight in zip(kind.pairs, weights, strict=True):
        if weight:
            total += weight * ground * leaves(after, top, defence)
            codes = [attack if u == main else without_steps(attack) for u in attackers]
            loss = sum(harm(after, u, c, w) for u, c in zip(attackers, codes, strict=True))
            total += weight * (harm(after, top, defence, w) - loss)
    chance = 1.0
    for u in attackers:
        chance *= min(1.0, (battle.commitment[u] + 1) / 10)
    fire = sum(0.15 * after.steps[v] for v in after.units_at(t) if battle.kind[v] != HORSE)
    return chance * (total / sum(weights) - fire)


def leaves(p: ShockPosition, u: int, code: str) -> float:
    """How likely a printed result makes a unit give up its hex."""
    fates = fates_of(p, u, code)
    gone = sum(n for f, n in fates.weights.items() if f.left <= 0 or f.retreats or f.row == 3)
    return gone / fates.total


def fates_of(p: ShockPosition, u: int, code: str) -> Dist[Fate]:
    """How a unit fares under a printed result, exactly."""
    battle = p.battle
    unit = Struck(battle.kind[u], battle.cohesion[u], BY_SHOCK, walled=battle.arm[u] == GARRISON)
    return battle.rules.endings.of(code, state_row(p, u), p.steps[u], unit)


def state_row(p: ShockPosition, u: int) -> int:
    """The row of the matrix a unit stands in now."""
    return 3 if p.order[u] == ROUTED else 4 if p.flags[u] & BLOWN else p.order[u]


def harm(p: ShockPosition, u: int, code: str, w: ShockWeights) -> float:
    """What a printed result is expected to cost a unit, in half points."""
    row, elite = state_row(p, u), p.battle.elite[u]
    fates = fates_of(p, u, code)
    total = sum(
        share * cost(fate, p.steps[u], row, elite, w) for fate, share in fates.weights.items()
    )
    return total / fates.total


def cost(fate: Fate, steps: int, row: int, elite: int, w: ShockWeights) -> float:
    """What an ending costs: steps for good, order for a while, ground."""
    lost = min(fate.lost, steps)
    each = 5.0 if elite else 3.0
    value = each * lost
    if fate.left > 0:
        worths = (w.good, w.shaken, w.disordered, w.routed)
        before = worths[min(row, 3)] if row != 4 else w.blown
        after = worths[min(fate.row, 3)] if fate.row != 4 else w.blown
        value += max(0.0, before - after) * fate.left + (1.0 if fate.row == 3 else 0.0) * fate.left
        value += 2.0 if fate.retreats else 0.0
    return value


@lru_cache(maxsize=64)
def pull_table(
    battle: ShockBattle, side: int, held: tuple[int, ...], w: ShockWeights
) -> list[float]:
    """What standing on each hex is worth to a side for the sake of the objectives."""
    table = [0.0] * battle.grid.size
    for i, objective in enumerate(battle.objectives):
        near = objective.kind == "near"
        # The other side wants to keep him away: its pull is the same place, a little weaker.
        factor = 1.0 if not near or objective.side == side else 0.7
        if not near and held[i] != side:
            factor = w.still_to_take
        row = battle.grid.distance[objective.hex]
        for h in range(battle.grid.size):
            away = max(0, row[h] - (objective.within if near else 0))
            table[h] += w.pull * factor * objective.points / 6 * w.fade**away
    return table
