"""The road: a whole move along it at three times the rate."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
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
    """A place on a road: how far along it, where, and which way it runs on."""

    mils: int
    x: int
    y: int
    facing: int


@lru_cache(maxsize=256)
def spots_of(battle: OnepageBattle, line: int) -> tuple[Spot, ...]:
    """The places of a road where marches are looked at and may end."""
    points = battle.land.lines[line].points
    found = []
    gone = 0
    due = 0
    for (ax, ay), (bx, by) in pairwise(points):
        whole = length(bx - ax, by - ay)
        facing = bearing(bx - ax, by - ay)
        while due <= gone + whole:
            part = due - gone
            x, y = ax + (bx - ax) * part // whole, ay + (by - ay) * part // whole
            tx, ty = nearest(x, y)
            found.append(Spot(due, tx, ty, facing))
            due += battle.rules.road.step
        gone += whole
    return tuple(found)


def nearest_spot(spots: tuple[Spot, ...], a: Rect) -> int:
    """The place of a road nearest to a stand, by its number."""
    gaps = [(s.x * TENTH - a.x) ** 2 + (s.y * TENTH - a.y) ** 2 for s in spots]
    return gaps.index(min(gaps))


def road_at(p: OnepagePosition, u: int) -> int:
    """The road by which a unit may march from where it is, or -1."""
    a = p.rect(u)
    kinds = [LINES.index(word) for word in ROADS]
    return p.battle.land.line_near(a.x, a.y, p.battle.rules.road.near, kinds)


def may_march(p: OnepagePosition, u: int) -> bool:
    """Whether a unit can take to the road."""
    if p.battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED:
        return False
    line = road_at(p, u)
    return line >= 0 and any(marches(p, u, line))


def marches(p: OnepagePosition, u: int, line: int) -> Iterator[tuple[bool, int]]:
    """The places a unit can march to, as poses, the nearest first: along the line, then back."""
    battle = p.battle
    rules = battle.rules
    spots = spots_of(battle, line)
    start = nearest_spot(spots, p.rect(u))
    most = allowance(p, u) * rules.road.times
    watchers = _watchers(p, u, spots[start].facing)
    friends = [] if battle.arm[u] == GENERAL else [v for v in p.stands_on(battle.side[u]) if v != u]
    passed = [] if passes(p, u) else [v for v in friends if not passes(p, v)]
    for back, beyond in enumerate((spots[start + 1 :], spots[:start][::-1])):
        for spot in beyond:
            way = abs(spot.mils - spots[start].mils)
            facing = 0 if battle.arm[u] == GENERAL else (spot.facing + back * HALF) % STEPS
            here = rect((spot.x, spot.y, facing), *battle.base[u])
            if way > most or not _clear(p, u, here, passed, rules.movement.clear):
                break
            if any(nearer(here, p.rect(v), least) and sees(p, u, v) for v, least in watchers):
                break
            if way >= rules.road.least and _clear(p, u, here, friends, rules.road.clear):
                yield bool(back), battle.pose_at + battle.poses.at(spot.x, spot.y, facing)


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


def way_along(p: OnepagePosition, u: int, x: int, y: int) -> list[tuple[int, int]]:
    """The places of its road by which a unit comes to one of them."""
    spots = spots_of(p.battle, road_at(p, u))
    start = nearest_spot(spots, p.rect(u))
    places = [(s.x, s.y) for s in spots]
    first, last = sorted((start, places.index((x, y))))
    way = places[first : last + 1]
    return way if first == start else way[::-1]


class RoadMarch(PoseDecision[OnepagePosition]):
    """How far a unit marches by the road: its whole move."""

    asked_anyway = True
    asks = "{unit:marches} by road: where to?"
    waits = "Waiting for the march of {unit}."

    def options(self, p: OnepagePosition) -> list[int]:
        """The furthest place each way, and one about half as far."""
        ways: tuple[list[int], list[int]] = ([], [])
        for back, action in marches(p, self.unit, road_at(p, self.unit)):
            ways[back].append(action)
        return sorted({way[i] for way in ways if way for i in (-1, len(way) // 2)})

    def why_not(self, p: OnepagePosition, x: int, y: int, facing: int) -> str:
        action = p.battle.pose_at + p.battle.poses.at(x, y, facing)
        if any(action == place for _, place in marches(p, self.unit, road_at(p, self.unit))):
            return ""
        rules = p.battle.rules.road
        apart, least = inches(rules.step), inches(rules.least)
        return f"a march ends on the road at each {apart} in from {least} in on, clear of the enemy"

    def apply(self, p: OnepagePosition, action: int) -> None:
        u = self.unit
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        p.say(u, f"marches by road to {p.battle.nouns.name(action)}")
        trample(p, u, *way_along(p, u, x, y))
        p.put(u, x, y, facing)
        p.state[u] = (p.state[u] | ACTED) & ~STATIONARY
        if p.battle.arm[u] != GENERAL:
            ride_off(p, 1 - self.actor(p))
