"""What was judged of a position, kept so that one that differs a little is judged quickly.

What is kept is not altered: a position judged later gets a copy of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import ne
from typing import Final

from grognard.boards.table.lattice import TENTH
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.victory import alone

FAR_AWAY: Final = 10**12  # squared, in place of a distance to nobody
# Tenths of an inch within which anything counts for a stand in contact, for its enemy's test
# depends on what is about him; as a rule, and where long columns touch.
ENTANGLED, IN_COLUMN = 140, 300
BY_LEADER: Final = 90  # a leader counts for it if he is with it or its enemy

MOST_TOLD: Final = 1024  # verdicts that are remembered

Armies = tuple[list[int], list[int]]  # the stands on the table of each side
Foes = list[tuple[int, int, int]]  # stands with their places in tenths of an inch


class Seen:
    """The worth of every stand, and what it was worked out from; nothing of those off the table."""

    __slots__ = (
        "about", "columns", "command", "entangled", "fleeing", "holders", "left", "nearest",
        "place", "pull", "rallied", "reach2", "standing", "verdicts", "worn", "worth",
    )  # fmt: skip

    def __init__(self, count: int) -> None:
        self.columns: tuple[list[int], ...] = ()  # x, y, losses and all else that counts nearby
        self.worth = [0.0] * count  # of its strength and order
        self.place = [0.0] * count
        self.command = [0.0] * count
        self.standing = [0.0] * count  # both together
        self.pull = [0.0] * count  # what the way to the enemy costs it
        self.reach2 = [0] * count  # how far off enemies count for its place, in tenths, squared
        self.entangled = [False] * count  # in contact
        self.fleeing = [False] * count
        self.nearest = [FAR_AWAY] * count  # squared, the way to the nearest enemy in tenths
        self.about = [0] * count  # a bit for each objective it is at, if not routed
        self.holders: tuple[int, ...] | None = None  # of the objectives; None if not worked out
        # Of each side: strength points left, what its losses cost it, and what its leaders are
        # worth to the routed.
        self.left = (0, 0)
        self.worn = (0.0, 0.0)
        self.rallied = (0.0, 0.0)
        # By side and turn, and units that differ with what they are.
        self.verdicts: dict[tuple[int, ...], float] = {}

    def copy(self, columns: tuple[list[int], ...]) -> Seen:
        """The same worth, to be brought up to date for other columns."""
        now = Seen.__new__(Seen)
        now.columns = tuple([column.copy() for column in columns])
        now.worth, now.place = self.worth.copy(), self.place.copy()
        now.command, now.standing = self.command.copy(), self.standing.copy()
        now.pull, now.reach2 = self.pull.copy(), self.reach2.copy()
        now.entangled, now.fleeing = self.entangled.copy(), self.fleeing.copy()
        now.nearest, now.about = self.nearest.copy(), self.about.copy()
        now.holders, now.left = self.holders, self.left
        now.worn, now.rallied, now.verdicts = self.worn, self.rallied, {}
        return now

    def tell(self, case: tuple[int, ...], verdict: float) -> None:
        """Remember how a position was judged that is this one but for a few units."""
        if len(self.verdicts) >= MOST_TOLD:
            self.verdicts.clear()
        self.verdicts[case] = verdict

    def leave(self, u: int) -> None:
        """A stand that is off the table is worth nothing where it is."""
        self.worth[u] = self.standing[u] = self.pull[u] = 0.0
        self.entangled[u] = self.fleeing[u] = False
        self.stay(u, 0)

    def stay(self, u: int, about: int) -> None:
        """A stand is at these objectives, a bit for each."""
        if about != self.about[u]:
            self.about[u] = about
            self.holders = None

    def changed(self, columns: tuple[list[int], ...]) -> list[int]:
        """The units of which something differs."""
        if not self.columns:
            return list(range(len(self.about)))
        found: set[int] = set()
        for then, now in zip(self.columns, columns, strict=True):
            if then != now:
                found.update(compress(range(len(now)), map(ne, then, now)))
        return sorted(found)

    def touched(
        self, p: TablePosition, changed: list[int], far: int, armies: Armies
    ) -> tuple[set[int], set[int]]:
        """The stands to be judged anew, and those whose nearest enemy may be another now.

        They are those that have changed, and those for which one counts who was or is near them,
        for a stand in contact so many tenths of an inch.
        """
        battle, xs, ys = p.battle, p.x, p.y
        if not self.columns:
            here = {*armies[0], *armies[1]}
            return here, here
        again = {c for c in changed if c < battle.stands and xs[c] >= 0}
        ways = again.copy()
        foes = armies[1], armies[0]
        entangled, nearest, reach2 = self.entangled, self.nearest, self.reach2
        tangled = [u for own in armies for u in own if entangled[u]]
        then_x, then_y = self.columns[:2]
        for c in changed:
            for x, y in {(xs[c], ys[c]), (then_x[c], then_y[c])}:
                if x < 0:
                    continue
                for u in foes[battle.side[c]] if c < battle.stands else ():
                    dx, dy = xs[u] - x, ys[u] - y
                    way = dx * dx + dy * dy
                    if way <= nearest[u]:
                        ways.add(u)
                    if way <= reach2[u]:
                        again.add(u)
                near = far if c < battle.stands else min(far, BY_LEADER)
                for u in tangled:
                    if abs(xs[u] - x) <= near and abs(ys[u] - y) <= near:
                        again.add(u)
        return again, ways

    def loses(self, p: TablePosition, losses: list[int], changed: Iterable[int]) -> bool:
        """Whether somebody has lost strength, has come or has gone."""
        if not self.columns or self.columns[2] != losses:
            return True
        xs = self.columns[0]
        return any((xs[u] < 0) != (p.x[u] < 0) for u in changed)

    def held(self, p: TablePosition) -> tuple[int, ...]:
        """The side that alone has an unrouted stand about each objective, -1 where none has."""
        if self.holders is None:
            there = [0, 0]
            for u, about in enumerate(self.about):
                if about:
                    there[p.battle.side[u]] |= about
            objectives = range(len(p.battle.objectives))
            self.holders = tuple([alone([bool(own >> i & 1) for own in there]) for i in objectives])
        return self.holders


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
