"""Where a field command can lead from a spot, and which groups can be given it.

What each command asks for stands in its own chapter; here they are put together. Targets are sets:
ints with a bit for each approach or locale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.systems.locales.advance import may_advance
from grognard.systems.locales.assault import may_assault
from grognard.systems.locales.bombard import guns_needed, may_bombard
from grognard.systems.locales.charge import charges, leads_charge
from grognard.systems.locales.leaders import leads_assault, perhaps_leads
from grognard.systems.locales.maneuver import maneuvers
from grognard.systems.locales.march import (
    cavalry_group,
    cavalry_march,
    field_march,
    into_reserve,
    road_group,
    road_leads_next_door,
    road_march,
)
from grognard.systems.locales.restrictions import members, open_to, securable
from grognard.systems.locales.state.kinds import ATTACKS, Order, State
from grognard.systems.locales.state.position import LocalesPosition

# Orders by the position their units start in, all of one command in the same one: the targets from
# a spot for a side. Attacks, and securing by a local march, have approaches, the others locales.
Targets = Mapping[int, Callable[[LocalesPosition, int, int], int]]

FROM_APPROACH: Final[Targets] = {
    Order.ADVANCE: may_advance,  # locales.advance.initial.securing-attack-approach
    Order.ASSAULT: may_assault,  # locales.assault.initial.securing-attack-approach
    Order.BOMBARD: may_bombard,  # locales.bombard.initial.securing-attack-approach
    # To any neighbour. locales.ruling.field-march.from-approach
    Order.FIELD_MARCH: field_march,  # locales.field-march.initial.securing-or-reserve
    Order.LOCAL_MARCH: into_reserve,  # locales.local-march.initial.securing
}
FROM_RESERVE: Final[Targets] = {
    Order.CHARGE: charges,  # locales.charge.initial.reserve
    Order.MANEUVER: maneuvers,  # locales.maneuver.initial.reserve
    Order.CAVALRY_MARCH: cavalry_march,  # locales.cavalry-march.initial.reserve
    Order.FIELD_MARCH: field_march,  # locales.field-march.initial.securing-or-reserve
    # locales.local-march.reserve-to-approach.enemy-occupied
    Order.LOCAL_MARCH: securable,  # locales.local-march.initial.reserve
    Order.ROAD_MARCH: road_march,  # locales.road-march.initial.reserve
}
# Orders whose group depends on the target even while no locale is closed.
AIMED: Final = (Order.ASSAULT, Order.BOMBARD)


def aims(p: LocalesPosition, order: int, spot: int, side: int) -> int:
    """The targets of an order from a spot."""
    return (FROM_RESERVE if spot < p.battle.locales else FROM_APPROACH)[order](p, spot, side)


def goal(p: LocalesPosition, order: int, aim: int) -> int:
    """The locale an order leads into, -1 if it leads into none."""
    if order in (Order.BOMBARD, Order.LOCAL_MARCH):
        return -1
    return p.battle.areas.towards[aim] if order in ATTACKS else aim


# -- groups ------------------------------------------------------------------------------------


def possible(p: LocalesPosition, order: int, spot: int, side: int, able: list[int]) -> bool:
    """Whether an order could be given to some group of the eligible blocks on a spot."""
    if order in AIMED or 1 in p.closed:
        return bool(targets(p, order, spot, side, able))
    if not any(needed(p, b, order, 0) for b in able):
        return False
    if order == Order.ROAD_MARCH and road_leads_next_door(p, spot, side):
        return True
    return aims(p, order, spot, side) != 0


def targets(p: LocalesPosition, order: int, spot: int, side: int, able: list[int]) -> list[int]:
    """The targets of an order that could be given to some group of the eligible blocks."""
    found = members(aims(p, order, spot, side))
    if order in AIMED or 1 in p.closed:
        return [aim for aim in found if group_exists(p, order, side, aim, able)]
    return found if any(needed(p, b, order, 0) for b in able) else []


def perhaps_possible(
    p: LocalesPosition, order: int, spot: int, side: int, blocks: list[int]
) -> bool:
    """Whether an order could be given to some group, for all that everybody knows.

    `blocks` are those on a spot, not disrupted, who may be able to take part. Who can lead a charge
    is not asked: whoever could charge may march the first half of the way as well.
    """
    found = aims(p, order, spot, side)
    if order not in AIMED and 1 not in p.closed:
        return found != 0
    for aim in members(found):
        there = goal(p, order, aim)
        fit = [b for b in blocks if there < 0 or open_to(p, there, b)]
        if order == Order.ASSAULT:
            fit = [b for b in fit if perhaps_leads(p, b, aim)]
        if len(fit) >= (guns_needed(p, aim, side) if order == Order.BOMBARD else 1):
            return True
    return False


def group_exists(p: LocalesPosition, order: int, side: int, aim: int, able: list[int]) -> bool:
    """Whether some lawful group can be made for an order; a target has room for one unit."""
    there = goal(p, order, aim)
    fit = [b for b in able if there < 0 or open_to(p, there, b)]
    if order == Order.BOMBARD:
        return len(fit) >= guns_needed(p, aim, side)
    return any(needed(p, b, order, aim) for b in fit)


def needed(p: LocalesPosition, b: int, order: int, aim: int) -> bool:
    """Whether a block is of the kind an order may need some of."""
    if order in (Order.FIELD_MARCH, Order.ROAD_MARCH):
        return not p.state[b] & State.DISRUPTED  # the companion of disrupted infantry
    if order == Order.ASSAULT:
        return leads_assault(p, b, aim)
    return order != Order.CHARGE or leads_charge(p, b)


def how_many_needed(p: LocalesPosition, order: int, group: tuple[int, ...]) -> int:
    """How many of the needed kind a group must have."""
    if order in (Order.FIELD_MARCH, Order.ROAD_MARCH):
        # In the same position, for one command has units of one position.
        # locales.disrupted.companion-same-position.field-march
        # locales.disrupted.companion-same-position.road-march
        broken = any(p.state[b] & State.DISRUPTED for b in group)
        return p.battle.rules.march.companions[order] if broken else 0
    return int(order in (Order.ASSAULT, Order.CHARGE))


def largest(p: LocalesPosition, order: int, spot: int, side: int, aim: int) -> int:
    """The size of the largest group there is room for."""
    if order in (Order.BOMBARD, Order.LOCAL_MARCH):
        return p.battle.count
    if order == Order.CAVALRY_MARCH:
        return cavalry_group(p, spot, side, aim)
    if order == Order.ROAD_MARCH:
        return road_group(p, spot, side, aim)
    most = p.room(goal(p, order, aim), side)  # locales.ruling.capacity-of-the-goal
    if order == Order.CHARGE:  # locales.ruling.charge.fallback-capacity
        most = min(most, p.room(p.battle.areas.locale[aim], side))
    return most
