"""Stands as rotated rectangles: corners, overlap, gaps. Everything is exact.

The corners are whole mils: the half depth and the half width are turned and rounded once for each
facing and base, so a stand is a parallelogram that differs from its base by less than a mil.
"""

from __future__ import annotations

from .lattice import TENTH, Pose, root_up, rounded
from .shape import TurnedBase, ring, ring_gap2, shape

FRONT, RIGHT, REAR, LEFT = 0, 1, 2, 3
EDGES = ("front", "right", "rear", "left")


class Rect:
    """A stand on the table; its centre in mils, its corners by `corners`.

    >>> a = rect((100, 50, 0), 3000, 1500)
    >>> corners(a)
    [(8500, 4250), (11500, 4250), (11500, 5750), (8500, 5750)]
    """

    __slots__ = ("ex", "ey", "fx", "fy", "half_area", "shape", "wx", "wy", "x", "y")

    def __init__(self, x: int, y: int, base: TurnedBase) -> None:
        self.x = x
        self.y = y
        self.shape = base
        self.fx = base.fx
        self.fy = base.fy
        self.wx = base.wx
        self.wy = base.wy
        self.ex = base.ex
        self.ey = base.ey
        self.half_area = base.half_area

    def __repr__(self) -> str:
        base = self.shape
        return f"Rect({self.x}, {self.y}, TurnedBase({base.facing}, {base.width}, {base.depth}))"


def rect(pose: Pose, width: int, depth: int) -> Rect:
    """The stand of a pose, with its base in mils."""
    return Rect(pose[0] * TENTH, pose[1] * TENTH, shape(pose[2], width, depth))


_NOTHING = shape(0, 0, 0)


def dot(x: int, y: int) -> Rect:
    """A point as a stand without a base: a commander, who overlaps nothing."""
    return Rect(x, y, _NOTHING)


def moved(a: Rect, dx: int, dy: int) -> Rect:
    """The same stand elsewhere."""
    return Rect(a.x + dx, a.y + dy, a.shape)


def grown(a: Rect, reach: int) -> Rect:
    """A stand and the ground within reach of its edges."""
    base = a.shape
    return Rect(a.x, a.y, shape(base.facing, base.width + 2 * reach, base.depth + 2 * reach))


def corners(a: Rect) -> list[tuple[int, int]]:
    """Front left, front right, rear right, rear left: clockwise on the map."""
    x, y, fx, fy, wx, wy = a.x, a.y, a.fx, a.fy, a.wx, a.wy
    return [
        (x + fx - wx, y + fy - wy),
        (x + fx + wx, y + fy + wy),
        (x - fx + wx, y - fy + wy),
        (x - fx - wx, y - fy - wy),
    ]


def front(a: Rect) -> tuple[int, int]:
    """The middle of the front edge."""
    return a.x + a.fx, a.y + a.fy


def edge(a: Rect, which: int) -> tuple[int, int, int, int]:
    """The ends of an edge, clockwise: x, y, x, y."""
    four = corners(a)
    (ax, ay), (bx, by) = four[which], four[(which + 1) % 4]
    return ax, ay, bx, by


