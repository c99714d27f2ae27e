"""Short forms of odds questions: totals of a tied melee, without a situation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.systems.brigades.melee import TieKind
from grognard.systems.tabletop.short_odds import shown


def tie(kind: TieKind, values: Mapping[str, str]) -> dict[str, Any]:
    """`attacker=N defender=N`: who wins the roll-off, equal totals being rolled again."""
    check = kind.check(kind.read(values))
    attacker, defender, _ = check.weights
    chances = {"attacker": attacker, "defender": defender}
    whole = attacker + defender
    return shown({name: Fraction(n, whole) for name, n in chances.items()})
