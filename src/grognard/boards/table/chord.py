"""The parts of a straight line within an area, and where it crosses broken lines."""

from __future__ import annotations

from ..polygons import INSIDE
from .boxes import bits
from .ground import Area, Ground
from .lattice import length, rounded

Span = tuple[int, int]
"""From where to where along a line, in mils from its start."""


def chords(area: Area, ax: int, ay: int, bx: int, by: int) -> list[Span]:
    """The parts of a segment that run inside an area, in order.

    >>> chords(Area(0, [(2, 0), (6, 0), (6, 9), (2, 9)]), 0, 5, 10, 5)
    [(2, 6)]
    """
    left, top, right, bottom = area.box
    if (
        (ax < left and bx < left)
        or (ax > right and bx > right)
        or (ay < top and by < top)
        or (ay > bottom and by > bottom)
    ):
        return []
    # The line may pass the box by on one side.
    vx, vy = bx - ax, by - ay
    off = abs(vx * (top + bottom - 2 * ay) - vy * (left + right - 2 * ax))
    if off > abs(vx) * (bottom - top) + abs(vy) * (right - left):
        return []
    whole = length(vx, vy)
    cuts = [0, *sorted(set(_cuts(area, ax, ay, bx, by, whole))), whole]
    # From outside the box to the first cut, and from the last, nothing need be asked.
    first = 1 if ax < left or ax > right or ay < top or ay > bottom else 0
    last = len(cuts) - (2 if bx < left or bx > right or by < top or by > bottom else 1)
    found: list[Span] = []
    for i in range(first, last):
        start, end = cuts[i], cuts[i + 1]
        if start == end:
            continue
        # The middle between two cuts tells.
        n, d = start + end, 2 * whole
        x, y = ax + rounded(vx * n, d), ay + rounded(vy * n, d)
        if area.outline.place(x, y) != INSIDE:
            continue
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _cuts(area: Area, ax: int, ay: int, bx: int, by: int, whole: int) -> list[int]:
    """Where a segment meets the outline of an area, its ends left out."""
    vx, vy = bx - ax, by - ay
    line = vx * ay - vy * ax
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    found: list[int] = []
    for cx, cy, dx, dy in area.outline.near(left, top, right, bottom):
        # Between a corner on or left of the line and one right of it the line is met.
        if (vx * cy - vy * cx <= line) == (vx * dy - vy * dx <= line):
            continue
        ux, uy = dx - cx, dy - cy
        n = ux * (ay - cy) - uy * (ax - cx)
        d = vx * uy - vy * ux
        if d < 0:
            n, d = -n, -d
        # The segment a + v * n / d meets the line through c and d where n / d is from 0 to 1.
        if 0 <= n <= d:
            at = n * whole // d
            if 0 < at < whole:
                found.append(at)
    return found


def crossings(
    ground: Ground, ax: int, ay: int, bx: int, by: int, pieces: int = -1
) -> list[tuple[int, int, int]]:
    """Each crossing of a way with a line: how far along it is, which line, which spot or -1.

    `pieces` is a mask of the pieces of lines that are looked at.

    A way that ends on a line and the next that leaves it on the other side cross it once
    together; one that touches a bend of the line crosses it not at all or twice.
    """
    vx, vy = bx - ax, by - ay
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    pieces &= ground.piece_boxes.near(left, top, right, bottom)
    if not pieces:
        return []
    whole = length(vx, vy)
    found = []
    for i in bits(pieces):
        cx, cy, dx, dy = ground.piece_at[i]
        one = vx * (cy - ay) - vy * (cx - ax)
        two = vx * (dy - ay) - vy * (dx - ax)
        if (one <= 0) == (two <= 0):
            continue
        ux, uy = dx - cx, dy - cy
        start = ux * (ay - cy) - uy * (ax - cx)
        end = ux * (by - cy) - uy * (bx - cx)
        if (start <= 0) == (end <= 0):
            continue
        n, d = (start, start - end) if start > end else (-start, end - start)
        spot = -1
        if ground.piece_spots[i]:
            spot = ground.spot_at(ax + rounded(vx * n, d), ay + rounded(vy * n, d))
        found.append((n * whole // d, ground.piece_line[i], spot))
    found.sort()
    return found
