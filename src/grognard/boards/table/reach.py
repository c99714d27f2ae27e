"""How far a stand may go: the terms of a move, single legs on the lattice, and the fan of all."""

from __future__ import annotations

from collections.abc import Sequence

from .beam import left_open, passages, surely_upon
from .course import FORBIDDEN, Tariff, affordable, course, price
from .ground import Ground
from .lattice import STEPS, TENTH, Pose, length, offset, short_of
from .rect import Rect, gap, gap2, moved, nearer, rect
from .shape import shape
from .slide import (
    NEVER,
    Swept,
    first_hit,
    maybe_nearer,
    off_table,
    overlapped,
    part,
    passes_nearer,
    to_edge,
    until_nearer,
)

FREE, SPENT, GROUND, STAND, ENEMY, EDGE = 0, 1, 2, 3, 4, 5
"""Why a leg ends: it need not, the allowance is spent, the ground is forbidden, a stand is in the
way, an enemy is too near, the table ends."""

HAIR = 1
"""So many mils a stand may seem to come nearer on a tenth of an inch beside an enemy's edge."""

REASONS = ("free", "allowance", "ground", "stand", "enemy", "edge")


class Terms:
    """The limits of a leg.

    `stands` are those that must not be overlapped, those in the mask `passable` only at the end of
    a leg; `enemies` are those from which the distance `keep` is kept.
    """

    __slots__ = ("enemies", "ground", "keep", "passable", "stands", "tariff", "whole_base")

    def __init__(
        self,
        ground: Ground,
        tariff: Tariff,
        stands: Sequence[Rect] = (),
        passable: int = 0,
        enemies: Sequence[Rect] = (),
        keep: int = 0,
        whole_base: bool = False,
    ) -> None:
        self.ground = ground
        self.tariff = tariff
        self.stands = list(stands)
        self.passable = passable
        self.enemies = list(enemies)
        self.keep = keep
        self.whole_base = whole_base

    def about(self, swept: Swept, margin: int) -> Terms:
        """The same for legs that keep within a margin of one: whatever is further off left out.

        The stands and enemies are numbered anew.
        """
        near = maybe_nearer(swept, self.stands, margin)
        passable = 0
        for i, number in enumerate(near):
            passable |= (self.passable >> number & 1) << i
        stands = [self.stands[i] for i in near]
        near = maybe_nearer(swept, self.enemies, self.keep + margin)
        enemies = [self.enemies[i] for i in near]
        return Terms(
            self.ground, self.tariff, stands, passable, enemies, self.keep, self.whole_base
        )


class Halt:
    """How far a leg may go in mils, why no further, and at which stand or enemy (or -1)."""

    __slots__ = ("mils", "number", "why")

    def __init__(self, mils: int, why: int, number: int = NEVER) -> None:
        self.mils = mils
        self.why = why
        self.number = number

    def __repr__(self) -> str:
        return f"<{self.mils} mils, {REASONS[self.why]} {self.number}>"


def leg(a: Rect, vx: int, vy: int, terms: Terms, direction: int = NEVER) -> Halt:
    """Judge one whole leg: `mils` is its cost if `why` is FREE, else -1.

    A leg of which the direction is told has been rounded to the lattice.
    """
    swept = Swept(a, vx, vy)
    ground = terms.ground
    if off_table(swept, ground.width, ground.height):
        return Halt(NEVER, EDGE)
    hit, _ = first_hit(swept, terms.stands, terms.passable)
    if hit < 0 and terms.passable:
        hit = overlapped(moved(a, vx, vy), terms.stands)
    if hit >= 0:
        return Halt(NEVER, STAND, hit)
    for number in maybe_nearer(swept, terms.enemies, terms.keep):
        enemy = terms.enemies[number]
        if passes_nearer(swept, enemy, terms.keep) and not leaves(
            a, vx, vy, enemy, terms.keep, direction
        ):
            return Halt(NEVER, ENEMY, number)
    cost = price(ground, course(ground, swept, terms.whole_base), terms.tariff)
    return Halt(cost, GROUND if cost == FORBIDDEN else FREE)


def leaves(a: Rect, vx: int, vy: int, enemy: Rect, keep: int, direction: int = NEVER) -> bool:
    """Whether a stand that is too near an enemy from the start goes no nearer on a leg.

    Where the direction is told it counts, not what the leg was rounded to.
    """
    if not nearer(a, enemy, keep):
        return False
    # Gaps along a straight way fall and then grow: not nearer at first is not nearer later.
    if direction != NEVER:
        there = moved(a, *offset(direction, TENTH))
        return gap(there, enemy) + HAIR >= max(gap(a, enemy), HAIR + 1)
    x, y = part(vx, vy, TENTH)
    before, unit = gap2(a, enemy)
    after, per = gap2(moved(a, x, y), enemy)
    return after * unit >= before * per and after > 0


