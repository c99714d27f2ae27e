"""The way back: directly away, bending round what is in the way, or the reason why not."""

from __future__ import annotations

from math import isqrt

from .beam import left_open, passages, surely_upon
from .course import course, price
from .lattice import STEPS, TENTH, Pose, bearing, offset, short_of
from .reach import EDGE, FREE, SPENT, STAND, Halt, Terms, furthest, leg, step_towards
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
    stride: int = 0,
) -> RetreatPath:
    """Go back a distance in a direction, bending up to `most` steps to either side.

    The least bend that goes the whole way, or spends it on the ground, counts. If none does, the
    stand takes the one that goes furthest (of equals the least bent) and looks at every `stride` of
    it whether another leads the rest of the way. If none ever does, or the stride is 0, it goes to
    the end of that leg and tries again from there.
    `extra` is how much further it may go to get clear of friends it passes through. Its facing is
    kept. Who `leaves` does not bend round the edge of the table: a leg that meets it is its last.
    """
    runner = _Runner(width, depth, bends(direction, most, first), terms, extra, leaves)
    poses = [pose]
    gone = 0
    through: list[int] = []
    halt = Halt(0, FREE)
    for more_legs in reversed(range(LEGS)):
        here, left = poses[-1], distance - gone
        if len(poses) > 1 and runner.meets_edge(here, left):
            halt = Halt(0, EDGE)
            break
        best, halt, reach = runner.best_leg(here, left)
        cost = runner.cost(here, best)
        done = halt.why in DONE or gone + cost + TENTH > distance
        turn = here
        if stride and more_legs and not done:
            turn = runner.turn(here, left, reach, stride)
        if turn != here:
            best, cost = turn, runner.cost(here, turn)
        elif best == here or (leaves and halt.why == EDGE):
            break
        through += [i for i in passed(runner.swept(here, best), terms.stands) if i not in through]
        gone += cost
        poses.append(best)
        if done:
            halt = Halt(halt.mils, FREE)
            break
    return RetreatPath(poses, gone, sorted(through), halt)


class _Runner:
    """A stand that goes back: the directions open to it, least bent first, and its terms."""

    __slots__ = ("depth", "directions", "extra", "leaves", "terms", "width")

    def __init__(
        self,
        width: int,
        depth: int,
        directions: list[int],
        terms: Terms,
        extra: int,
        leaves: bool,
    ) -> None:
        self.width, self.depth, self.directions = width, depth, directions
        self.terms, self.extra, self.leaves = terms, extra, leaves

    def swept(self, here: Pose, there: Pose) -> Swept:
        """What it passes over on a leg."""
        vx, vy = (there[0] - here[0]) * TENTH, (there[1] - here[1]) * TENTH
        return Swept(rect(here, self.width, self.depth), vx, vy)

    def cost(self, here: Pose, there: Pose) -> int:
        """What the ground of a leg costs it."""
        ground, tariff = self.terms.ground, self.terms.tariff
        return price(ground, course(ground, self.swept(here, there), self.terms.whole_base), tariff)

    def meets_edge(self, here: Pose, distance: int) -> bool:
        """Whether it leaves the table by the straight way from a place."""
        if not self.leaves:
            return False
        a, straight = rect(here, self.width, self.depth), self.directions[0]
        way = offset(straight, distance)
        return furthest(a, *way, distance, self.terms, straight).why == EDGE

    def best_leg(self, here: Pose, distance: int) -> tuple[Pose, Halt, list[int]]:
        """The first direction that goes the whole distance, else the one that goes furthest.

        Where it ends, and why; and how far each direction leads that was looked at.
        """
        best, best_way, best_halt = here, -1, Halt(0, SPENT)
        reach = []
        for direction in self.directions:
            # What is no further than the best will not be better.
            beyond = isqrt(best_way) * TENTH if best_way > 0 else 0
            end, halt = self.leg_back(here, direction, distance, beyond)
            reach.append(halt.mils)
            way = (end[0] - here[0]) ** 2 + (end[1] - here[1]) ** 2
            if halt.why in DONE:
                return end, halt, reach
            if way > best_way:
                best, best_way, best_halt = end, way, halt
        return best, best_halt, reach

    def leg_back(self, here: Pose, direction: int, distance: int, beyond: int) -> tuple[Pose, Halt]:
        """One leg back, going on a little where it would end on friends it passes through."""
        width, depth, terms = self.width, self.depth, self.terms
        end, halt = step_towards(here, width, depth, direction, distance, terms, beyond)
        if halt.why != STAND or not terms.passable >> halt.number & 1:
            return end, halt
        a = rect(here, width, depth)
        # Places on the lattice lie within a step of the straight line, or a little more.
        way = Swept(a, *offset(direction, distance + self.extra))
        near = terms.about(way, 2 * TENTH)
        further = range(distance + TENTH, distance + self.extra + 1, TENTH)
        for far in left_open(further, passages(surely_upon(a, near.stands), direction)):
            x, y = short_of(here[0], here[1], direction, far)
            verdict = leg(a, (x - here[0]) * TENTH, (y - here[1]) * TENTH, near)
            if verdict.why == FREE:
                return (x, y, here[2]), verdict
            if verdict.why != STAND:
                break
        return end, halt

    # -- turning on the way ----------------------------------------------------------------------

    def turn(self, here: Pose, distance: int, reach: list[int], stride: int) -> Pose:
        """The first place on a leg from which another leads the rest of the way, or its start.

        The leg is the one that leads furthest; others bent no more than it come before those bent
        more. It may turn on friends through whom it passes, but not to get round the table's edge.
        """
        terms = self._past_friends(here, distance)
        number = reach.index(max(reach))
        direction = self.directions[number]
        places = []
        for mils in range(stride, reach[number] + 1, stride):
            there = (*short_of(here[0], here[1], direction, mils), here[2])
            way = self.swept(here, there)
            verdict = leg(way.stand, way.vx, way.vy, terms, direction)
            if verdict.why == FREE:
                places.append((there, distance - verdict.mils))
        # Of each bend there are two, but for straight on.
        bent = 2 * ((number + 1) // 2) + 1
        for some in (self.directions[:bent], self.directions[bent:]):
            for there, rest in places:
                leads = any(self._leads(there, each, rest, terms) for each in some)
                if leads and not self.meets_edge(there, rest):
                    return there
        return here

    def _past_friends(self, here: Pose, distance: int) -> Terms:
        """The terms nearby, as if friends were not there."""
        near = self.terms.about(Swept(rect(here, self.width, self.depth), 0, 0), distance)
        stands = [b for i, b in enumerate(near.stands) if not near.passable >> i & 1]
        return Terms(near.ground, near.tariff, stands, 0, near.enemies, near.keep, near.whole_base)

    def _leads(self, here: Pose, direction: int, distance: int, terms: Terms) -> bool:
        """Whether one leg leads the whole distance; terms without friends spare a longer look."""
        a = rect(here, self.width, self.depth)
        if leg(a, *offset(direction, distance), terms, direction).why != FREE:
            return False
        end, halt = self.leg_back(here, direction, distance, distance)
        return halt.why in DONE and end != here
