"""A first look along straight ways: what a stand would surely meet, and what it surely would not.

Bases are taken for the circles within and about them, so that a look costs little. Whatever it says
holds for the places on the lattice beside the way too, as `short_of` finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from .lattice import AHEAD_X, AHEAD_Y, UNIT
from .rect import Rect

BESIDE = 155
"""Mils; a place on the lattice is nearer than that to the point aimed at."""

Disc = tuple[int, int, int]
"""A circle about a point: how far off it is (x, y), and the square of its radius."""

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


def towards(discs: Sequence[Disc], directions: Sequence[int]) -> list[int]:
    """Those of some directions in which a straight way meets one of some circles.

    >>> towards([(3000, 0, 1000000)], [0, 14, 15, 18, 21, 22, 54])
    [15, 18, 21]
    """
    met = set()
    for x, y, square in discs:
        most = square * UNIT * UNIT
        inside = x * x + y * y < square
        for step in directions:
            across = x * AHEAD_Y[step] - y * AHEAD_X[step]
            ahead = inside or x * AHEAD_X[step] + y * AHEAD_Y[step] > 0
            if ahead and across * across < most:
                met.add(step)
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


def to_edge(a: Rect, direction: int, width: int, height: int) -> int:
    """How far a way may lead before a stand surely leaves a table of this size."""
    most = width + height
    ahead = AHEAD_X[direction]
    if ahead:
        room = width - a.x if ahead > 0 else a.x
        most = (room - a.ex + BESIDE) * UNIT // abs(ahead)
    ahead = AHEAD_Y[direction]
    if ahead:
        room = height - a.y if ahead > 0 else a.y
        most = min(most, (room - a.ey + BESIDE) * UNIT // abs(ahead))
    return most
