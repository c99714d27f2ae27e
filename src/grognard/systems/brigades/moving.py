"""The questions of the movement phase: which unit moves, and its move leg by leg."""

from __future__ import annotations

from typing import Final, Self

from grognard.boards import tablemap
from grognard.boards.table.lattice import STEPS, offset
from grognard.boards.table.reach import Terms, furthest
from grognard.boards.table.rect import overlap
from grognard.engine.check import Check
from grognard.engine.step import Area, Decision, Roll
from grognard.systems.brigades.battle import (
    DEPLOY,
    DONE,
    FORM_COLUMN,
    HALT,
    HURRY,
    LIMBER,
    RECOVER,
    SOUND,
    UNLIMBER,
    WITHDRAW,
)
from grognard.systems.brigades.field import foes_touching, land_of
from grognard.systems.brigades.going import Go
from grognard.systems.brigades.kinds import COMMANDER, DEGREES, GUNS, MILITIA, PPA
from grognard.systems.brigades.movement import GRACE, Mover, allowance, inches, turn_cost
from grognard.systems.brigades.position import (
    ACTED,
    COLUMN,
    LIMBERED,
    MOVED,
    OUT,
    RALLIED,
    STATIONARY,
    BrigadesPosition,
    tail_of,
)
from grognard.systems.brigades.ride import begin_ride
from grognard.systems.brigades.stationary import may_recover, recover, recovery_cost, step_back
from grognard.systems.brigades.templates import named_poses
from grognard.systems.brigades.terrain import tariff_of

WORTH_ASKING: Final = 500  # mils of a move still left


class Move(Decision):
    """Which unit of the attacker moves next."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: BrigadesPosition) -> int:
        """The attacker."""
        return self.side

    def options(self, p: BrigadesPosition) -> list[int]:
        """Done, or any unit that has not moved and is not routed."""
        battle = p.battle
        rules = battle.rules
        halted = MOVED | (RALLIED if rules.rallied_halts else 0)
        at = battle.unit_at
        xs, state, side = p.x, p.state, battle.side
        return [
            DONE,
            *(
                at + u
                for u in range(battle.count)
                if side[u] == self.side
                and xs[u] >= 0
                and not state[u] & halted
                and (rules.routed_move or state[u] & 3 != 3)
            ),
        ]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Let the unit begin its move, or end the phase."""
        if action == DONE:
            return
        u = action - p.battle.unit_at
        p.state[u] |= MOVED
        p.stack.append(self)
        p.stack.append(Leg(0, 0, allowance(p, u), 0, self.side, 0, 0, u, 0))

    def prompt(self, p: BrigadesPosition) -> str:
        """Which?"""
        return "Which unit moves?"

    def waiting(self, p: BrigadesPosition) -> str:
        """For the other side."""
        return "Waiting for moves."

    def phrase(self, p: BrigadesPosition, action: int) -> str:
        """A unit by its id."""
        return "done" if action == DONE else f"move {p.battle.nouns.name(action)}"


