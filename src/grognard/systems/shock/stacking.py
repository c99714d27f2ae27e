"""Stacking: who may share a hex; and what happens when a unit comes to a hex or leaves it."""

from __future__ import annotations

from grognard.systems.shock.state.kinds import FOOT, GIVEN_UP, GONE, GUNS, NONE, ROUTED
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import CHATEAU


def may_stack(p: ShockPosition, u: int, v: int) -> bool:
    """Whether two fighting units of one side may end in one hex."""
    battle = p.battle
    rules = battle.rules
    if ROUTED in (p.order[u], p.order[v]) and rules.order.routed_no_stacking:
        return False
    kinds = [battle.kind[u], battle.kind[v]]
    for rifle, other in ((u, v), (v, u)):
        if "silesian-rifle" in battle.pieces[rifle].traits and battle.kind[rifle] == FOOT:
            return rifle_joins(p, rifle, other)
    if not rules.stacking.allows(kinds):
        return False
    if kinds == [GUNS, GUNS]:
        same = battle.command[u] == battle.command[v] or not rules.stacking.guns_same_command
        return same and p.steps[u] + p.steps[v] <= rules.stacking.guns_strength
    return True


def rifle_joins(p: ShockPosition, rifle: int, other: int) -> bool:
    """The Silesian rifle unit stacks with infantry and artillery of its own command only."""
    battle = p.battle
    if battle.command[rifle] != battle.command[other]:
        return False
    if battle.kind[other] == FOOT:
        return battle.rules.stacking.rifle_infantry
    return battle.kind[other] == GUNS and battle.rules.stacking.rifle_guns


def blocked_by_friends(p: ShockPosition, u: int) -> int:
    """The hexes in which a unit may not end because of friendly units there."""
    found: int | None = p.ranges.get((u,))
    if found is None:
        found = full_hexes(p, u)
        p.ranges[u,] = found
    return found


def full_hexes(p: ShockPosition, u: int) -> int:
    """The hexes whose friendly units a unit may not join, from scratch."""
    battle = p.battle
    mask = 0
    hexes, second, lower = p.hex, p.second, p.lower
    for v in battle.units_of[battle.side[u]]:
        h = hexes[v]
        if h < 0 or v == u or v >= battle.units:
            continue
        fits = may_stack(p, u, v)
        # Two units fill a hex, unless one of them is the unit that moves.
        if not fits or (lower[h] >= 0 and lower[h] != u and p.upper[h] != u):
            mask |= 1 << h
        other = second[v]
        if other >= 0 and (not fits or (lower[other] >= 0 and lower[other] != u)):
            mask |= 1 << other
    if not battle.rules.stacking.leaders_free:
        for leader in battle.leaders_of[battle.side[u]]:
            if hexes[leader] >= 0:
                mask |= 1 << hexes[leader]
    return mask


def follow_leaders(p: ShockPosition, u: int, left: int) -> None:
    """Leaders left alone on a hex go with the unit that gave it up."""
    side = p.battle.side[u]
    if p.units_at(left) or not p.battle.rules.movement.leader_follows:
        return
    for leader in p.leaders_at(left, side):
        p.hex[leader] = p.hex[u]


def draw_together(p: ShockPosition, u: int, h: int) -> None:
    """A line comes together on one of its hexes; a leader left on the other comes along."""
    other = p.second[u] if h == p.hex[u] else p.hex[u]
    p.shrink(u, h)
    follow_leaders(p, u, other)


def arrive(p: ShockPosition, u: int) -> None:
    """A unit has come to its hex: it takes the place, and enemy leaders alone there make off."""
    battle = p.battle
    if p.hex[u] < 0:
        return
    side = battle.side[u]
    for h in p.hexes_of(u):
        for leader in p.leaders_at(h, 1 - side):
            displace(p, leader)
    note_reserved(p, u)
    if p.order[u] == ROUTED:
        return
    for i, objective in enumerate(battle.objectives):
        if objective.kind == "hold" and objective.hex in p.hexes_of(u):
            p.held[i] = side
    for h in p.hexes_of(u):
        if battle.kind[u] == FOOT and battle.ground.ground_mask[CHATEAU] >> h & 1:
            take_chateau(p, h, side)


def note_reserved(p: ShockPosition, u: int) -> None:
    """The first time a unit held back by order comes near the enemy, its side pays for it."""
    for i, special in enumerate(p.battle.specials):
        if special.kind == "reserved" and u in special.pieces and p.in_enemy_zoc(u):
            p.clock[GIVEN_UP] |= 1 << i


def take_chateau(p: ShockPosition, h: int, side: int) -> None:
    """The last side whose infantry held a chateau alone controls it."""
    place = p.battle.chateaux.index(h)
    p.control[place] = side
    garrison = p.battle.garrison_at.get(h, NONE)
    if garrison >= 0 and p.hex[garrison] >= 0 and p.battle.side[garrison] != side:
        p.eliminate(garrison)


def displace(p: ShockPosition, leader: int) -> None:
    """A leader without troops in a hex the enemy enters joins the nearest friendly unit."""
    battle = p.battle
    row = battle.grid.distance[p.hex[leader]]
    units = [v for v in battle.units_of[battle.side[leader]] if p.hex[v] >= 0]
    if not units:
        p.hex[leader] = GONE
        return
    nearest = min(units, key=lambda v: (row[p.hex[v]], v))
    p.hex[leader] = p.hex[nearest]
