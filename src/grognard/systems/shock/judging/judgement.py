"""How good a position is for a side: what bots steer by. It decides no rule.

Everything is counted in half points, as victory is: what was won, what the troops in hand are
good for, where they stand, and what the attacks already declared promise on exact odds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.boards.hexes import bits
from grognard.systems.shock.charge import charge_path
from grognard.systems.shock.clash import clash_situation
from grognard.systems.shock.judging.fates import harm, leaves
from grognard.systems.shock.judging.openings import aimed, bare_guns, charge_gain, openings, unfaced
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.leaders import command_range
from grognard.systems.shock.matrix import without_steps
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D2,
    ENGAGED,
    FOOT,
    GUNS,
    HORSE,
    NONE,
    OPERATIONS,
    OVERALL,
    PHASE,
    POOLED,
    ROUTED,
    SQUARE,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.state.worths import Worths
from grognard.systems.shock.terrain import BUILT_UP_VILLAGE, CHATEAU, VILLAGE, WOODS
from grognard.systems.shock.victory import half_points_of, half_points_of_places
from grognard.systems.shock.zones import zone_struck

CLEAR: Final = 4.0  # half points that are a clear lead
EAGER: Final = 8  # hexes from the enemy beyond which a command has nothing to do
CHARGE_REACH: Final = 8
COVER: Final = {WOODS: 0.5, VILLAGE: 0.6, BUILT_UP_VILLAGE: 0.9, CHATEAU: 1.2}


def judge(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """How much better a side stands than the other."""
    points, worth = balance(p, w)
    if side:
        points, worth = -points, -worth
    score = float(points)
    if p.over:
        return score * 100
    if w.ending:
        late = (p.clock[TURN] / p.battle.turns) ** 4
        score += w.ending * late * max(-1.0, min(1.0, score / CLEAR))
    score += worth
    board = counts(p)
    sign = -1 if side else 1
    score += w.idle_square * (sign * board.idle_squares)
    if w.pooled and p.clock[PHASE] <= OPERATIONS:
        score += w.pooled * (in_the_draw(p, side) - in_the_draw(p, 1 - side))
    if w.opening or w.threat:
        score += w.opening * openings(p, side, w) - w.threat * openings(p, 1 - side, w)
    score += w.unfaced * (sign * board.unfaced)
    score += w.aimed * (sign * board.aimed)
    score += w.bare_guns * (sign * board.bare_guns)
    return score + prospects(p, side, w)


def balance(p: ShockPosition, w: ShockWeights) -> tuple[int, float]:
    """The half points and the worth of troops by which side 0 is ahead.

    Only pieces that changed, or have a neighbour that did, are looked at again.
    """
    kept = p.worths
    key = (w, tuple(p.held))
    if kept.key != key:
        if kept.key and (p.changed or p.stirred):  # the positions it is shared with may not have
            kept = Worths(p.battle.count)
        kept.stale = (1 << p.battle.count) - 1
        kept.key = key
        kept.pulls = (pull_table(p.battle, 0, key[1], w), pull_table(p.battle, 1, key[1], w))
    own = p.changed | standing(p, p.stirred)
    if kept.stirred:
        kept.stale |= standing(p, kept.stirred) | own
        kept.stirred = 0
    for u in bits(kept.stale & ~own):
        kept.values[u], kept.points[u] = weigh(p, u, w, kept.pulls)
    kept.stale &= own
    points, worth = sum(kept.points), sum(kept.values)
    for u in bits(own):
        value, lost = weigh(p, u, w, kept.pulls)
        points += lost - kept.points[u]
        worth += value - kept.values[u]
    ahead = half_points_of_places(p)
    return points + ahead[0] - ahead[1], worth


def standing(p: ShockPosition, hexes: int) -> int:
    """The set of pieces that fight on some hexes."""
    found = 0
    for h in bits(hexes & (p.occupied(0) | p.occupied(1))):
        for u in p.units_at(h):
            found |= 1 << u
    return found


def weigh(
    p: ShockPosition, u: int, w: ShockWeights, pulls: tuple[list[float], list[float]]
) -> tuple[float, int]:
    """The worth of a piece where it stands, and the half points it has brought, for side 0."""
    battle = p.battle
    if u >= battle.fighters:
        value, lost = staff(p, u, w), 0
    else:
        value, lost = worth(p, u, w, pulls[battle.side[u]]), -half_points_of(p, u)
    return (-value, -lost) if battle.side[u] else (value, lost)


def worth(p: ShockPosition, u: int, w: ShockWeights, pulls: list[float]) -> float:
    """The worth of a unit where it stands; a chateau's own strength stays where it is."""
    battle = p.battle
    h = p.hex[u]
    if h < 0:
        return 0.0
    value = command(p, u, w)
    if u >= battle.units:
        return value
    order, guns = p.order[u], battle.kind[u] == GUNS
    troops = p.steps[u] * (w.good, w.shaken, w.disordered, w.routed)[order]
    if guns:
        troops *= w.guns
    if p.flags[u] & BLOWN:
        troops *= w.blown
    value += troops
    if p.second[u] >= 0:
        value += w.line * p.steps[u]
    if order == ROUTED:
        return value
    value += pulls[h] * min(p.steps[u], 8) / 4
    enemy = 1 - battle.side[u]
    near = battle.grid.adjacent_mask[h] & p.occupied(enemy)
    if near:
        value += contact(p, u, near, w)
        value += COVER.get(battle.ground.ground[h], 0.0) if battle.kind[u] == FOOT else 0.0
    if (order or guns) and p.zoc(enemy) >> h & 1:
        value += w.in_zone
    return value


