"""Cavalry charges: who may charge whom, over which ground, and where they strike."""

from __future__ import annotations

from grognard.boards.hexes import ZONE, bits
from grognard.systems.shock.ground import TACTICAL
from grognard.systems.shock.moving.sight import blocker
from grognard.systems.shock.stacking import blocked_by_friends
from grognard.systems.shock.state.kinds import BLOWN, ENGAGED, GARRISON, GOOD, HORSE, SQUARE, USED
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import CLEAR


def may_charge(p: ShockPosition, u: int) -> bool:
    """Cavalry in good order, not blown or engaged, with somebody to charge."""
    battle = p.battle
    rules = battle.rules
    if battle.kind[u] != HORSE or p.order[u] != GOOD or p.flags[u] & ENGAGED:
        return False
    if p.flags[u] & USED and not rules.charge.moved_charge:
        return False
    if p.flags[u] & BLOWN and not rules.order.blown_charges:
        return False
    return bool(charge_targets(p, u))


def charge_targets(p: ShockPosition, u: int) -> int:
    """The enemy hexes a unit may charge."""
    battle = p.battle
    rules = battle.rules.charge
    enemy = p.occupied(1 - battle.side[u])
    longest = battle.grid.disk(p.hex[u], rules.longest)
    found = 0
    for t in bits(enemy & longest):
        if may_charge_at(p, u, t):
            found |= 1 << t
    return found


def may_charge_at(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a charge at a hex is lawful: distance, ground, sight, and where it starts."""
    battle = p.battle
    rules = battle.rules.charge
    here = p.hex[u]
    if battle.ground.ground[t] in rules.barred:
        return False
    length = battle.grid.distance[here][t]
    if length > 1 and not rules.shortest <= length <= rules.longest:
        return False
    if not starts_free(p, u, t, length):
        return False
    if length > 1 and blocker(battle, here, t) >= 0:
        return False
    return (length == 1 and crossable(p, u, here, t)) or bool(length > 1 and charge_path(p, u, t))


def starts_free(p: ShockPosition, u: int, t: int, length: int) -> bool:
    """A charge may not start in an enemy zone, save that of its own adjacent target."""
    rules = p.battle.rules.charge
    if rules.from_zoc or not p.in_enemy_zoc(u):
        return True
    if length != 1 or not rules.from_target_zoc:
        return False
    here = p.hex[u]
    for v in p.battle.units_of[1 - p.battle.side[u]]:
        if p.hex[v] >= 0 and t not in p.hexes_of(v) and p.zone_of(v) >> here & 1:
            return False
    return True


def crossable(p: ShockPosition, u: int, a: int, b: int) -> bool:
    """Whether a unit could step from a hex to the next at all."""
    battle = p.battle
    d = battle.grid.direction_of(a, b)
    cost = battle.graph(battle.kind[u], TACTICAL).costs[a][d]
    return 0 < cost <= battle.rules.charge.dearest_hex


def charge_path(p: ShockPosition, u: int, t: int) -> list[int]:
    """The hexes a charge rides over, up to the one before its target; empty if there is no way.

    Where the line runs between two hexes, it goes to the one that strikes harder: flank, rear.
    """
    ways = charge_ways(p, u, t)
    if len(ways) < 2:
        return next(iter(ways.values()), [])
    top = p.top_unit(t)
    harder = (1, 2, 0)
    return ways[min(ways, key=lambda h: (harder.index(zone_struck(p, top, t, h)), h))]


def charge_ways(p: ShockPosition, u: int, t: int) -> dict[int, list[int]]:
    """The hexes from which a charge in a straight line can strike, each with the way there."""
    battle = p.battle
    rules = battle.rules.charge
    grid = battle.grid
    here = p.hex[u]
    length = grid.distance[here][t]
    lane = 0
    for place in grid.line(here, t):
        for h in place:
            lane |= 1 << h
    lane &= ~p.occupied(1 - battle.side[u])
    ends = ~blocked_by_friends(p, u)
    costs = battle.graph(battle.kind[u], TACTICAL).costs
    ways: dict[int, list[int]] = {}
    open_ways = [[here]]
    while open_ways:
        path = open_ways.pop()
        last = path[-1]
        if len(path) == length:
            clear = sum(battle.ground.ground[h] == CLEAR for h in path[1:])
            if ends >> last & 1 and clear >= rules.clear_hexes and crossable(p, u, last, t):
                ways[last] = path[1:]
            continue
        for d, n in enumerate(grid.neighbours[last]):
            onward = n >= 0 and lane >> n & 1 and grid.distance[n][t] == length - len(path)
            if onward and 0 < costs[last][d] <= rules.dearest_hex:
                open_ways.append([*path, n])
    return ways


def zone_struck(p: ShockPosition, defender: int, t: int, h: int) -> int:
    """Through which zone of a defender (front, flank, rear) a hex strikes it; a square has fronts
    only."""
    if p.flags[defender] & SQUARE or p.battle.arm[defender] == GARRISON:
        return 0
    d = p.battle.grid.direction_of(t, h)
    return ZONE[p.facing[defender]][d]
