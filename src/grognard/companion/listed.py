"""A kind of check with few situations: all of them are tried."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any, Final

from grognard.companion.diagram import Axis, Diagrams
from grognard.companion.rolls import (
    Interned,
    LineKey,
    Results,
    line_json,
    lines_of,
    values_of,
    weight_of,
)
from grognard.engine.check import CheckKind, Situation
from grognard.engine.errors import GrognardError

LISTED: Final = 120_000  # situations that are simply listed


class Listed:
    """A kind with few situations: all of them are tried."""

    def __init__(self, kind: CheckKind) -> None:
        self.kind = kind
        self.ranges = [values_of(fact) for fact in kind.facts]
        size = prod(map(len, self.ranges))
        if size > LISTED:
            raise GrognardError(
                f"{kind.name} has {size} situations: it must say how they add up (sums)"
            )
        self.diagrams = Diagrams()
        self.results, self.texts, self.ends = Results(), Interned(), Interned()

    def tables(self) -> dict[str, Any]:
        """The tables of all situations."""
        kind = self.kind
        own = type(kind)
        goes_on = any(
            getattr(own, name) is not getattr(CheckKind, name)
            for name in ("follow", "ending", "staged")
        )
        at = [kind.facts.index(fact) for fact in kind.facts if fact.name in kind.ends_by]
        known: dict[tuple[int, ...], int] = {}
        rolls: dict[Situation, int] = {}
        texts: dict[Situation, int] = {}
        ends: dict[Situation, int] = {}
        lines: dict[LineKey, dict[Situation, int]] = {}
        for situation in product(*self.ranges):
            check = kind.build(situation)
            rolls[situation] = self.results.at(check)
            texts[situation] = self.texts.at(check.target)
            for key, value in lines_of(check.modifiers).items():
                lines.setdefault(key, {})[situation] = value
            if goes_on:
                memo = (rolls[situation], *(situation[i] for i in at)) if at else situation
                if memo not in known:
                    known[memo] = self._end(situation)
                ends[situation] = known[memo]
        axes = [Axis(i, values) for i, values in enumerate(self.ranges)]
        return {
            "groups": [],
            "sums": [],
            "lines": [
                line_json(key, self.diagrams.build(axes, lambda s, v=values: v.get(s, 0)))  # type: ignore[misc]
                for key, values in lines.items()
            ],
            "roll": self.diagrams.build(axes, rolls.__getitem__),
            "target": self.diagrams.build(axes, texts.__getitem__),
            "end": self.diagrams.build(axes, ends.__getitem__) if goes_on else None,
            "texts": self.texts.items,
            "ends": self.ends.items,
            **self.results.json(),
            "branches": self.diagrams.branches,
        }

    def _end(self, situation: Situation) -> int:
        weights = self.kind.staged(situation).weights
        return self.ends.at([[label, weight_of(weight)] for label, weight in weights.items()])
