"""The legs of a unit's move: where it may go next, and what comes of it."""

from __future__ import annotations

import random
from typing import Annotated

from grognard.boards.table.arcs import wholly_behind
from grognard.boards.table.lattice import INCH, STEPS, Pose, short_of
from grognard.boards.table.reach import Terms
from grognard.boards.table.rect import rect
from grognard.engine.grammar import clause
from grognard.engine.numbers import Flag, Side, Within
from grognard.engine.step import ReachArea, Then
from grognard.systems.pulses.attack import (
    Attach,
    Tried,
    attack_on_the_spot,
    detach,
    fought,
    may_attach,
)
from grognard.systems.pulses.evasion import React
from grognard.systems.pulses.manoeuvres import Mover
from grognard.systems.pulses.moving.templates import Namer
from grognard.systems.pulses.officers import ride_price
from grognard.systems.pulses.state.battle import HALT
from grognard.systems.pulses.state.kinds import ARTILLERY, OFFICER
from grognard.systems.pulses.state.position import FLANKS, SQUARED, PulsesPosition, Stand
from grognard.systems.pulses.status import AWAY, FREELY, NO_NEARER, RELOCATING, TURNING
from grognard.systems.pulses.terrain import tariff
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.measure import inches, ring, turned
from grognard.systems.tabletop.position import Across, Down, Facing
from grognard.systems.tabletop.templates import NOWHERE


