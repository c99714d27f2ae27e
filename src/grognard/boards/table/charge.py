"""Straight into contact: how far it is to a target, and where a stand on the lattice touches it."""

from __future__ import annotations

from heapq import heapify, heappop

from .contact import CONTACT, edge_hit, edge_within, in_contact, touching_edges
from .lattice import AHEAD_X, AHEAD_Y, INCH, STEPS, TENTH, UNIT, Pose, nearest, offset
from .rect import FRONT, Rect, overlap, rect, surely_apart
from .shape import shape
from .slide import NEVER, Swept, part, span

_FAR = 100 * INCH


class Touch:
    """A pose in contact with a target, and the way to it in mils."""

    __slots__ = ("mils", "pose", "stand", "target")

    def __init__(self, pose: Pose, mils: int, stand: Rect, target: Rect) -> None:
        self.pose = pose
        self.mils = mils
        self.stand = stand
        self.target = target

    @property
    def edges(self) -> list[int]:
        """The own edges that touch."""
        return touching_edges(self.stand, self.target)

    @property
    def hit(self) -> int:
        """The edge of the target that is hit."""
        return edge_hit(self.target, self.stand)

    def __repr__(self) -> str:
        return f"<{self.pose} after {self.mils} mils>"


def ahead_to(a: Rect, target: Rect, limit: int, way: int = NEVER) -> int:
    """How far ahead a stand must go to touch a target, or -1 if it misses it within the limit.

    It goes in the direction of a `way` if there is one.

    >>> ahead_to(rect((0, 0, 0), 3000, 3000), rect((10, -80, 0), 3000, 3000), 6000)
    5000
    """
    if surely_apart(a, target, limit):
        return NEVER
    # One line ahead for all limits, so that a limit never decides whether a corner is grazed.
    ahead = a.shape.facing if way < 0 else way
    enter, _ = span(Swept(a, *offset(ahead, _FAR)), target)
    return enter if enter <= limit else NEVER


def touch_ahead(
    pose: Pose, width: int, depth: int, target: Rect, limit: int, way: int = NEVER
) -> Touch | None:
    """The pose straight ahead, within a limit, whose front edge or a front corner touches a target.

    It lies in the direction of a `way` if there is one, and the stand keeps its facing.
    The lattice place nearest to the straight line counts that touches without overlapping; of two
    equally near the one that goes less far, then the first by rows. None if the target is missed.
    """
    a = rect(pose, width, depth)
    if in_contact(a, target) and edge_within(a, FRONT, target, CONTACT):
        return Touch(pose, 0, a, target)
    at = ahead_to(a, target, limit, way)
    if at < 0:
        return None
    x, y, facing = pose
    ahead = facing if way < 0 else way
    dx, dy = part(*offset(ahead, limit), max(at - CONTACT // 2, 0))
    cx, cy = nearest(a.x + dx, a.y + dy)
    tried = []
    ahead_x, ahead_y = AHEAD_X[ahead] * TENTH, AHEAD_Y[ahead] * TENTH
    most = limit * limit // (TENTH * TENTH)
    for ty in range(cy - 2, cy + 3):
        vy = ty - y
        over, side = vy * vy, vy * ahead_x
        for tx in range(cx - 2, cx + 3):
            vx = tx - x
            far = vx * vx + over
            if far <= most:
                # As `stray` tells it.
                across = vx * ahead_y - side
                tried.append((-((across if across < 0 else -across) // UNIT), far, ty, tx))
    # Mostly one of the first touches.
    heapify(tried)
    while tried:
        _, _, ty, tx = heappop(tried)
        b = Rect(tx * TENTH, ty * TENTH, a.shape)
        if not overlap(b, target) and edge_within(b, FRONT, target, CONTACT):
            return Touch((tx, ty, facing), at, b, target)
    return None


def facings_to(pose: Pose, width: int, depth: int, target: Rect, limit: int) -> list[int]:
    """The facings from which a stand, turned in place first, meets a target straight ahead."""
    x, y, _ = pose
    found = []
    for facing in range(STEPS):
        a = Rect(x * TENTH, y * TENTH, shape(facing, width, depth))
        if ahead_to(a, target, limit) >= 0 and not overlap(a, target):
            found.append(facing)
    return found
