"""The questions of the movement segment: which unit moves, its movement die, its legs."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.arcs import wholly_behind
from grognard.boards.table.lattice import Pose
from grognard.boards.table.reach import Terms
from grognard.boards.table.rect import rect
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Area, Decision, Then
from grognard.systems.pulses.attached import Attach, detach, fought, may_attach
from grognard.systems.pulses.contact import React
from grognard.systems.pulses.field import enemy_nearer
from grognard.systems.pulses.manoeuvres import BIND_CONTACT, Mover, allowance
from grognard.systems.pulses.moving.templates import attacks, named_poses
from grognard.systems.pulses.moving.tried import Tried
from grognard.systems.pulses.officers import has_commander, may_help
from grognard.systems.pulses.state.battle import COMMAND_DIE, DONE, HALT, KEEP, SUB_HELP
from grognard.systems.pulses.state.kinds import ARMY, ARTILLERY, DEGREES, OFFICER, WING
from grognard.systems.pulses.state.position import (
    FLANKS,
    MOVED,
    MOVEMENT,
    PHASE,
    SQUARED,
    PulsesPosition,
)
from grognard.systems.pulses.status import (
    ATTACKING,
    AWAY,
    FREELY,
    IF_ABLE,
    NO_NEARER,
    NOT_AT_ALL,
    TURNING,
    bound,
    manner,
    rolls,
)
from grognard.systems.pulses.terrain import tariff
from grognard.systems.tabletop.asking import UnitDecision, UnitRoll
from grognard.systems.tabletop.leg import TableLeg
from grognard.systems.tabletop.measure import inches, ring

WORTH_ASKING: Final = 500  # mils of a move still left


class MovementSegment(Then[PulsesPosition]):
    """The movement segment of a side."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        """Ask for units until the side is done."""
        p.clock[PHASE] = MOVEMENT
        p.stack.append(Move(side=self.side))


def ride_price(p: PulsesPosition, u: int) -> int:
    """The command dice a move of a commander costs; sub-commanders and units move free."""
    rank = p.battle.rank[u]
    if rank == ARMY:
        return p.battle.rules.army_move_price
    return p.battle.rules.wing_move_price if rank == WING else 0


def may_move(p: PulsesPosition, u: int) -> bool:
    """Whether a unit may begin a move now."""
    if p.x[u] < 0 or p.state[u] & MOVED or manner(p, u) == NOT_AT_ALL:
        return False
    return ride_price(p, u) <= p.pool[p.battle.side[u]]


class Move(Decision[PulsesPosition]):
    """Which unit of the phasing side moves next."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Any unit that may move, or done if nobody must."""
        battle = p.battle
        units = [u for u in range(battle.count) if battle.side[u] == self.side and may_move(p, u)]
        must = any(u < battle.stands and bound(p, u) for u in units)
        found = [battle.unit_at + u for u in units]
        return found if must else [DONE, *found]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Let the unit begin its move, or end the segment."""
        if action == DONE:
            return
        u = action - p.battle.unit_at
        p.state[u] |= MOVED
        p.stack.append(self)
        how = manner(p, u)
        if rolls(p, u, how):
            p.stack.append(MoveRoll(unit=u, again=0))
        else:
            start(p, u, how, 0)

    def prompt(self, p: PulsesPosition) -> str:
        """Which?"""
        return "Which unit moves?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return "Waiting for moves."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        """A unit by its id."""
        return "done" if action == DONE else f"move {p.battle.nouns.name(action)}"


def start(p: PulsesPosition, u: int, how: int, die: int) -> None:
    """The first leg of a unit's move."""
    rules = p.battle.rules
    if die and how in (FREELY, ATTACKING) and die == rules.face_back:
        how = NO_NEARER
    elif die and how == FREELY and die == rules.face_attack and p.battle.arm[u] != ARTILLERY:
        how = IF_ABLE
    left = allowance(p, u, how, die)
    side = p.battle.side[u]
    p.stack.append(
        Leg(
            unit=u,
            left=left,
            side=side,
            faced=0,
            went=0,
            how=how,
            from_x=p.x[u],
            from_y=p.y[u],
            from_f=p.facing[u],
        )
    )


