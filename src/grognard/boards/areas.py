"""Areas: locales that share edges, approaches, distances and roads. Geometry only.

A locale, a boundary and an approach are ints; a set of locales or boundaries is an int too (bit n
stands for number n). Boundary n has the approaches 2n, of its first locale, and 2n + 1, of its
second: an approach is the boundary seen from inside its locale.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.polygons import Point, meets_within, segments
from grognard.engine.errors import UnknownName, did_you_mean

MAIN, LOCAL, RAILROAD = 1, 2, 4  # kinds of road: flags, for several may be allowed at once
ROADS = {"main": MAIN, "local": LOCAL, "railroad": RAILROAD}
ANY_ROAD = MAIN | LOCAL | RAILROAD

NO_WAY = -1
RESERVE = -1  # in place of an approach


def opposite(approach: int) -> int:
    """The approach across the same boundary.

    >>> opposite(6), opposite(7)
    (7, 6)
    """
    return approach ^ 1


def boundary_of(approach: int) -> int:
    """The boundary an approach is one side of."""
    return approach >> 1


class AreaRoad:
    """A road through locales, one after the other, and the line it is drawn by."""

    __slots__ = ("id", "kind", "line", "name", "through")

    def __init__(
        self,
        id: str,
        name: str,
        kind: int,
        through: tuple[int, ...],
        line: tuple[Point, ...],
    ) -> None:
        self.id = id
        self.name = name
        self.kind = kind
        self.through = through
        self.line = line


class Areas:
    """The locales of a map: who borders on whom, how far it is, and where roads lead."""

    __slots__ = (
        "_closed",
        "_joined",
        "_links",
        "_nodes",
        "approaches",
        "between",
        "boundaries",
        "distance",
        "ids",
        "locale",
        "near",
        "neighbours",
        "outlines",
        "size",
        "towards",
    )

    def __init__(
        self,
        ids: Sequence[str],
        outlines: Sequence[tuple[Point, ...]],
        boundaries: Sequence[tuple[int, int]],
        closed: int = 0,
        roads: Sequence[AreaRoad] = (),
    ) -> None:
        """Locales by id and outline, boundaries as pairs; none of `closed` can be crossed."""
        self.size = len(ids)
        self.ids = tuple(ids)
        self.outlines = tuple(outlines)
        self.boundaries = tuple(boundaries)
        self.locale = tuple(locale for pair in boundaries for locale in pair)  # [approach]
        self.towards = tuple(self.locale[opposite(a)] for a in range(len(self.locale)))
        every = range(len(self.locale))
        self.approaches = tuple(  # [locale]
            tuple(a for a in every if self.locale[a] == here) for here in range(self.size)
        )
        self.neighbours = tuple(  # [locale]
            tuple(self.towards[a] for a in mine) for mine in self.approaches
        )
        self.between = tuple(  # [locale][locale]: the approach of the first towards the second
            tuple(self._towards(here, there) for there in range(self.size))
            for here in range(self.size)
        )
        self._closed = closed
        self.near = tuple(  # [locale]: the set of locales that can be entered from it
            sum(1 << self.towards[a] for a in mine if not closed >> boundary_of(a) & 1)
            for mine in self.approaches
        )
        self.distance = tuple(self._spread(here) for here in range(self.size))
        self._lay_roads(roads)

    def _towards(self, here: int, there: int) -> int:
        return next((a for a in self.approaches[here] if self.towards[a] == there), NO_WAY)

    def _spread(self, start: int) -> tuple[int, ...]:
        """The number of boundaries to cross to every locale; NO_WAY if it cannot be reached."""
        far = [NO_WAY] * self.size
        far[start] = 0
        ring = [start]
        for step in range(1, self.size):
            following: list[int] = []
            for here in ring:
                for there in self.neighbours[here]:
                    if self.near[here] >> there & 1 and far[there] == NO_WAY:
                        far[there] = step
                        following.append(there)
            ring = following
        return tuple(far)

    # -- names -----------------------------------------------------------------------------------

    def approach_name(self, approach: int) -> str:
        """The name of an approach, its locale and the one across: `henry-hill/stone-bridge`."""
        return f"{self.ids[self.locale[approach]]}/{self.ids[self.towards[approach]]}"

    def parse(self, text: str) -> int:
        """The locale of an id."""
        if text not in self.ids:
            raise UnknownName(f'no locale "{text[:40]}" ({did_you_mean(text, self.ids)})')
        return self.ids.index(text)

    def parse_approach(self, text: str) -> int:
        """The approach of a name such as `henry-hill/stone-bridge`."""
        here, slash, there = text.partition("/")
        if not slash:
            raise UnknownName(f'"{text[:40]}" is not an approach: write it as "locale/locale"')
        approach = self.between[self.parse(here)][self.parse(there)]
        if approach == NO_WAY:
            known = [self.ids[n] for n in self.neighbours[self.parse(here)]]
            hint = did_you_mean(there, known)
            raise UnknownName(f"{here} and {there} have no common boundary ({hint})")
        return approach

    def place_of(self, id: str) -> tuple[int, int] | None:
        """The locale and approach of `locale:…` and `approach:…`; RESERVE is no approach."""
        kind, _, name = id.partition(":")
        try:
            if kind == "locale":
                return self.parse(name), RESERVE
            if kind == "approach":
                approach = self.parse_approach(name)
                return self.locale[approach], approach
        except UnknownName:
            pass
        return None

    # -- roads -----------------------------------------------------------------------------------

    def _lay_roads(self, roads: Sequence[AreaRoad]) -> None:
        """Number the stops of all roads, link the neighbouring ones, join those that meet."""
        stops = [(road, i) for road in roads for i in range(len(road.through))]
        number = {(road.id, i): n for n, (road, i) in enumerate(stops)}
        self._nodes: list[list[int]] = [[] for _ in range(self.size)]  # [locale]: its stops
        # [stop]: the next stops with their locale, the boundary crossed and the kind of road
        self._links: list[list[tuple[int, int, int, int]]] = []
        for n, (road, i) in enumerate(stops):
            here = road.through[i]
            self._nodes[here].append(n)
            self._links.append([])
            for j in (i - 1, i + 1):
                if 0 <= j < len(road.through):
                    there = road.through[j]
                    crossed = boundary_of(self.between[here][there])
                    if not self._closed >> crossed & 1:
                        self._links[n].append((number[road.id, j], there, crossed, road.kind))
        self._joined = [  # [stop]: itself and the stops of its locale on roads connected there
            self._connected(n, [stop[0] for stop in stops], road.through[i])
            for n, (road, i) in enumerate(stops)
        ]

    def _connected(self, start: int, road_of: Sequence[AreaRoad], here: int) -> list[int]:
        """The stops of a locale that can be reached from one of them without leaving it."""
        found = [start]
        for stop in found:
            for other in self._nodes[here]:
                if other not in found and self._meet(road_of[stop], road_of[other], here):
                    found.append(other)
        return sorted(found)

    def _meet(self, one: AreaRoad, other: AreaRoad, here: int) -> bool:
        return one is other or any(
            meets_within(piece, its, self.outlines[here])
            for piece in segments(one.line)
            for its in segments(other.line)
        )

    def road_reach(
        self, start: int, steps: int, kinds: int = ANY_ROAD, barred: int = 0, closed: int = 0
    ) -> int:
        """The set of locales within `steps` along connected roads of some kinds, without `start`.

        No locale of `barred` is entered and no boundary of `closed` crossed; roads connect in a
        locale where their lines meet.
        """
        reached = 1 << start
        seen = 0
        ring: list[int] = []
        for node in self._nodes[start]:
            seen |= 1 << node
            ring.append(node)
        for _ in range(steps):
            following: list[int] = []
            for node in ring:
                for onward, there, crossed, kind in self._links[node]:
                    if not kind & kinds or barred >> there & 1 or closed >> crossed & 1:
                        continue
                    reached |= 1 << there
                    for joined in self._joined[onward]:
                        if not seen >> joined & 1:
                            seen |= 1 << joined
                            following.append(joined)
            ring = following
        return reached & ~(1 << start)

    def road_path(
        self,
        start: int,
        goal: int,
        steps: int,
        kinds: int = ANY_ROAD,
        barred: int = 0,
        closed: int = 0,
    ) -> list[int]:
        """The locales of a shortest road route, both ends included; empty if there is none."""
        ways: dict[int, list[int]] = {node: [start] for node in self._nodes[start]}
        ring = list(ways)
        for _ in range(steps):
            following: list[int] = []
            for node in ring:
                for onward, there, crossed, kind in self._links[node]:
                    if not kind & kinds or barred >> there & 1 or closed >> crossed & 1:
                        continue
                    way = [*ways[node], there]
                    if there == goal:
                        return way
                    for joined in self._joined[onward]:
                        if joined not in ways:
                            ways[joined] = way
                            following.append(joined)
            ring = following
        return []
