"""A unit's move, leg by leg: where it goes with what is left, and what it does besides."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated, ClassVar, Self

from grognard.boards.table.lattice import STEPS
from grognard.boards.table.reach import Terms
from grognard.engine.grammar import clause
from grognard.engine.numbers import LARGEST, Flag, MaybeOf, Within
from grognard.engine.step import ReachArea, Step, Then
from grognard.systems.brigades.charge import may_hold
from grognard.systems.brigades.command import part_from, ride_off
from grognard.systems.brigades.contact import get_home, step_back
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.marsh import Sounding, marsh_ahead, marshes_on
from grognard.systems.brigades.movement import (
    allowance,
    change_column,
    column_price,
    limber,
    may_change_column,
    may_hurry,
    may_limber,
)
from grognard.systems.brigades.moving.mover import NOT_GONE, STRAIGHT_ON, TURNED_LATE, Mover, Tried
from grognard.systems.brigades.moving.rates import tariff_of
from grognard.systems.brigades.moving.templates import Namer
from grognard.systems.brigades.skirmishers import begin_ride
from grognard.systems.brigades.state.battle import (
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
from grognard.systems.brigades.state.ground import flatten, in_marsh
from grognard.systems.brigades.state.kinds import COMMANDER, GUNS, Count, Hits, Stand
from grognard.systems.brigades.state.position import (
    ACTED,
    COLUMN,
    GUN,
    LIMBERED,
    MIRED,
    BrigadesPosition,
)
from grognard.systems.brigades.stationary import may_recover, recover, recovery_cost
from grognard.systems.brigades.terrain import (
    CROSSED,
    FORMED,
    GRACE,
    NOT_SOUNDED,
    TROD,
    why_disordered,
)
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.measure import inches, turned
from grognard.systems.tabletop.position import Across, Down, Facing
from grognard.systems.tabletop.templates import Doubtful

Went = Annotated[int, Within(NOT_GONE, TURNED_LATE)]
Climbs = Annotated[int, Within(0, 999)]
Flags = Annotated[int, Within(0, LARGEST)]
MaybeStand = Annotated[int, MaybeOf("stand")]


class Leg(TableLeg[BrigadesPosition]):
    """The next leg of a unit's move, with what is left of its allowance."""

    turns: Count = 0  # facing changes that count
    went: Went = NOT_GONE
    streams: Count = 0  # crossed
    climbs: Climbs = 0
    flags: Flags = 0  # what the move has met, see the chapter of terrain
    marsh: Count = NOT_SOUNDED

    halting = HALT
    breaking = False
    keyed = (
        (HALT,), (RECOVER,), (FORM_COLUMN, DEPLOY), (LIMBER, UNLIMBER), (HURRY,), (WITHDRAW,),
        (SOUND,),
    )  # fmt: skip

    @classmethod
    def first(cls, p: BrigadesPosition, u: int) -> Self:
        return cls(unit=u, left=allowance(p, u))

    def mover(self, p: BrigadesPosition) -> Mover:
        return Mover(p, self)

    def poses(self, p: BrigadesPosition) -> dict[int, str]:
        mover = self.mover(p)
        found = Namer(mover).named()
        p.tries = (self, mover.tries)
        return found

    def draw(self, p: BrigadesPosition, rng: random.Random) -> int:
        if self.listed(p):
            return super().draw(p, rng)
        mover = self.mover(p)
        if self.marsh and mover.ways_in():  # brigades.rulings.marsh-entered
            return super().draw(p, rng)
        namer = Namer(mover)
        namer.gather()
        p.tries = (self, mover.tries)
        return self.draw_of(namer, self.feats(p), self.begun(p), rng)

    def disordered_by(self, p: BrigadesPosition, tried: Tried) -> str:
        """The ground, or friends who pass through each other."""
        if p.battle.arm[self.unit] == COMMANDER or p.disordered(self.unit):
            return ""
        passing = "friends passed through" * bool(tried.passed)
        return why_disordered(tried.disorders) or passing

    def begun(self, p: BrigadesPosition) -> bool:
        if self.flags or self.marsh or self.turns or p.state[self.unit] & ACTED:
            return True
        return self.left < allowance(p, self.unit)

    def verbs(self, p: BrigadesPosition) -> list[int]:
        """What the unit may do besides going somewhere."""
        return [verb for verb, may in self.feats(p) if may()]

    def feats(self, p: BrigadesPosition) -> Doubtful:
        """What there is to do besides going somewhere, each with whether the unit may."""
        u, left, turns, flags = self.unit, self.left, self.turns, self.flags
        state = p.state[u]
        if p.battle.arm[u] == COMMANDER:
            return []
        begun = self.begun(p)
        if foes_touching(p, u):  # brigades.charge.start-in-contact
            return [] if begun else [(WITHDRAW, lambda: True)]
        found: list[tuple[int, Callable[[], bool]]] = [
            (RECOVER, lambda: may_recover(p, u) and recovery_cost(p, u) <= left),
            (
                DEPLOY if state & COLUMN else FORM_COLUMN,
                lambda: may_change_column(p, u, left, turns, flags),
            ),
            (HURRY, lambda: may_hurry(p, u, left, turns, flags)),
        ]
        if p.battle.arm[u] == GUNS:
            verb = UNLIMBER if state & LIMBERED else LIMBER
            found.append((verb, lambda: may_limber(p, u, begun, flags)))
        return [*found, *self.soundings(p)]

    def soundings(self, p: BrigadesPosition) -> Doubtful:
        """The roll for a marsh, where there is one and it has not rolled yet."""
        if self.marsh or not p.battle.marshes:
            return []
        return [(SOUND, lambda: self.marsh_ahead(p) >= 0)]

    def marsh_ahead(self, p: BrigadesPosition) -> int:
        """The marsh, by its number, that it could get to and must roll for, or -1."""
        return marsh_ahead(p, self.unit, self.mover(p).longest_leg())

    def options(self, p: BrigadesPosition) -> list[int]:
        """Halt once something was done, the verbs, and the named poses; or into the marsh."""
        if self.marsh and self.mover(p).ways_in():  # brigades.rulings.marsh-entered
            return sorted(self.named(p))
        return self.answers(p, self.verbs(p), self.begun(p) or self.keeps(p))

    def default(self, p: BrigadesPosition) -> int:
        """A halt if it may: whoever has begun, but for those who have sounded a marsh."""
        return HALT if self.begun(p) and not self.marsh else super().default(p)

    def keeps(self, p: BrigadesPosition) -> bool:
        """Whether the unit may stay in the contact in which its move begins."""
        u, foes = self.unit, foes_touching(p, self.unit)
        if p.battle.arm[u] == COMMANDER or not foes:
            return False
        return may_hold(p, u, p.rect(u), foes)  # brigades.charge.start-in-contact

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Carry out a leg; a charge into contact or a halt ends the move."""
        u = self.unit
        if action == HALT:
            return
        if action < p.battle.pose_at:
            self.do(p, action)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried: Tried = self.tried(p, x, y, facing)
        moved = x != p.x[u] or y != p.y[u]
        went = self.went
        if moved:
            went = went or STRAIGHT_ON
        if tried.turned and self.went:
            went = TURNED_LATE
        # The next leg waits while this one is carried out.
        p.stack.append(
            self.but(
                left=self.left - tried.cost,
                turns=self.turns + tried.turned,
                went=went,
                streams=tried.streams or self.streams,
                climbs=tried.climbs or self.climbs,
                flags=tried.flags,
            )
        )
        go = Go(
            x=x,
            y=y,
            facing=facing if p.battle.arm[u] != COMMANDER else 0,
            target=tried.target,
            disorders=tried.disorders,
            gun_lost=int(tried.gun_lost),
            passed=tuple(tried.passed),
            ridden=len(tried.ridden),
        )
        if tried.ridden:
            begin_ride(p, go, u, (x, y, facing), tried.ridden)
        else:
            go.run(p)

    def do(self, p: BrigadesPosition, verb: int) -> None:
        """Recover, limber, change formation, hurry, step back, sound a marsh."""
        u = self.unit
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
            p.disorder(u, "it hurries")
            flags |= GRACE
        elif verb == SOUND:
            sounding = Sounding(unit=u, number=self.marsh_ahead(p))
            p.stack += [self.into(Break if self.breaking else Leg), sounding]
            return
        elif verb in (LIMBER, UNLIMBER):
            left = limber(p, u, verb)
            told = "limbers" if verb == LIMBER else "unlimbers"
        else:
            left -= column_price(p, u, turns)
            turns += 0 if p.moves_freely(u) else 1
            change_column(p, u)
            flags |= FORMED
            # It is a facing change, and in a charge those come first.
            went = TURNED_LATE if went else went
            told = "forms march column" if verb == FORM_COLUMN else "deploys"
        if told:
            p.say(u, told)
        if verb == UNLIMBER:
            return
        asked = left >= p.battle.rules.movement.rest or flags & GRACE
        kind = type(self) if asked else LastLeg
        p.stack.append(self.into(kind, left=left, turns=turns, went=went, flags=flags))

    def price(self, p: BrigadesPosition, action: int) -> str:
        """What a hurry costs, and a gun that cannot follow."""
        if action >= p.battle.pose_at:
            tried: Tried = self.tried(p, *p.battle.poses.pose(action - p.battle.pose_at))
            loses = tried.gun_lost and p.state[self.unit] & GUN
            return "it loses its dedicated gun" if loses else ""
        if action != HURRY:
            return super().price(p, action)
        return "it is disordered, for one more facing change that does not take half its move"

    def reach(self, p: BrigadesPosition) -> tuple[ReachArea, ...]:
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
            rules.charge.clear,
        )
        facing = p.facing[self.unit]
        arc = mover.arc
        steps = range(STEPS) if mover.free else range(facing - arc, facing + arc + 1)
        length = self.left * (rules.march.cross_country_times if mover.column else 1)
        return self.fan(mover, steps, length, terms, mover.free)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    asked_anyway = False


class Break(Leg):
    """A breakthrough: ahead without turning, perhaps into another enemy."""

    breaking = True

    def begun(self, p: BrigadesPosition) -> bool:
        return True

    def feats(self, p: BrigadesPosition) -> Doubtful:
        return self.soundings(p)  # brigades.rulings.breakthrough.move

    def prompt(self, p: BrigadesPosition) -> str:
        return clause(p.name(self.unit), f"breaks through, up to {inches(self.left)} in: where to?")


class Go(Then[BrigadesPosition]):
    """A leg that is settled: the stand gets there. Its next leg waits below this on the stack."""

    leads_on: ClassVar[bool] = True

    x: Across
    y: Down
    facing: Facing
    target: MaybeStand  # whom it charges
    disorders: Hits  # why, see the chapter of terrain
    gun_lost: Flag
    passed: tuple[Stand, ...]  # friends gone through
    ridden: Count  # how many skirmishers it rode through

    def run(self, p: BrigadesPosition) -> None:
        leg = p.stack.pop()
        assert isinstance(leg, Leg)
        u = leg.unit
        if p.ear is not None:
            self.tell(p, leg)
        flatten(p, u, self.x, self.y)
        flags = self.tread(p, leg)
        p.put(u, self.x, self.y, self.facing)
        p.state[u] |= ACTED
        p.stir(u)
        fresh = not p.disordered(u)
        if self.disorders:
            p.disorder(u, why_disordered(self.disorders))
            # Who is disordered by a marsh recovers only when he is out of it.
            if leg.marsh == p.battle.rules.terrain.key.quadruple and in_marsh(p, u):
                p.state[u] |= MIRED
        if self.gun_lost:
            p.lose_gun(u)
        if self.passed:  # brigades.rulings.movement.pass-through.close-order
            for v in (u, *self.passed):
                p.disorder(v, "friends passed through each other")
        if p.battle.arm[u] != COMMANDER:
            ride_off(p, u)
            part_from(p, u)
        if self.ridden:
            p.mark_charged(u)
        goes_on = True
        follows: list[Step[BrigadesPosition]] = []
        if self.target >= 0 and p.on_table(self.target):
            crossed = bool(leg.flags & CROSSED)
            goes_on, follows = get_home(p, u, self.target, fresh, crossed, leg.breaking)
        if goes_on:
            go_on(p, leg.but(flags=flags))
        p.stack += follows

    def tread(self, p: BrigadesPosition, leg: Leg) -> int:
        """Count the stand in each marsh once in its move; the answer is the flags with those."""
        flags = leg.flags
        for number in marshes_on(p, leg.unit, self.x, self.y):
            if not flags & TROD << number:
                flags |= TROD << number
                p.trodden[number] += 1
        return flags

    def tell(self, p: BrigadesPosition, leg: Leg) -> None:
        u = leg.unit
        if (self.x, self.y) == (p.x[u], p.y[u]):
            p.say(u, f"turns {turned(p.facing[u], self.facing)}")
            return
        verb = f"charges {p.name(self.target)} from" if self.target >= 0 else "moves from"
        if leg.breaking:
            verb = verb.replace("moves", "breaks through").replace("charges", "breaks through to")
        here = p.pose_name(u, p.x[u], p.y[u], p.facing[u])
        there = p.pose_name(u, self.x, self.y, self.facing)
        p.say(u, f"{verb} {here} to {there}")


def go_on(p: BrigadesPosition, leg: Leg) -> None:
    """Ask for the next leg, if there can be one."""
    over = leg.left < p.battle.rules.movement.rest
    if leg.breaking:
        p.stack += [] if over else [leg]
    else:
        p.stack.append(leg.into(LastLeg if over or p.unlimbered(leg.unit) else Leg))
