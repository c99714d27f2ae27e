"""The turn: command dice, pulses of an unknown number, arrivals, the end of turn and battle."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import Rect
from grognard.engine.check import NUMBER, AddingTable, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll, Then
from grognard.systems.pulses.artillery import ArtilleryPhase
from grognard.systems.pulses.combat import CombatSegment
from grognard.systems.pulses.control import ControlSegment
from grognard.systems.pulses.initiative import Initiative, thrower
from grognard.systems.pulses.morale import MoralePhase, take_objectives
from grognard.systems.pulses.movement import MovementSegment
from grognard.systems.pulses.officers import army_commander
from grognard.systems.pulses.recovery import RecoverySegment
from grognard.systems.pulses.skirmish import SkirmishPhase
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARMY, HOLD, WEATHERS
from grognard.systems.pulses.state.position import (
    COMMAND,
    DIE,
    END,
    FAILED,
    HOLDER,
    PHASE,
    PULSE,
    PULSE_STATES,
    SIDE,
    SUPPRESSED,
    TURN,
    PulsesPosition,
    command_dice,
)
from grognard.systems.pulses.terrain import closed_at
from grognard.systems.tabletop.arrival import arrive as come_on
from grognard.systems.tabletop.dice import FACES, above, thrown
from grognard.systems.tabletop.position import GONE, WAITS


class TurnRules:
    """Command dice, arrivals, and how long a battle may last."""

    def __init__(self, book: Rulebook) -> None:
        self.levels = [book.int("pulses.turn.command-dice", key) for key in ("least", "most")]
        self.earliest = book.int("pulses.rulings.turn-number", "least")
        self.latest = book.int("pulses.rulings.turn-number", "most")
        self.arrival_clear = book.int("pulses.rulings.arrival", "inches") * INCH
        self.arrival_beside = book.int("pulses.rulings.arrival.beside", "inches") * INCH
        self.extra_turns = book.int("pulses.rulings.nightfall", "turns")
        self.command = CommandKind()
        self.length = LengthKind(book)


class CommandKind(CheckKind):
    """The command dice of a turn: as many d6 as the army commander's level, added up."""

    name = "command"
    title = "Command dice"
    counted = ("command die", "command dice")
    facts = (Fact("level", "Level of the army commander", "Army", NUMBER, 1, 4, default=2),)

    def build(self, situation: Situation) -> Check:
        (level,) = situation
        dice = (D6,) * level
        table = AddingTable(level, D6, range(1, FACES + 1))
        outcomes = tuple(str(n) for n in range(FACES * level + 1))
        return Check(self, situation, dice, (), thrown(level), outcomes, table)


class LengthKind(CheckKind):
    """Whether the battle ends with the turn that was its basic length, or a later one."""

    name = "basic-length"
    title = "The end of the battle"
    outcomes = ("over", "one more turn")
    weighed = False

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.most = book.int("pulses.rulings.basic-length", "most")

    def build(self, situation: Situation) -> Check:
        target = f"{self.most} or less ends the battle"
        return Check(self, situation, (D6,), (), target, self.outcomes, above(self.most))


# -- the beginning -------------------------------------------------------------------------------


def set_up(battle: PulsesBattle) -> PulsesPosition:
    """Every unit and officer in his place, or waiting for his turn."""
    p = PulsesPosition.blank(battle)
    for u, unit in enumerate(battle.units):
        p.rating[u], p.helpers[u] = unit.rating, unit.dice
        if unit.turn:
            p.put(u, WAITS, 0, 0)
        else:
            p.put(u, *unit.pose)
    p.status = [HOLD] * len(battle.forces)
    p.reserve = [int(force.reserve) for force in battle.forces]
    p.held = [objective.side for objective in battle.objectives]
    p.clock[TURN], p.clock[HOLDER], p.clock[SIDE] = battle.first_turn, battle.first, battle.first
    p.stack.append(TurnStart())
    return p


# -- the command phase ---------------------------------------------------------------------------


class TurnStart(Then[PulsesPosition]):
    """A new turn: arrivals, command dice, initiative, the first pulse."""

    def run(self, p: PulsesPosition) -> None:
        p.clock[PULSE] = 0
        p.clock[PHASE] = COMMAND
        battle, turn = p.battle, p.clock[TURN]
        p.tell_turn(f"Turn {turn}, {battle.hour(turn)}.")
        if battle.weather(turn):
            kind, parts = WEATHERS[battle.weather(turn)], battle.rules.artillery.wet_parts
            p.tell(f"{kind.capitalize()}: guns reach 1/{parts} of their ranges.")
        arrive(p)
        for side in (0, 1):
            if p.pool[side]:  # pulses.rulings.cds-lost
                p.tell(f"{battle.side_name(side)} loses {command_dice(p.pool[side])} not used.")
            if not level(p, side):
                p.tell(f"{battle.side_name(side)} has no commander who brings command dice.")
        p.pool = [0, 0]
        first = p.clock[HOLDER]
        # pulses.turn.command-then-pulses, pulses.turn.first-initiative
        p.stack += [Pulse(), Initiative(), TurnDie()]
        p.stack += [CommandRoll(side=side) for side in (1 - first, first) if level(p, side)]


