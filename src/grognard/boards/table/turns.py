"""Stands that turn: in place about the centre, or wheeling on a front corner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .lattice import STEPS, TENTH, Pose, arc, nearest, turned
from .rect import LEFT, Rect, corners, overlap, rect, surely_apart
from .shape import TurnedBase, shape
from .slide import NEVER, hull


def turn_way(a: Rect, facing: int) -> list[Rect]:
    """A stand turning in place by the shorter way: one rectangle for each step, the last turned."""
    base = a.shape
    steps = turned(base.facing, facing)
    sign = 1 if steps > 0 else -1
    return [
        Rect(a.x, a.y, shape((base.facing + sign * i) % STEPS, base.width, base.depth))
        for i in range(1, abs(steps) + 1)
    ]


def wheel(pose: Pose, width: int, depth: int, corner: int, steps: int) -> Pose:
    """Where a stand ends that wheels by some steps (clockwise positive) on a front corner.

    `corner` is LEFT or RIGHT; the centre goes to the nearest place of the lattice.

    >>> from grognard.boards.table.rect import RIGHT
    >>> wheel((100, 100, 0), 3000, 3000, RIGHT, 18)
    (100, 70, 18)
    """
    end = _wheeled(rect(pose, width, depth), corner, steps)
    return end.x // TENTH, end.y // TENTH, end.shape.facing


def _wheeled(a: Rect, corner: int, steps: int) -> Rect:
    """A stand after some steps (clockwise positive) on one of its front corners."""
    dx, dy, end = _shifted(a.shape, corner, steps)
    x, y = nearest(a.x + dx, a.y + dy)
    return Rect(x * TENTH, y * TENTH, end)


@lru_cache(maxsize=4096)
def _shifted(base: TurnedBase, corner: int, steps: int) -> tuple[int, int, TurnedBase]:
    """How a wheel shifts the middle of a base, and how that is turned then."""
    end = shape((base.facing + steps) % STEPS, base.width, base.depth)
    side = -1 if corner == LEFT else 1
    # The corner stays where it is.
    dx = base.fx + side * base.wx - end.fx - side * end.wx
    dy = base.fy + side * base.wy - end.fy - side * end.wy
    return dx, dy, end


def wheel_length(width: int, steps: int) -> int:
    """The way of the outer front corner, rounded up to mils."""
    return arc(width, steps)


def wheel_way(pose: Pose, width: int, depth: int, corner: int, steps: int) -> list[Rect]:
    """A stand wheeling: one rectangle for each step, the last where `wheel` ends."""
    sign = 1 if steps > 0 else -1
    return [
        rect(wheel(pose, width, depth, corner, sign * i), width, depth)
        for i in range(1, abs(steps) + 1)
    ]


class Wheel:
    """A stand wheeling outwards on a front corner: where it gets, and the first stand it meets.

    Each step is worked out once. What `to` says is what `wheel` and `way_hits` say of a wheel.
    """

    __slots__ = ("corner", "ends", "known", "near", "sign", "stand", "stands")

    def __init__(self, stand: Rect, corner: int, stands: Sequence[Rect]) -> None:
        self.stand = stand
        self.corner = corner
        self.sign = -1 if corner == LEFT else 1
        # No part of it gets further from where it stood than its diagonal.
        span = stand.shape.width + stand.shape.depth
        self.near = [i for i, b in enumerate(stands) if not surely_apart(stand, b, span)]
        self.stands = [stands[i] for i in self.near]
        self.ends: dict[int, Rect] = {0: stand}
        self.known = [NEVER]  # the first stand in the way, after each number of steps

    def to(self, steps: int) -> tuple[Rect, int]:
        """The stand after some steps, and the number of the first stand in its way or -1."""
        if not self.near:
            return self.at(steps), NEVER
        for step in range(len(self.known), steps + 1):
            hit = self.known[-1]
            if hit < 0:
                hit = way_hits(self.at(step - 1), [self.at(step)], self.stands)
                hit = self.near[hit] if hit >= 0 else NEVER
            self.known.append(hit)
        return self.at(steps), self.known[steps]

    def at(self, steps: int) -> Rect:
        """The stand after some steps, whoever is in its way."""
        known = self.ends.get(steps)
        if known is None:
            known = self.ends[steps] = _wheeled(self.stand, self.corner, self.sign * steps)
        return known


def way_hits(start: Rect, way: Sequence[Rect], stands: Sequence[Rect], passable: int = 0) -> int:
    """The first stand swept by a turning stand, by the hull from step to step; or -1."""
    reach = 2 * (start.shape.width + start.shape.depth)
    near = [
        i
        for i, b in enumerate(stands)
        if not passable >> i & 1
        and abs(b.x - start.x) < reach + b.ex
        and abs(b.y - start.y) < reach + b.ey
    ]
    if not near:
        return NEVER
    before = start
    for after in way:
        left = min(before.x - before.ex, after.x - after.ex)
        right = max(before.x + before.ex, after.x + after.ex)
        top = min(before.y - before.ey, after.y - after.ey)
        bottom = max(before.y + before.ey, after.y + after.ey)
        met = []
        for i in near:
            b = stands[i]
            across = b.x - b.ex < right and b.x + b.ex > left
            if across and b.y - b.ey < bottom and b.y + b.ey > top:
                met.append(i)
        if met:
            hit = _hits(before, after, stands, met)
            if hit >= 0:
                return hit
        before = after
    return NEVER


def _hits(before: Rect, after: Rect, stands: Sequence[Rect], met: list[int]) -> int:
    """The first stand swept by one step of a turn, those first on which it ends; or -1."""
    for i in met:
        if overlap(after, stands[i]):
            return i
    swept = hull(corners(before) + corners(after))
    for i in met:
        if polygon_overlaps(swept, stands[i]):
            return i
    return NEVER


def polygon_overlaps(outline: Sequence[tuple[int, int]], b: Rect) -> bool:
    """Whether a convex polygon (clockwise on the map) shares ground with a stand."""
    other = corners(b)
    return not (_parted(outline, other) or _parted(other, outline))


def _parted(outline: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> bool:
    """Whether some edge of the first has all of the second on its outer side."""
    ax, ay = outline[-1]
    for bx, by in outline:
        ux, uy = bx - ax, by - ay
        if all(ux * (y - ay) - uy * (x - ax) <= 0 for x, y in others):
            return True
        ax, ay = bx, by
    return False
