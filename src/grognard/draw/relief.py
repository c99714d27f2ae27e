"""Relief: the levels of a map as one smooth height, tinted, and hachured down its slopes."""

from __future__ import annotations

from itertools import pairwise

from grognard.draw import ink
from grognard.draw.curves import Point, polygon, strokes
from grognard.draw.paper import LEFT, TOP, Paper

_STEP = 8.0  # pixels between two samples of the height
_BLUR = 3  # samples to each side, three times over
_BANDS = (0.3, 0.6, 0.9)  # where rows of hachures begin, as parts of a level
_DROP = 0.25  # how far down a hachure runs, in levels
_FLAT = 0.006  # levels per pixel: no hachures on flatter ground
# slope from, pixels between hachures, width of the stroke
_WEIGHTS = ((_FLAT, 6.0, 0.5), (0.014, 4.8, 0.75), (0.026, 3.6, 1.05))


class HeightField:
    """Heights sampled on a square net that reaches one step beyond the frame."""

    __slots__ = ("columns", "heights", "rows")

    def __init__(self, paper: Paper) -> None:
        frame = paper.frame
        self.columns = int((frame.right - frame.left) / _STEP) + 4
        self.rows = int((frame.bottom - frame.top) / _STEP) + 4
        raw = [[paper.level(*_place(i, j)) for i in range(self.columns)] for j in range(self.rows)]
        for _ in range(3):
            raw = _transposed([_blurred(row) for row in raw])
            raw = _transposed([_blurred(row) for row in raw])
        self.heights = raw

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """The gradient at a point, in levels per pixel."""
        ahead = self.height(x + 3, y) - self.height(x - 3, y)
        below = self.height(x, y + 3) - self.height(x, y - 3)
        return ahead / 6, below / 6

    def height(self, x: float, y: float) -> float:
        """The height at a point, between the samples by halves."""
        u, v = (x - LEFT) / _STEP + 1, (y - TOP) / _STEP + 1
        i = min(max(int(u), 0), self.columns - 2)
        j = min(max(int(v), 0), self.rows - 2)
        u, v = u - i, v - j
        upper, lower = self.heights[j], self.heights[j + 1]
        top = upper[i] * (1 - u) + upper[i + 1] * u
        return top * (1 - v) + (lower[i] * (1 - u) + lower[i + 1] * u) * v

    def contours(self, level: float) -> list[list[Point]]:
        """The closed lines around all that is higher, the higher ground on the left."""
        onward = self._crossings(level)
        lines: list[list[Point]] = []
        for start in list(onward):
            if start not in onward:
                continue
            line = []
            here = start
            while here in onward:
                point, here = onward.pop(here)
                line.append(point)
            lines.append(line)
        return lines

    def _crossings(self, level: float) -> dict[tuple[int, int, int], tuple[Point, _Edge]]:
        """Every crossed edge of the net, with the point on it and the edge crossed next."""
        found: dict[_Edge, tuple[Point, _Edge]] = {}
        low = [-1.0] * (self.columns + 2)
        rows = [low, *([-1.0, *row, -1.0] for row in self.heights), low]
        for j in range(len(rows) - 1):
            upper, lower = rows[j], rows[j + 1]
            for i in range(len(upper) - 1):
                a, b, c, d = upper[i], upper[i + 1], lower[i + 1], lower[i]
                case = (a > level) + 2 * (b > level) + 4 * (c > level) + 8 * (d > level)
                if case in (0, 15):
                    continue
                edges = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1))
                ends = ((a, b), (b, c), (d, c), (a, d))
                for enter, leave in _CASES[case]:
                    found[edges[enter]] = _crossing(edges[enter], ends[enter], level), edges[leave]
        return found


_Edge = tuple[int, int, int]  # column, row, and 0 for the edge to the right or 1 for the one down

# By which of its corners are higher: the edges where a contour enters and leaves a mesh.
_CASES: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((3, 0),),
    ((0, 1),),
    ((3, 1),),
    ((1, 2),),
    ((3, 0), (1, 2)),
    ((0, 2),),
    ((3, 2),),
    ((2, 3),),
    ((2, 0),),
    ((0, 1), (2, 3)),
    ((2, 1),),
    ((1, 3),),
    ((1, 0),),
    ((0, 3),),
    (),
)


def _crossing(edge: _Edge, ends: tuple[float, float], level: float) -> Point:
    i, j, down = edge
    part = (level - ends[0]) / (ends[1] - ends[0])
    x, y = _place(i - 1, j - 1)
    return (x, y + part * _STEP) if down else (x + part * _STEP, y)


def _place(i: int, j: int) -> Point:
    return LEFT + (i - 1) * _STEP, TOP + (j - 1) * _STEP


def _blurred(row: list[float]) -> list[float]:
    padded = [row[0]] * _BLUR + row + [row[-1]] * _BLUR
    span = 2 * _BLUR + 1
    total = sum(padded[:span])
    out = [total / span]
    for gone, come in zip(padded, padded[span:], strict=False):
        total += come - gone
        out.append(total / span)
    return out


def _transposed(rows: list[list[float]]) -> list[list[float]]:
    return [list(column) for column in zip(*rows, strict=True)]


def tints(field: HeightField, highest: int) -> str:
    """One wash of colour for every level, each over those below."""
    parts = []
    for level in range(highest):
        lines = [line[::2] for line in field.contours(level + 0.5) if len(line) > 5]
        if lines:
            data = "".join(polygon(line) for line in lines)
            parts.append(f'<path d="{data}" fill="{ink.RELIEF}" fill-opacity=".1"/>')
    return "".join(parts)


def hachures(field: HeightField, paper: Paper, highest: int) -> str:
    """Short strokes down every slope, thicker and closer together the steeper it is."""
    drawn: list[list[tuple[Point, Point]]] = [[] for _ in _WEIGHTS]
    frame = paper.frame
    for level in range(highest):
        for part in _BANDS:
            for line in field.contours(level + part):
                for x, y in _spaced(field, line):
                    if frame.left < x < frame.right and frame.top < y < frame.bottom:
                        weight, end = _downhill(field, x, y)
                        drawn[weight].append(((x, y), end))
    return "".join(
        f'<path transform="scale(.1)" d="{strokes(lines)}" stroke-width="{10 * width:g}"/>'
        for lines, (_, _, width) in zip(drawn, _WEIGHTS, strict=True)
        if lines
    )


def _weight(steep: float) -> int:
    return sum(steep >= least for least, _, _ in _WEIGHTS) - 1


def _spaced(field: HeightField, line: list[Point]) -> list[Point]:
    """Points along a contour, closer where the slope is steeper, none where it is flat."""
    points: list[Point] = []
    due = 0.0
    for (ax, ay), (bx, by) in pairwise(line):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        while due < length:
            x, y = ax + (bx - ax) * due / length, ay + (by - ay) * due / length
            gx, gy = field.slope(x, y)
            weight = _weight((gx * gx + gy * gy) ** 0.5)
            if weight >= 0:
                points.append((x, y))
            due += _WEIGHTS[weight][1] if weight >= 0 else _WEIGHTS[0][1]
        due -= length
    return points


def _downhill(field: HeightField, x: float, y: float) -> tuple[int, Point]:
    gx, gy = field.slope(x, y)
    steep = (gx * gx + gy * gy) ** 0.5
    # An engraver's hand is never quite even: every stroke ends a little sooner or later.
    length = min(max(_DROP / steep, 3.0), 13.0) * (0.75 + (int(x * 7 + y * 13) % 8) / 16)
    return _weight(steep), (x - gx / steep * length, y - gy / steep * length)
