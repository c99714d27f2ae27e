"""The turn: two player turns of six phases each, and the end of the battle."""

from __future__ import annotations

from typing import Final

from grognard.engine.step import Step, Then
from grognard.systems.onepage.arrival import Arrive
from grognard.systems.onepage.combat import CombatPhase
from grognard.systems.onepage.command import Command
from grognard.systems.onepage.disorder import StandStill
from grognard.systems.onepage.morale import MoralePhase
from grognard.systems.onepage.moving import Move
from grognard.systems.onepage.position import OnepagePosition
from grognard.systems.onepage.rally import RallyPhase
from grognard.systems.onepage.victory import broken
from grognard.systems.tabletop.turn import PHASE, SIDE, announce, hand_over

PHASES: Final = ("command", "movement", "rally", "morale", "combat", "switch")
SWITCH: Final = 5
# What is pushed for each phase; the last is asked first.
PUSHED: Final[tuple[tuple[type[Step[OnepagePosition]], ...], ...]] = (
    (Command,), (StandStill, Move), (RallyPhase,), (MoralePhase,), (CombatPhase,),
)  # fmt: skip


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
        for word in reversed(battle.rules.phases):
            p.stack.append(Phase(phase=PHASES.index(word)))
        p.stack.append(Arrive(side=side))


class Phase(Then[OnepagePosition]):
    """A phase of a player turn."""

    phase: int

    def run(self, p: OnepagePosition) -> None:
        """Push its steps."""
        side = p.clock[SIDE]
        p.clock[PHASE] = self.phase
        if self.phase == SWITCH:
            p.stack.append(Switch())
        else:
            p.stack += [step(side=side) for step in PUSHED[self.phase]]


class Switch(Then[OnepagePosition]):
    """The defender becomes the attacker; after both, the turn ends."""

    def run(self, p: OnepagePosition) -> None:
        """Count the turn, and see whether an army withdraws."""
        if hand_over(p, broken):
            p.stack.append(PlayerTurn())
