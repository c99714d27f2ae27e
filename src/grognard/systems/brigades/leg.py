"""A unit's move, leg by leg: where it goes with what is left, and what it does besides."""

from __future__ import annotations

from typing import Final, Self

from grognard.boards.table.lattice import STEPS
from grognard.boards.table.reach import Terms
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Area
from grognard.systems.brigades.allowance import allowance
from grognard.systems.brigades.battle import (
    DEPLOY,
    FORM_COLUMN,
    HALT,
    HURRY,
    LIMBER,
    RECOVER,
    SOUND,
    UNLIMBER,
    WITHDRAW,
)
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.forming import (
    change_column,
    column_price,
    limber,
    may_change_column,
    may_hurry,
    may_limber,
)
from grognard.systems.brigades.going import Go
from grognard.systems.brigades.kinds import COMMANDER
from grognard.systems.brigades.marsh import Sounding, marsh_ahead
from grognard.systems.brigades.movement import TURNED_LATE, Mover
from grognard.systems.brigades.position import ACTED, COLUMN, LIMBERED, RALLIED, BrigadesPosition
from grognard.systems.brigades.rates import tariff_of
from grognard.systems.brigades.ride import begin_ride
from grognard.systems.brigades.stationary import may_recover, recover, recovery_cost, step_back
from grognard.systems.brigades.templates import named_poses
from grognard.systems.brigades.terrain import FORMED, GRACE
from grognard.systems.brigades.tried import Tried
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.measure import inches

WORTH_ASKING: Final = 500  # mils of a move still left


