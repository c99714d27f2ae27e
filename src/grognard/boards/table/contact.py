"""Stands that touch: contact, the edges that meet, chains of contact, command distance."""

from __future__ import annotations

from collections.abc import Sequence

from .lattice import TENTH
from .rect import FRONT, LEFT, REAR, RIGHT, Rect, corners, edge, overlap, surely_apart, within
from .shape import edge_ring, ring_gap2

CONTACT = TENTH
"""Two stands this near that do not overlap are in contact."""


def in_contact(a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a gap of at most 0.1 inch, and no common ground."""
    return within(a, b, CONTACT) and not overlap(a, b)


def edge_within(a: Rect, which: int, b: Rect, distance: int) -> bool:
    """Whether an edge of a stand, its corners included, comes within a distance of another."""
    if surely_apart(a, b, distance):
        return False
    n, d = edge_gap2(a, which, b)
    return n <= distance * distance * d


def edge_gap2(a: Rect, which: int, b: Rect) -> tuple[int, int]:
    """The squared distance of an edge of a stand from another stand, as a fraction."""
    side = which & 1
    dx, dy = (a.wx, a.wy) if side else (a.fx, a.fy)
    if which in (REAR, LEFT):
        dx, dy = -dx, -dy
    return ring_gap2(edge_ring(a.shape, side, b.shape), b.x - a.x - dx, b.y - a.y - dy)


def touching_edges(a: Rect, b: Rect) -> list[int]:
    """The edges of the first stand that the second touches; a corner belongs to two edges."""
    return [which for which in range(4) if edge_within(a, which, b, CONTACT)]


def edge_hit(a: Rect, by: Rect) -> int:
    """The one edge of a stand that another has before it: that from which it is furthest outside.

    Of two edges equally far (a corner against a corner) the front counts before the sides, the
    left before the right, and the sides before the rear.

    >>> from grognard.boards.table.rect import rect
    >>> edge_hit(rect((0, 0, 0), 3000, 3000), rect((31, 10, 0), 3000, 3000)) == RIGHT
    True
    """
    best, whole, found = 0, 1, -1
    for which in (FRONT, LEFT, RIGHT, REAR):
        ax, ay, bx, by_ = edge(a, which)
        ux, uy = bx - ax, by_ - ay
        # Outside is negative by turns; the nearest corner counts.
        out = min(uy * (px - ax) - ux * (py - ay) for px, py in corners(by))
        size = ux * ux + uy * uy
        if found < 0 or out * abs(out) * whole > best * abs(best) * size:
            best, whole, found = out, size, which
    return found


def chains(stands: Sequence[Rect], reach: int = CONTACT) -> list[int]:
    """For each stand the lowest number in its chain, linked by gaps of at most `reach`.

    >>> from grognard.boards.table.rect import rect
    >>> chains([rect((x, 0, 0), 3000, 3000) for x in (0, 60, 30, 200)])
    [0, 0, 0, 3]
    """
    first = list(range(len(stands)))
    order = sorted(first, key=lambda i: stands[i].x - stands[i].ex)
    for at, i in enumerate(order):
        a = stands[i]
        right = a.x + a.ex + reach
        for j in order[at + 1 :]:
            b = stands[j]
            if b.x - b.ex > right:
                break
            if _root(first, i) != _root(first, j) and within(a, b, reach):
                low, high = sorted((_root(first, i), _root(first, j)))
                first[high] = low
    return [_root(first, i) for i in range(len(stands))]


def _root(first: list[int], i: int) -> int:
    while first[i] != i:
        i = first[i]
    return i


def chained(stands: Sequence[Rect], start: int, reach: int = CONTACT) -> list[int]:
    """The stands in unbroken contact with one of them, itself included, in their order."""
    seen = [False] * len(stands)
    seen[start] = True
    todo = [start]
    while todo:
        a = stands[todo.pop()]
        for j, b in enumerate(stands):
            if not seen[j] and within(a, b, reach):
                seen[j] = True
                todo.append(j)
    return [i for i, found in enumerate(seen) if found]
