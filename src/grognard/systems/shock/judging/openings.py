"""Attacks that could be made from where units stand, weighed by the exact odds of their shock.

Who stands with the enemy in its front may attack him in its command's next activation: all that
face one hex together, each going in if it commits itself. What one side could do is a chance for
it and a threat to the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards.hexes import bits
from grognard.systems.shock.clash import clash_situation, main_attacker
from grognard.systems.shock.declaring import fit_to_shock, rides_down
from grognard.systems.shock.fire import fire_targets, front_hexes
from grognard.systems.shock.judging.fates import harm, leaves
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.matrix import without_steps
from grognard.systems.shock.moving.sight import fire_arc
from grognard.systems.shock.square import may_square_in_reaction
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    ACTIVE,
    ASSAULTED,
    ATTACKED,
    BLOWN,
    CHARGING,
    COMMAND,
    FOOT,
    FULL,
    HORSE,
    HORSE_ARTILLERY,
    NONE,
    OPERATIONS,
    PHASE,
    POOLED,
    ROUTED,
    SHORT,
    SQUARE,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.zones import zone_struck

NOW: Final = 0.8  # of what an attack promises that can be declared at once
IN_THE_DRAW: Final = 0.7  # by a command that will be drawn in this turn
LATER: Final = 0.35  # by others, in the next turn
FIRE: Final = 0.15  # what a strength point that fires at the attackers costs them
MOST: Final = 3  # attackers on one hex that are weighed
KNOWN: Final = 20000  # attacks that are remembered
STATES: Final = SQUARE | BLOWN | ASSAULTED
RIDES: Final = CHARGING | SHORT
RECALLED: Final = -0.5  # a charge that finds a square may be called off
NEAR: Final = 3  # hexes within which an enemy may come at a flank


class Attack(NamedTuple):
    """What an attack on a hex promises those who make it."""

    gain: float
    hex: int
    attackers: list[int]


def openings(p: ShockPosition, side: int, w: ShockWeights) -> float:
    """What a side's best attacks from where its units stand promise, no unit attacking twice."""
    facing: dict[int, list[int]] = {}
    enemy = p.occupied(1 - side)
    for u in in_contact(p, side):
        if p.target[u] < 0 and fit_to_shock(p, u):
            for t in bits(front_hexes(p, u) & enemy):
                facing.setdefault(t, []).append(u)
    if not facing:
        return 0.0
    found = [Attack(promised(p, units, t, w), t, units) for t, units in facing.items()]
    total = 0.0
    used: set[int] = set()
    for gain, t, units in sorted(found, key=lambda attack: (-attack.gain, attack.hex)):
        left = [u for u in units if u not in used]
        if len(left) < len(units):
            gain = promised(p, left, t, w) if left else 0.0
        if gain > 0.0:
            total += gain
            used.update(left)
    return total


def in_contact(p: ShockPosition, side: int) -> list[int]:
    """The units of a side next to the enemy, kept until the board changes."""
    found: list[int] | None = p.ranges.get((in_contact, side))
    if found is None:
        adjacent, hexes, enemy = p.battle.grid.adjacent_mask, p.hex, p.occupied(1 - side)
        found = p.ranges[in_contact, side] = [
            u for u in p.battle.units_of[side] if hexes[u] >= 0 and adjacent[hexes[u]] & enemy
        ]
    return found


def promised(p: ShockPosition, units: list[int], t: int, w: ShockWeights) -> float:
    """What an attack promises, by how soon those who would make it can act."""
    soon = min(readiness(p, u) for u in units)
    return soon * gain(p, units[:MOST], t, w) if soon else 0.0


def readiness(p: ShockPosition, u: int) -> float:
    """How sure a unit is to get a chance to attack."""
    c = p.battle.command[u]
    if p.clock[COMMAND] == c and p.clock[ACTIVATION] == FULL and p.flags[u] & ACTIVE:
        if not p.flags[u] & ATTACKED:
            return NOW
    elif p.pool[c] == POOLED and p.clock[PHASE] <= OPERATIONS:
        return IN_THE_DRAW
    return LATER if p.clock[TURN] < p.battle.turns else 0.0


def gain(p: ShockPosition, attackers: list[int], t: int, w: ShockWeights) -> float:
    """The expected gain of an attack, over all who may hang back."""
    battle = p.battle
    chances = [min(1.0, (battle.commitment[u] + 1) / 10) for u in attackers]
    total = 0.0
    for chosen in range(1, 1 << len(attackers)):
        share = 1.0
        for i, chance in enumerate(chances):
            share *= chance if chosen >> i & 1 else 1.0 - chance
        if share:
            total += share * struck(p, [attackers[i] for i in bits(chosen)], t, w)
    return total


def charge_gain(p: ShockPosition, attackers: list[int], t: int, w: ShockWeights) -> float:
    """The expected gain of a declared attack; foot that is charged may form square."""
    plain = gain(p, attackers, t, w)
    top = p.top_unit(t)
    rider = next((u for u in attackers if p.flags[u] & CHARGING), NONE)
    if rider < 0 or not may_square_in_reaction(p, top):
        return plain
    late = 2 * p.order[top] + zone_struck(p, top, t, p.hex[rider])
    square = max(0.0, min(1.0, (p.battle.cohesion[top] + 1 - late) / 10))
    after = p.copy()
    after.mark(top, SQUARE)
    return (1 - square) * plain + square * max(RECALLED, gain(after, attackers, t, w))


