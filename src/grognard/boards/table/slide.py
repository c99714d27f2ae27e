"""A stand that goes straight: what it sweeps, what it hits and how far it may go.

A leg is a vector in mils; places along it are mils from its start, rounded towards the start where
something begins to be in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from .lattice import length
from .rect import Rect, corners, moved, overlap
from .shape import ring, ring_clip, ring_gap2, ring_nearer

NEVER = -1


class Swept:
    """The ground a stand passes over on a leg: its box, and its corners clockwise."""

    __slots__ = ("bottom", "left", "right", "stand", "top", "vx", "vy")

    def __init__(self, stand: Rect, vx: int, vy: int) -> None:
        self.stand = stand
        self.vx = vx
        self.vy = vy
        self.left = stand.x - stand.ex + (vx if vx < 0 else 0)
        self.right = stand.x + stand.ex + (vx if vx > 0 else 0)
        self.top = stand.y - stand.ey + (vy if vy < 0 else 0)
        self.bottom = stand.y + stand.ey + (vy if vy > 0 else 0)

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
    return _meets(swept, b)


def _meets(swept: Swept, b: Rect) -> bool:
    """Whether a stand would overlap another anywhere on a leg."""
    a = swept.stand
    if a.half_area == 0 or b.half_area == 0:
        return False
    both = ring(a.shape, b.shape)
    return ring_clip(both, a.x - b.x, a.y - b.y, swept.vx, swept.vy, 1)[1] >= 0


def span(swept: Swept, b: Rect) -> tuple[int, int]:
    """From where to where on a leg a stand would overlap another; (-1, -1) if nowhere.

    The beginning is rounded down and the end up: at the beginning they touch.

    >>> from grognard.boards.table.rect import rect
    >>> ahead = Swept(rect((0, 0, 0), 3000, 3000), 0, -12000)
    >>> span(ahead, rect((20, -60, 0), 3000, 1500)), span(ahead, rect((30, -60, 0), 3000, 1500))
    ((3750, 8250), (-1, -1))
    """
    a = swept.stand
    if a.half_area == 0 or b.half_area == 0:
        return NEVER, NEVER
    both = ring(a.shape, b.shape)
    vx, vy = swept.vx, swept.vy
    return ring_clip(both, a.x - b.x, a.y - b.y, vx, vy, length(vx, vy))


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


def first_passed(swept: Swept, stands: Sequence[Rect]) -> int:
    """The first of some stands, in their order, over whose ground a leg passes; or -1."""
    left, right, top, bottom = swept.left, swept.right, swept.top, swept.bottom
    for i, b in enumerate(stands):
        if (
            b.x - b.ex < right
            and b.x + b.ex > left
            and b.y - b.ey < bottom
            and b.y + b.ey > top
            and _meets(swept, b)
        ):
            return i
    return NEVER


def overlapped(a: Rect, stands: Sequence[Rect]) -> int:
    """The first stand that shares ground with this one, or -1."""
    left, right, top, bottom = a.x - a.ex, a.x + a.ex, a.y - a.ey, a.y + a.ey
    for i, b in enumerate(stands):
        if (
            b.x - b.ex < right
            and b.x + b.ex > left
            and b.y - b.ey < bottom
            and b.y + b.ey > top
            and overlap(a, b)
        ):
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
    a, vx, vy = swept.stand, swept.vx, swept.vy
    both = ring(a.shape, b.shape)
    px, py = a.x - b.x, a.y - b.y
    # A point sweeps nothing, but it passes over a stand.
    if len(both.edges) > 1 and ring_clip(both, px, py, vx, vy, 1)[1] >= 0:
        return True
    return ring_nearer(both, px, py, vx, vy, distance)


def leads_away(swept: Swept, b: Rect) -> bool:
    """Whether a leg surely goes no nearer to another stand: no point of the one leads to the other.

    Whichever points of two stands are the nearest, the way between them is then only lengthened.
    """
    a, vx, vy = swept.stand, swept.vx, swept.vy
    across = abs(vx * a.fx + vy * a.fy) + abs(vx * a.wx + vy * a.wy)
    across += abs(vx * b.fx + vy * b.fy) + abs(vx * b.wx + vy * b.wy)
    return vx * (b.x - a.x) + vy * (b.y - a.y) + across <= 0


def maybe_nearer(swept: Swept, stands: Sequence[Rect], distance: int) -> list[int]:
    """The stands to which a leg may come nearer than a distance, by a look at their boxes."""
    left, right = swept.left - distance, swept.right + distance
    top, bottom = swept.top - distance, swept.bottom + distance
    return [
        i
        for i, b in enumerate(stands)
        if b.x - b.ex < right and b.x + b.ex > left and b.y - b.ey < bottom and b.y + b.ey > top
    ]


def until_nearer(swept: Swept, b: Rect, distance: int) -> int:
    """How much of a leg keeps a distance from another stand; the whole of it if all does.

    At the end there is less than a mil to spare; 0 if the stand is too near from the start.
    """
    whole = length(swept.vx, swept.vy)
    if not passes_nearer(swept, b, distance):
        return whole
    a = swept.stand
    both = ring(a.shape, b.shape)
    px, py = a.x - b.x, a.y - b.y
    # The gap shrinks by no more than the way: so much can be gone at once.
    good = at = 0
    bad = whole
    for _ in range(12):
        x, y = part(swept.vx, swept.vy, at)
        n, d = ring_gap2(both, px + x, py + y)
        if n < distance * distance * d:
            bad = at
            break
        good = at
        spare = isqrt(n // d) - distance
        if spare == 0:
            return good
        at += spare
    # The end was rounded, or the stand passes by and comes nearer only slowly.
    while bad - good > 1:
        middle = (good + bad) // 2
        x, y = part(swept.vx, swept.vy, middle)
        if passes_nearer(Swept(a, x, y), b, distance):
            bad = middle
        else:
            good = middle
    return good


def end_of(swept: Swept) -> Rect:
    """The stand at the end of a leg."""
    return moved(swept.stand, swept.vx, swept.vy)
