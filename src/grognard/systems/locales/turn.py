"""The turn: preparation, field commands, staff commands, administration; sides alternate."""

from __future__ import annotations

from typing import Final

from grognard.engine.step import Then
from grognard.systems.locales.administration import ADMINISTRATION_STEPS, Administer
from grognard.systems.locales.field import FieldOrder, affordable
from grognard.systems.locales.position import PHASE, SIDE, TURN, LocalesPosition
from grognard.systems.locales.preparation import PREPARATION_STEPS, Prepare
from grognard.systems.locales.staff import STEP_NAMES, StaffStep

PREPARATION, FIELD, STAFF_PHASE, ADMINISTRATION = range(4)
PHASES: Final = ("preparation", "field commands", "staff commands", "administration")


class NextTurn(Then[LocalesPosition]):
    """The next side's turn, or the end of the battle."""

    def run(self, p: LocalesPosition) -> None:
        """Sides alternate whole turns."""
        battle = p.battle
        first = battle.first
        if p.clock[TURN] == 0:
            p.clock[TURN], p.clock[SIDE] = 1, first
        elif p.clock[SIDE] == first:
            p.clock[SIDE] = 1 - first
        elif p.clock[TURN] < battle.turns:
            p.clock[TURN] += 1
            p.clock[SIDE] = first
        else:
            return
        if p.ear is not None:
            turn = p.clock[TURN]
            title = battle.titles[p.clock[SIDE]]
            p.tell(f"Turn {turn} of {battle.turns}, {battle.hour(turn)}: {title}.")
        p.stack.append(NextTurn())
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase=phase))


class Phase(Then[LocalesPosition]):
    """A phase of a turn."""

    phase: int

    def run(self, p: LocalesPosition) -> None:
        """Push its steps."""
        rules = p.battle.rules
        side = p.clock[SIDE]
        p.clock[PHASE] = self.phase
        if self.phase == PREPARATION:
            for word in reversed(rules.preparation):
                p.stack.append(Prepare(side=side, step=PREPARATION_STEPS.index(word)))
        elif self.phase == FIELD:
            if affordable(p):
                p.stack.append(FieldOrder(side=side))
        elif self.phase == STAFF_PHASE:
            for word in reversed(rules.staff_steps):
                p.stack.append(StaffStep(side=side, step=STEP_NAMES.index(word)))
        else:
            for word in reversed(rules.administration):
                p.stack.append(Administer(side=side, step=ADMINISTRATION_STEPS.index(word)))
