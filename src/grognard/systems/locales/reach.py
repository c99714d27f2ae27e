"""Where a group may go: the conditions of every field command, from a spot."""

from __future__ import annotations

from grognard.boards.areas import ANY_ROAD, boundary_of, opposite
from grognard.systems.locales.battle import (
    ADVANCE,
    ASSAULT,
    BOMBARD,
    CAVALRY_MARCH,
    CHARGE,
    FIELD_MARCH,
    LOCAL_MARCH,
    MANEUVER,
    ORDERS,
    ROAD_MARCH,
)
from grognard.systems.locales.position import (
    BOMBARDED,
    DISRUPTED,
    MOVED,
    RANGING,
    VICTOR,
    LocalesPosition,
)
from grognard.systems.locales.roster import CAVALRY, INFANTRY
from grognard.systems.locales.rules import DISRUPTED as DISRUPTED_COLUMN

# Orders whose target follows from the approach they start on.
FROM_APPROACH = (ADVANCE, ASSAULT, BOMBARD)
# Orders aimed at an approach, across which the enemy stands.
ATTACKS = (*FROM_APPROACH, MANEUVER, CHARGE)


# -- who may be ordered ------------------------------------------------------------------------


def eligible(p: LocalesPosition, b: int, order: int) -> bool:
    """Whether a block's own kind and state let it take part in an order."""
    state = p.state[b]
    rules = p.battle.rules
    if state & MOVED and not rules.field_again:
        return False
    if not rules.order_may[order][kind_of(p, b)]:
        return False
    if state & RANGING and not rules.order_ranging[order]:
        return False
    if order == BOMBARD:
        return (bool(state & RANGING) or not rules.needs_ranging) and not state & BOMBARDED
    return True


def kind_of(p: LocalesPosition, b: int) -> int:
    """The column of the eligibility table a block stands in."""
    return DISRUPTED_COLUMN if p.state[b] & DISRUPTED else p.arm(b)


def open_to(p: LocalesPosition, locale: int, b: int) -> bool:
    """Whether a block may enter a locale: one won by assault is closed to all but the victors."""
    return not p.closed[locale] or bool(p.state[b] & VICTOR)


def needed(p: LocalesPosition, b: int, order: int, target: int) -> bool:
    """Whether a block is of the kind an order may need some of."""
    if order in (FIELD_MARCH, ROAD_MARCH):
        return not p.state[b] & DISRUPTED  # the companion of disrupted infantry
    if order == ASSAULT:
        return leads_assault(p, b, target)
    if order == CHARGE:
        leads = p.battle.rules.may["leading-charge"][kind_of(p, b)]
        return leads and p.strength[b] >= p.battle.rules.leader_charge
    if order == MANEUVER and p.battle.rules.maneuver_infantry:
        return p.arm(b) == INFANTRY or not p.battle.obstructed[opposite(target)]
    return True


def how_many_needed(p: LocalesPosition, order: int, group: tuple[int, ...]) -> int:
    """How many of the needed kind a group must have."""
    if order in (FIELD_MARCH, ROAD_MARCH):
        if any(p.state[b] & DISRUPTED for b in group):
            return p.battle.rules.companions[ORDERS[order]]
        return 0
    return int(order in (ASSAULT, CHARGE, MANEUVER))


def leads_assault(p: LocalesPosition, b: int, approach: int) -> bool:
    """Infantry of 2 or 3, cavalry of 2; in `restored` cavalry not into an obstructed approach."""
    rules = p.battle.rules
    if p.spot[b] < 0 or not rules.may["leading-assault"][kind_of(p, b)]:
        return False
    if p.arm(b) != CAVALRY:
        return p.strength[b] >= rules.leader_infantry
    if not rules.leader_obstructed and p.battle.obstructed[opposite(approach)]:
        return False
    return p.strength[b] >= rules.leader_cavalry


# -- which groups there are --------------------------------------------------------------------


def possible(p: LocalesPosition, order: int, spot: int, side: int, able: list[int]) -> bool:
    """Whether an order could be given to some group of the eligible blocks on a spot."""
    return any(group_exists(p, order, side, t, able) for t in targets(p, order, spot, side))


def group_exists(p: LocalesPosition, order: int, side: int, target: int, able: list[int]) -> bool:
    """Whether some lawful group can be made for an order; a target has room for one unit."""
    there = goal(p, order, target)
    fit = [b for b in able if there < 0 or open_to(p, there, b)]
    if order == BOMBARD:
        return bool(fit) and outnumbers(p, target, side, len(fit))
    return any(needed(p, b, order, target) for b in fit)


def goal(p: LocalesPosition, order: int, target: int) -> int:
    """The locale an order leads into, -1 if it leads into none."""
    if order in (BOMBARD, LOCAL_MARCH):
        return -1
    return p.battle.areas.towards[target] if order in ATTACKS else target


