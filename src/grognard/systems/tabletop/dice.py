"""Rolls of the tabletop: dice that hit, morale tests of a rating, and who has won by hits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.engine.adding import Sum
from grognard.engine.check import NUMBER, Check, CheckKind, CountingTable, Fact, Modifier, Situation
from grognard.engine.dice import D6

FACES: Final = 6
HITS: Final = ("hit", "hits")  # what such dice count


def hits(dice: int, least: int) -> CountingTable:
    """How many of some dice show at least a number.

    >>> list(hits(1, 5)), len(hits(3, 6)), hits(2, 6)[35]
    ([0, 0, 0, 0, 1, 1], 216, 2)
    """
    return CountingTable(dice, D6, least, FACES)


def misses(dice: int, least: int) -> CountingTable:
    """How many of some dice show less than a number."""
    return CountingTable(dice, D6, 1, least - 1)


def thrown(dice: int) -> str:
    """How many dice, in words.

    >>> thrown(1), thrown(2)
    ('1 die', '2 dice')
    """
    return "1 die" if dice == 1 else f"{dice} dice"


def counts(dice: int) -> tuple[str, ...]:
    """The outcomes of counting so many dice, in words.

    >>> counts(2)
    ('0', '1', '2')
    """
    return tuple(str(n) for n in range(dice + 1))


def above(most: int) -> list[int]:
    """The table of a die that has to be at most a number: 0 passes, 1 fails."""
    return [int(face > most) for face in range(1, FACES + 1)]


def volley(
    kind: CheckKind,
    situation: Situation,
    dice: int,
    least: int,
    target: str,
    modifiers: tuple[Modifier, ...] = (),
) -> Check:
    """So many dice, of which those hit that show at least a number: the outcome counts them."""
    table = hits(dice, least)
    return Check(kind, situation, (D6,) * dice, modifiers, target, counts(dice), table)


class RatedKind(CheckKind):
    """A d6 that may not be above a rating with its modifiers; the last fact is one by hand."""

    outcomes = ("pass", "fail")
    good = "pass"
    sums = (Sum("most", {"die": 1}, {"rating": 1}, "modifier"),)

    def __init__(
        self, unit: str, lines: Sequence[Modifier], flags: Sequence[Fact], by_hand: str
    ) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.by_hand = Modifier(by_hand, "By hand", 0)
        rating = Fact("rating", f"Morale of the {unit}", unit.capitalize(), NUMBER, 1, 9, default=5)
        more = Fact("modifier", "All other modifiers", "By hand", NUMBER, -20, 20)
        self.facts = (rating, *flags, more)  # type: ignore[misc]

    def build(self, situation: Situation) -> Check:
        """Every modifier that holds is added to the rating."""
        held = zip(self.lines, situation[1:-1], strict=True)
        modifiers = [line for line, holds in held if holds]
        if situation[-1]:
            modifiers.append(self.by_hand._replace(value=situation[-1]))
        most = situation[0] + sum(line.value for line in modifiers)
        target = f"d6 of at most {most}"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, above(most))


def winner(by_attacker: int, by_defender: int) -> str:
    """Who wins a melee: the unit that suffered fewer casualties."""
    if by_attacker == by_defender:
        return "tie"
    return "attacker" if by_attacker > by_defender else "defender"
