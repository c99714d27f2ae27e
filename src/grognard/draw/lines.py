"""Broken lines on the sheet: steps along them, how far they are, and how a hand would draw them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from grognard.draw.curves import Point, smooth_line


def inside(at: Point, outline: list[Point]) -> bool:
    """Whether a point of the drawing lies in a figure."""
    x, y = at
    found = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def apart(at: Point, line: list[Point]) -> float:
    """How far a point is from a broken line."""
    return min(_from_piece(at, a, b) for a, b in pairwise(line))


def _from_piece(at: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = 0.0 if long == 0 else ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long
    part = min(max(part, 0.0), 1.0)
    return hypot(at[0] - a[0] - dx * part, at[1] - a[1] - dy * part)


class Ways:
    """Lines on the sheet, found again by where they run."""

    __slots__ = ("_cells",)

    FAR = 40.0  # nothing is looked for further off

    def __init__(self, lines: list[list[Point]]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for line in lines:
            for a, b in pairwise(line):
                for cell in self._about(a, b):
                    self._cells.setdefault(cell, []).append((a, b))

    def _about(self, a: Point, b: Point) -> Iterator[tuple[int, int]]:
        left, right = (int(f(a[0], b[0]) // self.FAR) for f in (min, max))
        top, bottom = (int(f(a[1], b[1]) // self.FAR) for f in (min, max))
        for i in range(left - 1, right + 2):
            for j in range(top - 1, bottom + 2):
                yield i, j

    def pieces(self, at: Point) -> list[tuple[Point, Point]]:
        """The straight pieces that may be near a point."""
        return self._cells.get((int(at[0] // self.FAR), int(at[1] // self.FAR)), [])

    def apart(self, at: Point) -> float:
        """How far a point is from the nearest line, FAR if it is farther."""
        return min((_from_piece(at, a, b) for a, b in self.pieces(at)), default=self.FAR)

    def nearest(self, at: Point) -> tuple[Point, Point] | None:
        """The piece nearest to a point."""
        return min(self.pieces(at), key=lambda piece: _from_piece(at, *piece), default=None)


def along(line: list[Point], step: float) -> Iterator[tuple[Point, Point]]:
    """Points at equal steps along a line, each with the way the line runs there."""
    due = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay)
        while due < long:
            way = (bx - ax) / long, (by - ay) / long
            yield (ax + way[0] * due, ay + way[1] * due), way
            due += step
        due -= long


def soft_line(line: list[Point]) -> str:
    """A curve through the corners of a line but for a little rounding, as a hand would draw it."""
    out: list[Point] = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        out += [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in (0.3, 0.7, 1.0)]
    return smooth_line(out)