def arrive(p: PulsesPosition) -> None:
    """Everybody who is due comes on, or waits; a new army commander takes over."""
    battle = p.battle
    rules = battle.rules.turn
    led_by = [army_commander(p, side) for side in (0, 1)]

    def closed(u: int, a: Rect) -> bool:
        return closed_at(battle, u, a.x, a.y)

    for u in come_on(p, p.clock[TURN], rules.arrival_clear, rules.arrival_beside, closed):
        unit = battle.units[u]
        before = led_by[unit.side]
        if unit.rank == ARMY and before >= 0:  # pulses.rulings.takes-over
            p.put(before, GONE, 0, 0)
            p.say(u, f"takes over from {p.name(before)}")


def level(p: PulsesPosition, side: int) -> int:
    """The level of a side's army commander; one replaced too often rolls no dice."""
    commander = army_commander(p, side)
    return p.rating[commander] if commander >= 0 else 0


class CommandRoll(Roll[PulsesPosition]):
    """A side's command dice of the turn."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.turn.command.check((level(p, self.side),))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        p.pool[self.side] += outcome
        p.tell(f"{p.battle.side_name(self.side)} has {command_dice(p.pool[self.side])}.")


class TurnDie(Roll[PulsesPosition]):
    """The d4 thrown with the initiative roll: it may end the turn."""

    def roller(self, p: PulsesPosition) -> int:
        return thrower(p)

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.initiative.d4.check((p.clock[PULSE],))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Go on, or end the turn instead of the initiative and the pulse that were to come."""
        p.clock[DIE] = outcome + 1
        if p.battle.rules.initiative.d4.ends(p.clock[PULSE], outcome + 1):
            # pulses.rulings.morale-timing
            p.stack[-2:] = [NextTurn(), MoralePhase()]


# -- a pulse -------------------------------------------------------------------------------------


class Pulse(Then[PulsesPosition]):
    """One pulse, its steps in the sheet's order."""

    def run(self, p: PulsesPosition) -> None:
        holder = p.clock[HOLDER]
        p.tell_turn(f"Pulse {p.clock[PULSE] + 1}.")
        p.stack.append(PulseEnd())
        # pulses.pulse.3-one-side-then-other
        p.stack += [Phasing(side=1 - holder), Phasing(side=holder)]
        p.stack.append(ArtilleryPhase())  # pulses.pulse.2-artillery
        p.stack.append(SkirmishPhase())  # pulses.pulse.1-skirmish


class Phasing(Then[PulsesPosition]):
    """A side plays control, movement and combat to the end."""

    side: Side

    def run(self, p: PulsesPosition) -> None:
        side = p.clock[SIDE] = self.side
        p.stack.append(CombatSegment(side=side))  # pulses.pulse.3c-combat
        p.stack.append(RecoverySegment(side=side))
        p.stack.append(MovementSegment(side=side))  # pulses.pulse.3b-movement
        p.stack.append(ControlSegment(side=side))  # pulses.pulse.3a-control


class PulseEnd(Then[PulsesPosition]):
    """Suppression is lifted, objectives change hands, and the initiative is rolled again."""

    def run(self, p: PulsesPosition) -> None:
        for u in (u for u in range(p.battle.stands) if p.state[u] & SUPPRESSED):
            p.say(u, "is suppressed no longer")
        p.state = [state & ~PULSE_STATES for state in p.state]  # pulses.pulse.4-lift-suppression
        p.used = [0] * p.battle.count
        take_objectives(p)
        p.clock[PULSE] += 1
        p.clock[PHASE] = END
        p.stack += [Pulse(), Initiative(), TurnDie()]  # pulses.pulse.5-next-initiative


# -- the end of a turn ---------------------------------------------------------------------------


class NextTurn(Then[PulsesPosition]):
    """Go on unless an army is beaten or the time is over."""

    def run(self, p: PulsesPosition) -> None:
        battle, turn = p.battle, p.clock[TURN]
        if p.clock[FAILED]:
            return
        if turn < battle.turns:  # pulses.turn.basic-length
            begin(p)
        elif turn < battle.last_turn:
            p.stack.append(LengthRoll())


def begin(p: PulsesPosition) -> None:
    p.clock[TURN] += 1
    p.stack.append(TurnStart())


class LengthRoll(Roll[PulsesPosition]):
    """Whether the battle is over at its basic length."""

    def roller(self, p: PulsesPosition) -> int:
        return p.clock[HOLDER]

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.turn.length.check(())

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome:
            p.tell("The battle goes on for another turn.")
            begin(p)
