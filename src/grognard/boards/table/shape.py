"""Bases turned to a facing, and what two of them keep clear of each other.

Two stands are as far apart as their centres are from the ring of their bases: the polygon that one
base sweeps while its edges go once round the other. Rings are made once for each pair of bases.
"""

from __future__ import annotations

from math import isqrt

from .lattice import AHEAD_X, AHEAD_Y, HALF, STEPS, UNIT, length, rounded


class TurnedBase:
    """A base turned to a facing: half depth ahead (f), half width to the right (w), extents.

    A circle with the radius `inner` lies within it, one with the radius `outer` round it. `serial`
    numbers the shapes; a base and the same turned about have the same one.
    """

    __slots__ = (
        *("depth", "ex", "ey", "facing", "fx", "fy", "half_area", "inner", "outer", "serial"),
        *("width", "wx", "wy"),
    )

    def __init__(self, facing: int, width: int, depth: int, serial: int) -> None:
        self.facing = facing % STEPS
        self.width = width
        self.depth = depth
        self.serial = serial
        ax, ay = AHEAD_X[self.facing], AHEAD_Y[self.facing]
        self.fx = rounded(depth * ax, 2 * UNIT)
        self.fy = rounded(depth * ay, 2 * UNIT)
        self.wx = rounded(-width * ay, 2 * UNIT)
        self.wy = rounded(width * ax, 2 * UNIT)
        self.ex = abs(self.fx) + abs(self.wx)
        self.ey = abs(self.fy) + abs(self.wy)
        self.half_area = abs(self.fx * self.wy - self.fy * self.wx)
        # A mil or two for the rounding of the corners.
        self.inner = max(0, min(width, depth) // 2 - 2)
        self.outer = isqrt(width * width + depth * depth) // 2 + 2


_shapes: dict[tuple[int, int, int], TurnedBase] = {}


def shape(facing: int, width: int, depth: int) -> TurnedBase:
    """The turned base, made once for each facing and size."""
    key = (facing, width, depth)
    known = _shapes.get(key)
    if known is None:
        twin = _shapes.get(((facing + HALF) % STEPS, width, depth))
        serial = len(_shapes) if twin is None else twin.serial
        known = _shapes[key] = TurnedBase(facing, width, depth, serial)
    return known


class Ring:
    """A polygon that is its own mirror image about the origin, by one of each pair of edges.

    An edge is (ex, ey, area, x, y): it begins at the corner x, y and is ex, ey long; a point p lies
    beyond its line or that of its opposite if |e x p| is greater than the area. `lines` are the
    edges as (ex, ey, area, length).
    """

    __slots__ = ("edges", "lines")

    def __init__(self, halves: list[tuple[int, int]]) -> None:
        self.edges: list[tuple[int, int, int, int, int]] = []
        around = _edges(halves)
        x, y = 0, 0
        for ex, ey in around:
            x -= ex
            y -= ey
        for ex, ey in around:
            self.edges.append((2 * ex, 2 * ey, 2 * abs(ex * y - ey * x), x, y))
            x += 2 * ex
            y += 2 * ey
        self.lines = [(ex, ey, area, length(ex, ey)) for ex, ey, area, _, _ in self.edges]


def _edges(halves: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Half edges pointing the same way round, by their direction, parallel ones joined."""
    upright: list[tuple[int, int]] = []
    for x, y in halves:
        if y < 0 or (y == 0 and x < 0):
            x, y = -x, -y
        if x or y:
            at = len(upright)
            while at and upright[at - 1][1] * x > upright[at - 1][0] * y:
                at -= 1
            upright.insert(at, (x, y))
    joined: list[tuple[int, int]] = []
    for x, y in upright:
        if joined and joined[-1][0] * y == joined[-1][1] * x:
            joined[-1] = (joined[-1][0] + x, joined[-1][1] + y)
        else:
            joined.append((x, y))
    return joined


_rings: dict[int, Ring] = {}
_edge_rings: dict[int, Ring] = {}


def ring(a: TurnedBase, b: TurnedBase) -> Ring:
    """The ring of two bases."""
    if a.serial > b.serial:
        a, b = b, a
    key = a.serial << 24 | b.serial
    known = _rings.get(key)
    if known is None:
        known = _rings[key] = Ring([(a.fx, a.fy), (a.wx, a.wy), (b.fx, b.fy), (b.wx, b.wy)])
    return known


def edge_ring(a: TurnedBase, side: int, b: TurnedBase) -> Ring:
    """The ring of an edge of one base (front or rear if `side` is 0, else a side) and another."""
    key = (a.serial << 1 | side) << 24 | b.serial
    known = _edge_rings.get(key)
    if known is None:
        along = (a.fx, a.fy) if side else (a.wx, a.wy)
        known = _edge_rings[key] = Ring([along, (b.fx, b.fy), (b.wx, b.wy)])
    return known


def point_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The squared distance of a point from a segment, as a fraction."""
    ux, uy = bx - ax, by - ay
    vx, vy = px - ax, py - ay
    along = ux * vx + uy * vy
    if along <= 0:
        return vx * vx + vy * vy, 1
    whole = ux * ux + uy * uy
    if along >= whole:
        vx, vy = px - bx, py - by
        return vx * vx + vy * vy, 1
    across = ux * vy - uy * vx
    return across * across, whole


def ring_gap2(r: Ring, px: int, py: int) -> tuple[int, int]:
    """The squared distance of a point from a ring, as a fraction; 0 within it."""
    if len(r.edges) < 2:
        x, y = r.edges[0][3:] if r.edges else (0, 0)
        return point_segment(px, py, x, y, -x, -y)
    best = -1
    for ex, ey, area, x, y in r.edges:
        beyond = ey * px - ex * py
        if beyond > area:
            vx, vy = px - x, py - y
        elif beyond < -area:
            # Beyond the opposite edge is beyond this one, mirrored.
            beyond = -beyond
            vx, vy = -px - x, -py - y
        else:
            continue
        beyond -= area
        along = ex * vx + ey * vy
        if along > 0:
            whole = ex * ex + ey * ey
            if along < whole:
                # Straight out from an edge of a convex polygon, nothing of it is nearer.
                return beyond * beyond, whole
            vx, vy = vx - ex, vy - ey
        n = vx * vx + vy * vy
        if best < 0 or n < best:
            best = n
    return (0, 1) if best < 0 else (best, 1)


def ring_nearest(r: Ring, px: int, py: int) -> tuple[int, int]:
    """The way to a point from the nearest of a ring, in whole mils; none if it lies within."""
    best, found = -1, (0, 0) if r.edges else (px, py)
    for ex, ey, area, x, y in r.edges:
        beyond = ey * px - ex * py
        sign = 1 if beyond >= 0 else -1
        if beyond * sign <= area and len(r.edges) > 1:
            continue
        vx, vy = sign * px - x, sign * py - y
        along, whole = ex * vx + ey * vy, ex * ex + ey * ey
        if along >= whole:
            vx, vy = vx - ex, vy - ey
        elif along > 0:
            vx, vy = vx - rounded(ex * along, whole), vy - rounded(ey * along, whole)
        square = vx * vx + vy * vy
        if best < 0 or square < best:
            best, found = square, (sign * vx, sign * vy)
    return found


def ring_clip(r: Ring, px: int, py: int, vx: int, vy: int, whole: int) -> tuple[int, int]:
    """From where to where a way runs within a ring, in parts of `whole`; (-1, -1) if nowhere.

    The beginning is rounded down and the end up.
    """
    low, low_unit, high, high_unit = 0, 1, 1, 1
    for ex, ey, near, _, _ in r.edges:
        apart = ey * px - ex * py
        change = ex * vy - ey * vx
        if change < 0:
            apart, change = -apart, -change
        elif change == 0:
            if apart >= near or apart <= -near:
                return -1, -1
            continue
        enter, leave = apart - near, apart + near
        if enter >= change or leave <= 0:
            return -1, -1
        if enter * low_unit > low * change:
            low, low_unit = enter, change
        if leave * high_unit < high * change:
            high, high_unit = leave, change
    if low * high_unit >= high * low_unit:
        return -1, -1
    return low * whole // low_unit, -(-high * whole // high_unit)


def ring_nearer(r: Ring, px: int, py: int, vx: int, vy: int, distance: int) -> bool:
    """Whether a way that does not enter a ring comes nearer to it than a distance."""
    limit = distance * distance
    size = vx * vx + vy * vy
    # The line of the whole way may pass it further off.
    off = abs(vx * py - vy * px)
    spread = 0
    for ex, ey, _, _, _ in r.edges:
        spread += abs(vx * ey - vy * ex)
    off -= spread // 2
    if off > 0 and off * off >= limit * size > 0:
        return False
    n, d = ring_gap2(r, px, py)
    if n < limit * d:
        return True
    n, d = ring_gap2(r, px + vx, py + vy)
    if n < limit * d:
        return True
    for _, _, _, corner_x, corner_y in r.edges:
        for x, y in ((corner_x - px, corner_y - py), (-corner_x - px, -corner_y - py)):
            if 0 < vx * x + vy * y < size:
                across = vx * y - vy * x
                if across * across < limit * size:
                    return True
    return False