class Leg(TableLeg[BrigadesPosition]):
    """The next leg of a unit's move, with what is left of its allowance."""

    side: Side
    turns: int
    went: int
    streams: int
    climbs: int
    flags: int
    marsh: int

    halting = HALT
    breaking = False

    @classmethod
    def first(cls, p: BrigadesPosition, u: int) -> Self:
        """The beginning of a unit's move."""
        return cls(
            climbs=0,
            flags=0,
            left=allowance(p, u),
            marsh=0,
            side=p.battle.side[u],
            streams=0,
            turns=0,
            unit=u,
            went=0,
        )

    def mover(self, p: BrigadesPosition) -> Mover:
        """The unit in the midst of its move."""
        return Mover(
            p,
            self.unit,
            self.left,
            self.turns,
            self.went,
            self.streams,
            self.climbs,
            self.flags,
            self.marsh,
            self.breaking,
        )

    def poses(self, p: BrigadesPosition) -> dict[int, str]:
        """The named poses of the unit."""
        mover = self.mover(p)
        found = named_poses(mover)
        p.tries = (self, mover.tries)
        return found

    def tried(self, p: BrigadesPosition, x: int, y: int, facing: int) -> Tried:
        """The leg to a pose as the rules see it; the named poses were tried already."""
        if p.tries is not None and p.tries[0] is self:
            known = p.tries[1].get((x, y, facing))
            if known is not None:
                return known
        return self.mover(p).attempt(x, y, facing)

    def begun(self, p: BrigadesPosition) -> bool:
        """Whether anything was done in this move yet."""
        if self.flags or self.marsh or self.turns or p.state[self.unit] & ACTED:
            return True
        return self.left < allowance(p, self.unit)

    def verbs(self, p: BrigadesPosition) -> list[int]:
        """What the unit may do besides going somewhere."""
        u, left = self.unit, self.left
        state = p.state[u]
        if p.battle.arm[u] == COMMANDER or (state & RALLIED and p.battle.rules.rallied_halts):
            return []
        found = []
        begun = self.begun(p)
        if may_recover(p, u) and recovery_cost(p, u) <= left:
            found.append(RECOVER)
        if may_limber(p, u, left, begun):
            found.append(UNLIMBER if state & LIMBERED else LIMBER)
        if may_change_column(p, u, left, self.turns, self.flags):
            found.append(DEPLOY if state & COLUMN else FORM_COLUMN)
        if may_hurry(p, u, left, self.turns, self.flags):
            found.append(HURRY)
        if not begun and foes_touching(p, u):
            found.append(WITHDRAW)
        if p.battle.marshes and not self.marsh and self.marsh_ahead(p) >= 0:
            found.append(SOUND)
        return found

    def marsh_ahead(self, p: BrigadesPosition) -> int:
        """The marsh, by its number, that it could get to and must roll for, or -1."""
        return marsh_ahead(p, self.unit, self.mover(p).reach())

    def options(self, p: BrigadesPosition) -> list[int]:
        """Halt once something was done, the verbs, and the named poses."""
        return self.answers(p, self.verbs(p), self.begun(p))

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Carry out a leg; a charge into contact or a halt ends the move."""
        u = self.unit
        if action == HALT:
            return
        if action < p.battle.pose_at:
            self.do(p, action)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried = self.tried(p, x, y, facing)
        moved = x != p.x[u] or y != p.y[u]
        went = self.went
        if moved:
            went = went or 1
        if tried.turned and self.went:
            went = 2
        go = Go(
            side=self.side,
            unit=u,
            breaking=int(self.breaking),
            climbs=tried.climbs or self.climbs,
            disorders=int(tried.disorders),
            facing=facing if p.battle.arm[u] != COMMANDER else 0,
            flags=tried.flags,
            gun_lost=int(tried.gun_lost),
            left=self.left - tried.cost,
            marsh=self.marsh,
            passed=tuple(tried.passed),
            ridden=len(tried.ridden),
            streams=tried.streams or self.streams,
            target=tried.target,
            turns=self.turns + tried.turned,
            went=went,
            x=x,
            y=y,
        )
        if tried.ridden:
            begin_ride(p, go, u, (x, y, facing), tried.ridden)
        else:
            go.run(p)

    def do(self, p: BrigadesPosition, verb: int) -> None:
        """Recover, limber, change formation, hurry, step back, sound a marsh."""
        u = self.unit
        rules = p.battle.rules
        left, turns, flags, went = self.left, self.turns, self.flags, self.went
        told = ""
        if verb == RECOVER:
            late = self.begun(p)
            left -= recovery_cost(p, u)
            recover(p, u)
            # At the end of a move, which is over then.
            if late:
                return
        elif verb == WITHDRAW:
            step_back(p, u, foes_touching(p, u))
            return
        elif verb == HURRY:
            if p.ear is not None:
                p.tell(f"{clause(p.name(u), 'hurries')}.", p.uid(u))
            p.disorder(u)
            flags |= GRACE
        elif verb == SOUND:
            sounding = Sounding(unit=u, number=self.marsh_ahead(p))
            p.stack += [self.into(Leg), sounding]
            return
        elif verb in (LIMBER, UNLIMBER):
            left = limber(p, u, verb, left)
            told = "limbers" if verb == LIMBER else "unlimbers"
        else:
            left -= column_price(p, u, turns)
            turns += 0 if p.moves_freely(u) else rules.column_turns
            change_column(p, u)
            flags |= FORMED
            # It is a facing change, and in a charge those come first.
            went = TURNED_LATE if went else went
            told = "forms march column" if verb == FORM_COLUMN else "deploys"
        if told and p.ear is not None:
            p.tell(f"{clause(p.name(u), told)}.", p.uid(u))
        if verb == UNLIMBER and rules.unlimber_ends:
            return
        kind = type(self) if left >= WORTH_ASKING or flags & GRACE else LastLeg
        p.stack.append(self.into(kind, left=left, turns=turns, went=went, flags=flags))

    def reach(self, p: BrigadesPosition) -> tuple[Area, ...]:
        """The ground its centre can get to by one leg, without a turn first."""
        mover = self.mover(p)
        battle = p.battle
        rules = battle.rules
        terms = Terms(
            mover.land,
            tariff_of(rules, mover.arm, mover.column, self.marsh),
            [b for _, b in mover.friends],
            (1 << len(mover.friends)) - 1,
            mover.foe_rects,
            rules.clear,
        )
        facing = p.facing[self.unit]
        arc = rules.break_arc if self.breaking else rules.arc
        steps = range(STEPS) if mover.free else range(facing - arc, facing + arc + 1)
        length = self.left * (rules.column_times if mover.column else 1)
        return self.fan(mover.a, steps, length, terms, mover.free)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    asked_anyway = False


class Break(Leg):
    """A breakthrough: ahead without turning, perhaps into another enemy."""

    breaking = True

    @classmethod
    def begin(cls, p: BrigadesPosition, u: int, left: int) -> Self:
        """The breakthrough of a stand."""
        return cls(
            climbs=0,
            flags=0,
            left=left,
            marsh=0,
            side=p.battle.side[u],
            streams=0,
            turns=0,
            unit=u,
            went=0,
        )

    def begun(self, p: BrigadesPosition) -> bool:
        """It may always stay."""
        return True

    def verbs(self, p: BrigadesPosition) -> list[int]:
        """Nothing but to ride on."""
        return []

    def prompt(self, p: BrigadesPosition) -> str:
        """Where to?"""
        return f"{p.name(self.unit)} breaks through, up to {inches(self.left)} in: where to?"
