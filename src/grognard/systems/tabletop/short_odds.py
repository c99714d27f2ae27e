"""Short forms of odds questions: dice, number to hit and number to save, without a situation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, Final

from grognard.engine.check import NUMBER, CheckKind, Fact
from grognard.engine.errors import BadSituation, which_there_are
from grognard.systems.tabletop.dice import FACES, winner

MOST: Final = 40
FIRE: Final = (
    Fact("dice", "Dice", "Short form", NUMBER, 0, MOST, default=1),
    Fact("hit", "Least face that hits", "Short form", NUMBER, 1, 7, default=6),
    Fact("save", "Least face that saves (0: none)", "Short form", NUMBER, 0, 7),
)
SIDES: Final = ("attacker", "defender")
MELEE: Final = tuple(
    Fact(f"{side}-{fact.name}", f"{fact.label} of the {side}", "Short form", *fact[3:])
    for fact in FIRE
    for side in SIDES
)
SHORT_FACTS: Final = {"fire": FIRE, "melee": MELEE}


def casualties(dice: int, hit: int, save: int) -> list[Fraction]:
    """The chance of each number of casualties.

    >>> [str(chance) for chance in casualties(2, 4, 0)]
    ['1/4', '1/2', '1/4']
    """
    chance = Fraction(FACES + 1 - hit, FACES)
    if save:
        chance *= Fraction(save - 1, FACES)
    return [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)]


def answer(check: str, values: Mapping[str, str], morale: CheckKind) -> dict[str, Any] | None:
    """`morale rating=N modifier=N`, `fire dice=N hit=N save=N`, `melee attacker-dice=N …`."""
    if check == "morale" and "modifier" in values:
        return {"outcomes": morale.odds(morale.read(values)).fractions()}
    if check == "fire" and {"dice", "hit", "save"} & set(values):
        return fire(values)
    if check == "melee" and any(key.endswith(("-dice", "-hit", "-save")) for key in values):
        return melee(values)
    return None


def fire(values: Mapping[str, str]) -> dict[str, Any]:
    """`dice=N hit=N save=N`: how many casualties."""
    dice, hit, save = _read("fire", FIRE, values)
    chances = casualties(dice, hit, save)
    return shown({str(n): chance for n, chance in enumerate(chances)})


def melee(values: Mapping[str, str]) -> dict[str, Any]:
    """`attacker-dice=N …`: who wins by suffering fewer casualties."""
    given = dict(zip((f.name for f in MELEE), _read("melee", MELEE, values), strict=True))
    # A stand's save is against what the other one hits.
    by_attacker = casualties(given["attacker-dice"], given["attacker-hit"], given["defender-save"])
    by_defender = casualties(given["defender-dice"], given["defender-hit"], given["attacker-save"])
    ends = {"attacker": Fraction(0), "defender": Fraction(0), "tie": Fraction(0)}
    for n, one in enumerate(by_attacker):
        for m, other in enumerate(by_defender):
            ends[winner(n, m)] += one * other
    return shown(ends)


def _read(check: str, facts: tuple[Fact, ...], values: Mapping[str, str]) -> list[int]:
    known = [fact.name for fact in facts]
    for key in values:
        if key not in known:
            raise BadSituation(f'{check}: no fact "{key:.40}": {which_there_are(key, known)}')
    return [
        fact.read(check, values[fact.name]) if fact.name in values else fact.default
        for fact in facts
    ]


def shown(chances: Mapping[str, Fraction]) -> dict[str, Any]:
    """The JSON of chances, without those that are none."""
    written = {k: f"{x.numerator}/{x.denominator}" for k, x in chances.items() if x}
    return {"outcomes": written}
