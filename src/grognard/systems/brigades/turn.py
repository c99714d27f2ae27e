"""The turn: set-up, arrivals, two player turns of six phases each, and the end of the battle."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import Rect
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Step, Then
from grognard.systems.brigades.buildings import BurnOn
from grognard.systems.brigades.combat import CombatPhase
from grognard.systems.brigades.command import Command, come_back, ride_off
from grognard.systems.brigades.exhaustion import ExhaustionPhase
from grognard.systems.brigades.morale import MoralePhase
from grognard.systems.brigades.moving.friends import held_by_foe
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.moving.retreat import who_is_at
from grognard.systems.brigades.rally import RallyPhase
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.ground import land_of, room_in
from grognard.systems.brigades.state.position import (
    ARRIVED,
    CHARGED,
    NOBODY,
    RALLIED,
    STATIONARY,
    WITHIN,
    BrigadesPosition,
    starting_state,
)
from grognard.systems.brigades.stationary import StandStill, stands_still
from grognard.systems.brigades.victory import broken, holders, tell_objectives
from grognard.systems.tabletop.arrival import arrive
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN, announce, hand_over

# brigades.misc.sequence.order. The numbers in circles beside them are brigades.misc.references.
PHASES: Final = ("command", "movement", "rally", "morale", "combat", "exhaustion")
# What is pushed for each phase; the last is asked first.
PUSHED: Final[tuple[tuple[type[Step[BrigadesPosition]], ...], ...]] = (
    (Command,), (StandStill, Move), (RallyPhase,), (MoralePhase,), (CombatPhase,),
    (ExhaustionPhase,),
)  # fmt: skip


class TurnRules:
    """The scale, how near to the enemy nobody arrives, and how far from its place a stand does."""

    def __init__(self, book: Rulebook) -> None:
        self.minutes = book.int("brigades.misc.scale.time", "minutes")
        self.yards_per_inch = book.int("brigades.misc.scale.ground", "yards")
        self.men_per_point = book.int("brigades.misc.scale.strength", "men")
        self.guns_per_point = book.int("brigades.misc.scale.strength", "guns")
        self.arrival_clear = book.int("brigades.rulings.arrival", "inches") * INCH
        self.arrival_beside = book.int("brigades.rulings.arrival.beside", "inches") * INCH


def set_up(battle: BrigadesBattle) -> BrigadesPosition:
    """The position before the first turn."""
    p = BrigadesPosition.blank(battle)
    for u, unit in enumerate(battle.units):
        if unit.turn or unit.within >= 0:
            p.put(u, WAITS if unit.within < 0 else WITHIN, 0, 0)
            continue
        p.put(u, *unit.pose)
        p.state[u] = starting_state(battle, u)
        # Nobody has stirred yet.
        if u < battle.stands and stands_still(p, u):
            p.state[u] |= STATIONARY
    p.held = holders(p)
    p.clock[TURN], p.clock[SIDE] = 1, battle.first
    p.stack.append(PlayerTurn())
    return p


class PlayerTurn(Then[BrigadesPosition]):
    """The next player turn: arrivals, then the phases of the attacker in the sheet's order."""

    def run(self, p: BrigadesPosition) -> None:
        battle = p.battle
        side = p.clock[SIDE]
        announce(p)
        for u in range(battle.count):
            p.state[u] &= ~(RALLIED | CHARGED)
        p.look_again()
        # Who was in command by contact was bound to it in his own turn only.
        p.mate = [NOBODY] * battle.count
        p.today = [0] * len(battle.divisions)  # brigades.rulings.exhaustion.this-turn
        p.trodden = [0] * len(battle.marshes)
        p.stack.append(Switch())
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase=phase))
        p.stack.append(Begin())
        p.stack.append(Arrive(side=side))
        if side == battle.first:
            p.stack.append(BurnOn())


class Arrive(Then[BrigadesPosition]):
    """Every unit that is due comes onto the table, or waits."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        battle, land = p.battle, land_of(p)
        clear, beside = battle.rules.turn.arrival_clear, battle.rules.turn.arrival_beside

        def closed(u: int, a: Rect) -> bool:
            """Ground that is closed, and buildings that burn, are full or held by the enemy."""
            if closed_at(battle, land, battle.arm[u], a.x, a.y):
                return True
            full = u < battle.stands and (room_in(p, u, a.x, a.y)[0] or held_by_foe(p, u, a))
            return bool(full)

        for u in arrive(p, p.clock[TURN], clear, beside, closed, (self.side,)):
            p.state[u] = ARRIVED | starting_state(battle, u)
            if u < battle.stands:
                if who_is_at(p, u, p.rect(u)) >= 0:
                    p.break_column(u)  # brigades.rulings.arrival
                ride_off(p, u)


class Begin(Then[BrigadesPosition]):
    """Where everybody is when a player turn begins is remembered."""

    def run(self, p: BrigadesPosition) -> None:
        p.begin()


class Phase(Then[BrigadesPosition]):
    """A phase of a player turn."""

    phase: Annotated[int, Within(0, len(PHASES) - 1)]

    def run(self, p: BrigadesPosition) -> None:
        tell_objectives(p)
        side = p.clock[SIDE]  # brigades.misc.sequence.attacker-only
        p.clock[PHASE] = self.phase
        p.stack += [step(side=side) for step in PUSHED[self.phase]]


class Switch(Then[BrigadesPosition]):
    """The defender becomes the attacker; after both, the turn ends."""

    def run(self, p: BrigadesPosition) -> None:
        come_back(p)
        tell_objectives(p)
        # brigades.exhaustion.turn-end brigades.rulings.turn.two-halves brigades.rulings.turn.count
        if hand_over(p, broken):
            p.stack.append(PlayerTurn())
