"""Where a group may go: the conditions of every field command, from a spot."""

from __future__ import annotations

from grognard.boards.areas import ANY_ROAD, MAIN, RAILROAD, boundary_of, opposite
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
from grognard.systems.locales.roster import CAVALRY
from grognard.systems.locales.rules import DISRUPTED as DISRUPTED_COLUMN

# Orders whose target follows from the approach they start on.
FROM_APPROACH = (ADVANCE, ASSAULT, BOMBARD)


def free(p: LocalesPosition, boundary: int) -> bool:
    """Whether a boundary can be crossed at all this turn."""
    return not p.battle.impassable >> boundary & 1 and not p.barred[boundary]


def open_to(p: LocalesPosition, locale: int, b: int) -> bool:
    """Whether a block may enter a locale: one won by assault is closed to all but the victors."""
    return not p.closed[locale] or bool(p.state[b] & VICTOR)


def eligible(p: LocalesPosition, b: int, order: int) -> bool:
    """Whether a block's own kind and state let it take part in an order."""
    state = p.state[b]
    rules = p.battle.rules
    name = ORDERS[order]
    if state & MOVED and not rules.field_again:
        return False
    if not rules.may[name][kind_of(p, b)]:
        return False
    if state & DISRUPTED and name.replace("-", " ") not in rules.disrupted_commands:
        return False
    if order == BOMBARD:
        return (bool(state & RANGING) or not rules.needs_ranging) and not state & BOMBARDED
    return not state & RANGING or name.replace("-", " ") in rules.ranging_commands


def kind_of(p: LocalesPosition, b: int) -> int:
    """The column of the eligibility table a block stands in."""
    return DISRUPTED_COLUMN if p.state[b] & DISRUPTED else p.arm(b)


def needed(p: LocalesPosition, b: int, order: int, target: int) -> bool:
    """Whether a block is of the kind an order needs at least one of."""
    if order in (FIELD_MARCH, ROAD_MARCH):
        return not p.state[b] & DISRUPTED  # the companion of disrupted infantry
    if order == ASSAULT:
        return leads_assault(p, b, target)
    if order == CHARGE:
        leads = p.battle.rules.may["leading-charge"][kind_of(p, b)]
        return leads and p.strength[b] >= p.battle.rules.leader_charge
    return True


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


def targets(p: LocalesPosition, order: int, spot: int, side: int) -> list[int]:
    """The targets of an order from a spot: approaches for attacks and securing, else locales."""
    battle = p.battle
    if spot >= battle.locales:
        approach = spot - battle.locales
        if order in FROM_APPROACH:
            return [approach] if attackable(p, order, approach, side) else []
        if order == FIELD_MARCH:
            return field_march(p, battle.locale_of(spot), side)
        return [battle.locale_of(spot)] if order == LOCAL_MARCH else []
    if order == FIELD_MARCH:
        return field_march(p, spot, side)
    if order == LOCAL_MARCH:
        return securable(p, spot, side)
    if order == MANEUVER:
        return [a for a in battle.areas.approaches[spot] if maneuverable(p, a, side)]
    if order == CHARGE:
        return [y for y, _ in charges(p, spot, side)]
    if order == CAVALRY_MARCH:
        return cavalry_march(p, spot, side)
    return road_march(p, spot, side) if order == ROAD_MARCH else []


def attackable(p: LocalesPosition, order: int, approach: int, side: int) -> bool:
    """Advance, assault and bombard over the approach the units secure."""
    battle = p.battle
    rules = battle.rules
    there = battle.areas.towards[approach]
    if not p.holds(there, 1 - side) and (order == ASSAULT or rules.needs_enemy[ORDERS[order]]):
        return False
    if order == BOMBARD:
        return True
    secured = p.secured[opposite(approach)] > 0
    if not free(p, boundary_of(approach)) or p.holds(there, side):
        return False
    return secured == (rules.advance_secured if order == ADVANCE else rules.assault_secured)


def enemy_ranging(p: LocalesPosition, approach: int, side: int) -> int:
    """The enemy's ranging guns on the opposite approach."""
    spot = p.battle.locales + opposite(approach)
    return sum(bool(p.state[b] & RANGING) for b in p.blocks_at(spot, 1 - side))


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


