"""What was judged of a position, kept so that one that differs a little is judged quickly.

Nothing here is altered once it is kept: a position judged later gets a copy of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.boards.table.lattice import TENTH
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.victory import alone

FAR_AWAY: Final = 10**12  # squared, in place of a distance to nobody
# Tenths of an inch within which anything counts for a stand in contact: columns are long, and its
# enemy's test depends on what is about him.
ENTANGLED: Final = 300

Foes = list[tuple[int, int, int]]  # stands with their places in tenths of an inch


class Seen:
    """The worth of every stand, and what it was worked out from."""

    __slots__ = (
        "about", "columns", "command", "entangled", "nearest", "place", "reach", "worn", "worth",
    )  # fmt: skip

    def __init__(self, count: int) -> None:
        self.columns: tuple[list[int], ...] = ()  # x, y, losses and all else that counts nearby
        self.worth = [0.0] * count  # of its strength and order
        self.place = [0.0] * count
        self.command = [0.0] * count
        self.reach = [0] * count  # how far off enemies count for its place, in tenths
        self.entangled = [False] * count  # in contact
        self.nearest = [FAR_AWAY] * count  # squared, the way to the nearest enemy in tenths
        self.about = [0] * count  # a bit for each objective it is at, if not routed
        self.worn = (0.0, 0.0)

    def copy(self, columns: tuple[list[int], ...]) -> Seen:
        """The same worth, to be brought up to date for other columns."""
        now = Seen.__new__(Seen)
        now.columns = tuple([column.copy() for column in columns])
        now.worth, now.place = self.worth.copy(), self.place.copy()
        now.command, now.reach = self.command.copy(), self.reach.copy()
        now.entangled, now.nearest = self.entangled.copy(), self.nearest.copy()
        now.about, now.worn = self.about.copy(), self.worn
        return now

    def changed(self, columns: tuple[list[int], ...]) -> list[int]:
        """The units of which something differs."""
        if not self.columns:
            return list(range(len(self.about)))
        found: set[int] = set()
        for then, now in zip(self.columns, columns, strict=True):
            if then != now:
                found.update([u for u, (a, b) in enumerate(zip(then, now, strict=True)) if a != b])
        return sorted(found)

    def places(self, p: TablePosition, c: int) -> list[tuple[int, int]]:
        """Where a unit was and is, as far as it was or is on the table."""
        found = [(p.x[c], p.y[c])] if p.x[c] >= 0 else []
        if self.columns and self.columns[0][c] >= 0:
            found.append((self.columns[0][c], self.columns[1][c]))
        return found

    def near_changes(self, p: TablePosition, changed: list[int], here: list[int]) -> set[int]:
        """The stands that have changed, or for which something counts that has."""
        battle = p.battle
        stands, side = battle.stands, battle.side
        if not self.columns:
            return set(here)
        found = {c for c in changed if c < stands and p.x[c] >= 0}
        xs, ys, reach, entangled = p.x, p.y, self.reach, self.entangled
        for c in changed:
            foe = 1 - side[c] if c < stands else -1
            spots = self.places(p, c)
            for u in here:
                if entangled[u]:
                    far = ENTANGLED
                elif side[u] == foe:
                    far = reach[u]
                else:
                    continue
                for x, y in spots:
                    if -far <= xs[u] - x <= far and -far <= ys[u] - y <= far:
                        found.add(u)
        return found

    def new_ways(self, p: TablePosition, changed: list[int], here: list[int]) -> set[int]:
        """The stands whose nearest enemy may be another, or elsewhere, than before."""
        battle = p.battle
        stands, side = battle.stands, battle.side
        if not self.columns:
            return set(here)
        found = {c for c in changed if c < stands and p.x[c] >= 0}
        xs, ys, nearest = p.x, p.y, self.nearest
        for c in changed:
            if c < stands:
                foe = 1 - side[c]
                for x, y in self.places(p, c):
                    for u in here:
                        if side[u] == foe and (xs[u] - x) ** 2 + (ys[u] - y) ** 2 <= nearest[u]:
                            found.add(u)
        return found

    def loses(self, p: TablePosition, losses: list[int], changed: Iterable[int]) -> bool:
        """Whether somebody has lost strength, has come or has gone."""
        if not self.columns or self.columns[2] != losses:
            return True
        xs = self.columns[0]
        return any((xs[u] < 0) != (p.x[u] < 0) for u in changed)

    def held(self, p: TablePosition) -> list[int]:
        """The side that alone has an unrouted stand about each objective, -1 where none has."""
        there = [0, 0]
        for u, about in enumerate(self.about):
            if about:
                there[p.battle.side[u]] |= about
        return [
            alone([bool(own >> i & 1) for own in there]) for i in range(len(p.battle.objectives))
        ]


def about(p: TablePosition, u: int, reach: int) -> int:
    """The objectives within reach of a stand's centre, in tenths of an inch, as bits."""
    x, y, found = p.x[u], p.y[u], 0
    for i, o in enumerate(p.battle.objectives):
        if (x - o.x) ** 2 + (y - o.y) ** 2 <= reach * reach:
            found |= 1 << i
    return found


def nearby(x: int, y: int, far: int, foes: Foes) -> list[tuple[int, int]]:
    """The enemies so near to a place, each with the squared way in mils."""
    found = []
    for v, a, b in foes:
        dx = a - x
        if -far <= dx <= far:
            way = dx * dx + (b - y) * (b - y)
            if way <= far * far:
                found.append((way * TENTH * TENTH, v))
    return found


def nearest_way(x: int, y: int, foes: Foes) -> int:
    """The squared way from a place to the nearest enemy, in tenths of an inch."""
    return min([(x - a) ** 2 + (y - b) ** 2 for _, a, b in foes], default=FAR_AWAY)