class Leg(TableLeg[PulsesPosition]):
    """The next leg of a unit's move, with what is left of its allowance."""

    side: Side
    how: Annotated[int, Within(FREELY, RELOCATING)]
    # Where the move began.
    from_x: Across
    from_y: Down
    from_f: Facing
    faced: Flag = 0
    went: Flag = 0

    halting = HALT
    keyed = ((HALT,),)

    @classmethod
    def first(cls, p: PulsesPosition, u: int, how: int, left: int) -> Leg:
        side, (x, y, facing) = p.battle.side[u], (p.x[u], p.y[u], p.facing[u])
        return Leg(unit=u, side=side, how=how, left=left, from_x=x, from_y=y, from_f=facing)

    def mover(self, p: PulsesPosition) -> Mover:
        return Mover(p, self.unit, self.how, self.left, self.faced, self.went)

    def bound_mover(self, p: PulsesPosition) -> Mover:
        """The same, knowing what it is compelled to."""
        mover = self.mover(p)
        mover.striking, mover.compelled = self.bonds(p)
        return mover

    def bonds(self, p: PulsesPosition) -> tuple[bool, bool]:
        """Whether it must attack, and whether its status drives it on: by the named ways."""
        self.named(p)
        return p.bonds

    def poses(self, p: PulsesPosition) -> dict[int, str]:
        mover = self.mover(p)
        namer = Namer(mover)
        found = namer.named()
        p.tries = (self, mover.tries)
        p.bonds = (mover.striking, mover.compelled)
        return found

    def draw(self, p: PulsesPosition, rng: random.Random) -> int:
        if self.listed(p):
            return super().draw(p, rng)
        mover = self.mover(p)
        p.tries = (self, mover.tries)
        namer = Namer(mover)
        namer.gather()
        if mover.compelled:
            drawn = namer.draw([], rng)
            if drawn != NOWHERE:
                return drawn
            namer.compelled()
        bound = mover.striking or mover.compelled
        return namer.draw([] if bound else [HALT], rng)

    def why_not(self, p: PulsesPosition, x: int, y: int, facing: int) -> str:
        return self.bound_mover(p).attempt(x, y, facing).why

    def options(self, p: PulsesPosition) -> list[int]:
        """The named poses, and a halt unless the force's status drives the unit on."""
        poses = sorted(self.named(p))
        return poses if any(self.bonds(p)) else [HALT, *poses]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Carry out a leg; contact or a halt ends the move."""
        u = self.unit
        if action == HALT:
            self.halt(p)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried: Tried = self.tried(p, x, y, facing)
        if p.ear is not None:
            p.tell(self.told(p, tried, (x, y, facing)), p.uid(u))
        p.spend(self.side, ride_price(p, u), clause(p.name(u), "rides"))
        p.put(u, x, y, facing)
        if p.state[u] & SQUARED:  # pulses.rulings.square.lasts
            p.state[u] &= ~SQUARED
            p.say(u, "leaves its square")
        detach(p, u)
        if tried.target >= 0:
            contact = Contact(unit=u, from_x=self.from_x, from_y=self.from_y, from_f=self.from_f)
            contact.strike(p, tried.target)
            return
        left = self.left - tried.cost
        went = self.went or tried.moved or int(not tried.faced)
        faced = self.faced or tried.faced
        if p.battle.arm[u] == OFFICER or (self.how == TURNING and faced):
            self.halt(p)
            return
        kind = LastLeg if left < p.battle.rules.movement.end_of_move else Leg
        p.stack.append(self.into(kind, left=left, faced=faced, went=went))

    def told(self, p: PulsesPosition, tried: Tried, there: Pose) -> str:
        u = self.unit
        name = p.name(u)
        if tried.target >= 0:
            way = f" over {p.going(u, there)}" if tried.moved else ""
            return f"{clause(name, 'attacks')} {p.name(tried.target)}{way}."
        if tried.faced and not tried.moved:
            return f"{clause(name, 'turns')} {turned(p.facing[u], there[2])}."
        here = p.pose_name(u, p.x[u], p.y[u], p.facing[u])
        return f"{clause(name, 'moves')} from {here} to {p.pose_name(u, *there)}."

    def halt(self, p: PulsesPosition) -> None:
        """The end of a move; guns beside infantry may be attached to it."""
        u = self.unit
        if p.battle.arm[u] == ARTILLERY and may_attach(p, u):
            p.stack.append(Attach(unit=u))

    def reach(self, p: PulsesPosition) -> tuple[ReachArea, ...]:
        """The ground its centre can get to by one straight leg ahead or oblique."""
        mover = self.mover(p)
        battle = p.battle
        u = self.unit
        if mover.arm == OFFICER:
            text = f"{inches(self.left)} in left"
            return (ReachArea(ring(mover.a.x, mover.a.y, self.left), text),)
        if self.how == TURNING:
            return ()
        terms = Terms(
            battle.land, tariff(battle.rules, battle.kind[u], battle.sk[u]), mover.foe_rects
        )
        facing, arc = p.facing[u], battle.rules.manoeuvres.oblique
        steps = range(facing - arc, facing + arc + 1)
        if self.how in (NO_NEARER, AWAY):
            steps = self.open_among(p, steps)
        return self.fan(mover, steps, self.left, terms, False) if steps else ()

    def open_among(self, p: PulsesPosition, steps: range) -> range:
        """From the first to the last direction in which a unit kept off the enemy may go."""
        x, y, facing = p.x[self.unit], p.y[self.unit], p.facing[self.unit]
        found = [
            step
            for step in steps
            for mils in (self.left, INCH)
            if not self.why_not(p, *short_of(x, y, step % STEPS, mils), facing)
        ]
        return range(found[0], found[-1] + 1) if found else range(0)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    asked_anyway = False


class Contact(Then[PulsesPosition]):
    """A unit has made contact, and what the enemy does about it is settled at once.

    If he gets away or is gone, the unit fights the next enemy its front touches.
    """

    unit: Stand
    # Where its move began.
    from_x: Across
    from_y: Down
    from_f: Facing

    def strike(self, p: PulsesPosition, target: int) -> None:
        u, host = self.unit, fought(p, target)
        p.foe[u] = target
        p.state[u] &= ~FLANKS
        pose: Pose = (self.from_x, self.from_y, self.from_f)
        if wholly_behind(p.rect(host), rect(pose, *p.battle.base[u])):  # pulses.rulings.flanked
            p.state[u] |= FLANKS
            p.say(u, f"comes from behind the front of {p.name(host)}", target)
        p.stack += [self, React(unit=u, target=target)]  # pulses.evasion.at-contact

    def run(self, p: PulsesPosition) -> None:
        u = self.unit
        if p.x[u] < 0 or p.foe[u] >= 0:
            return
        target = attack_on_the_spot(Mover(p, u, FREELY, 0)).target
        if target >= 0:  # pulses.rulings.next-contact
            p.say(u, f"touches {p.name(target)} too and fights there", target)
            self.strike(p, target)
