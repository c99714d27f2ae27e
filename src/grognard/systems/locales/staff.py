"""Staff commands: reorganize, rally, mobilize, in this order."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Then
from grognard.systems.locales.battle import (
    DONE,
    MERGE,
    MOBILIZE,
    RALLY,
    SPLIT_IN_THREE,
    SPLIT_IN_TWO,
)
from grognard.systems.locales.mobilize import Mobilize, next_groups
from grognard.systems.locales.position import STAFF_LEFT, LocalesPosition
from grognard.systems.locales.rally import RallyAt, rallies
from grognard.systems.locales.reorganize import Merge, Split, mergeable, splittable

REORGANIZE_STEP, RALLY_STEP, MOBILIZE_STEP = range(3)
STEP_NAMES = ("reorganize", "rally", "mobilize")
PHRASES = {
    MERGE: "merge",
    SPLIT_IN_TWO: "split in two",
    SPLIT_IN_THREE: "split in three",
    RALLY: "rally",
    MOBILIZE: "mobilize",
}


class StaffStep(Then[LocalesPosition]):
    """One step of the phase, passed over if everybody can see that nothing can be ordered."""

    side: Side
    step: int

    def run(self, p: LocalesPosition) -> None:
        """Ask for it; who could reorganize is a secret, the rest is not."""
        if p.clock[STAFF_LEFT] < p.battle.rules.staff_price:
            return
        if (
            self.step == REORGANIZE_STEP
            or (self.step == RALLY_STEP and rallies(p, self.side))
            or (self.step == MOBILIZE_STEP and next_groups(p, self.side))
        ):
            p.stack.append(StaffOrder(side=self.side, step=self.step))


class StaffOrder(Decision[LocalesPosition]):
    """A side gives a staff command of the present step, or goes on."""

    side: Side
    step: int

    asked_anyway = True

    def options(self, p: LocalesPosition) -> list[int]:
        """What can be ordered in this step."""
        first = p.battle.staff_at
        found = [DONE]
        if p.clock[STAFF_LEFT] < p.battle.rules.staff_price:
            return found
        if self.step == REORGANIZE_STEP:
            if mergeable(p, self.side):
                found.append(first + MERGE)
            if splittable(p, self.side, 2):
                found.append(first + SPLIT_IN_TWO)
            if splittable(p, self.side, 3):
                found.append(first + SPLIT_IN_THREE)
        elif self.step == RALLY_STEP:
            if rallies(p, self.side):
                found.append(first + RALLY)
        elif next_groups(p, self.side):
            found.append(first + MOBILIZE)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask for the rest."""
        if action == DONE:
            return
        p.clock[STAFF_LEFT] -= p.battle.rules.staff_price
        p.stack.append(StaffStep(side=self.side, step=self.step))
        order = action - p.battle.staff_at
        if order == MERGE:
            p.stack.append(Merge(chosen=(), side=self.side))
        elif order in (SPLIT_IN_TWO, SPLIT_IN_THREE):
            p.stack.append(
                Split(chosen=(), side=self.side, pieces=2 if order == SPLIT_IN_TWO else 3)
            )
        elif order == RALLY:
            p.stack.append(RallyAt(side=self.side))
        else:
            p.stack.append(Mobilize(side=self.side))

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        left = p.clock[STAFF_LEFT]
        return f"Staff commands left: {left}. {STEP_NAMES[self.step].capitalize()}?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.titles[self.side]} to give staff commands."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        if action == DONE:
            return f"no {STEP_NAMES[self.step]}"
        return PHRASES[action - p.battle.staff_at]