def securable(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The approaches that may be secured: they look at an enemy-occupied locale."""
    battle = p.battle
    return [
        a
        for a in battle.areas.approaches[locale]
        if (
            p.holds(battle.areas.towards[a], 1 - side)
            or not battle.rules.needs_enemy["local-march"]
        )
        and (not battle.impassable >> boundary_of(a) & 1 or battle.rules.secure_impassable)
    ]


def field_march(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The neighbours free of enemies with room for one more."""
    areas = p.battle.areas
    return sorted(
        {
            areas.towards[a]
            for a in areas.approaches[locale]
            if free(p, boundary_of(a)) and may_enter(p, areas.towards[a], side)
        }
    )


def may_enter(p: LocalesPosition, locale: int, side: int) -> bool:
    """No enemy, and room."""
    return not p.holds(locale, 1 - side) and p.room(locale, side) > 0


def rides(p: LocalesPosition, approach: int) -> bool:
    """Whether a charge or cavalry march may cross the boundary of an approach."""
    boundary = boundary_of(approach)
    return free(p, boundary) and not p.battle.restricted >> boundary & 1


def cavalry_march(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """The locales two boundaries away, by way of one with room."""
    areas = p.battle.areas
    found = set()
    for a in areas.approaches[locale]:
        through = areas.towards[a]
        if not rides(p, a) or not may_enter(p, through, side):
            continue
        for second in areas.approaches[through]:
            there = areas.towards[second]
            if there != locale and rides(p, second) and may_enter(p, there, side):
                found.add(there)
    return sorted(found)


def ways_through(p: LocalesPosition, locale: int, there: int, side: int) -> int:
    """The most blocks that fit through the middle of a cavalry march."""
    areas = p.battle.areas
    most = 0
    for a in areas.approaches[locale]:
        through = areas.towards[a]
        second = areas.between[through][there]
        if rides(p, a) and second >= 0 and rides(p, second) and may_enter(p, through, side):
            most = max(most, p.room(through, side))
    return most


def charges(p: LocalesPosition, locale: int, side: int) -> list[tuple[int, int]]:
    """Charges from a reserve: the second attack approach, and the locale between."""
    battle = p.battle
    areas = battle.areas
    found = []
    for a in areas.approaches[locale]:
        through = areas.towards[a]
        if not rides(p, a) or not may_enter(p, through, side) or not clear(p, opposite(a)):
            continue
        for y in areas.approaches[through]:
            there = areas.towards[y]
            if there == locale or areas.between[locale][there] >= 0:
                continue
            if p.holds(there, 1 - side) and rides(p, y) and clear(p, opposite(y)):
                found.append((y, through))
    return sorted(set(found))


def clear(p: LocalesPosition, approach: int) -> bool:
    """Nobody secures it and nothing obstructs it."""
    return not p.secured[approach] and not p.battle.obstructed[approach]


def road_march(p: LocalesPosition, locale: int, side: int) -> list[int]:
    """What can be reached by road: farther if only main road or railroad bed is used."""
    battle = p.battle
    rules = battle.rules
    barred = 0
    for there in range(battle.locales):
        if not may_enter(p, there, side):
            barred |= 1 << there
    closed = battle.restricted | battle.impassable
    for boundary, fought in enumerate(p.barred):
        closed |= fought << boundary
    reach = battle.areas.road_reach(locale, rules.road_any, ANY_ROAD, barred, closed)
    reach |= battle.areas.road_reach(locale, rules.road_main, MAIN | RAILROAD, barred, closed)
    return [there for there in range(battle.locales) if reach >> there & 1]


def road_room(p: LocalesPosition, locale: int, there: int, side: int) -> int:
    """The most blocks that fit along the way of a road march."""
    battle = p.battle
    rules = battle.rules
    for most in range(battle.capacity[there], 0, -1):
        barred = 0
        for other in range(battle.locales):
            if p.holds(other, 1 - side) or p.room(other, side) < most:
                barred |= 1 << other
        closed = battle.restricted | battle.impassable
        for boundary, fought in enumerate(p.barred):
            closed |= fought << boundary
        reach = battle.areas.road_reach(locale, rules.road_any, ANY_ROAD, barred, closed)
        reach |= battle.areas.road_reach(locale, rules.road_main, MAIN | RAILROAD, barred, closed)
        if reach >> there & 1:
            return most
    return 0
