"""A unit's move leg by leg: named ways, any pose that keeps the rules, and what each leg does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated

from grognard.boards.table.lattice import STEPS, TENTH
from grognard.boards.table.reach import Terms
from grognard.boards.table.rect import nearer
from grognard.boards.tablemap import MARSH
from grognard.engine.numbers import Side, Within
from grognard.engine.step import ReachArea
from grognard.systems.onepage.charge import straight_ahead
from grognard.systems.onepage.command import ride_off
from grognard.systems.onepage.disorder import may_recover, recover, recovery_cost
from grognard.systems.onepage.field import grounds_of, in_forest
from grognard.systems.onepage.marsh import Wade
from grognard.systems.onepage.movement import Mover, Tried, allowance, turn_cost
from grognard.systems.onepage.moving.templates import Namer
from grognard.systems.onepage.road import RoadMarch, may_march
from grognard.systems.onepage.shown.refusals import cannot
from grognard.systems.onepage.state.battle import HALT, LIMBER, RECOVER, ROAD, UNLIMBER
from grognard.systems.onepage.state.kinds import ARTILLERY, GENERAL
from grognard.systems.onepage.state.position import (
    ACTED,
    ASTRAY,
    JUST_TURNED,
    LIMBERED,
    MIRED,
    STATIONARY,
    WENT,
    OnepagePosition,
)
from grognard.systems.onepage.terrain import area_tariff, trample
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.measure import turned
from grognard.systems.tabletop.position import Across, Down
from grognard.systems.tabletop.templates import Doubtful

Few = Annotated[int, Within(0, 100)]


class Leg(TableLeg[OnepagePosition]):
    """The next leg of a unit's move, with what is left of its allowance."""

    side: Side
    turns: Few = 0  # facing changes made so far
    went: Annotated[int, Within(0, WENT | JUST_TURNED | ASTRAY)] = 0
    streams: Few = 0  # crossed so far
    climbs: Few = 0  # contours gone up so far
    deep: Few = 0  # what an inch of marsh counts, once it was rolled for
    from_x: Across  # where the move began
    from_y: Down

    halting = HALT
    keyed = (HALT,), (RECOVER,), (LIMBER, UNLIMBER), (ROAD,)

    @classmethod
    def first(cls, p: OnepagePosition, u: int) -> Leg:
        """The first leg of a unit's move."""
        x, y, side = p.x[u], p.y[u], p.battle.side[u]
        return cls(unit=u, left=allowance(p, u), side=side, from_x=x, from_y=y)

    def mover(self, p: OnepagePosition) -> Mover:
        return Mover(p, self)

    def namer(self, p: OnepagePosition) -> Namer:
        """Who names the ways of the moment; what it tries is kept for the answer."""
        mover = self.mover(p)
        p.tries = (self, mover.tries)
        return Namer(mover)

    def poses(self, p: OnepagePosition) -> dict[int, str]:
        return self.namer(p).named()

    def disordered_by(self, p: OnepagePosition, tried: Tried) -> str:
        return "" if p.disordered(self.unit) else tried.disorders

    def draw(self, p: OnepagePosition, rng: random.Random) -> int:
        if self.listed(p):
            return super().draw(p, rng)
        namer = self.namer(p)
        namer.gather()
        return self.draw_of(namer, self.feats(p), self.may_halt(p), rng)

    def begun(self, p: OnepagePosition) -> bool:
        """Whether anything was done in this move yet."""
        return bool(p.state[self.unit] & ACTED) or self.left < allowance(p, self.unit)

    def verbs(self, p: OnepagePosition) -> list[int]:
        """What the unit may do besides going somewhere."""
        return [verb for verb, may in self.feats(p) if may()]

    def feats(self, p: OnepagePosition) -> Doubtful:
        """What there is to do besides going somewhere, each with whether the unit may."""
        u = self.unit
        found: list[tuple[int, Callable[[], bool]]] = []
        if p.battle.arm[u] == ARTILLERY:
            verb = UNLIMBER if p.state[u] & LIMBERED else LIMBER
            found.append((verb, lambda: self.may_limber(p)))
        if not self.begun(p):
            found.append((RECOVER, lambda: may_recover(p, u)))
            found.append((ROAD, lambda: may_march(p, u)))
        return found

    def may_limber(self, p: OnepagePosition) -> bool:
        """Whether guns may limber, or unlimber if they are limbered."""
        rules = p.battle.rules.movement
        if not p.state[self.unit] & LIMBERED:
            return self.turns_cost(p, rules.limber_turns) >= 0
        wood = in_forest(p, self.unit)  # onepage.terrain.forest
        return not wood and self.turns_cost(p, rules.unlimber_turns) >= 0

    def turns_cost(self, p: OnepagePosition, count: int) -> int:
        """What so many more facing changes take of the move; -1 if they cannot be made."""
        total = 0
        for n in range(count):
            cost = turn_cost(p, self.unit, self.turns + n)
            if cost < 0:
                return -1
            total += cost
        return total if total <= self.left else -1

    def options(self, p: OnepagePosition) -> list[int]:
        """Halt where it may, the verbs, and the named poses."""
        return self.answers(p, self.verbs(p), self.may_halt(p))

    def may_halt(self, p: OnepagePosition) -> bool:
        """Whether it may halt: once something was done, or near an enemy from the start."""
        u, clear = self.unit, p.battle.rules.movement.clear
        if self.begun(p) or p.battle.arm[u] == GENERAL:
            return self.begun(p)
        # onepage.rulings.start-near
        foes = p.stands_about(u, 1 - self.side, clear)
        return any(nearer(p.rect(u), p.rect(v), clear) for v in foes)

    def apply(self, p: OnepagePosition, action: int) -> None:
        """Carry out a leg; a charge or a halt ends the move."""
        u = self.unit
        if action == HALT:
            return
        if action == ROAD:
            p.stack.append(RoadMarch(unit=u))
            return
        if action < p.battle.pose_at:
            self.do(p, action)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried: Tried = self.tried(p, x, y, facing)
        if tried.marsh >= 0:
            p.stack.append(self)
            p.stack.append(Wade(unit=u, facing=facing, marsh=tried.marsh, x=x, y=y))
            return
        self.walk(p, tried, x, y, facing)

    def walk(self, p: OnepagePosition, tried: Tried, x: int, y: int, facing: int) -> None:
        """Carry out a leg that was found to keep the rules."""
        u = self.unit
        went = self.gone(p, x, y, facing)
        if p.ear is not None:
            self.tell(p, tried, x, y, facing)
        trample(p, u, (x, y))
        p.put(u, x, y, facing if p.battle.arm[u] != GENERAL else 0)
        p.state[u] = (p.state[u] | ACTED) & ~STATIONARY
        if p.state[u] & MIRED and MARSH not in grounds_of(p, u):
            p.state[u] &= ~MIRED
        if tried.disorders:
            p.disorder(u, tried.disorders)
        if p.battle.arm[u] != GENERAL:
            ride_off(p, 1 - self.side)
        if tried.target >= 0:
            p.from_x[u], p.from_y[u] = self.from_x, self.from_y
            return
        self.go_on(
            p,
            left=self.left - tried.cost,
            turns=self.turns + tried.turned,
            went=went,
            streams=tried.streams or self.streams,
            climbs=tried.climbs or self.climbs,
        )

    def gone(self, p: OnepagePosition, x: int, y: int, facing: int) -> int:
        """What the unit has done in its move after a leg."""
        u = self.unit
        astray = self.went & ASTRAY
        if facing != p.facing[u] and self.went:
            astray = ASTRAY
        if x == p.x[u] and y == p.y[u]:
            # Who turns freely turns once before he goes on, or moves would never end.
            return self.went | astray | (JUST_TURNED if p.moves_freely(u) else 0)
        dx, dy = (x - self.from_x) * TENTH, (y - self.from_y) * TENTH
        return WENT | (astray if straight_ahead(p.battle, facing, dx, dy) else ASTRAY)

    def tell(self, p: OnepagePosition, tried: Tried, x: int, y: int, facing: int) -> None:
        u = self.unit
        if x == p.x[u] and y == p.y[u]:
            p.say(u, f"turns {turned(p.facing[u], facing)}")
            return
        here = p.pose_name(u, p.x[u], p.y[u], p.facing[u])
        there = p.pose_name(u, x, y, facing)
        struck = " and ".join(p.name(v) for v in tried.struck)
        goes = f"charges {struck}" if tried.struck else "moves"
        p.say(u, f"{goes} from {here} to {there}")

    def do(self, p: OnepagePosition, verb: int) -> None:
        """Recover, limber or unlimber."""
        u = self.unit
        rules = p.battle.rules.movement
        if verb == RECOVER:
            recover(p, u)
            self.go_on(p, left=self.left - recovery_cost(p, u))
            return
        count = rules.limber_turns if verb == LIMBER else rules.unlimber_turns
        left = self.left - self.turns_cost(p, count)
        p.state[u] = (p.state[u] ^ LIMBERED | ACTED) & ~STATIONARY
        p.say(u, "limbers" if verb == LIMBER else "unlimbers")
        self.go_on(p, left=left, turns=self.turns + count)

    def go_on(self, p: OnepagePosition, left: int, **changes: int) -> None:
        """The next leg, with what is different in it."""
        u = self.unit
        guns = p.battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED
        kind = LastLeg if guns or left < p.battle.rules.movement.rest else Leg
        p.stack.append(self.into(kind, left=left, **changes))

    def phrase(self, p: OnepagePosition, action: int) -> str:
        """A named pose by its name and place, any other by its place."""
        return "by road" if action == ROAD else super().phrase(p, action)

    def misread(self, p: OnepagePosition, words: tuple[str, ...]) -> str:
        """Why a verb is not on offer now, or what is wrong with a place."""
        return cannot(p, self, words) or super().misread(p, words)

    def reach(self, p: OnepagePosition) -> tuple[ReachArea, ...]:
        """The ground its centre can get to by one leg, without and with a turn first."""
        mover = self.mover(p)
        if mover.guns:
            return ()
        battle = p.battle
        terms = Terms(
            battle.land,
            area_tariff(battle.rules, mover.arm, self.deep),
            mover.friends,
            0,
            mover.foe_rects,
            battle.rules.movement.clear,
        )
        facing = p.facing[self.unit]
        arc = battle.rules.movement.arc
        steps = range(STEPS) if mover.free else range(facing - arc, facing + arc + 1)
        return self.fan(mover, steps, self.left, terms, mover.free)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    asked_anyway = False
