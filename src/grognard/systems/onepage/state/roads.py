"""The roads of a battle as places and links between them, worked out once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from grognard.boards.table.lattice import bearing, length, nearest
from grognard.boards.tablemap import LINES, ROADS
from grognard.systems.onepage.state.battle import OnepageBattle

ROAD_KINDS: Final = [LINES.index(word) for word in ROADS]


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


class Network:
    """The places of all roads where marches are looked at and may end, and their links."""

    def __init__(self, battle: OnepageBattle) -> None:
        step = battle.rules.road.step
        self.spots: list[Spot] = []
        self.links: list[list[Link]] = []
        self.road: dict[int, range] = {}
        exact: list[tuple[int, int]] = []
        for number, line in enumerate(battle.land.lines):
            if line.kind not in ROAD_KINDS:
                continue
            for x, y, facing in _places(line.points, step):
                self.spots.append(Spot(number, *nearest(x, y), facing))
                exact.append((x, y))
            road = self.road[number] = range(len(self.links), len(self.spots))
            for i in road:
                self.links.append([Link(j, step, meets=False) for j in (i + 1, i - 1) if j in road])
        for one, other in combinations(self.road.values(), 2):
            for mils, i, j in _meetings(exact, one, other, battle.rules.road.near):
                self.links[i].append(Link(j, mils, meets=True))
                self.links[j].append(Link(i, mils, meets=True))


@lru_cache(maxsize=64)
def network(battle: OnepageBattle) -> Network:
    """The roads of a battle, worked out once."""
    return Network(battle)


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
