"""The rolls of a check and their modifiers as JSON, each thing kept once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.engine.check import CHOICE, Check, CountingTable, Fact, Modifier

BIG: Final = 2**53  # beyond it a number is sent as text

LineKey = tuple[str, str, str]


def values_of(fact: Fact) -> range:
    """The values of a fact a table asks for."""
    if fact.aside:
        return range(fact.default, fact.default + 1)
    if fact.kind == CHOICE:
        return range(len(fact.choices))
    return range(fact.low, (fact.most or fact.high) + 1)


class Interned:
    """A list in which everything is kept once."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._at: dict[str, int] = {}

    def at(self, item: Any) -> int:
        """The place of a thing in the list."""
        key = item if isinstance(item, str) else repr(item)
        if key not in self._at:
            self._at[key] = len(self.items)
            self.items.append(item)
        return self._at[key]


class Results:
    """The rolls of a kind, each kept once: dice, table from faces to outcomes, weights."""

    def __init__(self) -> None:
        self.rolls: list[dict[str, Any]] = []
        self.labels = Interned()
        self._at: dict[Any, int] = {}

    def at(self, check: Check) -> int:
        """The place of a check's roll."""
        table = check.table
        counted = isinstance(table, CountingTable)
        key = (check.dice, check.outcomes, table if counted else tuple(table))
        if key not in self._at:
            self._at[key] = len(self.rolls)
            self.rolls.append(self._roll(check))
        return self._at[key]

    def _roll(self, check: Check) -> dict[str, Any]:
        table = check.table
        roll: dict[str, Any] = {
            "dice": [list(die) for die in check.dice],
            "labels": self.labels.at(list(check.outcomes)),
            "weights": [weight_of(weight) for weight in check.weights],
        }
        if isinstance(table, CountingTable):
            first = table.die.first
            counting = table.counting
            roll["count"] = [first + counting.start, first + counting.stop - 1]
        else:
            roll["table"] = list(table)
        return roll

    def json(self) -> dict[str, Any]:
        return {"rolls": self.rolls, "labels": self.labels.items}


def weight_of(weight: int) -> int | str:
    """A weight as JSON can hold it."""
    return weight if weight < BIG else str(weight)


def line_key(line: Modifier) -> LineKey:
    return line.id, line.reason, line.of


def lines_of(modifiers: Sequence[Modifier]) -> dict[LineKey, int]:
    found: dict[LineKey, int] = {}
    for line in modifiers:
        found[line_key(line)] = found.get(line_key(line), 0) + line.value
    return found


def line_json(key: LineKey, table: int) -> dict[str, Any]:
    return {"id": key[0], "reason": key[1], "of": key[2], "table": table}
