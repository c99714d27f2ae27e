"""Lengths in words, and the shapes that lengths make on the table: rings and arcs."""

from __future__ import annotations

from grognard.boards.table.lattice import STEPS, offset
from grognard.boards.table.rect import Rect, corners

Outline = tuple[tuple[int, int], ...]  # in mils


def inches(mils: int) -> str:
    """A length in inches and tenths.

    >>> inches(12000), inches(2550)
    ('12', '2.5')
    """
    whole, tenths = mils // 1000, mils % 1000 // 100
    return f"{whole}.{tenths}" if tenths else str(whole)


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


def off(x: int, y: int, step: int, reach: int) -> tuple[int, int]:
    """The place so far from a point in a direction."""
    dx, dy = offset(step, reach)
    return x + dx, y + dy
