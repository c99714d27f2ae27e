"""Marches: cavalry, field, local and road march, which nobody can answer."""

from __future__ import annotations

from grognard.boards.areas import ANY_ROAD, ROADS
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.deploy import MayDeploy
from grognard.systems.locales.restrictions import members, onward
from grognard.systems.locales.state.kinds import Order
from grognard.systems.locales.state.position import LocalesPosition


class MarchRules:
    """How far marches lead, and whom disrupted infantry needs to come along."""

    def __init__(self, book: Rulebook) -> None:
        long_road = "locales.road-march.distance.three-by-main-road-or-railroad"
        self.long_road_locales = book.int(long_road, "locales")
        self.long_road_kinds = sum(ROADS[kind] for kind in book.words(long_road, "roads"))
        self.road_locales = book.int("locales.road-march.distance.two-otherwise", "locales")
        self.cavalry_locales = book.int(
            "locales.cavalry-march.final.reserve-of-second-locale", "locales"
        )
        self.companions = {
            Order.FIELD_MARCH: book.int(
                "locales.field-march.disrupted-needs-companion", "companions"
            ),
            Order.ROAD_MARCH: book.int(
                "locales.road-march.disrupted-needs-companion", "companions"
            ),
        }


def march(
    p: LocalesPosition, order: int, spot: int, aim: int, side: int, blocks: tuple[int, ...]
) -> None:
    """Into a reserve, or by a local march from the reserve to an approach."""
    # The enemy is not asked, and nothing can fail. locales.march.no-response-no-failure
    # The order was told with its goal: nothing more is said of it.
    if order == Order.LOCAL_MARCH and spot < p.battle.locales:
        for b in blocks:  # locales.local-march.final.reserve-to-approach
            p.put(b, p.battle.locales + aim)
        return
    if order == Order.CAVALRY_MARCH:
        p.show(blocks, "seen on the march")  # locales.ruling.reveal
    # All of them, with the companion of disrupted infantry, into one reserve; cavalry may deploy.
    # locales.cavalry-march.final.cavalry-may-deploy
    # locales.field-march.final.reserve-of-adjacent-locale
    # locales.field-march.final.cavalry-may-deploy
    # locales.disrupted.companion-marches-along.field-march
    # locales.local-march.final.approach-to-reserve
    # locales.local-march.approach-to-reserve.cavalry-may-deploy
    # locales.road-march.final.reserve-of-last-locale
    # locales.road-march.final.cavalry-may-deploy
    # locales.disrupted.companion-marches-along.road-march
    for b in blocks:
        p.put(b, aim)
    p.stack.append(MayDeploy(side=side, blocks=blocks, locale=aim))


# -- local and field march ---------------------------------------------------------------------


def into_reserve(p: LocalesPosition, spot: int, side: int) -> int:
    """The locale of an approach, as a set; also with no enemy across."""
    return 1 << p.battle.locale_of(spot)  # locales.local-march.condition.none


def field_march(p: LocalesPosition, spot: int, side: int) -> int:
    """The neighbours free of enemies with room for one more, as a set."""
    masks = p.occupied()
    # locales.field-march.condition.no-enemy-occupied-locale, locales.ruling.no-shared-locale
    return onward(p, p.battle.locale_of(spot), Order.FIELD_MARCH) & ~(
        masks[1 - side] | masks[2 + side]
    )


# -- cavalry march -----------------------------------------------------------------------------


def cavalry_march(p: LocalesPosition, start: int, side: int) -> int:
    """The locales a rider can reach over exactly two boundaries, as a set."""
    masks = p.occupied()
    # Neither into nor through the enemy, and not back.
    # locales.cavalry-march.condition.no-enemy-occupied-locale
    # locales.ruling.cavalry-march.no-return
    never = masks[1 - side] | 1 << start
    never |= masks[2 + side]  # no room, in passing too. locales.ruling.capacity-in-passing
    ways = [start]
    for _ in range(p.battle.rules.march.cavalry_locales - 1):
        found = 0
        for here in ways:
            found |= onward(p, here, Order.CAVALRY_MARCH)
        # locales.restriction.assault-won-locale-closed
        ways = [there for there in members(found & ~never) if not p.closed[there]]
    ends = 0
    for here in ways:
        ends |= onward(p, here, Order.CAVALRY_MARCH)
    return ends & ~never


def cavalry_group(p: LocalesPosition, start: int, side: int, goal: int) -> int:
    """The largest group of riders that fits through to a goal and in."""
    never = p.occupied()[1 - side] | 1 << start
    ways = {start: p.room(goal, side)}
    for left in reversed(range(p.battle.rules.march.cavalry_locales)):
        ends: dict[int, int] = {}
        for here, fits in ways.items():
            for there in members(onward(p, here, Order.CAVALRY_MARCH) & ~never):
                if not left or not p.closed[there]:
                    ends[there] = max(min(fits, p.room(there, side)), ends.get(there, 0))
        ways = ends
    return ways[goal]


# -- road march --------------------------------------------------------------------------------


def road_march(p: LocalesPosition, start: int, side: int, size: int = 1) -> int:
    """What a group can reach by road: farther if only main road or railroad bed is used."""
    battle = p.battle
    rules = battle.rules.march
    if not battle.by_road[start]:
        return 0
    full = p.occupied()[2 + side]
    if size > 1:
        full = sum(
            (p.room(there, side) < size) << there for there in members(battle.by_road[start])
        )
    # locales.road-march.condition.no-enemy-occupied-locale, locales.ruling.capacity-in-passing
    barred = p.occupied()[1 - side] | full
    if 1 in p.closed:
        barred |= sum(won << locale for locale, won in enumerate(p.closed))
    if not battle.by_road[start] & ~barred:
        return 0
    closed = battle.road_closed
    if 1 in p.barred:
        closed |= sum(fought << boundary for boundary, fought in enumerate(p.barred))
    # Along connected roads, which never fill up; a march may stop at any locale on its way.
    # locales.ruling.roads, locales.ruling.road-congestion
    # locales.road-march.distance.may-stop-short
    reach = battle.areas.road_reach(start, rules.road_locales, ANY_ROAD, barred, closed)
    return reach | battle.areas.road_reach(
        start, rules.long_road_locales, rules.long_road_kinds, barred, closed
    )


def road_leads_next_door(p: LocalesPosition, start: int, side: int) -> bool:
    """Whether a neighbour can be reached by road, while no locale is closed: the quick answer."""
    if 1 in p.barred:
        return False
    masks = p.occupied()
    return bool(p.battle.next_by_road[start] & ~(masks[1 - side] | masks[2 + side]))


def road_group(p: LocalesPosition, start: int, side: int, goal: int) -> int:
    """The largest group that fits through to a goal by road and in."""
    there = len(p.blocks_at(start, side))
    sizes = range(min(p.room(goal, side), there), 1, -1)
    return next((n for n in sizes if road_march(p, start, side, n) >> goal & 1), 1)
