"""Short forms of odds questions: dice, number to hit and number to save, without a situation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, Final

from grognard.engine.check import NUMBER, Fact
from grognard.engine.errors import BadSituation, did_you_mean
from grognard.systems.onepage.checks import FACES, winner

MOST: Final = 40
FIRE: Final = (
    Fact("dice", "Dice", "Fire", NUMBER, 0, MOST, default=1),
    Fact("hit", "Least face that hits", "Fire", NUMBER, 1, 7, default=6),
    Fact("save", "Least face that saves (0: none)", "Fire", NUMBER, 0, 7),
)
SIDES: Final = ("attacker", "defender")
MELEE: Final = tuple(
    Fact(f"{side}-{fact.name}", f"{fact.label} of the {side}", "Melee", *fact[3:])
    for fact in FIRE
    for side in SIDES
)


def casualties(dice: int, hit: int, save: int) -> list[Fraction]:
    """The chance of each number of casualties.

    >>> [str(chance) for chance in casualties(2, 4, 0)]
    ['1/4', '1/2', '1/4']
    """
    chance = Fraction(FACES + 1 - hit, FACES)
    if save:
        chance *= Fraction(save - 1, FACES)
    return [
        comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)
    ]


def fire(values: Mapping[str, str]) -> dict[str, Any]:
    """`dice=N hit=N save=N`: how many casualties."""
    dice, hit, save = _read("fire", FIRE, values)
    chances = casualties(dice, hit, save)
    return _answer({str(n): chance for n, chance in enumerate(chances)})


def melee(values: Mapping[str, str]) -> dict[str, Any]:
    """`attacker-dice=N …`: who wins by suffering fewer casualties."""
    given = dict(zip((f.name for f in MELEE), _read("melee", MELEE, values), strict=True))
    # A stand's save is against what the other one hits.
    by_attacker = casualties(
        given["attacker-dice"], given["attacker-hit"], given["defender-save"]
    )
    by_defender = casualties(
        given["defender-dice"], given["defender-hit"], given["attacker-save"]
    )
    ends = {"attacker": Fraction(0), "defender": Fraction(0), "tie": Fraction(0)}
    for n, one in enumerate(by_attacker):
        for m, other in enumerate(by_defender):
            ends[winner(n, m)] += one * other
    return _answer(ends)


def _read(check: str, facts: tuple[Fact, ...], values: Mapping[str, str]) -> list[int]:
    known = [fact.name for fact in facts]
    for key in values:
        if key not in known:
            raise BadSituation(f'{check}: no fact "{key:.40}": {did_you_mean(key, known)}')
    return [
        fact.read(check, values[fact.name]) if fact.name in values else fact.default
        for fact in facts
    ]


def _answer(chances: Mapping[str, Fraction]) -> dict[str, Any]:
    shown = {k: f"{x.numerator}/{x.denominator}" for k, x in chances.items() if x}
    return {"outcomes": shown}
