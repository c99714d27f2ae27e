"""Lines of sight past ground, lines and stands: clear, or what blocks them and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from .boxes import Box, bits
from .chord import chords, crossings
from .ground import Area, Ground
from .lattice import length
from .rect import Rect, corners, edge_enters, front, grown, point_gap
from .slide import part

CONTOUR, AREA, LINE, STAND = 0, 1, 2, 3
BLOCKERS = ("contour", "area", "line", "stand")

CLEAR = 1 << 40
"""A depth that never blocks."""


class Screen:
    """What each kind does to sight, in mils.

    `into[kind]` is how deep one sees into or out of an area with one end of the line in it,
    `through[kind]` how much of it one sees through; `lines[kind]` tells the lines that block.
    From higher ground one sees over whatever stands lower, but not what is within `shadow`
    behind it, unless that lies higher too, and not over an area one is in. A line within `beside`
    of viewer or target hides neither.
    """

    __slots__ = ("beside", "into", "lines", "shadow", "through")

    def __init__(
        self,
        into: Sequence[int],
        through: Sequence[int],
        lines: Sequence[bool] = (),
        shadow: int = 0,
        beside: int = 0,
    ) -> None:
        self.into = list(into)
        self.through = list(through)
        self.lines = list(lines)
        self.shadow = shadow
        self.beside = beside

    def hides(self, area: Area) -> bool:
        """Whether an area can hide anything at all."""
        return self.into[area.kind] < CLEAR or self.through[area.kind] < CLEAR


class Block:
    """What blocks a line of sight: its sort, its number among its kin, and the place."""

    __slots__ = ("number", "what", "x", "y")

    def __init__(self, what: int, number: int, x: int, y: int) -> None:
        self.what = what
        self.number = number
        self.x = x
        self.y = y

    def __repr__(self) -> str:
        return f"<{BLOCKERS[self.what]} {self.number} at {self.x},{self.y}>"


class Look:
    """A line from a viewer's point to a target's point, with the level of the ground at both."""

    __slots__ = ("ax", "ay", "bx", "by", "from_level", "to_level", "whole")

    def __init__(
        self, ax: int, ay: int, bx: int, by: int, from_level: int = 0, to_level: int = 0
    ) -> None:
        self.ax = ax
        self.ay = ay
        self.bx = bx
        self.by = by
        self.from_level = from_level
        self.to_level = to_level
        self.whole = length(bx - ax, by - ay)

    def at(self, mils: int) -> tuple[int, int]:
        """The point that far along the line."""
        dx, dy = part(self.bx - self.ax, self.by - self.ay, mils)
        return self.ax + dx, self.ay + dy


def blocked(
    ground: Ground,
    screen: Screen,
    look: Look,
    stands: Sequence[Rect] = (),
    ignore: int = 0,
    free_lines: Sequence[int] = (),
) -> Block | None:
    """What blocks a look: contours first, then areas, lines and stands; None if it is clear.

    `ignore` is a mask of stands that do not block (viewer and target among them); `free_lines`
    are lines that do not, because viewer or target stands at them.
    """
    box = _boxed(look)
    block = Between(ground, screen, box, look.from_level, look.to_level, free_lines).block(look)
    if block is not None or not stands:
        return block
    return _stand(ground, screen, look, stands, _between(stands, ignore, *box))


def _boxed(look: Look) -> Box:
    return (
        min(look.ax, look.bx),
        min(look.ay, look.by),
        max(look.ax, look.bx),
        max(look.ay, look.by),
    )


class Between:
    """The ground within a box that may block looks through it, with both ends on given levels."""

    __slots__ = ("areas", "contours", "free_lines", "ground", "last", "pieces", "screen")

    def __init__(
        self,
        ground: Ground,
        screen: Screen,
        box: Box,
        from_level: int,
        to_level: int,
        free_lines: Sequence[int] | None = None,
    ) -> None:
        self.ground = ground
        self.screen = screen
        self.free_lines = free_lines
        high = max(from_level, to_level)
        contours = bits(ground.contour_boxes.near(*box))
        self.contours = [i for i in contours if ground.contours[i].kind > high]
        areas = bits(ground.area_boxes.near(*box))
        self.areas = [i for i in areas if screen.hides(ground.areas[i])]
        # Contour or area that blocked the last look, by a question.
        self.last: tuple[Callable[[int, Look], Block | None], int] | None = None
        self.pieces = 0
        if any(screen.lines):
            self.pieces = ground.pieces(screen.lines) & ground.piece_boxes.near(*box)

    def block(self, look: Look) -> Block | None:
        """What of the ground blocks a look: the first contour, the first area, the first line."""
        for ask, numbers in ((self._contour, self.contours), (self._area, self.areas)):
            for i in numbers:
                block = ask(i, look)
                if block is not None:
                    self.last = ask, i
                    return block
        return self._line(look)

    def hides(self, look: Look) -> bool:
        """Whether the ground blocks a look: what blocked the last one is asked first."""
        if self.last is not None:
            ask, i = self.last
            if ask(i, look) is not None:
                return True
        return self.block(look) is not None

    def _contour(self, i: int, look: Look) -> Block | None:
        """Ground higher than both ends."""
        parts = chords(self.ground.contours[i], look.ax, look.ay, look.bx, look.by)
        return Block(CONTOUR, i, *look.at(parts[0][0])) if parts else None

    def _area(self, i: int, look: Look) -> Block | None:
        screen = self.screen
        area = self.ground.areas[i]
        for start, end in chords(area, look.ax, look.ay, look.bx, look.by):
            open_end = start == 0 or end == look.whole
            limit = screen.into[area.kind] if open_end else screen.through[area.kind]
            if end - start <= limit:
                continue
            x, y = look.at((start + end) // 2)
            behind = look.whole - end if look.to_level < look.from_level else start
            if open_end or not _over(screen, look, self.ground.level_at(x, y), behind):
                return Block(AREA, i, *look.at(start + limit))
        return None

    def _line(self, look: Look) -> Block | None:
        if not self.pieces:
            return None
        free = self.free_lines or ()
        ground = self.ground
        for at, number, _ in crossings(ground, look.ax, look.ay, look.bx, look.by, self.pieces):
            if number in free:
                continue
            x, y = look.at(at)
            behind = look.whole - at if look.to_level < look.from_level else at
            if not _over(self.screen, look, ground.level_at(x, y), behind):
                return Block(LINE, number, x, y)
        return None


def _over(screen: Screen, look: Look, level: int, behind: int) -> bool:
    """Whether one end looks over something at a level, the lower end being so far behind it.

    Two ends that both lie higher see each other over it, however near to it they are.
    """
    low, high = sorted((look.from_level, look.to_level))
    return low > level or (high > level and behind > screen.shadow)


def _between(
    stands: Sequence[Rect], ignore: int, left: int, top: int, right: int, bottom: int
) -> list[int]:
    """The stands whose boxes meet an upright box, but for those to be ignored."""
    return [
        i
        for i, b in enumerate(stands)
        if b.x - b.ex < right
        and b.x + b.ex > left
        and b.y - b.ey < bottom
        and b.y + b.ey > top
        and not ignore >> i & 1
    ]


def _stand(
    ground: Ground, screen: Screen, look: Look, stands: Sequence[Rect], near: list[int]
) -> Block | None:
    high = max(look.from_level, look.to_level)
    for i in near:
        b = stands[i]
        if not edge_enters(look.ax, look.ay, look.bx, look.by, b):
            continue
        if high > 0:
            downward = look.to_level < look.from_level
            x, y = (look.bx, look.by) if downward else (look.ax, look.ay)
            if _over(screen, look, ground.level_at(b.x, b.y), point_gap(x, y, b)):
                continue
        return Block(STAND, i, b.x, b.y)
    return None


def target_points(b: Rect) -> list[tuple[int, int]]:
    """The points of a target that are looked at: centre, corners, middles of the edges."""
    four = corners(b)
    return [
        (b.x, b.y),
        *four,
        (b.x + b.fx, b.y + b.fy),
        (b.x + b.wx, b.y + b.wy),
        (b.x - b.fx, b.y - b.fy),
        (b.x - b.wx, b.y - b.wy),
    ]


class Outlook:
    """What the ground lets a viewer see of a target; each of its points is looked at once."""

    __slots__ = ("between", "box", "hides", "levels", "looks", "points", "viewer")

    def __init__(self, ground: Ground, screen: Screen, viewer: Rect, target: Rect) -> None:
        ax, ay = self.viewer = front(viewer)
        self.levels = ground.level_at(viewer.x, viewer.y), ground.level_at(target.x, target.y)
        self.box = (
            min(ax, target.x - target.ex),
            min(ay, target.y - target.ey),
            max(ax, target.x + target.ex),
            max(ay, target.y + target.ey),
        )
        self.between = Between(ground, screen, self.box, *self.levels)
        if self.between.pieces:
            self.between.free_lines = [
                line
                for a in (viewer, target)
                for line in ground.lines_touched(grown(a, screen.beside))
            ]
        self.points = target_points(target)
        self.looks: list[Look] = []
        self.hides: list[bool] = []

    def at(self, point: int) -> tuple[Look, bool]:
        """The look at a point of the target, and whether the ground hides it."""
        while len(self.looks) <= point:
            look = Look(*self.viewer, *self.points[len(self.looks)], *self.levels)
            self.looks.append(look)
            self.hides.append(self.between.hides(look))
        return self.looks[point], self.hides[point]


@lru_cache(maxsize=1 << 11)
def outlook(ground: Ground, screen: Screen, viewer: Rect, target: Rect) -> Outlook:
    """The outlook of a pair of stands; kept as long as both stay where they are."""
    return Outlook(ground, screen, viewer, target)


def seen(
    ground: Ground,
    screen: Screen,
    viewer: Rect,
    target: Rect,
    stands: Sequence[Rect] = (),
    ignore: int = 0,
    limit: int = CLEAR,
) -> bool:
    """Whether any point of a target can be seen from the middle of the viewer's front edge.

    Levels are those of the two centres. A point further away than `limit` (rain, fog) is not
    looked at.
    """
    out = outlook(ground, screen, viewer, target)
    near = _between(stands, ignore, *out.box)
    for point in range(len(out.points)):
        look, hides = out.at(point)
        if hides or look.whole > limit:
            continue
        if _stand(ground, screen, look, stands, near) is None:
            return True
    return False


def hidden(
    ground: Ground,
    screen: Screen,
    viewer: Rect,
    target: Rect,
    stands: Sequence[Rect] = (),
    ignore: int = 0,
    limit: int = CLEAR,
) -> Block | None:
    """None if a target is seen, else what hides its centre, or the first point within the limit.

    If all points are further away, the block is the target's own place with the number -1.
    """
    if seen(ground, screen, viewer, target, stands, ignore, limit):
        return None
    out = outlook(ground, screen, viewer, target)
    for point in range(len(out.points)):
        look, _ = out.at(point)
        if look.whole <= limit:
            near = _between(stands, ignore, *out.box)
            return out.between.block(look) or _stand(ground, screen, look, stands, near)
    return Block(STAND, -1, target.x, target.y)
