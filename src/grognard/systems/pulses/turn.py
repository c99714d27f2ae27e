"""The turn: command dice, pulses of an unknown number, arrivals, the end of turn and battle."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Roll, Then
from grognard.systems.pulses.artillery import ArtilleryPhase
from grognard.systems.pulses.combat import CombatSegment
from grognard.systems.pulses.control import ControlSegment
from grognard.systems.pulses.initiative import Initiative, thrower
from grognard.systems.pulses.morale import MoralePhase
from grognard.systems.pulses.movement import MovementSegment
from grognard.systems.pulses.officers import army_commander
from grognard.systems.pulses.recovery import RecoverySegment
from grognard.systems.pulses.skirmish import SkirmishPhase
from grognard.systems.pulses.state.kinds import ARMY
from grognard.systems.pulses.state.position import (
    COMMAND,
    DIE,
    END,
    FAILED,
    HOLDER,
    NOBODY,
    PHASE,
    PULSE,
    PULSE_STATES,
    SIDE,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.suppression import lift
from grognard.systems.pulses.victory import take_objectives
from grognard.systems.tabletop.arrival import arrivals
from grognard.systems.tabletop.position import GONE


class TurnStart(Then[PulsesPosition]):
    """A new turn: arrivals, command dice, initiative, the first pulse."""

    def run(self, p: PulsesPosition) -> None:
        """The command phase comes before the pulses."""
        battle = p.battle
        p.clock[PULSE] = 0
        p.clock[PHASE] = COMMAND
        if p.ear is not None:
            turn = p.clock[TURN]
            p.tell(f"Turn {turn}, {battle.hour(turn)}.")
        arrive(p)
        if not battle.rules.keeps_cds:
            p.pool = [0, 0]
        first = p.clock[HOLDER]
        command = [CommandRoll(side=side) for side in (1 - first, first) if level(p, side)]
        opening = [Pulse(), Initiative(), TurnDie()]
        p.stack += [*opening, *command] if battle.rules.command_first else [*command, *opening]


def arrive(p: PulsesPosition) -> None:
    """Everybody who is due comes on, or waits; a new army commander takes over."""
    battle = p.battle
    for u, free in arrivals(p, p.clock[TURN], battle.rules.arrival_clear):
        if not free:
            p.tell(f"{clause(p.name(u), 'waits')}: the place is not free.", p.uid(u))
            continue
        unit = battle.units[u]
        before = army_commander(p, unit.side)
        p.put(u, *unit.pose)
        p.tell(f"{clause(p.name(u), 'arrives')}.", p.uid(u))
        if unit.rank == ARMY and before >= 0 and battle.rules.takes_over:
            p.put(before, GONE, 0, 0)
            p.tell(f"{clause(p.name(u), 'takes')} over from {p.name(before)}.", p.uid(u))


def level(p: PulsesPosition, side: int) -> int:
    """The level of a side's army commander; one replaced too often rolls no dice."""
    commander = army_commander(p, side)
    return p.rating[commander] if commander >= 0 else 0


class CommandRoll(Roll[PulsesPosition]):
    """A side's command dice of the turn."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        """As many dice as the army commander's level."""
        return p.battle.rules.command_kind.check((level(p, self.side),))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """The pool of the turn."""
        p.pool[self.side] += outcome
        if p.ear is not None:
            p.tell(f"{p.battle.titles[self.side]} has {p.pool[self.side]} command dice.")


class TurnDie(Roll[PulsesPosition]):
    """The d4 thrown with the initiative roll: it may end the turn."""

    def roller(self, p: PulsesPosition) -> int:
        """The side that held the initiative last."""
        return thrower(p)

    def check(self, p: PulsesPosition) -> Check:
        """Against the pulses completed."""
        return p.battle.rules.turn_kind.check((p.clock[PULSE],))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Go on, or end the turn instead of the initiative and the pulse that were to come."""
        p.clock[DIE] = outcome + 1
        if p.battle.rules.turn_kind.ends(p.clock[PULSE], outcome + 1):
            del p.stack[-2:]
            p.stack.append(TurnEnd())


class Pulse(Then[PulsesPosition]):
    """One pulse: skirmish attacks, artillery, one side, the other side, the end."""

    def run(self, p: PulsesPosition) -> None:
        """Its steps in the sheet's order."""
        rules = p.battle.rules
        holder = p.clock[HOLDER]
        first = holder if rules.initiative_first else 1 - holder
        if p.ear is not None:
            p.tell(f"Pulse {p.clock[PULSE] + 1}.")
        p.stack += [PulseEnd(), Phasing(side=1 - first), Phasing(side=first), ArtilleryPhase()]
        if rules.skirmishes:
            p.stack.append(SkirmishPhase())


class Phasing(Then[PulsesPosition]):
    """A side plays control, movement and combat to the end."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        """Its segments."""
        rules = p.battle.rules
        p.clock[SIDE] = self.side
        if rules.fights:
            p.stack.append(CombatSegment(side=self.side))
        p.stack.append(RecoverySegment(side=self.side))
        if rules.moves:
            p.stack.append(MovementSegment(side=self.side))
        if rules.controls:
            p.stack.append(ControlSegment(side=self.side))


class PulseEnd(Then[PulsesPosition]):
    """Suppression is lifted, objectives change hands, and the initiative is rolled again."""

    def run(self, p: PulsesPosition) -> None:
        """Clear what lasts a pulse."""
        battle = p.battle
        rules = battle.rules
        lift(p)
        p.state = [state & ~PULSE_STATES for state in p.state]
        p.used = [0] * battle.count
        p.foe = [NOBODY] * battle.count
        take_objectives(p)
        p.clock[PULSE] += 1
        p.clock[PHASE] = END
        p.stack += [Pulse(), Initiative(), TurnDie()] if rules.rolls_on else [TurnEnd()]


class TurnEnd(Then[PulsesPosition]):
    """The end of a turn: army morale, then the length of the battle."""

    def run(self, p: PulsesPosition) -> None:
        """The checks."""
        p.clock[PHASE] = END
        p.stack.append(NextTurn())
        if p.battle.rules.turn_checks:
            p.stack.append(MoralePhase())


class NextTurn(Then[PulsesPosition]):
    """Go on unless an army is beaten or the time is over."""

    def run(self, p: PulsesPosition) -> None:
        """Compare the turn with the basic length."""
        battle = p.battle
        if p.clock[FAILED]:
            return
        turn = p.clock[TURN]
        if battle.rules.length_counts and turn >= battle.turns:
            if turn < battle.last_turn:
                p.stack.append(LengthRoll())
            return
        if turn >= battle.last_turn:
            return
        begin(p)


def begin(p: PulsesPosition) -> None:
    """The next turn."""
    p.clock[TURN] += 1
    p.stack.append(TurnStart())


class LengthRoll(Roll[PulsesPosition]):
    """Whether the battle is over at its basic length."""

    def roller(self, p: PulsesPosition) -> int:
        """Whoever held the initiative."""
        return p.clock[HOLDER]

    def check(self, p: PulsesPosition) -> Check:
        """A d6."""
        return p.battle.rules.length_kind.check(())

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Over, or one more turn."""
        if outcome:
            p.tell("The battle goes on for another turn.")
            begin(p)
