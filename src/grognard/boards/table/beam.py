"""A first look along straight ways: what a stand would surely meet, and what it surely would not.

Bases are taken for the circles within and about them, so that a look costs little. Whatever it says
holds for the places on the lattice beside the way too, as `short_of` finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from .lattice import AHEAD_X, AHEAD_Y, UNIT
from .rect import Rect, surely_apart
from .shape import ring, ring_nearest

BESIDE = 155
"""Mils; a place on the lattice is nearer than that to the point aimed at."""

Disc = tuple[int, int, int]
"""A circle about a point: how far off it is (x, y), and the square of its radius."""

Block = tuple[int, int, int, list[tuple[int, int, int]]]
"""A polygon about a point: how far off it is (x, y), the square of the radius of a circle round it,
and one of each pair of edges, by (ex, ey, area) as in a ring."""

Span = tuple[int, int]
"""From where to where on a way, in mils."""


def surely_nearer(a: Rect, stands: Sequence[Rect], distance: int = 0) -> list[Disc]:
    """Where the middle of a stand is surely nearer to others than a distance, or upon them."""
    most = distance + a.shape.inner - BESIDE
    found = []
    for b in stands:
        radius = most + b.shape.inner
        # A point shares ground with nobody.
        if radius > 0 and (distance or (a.half_area and b.half_area)):
            found.append((b.x - a.x, b.y - a.y, radius * radius))
    return found


def maybe_within(a: Rect, stands: Sequence[Rect], distance: int) -> list[Disc]:
    """Where the middle of a stand must be to come within a distance of others."""
    most = distance + a.shape.outer + BESIDE
    return [(b.x - a.x, b.y - a.y, (most + b.shape.outer) ** 2) for b in stands]


def spans(discs: Sequence[Disc], direction: int) -> list[Span]:
    """The parts of a straight way within each of some circles, without those it misses.

    >>> spans([(3000, 0, 1000000), (3000, 2000, 1000000), (-3000, 0, 1000000)], 18)
    [(2000, 4000)]
    """
    ahead_x, ahead_y = AHEAD_X[direction], AHEAD_Y[direction]
    found = []
    for x, y, square in discs:
        across = (x * ahead_y - y * ahead_x) // UNIT
        rest = square - across * across
        if rest > 0:
            along = (x * ahead_x + y * ahead_y) // UNIT
            half = isqrt(rest)
            if along + half > 0:
                found.append((along - half, along + half))
    return found


def held(discs: list[Disc], direction: int, start: int, end: int) -> bool:
    """Whether a part of a straight way lies within one of some circles.

    That is the first in their list from then on: it will be so again.

    >>> some = [(0, 0, 1000000), (3000, 500, 1000000)]
    >>> held(some, 18, 2500, 3500), some[0][0], held(some, 18, 2500, 4000)
    (True, 3000, False)
    """
    ahead_x, ahead_y = AHEAD_X[direction], AHEAD_Y[direction]
    for i, (x, y, square) in enumerate(discs):
        across = (x * ahead_y - y * ahead_x) // UNIT
        along = (x * ahead_x + y * ahead_y) // UNIT
        far = max(abs(along - start), abs(along - end)) + 1
        if across * across + far * far <= square:
            if i:
                discs.insert(0, discs.pop(i))
            return True
    return False


def before(discs: Sequence[Disc], facing: int, half: int) -> list[Disc]:
    """Those of some circles that may reach into the arc of so many steps to either side.

    >>> before([(0, -3000, 1000000), (3000, 0, 1000000), (0, 3000, 10000000)], 0, 9)
    [(0, -3000, 1000000), (0, 3000, 10000000)]
    """
    ahead_x, ahead_y = AHEAD_X[facing], AHEAD_Y[facing]
    out_x, out_y = AHEAD_X[half], -AHEAD_Y[half]
    found = []
    for x, y, square in discs:
        aside = x * ahead_y - y * ahead_x
        off = (aside if aside >= 0 else -aside) * out_y - (x * ahead_x + y * ahead_y) * out_x
        off //= UNIT * UNIT
        if off <= 0 or off * off <= square:
            found.append((x, y, square))
    return found


def towards(discs: Sequence[Disc], directions: Sequence[int]) -> list[int]:
    """Those of some directions in which a straight way meets one of some circles.

    >>> towards([(3000, 0, 1000000)], [0, 14, 15, 18, 21, 22, 54])
    [15, 18, 21]
    """
    met: set[int] = set()
    for x, y, square in discs:
        if x * x + y * y < square:
            return list(directions)
        most = square * UNIT * UNIT
        met.update([
            step for step in directions
            if (x * AHEAD_Y[step] - y * AHEAD_X[step]) ** 2 < most
            and x * AHEAD_X[step] + y * AHEAD_Y[step] > 0
        ])  # fmt: skip
    return [step for step in directions if step in met]


def out_of(discs: Sequence[Disc], directions: Sequence[int], mils: int) -> list[int]:
    """Those of some directions in which a way that long leads out of every circle it begins in.

    >>> out_of([(500, 0, 1000000)], [0, 18, 54], 600), out_of([(500, 0, 1000000)], [0, 18], 1500)
    ([54], [0, 18])
    """
    for x, y, square in discs:
        within = square - x * x - y * y
        if within > 0 and directions and mils > 0:
            # The end of the way is outside if its square exceeds that of the radius.
            most = (mils * mils - within) * UNIT // (2 * mils)
            directions = [
                step for step in directions if x * AHEAD_X[step] + y * AHEAD_Y[step] <= most
            ]
    return list(directions)


def blocks(a: Rect, stands: Sequence[Rect], distance: int) -> list[Block]:
    """Where the middle of a stand is within a distance of others, their corners not cut off.

    If the distance is negative: where it is so far inside.
    """
    found = []
    for b in stands:
        radius = a.shape.outer + b.shape.outer + (distance if distance > 0 else 0)
        lines = ring(a.shape, b.shape).lines
        edges = [(ex, ey, area + distance * long) for ex, ey, area, long in lines]
        found.append((b.x - a.x, b.y - a.y, radius * radius, edges))
    return found


def surely_upon(a: Rect, stands: Sequence[Rect]) -> list[Block]:
    """Where the middle of a stand surely shares ground with others; with points nobody does."""
    return blocks(a, [b for b in stands if b.half_area], -BESIDE) if a.half_area else []


def passage(block: Block, direction: int) -> Span:
    """The part of a straight way within a polygon, (0, -1) if it misses it.

    >>> square = [(2000, 0, 2000000), (0, 2000, 2000000)]
    >>> passage((3000, 500, 2000000, square), 18), passage((-3000, 500, 2000000, square), 18)
    ((2000, 4000), (0, -1))
    """
    x, y, square, edges = block
    ahead_x, ahead_y = AHEAD_X[direction], AHEAD_Y[direction]
    across = (x * ahead_y - y * ahead_x) // UNIT
    if across * across >= square:
        return 0, -1
    low, high = 0, 1 << 40
    for ex, ey, near in edges:
        apart = ey * x - ex * y
        change = ey * ahead_x - ex * ahead_y
        if change < 0:
            apart, change = -apart, -change
        elif change == 0:
            if apart > near or apart < -near:
                return 0, -1
            continue
        last = (near + apart) * UNIT // change
        if last < high:
            high = last
        first = (apart - near) * UNIT // change + 1
        if first > low:
            low = first
        if low > high:
            return 0, -1
    return low, high


def passages(some: Sequence[Block], direction: int) -> list[Span]:
    """The parts of a straight way within each of some polygons, without those it misses."""
    return [each for each in [passage(block, direction) for block in some] if each[1] >= 0]


def parts_open(
    some: list[Block], direction: int, low: int, high: int
) -> tuple[int, int, list[Span]]:
    """What some polygons leave of a part of a straight way: a part, and what they take of it.

    One that leaves nothing is the first in their list from then on: it will be so again.
    """
    found = []
    for i, block in enumerate(some):
        if low > high:
            break
        enter, leave = passage(block, direction)
        if enter <= low:
            low = max(low, leave + 1)
        elif leave >= high:
            high = min(high, enter - 1)
        elif enter <= leave:
            found.append((enter, leave))
        if low > high:
            some.insert(0, some.pop(i))
    return low, high, found


def left_open(places: Sequence[int], taken: Sequence[Span]) -> Sequence[int]:
    """What some parts of a way leave of places on it.

    >>> left_open(range(0, 1000, 300), [(200, 400), (900, 950)])
    [0, 600]
    """
    for enter, leave in taken if places else ():
        places = [mils for mils in places if not enter <= mils <= leave]
    return places


def surely_off(a: Rect, stands: Sequence[Rect], distance: int) -> list[Disc]:
    """Where a stand is surely nearer than a distance to others that are so near as it begins.

    So it is as long as the points by which they are nearest now are.
    """
    found = []
    most = distance - BESIDE - 2  # points are whole mils
    for b in stands:
        if not surely_apart(a, b, most):
            x, y = ring_nearest(ring(a.shape, b.shape), b.x - a.x, b.y - a.y)
            found.append((x, y, most * most))
    return found


def on_board(a: Rect, direction: int, width: int, height: int) -> Span:
    """From where to where on a straight way a stand may be on a table of this size."""
    low, high = 0, width + height
    for at, ahead, half, size in (
        (a.x, AHEAD_X[direction], a.ex, width),
        (a.y, AHEAD_Y[direction], a.ey, height),
    ):
        least, most = half - BESIDE - at, size - half + BESIDE - at
        if ahead < 0:
            least, most = most, least
        if ahead:
            low, high = max(low, least * UNIT // ahead), min(high, most * UNIT // ahead)
        elif not least <= 0 <= most:
            return 0, -1
    return low, high
