"""Where an order can lead from a spot: the conditions of every field command on the ground.

Locales and approaches that can be aimed at are sets: ints with a bit for each.
"""

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
from grognard.systems.locales.position import RANGING, LocalesPosition

# Orders whose target follows from the approach they start on.
FROM_APPROACH = (ADVANCE, ASSAULT, BOMBARD)
# Orders aimed at an approach, across which the enemy stands.
ATTACKS = (*FROM_APPROACH, MANEUVER, CHARGE)


def members(found: int) -> list[int]:
    """The members of a set, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    return [i for i in range(found.bit_length()) if found >> i & 1]


def aims(p: LocalesPosition, order: int, spot: int, side: int) -> int:
    """The targets of an order from a spot: approaches for attacks and securing, else locales."""
    battle = p.battle
    rules = battle.rules
    if spot >= battle.locales:
        if not rules.from_approach[order]:
            return 0
        approach = spot - battle.locales
        if order in FROM_APPROACH:
            return attackable(p, order, approach, side) << approach
        if order == FIELD_MARCH:
            found = field_march(p, battle.areas.locale[approach], side)
            return found & 1 << battle.areas.towards[approach] if rules.across_only else found
        return 1 << battle.areas.locale[approach] if order == LOCAL_MARCH else 0
    if not rules.from_reserve[order]:
        return 0
    if order == FIELD_MARCH:
        return field_march(p, spot, side)
    if order == LOCAL_MARCH:
        return securable(p, spot, side, rules.needs_enemy["local-march"])
    if order == MANEUVER:
        return maneuvers(p, spot, side)
    if order == CHARGE:
        return charges(p, spot, side)
    if order == CAVALRY_MARCH:
        return cavalry_reach(p, spot, side)
    return road_march(p, spot, side, 1) if order == ROAD_MARCH else 0


# -- boundaries --------------------------------------------------------------------------------


def onward(p: LocalesPosition, here: int, order: int) -> int:
    """The neighbours whose boundary an order may cross this turn, whoever is there."""
    found = p.battle.onward[order][here]
    if 1 in p.barred:
        areas = p.battle.areas
        for a in areas.approaches[here]:
            if p.barred[boundary_of(a)]:
                found &= ~(1 << areas.towards[a])
    return found


def securable(p: LocalesPosition, locale: int, side: int, facing: bool = True) -> int:
    """The approaches that may be secured: those `facing` an enemy-occupied locale."""
    battle = p.battle
    enemy = p.occupied()[1 - side] if facing else battle.everywhere
    if not battle.beside[locale] & enemy:
        return 0
    found = 0
    for a in battle.areas.approaches[locale]:
        if enemy >> battle.areas.towards[a] & 1:
            found |= 1 << a
    return found if battle.rules.secure_impassable else found & ~battle.walls


# -- attacks -----------------------------------------------------------------------------------


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
    if secured != (rules.advance_secured if order == ADVANCE else rules.assault_secured):
        return False
    here = battle.areas.locale[approach]
    return not p.holds(there, side) and bool(onward(p, here, order) >> there & 1)


def enemy_ranging(p: LocalesPosition, approach: int, side: int) -> int:
    """The enemy's ranging guns on the opposite approach."""
    if p.battle.rules.count_opposite:
        blocks = p.blocks_at(p.battle.locales + opposite(approach), 1 - side)
    else:
        blocks = p.blocks_in(p.battle.areas.towards[approach], 1 - side)
    return sum(bool(p.state[b] & RANGING) for b in blocks)


def maneuvers(p: LocalesPosition, spot: int, side: int) -> int:
    """The approaches towards enemy locales whose side of the boundary nobody secures."""
    battle = p.battle
    rules = battle.rules
    masks = p.occupied()
    enemy = masks[1 - side] if rules.needs_enemy["maneuver"] else battle.everywhere
    goals = enemy & ~masks[side]
    if not battle.beside[spot] & goals:
        return 0
    goals &= onward(p, spot, MANEUVER)
    found = 0
    for a in battle.areas.approaches[spot]:
        secured = p.secured[opposite(a)] > 0
        if goals >> battle.areas.towards[a] & 1 and secured == rules.maneuver_secured:
            found |= 1 << a
    return found


