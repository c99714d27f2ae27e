"""Directions as a stand sees them: front, flank and rear, arcs of fire, ranges."""

from __future__ import annotations

from .contact import edge_gap2
from .lattice import AHEAD_X, AHEAD_Y, HALF, QUARTER, STEPS, root_up
from .rect import FRONT, LEFT, REAR, RIGHT, Rect, corners, gap2

BY_FRONT_LINE, BY_SIDES, BY_DIAGONALS = 0, 1, 2
"""How zones are told apart: by the lines prolonging front and rear edge, by those prolonging the
sides, or by the diagonals outward from the corners at 45 degrees."""


def ahead_of(a: Rect, x: int, y: int) -> int:
    """Positive in front of the line prolonging the front edge, 0 on it, negative behind it."""
    return a.wy * (x - a.x - a.fx) - a.wx * (y - a.y - a.fy)


def wholly_behind(a: Rect, b: Rect) -> bool:
    """Whether the second stand lies behind the front line of the first with every corner."""
    return all(ahead_of(a, x, y) < 0 for x, y in corners(b))


def zone(a: Rect, x: int, y: int, rule: int = BY_FRONT_LINE) -> int:
    """FRONT, LEFT, RIGHT or REAR of a stand, where a point lies.

    On a line the front counts before the sides and the sides before the rear; within the stand
    itself everything is front.

    >>> from grognard.boards.table.rect import rect
    >>> a = rect((0, 0, 0), 3000, 3000)
    >>> zone(a, 9000, -1500), zone(a, 9000, 0), zone(a, 9000, 1501), zone(a, 9000, 1501, BY_SIDES)
    (0, 1, 2, 1)
    """
    dx, dy = x - a.x, y - a.y
    # Ahead and to the right of the centre, both measured so that the edge lies at half_area.
    ahead = a.wy * dx - a.wx * dy
    right = a.fx * dy - a.fy * dx
    size = a.half_area
    if rule == BY_DIAGONALS:
        return _by_diagonals(a, dx, dy)
    if rule == BY_FRONT_LINE:
        if ahead >= size:
            return FRONT
        if ahead < -size:
            return REAR
    elif abs(right) < size and ahead < -size:
        return REAR
    if abs(right) <= size and ahead >= -size:
        return FRONT
    return RIGHT if right > 0 else LEFT


def _by_diagonals(a: Rect, dx: int, dy: int) -> int:
    ax, ay = AHEAD_X[a.shape.facing], AHEAD_Y[a.shape.facing]
    unit = ax * ax + ay * ay
    ahead = 2 * (dx * ax + dy * ay) * 1_000_000 // unit
    right = 2 * (dy * ax - dx * ay) * 1_000_000 // unit
    over = ahead - a.shape.depth
    under = -ahead - a.shape.depth
    side = abs(right) - a.shape.width
    if over >= side and over >= under:
        return FRONT
    if under > side:
        return REAR
    if side <= 0:
        return FRONT
    return RIGHT if right > 0 else LEFT


def in_arc(a: Rect, b: Rect, half: int) -> bool:
    """Whether any point of a target lies in the arc that opens `half` steps out of each front
    corner; the lines themselves belong to the arc.

    >>> from grognard.boards.table.rect import rect
    >>> a, b = rect((0, 0, 0), 3000, 3000), rect((45, -45, 0), 3000, 3000)
    >>> in_arc(a, b, 9), in_arc(a, rect((61, -30, 0), 3000, 3000), 9)
    (True, False)
    """
    if half >= HALF:
        return True
    if half >= QUARTER:
        return any(point_in_arc(a, x, y, half) for x, y in corners(b))
    facing = a.shape.facing
    lx, ly = a.x + a.fx - a.wx, a.y + a.fy - a.wy
    if _beyond(-a.wx, -a.wy, lx, ly, b):
        return False
    left, right = (facing - half) % STEPS, (facing + half) % STEPS
    ux, uy = AHEAD_X[left], AHEAD_Y[left]
    if _beyond(ux, uy, lx, ly, b):
        return False
    rx, ry = a.x + a.fx + a.wx, a.y + a.fy + a.wy
    vx, vy = AHEAD_X[right], AHEAD_Y[right]
    if _beyond(-vx, -vy, rx, ry, b):
        return False
    four = corners(b)
    for i in range(4):
        px, py = four[i]
        qx, qy = four[(i + 1) & 3]
        # Outward normal of an edge of the target; the arc lies wholly beyond it.
        nx, ny = qy - py, px - qx
        if nx * ux + ny * uy >= 0 and nx * vx + ny * vy >= 0:
            most = nx * px + ny * py
            if nx * lx + ny * ly > most and nx * rx + ny * ry > most:
                return False
    return True


def _beyond(ux: int, uy: int, x: int, y: int, b: Rect) -> bool:
    """Whether a stand lies wholly to the left of a line from a point in a direction."""
    off = ux * (b.y - y) - uy * (b.x - x)
    return off < 0 and -off > abs(ux * b.fy - uy * b.fx) + abs(ux * b.wy - uy * b.wx)


def point_in_arc(a: Rect, x: int, y: int, half: int) -> bool:
    """Whether a point lies in the arc that opens `half` steps out of each front corner."""
    if half >= HALF:
        return True
    if half == QUARTER:
        return ahead_of(a, x, y) >= 0
    facing = a.shape.facing
    lx, ly = a.x + a.fx - a.wx, a.y + a.fy - a.wy
    rx, ry = a.x + a.fx + a.wx, a.y + a.fy + a.wy
    left, right = (facing - half) % STEPS, (facing + half) % STEPS
    from_left = AHEAD_X[left] * (y - ly) - AHEAD_Y[left] * (x - lx)
    from_right = AHEAD_X[right] * (y - ry) - AHEAD_Y[right] * (x - rx)
    if half > QUARTER:
        return ahead_of(a, x, y) >= 0 or from_left >= 0 or from_right <= 0
    return ahead_of(a, x, y) >= 0 and from_left >= 0 and from_right <= 0


def fire_range(a: Rect, b: Rect, half: int = 0) -> int:
    """The distance from the front edge to the nearest point of a target, rounded up to mils.

    Who fires all round (`half` is HALF) fires from whatever edge is nearest.
    """
    n, d = gap2(a, b) if half >= HALF else edge_gap2(a, FRONT, b)
    return root_up(-(-n // d))
