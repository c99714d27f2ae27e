"""Cohesion checks: a die with its modifiers at or below Cohesion passes."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import Die
from grognard.engine.rulebook import Rulebook

PASS, FAIL = 0, 1

# Why a cohesion check is taken; the index is a fact of the check.
CAUSES: Final = (
    "fire",
    "shock",
    "rout",
    "charge reaction",
    "disordered cavalry",
    "blown",
    "rapid advance",
    "down a steep slope",
    "recall",
    "square in reaction",
)
(
    BY_FIRE,
    BY_SHOCK,
    BY_ROUT_RESULT,
    BY_CHARGE,
    BY_SECOND_DISORDER,
    BY_CHARGING,
    BY_RUSH,
    BY_SLOPE,
    BY_RECALL,
    BY_SQUARE,
) = range(10)


class CohesionFacts(NamedTuple):
    """What a cohesion check depends on."""

    cohesion: int
    modifier: int = 0
    cause: int = 0


class DieRules:
    """The die of the system, and when a cohesion check passes."""

    def __init__(self, book: Rulebook) -> None:
        self.die = Die(
            book.int("shock.rulings.die", "sides"), book.int("shock.rulings.die", "first")
        )
        # "At or below" passes: how far above Cohesion a die may still be.
        self.margin = book.int("shock.rulings.cohesion-check", "above")

    def faces(self) -> range:
        """The faces of the die."""
        return range(self.die.first, self.die.first + self.die.sides)


class CohesionKind(CheckKind):
    """The cohesion check."""

    name = "cohesion"
    title = "Cohesion check"
    facts = (
        Fact("cohesion", "Cohesion rating", "Unit", NUMBER, 0, 9, default=6),
        Fact("modifier", "Modifier of the result (d+2 is 2)", "Result", NUMBER, -9, 9),
        Fact("cause", "What called for it", "Result", CHOICE, choices=CAUSES),
    )
    outcomes = ("pass", "fail")

    def __init__(self, rules: DieRules) -> None:
        super().__init__()
        self.rules = rules

    def build(self, situation: Situation) -> Check:
        """Pass at or below Cohesion."""
        s = CohesionFacts(*situation)
        modifiers: tuple[Modifier, ...] = ()
        if s.modifier:
            id_ = (
                "shock.fire.result.modified-check"
                if s.cause == BY_FIRE
                else "shock.rulings.rapid-advance"
            )
            reason = "the result" if s.cause == BY_FIRE else "cavalry in woods"
            modifiers = (Modifier(id_, reason, s.modifier),)
        limit = s.cohesion + self.rules.margin
        table = [PASS if face + s.modifier <= limit else FAIL for face in self.rules.faces()]
        return Check(
            self,
            situation,
            (self.rules.die,),
            modifiers,
            f"Cohesion {s.cohesion} ({CAUSES[s.cause]})",
            self.outcomes,
            table,
        )
