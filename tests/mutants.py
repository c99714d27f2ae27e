"""Every number and switch of the rule books changed, one at a time: each must make a test fail.

A mutant runs the tests marked with its rule's id, in one session, until one of them fails.
"""

import argparse
import random
import sys
import time
from collections import Counter
from datetime import date
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from grognard.engine import rulebook
from grognard.engine.rulebook import Mutant
from grognard.systems import NAMES, system

ROOT = Path(__file__).resolve().parents[1]
SUMMARY = ROOT / "docs" / "mutants.md"


class Hunt:
    """The plugin: it takes the place of pytest's own loop over the tests."""

    def __init__(self, mutants: list[Mutant], loud: bool) -> None:
        self.mutants = mutants
        self.loud = loud
        self.tests: dict[str, list[pytest.Item]] = {}
        self.kills: Counter[str] = Counter()
        self.broken: list[str] = []
        self.survivors: list[Mutant] = []
        self.runs = 0

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


def chosen_mutants(arguments: argparse.Namespace) -> list[Mutant]:
    """The mutants of all systems, of one rule, or a random sample of them."""
    folders: list[Traversable] = [Path(arguments.folder)] if arguments.folder else []
    folders = folders or [system(name).folder() for name in NAMES]
    mutants = [mutant for folder in folders for mutant in rulebook.mutants(folder)]
    if arguments.id:
        mutants = [m for m in mutants if f"{m.id}.".startswith(f"{arguments.id}.")]
    if arguments.sample and arguments.sample < len(mutants):
        mutants = random.Random(arguments.seed).sample(mutants, arguments.sample)
    return mutants


def summary(hunt: Hunt, seconds: float) -> str:
    """The page that tells of the last whole hunt."""
    rules = {mutant.id for mutant in hunt.mutants}
    today, minutes = date.today().isoformat(), f"{seconds / 60:.1f}"
    survivors = len(hunt.survivors)
    numbers = (today, len(hunt.mutants), len(rules), hunt.runs, minutes, survivors)
    lines = [
        "# Mutants",
        "",
        "`make mutants` changes every number, word and switch of the charts and rulings, one at a",
        "time, and runs the tests marked with its rule: each change must make one of them fail.",
        "",
        "| date | mutants | rules | test runs | minutes | survivors |",
        "|---|---:|---:|---:|---:|---:|",
        "| " + " | ".join(map(str, numbers)) + " |",
        "",
    ]
    lines += ["No survivor."] if not hunt.survivors else ["Survivors:", ""]
    lines += [f"- `{mutant}`" for mutant in hunt.survivors]
    return "\n".join(lines) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Hunt the mutants; 0 if none survives."""
    parser = argparse.ArgumentParser(prog="python tests/mutants.py", description=__doc__)
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--id", help="only this rule and those below it")
    parser.add_argument("--folder", help="a folder of charts and rulings (those of all systems)")
    parser.add_argument("--tests", default=str(ROOT / "tests"), help="where the tests lie")
    arguments = parser.parse_args(argv)
    mutants = chosen_mutants(arguments)
    whole = not (arguments.sample or arguments.id or arguments.folder)
    hunt = Hunt(mutants, loud=whole)
    begun = time.monotonic()
    flags = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-summary", "--tb=no"]
    code = pytest.main([*flags, f"--rootdir={ROOT}", arguments.tests], plugins=[hunt])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print(f"the tests could not be collected (pytest exit {code})", file=sys.stderr)
        return 2
    if hunt.broken:
        print("these tests fail without any change:", *hunt.broken, sep="\n  ", file=sys.stderr)
        return 2
    if whole:
        SUMMARY.write_text(summary(hunt, time.monotonic() - begun), encoding="utf-8")
    sampled = f" (sample of seed {arguments.seed})" if arguments.sample else ""
    survivors = len(hunt.survivors)
    print(f"{len(mutants)} mutants{sampled}, {hunt.runs} test runs, {survivors} survivors")
    return 1 if hunt.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