def largest(p: LocalesPosition, order: int, spot: int, side: int, target: int) -> int:
    """The size of the largest group there is room for."""
    rules = p.battle.rules
    most = p.battle.count
    if order in (BOMBARD, LOCAL_MARCH):
        return most
    if order == CAVALRY_MARCH:
        return cavalry_march(p, spot, side)[target]
    if order == ROAD_MARCH:
        sizes = range(p.room(target, side), 1, -1)
        return next((n for n in sizes if target in road_march(p, spot, side, n)), 1)
    if order == FIELD_MARCH or rules.room_at_goal:
        most = p.room(goal(p, order, target), side)
    if order == CHARGE and rules.fallback_room:
        most = min(most, p.room(p.battle.areas.locale[target], side))
    return most


# -- where an order can lead -------------------------------------------------------------------


def targets(p: LocalesPosition, order: int, spot: int, side: int) -> list[int]:
    """The targets of an order from a spot: approaches for attacks and securing, else locales."""
    battle = p.battle
    rules = battle.rules
    if spot >= battle.locales:
        if not rules.from_approach[order]:
            return []
        approach = spot - battle.locales
        if order in FROM_APPROACH:
            return [approach] if attackable(p, order, approach, side) else []
        if order == FIELD_MARCH:
            across = battle.areas.towards[approach]
            found = field_march(p, battle.locale_of(spot), side)
            return [there for there in found if there == across or not rules.across_only]
        return [battle.locale_of(spot)] if order == LOCAL_MARCH else []
    if not rules.from_reserve[order]:
        return []
    if order == FIELD_MARCH:
        return field_march(p, spot, side)
    if order == LOCAL_MARCH:
        return securable(p, spot, side, rules.needs_enemy["local-march"])
    if order == MANEUVER:
        return [a for a in battle.areas.approaches[spot] if maneuverable(p, a, side)]
    if order == CHARGE:
        return charges(p, spot, side)
    if order == CAVALRY_MARCH:
        return sorted(cavalry_march(p, spot, side))
    return road_march(p, spot, side, 1) if order == ROAD_MARCH else []


def free(p: LocalesPosition, boundary: int) -> bool:
    """Whether a boundary can be crossed at all this turn."""
    return not p.battle.uncrossable >> boundary & 1 and not p.barred[boundary]


def attackable(p: LocalesPosition, order: int, approach: int, side: int) -> bool:
    """Advance, assault and bombard over the approach the units secure."""
    battle = p.battle
    rules = battle.rules
    there = battle.areas.towards[approach]
    # An assault needs a secured approach, and so an enemy, anyway.
    if order != ASSAULT and rules.needs_enemy[ORDERS[order]] and not p.holds(there, 1 - side):
        return False
    if order == BOMBARD:
        return True
    secured = p.secured[opposite(approach)] > 0
    if not free(p, boundary_of(approach)) or p.holds(there, side):
        return False
    return secured == (rules.advance_secured if order == ADVANCE else rules.assault_secured)


def outnumbers(p: LocalesPosition, approach: int, side: int, guns: int) -> bool:
    """Whether so many guns outnumber the ranging guns of the enemy."""
    rules = p.battle.rules
    if rules.count_whole:
        own = p.blocks_at(p.battle.locales + approach, side)
        guns = sum(bool(p.state[b] & RANGING) for b in own)
    return guns >= enemy_ranging(p, approach, side) + rules.outnumber


def enemy_ranging(p: LocalesPosition, approach: int, side: int) -> int:
    """The enemy's ranging guns on the opposite approach."""
    if p.battle.rules.count_opposite:
        blocks = p.blocks_at(p.battle.locales + opposite(approach), 1 - side)
    else:
        blocks = p.blocks_in(p.battle.areas.towards[approach], 1 - side)
    return sum(bool(p.state[b] & RANGING) for b in blocks)


def maneuverable(p: LocalesPosition, approach: int, side: int) -> bool:
    """An enemy locale whose side of the boundary nobody secures."""
    rules = p.battle.rules
    there = p.battle.areas.towards[approach]
    return (
        (p.holds(there, 1 - side) or not rules.needs_enemy["maneuver"])
        and not p.holds(there, side)
        and (p.secured[opposite(approach)] > 0) == rules.maneuver_secured
        and free(p, boundary_of(approach))
    )


def securable(p: LocalesPosition, locale: int, side: int, facing: bool = True) -> list[int]:
    """The approaches that may be secured: those `facing` an enemy-occupied locale."""
    battle = p.battle
    walls = 0 if battle.rules.secure_impassable else battle.impassable
    return [
        a
        for a in battle.areas.approaches[locale]
        if (p.holds(battle.areas.towards[a], 1 - side) or not facing)
        and not walls >> boundary_of(a) & 1
    ]


