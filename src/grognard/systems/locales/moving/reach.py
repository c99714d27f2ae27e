"""Where a field command can lead from a spot, and which groups can be given it.

What each command asks for stands in its own chapter; here they are put together. Targets are sets:
ints with a bit for each approach (attacks, and securing by a local march) or locale.
"""

from __future__ import annotations

from grognard.systems.locales.advance import may_advance
from grognard.systems.locales.assault import may_assault
from grognard.systems.locales.bombard import guns_needed, may_bombard
from grognard.systems.locales.charge import charges, leads_charge
from grognard.systems.locales.leaders import leads_assault
from grognard.systems.locales.maneuver import maneuvers
from grognard.systems.locales.march import (
    cavalry_group,
    cavalry_march,
    field_march,
    road_group,
    road_leads_next_door,
    road_march,
)
from grognard.systems.locales.restrictions import members, open_to, securable
from grognard.systems.locales.state.kinds import (
    ADVANCE,
    ASSAULT,
    ATTACKS,
    BOMBARD,
    CAVALRY_MARCH,
    CHARGE,
    DISRUPTED,
    FIELD_MARCH,
    LOCAL_MARCH,
    MANEUVER,
    ROAD_MARCH,
)
from grognard.systems.locales.state.position import LocalesPosition

# Orders by the position their units start in, all of one command in the same one.
FROM_APPROACH = (
    ADVANCE,  # locales.advance.initial.securing-attack-approach
    ASSAULT,  # locales.assault.initial.securing-attack-approach
    BOMBARD,  # locales.bombard.initial.securing-attack-approach
    FIELD_MARCH,  # locales.field-march.initial.securing-or-reserve
    LOCAL_MARCH,  # locales.local-march.initial.securing
)
FROM_RESERVE = (
    CHARGE,  # locales.charge.initial.reserve
    MANEUVER,  # locales.maneuver.initial.reserve
    CAVALRY_MARCH,  # locales.cavalry-march.initial.reserve
    FIELD_MARCH,  # locales.field-march.initial.securing-or-reserve
    LOCAL_MARCH,  # locales.local-march.initial.reserve
    ROAD_MARCH,  # locales.road-march.initial.reserve
)
# Orders whose group does not depend on the target, as long as no locale is closed.
UNAIMED = (ADVANCE, CHARGE, MANEUVER, CAVALRY_MARCH, FIELD_MARCH, LOCAL_MARCH, ROAD_MARCH)


def aims(p: LocalesPosition, order: int, spot: int, side: int) -> int:
    """The targets of an order from a spot: approaches for attacks and securing, else locales."""
    approach = spot - p.battle.locales
    if approach >= 0:
        return aims_from_approach(p, order, approach, side)
    if order == FIELD_MARCH:
        return field_march(p, spot, side)
    if order == LOCAL_MARCH:  # locales.local-march.reserve-to-approach.enemy-occupied
        return securable(p, spot, side)
    if order == MANEUVER:
        return maneuvers(p, spot, side)
    if order == CHARGE:
        return charges(p, spot, side)
    if order == CAVALRY_MARCH:
        return cavalry_march(p, spot, side)
    return road_march(p, spot, side, 1) if order == ROAD_MARCH else 0


def aims_from_approach(p: LocalesPosition, order: int, approach: int, side: int) -> int:
    """The same for units that secure an approach: attacks lead over it."""
    here = p.battle.areas.locale[approach]
    if order == ADVANCE:
        return may_advance(p, approach, side) << approach
    if order == ASSAULT:
        return may_assault(p, approach, side) << approach
    if order == BOMBARD:
        return may_bombard(p, approach, side) << approach
    if order == FIELD_MARCH:  # to any neighbour. locales.ruling.field-march.from-approach
        return field_march(p, here, side)
    # Also with no enemy across. locales.local-march.condition.none
    return 1 << here if order == LOCAL_MARCH else 0


def goal(p: LocalesPosition, order: int, aim: int) -> int:
    """The locale an order leads into, -1 if it leads into none."""
    if order in (BOMBARD, LOCAL_MARCH):
        return -1
    return p.battle.areas.towards[aim] if order in ATTACKS else aim


# -- groups ------------------------------------------------------------------------------------


def possible(p: LocalesPosition, order: int, spot: int, side: int, able: list[int]) -> bool:
    """Whether an order could be given to some group of the eligible blocks on a spot."""
    if order in UNAIMED and 1 not in p.closed:
        if not any(needed(p, b, order, 0) for b in able):
            return False
        if order == ROAD_MARCH and road_leads_next_door(p, spot, side):
            return True
        return aims(p, order, spot, side) != 0
    found = aims(p, order, spot, side)
    return any(group_exists(p, order, side, aim, able) for aim in members(found))


def group_exists(p: LocalesPosition, order: int, side: int, aim: int, able: list[int]) -> bool:
    """Whether some lawful group can be made for an order; a target has room for one unit."""
    there = goal(p, order, aim)
    fit = [b for b in able if there < 0 or open_to(p, there, b)]
    if order == BOMBARD:
        return len(fit) >= guns_needed(p, aim, side)
    return any(needed(p, b, order, aim) for b in fit)


def needed(p: LocalesPosition, b: int, order: int, aim: int) -> bool:
    """Whether a block is of the kind an order may need some of."""
    if order in (FIELD_MARCH, ROAD_MARCH):
        return not p.state[b] & DISRUPTED  # the companion of disrupted infantry
    if order == ASSAULT:
        return leads_assault(p, b, aim)
    return order != CHARGE or leads_charge(p, b)


def how_many_needed(p: LocalesPosition, order: int, group: tuple[int, ...]) -> int:
    """How many of the needed kind a group must have."""
    if order in (FIELD_MARCH, ROAD_MARCH):
        # In the same position, for one command has units of one position.
        # locales.disrupted.companion-same-position.field-march
        # locales.disrupted.companion-same-position.road-march
        broken = any(p.state[b] & DISRUPTED for b in group)
        return p.battle.rules.march.companions[order] if broken else 0
    return int(order in (ASSAULT, CHARGE))


def largest(p: LocalesPosition, order: int, spot: int, side: int, aim: int) -> int:
    """The size of the largest group there is room for."""
    if order in (BOMBARD, LOCAL_MARCH):
        return p.battle.count
    if order == CAVALRY_MARCH:
        return cavalry_group(p, spot, side, aim)
    if order == ROAD_MARCH:
        return road_group(p, spot, side, aim)
    most = p.room(goal(p, order, aim), side)  # locales.ruling.capacity-of-the-goal
    if order == CHARGE:  # locales.ruling.charge.fallback-capacity
        most = min(most, p.room(p.battle.areas.locale[aim], side))
    return most
