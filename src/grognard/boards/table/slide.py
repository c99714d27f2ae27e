"""A stand that goes straight: what it sweeps, what it hits and how far it may go.

A leg is a vector in mils; places along it are mils from its start, rounded towards the start where
something begins to be in the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from .lattice import length
from .rect import Rect, corners, moved, overlap, point_segment

NEVER = -1


class Swept:
    """The ground a stand passes over on a leg: its box, and its corners clockwise."""

    __slots__ = ("bottom", "left", "right", "stand", "top", "vx", "vy")

    def __init__(self, stand: Rect, vx: int, vy: int) -> None:
        self.stand = stand
        self.vx = vx
        self.vy = vy
        self.left = stand.x - stand.ex + min(vx, 0)
        self.right = stand.x + stand.ex + max(vx, 0)
        self.top = stand.y - stand.ey + min(vy, 0)
        self.bottom = stand.y + stand.ey + max(vy, 0)

    def outline(self) -> list[tuple[int, int]]:
        """The corners of the swept ground, a convex polygon, clockwise on the map."""
        four = corners(self.stand)
        return hull(four + [(x + self.vx, y + self.vy) for x, y in four])


def hull(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The convex polygon round some points, clockwise on a map whose y grows downwards.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    lower = _half_hull(ordered)
    upper = _half_hull(ordered[::-1])
    return lower[:-1] + upper[:-1]


def _half_hull(ordered: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    for x, y in ordered:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


def sweeps(swept: Swept, b: Rect) -> bool:
    """Whether a leg passes over ground of another stand."""
    if (
        b.x - b.ex >= swept.right
        or b.x + b.ex <= swept.left
        or b.y - b.ey >= swept.bottom
        or b.y + b.ey <= swept.top
    ):
        return False
    return span(swept, b)[1] >= 0


def span(swept: Swept, b: Rect) -> tuple[int, int]:
    """From where to where on a leg a stand would overlap another; (-1, -1) if nowhere.

    The beginning is rounded down and the end up: at the beginning they touch.

    >>> from grognard.boards.table.rect import rect
    >>> ahead = Swept(rect((0, 0, 0), 3000, 3000), 0, -12000)
    >>> span(ahead, rect((20, -60, 0), 3000, 1500)), span(ahead, rect((30, -60, 0), 3000, 1500))
    ((3750, 8250), (-1, -1))
    """
    a = swept.stand
    dx, dy = b.x - a.x, b.y - a.y
    ff = abs(a.fx * b.fy - a.fy * b.fx)
    fw = abs(a.fx * b.wy - a.fy * b.wx)
    wf = abs(a.wx * b.fy - a.wy * b.fx)
    ww = abs(a.wx * b.wy - a.wy * b.wx)
    vx, vy = swept.vx, swept.vy
    # Along each axis: how far apart, how much the leg changes that, and how near is too near.
    return _clip(
        (
            (a.fx * dy - a.fy * dx, a.fx * vy - a.fy * vx, a.half_area + ff + fw),
            (a.wx * dy - a.wy * dx, a.wx * vy - a.wy * vx, a.half_area + wf + ww),
            (b.fx * dy - b.fy * dx, b.fx * vy - b.fy * vx, b.half_area + ff + wf),
            (b.wx * dy - b.wy * dx, b.wx * vy - b.wy * vx, b.half_area + fw + ww),
        ),
        length(vx, vy),
    )


def edge_span(swept: Swept, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """From where to where on a leg a segment would cut a stand; (-1, -1) if nowhere."""
    a = swept.stand
    ux, uy = bx - ax, by - ay
    # Twice the way from the stand's centre to the middle of the segment.
    dx, dy = ax + bx - 2 * a.x, ay + by - 2 * a.y
    vx, vy = 2 * swept.vx, 2 * swept.vy
    fu = abs(a.fx * uy - a.fy * ux)
    wu = abs(a.wx * uy - a.wy * ux)
    return _clip(
        (
            (a.fx * dy - a.fy * dx, a.fx * vy - a.fy * vx, 2 * a.half_area + fu),
            (a.wx * dy - a.wy * dx, a.wx * vy - a.wy * vx, 2 * a.half_area + wu),
            (ux * dy - uy * dx, ux * vy - uy * vx, 2 * fu + 2 * wu),
        ),
        length(swept.vx, swept.vy),
    )


def _clip(axes: Sequence[tuple[int, int, int]], whole: int) -> tuple[int, int]:
    """The part of a way for which |apart - t * change| < near on all axes, t from 0 to 1."""
    low, low_unit, high, high_unit = 0, 1, 1, 1
    for apart, change, near in axes:
        if change == 0:
            if abs(apart) >= near:
                return NEVER, NEVER
            continue
        if change < 0:
            apart, change = -apart, -change
        if (apart - near) * low_unit > low * change:
            low, low_unit = apart - near, change
        if (apart + near) * high_unit < high * change:
            high, high_unit = apart + near, change
    if low * high_unit >= high * low_unit:
        return NEVER, NEVER
    return low * whole // low_unit, -(-high * whole // high_unit)


def part(vx: int, vy: int, distance: int) -> tuple[int, int]:
    """The beginning of a leg, that long at most: rounded towards its start.

    >>> part(3000, -4000, 2500), part(3000, -4000, 9000)
    ((1500, -2000), (3000, -4000))
    """
    whole = length(vx, vy)
    if distance >= whole:
        return vx, vy
    x = abs(vx) * distance // whole
    y = abs(vy) * distance // whole
    return (x if vx >= 0 else -x), (y if vy >= 0 else -y)


def first_hit(swept: Swept, stands: Sequence[Rect], passable: int = 0) -> tuple[int, int]:
    """The first stand in the way of a leg and how far it is to touching it; (-1, -1) if none.

    `passable` is a mask of stands that do not hinder; of two hit at once the first counts.
    """
    found, best = NEVER, NEVER
    left, right, top, bottom = swept.left, swept.right, swept.top, swept.bottom
    for i, b in enumerate(stands):
        if (
            b.x - b.ex >= right
            or b.x + b.ex <= left
            or b.y - b.ey >= bottom
            or b.y + b.ey <= top
            or passable >> i & 1
        ):
            continue
        enter, leave = span(swept, b)
        if leave >= 0 and (found < 0 or enter < best):
            found, best = i, enter
    return found, best


def passed(swept: Swept, stands: Sequence[Rect]) -> list[int]:
    """The stands over whose ground a leg passes, in their order."""
    return [i for i, b in enumerate(stands) if sweeps(swept, b)]


def overlapped(a: Rect, stands: Sequence[Rect]) -> int:
    """The first stand that shares ground with this one, or -1."""
    for i, b in enumerate(stands):
        if overlap(a, b):
            return i
    return NEVER


def off_table(swept: Swept, width: int, height: int) -> bool:
    """Whether a leg leads over the edge of the table."""
    return swept.left < 0 or swept.top < 0 or swept.right > width or swept.bottom > height


def to_edge(swept: Swept, width: int, height: int) -> int:
    """How much of a leg stays on the table, from a stand that is on it."""
    a, vx, vy = swept.stand, swept.vx, swept.vy
    whole = length(vx, vy)
    best = whole
    if vx > 0:
        best = min(best, (width - a.ex - a.x) * whole // vx)
    elif vx < 0:
        best = min(best, (a.x - a.ex) * whole // -vx)
    if vy > 0:
        best = min(best, (height - a.ey - a.y) * whole // vy)
    elif vy < 0:
        best = min(best, (a.y - a.ey) * whole // -vy)
    return max(best, 0)


def passes_nearer(swept: Swept, b: Rect, distance: int) -> bool:
    """Whether a stand comes nearer than a distance to another anywhere on a leg."""
    if (
        b.x - b.ex >= swept.right + distance
        or b.x + b.ex <= swept.left - distance
        or b.y - b.ey >= swept.bottom + distance
        or b.y + b.ey <= swept.top - distance
    ):
        return False
    if sweeps(swept, b) or overlap(swept.stand, b):
        return True
    return polygons_nearer(swept.outline(), corners(b), distance)


def polygons_nearer(
    one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]], distance: int
) -> bool:
    """Whether two polygons without common ground are less than a distance apart."""
    limit = distance * distance
    for points, outline in ((one, other), (other, one)):
        ax, ay = outline[-1]
        for bx, by in outline:
            for px, py in points:
                n, d = point_segment(px, py, ax, ay, bx, by)
                if n < limit * d:
                    return True
            ax, ay = bx, by
    return False


def until_nearer(swept: Swept, b: Rect, distance: int) -> int:
    """How much of a leg keeps a distance from another stand; the whole of it if all does.

    The answer is exact to a mil; 0 if the stand is too near from the start.
    """
    whole = length(swept.vx, swept.vy)
    if not passes_nearer(swept, b, distance):
        return whole
    good, bad = 0, whole
    while bad - good > 1:
        middle = (good + bad) // 2
        x, y = part(swept.vx, swept.vy, middle)
        if passes_nearer(Swept(swept.stand, x, y), b, distance):
            bad = middle
        else:
            good = middle
    return good


def end_of(swept: Swept) -> Rect:
    """The stand at the end of a leg."""
    return moved(swept.stand, swept.vx, swept.vy)