def furthest(
    a: Rect, vx: int, vy: int, allowance: int, terms: Terms, direction: int = NEVER
) -> Halt:
    """How much of a leg the terms and an allowance let a stand go."""
    whole = length(vx, vy)
    swept = Swept(a, vx, vy)
    halt = Halt(whole, FREE)
    ground = terms.ground
    if off_table(swept, ground.width, ground.height):
        halt = Halt(to_edge(swept, ground.width, ground.height), EDGE)
        swept = Swept(a, *part(vx, vy, halt.mils))
    hit, at = first_hit(swept, terms.stands, terms.passable)
    if hit >= 0:
        halt = Halt(at, STAND, hit)
        swept = Swept(a, *part(vx, vy, at))
    for number in maybe_nearer(swept, terms.enemies, terms.keep):
        enemy = terms.enemies[number]
        if passes_nearer(swept, enemy, terms.keep) and not leaves(
            a, swept.vx, swept.vy, enemy, terms.keep, direction
        ):
            halt = Halt(until_nearer(swept, enemy, terms.keep), ENEMY, number)
            swept = Swept(a, *part(vx, vy, halt.mils))
    on = course(ground, swept, terms.whole_base)
    paid = affordable(ground, on, terms.tariff, allowance)
    if paid < on.whole:
        why = SPENT if affordable(ground, on, terms.tariff, 1 << 40) > paid else GROUND
        halt = Halt(paid, why)
    return halt


def step_towards(
    pose: Pose,
    width: int,
    depth: int,
    direction: int,
    distance: int,
    terms: Terms,
    beyond: int = 0,
) -> tuple[Pose, Halt]:
    """The pose furthest along a direction within a distance and at most that cost, and the halt.

    The facing is kept. Places are tried back from the furthest, 0.1 inch each; the start is the
    last resort. If the first places will not do, the halt tells why, and those are tried only that
    lie `beyond` a distance.
    """
    x, y, facing = pose
    a = rect(pose, width, depth)
    vx, vy = offset(direction, distance)
    halt = furthest(a, vx, vy, distance, terms, direction)
    # Places on the lattice lie within a step of the straight line, or a little more.
    near = terms.about(Swept(a, vx, vy), 2 * TENTH)
    taken = passages(surely_upon(a, near.stands), direction % STEPS)
    places = range(halt.mils, 0, -TENTH)
    for tried, mils in enumerate((*places[:3], *left_open(places[3:], taken))):
        if tried > 2 and mils <= beyond:
            break
        if tried < 2 and any(enter <= mils <= leave for enter, leave in taken):
            continue
        tx, ty = short_of(x, y, direction, mils)
        if tx == x and ty == y:
            break
        vx, vy = (tx - x) * TENTH, (ty - y) * TENTH
        verdict = leg(a, vx, vy, near, direction)
        if verdict.why == FREE and verdict.mils <= distance:
            return (tx, ty, facing), halt
        # One or two are the rounding of the lattice; more are a friend where the leg would end, or
        # an edge along which it leads.
        if tried == 2 and verdict.why != FREE:
            halt = Halt(mils, verdict.why, leg(a, vx, vy, terms).number)
    return pose, halt


class ReachFan:
    """Where a stand gets by one straight leg: a point of departure and the fan of its halts."""

    __slots__ = ("directions", "halts", "x", "y")

    def __init__(self, x: int, y: int, directions: list[int], halts: list[Halt]) -> None:
        self.x = x
        self.y = y
        self.directions = directions
        self.halts = halts

    def outline(self) -> list[tuple[int, int]]:
        """The ground its centre reaches, as a polygon in mils; without a whole circle the point of
        departure is its last corner."""
        points = []
        for direction, halt in zip(self.directions, self.halts, strict=True):
            dx, dy = offset(direction, halt.mils)
            points.append((self.x + dx, self.y + dy))
        if len(self.directions) < 72:
            points.append((self.x, self.y))
        return points

    def places(self, apart: int) -> list[tuple[int, int]]:
        """Lattice points it reaches along the fan, so many mils apart, sorted."""
        x, y = self.x // TENTH, self.y // TENTH
        found = set()
        for direction, halt in zip(self.directions, self.halts, strict=True):
            for mils in range(apart, halt.mils + 1, apart):
                found.add(short_of(x, y, direction, mils))
        return sorted(found)


def fan(
    pose: Pose,
    width: int,
    depth: int,
    directions: Sequence[int],
    allowance: int,
    terms: Terms,
    turning: bool = False,
) -> ReachFan:
    """How far a stand gets in each direction with its facing kept or, turning, looking that way."""
    a = rect(pose, width, depth)
    halts = []
    for direction in directions:
        one = Rect(a.x, a.y, shape(direction % 72, width, depth)) if turning else a
        halts.append(furthest(one, *offset(direction, allowance), allowance, terms))
    return ReachFan(a.x, a.y, list(directions), halts)
