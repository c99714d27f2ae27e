"""The way back: directly away, bending round what is in the way, or the reason why not."""

from __future__ import annotations

from math import isqrt

from .lattice import STEPS, TENTH, Pose, bearing, short_of
from .reach import EDGE, FREE, SPENT, STAND, Halt, Terms, leg, step_towards
from .rect import LEFT, Rect, rect
from .slide import Swept, passed

LEGS = 3
"""A retreat bends at most twice on its way."""

DONE = (FREE, SPENT)
"""A leg that ends so has gone all the way, or as far as its allowance pays for."""


class RetreatPath:
    """A way back: its poses from the start, its cost, the stands passed through, the halt.

    It is whole if `halt.why` is FREE; else the halt tells what stopped it.
    """

    __slots__ = ("halt", "mils", "passed", "poses")

    def __init__(self, poses: list[Pose], mils: int, through: list[int], halt: Halt) -> None:
        self.poses = poses
        self.mils = mils
        self.passed = through
        self.halt = halt

    @property
    def end(self) -> Pose:
        """Where it ends."""
        return self.poses[-1]


def away_from(a: Rect, x: int, y: int) -> int:
    """The direction straight away from a point; a stand right on it goes back from its front."""
    if a.x == x and a.y == y:
        return (a.shape.facing + STEPS // 2) % STEPS
    return bearing(a.x - x, a.y - y)


def bends(direction: int, most: int, first: int = LEFT) -> list[int]:
    """A direction and those beside it, least bent first; of two equal bends `first` side first.

    >>> bends(0, 2)
    [0, 71, 1, 70, 2]
    """
    sign = -1 if first == LEFT else 1
    found = [direction % STEPS]
    for bend in range(1, most + 1):
        found.append((direction + sign * bend) % STEPS)
        found.append((direction - sign * bend) % STEPS)
    return found


def retreat(
    pose: Pose,
    width: int,
    depth: int,
    direction: int,
    distance: int,
    terms: Terms,
    most: int = 9,
    first: int = LEFT,
    extra: int = 0,
    leaves: bool = False,
) -> RetreatPath:
    """Go back a distance in a direction, bending up to `most` steps to either side.

    The least bend that goes the whole way, or spends it on the ground, counts. If none does, the
    stand goes as far as it can on the best (of equals the least bent) and tries again from there.
    `extra` is how much further it may go to get clear of friends it passes through. Its facing is
    kept. Who `leaves` does not bend round the edge of the table: a leg that meets it is its last.
    """
    poses = [pose]
    gone = 0
    through: list[int] = []
    halt = Halt(0, FREE)
    for _ in range(LEGS):
        here = poses[-1]
        if leaves and len(poses) > 1:
            straight = step_towards(here, width, depth, direction, distance - gone, terms)[1]
            if straight.why == EDGE:
                halt = straight
                break
        best, halt = _best_leg(
            here, width, depth, bends(direction, most, first), distance - gone, terms, extra
        )
        if best == here or (leaves and halt.why == EDGE):
            break
        a = rect(here, width, depth)
        vx, vy = (best[0] - here[0]) * TENTH, (best[1] - here[1]) * TENTH
        for i in passed(Swept(a, vx, vy), terms.stands):
            if i not in through:
                through.append(i)
        gone += leg(a, vx, vy, terms).mils
        poses.append(best)
        if halt.why in DONE or gone + TENTH > distance:
            halt = Halt(halt.mils, FREE)
            break
    return RetreatPath(poses, gone, sorted(through), halt)


def _best_leg(
    pose: Pose,
    width: int,
    depth: int,
    directions: list[int],
    distance: int,
    terms: Terms,
    extra: int,
) -> tuple[Pose, Halt]:
    """The first direction that goes the whole distance, else the one that goes furthest."""
    best, best_way, best_halt = pose, -1, Halt(0, SPENT)
    for direction in directions:
        # What is no further than the best will not be better.
        beyond = isqrt(best_way) * TENTH if best_way > 0 else 0
        end, halt = _leg_back(pose, width, depth, direction, distance, terms, extra, beyond)
        way = (end[0] - pose[0]) ** 2 + (end[1] - pose[1]) ** 2
        if halt.why in DONE:
            return end, halt
        if way > best_way:
            best, best_way, best_halt = end, way, halt
    return best, best_halt


def _leg_back(
    pose: Pose,
    width: int,
    depth: int,
    direction: int,
    distance: int,
    terms: Terms,
    extra: int,
    beyond: int,
) -> tuple[Pose, Halt]:
    """One leg back, going on a little where it would end on friends it passes through."""
    end, halt = step_towards(pose, width, depth, direction, distance, terms, beyond)
    if halt.why != STAND or not terms.passable >> halt.number & 1:
        return end, halt
    a = rect(pose, width, depth)
    for more in range(TENTH, extra + 1, TENTH):
        x, y = short_of(pose[0], pose[1], direction, distance + more)
        verdict = leg(a, (x - pose[0]) * TENTH, (y - pose[1]) * TENTH, terms)
        if verdict.why == FREE:
            return (x, y, pose[2]), verdict
        if verdict.why != STAND:
            break
    return end, halt
