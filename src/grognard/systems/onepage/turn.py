"""The turn: two player turns of six phases each, and the end of the battle."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.boards.table.lattice import INCH
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Step, Then
from grognard.systems.onepage.combat import CombatPhase
from grognard.systems.onepage.command import Command, ride_off
from grognard.systems.onepage.disorder import StandStill, stands_still
from grognard.systems.onepage.morale import MoralePhase
from grognard.systems.onepage.moving.move import Move
from grognard.systems.onepage.rally import RallyPhase
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.position import ARRIVED, LIMBERED, STATIONARY, OnepagePosition
from grognard.systems.onepage.terrain import shut_to
from grognard.systems.onepage.victory import broken, holders
from grognard.systems.tabletop.arrival import arrive
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN, announce, hand_over
from grognard.systems.tabletop.victory import tell_changes

# onepage.sequence.order
PHASES: Final = ("command", "movement", "rally", "morale", "combat", "end of turn")
SWITCH: Final = 5
# What is pushed for each phase; the last is asked first.
PUSHED: Final[tuple[tuple[type[Step[OnepagePosition]], ...], ...]] = (
    (Command,),  # onepage.sequence.command
    (StandStill, Move),  # onepage.sequence.movement
    (RallyPhase,),  # onepage.sequence.rally
    (MoralePhase,),
    (CombatPhase,),
)


class ArrivalRules:
    """How clear of the enemy a unit comes on, and how far from its place."""

    def __init__(self, book: Rulebook) -> None:
        self.clear = book.int("onepage.rulings.arrival", "inches") * INCH
        self.beside = book.int("onepage.rulings.arrival.beside", "inches") * INCH


def set_up(battle: OnepageBattle) -> OnepagePosition:
    """The position before the first turn."""
    p = OnepagePosition.blank(battle)
    for u, unit in enumerate(battle.units):
        if unit.turn:
            p.put(u, WAITS, 0, 0)
        else:
            p.put(u, *unit.pose)
            p.state[u] = LIMBERED if unit.limbered else 0
            # Nobody has stirred yet.
            if stands_still(p, u):
                p.state[u] |= STATIONARY
    p.held = holders(p)
    p.clock[TURN], p.clock[SIDE] = 1, battle.first
    p.stack.append(PlayerTurn())
    return p


class PlayerTurn(Then[OnepagePosition]):
    """The next player turn, or the end of the battle."""

    def run(self, p: OnepagePosition) -> None:
        """The phases of the attacker in the sheet's order."""
        battle = p.battle
        side = p.clock[SIDE]
        announce(p)
        p.from_x = [-1] * battle.count
        p.from_y = [-1] * battle.count
        p.trodden = [0] * len(p.trodden)
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase=phase))
        p.stack.append(Arrive(side=side))


class Arrive(Then[OnepagePosition]):
    """Everybody who is due comes on, or waits."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        rules = p.battle.rules.arrival
        closed = shut_to(p.battle)
        for u in arrive(p, p.clock[TURN], rules.clear, rules.beside, closed, (self.side,)):
            p.state[u] = ARRIVED | (LIMBERED if p.battle.units[u].limbered else 0)
        for side in (0, 1):
            ride_off(p, side)


class Phase(Then[OnepagePosition]):
    """A phase of a player turn."""

    phase: Annotated[int, Within(0, SWITCH)]

    def run(self, p: OnepagePosition) -> None:
        side = p.clock[SIDE]
        p.clock[PHASE] = self.phase
        if self.phase == SWITCH:
            p.stack.append(Switch())
        else:
            p.stack += [step(side=side) for step in PUSHED[self.phase]]


class Switch(Then[OnepagePosition]):
    """The defender becomes the attacker; after both, the turn ends."""

    def run(self, p: OnepagePosition) -> None:
        """Count the turn, and see who holds what and whether an army withdraws."""
        now = holders(p)
        tell_changes(p, p.held, now)
        p.held = now
        if hand_over(p, broken):  # onepage.sequence.switch
            p.stack.append(PlayerTurn())