def charges(p: LocalesPosition, start: int, side: int) -> int:
    """Charges from a reserve, each by its attack approach: over two boundaries at the enemy."""
    battle = p.battle
    areas = battle.areas
    rules = battle.rules
    masks = p.occupied()
    enemy = masks[1 - side]
    goals = (enemy if rules.needs_enemy["charge"] else battle.everywhere) & ~masks[side]
    goals &= ~(1 << start)
    if not rules.charge_adjacent:
        goals &= ~battle.beside[start]
    ways = onward(p, start, CHARGE) & ~enemy
    if rules.fallback_room:
        ways &= ~masks[2 + side]
    found = 0
    for a in areas.approaches[start]:
        through = areas.towards[a]
        if not ways >> through & 1 or p.closed[through] or not battle.beside[through] & goals:
            continue
        if not clear(p, opposite(a), rules.charge_first_obstructed):
            continue
        ends = goals & onward(p, through, CHARGE)
        for y in areas.approaches[through]:
            if ends >> areas.towards[y] & 1 and clear(p, opposite(y), rules.charge_obstructed):
                found |= 1 << y
    return found


def clear(p: LocalesPosition, approach: int, obstructed: bool) -> bool:
    """Nobody secures the approach riders come in by, and nothing obstructs it."""
    if p.secured[approach] and not p.battle.rules.charge_secured:
        return False
    return obstructed or not p.battle.obstructed[approach]


# -- marches -----------------------------------------------------------------------------------


def enemies(p: LocalesPosition, side: int, march: str) -> int:
    """The locales the enemy keeps a march out of."""
    return 0 if p.battle.rules.march_through_enemy[march] else p.occupied()[1 - side]


def field_march(p: LocalesPosition, locale: int, side: int) -> int:
    """The neighbours free of enemies with room for one more."""
    full = p.occupied()[2 + side]
    return onward(p, locale, FIELD_MARCH) & ~(enemies(p, side, "field-march") | full)


def cavalry_reach(p: LocalesPosition, start: int, side: int) -> int:
    """The locales two boundaries away that a rider can reach."""
    rules = p.battle.rules
    full = p.occupied()[2 + side]
    never = enemies(p, side, "cavalry-march")
    if not rules.cavalry_returns:
        never |= 1 << start
    passing = never | full if rules.room_in_passing else never
    ways = [start]
    for _ in range(rules.cavalry_march_locales - 1):
        found = 0
        for here in ways:
            found |= onward(p, here, CAVALRY_MARCH)
        ways = [there for there in members(found & ~passing) if not p.closed[there]]
    ends = 0
    for here in ways:
        ends |= onward(p, here, CAVALRY_MARCH)
    return ends & ~(never | full)


def cavalry_group(p: LocalesPosition, start: int, side: int, goal: int) -> int:
    """The largest group of riders that fits through to a goal and in."""
    rules = p.battle.rules
    most = p.room(goal, side)
    if not rules.room_in_passing:
        return most
    never = enemies(p, side, "cavalry-march")
    if not rules.cavalry_returns:
        never |= 1 << start
    ways = {start: most}
    for left in reversed(range(rules.cavalry_march_locales)):
        ends: dict[int, int] = {}
        for here, fits in ways.items():
            for there in members(onward(p, here, CAVALRY_MARCH) & ~never):
                if not left or not p.closed[there]:
                    ends[there] = max(min(fits, p.room(there, side)), ends.get(there, 0))
        ways = ends
    return ways[goal]


def road_march(p: LocalesPosition, start: int, side: int, size: int) -> int:
    """What a group can reach by road: farther if only main road or railroad bed is used."""
    battle = p.battle
    rules = battle.rules
    if not battle.by_road[start]:
        return 0
    full = p.occupied()[2 + side]
    if size > 1:
        full = sum((p.room(h, side) < size) << h for h in range(battle.locales))
    barred = enemies(p, side, "road-march")
    if rules.room_in_passing:
        barred |= full
    if 1 in p.closed:
        barred |= sum(won << locale for locale, won in enumerate(p.closed))
    if not battle.by_road[start] & ~barred:
        return 0
    closed = battle.road_closed
    if 1 in p.barred:
        closed |= sum(fought << boundary for boundary, fought in enumerate(p.barred))
    reach = 0
    for steps, kinds in ((rules.road_any, ANY_ROAD), (rules.road_main, rules.road_long)):
        reach |= battle.areas.road_reach(start, steps, kinds, barred, closed)
        if not rules.road_stops:
            reach &= ~battle.areas.road_reach(start, steps - 1, kinds, barred, closed)
    return reach & battle.by_road[start] & ~full


def leads_somewhere(p: LocalesPosition, order: int, spot: int, side: int) -> bool:
    """Whether an order has a target at all; most marches by road find one next door."""
    battle = p.battle
    if order == ROAD_MARCH and spot < battle.locales and 1 not in p.barred and 1 not in p.closed:
        shut = enemies(p, side, "road-march") | p.occupied()[2 + side]
        if battle.rules.road_stops and battle.next_by_road[spot] & ~shut:
            return True
    return aims(p, order, spot, side) != 0
