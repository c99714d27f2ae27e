"""Exact odds from scratch: every kind of check, at its defaults and with as many dice as may be."""

from __future__ import annotations

import gc
import tracemalloc
from statistics import median
from time import process_time
from typing import Final

import icepool

from grognard.engine.check import NUMBER, CheckKind, Situation
from grognard.engine.errors import GrognardError
from grognard.systems import systems

MOST_MB: Final = 5.0


def largest(kind: CheckKind) -> Situation | None:
    """The situation with every number at its greatest, as far as the facts allow it."""
    values: dict[str, object] = {}
    for fact in kind.facts:
        if fact.kind == NUMBER:
            try:
                kind.read({**values, fact.name: str(fact.high)})
            except GrognardError:
                continue
            values[fact.name] = str(fact.high)
    try:
        return kind.read(values)
    except GrognardError:
        return None


def forget() -> None:
    """Empty the caches of all kinds of all systems, those of follow-up checks too."""
    for each in systems():
        for kind in each.checks().values():
            kind.check.cache_clear()
            kind.odds.cache_clear()


def seconds(kind: CheckKind, situation: Situation) -> float:
    """The median of some runs from scratch."""
    found = []
    for _ in range(5):
        forget()
        began = process_time()
        kind.check(situation).odds()
        found.append(process_time() - began)
    return median(found)


def icepool_seconds(dice: int, sides: int) -> float:
    """What icepool takes to count the hits of so many dice, the least it could be asked for."""
    found = []
    for _ in range(5):
        began = process_time()
        (dice @ (icepool.d(sides) >= sides // 2 + 1)).probabilities()
        found.append(process_time() - began)
    return median(found)


def megabytes(kind: CheckKind, situation: Situation) -> float:
    """The most memory a check and its odds take while they are worked out and kept."""
    forget()
    gc.collect()
    tracemalloc.start()
    kind.check(situation).odds()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def odds_rows() -> list[str]:
    """A row for each kind of check of each system."""
    rows = [
        "| exact odds from scratch | dice | µs | icepool, µs | icepool over ours | MB |",
        "|---|---|---|---|---|---|",
    ]
    for each in systems():
        for name, kind in each.checks().items():
            situation = largest(kind)
            if situation is None:
                continue
            dice = kind.check(situation).dice
            mine = seconds(kind, situation)
            theirs = icepool_seconds(max(1, len(dice)), dice[0].sides if dice else 6)
            rows.append(
                f"| {each.name} {name} | {len(dice)} | {mine * 1e6:,.0f} | {theirs * 1e6:,.0f} | "
                f"{theirs / mine:.1f} | {megabytes(kind, situation):.2f} |"
            )
    return rows


if __name__ == "__main__":
    print("\n".join(odds_rows()))
