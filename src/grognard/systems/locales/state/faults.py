"""What may never be in this system, whatever is answered; the conformance kit looks for it.

Morale is reckoned a second time, from what two positions show: never by asking how it was changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.boards.areas import boundary_of
from grognard.systems.locales.administration import SpikePick
from grognard.systems.locales.field import OrderBlocks, OrderTarget
from grognard.systems.locales.maneuver import ManeuverAnswer
from grognard.systems.locales.staff import RallyAt, StaffOrder
from grognard.systems.locales.state.consistency import locales
from grognard.systems.locales.state.kinds import (
    ADMINISTRATION,
    ARTILLERY,
    GONE,
    INFANTRY,
    ON_DISPLAY,
    Clock,
    Order,
    State,
)
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import NextToLeave


def faults(before: LocalesPosition, after: LocalesPosition) -> list[str]:
    """Shared or overfull locales, closed ways gone, morale and strength out of nowhere."""
    battle = after.battle
    found = [*locales(after), *crossings(before, after), *arrivals(before, after)]
    for side in (0, 1):
        title = battle.titles[side]
        low, high = morale_due(before, after, side)
        if not low <= after.morale[side] <= high:
            was, now = before.morale[side], after.morale[side]
            due = str(low) if low == high else f"{low} to {high}"
            found.append(f"the morale of {title} went from {was} to {now}, due is {due}")
        for here in claimed(before, after, side):
            if not any(seen_to_claim(after, b) for b in after.blocks_in(here, side)):
                found.append(f"{battle.areas.ids[here]} is claimed by nobody who was seen")
        gained = points(after, side) - points(before, side)
        rallied = disrupted(before, side) - disrupted(after, side)
        pairs = rallied // battle.rules.staff.rallied
        if gained > max(0, pairs) * battle.rules.staff.rallied_strength:
            found.append(f"{title} gained {gained} strength points, {pairs} pairs rallied")
    return found


def crossings(before: LocalesPosition, after: LocalesPosition) -> Iterator[str]:
    """Nobody crosses a closed boundary, and none but victors enters a closed locale."""
    battle = after.battle
    rules = battle.rules.march
    farthest = max(rules.road_locales, rules.long_road_locales, rules.cavalry_locales)
    for b in range(battle.count):
        if min(before.spot[b], after.spot[b]) < 0:
            continue
        here, there = battle.locale_of(before.spot[b]), battle.locale_of(after.spot[b])
        if here == there:
            continue
        ends = f"from {battle.areas.ids[here]} to {battle.areas.ids[there]}"
        if before.closed[there] and not before.state[b] & State.VICTOR:
            yield f"block {b + 1} went {ends}, which is closed"
        reached = {here}
        for _ in range(farthest):
            reached |= {
                battle.areas.towards[a]
                for place in reached
                for a in battle.areas.approaches[place]
                if not (battle.walls >> a & 1 or before.barred[boundary_of(a)])
            }
        # An attacker crosses the boundary that his own fight has closed.
        fights = before.state[b] & State.JOINS and battle.block_side[b] == before.clock[Clock.SIDE]
        if there not in reached and not fights:
            yield f"block {b + 1} went {ends}, and every way is closed"


def arrivals(before: LocalesPosition, after: LocalesPosition) -> Iterator[str]:
    """Who comes on does so in the reserve of an entry of its side, the lowest group first."""
    battle = after.battle
    for side, own in enumerate(battle.blocks_of):
        waiting = [b for b in own if before.spot[b] == ON_DISPLAY]
        first = min((battle.group[b] for b in waiting), default=0)
        for b in (b for b in waiting if after.spot[b] >= 0):
            spot = after.spot[b]
            if spot >= battle.locales or not battle.entry[spot] >> side & 1:
                yield f"block {b + 1} came on at no entry"
            if battle.group[b] != first:
                yield f"block {b + 1} came on before an earlier group"


def points(p: LocalesPosition, side: int) -> int:
    """The strength points of a side, on the map and on the display."""
    return sum(p.strength[b] for b in p.battle.blocks_of[side] if p.spot[b] != GONE)


def disrupted(p: LocalesPosition, side: int) -> int:
    """How many disrupted units a side has."""
    return sum(
        bool(p.state[b] & State.DISRUPTED) for b in p.battle.blocks_of[side] if p.spot[b] >= 0
    )


def guns(p: LocalesPosition, side: int) -> int:
    """The guns of a side, on the map and on the display."""
    own = p.battle.blocks_of[side]
    return sum(p.spot[b] != GONE and p.arm(b) == ARTILLERY for b in own)


# -- morale: where it was, and the listed effects ------------------------------------------------


def morale_due(before: LocalesPosition, after: LocalesPosition, side: int) -> tuple[int, int]:
    """The least and the most the morale of a side can be after an answer.

    They differ where the start caps a gain before or after a loss, and where nobody is left to
    tell whether a locale was given up by a retreat.
    """
    rules = after.battle.rules
    start = after.battle.morale[side]
    was = before.morale[side]
    gains, sure, perhaps = effects(before, after, side)
    low = min(start, was + gains) + sure + perhaps
    high = min(start, was + gains + sure)
    if rules.morale.spared_by_guns and sure:
        # Guns may have spared the last point.
        high = max(high, min(was, rules.morale.broken_at + 1))
    if was + sure + perhaps <= rules.morale.broken_at:
        low = 0  # a broken army stays broken
    return max(0, low), max(0, high)


def effects(before: LocalesPosition, after: LocalesPosition, side: int) -> tuple[int, int, int]:
    """What an answer gained a side, what it cost, and what it may have cost besides."""
    rules = after.battle.rules
    rallied = 0
    if isinstance(before.decision, (StaffOrder, RallyAt)):
        rallied = (disrupted(before, side) - disrupted(after, side)) // rules.staff.rallied
    gains = rallied * rules.morale.rally
    spiked = isinstance(before.decision, SpikePick)
    if not spiked:
        gains += (guns(before, 1 - side) - guns(after, 1 - side)) * rules.morale.eliminate_gun
    lost = points(before, side) - points(after, side) + rallied * rules.staff.rallied_strength
    sure = lost * (rules.morale.spike if spiked else rules.morale.lose_point)
    if waiting(after, side) < waiting(before, side):
        sure += rules.morale.mobilize
    sure += len(claimed(before, after, 1 - side)) * rules.morale.capture_objective
    if retreated(before, after, side):
        sure += rules.morale.retreat
    perhaps = rules.morale.retreat if wiped_out(before, after, side) else 0
    return gains, sure, perhaps


def waiting(p: LocalesPosition, side: int) -> int:
    """How many units wait on the display."""
    return sum(p.spot[b] == ON_DISPLAY for b in p.battle.blocks_of[side])


def claimed(before: LocalesPosition, after: LocalesPosition, side: int) -> list[int]:
    """The enemy objectives a side claims, if its administration began."""
    was, now = before.clock, after.clock
    passed = (was[Clock.TURN], was[Clock.SIDE]) != (now[Clock.TURN], now[Clock.SIDE])
    began = was[Clock.PHASE] != ADMINISTRATION and (passed or now[Clock.PHASE] == ADMINISTRATION)
    if not was[Clock.TURN] or was[Clock.SIDE] != side or not began:
        return []
    battle = after.battle
    strong = {
        battle.locale_of(after.spot[b])
        for b in battle.blocks_of[side]
        if after.healthy(b)
        and after.arm(b) == INFANTRY
        and after.strength[b] >= battle.rules.administration.claim_least
    }
    return [here for here in sorted(strong) if battle.objective[here] >> (1 - side) & 1]


def seen_to_claim(p: LocalesPosition, b: int) -> bool:
    """Whether a block is known to the enemy as one that claims objectives."""
    values = p.may_be(b)
    known = len(values) == 1 and p.battle.arms[values[0] // 4 - 1] == INFANTRY
    return known and values[0] % 4 >= p.battle.rules.administration.claim_least


def retreated(before: LocalesPosition, after: LocalesPosition, side: int) -> bool:
    """Whether a side began to leave a locale by retreat: some are going, or have gone."""
    if departures(after, side) > departures(before, side):
        return True
    here = given_up(before, after, side)
    left = before.blocks_in(here, side) if here >= 0 else []
    return any(after.spot[b] >= 0 for b in left)


def wiped_out(before: LocalesPosition, after: LocalesPosition, side: int) -> bool:
    """Whether all who were attacked in a locale are lost: nobody tells if there was a retreat."""
    if retreated(before, after, side):
        return False
    if given_up(before, after, side) >= 0:
        return True
    # Its army may have broken by a retreat that ended there.
    return after.morale[side] <= after.battle.rules.morale.broken_at and attacked(before, side)


def departures(p: LocalesPosition, side: int) -> int:
    """How many retreats of a side go on."""
    return sum(
        isinstance(step, NextToLeave) and step.retreat and step.side == side for step in p.stack
    )


def attacked(before: LocalesPosition, side: int) -> bool:
    """Whether an answer may make a side retreat: not in its turn, by a maneuver, or twice."""
    top = before.decision
    maneuver = isinstance(top, ManeuverAnswer) or (
        isinstance(top, (OrderTarget, OrderBlocks)) and top.order == Order.MANEUVER
    )
    going = any(isinstance(step, NextToLeave) and step.side == side for step in before.stack)
    return before.clock[Clock.SIDE] != side and not maneuver and not going


def given_up(before: LocalesPosition, after: LocalesPosition, side: int) -> int:
    """The locale a side lost in one answer to an attack, or -1."""
    if not attacked(before, side):
        return -1
    first = side * after.battle.locales
    for here in range(after.battle.locales):
        if before.load[first + here] and not after.load[first + here]:
            return -1 if maneuvered(before, after, here, 1 - side) else here
    return -1


def maneuvered(before: LocalesPosition, after: LocalesPosition, here: int, side: int) -> bool:
    """Whether a side came into a locale out of a reserve beside it, at once with its order.

    That is a maneuver: a charge comes from farther, other attacks from an approach.
    """
    battle = after.battle
    came = [b for b in after.blocks_in(here, side) if 0 <= before.spot[b] < battle.locales]
    return any(battle.beside[before.spot[b]] >> here & 1 for b in came)
