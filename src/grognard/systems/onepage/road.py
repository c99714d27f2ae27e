"""The road: a whole move along it at three times the rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, pairwise
from typing import NamedTuple

from grognard.boards.table.lattice import HALF, INCH, STEPS, TENTH, bearing, length, nearest
from grognard.boards.table.rect import Rect, gap, nearer, on_table, overlap, rect
from grognard.boards.tablemap import LINES, ROADS
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.field import sees
from grognard.systems.onepage.movement import allowance, passes
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import ARTILLERY, GENERAL
from grognard.systems.onepage.state.position import (
    ACTED,
    LIMBERED,
    OUT,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.onepage.terrain import trample
from grognard.systems.tabletop.asking import PoseDecision
from grognard.systems.tabletop.measure import inches


class RoadRules:
    """The rate of a march, how near to road and enemy it begins and ends, and its places."""

    def __init__(self, book: Rulebook) -> None:
        self.times = book.int("onepage.move.road", "times")
        self.clear = book.int("onepage.rulings.road", "inches") * INCH
        self.near = book.int("onepage.rulings.road.gain", "thousandths")
        self.step = book.int("onepage.rulings.road.places", "thousandths")
        self.least = book.int("onepage.rulings.road.places", "inches") * INCH


class Spot(NamedTuple):
    """A place on a road: which road, where, and which way it runs on."""

    line: int
    x: int
    y: int
    facing: int


class Link(NamedTuple):
    """From a place to the next along its road, or to another road that it meets there."""

    to: int
    mils: int
    meets: bool


class March(NamedTuple):
    """A place a unit can march to: by which road, against its run or not, and as a pose."""

    line: int
    back: bool
    action: int


@lru_cache(maxsize=64)
def network(battle: OnepageBattle) -> tuple[list[Spot], list[list[Link]]]:
    """The places of all roads where marches are looked at and may end, and their links."""
    step = battle.rules.road.step
    kinds = [LINES.index(word) for word in ROADS]
    spots: list[Spot] = []
    exact: list[tuple[int, int]] = []
    links: list[list[Link]] = []
    roads: list[range] = []
    for number, line in enumerate(battle.land.lines):
        if line.kind not in kinds:
            continue
        for x, y, facing in _places(line.points, step):
            spots.append(Spot(number, *nearest(x, y), facing))
            exact.append((x, y))
        road = range(len(links), len(spots))
        roads.append(road)
        for i in road:
            links.append([Link(j, step, meets=False) for j in (i + 1, i - 1) if j in road])
    for one, other in combinations(roads, 2):
        for mils, i, j in _meetings(exact, one, other, battle.rules.road.near):
            links[i].append(Link(j, mils, meets=True))
            links[j].append(Link(i, mils, meets=True))
    return spots, links


def _places(points: Sequence[tuple[int, int]], step: int) -> Iterator[tuple[int, int, int]]:
    """A place at every step along a road, and which way it runs on from there."""
    gone = due = 0
    for (ax, ay), (bx, by) in pairwise(points):
        whole = length(bx - ax, by - ay)
        while due <= gone + whole:
            part = due - gone
            x, y = ax + (bx - ax) * part // whole, ay + (by - ay) * part // whole
            yield x, y, bearing(bx - ax, by - ay)
            due += step
        gone += whole


def _meetings(
    at: list[tuple[int, int]], one: range, other: range, near: int
) -> Iterator[tuple[int, int, int]]:
    """The nearest places of two roads wherever they meet: how far apart, and which."""
    best: tuple[int, int, int] | None = None
    for i in one:
        x, y = at[i]
        gaps = [
            (length(at[j][0] - x, at[j][1] - y), i, j)
            for j in other
            if abs(at[j][0] - x) <= near and abs(at[j][1] - y) <= near
        ]
        least = min(gaps, default=(near + 1, i, i))
        if least[0] <= near:
            best = min(best or least, least)
        elif best:
            yield best
            best = None
    if best:
        yield best


def road_at(p: OnepagePosition, u: int) -> int:
    """The road by which a unit may march from where it is, or -1."""
    a = p.rect(u)
    kinds = [LINES.index(word) for word in ROADS]
    return p.battle.land.line_near(a.x, a.y, p.battle.rules.road.near, kinds)


def nearest_spot(p: OnepagePosition, u: int, line: int) -> int:
    """The place of a road nearest to a unit, by its number."""
    x, y = p.x[u], p.y[u]
    own = [(i, spot) for i, spot in enumerate(network(p.battle)[0]) if spot.line == line]
    return min(own, key=lambda s: (s[1].x - x) ** 2 + (s[1].y - y) ** 2)[0]


def may_march(p: OnepagePosition, u: int) -> bool:
    """Whether a unit can take to the road."""
    if p.battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED:
        return False
    return road_at(p, u) >= 0 and any(marches(p, u, {}))


def marches(p: OnepagePosition, u: int, came: dict[int, int]) -> Iterator[March]:
    """The places a unit can march to, the nearest first; `came` is filled with its ways."""
    battle = p.battle
    rules = battle.rules
    spots, links = network(battle)
    start = nearest_spot(p, u, road_at(p, u))
    most = allowance(p, u) * rules.road.times
    watchers = _watchers(p, u, spots[start].facing)
    friends = [] if battle.arm[u] == GENERAL else [v for v in p.stands_on(battle.side[u]) if v != u]
    passed = [] if passes(p, u) else [v for v in friends if not passes(p, v)]
    due = [(0, False, start, start)]
    while due:
        mils, meets, at, before = heappop(due)
        if at in came or mils > most:
            continue
        came[at] = before
        if at != start:
            line, x, y, facing = spots[at]
            back = at < before
            facing = 0 if battle.arm[u] == GENERAL else (facing + back * HALF) % STEPS
            here = rect((x, y, facing), *battle.base[u])
            if not _clear(p, u, here, passed, rules.movement.clear):
                continue
            if any(nearer(here, p.rect(v), least) and sees(p, u, v) for v, least in watchers):
                continue
            # Where roads meet, a march ends on the one by which it came.
            ends = not meets and mils >= rules.road.least
            if ends and _clear(p, u, here, friends, rules.road.clear):
                yield March(line, back, battle.pose_at + battle.poses.at(x, y, facing))
        for link in links[at]:
            heappush(due, (mils + link.mils, link.meets, link.to, at))


def _clear(p: OnepagePosition, u: int, here: Rect, friends: list[int], apart: int) -> bool:
    """Whether a place of a road lies on the table, on no friend and so far from every enemy."""
    battle = p.battle
    if not on_table(here, battle.wide, battle.high):
        return False
    x, y = here.x // TENTH, here.y // TENTH
    foes = p.nearby(battle.stands_of[1 - battle.side[u]], u, x, y, apart)
    if any(nearer(here, p.rect(v), apart) for v in foes):
        return False
    return not any(overlap(here, p.rect(v)) for v in p.nearby(friends, u, x, y, 0))


def _watchers(p: OnepagePosition, u: int, facing: int) -> list[tuple[int, int]]:
    """Enemies to whom a unit out of command may go no nearer if seen, and how near it is."""
    battle = p.battle
    if not p.state[u] & OUT:  # onepage.command.out.no-approach
        return []
    a = p.rect(u)
    # As everywhere, turning alone is no approach. (The gaps are rounded up.)
    turned = rect((p.x[u], p.y[u], facing), *battle.base[u])
    return [
        (v, min(gap(a, p.rect(v)), gap(turned, p.rect(v))) - 1)
        for v in p.stands_on(1 - battle.side[u])
    ]


def way_to(p: OnepagePosition, u: int, action: int) -> list[tuple[int, int]]:
    """The places by which a unit marches to a pose, that pose last; none if it cannot."""
    came: dict[int, int] = {}
    if not any(march.action == action for march in marches(p, u, came)):
        return []
    spots, _ = network(p.battle)
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
        p.say(u, f"marches by road to {p.battle.nouns.name(action)}")
        trample(p, u, *way_to(p, u, action))
        p.put(u, x, y, facing)
        p.state[u] = (p.state[u] | ACTED) & ~STATIONARY
        if p.battle.arm[u] != GENERAL:
            ride_off(p, 1 - self.actor(p))
