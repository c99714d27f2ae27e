"""The turn: preparation, field commands, staff commands, administration; sides alternate.

There is nothing else in a turn: no feint, counter-attack, pursuit, night or leader.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.step import Step, Then
from grognard.systems.locales.administration import (
    ClaimObjectives,
    CleanUp,
    RangeGuns,
    SpikeGuns,
    StandDown,
)
from grognard.systems.locales.cards import DrawCard, TakeCommands
from grognard.systems.locales.field import NextOrder
from grognard.systems.locales.preparation import LimberPick, ShufflePick
from grognard.systems.locales.staff import TO_MOBILIZE, TO_RALLY, TO_REORGANIZE, StaffTask
from grognard.systems.locales.state.kinds import (
    ADMINISTRATION,
    FIELD,
    PREPARATION,
    STAFF,
    Clock,
    PhaseNumber,
)
from grognard.systems.locales.state.position import LocalesPosition


class NextTurn(Then[LocalesPosition]):
    """The next side's turn, or the end of the battle."""

    def run(self, p: LocalesPosition) -> None:
        battle = p.battle
        first = battle.first
        if p.clock[Clock.TURN] == 0:
            p.clock[Clock.TURN], p.clock[Clock.SIDE] = 1, first
        elif p.clock[Clock.SIDE] == first:  # locales.ruling.alternate-turns
            p.clock[Clock.SIDE] = 1 - first
        elif p.clock[Clock.TURN] < battle.turns:
            p.clock[Clock.TURN] += 1
            p.clock[Clock.SIDE] = first
        else:
            return
        if p.ear is not None:
            turn = p.clock[Clock.TURN]
            title = battle.titles[p.clock[Clock.SIDE]]
            p.tell_turn(f"Turn {turn} of {battle.turns}, {battle.hour(turn)}: {title}.")
        p.stack.append(NextTurn())
        # Pushed last, the first of them comes first. locales.ruling.nothing-added
        for phase in (ADMINISTRATION, STAFF, FIELD, PREPARATION):
            p.stack.append(Phase(phase=phase))


class Phase(Then[LocalesPosition]):
    """A phase of a turn."""

    phase: PhaseNumber

    def run(self, p: LocalesPosition) -> None:
        p.clock[Clock.PHASE] = self.phase
        p.stack.extend(reversed(steps_of_phase(p, self.phase, p.clock[Clock.SIDE])))


def steps_of_phase(p: LocalesPosition, phase: int, side: int) -> list[Step[Any]]:
    """The lettered steps of a phase, in their order."""
    if phase == PREPARATION:  # locales.turn.phase-1-preparation
        return [
            ShufflePick(side=side),  # locales.turn.preparation.shuffle
            LimberPick(side=side),  # locales.turn.preparation.limber
            TakeCommands(side=side),  # locales.turn.preparation.play-cards
        ]
    if phase == FIELD:
        # All field commands, and in this phase only. locales.turn.phase-2-field
        # locales.turn.field.advance, locales.turn.field.assault, locales.turn.field.bombard
        # locales.turn.field.charge, locales.turn.field.maneuver, locales.turn.field.march
        return [NextOrder(side=side)]
    if phase == STAFF:  # locales.turn.phase-3-staff
        return [
            StaffTask(side=side, task=TO_REORGANIZE),  # locales.turn.staff.reorganize
            StaffTask(side=side, task=TO_RALLY),  # locales.turn.staff.rally
            StaffTask(side=side, task=TO_MOBILIZE),  # locales.turn.staff.mobilize
        ]
    rules = p.battle.rules.cards
    draws = [] if rules.fixed else [DrawCard(side=side)] * rules.drawn
    return [  # locales.turn.phase-4-administration
        ClaimObjectives(side=side),  # locales.turn.administration.claim-objectives
        StandDown(side=side),  # locales.turn.administration.stand-down
        SpikeGuns(side=side),  # locales.turn.administration.spike
        RangeGuns(side=side),  # locales.turn.administration.range
        *draws,  # locales.turn.administration.draw-and-cleanup
        CleanUp(),
    ]