def on_table(a: Rect, width: int, height: int) -> bool:
    """Whether a stand lies wholly on a table of this size; the very edge is on it."""
    return a.x >= a.ex and a.y >= a.ey and a.x + a.ex <= width and a.y + a.ey <= height


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two stands share ground; edges and corners that touch do not.

    >>> overlap(rect((0, 0, 0), 3000, 3000), rect((30, 0, 0), 3000, 3000))
    False
    >>> overlap(rect((0, 0, 0), 3000, 3000), rect((29, 0, 5), 3000, 3000))
    True
    """
    dx = b.x - a.x
    far = a.ex + b.ex
    if dx >= far or dx <= -far:
        return False
    dy = b.y - a.y
    far = a.ey + b.ey
    if dy >= far or dy <= -far:
        return False
    afx, afy, awx, awy = a.fx, a.fy, a.wx, a.wy
    bfx, bfy, bwx, bwy = b.fx, b.fy, b.wx, b.wy
    ff = abs(afx * bfy - afy * bfx)
    fw = abs(afx * bwy - afy * bwx)
    wf = abs(awx * bfy - awy * bfx)
    ww = abs(awx * bwy - awy * bwx)
    return (
        abs(afx * dy - afy * dx) < a.half_area + ff + fw
        and abs(awx * dy - awy * dx) < a.half_area + wf + ww
        and abs(bfx * dy - bfy * dx) < b.half_area + ff + wf
        and abs(bwx * dy - bwy * dx) < b.half_area + fw + ww
    )


def covers(a: Rect, x: int, y: int) -> bool:
    """Whether a point lies on a stand, its edges included."""
    dx = x - a.x
    dy = y - a.y
    if abs(dx) > a.ex or abs(dy) > a.ey:
        return False
    return abs(a.fx * dy - a.fy * dx) <= a.half_area and abs(a.wx * dy - a.wy * dx) <= a.half_area


def nearest_point(a: Rect, x: int, y: int) -> tuple[int, int]:
    """The point of a stand nearest to another point, rounded to mils.

    >>> nearest_point(rect((0, 0, 0), 3000, 3000), 2000, 500)
    (1500, 500)
    """
    dx, dy = x - a.x, y - a.y
    px, py = a.x, a.y
    for vx, vy in ((a.fx, a.fy), (a.wx, a.wy)):
        whole = vx * vx + vy * vy
        along = max(-whole, min(whole, dx * vx + dy * vy))
        px += rounded(vx * along, whole)
        py += rounded(vy * along, whole)
    return px, py


def edge_meets(ax: int, ay: int, bx: int, by: int, a: Rect) -> bool:
    """Whether a segment has any point in common with a stand."""
    ux, uy = bx - ax, by - ay
    dx, dy = ax + bx - 2 * a.x, ay + by - 2 * a.y
    if abs(dx) > abs(ux) + 2 * a.ex or abs(dy) > abs(uy) + 2 * a.ey:
        return False
    return (
        abs(a.fx * dy - a.fy * dx) <= 2 * a.half_area + abs(a.fx * uy - a.fy * ux)
        and abs(a.wx * dy - a.wy * dx) <= 2 * a.half_area + abs(a.wx * uy - a.wy * ux)
        and abs(ux * dy - uy * dx) <= 2 * (abs(ux * a.fy - uy * a.fx) + abs(ux * a.wy - uy * a.wx))
    )


def edge_enters(ax: int, ay: int, bx: int, by: int, a: Rect) -> bool:
    """Whether a segment has a point in common with the inside of a stand."""
    ux, uy = bx - ax, by - ay
    dx, dy = ax + bx - 2 * a.x, ay + by - 2 * a.y
    if abs(dx) >= abs(ux) + 2 * a.ex or abs(dy) >= abs(uy) + 2 * a.ey:
        return False
    return (
        abs(a.fx * dy - a.fy * dx) < 2 * a.half_area + abs(a.fx * uy - a.fy * ux)
        and abs(a.wx * dy - a.wy * dx) < 2 * a.half_area + abs(a.wx * uy - a.wy * ux)
        and abs(ux * dy - uy * dx) < 2 * (abs(ux * a.fy - uy * a.fx) + abs(ux * a.wy - uy * a.wx))
    )


def point_gap2(px: int, py: int, a: Rect) -> tuple[int, int]:
    """The squared distance of a point from a stand, as a fraction; 0 on the stand."""
    return ring_gap2(ring(a.shape, _NOTHING), px - a.x, py - a.y)


def point_within(x: int, y: int, a: Rect, reach: int) -> bool:
    """Whether a point lies within reach of a stand."""
    dx, dy = x - a.x, y - a.y
    if abs(dx) - a.ex > reach or abs(dy) - a.ey > reach:
        return False
    # The base holds a circle about its centre.
    sure = reach + min(a.shape.width, a.shape.depth) // 2 - 1
    if dx * dx + dy * dy <= sure * sure:
        return True
    n, d = point_gap2(x, y, a)
    return n <= reach * reach * d


def gap2(a: Rect, b: Rect) -> tuple[int, int]:
    """The squared distance of two stands, as a fraction; 0 if they overlap or touch."""
    return ring_gap2(ring(a.shape, b.shape), b.x - a.x, b.y - a.y)


def gap(a: Rect, b: Rect) -> int:
    """The distance of two stands, rounded up to mils: `gap(a, b) <= k` is exact.

    >>> gap(rect((0, 0, 0), 3000, 3000), rect((40, 50, 0), 1000, 1000))
    3606
    """
    n, d = gap2(a, b)
    return root_up(-(-n // d))


def point_gap(px: int, py: int, a: Rect) -> int:
    """The distance of a point from a stand, rounded up to mils."""
    n, d = point_gap2(px, py, a)
    return root_up(-(-n // d))


def surely_apart(a: Rect, b: Rect, distance: int) -> bool:
    """Whether a look at the upright boxes already tells that two stands are further apart."""
    dx = b.x - a.x
    dx = (dx if dx >= 0 else -dx) - a.ex - b.ex
    if dx > distance:
        return True
    dy = b.y - a.y
    dy = (dy if dy >= 0 else -dy) - a.ey - b.ey
    if dy > distance:
        return True
    return dx > 0 and dy > 0 and dx * dx + dy * dy > distance * distance


def within(a: Rect, b: Rect, distance: int) -> bool:
    """Whether two stands are no further apart than a distance."""
    if surely_apart(a, b, distance):
        return False
    n, d = gap2(a, b)
    return n <= distance * distance * d


def nearer(a: Rect, b: Rect, distance: int) -> bool:
    """Whether two stands are less than a distance apart."""
    if surely_apart(a, b, distance):
        return False
    n, d = gap2(a, b)
    return n < distance * distance * d
