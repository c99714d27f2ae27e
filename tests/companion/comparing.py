"""The page's script against the engine: every line, target, roll and odds of many situations.

`python -m tests.companion.comparing 10000` compares so many random situations of every system.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from playwright.sync_api import Page

import grognard
from grognard.companion.rolls import values_of
from grognard.companion.tables import tables_of
from grognard.engine.check import CheckKind, DuelKind, Situation
from grognard.engine.errors import BadSituation
from tests.companion.page_script import answers, load

CHUNK = 500


def allowed(kind: CheckKind, situation: Situation) -> bool:
    """Whether the engine takes a situation: no two facts exclude each other."""
    try:
        kind.refuse_contradictions(situation)
        kind.check(situation)
    except BadSituation:
        return False
    return True


def some_situation(kind: CheckKind, rng: random.Random) -> Situation:
    """A random situation the engine takes; half of its facts stay as usual."""
    while True:
        situation = tuple(
            rng.choice(values_of(fact)) if rng.random() < 0.5 else fact.default
            for fact in kind.facts
        )
        if allowed(kind, situation):
            return situation


def pairs(kind: CheckKind, most: int = 12) -> Iterator[Situation]:
    """Every pair of facts at its ends and some values between, all others as usual."""
    usual = tuple(fact.default for fact in kind.facts)
    ranges = [values_of(fact) for fact in kind.facts]
    chosen = [
        list(values)
        if len(values) <= most
        else sorted({values[0], values[-1], *values[:: len(values) // most]})
        for values in ranges
    ]
    yield usual
    for i, j in combinations(range(len(ranges)), 2):
        for a in chosen[i]:
            for b in chosen[j]:
                found = list(usual)
                found[i], found[j] = a, b
                if allowed(kind, tuple(found)):
                    yield tuple(found)


def expected(kind: CheckKind, situation: Situation) -> dict[str, Any]:
    """What the engine says of a situation."""
    check = kind.check(situation)
    told: dict[str, Any] = {"odds": check.odds().fractions()}
    if not kind.pile and not isinstance(kind, DuelKind):
        told["lines"] = sorted([m.id, m.reason, m.of, m.value] for m in check.modifiers if m.value)
        told["target"] = check.target
        told["dice"] = [list(die) for die in check.dice]
        told["labels"] = list(check.outcomes)
        told["weights"] = [str(weight) for weight in check.weights]
    return told


def compare(page: Page, kind: CheckKind, situations: list[Situation]) -> None:
    """Fail at the first situation of which the script says anything else than the engine."""
    for start in range(0, len(situations), CHUNK):
        part = situations[start : start + CHUNK]
        for situation, told in zip(part, answers(page, kind.name, part), strict=True):
            if "lines" in told:
                told["lines"].sort()
            wanted = expected(kind, situation)
            assert told == wanted, f"{kind.name} {kind.write(situation)}"


def main(count: int) -> None:
    """Compare so many random situations of every system, shared out among its checks."""
    from tests.page.browser import open_browser

    with open_browser() as browser:
        page = browser.new_page()
        for system in grognard.systems():
            kinds = system.checks()
            load(page, [tables_of(kind) for kind in kinds.values()])
            rng = random.Random(system.name)
            each = -(-count // len(kinds))
            for kind in kinds.values():
                compare(page, kind, [some_situation(kind, rng) for _ in range(each)])
            print(f"{system.name}: {each * len(kinds)} situations agree")


if __name__ == "__main__":
    main(int(sys.argv[1]))