class Leg(Decision):
    """The next leg of a unit's move, with what is left of its allowance."""

    __slots__ = ("climbs", "grace", "left", "marsh", "side", "streams", "turns", "unit", "went")
    wide = True
    # More is allowed than is listed, even where one way has a name only.
    asked_anyway = True
    breaking = False

    def __init__(
        self,
        climbs: int,
        grace: int,
        left: int,
        marsh: int,
        side: int,
        streams: int,
        turns: int,
        unit: int,
        went: int,
    ) -> None:
        self.side, self.unit, self.left = side, unit, left
        self.turns, self.went, self.streams, self.climbs = turns, went, streams, climbs
        self.grace, self.marsh = grace, marsh

    def actor(self, p: BrigadesPosition) -> int:
        """Its own side."""
        return self.side

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
            self.grace,
            self.marsh,
            self.breaking,
        )

    def begun(self, p: BrigadesPosition) -> bool:
        """Whether anything was done in this move yet."""
        if self.grace or self.marsh or self.turns or p.state[self.unit] & ACTED:
            return True
        return self.left < allowance(p, self.unit)

    def verbs(self, p: BrigadesPosition) -> list[int]:
        """What the unit may do besides going somewhere."""
        u = self.unit
        battle = p.battle
        rules = battle.rules
        if battle.arm[u] == COMMANDER:
            return []
        found = []
        if may_recover(p, u) and recovery_cost(p, u) <= self.left:
            found.append(RECOVER)
        if self.may_limber(p):
            found.append(UNLIMBER if p.state[u] & LIMBERED else LIMBER)
        if self.may_change_column(p):
            found.append(DEPLOY if p.state[u] & COLUMN else FORM_COLUMN)
        if self.may_hurry(p):
            found.append(HURRY)
        if not self.begun(p) and foes_touching(p, u):
            found.append(WITHDRAW)
        if not self.marsh and self.marsh_ahead(p) >= 0:
            found.append(SOUND)
        return [verb for verb in found if not rules.rallied_halts or not p.state[u] & RALLIED]

    def may_limber(self, p: BrigadesPosition) -> bool:
        """Whether guns may limber or unlimber now."""
        u = self.unit
        battle = p.battle
        rules = battle.rules
        if battle.arm[u] != GUNS or p.state[u] & COLUMN or self.left < rules.limbering:
            return False
        if p.state[u] & OUT and rules.out_no_limbering:
            return False
        if p.state[u] & LIMBERED:
            return not self.no_unlimbering(p)
        fresh = not self.begun(p)
        return fresh and not (battle.traits[u] & PPA and rules.ppa_stays)

    def no_unlimbering(self, p: BrigadesPosition) -> bool:
        """Whether guns stand where they cannot unlimber."""
        a = p.rect(self.unit)
        land = land_of(p)
        cells = p.battle.rules.terrain.move
        return any(cells[land.areas[i].kind][GUNS].no_unlimber for i in land.areas_at(a.x, a.y))

    def may_change_column(self, p: BrigadesPosition) -> bool:
        """Whether a stand may form march column, or leave it, now."""
        u = self.unit
        battle = p.battle
        rules = battle.rules
        if p.unlimbered(u) and rules.unlimbered_no_column:
            return False
        if self.column_price(p) > self.left or foes_touching(p, u):
            return False
        if p.state[u] & COLUMN:
            return True
        tail = tail_of(battle, u, p.rect(u))
        if battle.markers[u] == 0:
            return True
        return not any(
            overlap(tail, p.rect(v)) for v in range(battle.stands) if p.on_table(v) and v != u
        )

    def column_price(self, p: BrigadesPosition) -> int:
        """What it takes of the move to change into or out of column."""
        if p.moves_freely(self.unit):
            return 0
        count = p.battle.rules.column_turns
        return sum(turn_cost(p, self.unit, self.turns + n) for n in range(count))

    def may_hurry(self, p: BrigadesPosition) -> bool:
        """Whether a stand may take a disorder as the price of its next turn or bridge."""
        u = self.unit
        rules = p.battle.rules
        if not rules.hurries or self.grace or p.disordered(u) or p.moves_freely(u):
            return False
        if p.battle.traits[u] & MILITIA or p.battle.arm[u] == GUNS:
            return False
        turn = turn_cost(p, u, self.turns) > 0 and (rules.turn_spent or self.left > 0)
        return turn or self.bridge_near(p)

    def bridge_near(self, p: BrigadesPosition) -> bool:
        """Whether a bridge lies within what is left."""
        if p.state[self.unit] & COLUMN or not p.battle.land.spots:
            return False
        a = p.rect(self.unit)
        return any(
            (s.x - a.x) ** 2 + (s.y - a.y) ** 2 <= self.left * self.left
            for s in p.battle.land.spots
        )

    def marsh_ahead(self, p: BrigadesPosition) -> int:
        """The marsh, by its number, within reach of a stand that must roll for it, or -1."""
        battle = p.battle
        if not battle.marshes:
            return -1
        if not battle.rules.terrain.move[tablemap.MARSH][battle.arm[self.unit]].roll:
            return -1
        a = p.rect(self.unit)
        reach = self.mover(p).reach()
        for number, area in enumerate(battle.marshes):
            left, top, right, bottom = battle.land.areas[area].box
            if left - reach <= a.x <= right + reach and top - reach <= a.y <= bottom + reach:
                return number
        return -1

    def named(self, p: BrigadesPosition) -> dict[int, str]:
        """The named poses, worked out once for the open question."""
        if p.named is None or p.named[0] is not self:
            p.named = (self, named_poses(self.mover(p)))
        return p.named[1]

    def options(self, p: BrigadesPosition) -> list[int]:
        """Halt once something was done, the verbs, and the named poses."""
        found = self.verbs(p)
        poses = sorted(self.named(p))
        if self.begun(p) or not (found or poses):
            return [HALT, *sorted(found), *poses]
        return [*sorted(found), *poses]

    def allows(self, p: BrigadesPosition, action: int) -> bool:
        """Any option, and any pose that keeps the rules."""
        if action < p.battle.pose_at:
            return action in p.options()
        return action < p.battle.nouns.size and not self.refusal(p, action)

    def refusal(self, p: BrigadesPosition, action: int) -> str:
        """Why the unit may not go there."""
        battle = p.battle
        if action < battle.pose_at:
            return ""
        return self.mover(p).attempt(*battle.poses.pose(action - battle.pose_at)).why

    def beyond(self, p: BrigadesPosition, words: tuple[str, ...]) -> tuple[int, int]:
        """`to 12.3,20.0 facing 90`; without a facing it keeps its own."""
        skip = 1 if words[:1] == ("to",) else 0
        poses = p.battle.poses
        for count in (3, 1):
            text = " ".join(words[skip : skip + count])
            if count == 1:
                text += f" facing {p.facing[self.unit] * DEGREES}"
            index = poses.find(text)
            if index is not None:
                return p.battle.pose_at + index, skip + count
        return -1, 0

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Carry out a leg; a charge into contact or a halt ends the move."""
        u = self.unit
        if action == HALT:
            return
        if action < p.battle.pose_at:
            self.do(p, action)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried = self.mover(p).attempt(x, y, facing)
        moved = x != p.x[u] or y != p.y[u]
        went = self.went
        if moved:
            went = went or 1
        if tried.turned and self.went:
            went = 2
        go = Go(
            int(self.breaking),
            tried.climbs or self.climbs,
            int(tried.crossed),
            int(tried.disorders),
            facing if p.battle.arm[u] != COMMANDER else 0,
            tried.grace,
            int(tried.gun_lost),
            self.left - tried.cost,
            self.marsh,
            tuple(tried.passed),
            len(tried.ridden),
            self.side,
            tried.streams or self.streams,
            tried.target,
            self.turns + tried.turned,
            u,
            went,
            x,
            y,
        )
        if tried.ridden:
            begin_ride(p, go, u, (x, y, facing), tried.ridden)
        else:
            go.run(p)

    def do(self, p: BrigadesPosition, verb: int) -> None:
        """Recover, limber, change formation, hurry, step back, sound a marsh."""
        u = self.unit
        rules = p.battle.rules
        left, turns, grace = self.left, self.turns, self.grace
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
            p.disorder(u)
            grace |= GRACE
            told = "hurries, and loses its order"
        elif verb == SOUND:
            p.stack.append(Sounding(*self.numbers()))
            return
        elif verb in (LIMBER, UNLIMBER):
            p.state[u] = (p.state[u] ^ LIMBERED | ACTED) & ~STATIONARY
            left -= rules.limbering
            told = "limbers" if verb == LIMBER else "unlimbers"
            if verb == UNLIMBER and rules.unlimber_ends:
                left = 0
            elif verb == LIMBER:
                left = allowance(p, u) if rules.limber_moves else 0
        else:
            left -= self.column_price(p)
            turns += 0 if p.moves_freely(u) else rules.column_turns
            p.state[u] = (p.state[u] ^ COLUMN | ACTED) & ~STATIONARY
            p.tails[u] = None
            told = "forms march column" if verb == FORM_COLUMN else "deploys"
        if told and p.ear is not None:
            p.tell(f"{p.name(u)} {told}.", p.uid(u))
        if verb == UNLIMBER and rules.unlimber_ends:
            return
        kind = type(self) if left >= WORTH_ASKING or grace else LastLeg
        p.stack.append(
            kind(self.climbs, grace, left, self.marsh, self.side, self.streams, turns, u, self.went)
        )

    def numbers(self) -> tuple[int, int, int, int, int, int, int, int, int]:
        """Its parts in order."""
        return (
            self.climbs,
            self.grace,
            self.left,
            self.marsh,
            self.side,
            self.streams,
            self.turns,
            self.unit,
            self.went,
        )

    def prompt(self, p: BrigadesPosition) -> str:
        """Where to?"""
        return f"{p.name(self.unit)} has {inches(self.left)} in left: where to?"

    def waiting(self, p: BrigadesPosition) -> str:
        """For the other side."""
        return f"Waiting for the move of {p.name(self.unit)}."

    def phrase(self, p: BrigadesPosition, action: int) -> str:
        """A named pose by its name and place, any other by its place."""
        text: str = p.battle.nouns.name(action)
        if action < p.battle.pose_at:
            return text
        name = self.named(p).get(action, "")
        return f"{name} to {text}" if name else f"to {text}"

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)

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
        outline = []
        for step in steps:
            halt = furthest(mover.a, *offset(step, length), self.left, terms)
            dx, dy = offset(step, halt.mils)
            outline.append((mover.a.x + dx, mover.a.y + dy))
        if not mover.free:
            outline.append((mover.a.x, mover.a.y))
        return (Area(tuple(outline), f"{inches(self.left)} in left"),)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    __slots__ = ()
    asked_anyway = False


class Break(Leg):
    """A breakthrough: ahead without turning, perhaps into another enemy."""

    __slots__ = ()
    breaking = True

    @classmethod
    def begin(cls, p: BrigadesPosition, u: int, left: int) -> Self:
        """The breakthrough of a stand."""
        return cls(0, 0, left, 0, p.battle.side[u], 0, 0, u, 0)

    def begun(self, p: BrigadesPosition) -> bool:
        """It may always stay."""
        return True

    def verbs(self, p: BrigadesPosition) -> list[int]:
        """Nothing but to ride on."""
        return []

    def prompt(self, p: BrigadesPosition) -> str:
        """Where to?"""
        return f"{p.name(self.unit)} breaks through, up to {inches(self.left)} in: where to?"


class Sounding(Roll):
    """How bad the marsh before a stand is."""

    __slots__ = ("climbs", "grace", "left", "marsh", "side", "streams", "turns", "unit", "went")

    def __init__(
        self,
        climbs: int,
        grace: int,
        left: int,
        marsh: int,
        side: int,
        streams: int,
        turns: int,
        unit: int,
        went: int,
    ) -> None:
        self.side, self.unit, self.left = side, unit, left
        self.turns, self.went, self.streams, self.climbs = turns, went, streams, climbs
        self.grace, self.marsh = grace, marsh

    def leg(self, marsh: int) -> Leg:
        """The leg that follows."""
        return Leg(
            self.climbs,
            self.grace,
            self.left,
            marsh,
            self.side,
            self.streams,
            self.turns,
            self.unit,
            self.went,
        )

    def roller(self, p: BrigadesPosition) -> int:
        """Its own side."""
        return self.side

    def check(self, p: BrigadesPosition) -> Check:
        """Worse for guns and for those who come later."""
        number = self.leg(0).marsh_ahead(p)
        whole = p.battle.rules.terrain.marsh_whole
        before = p.trodden[number] if number >= 0 and whole else 0
        guns = int(p.battle.arm[self.unit] == GUNS)
        return p.battle.rules.marsh_kind.check((guns, before))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """What the distance in marsh counts in this move."""
        key = p.battle.rules.terrain.key
        p.stack.append(self.leg((1, key.double, key.quadruple)[outcome]))

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        """The stand."""
        return (p.uid(self.unit),)
