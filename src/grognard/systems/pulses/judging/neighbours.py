"""Who has which enemies about it, who is led, and how far units are from where they ought to be.

Positions that are judged one after another differ by a unit or two: what was seen in the last one
is kept, only what has changed is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import INCH, TENTH
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.position import SQUARED, PulsesPosition

ABOUT: Final = 90  # tenths of an inch from centre to centre
NOBODY: Final = -1
WANT: Final = (5 * INCH, 7 * INCH, 9 * INCH)  # how far from the enemy, by arm


class Risk(NamedTuple):
    """What enemies about a unit may do to it: from 0 to 1, and whether one is behind its front."""

    share: float
    flanked: bool


class Apart(NamedTuple):
    """How far a sub-commander is from his furthest unit and the nearest commander, if he has any.

    In tenths of an inch.
    """

    huddle: int
    stray: int = NOBODY


Pairs = list[tuple[int, int]]

SAFE: Final = Risk(0.0, False)
BY_ITSELF: Final = Apart(NOBODY)


class Neighbours:
    """By unit: the enemies about it, the nearest one, the square of the way to him, its radius.

    What follows from these is worked out when it is asked for: None until then.
    """

    __slots__ = (
        "about", "apart", "hits", "led", "near", "nearest", "places", "pull", "risk", "squares",
        "way",
    )  # fmt: skip

    def __init__(self, battle: PulsesBattle) -> None:
        stands = battle.stands
        self.places = [(NOBODY, 0, 0)] * battle.count
        self.hits = [0] * battle.count
        self.squares = [0] * battle.count
        self.about: list[tuple[int, ...]] = [()] * stands
        self.nearest = [NOBODY] * stands
        self.way = [0] * stands
        self.led = [False] * stands  # within the radius of its sub-commander
        self.risk: list[Risk | None] = [None] * stands
        self.pull: list[int | None] = [None] * stands  # mils further from the enemy than it wants
        self.apart: list[Apart | None] = [None] * len(battle.forces)
        # By side, the two units nearest to each objective, after the squares of their ways.
        self.near: list[list[Pairs] | None] = [None, None]

    def of(self, p: PulsesPosition) -> Neighbours:
        """The same for a position: itself if nothing has changed."""
        places = list(zip(p.x, p.y, p.facing, strict=True))
        squares = [state & SQUARED for state in p.state]
        same = p.hits == self.hits and squares == self.squares
        if same and places == self.places:
            return self
        other = Neighbours.__new__(Neighbours)
        other.places, other.hits, other.squares = places, p.hits.copy(), squares
        other.about, other.nearest = self.about.copy(), self.nearest.copy()
        other.way, other.led = self.way.copy(), self.led.copy()
        other.risk, other.pull = self.risk.copy(), self.pull.copy()
        other.apart, other.near = self.apart.copy(), self.near.copy()
        stands = p.battle.stands
        for u, (then, now) in enumerate(zip(self.places, places, strict=True)):
            if then != now:
                other._displaced(p, u, self.about[u] if u < stands else ())
        for u in range(0 if same else stands):
            if p.hits[u] != self.hits[u] or squares[u] != self.squares[u]:
                other._at_risk(u)
        return other

    def _displaced(self, p: PulsesPosition, u: int, before: tuple[int, ...]) -> None:
        """A unit or an officer has another place or facing."""
        battle, force = p.battle, p.battle.force[u]
        if u < battle.stands:
            self._moved(p, u, before)
            self.near[battle.side[u]] = self._nearer(p, u)
        elif force >= 0:
            for v in p.units_in(force):
                self.led[v] = in_radius(p, v)
        for other in (force,) if force >= 0 else battle.forces_of[battle.side[u]]:
            self.apart[other] = None

    def _look(self, p: PulsesPosition, u: int) -> list[tuple[int, int]]:
        """Look about from a unit: its enemies, each after the square of the way to him."""
        x, y, xs, ys = p.x[u], p.y[u], p.x, p.y
        foes = p.stands_on(1 - p.battle.side[u])
        ways = [((xs[v] - x) * (xs[v] - x) + (ys[v] - y) * (ys[v] - y), v) for v in foes]
        self.about[u] = tuple([v for way, v in ways if way < ABOUT * ABOUT])
        self.way[u], self.nearest[u] = min(ways, default=(0, NOBODY))
        self.pull[u] = None
        return ways

    def _moved(self, p: PulsesPosition, u: int, before: tuple[int, ...]) -> None:
        """A unit has moved, come or gone, from the enemies who were about it before."""
        for v in before:
            self.about[v] = tuple([w for w in self.about[v] if w != u])
            self.risk[v] = None
        if p.x[u] < 0:
            self.about[u], self.nearest[u] = (), NOBODY
            for v in p.stands_on(1 - p.battle.side[u]):
                if self.nearest[v] == u:
                    self._look(p, v)
            return
        self.led[u] = in_radius(p, u)
        for way, v in self._look(p, u):
            if self.nearest[v] == u:
                self._look(p, v)
                continue
            if way < ABOUT * ABOUT and u not in self.about[v]:
                self.about[v] = (*self.about[v], u)
            if way < self.way[v] or self.nearest[v] < 0:
                self.way[v], self.nearest[v] = way, u
                self.pull[v] = None
        self._at_risk(u)

    def _nearer(self, p: PulsesPosition, u: int) -> list[Pairs] | None:
        """The units of its side nearest to the objectives, after one has moved."""
        then = self.near[p.battle.side[u]]
        if then is None:
            return None
        x, y = p.x[u], p.y[u]
        found = []
        for o, two in zip(p.battle.objectives, then, strict=True):
            way = (o.x - x) * (o.x - x) + (o.y - y) * (o.y - y)
            if any(v == u for _, v in two):
                two = two_nearest(p, p.stands_on(p.battle.side[u]), o.x, o.y)
            elif x >= 0 and (len(two) < 2 or way < two[1][0]):
                two = sorted([*two, (way, u)])[:2]
            found.append(two)
        return found

    def _at_risk(self, u: int) -> None:
        """What a unit risks, and what the enemies about it do, has to be looked at again."""
        self.risk[u] = None
        for v in self.about[u]:
            self.risk[v] = None

    # -- what follows ----------------------------------------------------------------------------

    def risk_of(self, p: PulsesPosition, u: int) -> Risk:
        """What the enemies about a unit may do to it."""
        found = self.risk[u]
        if found is None:
            found = self.risk[u] = risk(p, u, self.about[u])
        return found

    def pull_of(self, p: PulsesPosition, u: int) -> int:
        """How many mils further from the enemy a unit is than it wants to be."""
        found = self.pull[u]
        if found is None:
            found = self.pull[u] = max(0, TENTH * isqrt(self.way[u]) - WANT[p.battle.arm[u]])
        return found

    def apart_of(self, p: PulsesPosition, force: int) -> Apart:
        """How far the sub-commander of a force is from those he belongs to."""
        found = self.apart[force]
        if found is None:
            found = self.apart[force] = apart(p, force)
        return found

    def nearest_to(self, p: PulsesPosition, side: int) -> list[Pairs]:
        """A side's two nearest units to each objective, after the squares of their ways."""
        found = self.near[side]
        if found is None:
            here = p.stands_on(side)
            found = self.near[side] = [two_nearest(p, here, o.x, o.y) for o in p.battle.objectives]
        return found


