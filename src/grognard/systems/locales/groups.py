"""Who may be ordered, and which groups can be made of them for a field command."""

from __future__ import annotations

from grognard.boards.areas import opposite
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
from grognard.systems.locales.reach import (
    ATTACKS,
    aims,
    cavalry_group,
    enemy_ranging,
    leads_somewhere,
    members,
    road_march,
)
from grognard.systems.locales.roster import CAVALRY, INFANTRY
from grognard.systems.locales.rules import DISRUPTED as DISRUPTED_COLUMN

# Orders whose group does not depend on the target, as long as no locale is closed.
UNAIMED = (ADVANCE, CHARGE, CAVALRY_MARCH, FIELD_MARCH, LOCAL_MARCH, ROAD_MARCH)


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
    if order in UNAIMED and 1 not in p.closed:
        willing = any(needed(p, b, order, 0) for b in able)
        return willing and leads_somewhere(p, order, spot, side)
    found = aims(p, order, spot, side)
    return any(group_exists(p, order, side, t, able) for t in members(found))


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


def outnumbers(p: LocalesPosition, approach: int, side: int, guns: int) -> bool:
    """Whether so many guns outnumber the ranging guns of the enemy."""
    rules = p.battle.rules
    if rules.count_whole:
        own = p.blocks_at(p.battle.locales + approach, side)
        guns = sum(bool(p.state[b] & RANGING) for b in own)
    return guns >= enemy_ranging(p, approach, side) + rules.outnumber


def largest(p: LocalesPosition, order: int, spot: int, side: int, target: int) -> int:
    """The size of the largest group there is room for."""
    rules = p.battle.rules
    most = p.battle.count
    if order in (BOMBARD, LOCAL_MARCH):
        return most
    if order == CAVALRY_MARCH:
        return cavalry_group(p, spot, side, target)
    if order == ROAD_MARCH:
        there = len(p.blocks_at(spot, side))
        sizes = range(min(p.room(target, side), there), 1, -1)
        return next((n for n in sizes if road_march(p, spot, side, n) >> target & 1), 1)
    if order == FIELD_MARCH or rules.room_at_goal:
        most = p.room(goal(p, order, target), side)
    if order == CHARGE and rules.fallback_room:
        most = min(most, p.room(p.battle.areas.locale[target], side))
    return most