class MoveRoll(UnitRoll[PulsesPosition]):
    """The movement die of a unit with an enemy near."""

    again: int

    def check(self, p: PulsesPosition) -> Check:
        """A d6."""
        return p.battle.rules.move_kind.check(())

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Keep it, or perhaps throw again."""
        p.stack.append(
            MoveAgain(
                unit=self.unit, side=p.battle.side[self.unit], again=self.again, die=outcome + 1
            )
        )


class MoveAgain(UnitDecision[PulsesPosition]):
    """Whether a movement die is thrown again."""

    side: Side
    again: int
    die: int

    def options(self, p: PulsesPosition) -> list[int]:
        """Keep it, the sub-commander's help, a command die."""
        rules = p.battle.rules
        found = [KEEP]
        if self.again >= rules.move_rerolls:
            return found
        if rules.sub_moves and may_help(p, self.unit):
            found.append(SUB_HELP)
        if p.pool[self.side] >= rules.move_reroll_price and has_commander(p, self.unit):
            found.append(COMMAND_DIE)
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Move, or pay and throw."""
        u = self.unit
        if action == KEEP:
            start(p, u, manner(p, u), self.die)
            return
        if action == SUB_HELP:
            p.used[p.battle.sub(p.battle.force[u])] += 1
        else:
            p.spend(self.side, p.battle.rules.move_reroll_price)
        p.stack.append(MoveRoll(unit=u, again=self.again + 1))

    def default(self, p: PulsesPosition) -> int:
        """Keep it."""
        return KEEP

    def prompt(self, p: PulsesPosition) -> str:
        """Again?"""
        return f"{p.name(self.unit)} threw a {self.die} for its move: throw again?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the movement die of {p.name(self.unit)}."


class Leg(TableLeg[PulsesPosition]):
    """The next leg of a unit's move, with what is left of its allowance."""

    side: Side
    faced: int
    went: int
    how: int
    from_x: int
    from_y: int
    from_f: int

    halting = HALT

    def mover(self, p: PulsesPosition) -> Mover:
        """The unit in the midst of its move."""
        return Mover(p, self.unit, self.how, self.left, self.faced, self.went)

    def bound_mover(self, p: PulsesPosition) -> Mover:
        """The same, knowing whether it must and can attack."""
        mover = self.mover(p)
        if self.how in BIND_CONTACT:
            mover.striking = bool(attacks(mover))
        return mover

    def poses(self, p: PulsesPosition) -> dict[int, str]:
        """The named poses of the unit."""
        return named_poses(self.mover(p))

    def why_not(self, p: PulsesPosition, x: int, y: int, facing: int) -> str:
        """Why the unit may not go to a pose."""
        return self.bound_mover(p).attempt(x, y, facing).why

    def options(self, p: PulsesPosition) -> list[int]:
        """The named poses, and a halt unless the force's status drives the unit on."""
        poses = sorted(self.named(p))
        return poses if poses and self.driven(p) else [HALT, *poses]

    def driven(self, p: PulsesPosition) -> bool:
        """Whether the unit may not halt while there is a way for it."""
        if self.how == AWAY:
            reach = p.battle.rules.withdraw_to
            return enemy_nearer(p, p.rect(self.unit), self.side, reach)
        if self.how == IF_ABLE:
            return any(name.startswith("attack ") for name in self.named(p).values())
        return self.how == ATTACKING

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Carry out a leg; contact or a halt ends the move."""
        u = self.unit
        if action == HALT:
            self.halt(p)
            return
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        tried = self.mover(p).attempt(x, y, facing)
        if p.ear is not None:
            p.tell(self.told(p, tried, p.pose_name(u, x, y, facing), facing), p.uid(u))
        p.spend(self.side, ride_price(p, u))
        p.put(u, x, y, facing)
        if p.battle.rules.square_ends:
            p.state[u] &= ~SQUARED
        detach(p, u)
        if tried.target >= 0:
            self.strike(p, tried.target)
            return
        left = self.left - tried.cost
        went = self.went or tried.moved or int(not tried.faced)
        faced = self.faced or tried.faced
        if p.battle.arm[u] == OFFICER or (self.how == TURNING and faced):
            self.halt(p)
            return
        kind = LastLeg if left < WORTH_ASKING else Leg
        p.stack.append(self.into(kind, left=left, faced=faced, went=went))

    def told(self, p: PulsesPosition, tried: Tried, there: str, facing: int) -> str:
        """What a leg is in the log."""
        name = p.name(self.unit)
        if tried.target >= 0:
            where = f", going to {there}" if tried.moved else ""
            return f"{clause(name, 'attacks')} {p.name(tried.target)}{where}."
        if tried.faced and not tried.moved:
            return f"{clause(name, 'changes')} face, now facing {facing * DEGREES}."
        return f"{clause(name, 'moves')} to {there}."

    def halt(self, p: PulsesPosition) -> None:
        """The end of a move; guns beside infantry may be attached to it."""
        u = self.unit
        if p.battle.arm[u] == ARTILLERY and may_attach(p, u):
            p.stack.append(Attach(unit=u, side=self.side))

    def strike(self, p: PulsesPosition, target: int) -> None:
        """Contact: what the enemy does about it is settled at once."""
        u = self.unit
        p.foe[u] = target
        pose: Pose = (self.from_x, self.from_y, self.from_f)
        began = rect(pose, *p.battle.base[u])
        if p.battle.rules.flank_behind and wholly_behind(p.rect(fought(p, target)), began):
            p.state[u] |= FLANKS
        p.stack.append(React(unit=u, target=target))

    def reach(self, p: PulsesPosition) -> tuple[Area, ...]:
        """The ground its centre can get to by one straight leg ahead or oblique."""
        mover = self.mover(p)
        battle = p.battle
        u = self.unit
        if mover.arm == OFFICER:
            text = f"{inches(self.left)} in left"
            return (Area(ring(mover.a.x, mover.a.y, self.left), text),)
        if self.how == TURNING:
            return ()
        terms = Terms(
            battle.land, tariff(battle.rules, battle.kind[u], battle.sk[u]), mover.foe_rects
        )
        facing, arc = p.facing[u], battle.rules.oblique
        steps = range(facing - arc, facing + arc + 1)
        return self.fan(mover.a, steps, self.left, terms, False)


class LastLeg(Leg):
    """The end of a move: nothing is asked unless something with a name can still be done."""

    asked_anyway = False
