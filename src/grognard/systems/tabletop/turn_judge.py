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
)
from grognard.systems.tabletop.seen import (
    FAR_AWAY,
    IN_COLUMN,
    Armies,
    Foes,
    Seen,
    about,
    nearby,
    nearest_way,
)
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN
from grognard.systems.tabletop.turn_position import TurnPosition
from grognard.systems.tabletop.victory import points_left

FAR: Final = 20 * INCH  # further from a commander is as bad as this
HALF_BASE: Final = 1500
NEAR: Final = 9 * INCH
MOVEMENT_PHASE: Final = 1
MOST_SEEN: Final = 8  # judgements kept, by weights, side, phase and ground
# Units in which a position may differ from the one that is kept; with more it is kept instead.
FEW: Final = 3

# In place of the distance of an enemy.
BESIDE, TOUCHED = -1, -2


class TurnWeights(Weights, frozen=True, gc=False):
    """The features every judgement of player turns counts."""

    good: float
    shaken: float
    running: float
    breaking: float
    fire: float
    fight: float
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


Fails = dict[int, float]  # the chances of tests, as far as they were asked for
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

    @abstractmethod
    def scene(self, p: P) -> tuple[object, ...]:
        """What changes the worth of stands everywhere, besides the side and phase of the moment."""

    @abstractmethod
    def columns(self, p: P) -> tuple[list[int], ...]:
        """What is judged of each unit: x, y, losses, then all that changes its worth nearby."""

    @abstractmethod
    def followers(self, p: P, leaders: list[int]) -> list[int]:
        """The stands on the table for which it counts by `beyond_command` where leaders are."""

    def tangle(self, p: P) -> int:
        """How far off anything counts for a stand in contact, in tenths of an inch."""
        return IN_COLUMN

    # -- the judgement ---------------------------------------------------------------------------

    def judge(self, p: P, side: int, w: W) -> float:
        """How much better a side stands than the other.

        A search comes back to the same positions: what was told of those that differ in a few units
        from one that is kept is remembered with it.
        """
        if p.over:
            return end_worth(self.result(p), side)
        moving = p.clock[PHASE] == MOVEMENT_PHASE
        here = p.stands_on(0), p.stands_on(1)
        key = (w, p.clock[SIDE], moving, bool(here[0]), bool(here[1]), *self.scene(p))
        columns = self.columns(p)
        seen = p.judged.get(key) or Seen(p.battle.count)
        changed = seen.changed(columns)
        case = (side, p.clock[TURN], *changed, *[column[u] for column in columns for u in changed])
        known = seen.verdicts.get(case)
        if known is None:
            now = seen
            if changed:
                now = seen.copy(columns)
                self.look_again(p, w, seen, now, changed, here)
            known = self.weigh(p, side, w, now)
            if len(changed) <= FEW:
                seen.tell(case, known)
            else:
                if len(p.judged) >= MOST_SEEN:
                    p.judged.clear()
                p.judged[key] = now
        return known

    def weigh(self, p: P, side: int, w: W, seen: Seen) -> float:
        """Both armies against each other, the objectives, and how far there is to go."""
        held = seen.held(p)
        points = lead(p.battle, held, side)
        worth = self.army(p, side, seen) - self.army(p, 1 - side, seen)
        # Objectives count the more the nearer the end is.
        worth += points * w.point * p.clock[TURN] / p.battle.turns
        worth += self.drive(p, side, w, held, seen)
        if w.ending:
            late = lateness(p.clock[TURN], p.battle.turns)
            worth += w.ending * late * ahead(p.battle, points, seen.left, side)
        return worth

    def drive(self, p: P, side: int, w: W, held: Sequence[int], seen: Seen) -> float:
        """Stands want to be at the enemy; for the judging side only, or nobody would go."""
        total = 0.0
        for u in p.battle.stands_of[side]:
            total -= seen.pull[u]
        return total

    def army(self, p: P, side: int, seen: Seen) -> float:
        """The worth of a side's stands where they are."""
        worth, standing = seen.worth, seen.standing
        total = 0.0
        for u in p.battle.stands_of[side]:
            total += worth[u]
            total += standing[u]
        return total - seen.worn[side] + seen.rallied[side]

    # -- what has changed ------------------------------------------------------------------------

    def look_again(
        self, p: P, w: W, before: Seen, now: Seen, changed: list[int], here: Armies
    ) -> None:
        """Judge every stand anew that has changed or has something near it that has."""
        stands, side, xs, ys = p.battle.stands, p.battle.side, p.x, p.y
        foes = [[(v, xs[v], ys[v]) for v in here[1 - s]] for s in (0, 1)]
        again, ways = before.touched(p, changed, self.tangle(p), here)
        fails: Fails = {}
        for u in changed:
            if xs[u] < 0:
                now.leave(u)
        for u in again:
            self.look_at(p, u, foes[side[u]], w, now, fails)
        leaders = [g for g in changed if g >= stands]
        if leaders:
            for u in self.followers(p, leaders):
                if u not in again:
                    now.command[u] = self.beyond_command(p, u, w)
                    self.add_up(u, foes[side[u]], now)
        for u in ways:
            now.nearest[u] = nearest_way(xs[u], ys[u], foes[side[u]])
            way = TENTH * isqrt(now.nearest[u]) - self.wants[p.battle.arm[u]]
            away = foes[side[u]] and not now.fleeing[u]
            now.pull[u] = w.drive * max(0, way) / INCH if away else 0.0
        if before.loses(p, p.losses, changed):
            now.worn = (self.worn(p, 0, w), self.worn(p, 1, w))
            now.left = points_left(p.battle, p.losses)
        if leaders or any(before.fleeing[u] or now.fleeing[u] for u in (*changed, *again)):
            now.rallied = (self.leaders(p, 0, w), self.leaders(p, 1, w))

    def look_at(self, p: P, u: int, foes: Foes, w: W, now: Seen, fails: Fails) -> None:
        """Judge one stand."""
        points = p.left(u)
        now.fleeing[u] = p.routed(u)
        now.command[u] = self.beyond_command(p, u, w)
        if now.fleeing[u]:
            now.worth[u] = points * w.running
            now.entangled[u] = False
            now.stay(u, 0)
        else:
            now.worth[u] = points * (w.shaken if p.disordered(u) else w.good)
            now.stay(u, about(p, u, (self.objective_reach(p) + HALF_BASE) // TENTH))
            now.place[u] = self.place(p, u, foes, w, now, fails)
        self.add_up(u, foes, now)

    def add_up(self, u: int, foes: Foes, now: Seen) -> None:
        """Place and command count while there is an enemy, and not for the routed."""
        counts = foes and not now.fleeing[u]
        now.standing[u] = now.place[u] + now.command[u] if counts else 0.0

    def place(self, p: P, u: int, foes: Foes, w: W, seen: Seen, fails: Fails) -> float:
        """What a stand's place, facing and state promise, but for its command."""
        mine = p.clock[SIDE] == p.battle.side[u]
        eager = 1.0 if mine else w.waiting
        moving = mine and p.clock[PHASE] == MOVEMENT_PHASE
        still = p.stationary(u) or (moving and self.settles(p, u))
        arms = self.arms(p, u)
        far = max(arms.reach + 5 * INCH, NEAR)
        seen.reach2[u] = (far // TENTH) ** 2
        a, near = p.rect(u), nearby(p.x[u], p.y[u], far // TENTH, foes)
        best_way, nearest = FAR_AWAY, a
        fire = fight = 0.0
        flanked = touched = False
        for way, v in near:
            b = p.rect(v)
            if way < best_way:
                best_way, nearest = way, b
            distance = before(a, b, arms.fires, arms.contact)
            if distance == TOUCHED:
                touched = True
                fight += self.melee(p, u, v, still, fails) * eager
            elif arms.ready and 0 <= distance <= arms.reach:
                fire = max(fire, mean(self.shot(p, u, still, distance <= arms.close)))
            if way < NEAR * NEAR and ahead_of(a, b.x, b.y) < 0 and not p.routed(v):
                flanked = True
        seen.entangled[u] = touched
        total = w.fire * fire * eager + w.fight * fight
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
        return total

    def melee(self, p: P, u: int, v: int, still: bool, fails: Fails) -> float:
        """What a melee promises a stand, after both have tested."""
        if p.routed(v):
            return 1.5
        if p.routed(u):
            return -1.5
        mine, theirs = self.fails(p, u, fails), self.fails(p, v, fails)
        value = (1 - mine) * (1 - theirs) * self.gain(p, u, v, still)
        value += theirs * (3.0 if p.disordered(v) else 0.8)
        return value - mine * (3.0 if p.disordered(u) else 0.8)

    def fails(self, p: P, u: int, known: Fails) -> float:
        """The chance that a stand fails the test it will have to make."""
        if u not in known:
            known[u] = self.test(p, u).weights[1] / 6
        return known[u]

    def leaders(self, p: P, side: int, w: W) -> float:
        """Who can rally belongs to routed stands first."""
        running = [u for u in p.stands_on(side) if p.routed(u)]
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
    return fire_range(a, b, arc) if faces(a, b, arc) else BESIDE


@lru_cache(maxsize=1 << 15)
def faces(a: Rect, b: Rect, arc: int) -> bool:
    """Whether a stand has another in its arc."""
    return in_arc(a, b, arc)


@lru_cache(maxsize=1024)
def mean(check: Check) -> float:
    """The hits a check promises."""
    return sum(n * w for n, w in enumerate(check.weights)) / len(check.table)
