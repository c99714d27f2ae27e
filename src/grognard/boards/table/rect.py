"""Stands as rotated rectangles: corners, overlap, gaps. Everything is exact.

The corners are whole mils: the half depth and the half width are turned and rounded once for each
facing and base, so a stand is a parallelogram that differs from its base by less than a mil.
"""

from __future__ import annotations

from .lattice import AHEAD_X, AHEAD_Y, STEPS, TENTH, UNIT, Pose, root_up, rounded

FRONT, RIGHT, REAR, LEFT = 0, 1, 2, 3
EDGES = ("front", "right", "rear", "left")


class Shape:
    """A base turned to a facing: half depth ahead (f), half width to the right (w), extents."""

    __slots__ = ("depth", "ex", "ey", "facing", "fx", "fy", "half_area", "width", "wx", "wy")

    def __init__(self, facing: int, width: int, depth: int) -> None:
        self.facing = facing % STEPS
        self.width = width
        self.depth = depth
        ax, ay = AHEAD_X[self.facing], AHEAD_Y[self.facing]
        self.fx = rounded(depth * ax, 2 * UNIT)
        self.fy = rounded(depth * ay, 2 * UNIT)
        self.wx = rounded(-width * ay, 2 * UNIT)
        self.wy = rounded(width * ax, 2 * UNIT)
        self.ex = abs(self.fx) + abs(self.wx)
        self.ey = abs(self.fy) + abs(self.wy)
        self.half_area = abs(self.fx * self.wy - self.fy * self.wx)


_shapes: dict[tuple[int, int, int], Shape] = {}


def shape(facing: int, width: int, depth: int) -> Shape:
    """The turned base, made once for each facing and size."""
    key = (facing, width, depth)
    known = _shapes.get(key)
    if known is None:
        known = _shapes[key] = Shape(facing, width, depth)
    return known


class Rect:
    """A stand on the table; its centre in mils, its corners by `corners`.

    >>> a = rect((100, 50, 0), 3000, 1500)
    >>> corners(a)
    [(8500, 4250), (11500, 4250), (11500, 5750), (8500, 5750)]
    """

    __slots__ = ("ex", "ey", "fx", "fy", "half_area", "shape", "wx", "wy", "x", "y")

    def __init__(self, x: int, y: int, base: Shape) -> None:
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
        return f"Rect({self.x}, {self.y}, Shape({base.facing}, {base.width}, {base.depth}))"


def rect(pose: Pose, width: int, depth: int) -> Rect:
    """The stand of a pose, with its base in mils."""
    return Rect(pose[0] * TENTH, pose[1] * TENTH, shape(pose[2], width, depth))


def dot(x: int, y: int) -> Rect:
    """A point as a stand without a base: a commander, who overlaps nothing."""
    return Rect(x, y, shape(0, 0, 0))


def moved(a: Rect, dx: int, dy: int) -> Rect:
    """The same stand elsewhere."""
    return Rect(a.x + dx, a.y + dy, a.shape)


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
    dy = b.y - a.y
    if abs(dx) >= a.ex + b.ex or abs(dy) >= a.ey + b.ey:
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
    return (
        abs(a.fx * dy - a.fy * dx) <= a.half_area and abs(a.wx * dy - a.wy * dx) <= a.half_area
    )


def edge_meets(ax: int, ay: int, bx: int, by: int, a: Rect) -> bool:
    """Whether a segment has any point in common with a stand."""
    ux, uy = bx - ax, by - ay
    dx, dy = ax + bx - 2 * a.x, ay + by - 2 * a.y
    if abs(dx) > abs(ux) + 2 * a.ex or abs(dy) > abs(uy) + 2 * a.ey:
        return False
    return (
        abs(a.fx * dy - a.fy * dx) <= 2 * a.half_area + abs(a.fx * uy - a.fy * ux)
        and abs(a.wx * dy - a.wy * dx) <= 2 * a.half_area + abs(a.wx * uy - a.wy * ux)
        and abs(ux * dy - uy * dx)
        <= 2 * (abs(ux * a.fy - uy * a.fx) + abs(ux * a.wy - uy * a.wx))
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
        and abs(ux * dy - uy * dx)
        < 2 * (abs(ux * a.fy - uy * a.fx) + abs(ux * a.wy - uy * a.wx))
    )


def point_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The squared distance of a point from a segment, as a fraction."""
    ux, uy = bx - ax, by - ay
    vx, vy = px - ax, py - ay
    along = ux * vx + uy * vy
    if along <= 0:
        return vx * vx + vy * vy, 1
    whole = ux * ux + uy * uy
    if along >= whole:
        return (px - bx) ** 2 + (py - by) ** 2, 1
    across = ux * vy - uy * vx
    return across * across, whole


def point_gap2(px: int, py: int, a: Rect) -> tuple[int, int]:
    """The squared distance of a point from a stand, as a fraction; 0 on the stand."""
    four = corners(a)
    best, unit, outside = 0, 1, False
    for i in range(4):
        ax, ay = four[i]
        bx, by = four[(i + 1) & 3]
        # Clockwise on a map whose y grows downwards: outside is where the turn is negative.
        if (bx - ax) * (py - ay) - (by - ay) * (px - ax) < 0:
            n, d = point_segment(px, py, ax, ay, bx, by)
            if not outside or n * unit < best * d:
                best, unit, outside = n, d, True
    if not outside and a.half_area == 0:
        return _flat_gap2(px, py, four)
    return best, unit


def _flat_gap2(px: int, py: int, four: list[tuple[int, int]]) -> tuple[int, int]:
    """The same for a base without width or depth, which has no outside by turns."""
    ax, ay = four[0]
    bx, by = four[2]
    return point_segment(px, py, ax, ay, bx, by)


def segment_gap2(
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> tuple[int, int]:
    """The squared distance of two segments that do not cross, as a fraction."""
    best, unit = point_segment(ax, ay, cx, cy, dx, dy)
    for n, d in (
        point_segment(bx, by, cx, cy, dx, dy),
        point_segment(cx, cy, ax, ay, bx, by),
        point_segment(dx, dy, ax, ay, bx, by),
    ):
        if n * unit < best * d:
            best, unit = n, d
    return best, unit


def gap2(a: Rect, b: Rect) -> tuple[int, int]:
    """The squared distance of two stands, as a fraction; 0 if they overlap or touch."""
    if overlap(a, b):
        return 0, 1
    best, unit = point_gap2(a.x + a.fx - a.wx, a.y + a.fy - a.wy, b)
    for one, other in ((a, b), (b, a)):
        for x, y in corners(one):
            n, d = point_gap2(x, y, other)
            if n * unit < best * d:
                best, unit = n, d
    return best, unit


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
    dx = abs(b.x - a.x) - a.ex - b.ex
    dy = abs(b.y - a.y) - a.ey - b.ey
    if dx > distance or dy > distance:
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