def risk(p: PulsesPosition, u: int, about: tuple[int, ...]) -> Risk:
    """What a unit risks from the two strongest enemies about it: a third of their dice hit."""
    strength, hits = p.battle.strength, p.hits
    dice = sorted([strength[v] - hits[v] for v in about if strength[v]])
    if not dice:
        return SAFE
    if not strength[u]:
        return Risk(1.0, False)  # of what a battery risks
    share = min(1.0, max(0.0, (sum(dice[-2:]) / 3 - p.left(u) + 2) / 4))
    if not p.state[u] & SQUARED:
        a = p.rect(u)
        for v in about:
            if strength[v] and ahead_of(a, p.x[v] * TENTH, p.y[v] * TENTH) < 0:
                return Risk(share, True)
    return Risk(share, False)


def apart(p: PulsesPosition, force: int) -> Apart:
    """How far a sub-commander is from his furthest unit and from the nearest commander."""
    battle = p.battle
    sub, units = battle.sub(force), p.units_in(force)
    if p.x[sub] < 0 or not units:
        return BY_ITSELF
    chiefs = [u for u in battle.commanders_of[battle.forces[force].side] if p.x[u] >= 0]
    huddle = _way(p, sub, units, max)
    return Apart(huddle, _way(p, sub, chiefs, min)) if chiefs else Apart(huddle)


def _way(p: PulsesPosition, u: int, others: list[int], pick: Callable[[list[int]], int]) -> int:
    """The distance from a unit to the nearest or furthest of others, in tenths of an inch."""
    return isqrt(pick([(p.x[v] - p.x[u]) ** 2 + (p.y[v] - p.y[u]) ** 2 for v in others]))


def two_nearest(p: PulsesPosition, units: list[int], x: int, y: int) -> Pairs:
    """The two of some units that are nearest to a point, after the squares of their ways."""
    xs, ys = p.x, p.y
    ways = [((xs[u] - x) * (xs[u] - x) + (ys[u] - y) * (ys[u] - y), u) for u in units]
    return sorted(ways)[:2]


@lru_cache(maxsize=64)
def last_seen(battle: PulsesBattle) -> list[Neighbours]:
    """What was seen in the position of a battle that was judged last."""
    return [Neighbours(battle)]


def neighbours(p: PulsesPosition) -> Neighbours:
    """What is about every unit of a position."""
    last = last_seen(p.battle)
    last[0] = found = last[0].of(p)
    return found
