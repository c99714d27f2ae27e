"""Lengths in words, and the shapes that lengths make on the table: rings and arcs."""

from __future__ import annotations

from math import isqrt

from grognard.boards.table.lattice import QUARTER, STEPS, TENTH, Pose, offset
from grognard.boards.table.rect import Rect, corners
from grognard.engine.action import DEGREES

Outline = tuple[tuple[int, int], ...]  # in mils


def inches(mils: int) -> str:
    """A length in inches and tenths.

    >>> inches(12000), inches(2550)
    ('12', '2.5')
    """
    whole, tenths = mils // 1000, mils % 1000 // 100
    return f"{whole}.{tenths}" if tenths else str(whole)


def range_in_words(close: int, long: int) -> str:
    """How far something fires, and how far its close range goes, if it has one.

    >>> range_in_words(6000, 24000), range_in_words(0, 4000)
    ('24 in, close 6 in', '4 in')
    """
    return f"{inches(long)} in{f', close {inches(close)} in' if close else ''}"


def how_far(here: Pose, there: Pose) -> str:
    """How far it is from one place to another, straight, in inches and tenths.

    >>> how_far((0, 0, 0), (30, 40, 0)), how_far((0, 0, 0), (10, 10, 0))
    ('5 in', '1.4 in')
    """
    squares = (there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2
    tenths = (isqrt(4 * squares) + 1) // 2
    return f"{inches(tenths * TENTH)} in"


def turned(before: int, after: int) -> str:
    """A turn from one facing to another in words, by the shorter way; empty if there is none.

    >>> turned(18, 21), turned(0, 70), turned(0, 36), turned(5, 5)
    ('15° right', '10° left', 'about', '')
    """
    step = (after - before) % STEPS
    if step * 2 == STEPS:
        return "about"
    by = step if step * 2 < STEPS else step - STEPS
    return f"{abs(by) * DEGREES}° {'right' if by > 0 else 'left'}" if by else ""


def gone(here: Pose, there: Pose) -> str:
    """How far it is from one pose to another, and the turn between them.

    >>> gone((0, 0, 0), (30, 40, 3)), gone((0, 0, 0), (60, 0, 0))
    ('5 in, turning 15° right', '6 in')
    """
    turn = turned(here[2], there[2])
    return f"{how_far(here, there)}, turning {turn}" if turn else how_far(here, there)


def ring(x: int, y: int, reach: int, apart: int = 2) -> Outline:
    """The places so far from a point, a corner every so many steps."""
    return tuple(off(x, y, step, reach) for step in range(0, STEPS, apart))


def arc(a: Rect, facing: int, half: int, reach: int) -> Outline:
    """The ground before a stand, by lines from its front corners half an arc to each side."""
    left, right = corners(a)[:2]
    outline = [left]
    outline += [off(*left, step, reach) for step in range(facing - half, facing + 1, 3)]
    outline += [off(*right, step, reach) for step in range(facing, facing + half + 1, 3)]
    return (*outline, right)


def around(a: Rect, facing: int, reach: int) -> Outline:
    """The ground about a stand on all sides, by arcs round its four corners."""
    outline = []
    for i, corner in enumerate(corners(a), start=-1):
        first = facing + i * QUARTER
        outline += [off(*corner, step, reach) for step in range(first, first + QUARTER + 1, 3)]
    return tuple(outline)


def off(x: int, y: int, step: int, reach: int) -> tuple[int, int]:
    """The place so far from a point in a direction."""
    dx, dy = offset(step, reach)
    return x + dx, y + dy
