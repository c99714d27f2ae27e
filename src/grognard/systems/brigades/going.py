"""Carrying out a leg: the stand gets to its place, what it met happens, and its move goes on."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import Rect, gap
from grognard.boards.table.shape import shape
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Step, Then
from grognard.systems.brigades.command import ride_off
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.ground import area_under
from grognard.systems.brigades.kinds import ASA, COMMANDER, DEGREES, FOOT, GUNS, SKIRMISHERS
from grognard.systems.brigades.position import (
    ACTED,
    CHARGED,
    LIMBERED,
    MIRED,
    STATIONARY,
    BrigadesPosition,
)
from grognard.systems.brigades.retreat import fall_back
from grognard.systems.brigades.ride import Yield
from grognard.systems.brigades.rout import Run, StruckAtOnce
from grognard.systems.brigades.terrain import CROSSED, TROD
from grognard.systems.brigades.treading import flatten, marshes_on

WATERS = (tablemap.STREAM, tablemap.MARSHY_STREAM, tablemap.RIVER)
BANK = 500  # mils from the water within which a stand touches its bank


class Go(Then[BrigadesPosition]):
    """A leg that is settled: what it does when the stand gets there."""

    side: Side
    unit: Unit
    breaking: int
    climbs: int
    disorders: int
    facing: int
    flags: int
    gun_lost: int
    left: int
    marsh: int
    passed: tuple[int, ...]
    ridden: int
    streams: int
    target: Unit
    turns: int
    went: int
    x: int
    y: int

    def run(self, p: BrigadesPosition) -> None:
        """Get there."""
        u = self.unit
        battle = p.battle
        if p.ear is not None:
            self.tell(p)
        flatten(p, u, self.x, self.y)
        trodden = self.tread(p)
        p.put(u, self.x, self.y, self.facing)
        p.state[u] = (p.state[u] | ACTED) & ~STATIONARY
        fresh = not p.disordered(u)
        if self.disorders:
            p.disorder(u)
            self.sink(p)
        if self.gun_lost:
            p.lose_gun(u)
        if self.passed and battle.rules.passing_disorders:
            for v in (u, *self.passed):
                p.disorder(v)
        if battle.arm[u] != COMMANDER:
            ride_off(p, 1 - self.side)
        if self.ridden:
            p.state[u] |= CHARGED
        if self.target >= 0 and p.on_table(self.target):
            self.strike(p, fresh, trodden)
        else:
            self.go_on(p, trodden)

    def tread(self, p: BrigadesPosition) -> int:
        """Count the stand in each marsh once in its move; the answer is the flags with those."""
        flags = self.flags
        for number in marshes_on(p, self.unit, self.x, self.y):
            if not flags & TROD << number:
                flags |= TROD << number
                p.trodden[number] += 1
        return flags

    def sink(self, p: BrigadesPosition) -> None:
        """Who is disordered by a marsh recovers only when he is out of it."""
        if self.marsh == p.battle.rules.terrain.key.quadruple:
            x, y = self.x * TENTH, self.y * TENTH
            if area_under(p, x, y, tablemap.MARSH) >= 0:
                p.state[self.unit] |= MIRED

    def tell(self, p: BrigadesPosition) -> None:
        """What everybody sees."""
        u = self.unit
        if (self.x, self.y) == (p.x[u], p.y[u]):
            p.tell(f"{clause(p.name(u), 'turns')} to {self.facing * DEGREES} degrees.", p.uid(u))
            return
        verb = f"charges {p.name(self.target)} from" if self.target >= 0 else "moves from"
        here = p.pose_name(u, p.x[u], p.y[u], p.facing[u])
        there = p.pose_name(u, self.x, self.y, self.facing)
        p.tell(f"{clause(p.name(u), verb)} {here} to {there}.", p.uid(u))

    def strike(self, p: BrigadesPosition, fresh: bool, flags: int) -> None:
        """Contact with an enemy."""
        u = self.unit
        battle = p.battle
        rules = battle.rules
        p.state[u] |= CHARGED
        # A charge may touch several at once, and strikes them all.
        struck = [self.target, *(v for v in foes_touching(p, u) if v != self.target)]
        if self.flags & CROSSED and any(holds_bank(p, u, v) for v in struck):
            p.disorder(u)
        armed = [v for v in struck if battle.traits[v] & ASA]
        if armed and fresh and p.disordered(u):
            b = p.rect(armed[0])
            fall_back(p, u, rules.asa_repulse, b.x, b.y, turn=False, runs=False)
            if p.ear is not None:
                p.tell(f"{clause(p.name(u), 'is')} repulsed.", p.uid(u), p.uid(armed[0]))
            return
        routed = [v for v in struck if p.routed(v) and rules.fugitives_rout]
        if routed == struck and rules.fugitives_continue:
            self.go_on(p, flags)
        for v in reversed(struck):
            if v not in routed:
                self.meet(p, v)
        for v in reversed(routed):
            p.stack.append(Run(unit=v, x=p.x[u] * TENTH, y=p.y[u] * TENTH))

    def meet(self, p: BrigadesPosition, v: int) -> None:
        """What follows at once for an enemy that is struck and not routed."""
        u = self.unit
        battle = p.battle
        rules = battle.rules
        if self.breaking and rules.break_test:
            p.stack.append(StruckAtOnce(unit=v, by=u))
            return
        screen = battle.arm[u] == FOOT and battle.arm[v] in SKIRMISHERS
        if screen and gap(p.began(u), p.rect(v)) > rules.yield_from:
            p.stack.append(Yield(side=battle.side[v], unit=u, victim=v))

    def go_on(self, p: BrigadesPosition, flags: int) -> None:
        """The next leg, if there can be one."""
        u = self.unit
        guns = p.battle.arm[u] == GUNS and not p.state[u] & LIMBERED
        steps = p.STEPS
        kind: type[Step[BrigadesPosition]] = steps["Leg"]
        if self.breaking:
            kind = steps["Break"]
        elif guns or self.left < LAST:
            kind = steps["LastLeg"]
        if self.breaking and self.left < LAST:
            return
        p.stack.append(
            kind(
                side=self.side,
                unit=u,
                left=self.left,
                turns=self.turns,
                went=self.went,
                streams=self.streams,
                climbs=self.climbs,
                flags=flags,
                marsh=self.marsh,
            )
        )


LAST = 500  # mils below which a move is about over


def holds_bank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a defender faces and touches the bank over which a stand came."""
    rules = p.battle.rules
    b = p.rect(v)
    if ahead_of(b, p.began_x[u] * TENTH, p.began_y[u] * TENTH) < 0:
        return False
    near = Rect(b.x, b.y, shape(b.shape.facing, b.shape.width + 2 * BANK, b.shape.depth + 2 * BANK))
    land = p.battle.land
    allowed = {
        tablemap.STREAM: rules.terrain.stream_disorders,
        tablemap.MARSHY_STREAM: rules.terrain.marshy_disorders,
        tablemap.RIVER: rules.terrain.bridge_disorders,
    }
    kinds = [land.lines[i].kind for i in land.lines_touched(near)]
    return any(allowed.get(kind, False) for kind in kinds)