def command(p: ShockPosition, u: int, w: ShockWeights) -> float:
    """A unit wants its leader near: in command, and beside it when it is disordered."""
    battle = p.battle
    chief = battle.commands[battle.command[u]].leader
    leader = p.hex[chief]
    if leader < 0:
        return 0.0
    away = battle.grid.distance[leader][p.hex[u]]
    value = w.leader_away * (away - 2) if away > 2 else 0.0
    if away > command_range(p, chief) and u < battle.units:
        value += w.out_of_command * p.steps[u]
    return value + w.leader_rallies if away <= 1 and p.order[u] else value


def staff(p: ShockPosition, v: int, w: ShockWeights) -> float:
    """An overall commander wants the leaders of his side in reach."""
    battle = p.battle
    if p.hex[v] < 0 or battle.pieces[v].level != OVERALL:
        return 0.0
    row, reach = battle.grid.distance[p.hex[v]], battle.pieces[v].reach
    leaders = [p.hex[battle.commands[c].leader] for c in battle.commands_of[battle.side[v]]]
    return w.leader_beyond * sum(max(0, row[h] - reach + 1) for h in leaders if h >= 0)


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
    value += w.front_contact
    return value + w.inviting * max(chance(p, u, t) for t in bits(front)) if w.inviting else value


def chance(p: ShockPosition, u: int, t: int) -> float:
    """How inviting an enemy hex in front looks at a glance; `openings` weighs it by exact odds."""
    battle = p.battle
    top = p.top_unit(t)
    strength = sum(p.steps[v] for v in p.units_at(t))
    value = min(1.5, 0.25 * (p.steps[u] - strength))
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


# -- what depends on the whole board ------------------------------------------------------------


def in_the_draw(p: ShockPosition, side: int) -> float:
    """What a side's commands in the draw could do: strength near the enemy, horse twice."""
    battle = p.battle
    return sum(eagerness(p, c) for c in battle.commands_of[side] if p.pool[c] == POOLED)


def eagerness(p: ShockPosition, c: int) -> float:
    """What a command could do if it were activated now."""
    battle = p.battle
    found: float | None = p.ranges.get((NONE, c))
    if found is not None:
        return found
    total = 0.0
    for u in battle.units_in[c]:
        if u >= battle.units or p.hex[u] < 0:
            continue
        if p.order[u]:
            total += 0.5 * p.steps[u]  # there is something to rally
        away = nearness(p, u) if p.order[u] != ROUTED else EAGER
        if away < EAGER:
            swift = 2.0 if battle.kind[u] == HORSE and not p.flags[u] & BLOWN else 1.0
            total += swift * p.steps[u] * (EAGER - away) / EAGER
    p.ranges[NONE, c] = total
    return total


def nearness(p: ShockPosition, u: int) -> int:
    """How many hexes a unit is from the nearest enemy, EAGER if it is so far or more."""
    enemy, h = 1 - p.battle.side[u], p.hex[u]
    if p.within(enemy, EAGER - 1) >> h & 1:
        for away, ring in enumerate(p.rings[enemy]):
            if ring >> h & 1:
                return away
    return EAGER


class Counts(NamedTuple):
    """What is counted by where and how units stand: that of side 0 less that of the other."""

    idle_squares: int
    unfaced: float
    aimed: int
    bare_guns: int


COUNTS: Final = "counts"


def counts(p: ShockPosition) -> Counts:
    """What is counted of a whole board, kept until it changes."""
    found: Counts | None = p.ranges.get((COUNTS,))
    if found is None:
        found = p.ranges[COUNTS,] = Counts(
            idle_squares(p, 0) - idle_squares(p, 1),
            unfaced(p, 0) - unfaced(p, 1),
            aimed(p, 0) - aimed(p, 1),
            bare_guns(p, 0) - bare_guns(p, 1),
        )
    return found


def idle_squares(p: ShockPosition, side: int) -> int:
    """How many squares a side has that no horse is near enough to charge."""
    flags = p.flags
    squares = [u for u in p.battle.troops_of[side] if flags[u] & SQUARE]
    return sum(p.order[u] != ROUTED and idle_square(p, u) for u in squares)


def idle_square(p: ShockPosition, u: int) -> bool:
    """Whether no enemy horse is near enough to charge a square."""
    battle = p.battle
    row = battle.grid.distance[p.hex[u]]
    foes = battle.units_of[1 - battle.side[u]]
    horse = [p.hex[v] for v in foes if battle.kind[v] == HORSE and p.hex[v] >= 0]
    return all(row[h] > CHARGE_REACH for h in horse)


# -- declared attacks --------------------------------------------------------------------------


def prospects(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """What a side's declared attacks promise (less what the enemy's do)."""
    if max(p.target) < 0:
        return 0.0
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
    if w.opening:
        return charge_gain(after, attackers, t, w)
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
