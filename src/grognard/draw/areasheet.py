"""The sheet of a map of areas: metres in pixels, and a height for every point of the ground."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from grognard.boards.areamap import AreaMap
from grognard.boards.polygons import Point as Spot
from grognard.draw.curves import Point
from grognard.draw.paper import LEFT, TOP, Paper

_MESH = 20.0  # pixels between two knots of the net that is stretched over the known heights
_SWEEPS = 60
_PULL = 1.7  # over-relaxation: how far a knot moves to the mean of its neighbours
_LEVELS = 9  # steps of relief from the lowest ground to the highest


class AreaSheet(Paper):
    """A map of areas laid out on paper."""

    __slots__ = ("_knots", "ground", "highest", "outlines")

    def __init__(self, ground: AreaMap) -> None:
        self.ground = ground
        metre = ground.kilometre / 1000
        across, down = ground.size[0] * metre, ground.size[1] * metre
        super().__init__(ground.title, ground.north, across, down, metre)
        self.outlines = [self.points(outline) for outline in ground.areas.outlines]
        self.highest = _LEVELS if ground.heights else 0
        self._knots = self._stretched()

    def point(self, spot: Spot) -> Point:
        """A point of the map in pixels."""
        return LEFT + spot[0] * self.metre, TOP + (self.ground.size[1] - spot[1]) * self.metre

    def points(self, spots: Sequence[Spot]) -> list[Point]:
        """Points of the map in pixels."""
        return [self.point(spot) for spot in spots]

    def edge(self, approach: int) -> list[Point]:
        """The boundary of an approach, its own locale on the left as one goes along it."""
        line = self.points(self.ground.boundaries[approach >> 1].line)
        # On the map the first locale is to the left; on paper, where y runs down, it still is.
        return line[::-1] if approach & 1 else line

    def level(self, x: float, y: float) -> float:
        """The height at a point between the knots of the net."""
        if not self._knots:
            return 0.0
        u, v = (x - LEFT) / _MESH + 1, (y - TOP) / _MESH + 1
        i = min(max(int(u), 0), len(self._knots[0]) - 2)
        j = min(max(int(v), 0), len(self._knots) - 2)
        u, v = min(max(u - i, 0.0), 1.0), min(max(v - j, 0.0), 1.0)
        upper, lower = self._knots[j], self._knots[j + 1]
        top = upper[i] * (1 - u) + upper[i + 1] * u
        return top * (1 - v) + (lower[i] * (1 - u) + lower[i + 1] * u) * v

    def _stretched(self) -> list[list[float]]:
        """A net hung on the known heights like a cloth: every other knot lies between its own."""
        pinned = self._pinned()
        if not pinned:
            return []
        columns = int((self.frame.right - LEFT) / _MESH) + 4
        rows = int((self.frame.bottom - TOP) / _MESH) + 4
        low, high = min(pinned.values()), max(pinned.values())
        scale = _LEVELS / max(high - low, 1.0)
        held = {knot: (metres - low) * scale for knot, metres in pinned.items()}
        net = _flooded(held, columns, rows)
        for _ in range(_SWEEPS):
            for j in range(rows):
                row = net[j]
                above, below = net[max(j - 1, 0)], net[min(j + 1, rows - 1)]
                for i in range(columns):
                    if (i, j) not in held:
                        beside = row[max(i - 1, 0)] + row[min(i + 1, columns - 1)]
                        mean = (beside + above[i] + below[i]) / 4
                        row[i] += _PULL * (mean - row[i])
        return net

    def _pinned(self) -> dict[tuple[int, int], float]:
        """The knots nearest to points of known height, along every line of them."""
        found: dict[tuple[int, int], float] = {}
        for line in self.ground.heights:
            spots = [(*self.point((x, y)), float(metres)) for x, y, metres in line]
            for (ax, ay, a), (bx, by, b) in pairwise([*spots, spots[-1]]):
                count = int(hypot(bx - ax, by - ay) / (_MESH / 2)) + 1
                for n in range(count):
                    part = n / count
                    x, y = ax + (bx - ax) * part, ay + (by - ay) * part
                    knot = round((x - LEFT) / _MESH) + 1, round((y - TOP) / _MESH) + 1
                    found[knot] = a + (b - a) * part
        return found


def _flooded(held: dict[tuple[int, int], float], columns: int, rows: int) -> list[list[float]]:
    """A net in which every knot begins with the height of a known one near it."""
    net = [[0.0] * columns for _ in range(rows)]
    reached = set(held)
    ring = [(i, j, height) for (i, j), height in held.items()]
    # Known heights a little way off the sheet count too: the flood passes over the edge.
    margin = 60
    while ring:
        following: list[tuple[int, int, float]] = []
        for i, j, height in ring:
            if 0 <= i < columns and 0 <= j < rows:
                net[j][i] = height
            for knot in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                inside = -margin <= knot[0] < columns + margin
                if knot not in reached and inside and -margin <= knot[1] < rows + margin:
                    reached.add(knot)
                    following.append((*knot, height))
        ring = following
    return net
