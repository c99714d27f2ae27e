"""Cohesion checks, and what disorder forbids (sheet: Effects of Disorder and Rout).

The limits themselves stand where a unit would break them: movement, fire, declaring, retreat,
advance, stacking; each beside the id of its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Generic, NamedTuple, TypeVar

from grognard.engine.adding import Sum
from grognard.engine.check import (
    Check,
    CheckKind,
    Modifier,
    Situation,
    choice,
    facts_of,
    number,
)
from grognard.engine.dice import Die
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.state.kinds import D1, D2

PASS, FAIL = 0, 1
BY_DIE: Final = (Sum("die", {"die": 1}, {}, "modifier"),)

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
BY_FIRE, BY_SHOCK, BY_ROUT_RESULT, BY_CHARGE, BY_SECOND_DISORDER = range(5)
BY_CHARGING, BY_RUSH, BY_SLOPE, BY_RECALL, BY_SQUARE = range(5, 10)


class CohesionFacts(NamedTuple):
    """What a cohesion check depends on."""

    cohesion: Annotated[int, number("Cohesion rating", "Unit", 0, 9)] = 6
    modifier: Annotated[int, number("Modifier of the result (d+2 is 2)", "Result", -9, 9)] = 0
    cause: Annotated[int, choice("What called for it", "Result", CAUSES)] = 0


class DieRules:
    """The die of the system."""

    def __init__(self, book: Rulebook) -> None:
        sides = book.int("shock.rulings.die", "sides")
        self.die = Die(sides, book.int("shock.rulings.die", "first"))

    def faces(self) -> range:
        return range(self.die.first, self.die.first + self.die.sides)


def by_hand(value: int = 1, of: str = "die") -> Modifier:
    """A modifier that somebody enters in a tool, for what its questions leave out."""
    return Modifier("shock.rulings.by-hand", "By hand", value, of)


def d1_limits(order: int) -> bool:
    """Whether the limits of D-1 hold in an order."""
    return order in (D1, D2)  # shock.rulings.d2-includes-d1


Bands = list[tuple[int, str]]


def margins(book: Rulebook, ids: list[str], first: int) -> Bands:
    """Bands by how far a die is above Cohesion: the first up to `first`, then one by one."""
    bands = []
    for due, id_ in enumerate(ids, first):
        above = book.int(id_, "above")
        if above != due:
            raise GrognardError(f'"above" of "{id_}" is {above}: this band must begin at {due}')
        bands.append((above, book.word(id_, "result")))
    return bands


def banded(bands: Bands, outcomes: tuple[str, ...], above: int) -> int:
    """The outcome of the last band a die reaches; the first takes whatever is below."""
    found = bands[0][1]
    for start, result in bands:
        if above >= start:
            found = result
    return outcomes.index(found)


R = TypeVar("R")


class OneDie(CheckKind, Generic[R]):
    """A check of one die, read with its modifiers under the rules of a chapter."""

    outcomes: tuple[str, ...]

    def __init__(self, die: DieRules, rules: R) -> None:
        super().__init__()
        self.die = die
        self.rules = rules

    def counts(self, situation: Situation) -> dict[str, int]:
        """How often each fact holds; a choice goes by what was chosen, as in "position=rear"."""
        found = {}
        for fact, value in zip(self.facts, situation, strict=True):
            if fact.choices:
                found[f"{fact.name}={fact.choices[value]}"] = 1
            else:
                found[fact.name] = value
        return found

    def read_off(
        self,
        situation: Situation,
        modifiers: Sequence[Modifier],
        target: str,
        outcome: Callable[[int], int],
    ) -> Check:
        """The check whose outcome goes by the face with its modifiers."""
        total = sum(m.value for m in modifiers if m.of == "die")
        table = [outcome(face + total) for face in self.die.faces()]
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), target, self.outcomes, table
        )

    def by_margin(
        self, situation: Situation, listed: Sequence[Modifier], bands: Bands, below: str = ""
    ) -> Check:
        """The check whose band goes by how far the die is above Cohesion, its first fact."""
        cohesion = situation[0]

        def band(roll: int) -> int:
            return banded(bands, self.outcomes, roll - cohesion)

        return self.read_off(situation, listed, f"{below}Cohesion {cohesion}", band)

    def at_most(self, situation: Situation, rating: str, listed: Sequence[Modifier] = ()) -> Check:
        """The check that succeeds at or below a rating, its first fact."""
        most = situation[0]
        return self.read_off(situation, listed, f"{rating} {most}", lambda roll: int(roll > most))


class CohesionKind(OneDie[None]):
    """The cohesion check."""

    name = "cohesion"
    title = "Cohesion check"
    facts = facts_of(CohesionFacts)
    outcomes = ("pass", "fail")

    def build(self, situation: Situation) -> Check:
        s = CohesionFacts(*situation)
        modifiers: tuple[Modifier, ...] = ()
        if s.modifier and s.cause == BY_FIRE:
            modifiers = (Modifier("shock.fire.result.modified-check", "the result", s.modifier),)
        elif s.modifier:
            modifiers = (Modifier("shock.rulings.rapid-advance", "cavalry in woods", s.modifier),)
        target = f"Cohesion {s.cohesion} ({CAUSES[s.cause]})"

        def passes(roll: int) -> int:
            return PASS if roll <= s.cohesion else FAIL  # shock.rulings.cohesion-check

        return self.read_off(situation, modifiers, target, passes)


def modifiers(book: Rulebook, rows: Mapping[str, str], of: str = "die") -> dict[str, Modifier]:
    """A modifier for every fact of a list that gives the ids, under the label of its line."""
    return {fact: Modifier(id_, book.label(id_), book.int(id_), of) for fact, id_ in rows.items()}


def counted(rows: Mapping[str, Modifier], counts: Mapping[str, int]) -> list[Modifier]:
    """The modifiers whose facts hold, each as often as its fact does."""
    return [
        row._replace(value=row.value * counts[fact])
        for fact, row in rows.items()
        if counts.get(fact)
    ]
