"""How good a position of player turns is for a side: what bots steer by. It decides no rule.

Everything is counted in strength points: what is left of the stands in their order, what fire and
melee promise from where they stand, and where they ought to be.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import Rect, overlap, point_within, within
from grognard.engine.battle import BattleResult
from grognard.engine.check import Check
from grognard.engine.weights import Weights
from grognard.systems.tabletop.judgement import (
    ahead,
    end_worth,
    lateness,
    lead,
    sides_about,
    way_to,
)
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN
from grognard.systems.tabletop.turn_position import TurnPosition

FAR: Final = 20 * INCH  # further from a commander is as bad as this
HALF_BASE: Final = 1500
NEAR: Final = 9 * INCH
MOVEMENT_PHASE: Final = 1

# In place of the distance of an enemy.
BESIDE, TOUCHED = -1, -2


class TurnWeights(Weights, frozen=True, gc=False):
    """The features every judgement of player turns counts."""

    good: float
    shaken: float
    running: float
    breaking: float
    waiting: float
    still: float
    looks: float
    flanked: float
    out_of_reach: float
    limbered_near: float
    drive: float
    point: float
    rallies: float
    ending: float


P = TypeVar("P", bound=TurnPosition)
W = TypeVar("W", bound=TurnWeights)


class Arms(NamedTuple):
    """What a stand fights with."""

    ready: bool  # to fire
    close: int  # range
    reach: int
    fires: int  # its arc of fire, in steps to either side
    looks: int  # the arc of its front
    contact: int  # the gap at which stands touch
    guns: bool
    skirmisher: bool  # it has no flanks


class TurnJudge(ABC, Generic[P, W]):
    """The judgement; a system says what it alone knows: dice, tests, command and the end."""

    # How far from the nearest enemy the centres of stands want to be, by arm.
    wants: ClassVar[tuple[int, ...]]

    # -- what a system says ----------------------------------------------------------------------

    @abstractmethod
    def result(self, p: P) -> BattleResult | None:
        """Who has won, once the battle is over."""

    @abstractmethod
    def objective_reach(self, p: P) -> int:
        """How near to an objective a stand holds it."""

    @abstractmethod
    def worn(self, p: P, side: int, w: W) -> float:
        """What its losses cost an army besides the strength points."""

    @abstractmethod
    def settles(self, p: P, u: int) -> bool:
        """Whether a stand would be stationary if its movement phase ended now."""

    @abstractmethod
    def arms(self, p: P, u: int) -> Arms:
        """What a stand fights with."""

    @abstractmethod
    def shot(self, p: P, u: int, still: bool, close: bool) -> Check:
        """The fire of a stand."""

    @abstractmethod
    def gain(self, p: P, u: int, v: int, still: bool) -> float:
        """What a melee promises a stand if neither side's morale fails."""

    @abstractmethod
    def test(self, p: P, u: int) -> Check:
        """The morale test a stand will have to make."""

    @abstractmethod
    def near_enemy(self, p: P, u: int, w: W) -> float:
        """What else counts near the enemy."""

    @abstractmethod
    def beyond_command(self, p: P, u: int, w: W) -> float:
        """What it costs a stand to be out of command, or far from who commands it."""

    @abstractmethod
    def rallying(self, p: P, side: int) -> list[int]:
        """The leaders on the table who rally routed stands."""

    # -- the judgement ---------------------------------------------------------------------------

    def judge(self, p: P, side: int, w: W) -> float:
        """How much better a side stands than the other."""
        if p.over:
            return end_worth(self.result(p), side)
        held = self.held(p)
        worth = self.army(p, side, w) - self.army(p, 1 - side, w)
        # Objectives count the more the nearer the end is.
        worth += lead(p, held, side) * w.point * p.clock[TURN] / p.battle.turns
        worth += self.drive(p, side, w, held)
        if w.ending:
            late = lateness(p.clock[TURN], p.battle.turns)
            worth += w.ending * late * ahead(p, held, p.losses, side)
        return worth

    def held(self, p: P) -> list[int]:
        """The side that alone has an unrouted stand about each objective, -1 where none has."""
        units = [u for u in range(p.battle.stands) if p.x[u] >= 0 and not p.routed(u)]
        return sides_about(p, self.objective_reach(p) + HALF_BASE, units)

    def drive(self, p: P, side: int, w: W, held: Sequence[int]) -> float:
        """Stands want to be at the enemy; for the judging side only, or nobody would go."""
        arms = p.battle.arm
        foes = [(p.x[v], p.y[v]) for v in p.stands_on(1 - side)]
        total = 0.0
        for u in p.stands_on(side):
            if foes and not p.routed(u):
                way = way_to(p.x[u], p.y[u], foes)
                total -= w.drive * max(0, way - self.wants[arms[u]]) / INCH
        return total

    def army(self, p: P, side: int, w: W) -> float:
        """The worth of a side's stands where they are."""
        foes = [(v, p.rect(v)) for v in p.stands_on(1 - side)]
        mine = p.stands_on(side)
        total = 0.0
        for u in mine:
            points = p.left(u)
            if p.routed(u):
                total += points * w.running
                continue
            total += points * (w.shaken if p.disordered(u) else w.good)
            if foes:
                total += self.place(p, u, foes, w)
        return total - self.worn(p, side, w) + self.leaders(p, side, mine, w)

    def place(self, p: P, u: int, foes: list[tuple[int, Rect]], w: W) -> float:
        """What a stand's place, facing and state promise."""
        a = p.rect(u)
        mine = p.clock[SIDE] == p.battle.side[u]
        eager = 1.0 if mine else w.waiting
        moving = mine and p.clock[PHASE] == MOVEMENT_PHASE
        still = p.stationary(u) or (moving and self.settles(p, u))
        best_way, nearest = -1, foes[0][1]
        fire = fight = 0.0
        flanked = False
        arms = self.arms(p, u)
        for v, b in foes:
            dx, dy = b.x - a.x, b.y - a.y
            way = dx * dx + dy * dy
            if best_way < 0 or way < best_way:
                best_way, nearest = way, b
            if way > (arms.reach + 5 * INCH) ** 2 and way > NEAR * NEAR:
                continue
            distance = before(a, b, arms.fires, arms.contact)
            if distance == TOUCHED:
                fight += self.melee(p, u, v, still) * eager
            elif arms.ready and 0 <= distance <= arms.reach:
                fire = max(fire, mean(self.shot(p, u, still, distance <= arms.close)))
            if way < NEAR * NEAR and ahead_of(a, b.x, b.y) < 0 and not p.routed(v):
                flanked = True
        total = fire * eager + fight
        distance = isqrt(best_way)
        if distance < NEAR:
            total += self.near_enemy(p, u, w)
            if still:
                total += w.still * p.left(u) / 4
            if faces(a, nearest, arms.looks):
                total += w.looks
            if flanked and not arms.skirmisher:
                total += w.flanked
        if arms.guns and not arms.ready and distance < arms.reach + 4 * INCH:
            total += w.limbered_near
        return total + self.beyond_command(p, u, w)

    def melee(self, p: P, u: int, v: int, still: bool) -> float:
        """What a melee promises a stand, after both have tested."""
        if p.routed(v):
            return 1.5
        if p.routed(u):
            return -1.5
        mine, theirs = self.fails(p, u), self.fails(p, v)
        value = (1 - mine) * (1 - theirs) * self.gain(p, u, v, still)
        value += theirs * (3.0 if p.disordered(v) else 0.8)
        return value - mine * (3.0 if p.disordered(u) else 0.8)

    def fails(self, p: P, u: int) -> float:
        """The chance that a stand fails the test it will have to make."""
        return self.test(p, u).weights[1] / 6

    def leaders(self, p: P, side: int, mine: list[int], w: W) -> float:
        """Who can rally belongs to routed stands first."""
        running = [u for u in mine if p.routed(u)]
        places = [(p.x[g] * TENTH, p.y[g] * TENTH) for g in self.rallying(p, side) if running]
        total = 0.0
        for u in running:
            reach = self.arms(p, u).contact
            there = sum(point_within(x, y, p.rect(u), reach) for x, y in places)
            total += w.rallies * p.left(u) * there
        return total


@lru_cache(maxsize=1 << 15)
def before(a: Rect, b: Rect, arc: int, contact: int) -> int:
    """How far off a stand has another in its arc; else BESIDE, or TOUCHED.

    Most stands are where they were in the position judged before, and so are the same objects.
    """
    if within(a, b, contact) and not overlap(a, b):
        return TOUCHED
    return fire_range(a, b) if faces(a, b, arc) else BESIDE


@lru_cache(maxsize=1 << 15)
def faces(a: Rect, b: Rect, arc: int) -> bool:
    """Whether a stand has another in its arc."""
    return in_arc(a, b, arc)


@lru_cache(maxsize=1024)
def mean(check: Check) -> float:
    """The hits a check promises."""
    return sum(n * w for n, w in enumerate(check.weights)) / len(check.table)