def enterable(p: LocalesPosition, locale: int, side: int, order: int) -> bool:
    """Whether a march may enter a locale: no enemy is there."""
    return not p.holds(locale, 1 - side) or p.battle.rules.march_through_enemy[ORDERS[order]]


def field_march(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The neighbours free of enemies with room for one more."""
    areas = p.battle.areas
    return sorted(
        areas.towards[a]
        for a in areas.approaches[locale]
        if free(p, boundary_of(a))
        and enterable(p, areas.towards[a], side, FIELD_MARCH)
        and p.room(areas.towards[a], side) > 0
    )


def rides(p: LocalesPosition, approach: int, order: int) -> bool:
    """Whether a charge or cavalry march may cross the boundary of an approach."""
    boundary = boundary_of(approach)
    restricted = p.battle.restricted >> boundary & 1
    return free(p, boundary) and (not restricted or p.battle.rules.over_restricted[ORDERS[order]])


def cavalry_march(p: LocalesPosition, start: int, side: int) -> dict[int, int]:
    """The locales two boundaries away, each with the largest group that fits through and in."""
    areas = p.battle.areas
    rules = p.battle.rules
    ways = {start: p.battle.count}
    for left in reversed(range(rules.cavalry_march_locales)):
        onward: dict[int, int] = {}
        for here, most in ways.items():
            for a in areas.approaches[here]:
                there = areas.towards[a]
                if there == start or not rides(p, a, CAVALRY_MARCH):
                    continue
                if not enterable(p, there, side, CAVALRY_MARCH) or (left and p.closed[there]):
                    continue
                fits = most
                if not left or rules.room_in_passing:
                    fits = min(most, p.room(there, side))
                if fits > 0:
                    onward[there] = max(fits, onward.get(there, 0))
        ways = onward
    return ways


def charges(p: LocalesPosition, start: int, side: int) -> list[int]:
    """Charges from a reserve, each by its attack approach: over two boundaries at the enemy."""
    battle = p.battle
    areas = battle.areas
    rules = battle.rules
    found = []
    for a in areas.approaches[start]:
        through = areas.towards[a]
        if not rides(p, a, CHARGE) or not clear(p, opposite(a), rules.charge_first_obstructed):
            continue
        if p.holds(through, 1 - side) or p.closed[through]:
            continue
        if rules.fallback_room and p.room(through, side) <= 0:
            continue
        for y in areas.approaches[through]:
            there = areas.towards[y]
            if there == start or (areas.between[start][there] >= 0 and not rules.charge_adjacent):
                continue
            if p.holds(there, side) or not rides(p, y, CHARGE):
                continue
            enemy = p.holds(there, 1 - side) or not rules.needs_enemy["charge"]
            if enemy and clear(p, opposite(y), rules.charge_obstructed):
                found.append(y)
    return sorted(found)


def clear(p: LocalesPosition, approach: int, obstructed: bool) -> bool:
    """Nobody secures the approach riders come in by, and nothing obstructs it."""
    if p.secured[approach] and not p.battle.rules.charge_secured:
        return False
    return obstructed or not p.battle.obstructed[approach]


def shut_to_marches(p: LocalesPosition, side: int, size: int) -> int:
    """The locales a group of some size may not enter by road, as a set."""
    key = (side, size, *p.closed)
    barred = p.shut.get(key)
    if barred is None:
        barred = 0
        for there in range(p.battle.locales):
            full = p.battle.rules.room_in_passing and p.room(there, side) < size
            if full or p.closed[there] or not enterable(p, there, side, ROAD_MARCH):
                barred |= 1 << there
        p.shut[key] = barred
    return barred


def road_march(p: LocalesPosition, start: int, side: int, size: int) -> list[int]:
    """What a group can reach by road: farther if only main road or railroad bed is used."""
    battle = p.battle
    rules = battle.rules
    near = battle.by_road[start]
    if not near:
        return []
    barred = shut_to_marches(p, side, size)
    closed = battle.uncrossable
    if not rules.over_restricted["road-march"]:
        closed |= battle.restricted
    if 1 in p.barred:
        closed |= sum(fought << boundary for boundary, fought in enumerate(p.barred))
    reach = 0
    for steps, kinds in ((rules.road_any, ANY_ROAD), (rules.road_main, rules.road_long)):
        reach |= battle.areas.road_reach(start, steps, kinds, barred, closed)
        if not rules.road_stops:
            reach &= ~battle.areas.road_reach(start, steps - 1, kinds, barred, closed)
    return [h for h in near if reach >> h & 1 and p.room(h, side) >= size]
