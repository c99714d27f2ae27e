"""Closed outlines with a grid over them: where a point lies, and which edges are near.

The squares of the grid are the same for all outlines. What a square is to an outline is found out
when it is first asked for, and kept with the outline: points of most squares need no edges then.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..polygons import EDGE, INSIDE, OUTSIDE, Point
from .boxes import Box, Boxes, bits

Edge = tuple[int, int, int, int]
"""The two ends: x, y, x, y."""

SQUARE = 500
"""The side of a square of the grid in mils."""

MIXED = 2
"""What a square is that an outline meets; others are INSIDE or OUTSIDE."""

_UNKNOWN = 3

_FEW = 8
"""Below this many edges a plain search is as fast as an index."""


def box_of(points: Sequence[Point]) -> Box:
    """The upright box about some points."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


class Outline:
    """A polygon; its corners are kept as two lists of numbers, its edges end at them in order."""

    __slots__ = (
        *("_all", "_boxes", "_column", "_columns", "_edges", "_row", "_rows", "_sides"),
        *("box", "xs", "ys"),
    )

    def __init__(self, corners: Sequence[Point]) -> None:
        self.xs = [x for x, _ in corners]
        self.ys = [y for _, y in corners]
        self.box = box_of(corners)
        left, top, right, bottom = self.box
        self._column = left // SQUARE
        self._row = top // SQUARE
        self._columns = right // SQUARE - self._column + 1
        self._sides = [_UNKNOWN] * (self._columns * (bottom // SQUARE - self._row + 1))
        self._edges: dict[int, list[Edge]] = {}
        self._rows: dict[int, list[Edge]] = {}
        xs, ys = self.xs, self.ys
        self._all = [(xs[i - 1], ys[i - 1], xs[i], ys[i]) for i in range(len(xs))]
        self._boxes: Boxes | None = None

    def place(self, x: int, y: int) -> int:
        """Whether a point lies INSIDE, on the EDGE or OUTSIDE."""
        left, top, right, bottom = self.box
        if x < left or x > right or y < top or y > bottom:
            return OUTSIDE
        square = (y // SQUARE - self._row) * self._columns + x // SQUARE - self._column
        side = self._sides[square]
        if side == _UNKNOWN:
            side = self._survey(square)
        return _place(self._edges[square], x, y) if side == MIXED else side

    def side(self, column: int, row: int) -> int:
        """Whether a whole square lies INSIDE or OUTSIDE, or is MIXED."""
        column -= self._column
        square = (row - self._row) * self._columns + column
        if not 0 <= column < self._columns or not 0 <= square < len(self._sides):
            return OUTSIDE
        side = self._sides[square]
        return self._survey(square) if side == _UNKNOWN else side

    def near(self, left: int, top: int, right: int, bottom: int) -> list[Edge]:
        """The edges that may have a point in an upright box, in order."""
        if len(self.xs) <= _FEW:
            return self._all
        if self._boxes is None:
            self._boxes = self._indexed()
        x, y, _, _ = self.box
        edges = self._all
        return [edges[i] for i in bits(self._boxes.near(left - x, top - y, right - x, bottom - y))]

    def maybe_meets(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a straight way may come within a mil of an edge."""
        vx, vy = bx - ax, by - ay
        left, right = (ax - 1, bx + 1) if ax < bx else (bx - 1, ax + 1)
        top, bottom = (ay - 1, by + 1) if ay < by else (by - 1, ay + 1)
        beside = abs(vx) + abs(vy)
        for cx, cy, dx, dy in self.near(left, top, right, bottom):
            if _beyond(cx, dx, left, right) or _beyond(cy, dy, top, bottom):
                continue
            one, two = vx * (cy - ay) - vy * (cx - ax), vx * (dy - ay) - vy * (dx - ax)
            if not _beyond(one, two, -beside, beside):
                return True
        return False

    def _indexed(self) -> Boxes:
        left, top, right, bottom = self.box
        around = [
            box_of([(ax - left, ay - top), (bx - left, by - top)]) for ax, ay, bx, by in self._all
        ]
        return Boxes(around, right - left, bottom - top)

    def _survey(self, square: int) -> int:
        """Find out what a square is, and for a mixed one the edges that decide about its points."""
        left = (square % self._columns + self._column) * SQUARE
        top = (square // self._columns + self._row) * SQUARE
        # Points are whole mils: the next square begins a mil further.
        right, bottom = left + SQUARE - 1, top + SQUARE - 1
        # Whatever lies left of a point, above or below it, does not decide about it.
        row = self._edges_across(square // self._columns, top, bottom)
        beside = [edge for edge in row if edge[0] >= left or edge[2] >= left]
        if any(_meets(edge, left, top, right, bottom) for edge in beside):
            side = MIXED
            self._edges[square] = beside
        else:
            side = _place(beside, left, top)
        self._sides[square] = side
        return side

    def _edges_across(self, row: int, top: int, bottom: int) -> list[Edge]:
        """The edges that are neither wholly above nor wholly below a row of squares."""
        known = self._rows.get(row)
        if known is None:
            known = self._rows[row] = [
                edge for edge in self._all if not _beyond(edge[1], edge[3], top, bottom)
            ]
        return known


def _beyond(one: int, other: int, low: int, high: int) -> bool:
    return (one < low and other < low) or (one > high and other > high)


def _meets(edge: Edge, left: int, top: int, right: int, bottom: int) -> bool:
    """Whether a segment has any point in common with an upright box."""
    ax, ay, bx, by = edge
    if _beyond(ax, bx, left, right) or _beyond(ay, by, top, bottom):
        return False
    ux, uy = bx - ax, by - ay
    off = abs(ux * (top + bottom - 2 * ay) - uy * (left + right - 2 * ax))
    return off <= abs(ux) * (bottom - top) + abs(uy) * (right - left)


def _place(edges: Sequence[Edge], x: int, y: int) -> int:
    """Where a point lies by the edges that are not wholly left of it, above or below it."""
    inside = False
    for px, py, qx, qy in edges:
        if (py > y) != (qy > y):
            turn = (qx - px) * (y - py) - (qy - py) * (x - px)
            if turn == 0:
                return EDGE
            if (turn > 0) == (qy > py):
                inside = not inside
        elif qy == y and (qx == x or (py == y and (px < x) != (qx < x))):
            return EDGE
    return INSIDE if inside else OUTSIDE


class OutlineIndex:
    """Which of many outlines lie over each square of a table; found out when first asked for."""

    __slots__ = ("_boxes", "_columns", "_rows", "_squares", "outlines")

    def __init__(self, outlines: Sequence[Outline], boxes: Boxes, width: int, height: int) -> None:
        self.outlines = list(outlines)
        self._boxes = boxes  # of the outlines
        self._columns = width // SQUARE + 1
        self._rows = height // SQUARE + 1
        # For a square the outlines that hold all of it, and all that hold some.
        self._squares: dict[int, tuple[list[int], list[int]]] = {}

    def at(self, x: int, y: int) -> list[int]:
        """The outlines within which a point lies, or on whose edge, in order."""
        column, row = x // SQUARE, y // SQUARE
        if not 0 <= column < self._columns or not 0 <= row < self._rows:
            held: list[int] = []
            some = list(range(len(self.outlines)))
        else:
            known = self._squares.get(row * self._columns + column)
            held, some = self._survey(column, row) if known is None else known
            if len(held) == len(some):
                return held[:]
        outlines = self.outlines
        return [i for i in some if i in held or outlines[i].place(x, y) != OUTSIDE]

    def _survey(self, column: int, row: int) -> tuple[list[int], list[int]]:
        x, y = column * SQUARE, row * SQUARE
        near = bits(self._boxes.near(x, y, x + SQUARE - 1, y + SQUARE - 1))
        sides = [(i, self.outlines[i].side(column, row)) for i in near]
        held = [i for i, side in sides if side == INSIDE]
        some = [i for i, side in sides if side != OUTSIDE]
        self._squares[row * self._columns + column] = held, some
        return held, some
