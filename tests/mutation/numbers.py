"""Every number, word and switch of the rule books changed, one at a time.

A mutant runs the tests marked with its rule's id, in one session, until one of them fails.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import date
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from grognard.engine import rulebook
from grognard.engine.rulebook import Mutant


class NumberHunt:
    """The plugin: it takes the place of pytest's own loop over the tests."""

    def __init__(self, mutants: list[Mutant], loud: bool) -> None:
        self.mutants = mutants
        self.loud = loud
        self.tests: dict[str, list[pytest.Item]] = {}
        self.kills: Counter[str] = Counter()
        self.broken: list[str] = []
        self.survivors: list[Mutant] = []
        self.runs = 0
        self.begun = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = {mutant.id for mutant in self.mutants}
        kept = []
        for item in items:
            ids = {rule for mark in item.iter_markers("rule") for rule in mark.args} & wanted
            for rule in ids:
                self.tests.setdefault(rule, []).append(item)
            if ids:
                kept.append(item)
        items[:] = kept

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # A test that fails anyway would kill every mutant.
        self.broken = [item.nodeid for item in session.items if self.fails(item)]
        if self.broken:
            return True
        for number, mutant in enumerate(self.mutants, 1):
            rulebook.set_changes(mutant.changes)
            try:
                dead = self.killed(mutant)
            finally:
                rulebook.set_changes(None)
            if not dead:
                self.survivors.append(mutant)
                print(f"survivor: {mutant}", flush=True)
            elif self.loud and number % 50 == 0:
                print(f"{number} of {len(self.mutants)} mutants", flush=True)
        return True

    def killed(self, mutant: Mutant) -> bool:
        """Whether a test of the mutant's rule fails; those that killed before are asked first."""
        tests = sorted(self.tests.get(mutant.id, []), key=lambda item: -self.kills[item.nodeid])
        for item in tests:
            if self.fails(item):
                self.kills[item.nodeid] += 1
                return True
        return False

    def fails(self, item: pytest.Item) -> bool:
        """Whether a test fails, with all its fixtures made anew."""
        self.runs += 1
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))

    def summary(self) -> dict[str, Any]:
        """The hunt in numbers, as it is kept for the page."""
        return {
            "date": date.today().isoformat(),
            "mutants": len(self.mutants),
            "rules": len({mutant.id for mutant in self.mutants}),
            "runs": self.runs,
            "minutes": round((time.monotonic() - self.begun) / 60, 1),
            "survivors": [str(mutant) for mutant in self.survivors],
        }
