"""Short forms of odds questions that are no single check: how many pulses a turn has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.systems.pulses.rules import Rules
from grognard.systems.tabletop.short_odds import shown


def answer(rules: Rules, check: str, values: Mapping[str, str]) -> dict[str, Any] | None:
    """`turn-length`: the chance of each number of pulses."""
    if check != "turn-length" or values:
        return None
    return shown(pulses(rules))


def pulses(rules: Rules) -> dict[str, Fraction]:
    kind = rules.initiative.d4
    found = {}
    left = Fraction(1)
    completed = 1
    while left:
        ends = sum(kind.ends(completed, face) for face in range(1, kind.sides + 1))
        found[str(completed)] = left * Fraction(ends, kind.sides)
        left -= found[str(completed)]
        completed += 1
    return {n: chance for n, chance in found.items() if chance}
