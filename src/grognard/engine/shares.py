"""Results of two in one outcome, read for either: how likely each part of his result is."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.engine.dist import Dist

BETWEEN: Final = " / "  # between the results of two, each told with the word for whose it is
AND: Final = ", "  # between the parts of a result


def shares(odds: Dist[str]) -> dict[str, dict[str, Fraction]]:
    """The chance of each part of a result, the likeliest first, by whose it is.

    Empty unless every outcome tells the results of the same two.

    >>> both = Dist({"red 1 step / blue retreat, D-1": 1, "red 1 step / blue D-1": 3})
    >>> {who: {part: str(p) for part, p in each.items()} for who, each in shares(both).items()}
    {'red': {'1 step': '1'}, 'blue': {'D-1': '1', 'retreat': '1/4'}}
    """
    found: dict[str, dict[str, Fraction]] = {}
    for outcome in odds.weights:
        halves = outcome.split(BETWEEN)
        chance = odds.probability(outcome)
        for half in halves:
            who, _, result = half.partition(" ")
            if len(halves) != 2 or not result or not who.isalpha():
                return {}
            parts = found.setdefault(who, {})
            for part in result.split(AND):
                parts[part] = parts.get(part, Fraction(0)) + chance
    if len(found) != 2:
        return {}
    return {who: dict(sorted(each.items(), key=lambda p: -p[1])) for who, each in found.items()}
