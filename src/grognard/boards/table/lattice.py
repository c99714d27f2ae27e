"""Where stands may be: tenths of an inch, steps of five degrees; directions as whole numbers.

Points and lengths are whole thousandths of an inch (mils), x to the right and y down the map. A
pose is (x, y, facing) with x and y in tenths of an inch; facing 0 looks north (up the map), 18
east, 36 south, 54 west.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

Pose = tuple[int, int, int]
"""x and y of the centre in tenths of an inch, facing in steps of five degrees."""

INCH = 1000
TENTH = 100
"""Thousandths in an inch, and between neighbours on the lattice."""

STEPS = 72
QUARTER = 18
HALF = 36
"""Steps in the whole circle, in a right angle and in an about-turn."""

UNIT = 1_000_000
"""The length of a direction in the tables."""

# Millionths of the sine of 0, 5, ... 90 degrees.
_SINES = [
    *(0, 87156, 173648, 258819, 342020, 422618, 500000, 573576, 642788, 707107),
    *(766044, 819152, 866025, 906308, 939693, 965926, 984808, 996195, 1000000),
]


def _sine(step: int) -> int:
    step %= STEPS
    if step > HALF:
        return -_sine(step - HALF)
    return _SINES[step] if step <= QUARTER else _SINES[HALF - step]


AHEAD_X = [_sine(step) for step in range(STEPS)]
AHEAD_Y = [-_sine(step + QUARTER) for step in range(STEPS)]
"""The direction of each step, of length UNIT."""

# Billionths of the arc of five degrees with radius 1.
_ARC = 87_266_463


def rounded(n: int, d: int) -> int:
    """n / d (d positive) to the nearest whole number, halves away from zero.

    >>> rounded(5, 2), rounded(-5, 2), rounded(4, 3)
    (3, -3, 1)
    """
    return (2 * n + d) // (2 * d) if n >= 0 else -((d - 2 * n) // (2 * d))


def root_up(n: int) -> int:
    """The square root of a whole number, rounded up."""
    root = isqrt(n)
    return root if root * root == n else root + 1


def length(dx: int, dy: int) -> int:
    """The length of a way, rounded up.

    >>> length(3000, -4000), length(1, 1)
    (5000, 2)
    """
    square = dx * dx + dy * dy
    root = isqrt(square)
    return root if root * root == square else root + 1


def arc(radius: int, steps: int) -> int:
    """The way along a circle through some steps, rounded up: what the outer corner pays."""
    return -(-radius * abs(steps) * _ARC // 1_000_000_000)


def offset(direction: int, distance: int) -> tuple[int, int]:
    """The point at a distance in a direction, in mils from here.

    >>> offset(18, 2500), offset(6, 1000)
    ((2500, 0), (500, -866))
    """
    step = direction % STEPS
    x, y = AHEAD_X[step] * distance, AHEAD_Y[step] * distance
    # As `rounded` does it.
    dx = (x + UNIT // 2) // UNIT if x >= 0 else -((UNIT // 2 - x) // UNIT)
    dy = (y + UNIT // 2) // UNIT if y >= 0 else -((UNIT // 2 - y) // UNIT)
    return dx, dy


def bearing(dx: int, dy: int) -> int:
    """The step nearest to the direction of a vector; of two equally near the lower, of none 0.

    >>> bearing(0, -7), bearing(5, 0), bearing(-3, 3)
    (0, 18, 45)
    """
    if dx == 0 and dy == 0:
        return 0
    if dx >= 0:
        first = 0 if dy < 0 else QUARTER
    else:
        first = HALF if dy >= 0 else HALF + QUARTER
    # Along the quarter the agreement grows and then falls: find the first step that is not
    # surpassed by the next.
    low, high = first, first + QUARTER
    while low < high:
        step = (low + high) // 2
        here = dx * AHEAD_X[step] + dy * AHEAD_Y[step]
        after = step + 1 if step + 1 < STEPS else 0
        beyond = dx * AHEAD_X[after] + dy * AHEAD_Y[after]
        if here < beyond or (here == beyond and after == 0):
            low = step + 1
        else:
            high = step
    return low % STEPS


def turned(start: int, end: int) -> int:
    """The steps from one facing to another by the shorter way, clockwise positive.

    An about-turn goes clockwise.

    >>> turned(70, 2), turned(2, 70), turned(0, 36)
    (4, -4, 36)
    """
    steps = (end - start) % STEPS
    return steps if steps <= HALF else steps - STEPS


def nearest(x: int, y: int) -> tuple[int, int]:
    """The lattice point (in tenths) nearest to a point in mils.

    >>> nearest(1249, 1250)
    (12, 13)
    """
    return rounded(x, TENTH), rounded(y, TENTH)


def short_of(x: int, y: int, direction: int, distance: int) -> tuple[int, int]:
    """The lattice point about a distance away in a direction, and never further than that.

    The lattice point nearest to the exact end counts or, if that is too far, the nearest of its
    neighbours that is not; of two equally near the first by rows.

    >>> short_of(0, 0, 18, 12000), short_of(0, 0, 9, 10000)
    ((120, 0), (70, -71))
    """
    dx, dy = _short(direction, distance)
    if x + dx > 1 and y + dy > 1:
        # On the table halves are rounded alike everywhere.
        return x + dx, y + dy
    return _short_of(x, y, direction, distance)


@lru_cache(maxsize=1 << 14)
def _short(direction: int, distance: int) -> tuple[int, int]:
    """What `short_of` adds to a place with room enough about it."""
    dx, dy = offset(direction, distance)
    # On the table the nearest place is this one, as `nearest` finds it.
    x, y = (dx + TENTH // 2) // TENTH, (dy + TENTH // 2) // TENTH
    if (x * x + y * y) * TENTH * TENTH <= distance * distance:
        return x, y
    return _best_of_nine(x, y, dx, dy, distance)


def _short_of(x: int, y: int, direction: int, distance: int) -> tuple[int, int]:
    dx, dy = offset(direction, distance)
    px, py = x * TENTH + dx, y * TENTH + dy
    cx, cy = nearest(px, py)
    most = distance * distance
    if ((cx - x) * (cx - x) + (cy - y) * (cy - y)) * TENTH * TENTH <= most:
        return cx, cy
    dx, dy = _best_of_nine(cx - x, cy - y, dx, dy, distance)
    return x + dx, y + dy


def _best_of_nine(
    cx: int, cy: int, ex: int, ey: int, distance: int, facing: int = 0, half: int = HALF
) -> tuple[int, int]:
    """Of a lattice point and its neighbours the nearest to an end, all as seen from the start.

    It is not too far, nor outside of an arc.
    """
    most = distance * distance
    best_x, best_y, best = 0, 0, -1
    for ty in range(cy - 1, cy + 2):
        dy = ty * TENTH
        for tx in range(cx - 1, cx + 2):
            dx = tx * TENTH
            if dx * dx + dy * dy <= most:
                off = (dx - ex) * (dx - ex) + (dy - ey) * (dy - ey)
                if (best < 0 or off < best) and (half >= HALF or within_arc(facing, dx, dy, half)):
                    best_x, best_y, best = tx, ty, off
    return best_x, best_y


def aslant(x: int, y: int, facing: int, steps: int, distance: int) -> tuple[int, int]:
    """As `short_of`, some steps off a facing and never more than these.

    The lattice point nearest to the exact end may lie a hair outside of the arc.

    >>> short_of(0, 0, 27, 12000), aslant(0, 0, 36, -9, 12000)
    ((85, 84), (84, 85))
    """
    dx, dy = _aslant(facing, steps, distance)
    return x + dx, y + dy


@lru_cache(maxsize=1 << 14)
def _aslant(facing: int, steps: int, distance: int) -> tuple[int, int]:
    ex, ey = offset((facing + steps) % STEPS, distance)
    return _best_of_nine(*nearest(ex, ey), ex, ey, distance, facing, abs(steps))


def stray(facing: int, dx: int, dy: int) -> int:
    """How far the end of a way lies beside the straight line ahead, rounded up to mils."""
    across = abs(dx * AHEAD_Y[facing] - dy * AHEAD_X[facing])
    return -(-across // UNIT)


def within_arc(facing: int, dx: int, dy: int, half: int) -> bool:
    """Whether a way goes no more than `half` steps to either side of a facing.

    >>> within_arc(0, 300, -300, 9), within_arc(0, 301, -300, 9), within_arc(0, 1, 1, 36)
    (True, False, True)
    """
    if half >= HALF or (dx == 0 and dy == 0):
        return True
    ahead = dx * AHEAD_X[facing] + dy * AHEAD_Y[facing]
    right = dx * -AHEAD_Y[facing] + dy * AHEAD_X[facing]
    # The angle from straight ahead is compared by its tangent, within the same half circle.
    side = abs(right) * -AHEAD_Y[half] - ahead * AHEAD_X[half]
    if half <= QUARTER:
        return ahead >= 0 and side <= 0
    return ahead >= 0 or side <= 0
