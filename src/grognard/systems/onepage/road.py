"""The road: a whole move along it at three times the rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.boards.table.lattice import HALF, INCH, STEPS
from grognard.boards.table.rect import Rect, gap, nearer, on_table, overlap, rect
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.field import sees
from grognard.systems.onepage.movement import allowance, passes
from grognard.systems.onepage.state.kinds import ARTILLERY, GENERAL
from grognard.systems.onepage.state.position import (
    ACTED,
    LIMBERED,
    OUT,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.onepage.state.roads import ROAD_KINDS, network
from grognard.systems.onepage.terrain import trample
from grognard.systems.tabletop.asking import PoseDecision
from grognard.systems.tabletop.measure import how_far, inches


class RoadRules:
    """The rate of a march, how near to road and enemy it begins and ends, and its places."""

    def __init__(self, book: Rulebook) -> None:
        self.times = book.int("onepage.move.road", "times")
        self.clear = book.int("onepage.rulings.road", "inches") * INCH
        self.near = book.int("onepage.rulings.road.gain", "thousandths")
        self.step = book.int("onepage.rulings.road.places", "thousandths")
        self.least = book.int("onepage.rulings.road.places", "inches") * INCH


class March(NamedTuple):
    """A place a unit can march to: by which road, against its run or not, and as a pose."""

    line: int
    back: bool
    action: int


def road_at(p: OnepagePosition, u: int) -> int:
    """The road by which a unit may march from where it is, or -1."""
    a = p.rect(u)
    return p.battle.land.line_near(a.x, a.y, p.battle.rules.road.near, ROAD_KINDS)


def nearest_spot(p: OnepagePosition, u: int, line: int) -> int:
    """The place of a road nearest to a unit, by its number."""
    x, y = p.x[u], p.y[u]
    roads = network(p.battle)
    spots = roads.spots
    return min(roads.road[line], key=lambda i: (spots[i].x - x) ** 2 + (spots[i].y - y) ** 2)


def may_march(p: OnepagePosition, u: int) -> bool:
    """Whether a unit can take to the road."""
    if p.battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED:
        return False
    return road_at(p, u) >= 0 and any(marches(p, u, {}))


def marches(p: OnepagePosition, u: int, came: dict[int, int]) -> Iterator[March]:
    """The places a unit can march to, the nearest first; `came` is filled with its ways."""
    battle = p.battle
    rules = battle.rules
    roads = network(battle)
    spots, links = roads.spots, roads.links
    start = nearest_spot(p, u, road_at(p, u))
    most = allowance(p, u) * rules.road.times
    watchers = _watchers(p, u, spots[start].facing)
    general = battle.arm[u] == GENERAL
    due = [(0, False, start, start)]
    while due:
        mils, meets, at, before = heappop(due)
        if at in came or mils > most:
            continue
        came[at] = before
        if at != start:
            line, x, y, facing = spots[at]
            back = at < before
            facing = 0 if general else (facing + back * HALF) % STEPS
            here = rect((x, y, facing), *battle.base[u])
            if not on_table(here, battle.wide, battle.high):
                continue
            stands = _about(p, u, x, y)
            if stands and not _passes(p, u, here, stands):
                continue
            if any(watcher.minds(here) for watcher in watchers):
                continue
            # Where roads meet, a march ends on the one by which it came.
            if not meets and mils >= rules.road.least and _ends(p, u, here, stands):
                yield March(line, back, battle.pose_at + battle.poses.at(x, y, facing))
        for link in links[at]:
            heappush(due, (mils + link.mils, link.meets, link.to, at))


def _about(p: OnepagePosition, u: int, x: int, y: int) -> list[int]:
    """The stands that may be in the way of a unit at a place: friends, and enemies too near."""
    battle = p.battle
    friends, foes = battle.stands_of[battle.side[u]], battle.stands_of[1 - battle.side[u]]
    found = [v for v in p.nearby(friends, u, x, y, 0) if v != u]
    return found + p.nearby(foes, u, x, y, battle.rules.road.clear)


def _passes(p: OnepagePosition, u: int, here: Rect, stands: Sequence[int]) -> bool:
    """Whether a unit marches by a place: through friends that let it, and clear of enemies."""
    side, free = p.battle.side, passes(p, u)
    clear = p.battle.rules.movement.clear
    for v in stands:
        if side[v] != side[u]:
            if nearer(here, p.rect(v), clear):
                return False
        elif not free and not passes(p, v) and overlap(here, p.rect(v)):
            return False
    return True


def _ends(p: OnepagePosition, u: int, here: Rect, stands: Sequence[int]) -> bool:
    """Whether a march may end at a place: on no friend, and far enough from every enemy."""
    side, clear = p.battle.side, p.battle.rules.road.clear
    for v in stands:
        if side[v] != side[u]:
            if nearer(here, p.rect(v), clear):
                return False
        elif p.battle.arm[u] != GENERAL and overlap(here, p.rect(v)):
            return False
    return True


class Watcher:
    """An enemy to whom a unit out of command may go no nearer, if it sees him."""

    __slots__ = ("here", "least", "p", "seen", "u", "v")

    def __init__(self, p: OnepagePosition, u: int, v: int, turned: Rect) -> None:
        self.p, self.u, self.v = p, u, v
        self.here = p.rect(v)
        # As everywhere, turning alone is no approach. (The gaps are rounded up.)
        self.least = min(gap(p.rect(u), self.here), gap(turned, self.here)) - 1
        self.seen: bool | None = None  # not looked for yet

    def minds(self, place: Rect) -> bool:
        """Whether a place is too near to him."""
        if self.seen is False or not nearer(place, self.here, self.least):
            return False
        if self.seen is None:
            self.seen = sees(self.p, self.u, self.v)
        return self.seen


def _watchers(p: OnepagePosition, u: int, facing: int) -> list[Watcher]:
    """The enemies to whom a unit may go no nearer, if it sees them."""
    if not p.state[u] & OUT:  # onepage.command.out.no-approach
        return []
    turned = rect((p.x[u], p.y[u], facing), *p.battle.base[u])
    return [Watcher(p, u, v, turned) for v in p.stands_on(1 - p.battle.side[u])]


def way_to(p: OnepagePosition, u: int, action: int) -> list[tuple[int, int]]:
    """The places by which a unit marches to a pose, that pose last; none if it cannot."""
    came: dict[int, int] = {}
    if not any(march.action == action for march in marches(p, u, came)):
        return []
    spots = network(p.battle).spots
    at = list(came)[-1]
    way = [at]
    while came[at] != at:
        at = came[at]
        way.append(at)
    return [(spots[i].x, spots[i].y) for i in reversed(way)]


class RoadMarch(PoseDecision[OnepagePosition]):
    """How far a unit marches by the road: its whole move."""

    asked_anyway = True
    asks = "{unit:marches} by road: where to?"
    waits = "Waiting for the march of {unit}."

    def options(self, p: OnepagePosition) -> list[int]:
        """The furthest place each way on every road, and on its own one about half as far."""
        ways: dict[tuple[int, bool], list[int]] = {}
        for line, back, action in marches(p, self.unit, {}):
            ways.setdefault((line, back), []).append(action)
        own = road_at(p, self.unit)
        found = {way[-1] for way in ways.values()}
        found |= {way[len(way) // 2] for (line, _), way in ways.items() if line == own}
        return sorted(found)

    def why_not(self, p: OnepagePosition, x: int, y: int, facing: int) -> str:
        action = p.battle.pose_at + p.battle.poses.at(x, y, facing)
        if way_to(p, self.unit, action):
            return ""
        rules = p.battle.rules.road
        apart, least = inches(rules.step), inches(rules.least)
        return f"a march ends on the road at each {apart} in from {least} in on, clear of the enemy"

    def apply(self, p: OnepagePosition, action: int) -> None:
        u = self.unit
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        p.say(u, f"marches {how_far(p.pose(u), (x, y, facing))} by road")
        trample(p, u, *way_to(p, u, action))
        p.put(u, x, y, facing)
        p.state[u] = (p.state[u] | ACTED) & ~STATIONARY
        if p.battle.arm[u] != GENERAL:
            ride_off(p, 1 - self.actor(p))