def struck(p: ShockPosition, attackers: list[int], t: int, w: ShockWeights) -> float:
    """The expected gain of an attack once those who make it go in, worked out once."""
    known = p.battle.clashes
    key = (w, t, *surroundings(p, attackers, t))
    found = known.get(key)
    if found is None:
        if len(known) >= KNOWN:
            known.clear()
        found = known[key] = worked_out(p, attackers, t, w)
    return found


def surroundings(p: ShockPosition, attackers: list[int], t: int) -> list[int]:
    """All that a shock depends on: those who fight, their leaders, and enemies beside them."""
    battle = p.battle
    around = 1 << t
    for u in attackers:
        for h in p.hexes_of(u):
            around |= battle.grid.adjacent_mask[h]
    key = [p.clock[TURN], *p.held, *p.control, *(h for h in p.target if h >= 0)]
    for h in bits(around & p.occupied(1 - battle.side[attackers[0]])):
        for v in p.units_at(h):
            key += (v, h, p.facing[v], p.order[v], p.flags[v] & STATES, p.steps[v], p.second[v])
    for u in attackers:
        key += (-1, u, p.hex[u], p.facing[u], p.order[u], p.steps[u], p.second[u])
        key.append(p.flags[u] & RIDES)
        key += p.leaders_at(p.hex[u], battle.side[u])
    if any(battle.kind[u] == HORSE for u in attackers):  # its guns may be beside the enemy
        for h in bits(battle.grid.disk(t, 2) & p.occupied(battle.side[attackers[0]])):
            guns = [v for v in p.units_at(h) if battle.arm[v] == HORSE_ARTILLERY]
            key += [x for v in guns for x in (-2, v, h, p.order[v])]
    return key


def worked_out(p: ShockPosition, attackers: list[int], t: int, w: ShockWeights) -> float:
    """The expected gain of an attack by its exact odds."""
    battle = p.battle
    top = p.top_unit(t)
    if rides_down(p, top):
        return 2.0 * p.steps[top] if battle.kind[attackers[0]] == HORSE else 1.0
    kind = battle.rules.shock_kind
    weights = kind.check(clash_situation(p, attackers, t)).weights
    main = main_attacker(p, attackers)
    ground = 2.0 * sum(
        o.points
        for i, o in enumerate(battle.objectives)
        if o.kind == "hold" and o.hex == t and p.held[i] != battle.side[main]
    )
    total = 0.0
    for (attack, defence), weight in zip(kind.pairs, weights, strict=True):
        if weight:
            value = harm(p, top, defence, w)
            if ground:
                value += ground * leaves(p, top, defence)
            for u in attackers:
                value -= harm(p, u, attack if u == main else without_steps(attack), w)
            total += weight * value
    fire = sum(FIRE * p.steps[v] for v in p.units_at(t) if battle.kind[v] != HORSE)
    return total / sum(weights) - fire


# -- facing ------------------------------------------------------------------------------------


def unfaced(p: ShockPosition, side: int) -> float:
    """Enemies who are near enough to come at a unit's flank or rear, for each of its points."""
    battle = p.battle
    hexes, facing, known = p.hex, p.facing, p.battle.behind
    enemy = p.occupied(1 - side)
    total = 0.0
    for u in battle.troops_of[side]:
        h = hexes[u]
        if h < 0:
            continue
        behind = known.get(h * 6 + facing[u])
        if behind is None:
            behind = out_of_front(battle, h, facing[u])
        behind &= enemy
        if behind and p.order[u] != ROUTED and not p.flags[u] & SQUARE:
            total += min(p.steps[u], 8) * min(2, behind.bit_count())
    return total


def out_of_front(battle: ShockBattle, h: int, facing: int) -> int:
    """The hexes near a unit that are not before its front, kept for the next who asks."""
    found = battle.grid.disk(h, NEAR) & ~fire_arc(battle, h, facing)
    battle.behind[h * 6 + facing] = found
    return found


def aimed(p: ShockPosition, side: int) -> int:
    """The strength of a side's guns that have somebody to fire at."""
    return sum(
        [
            p.steps[u]
            for u in p.battle.guns_of[side]
            if p.hex[u] >= 0 and not p.order[u] and fire_targets(p, u)
        ]
    )


def bare_guns(p: ShockPosition, side: int) -> int:
    """The strength of a side's guns near enemy troops without foot or horse beside them."""
    battle = p.battle
    grid = battle.grid
    own, enemy = p.occupied(side), p.occupied(1 - side)
    total = 0
    for u in battle.guns_of[side]:
        h = p.hex[u]
        if h < 0 or not grid.disk(h, NEAR) & enemy:
            continue
        beside = (grid.adjacent_mask[h] | 1 << h) & own
        if not any(
            battle.kind[v] in (FOOT, HORSE) and p.order[v] != ROUTED
            for x in bits(beside)
            for v in p.units_at(x)
        ):
            total += p.steps[u]
    return total
