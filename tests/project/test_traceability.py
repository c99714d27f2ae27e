"""Every line of every sheet has a test that names it, and the documents say so."""

import subprocess
import sys
from importlib.util import find_spec
from zlib import crc32

import pytest

from grognard.engine import rulebook
from grognard.lab import ruledocs
from grognard.systems import NAMES, system
from tests.project.source_tree import ROOT

SAMPLE = 50


def known_ids() -> set[str]:
    return {rule for name in NAMES for rule in system(name).rulebook().rules}


def test_every_rule_has_a_test(rule_index: dict[str, list[str]]) -> None:
    unproved = sorted(known_ids() - rule_index.keys())
    assert unproved == [], f"{len(unproved)} rules without a test"


def test_every_mark_names_a_rule(rule_index: dict[str, list[str]]) -> None:
    unknown = {rule: rule_index[rule] for rule in sorted(rule_index.keys() - known_ids())}
    assert unknown == {}


def test_rule_documents_are_current(rule_index: dict[str, list[str]]) -> None:
    stale = ruledocs.outdated(ROOT, rule_index)
    assert stale == [], f"run {ruledocs.REGENERATE}"


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_rule_has_mutants(name: str) -> None:
    mutated = {(mutant.id, mutant.key) for mutant in rulebook.mutants(system(name).folder())}
    rules = system(name).rulebook().rules.values()
    assert {(rule.id, key) for rule in rules for key in rule.values} - mutated == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_is_a_module(name: str) -> None:
    modules = {rule["module"] for rule in ruledocs.rules_listing(system(name))}
    assert sorted(module for module in modules if find_spec(module) is None) == []


@pytest.mark.slow
def test_no_mutant_of_a_sample_survives() -> None:
    # Another sample whenever a rule book changes; the whole hunt is `make mutants`.
    books = "".join(system(name).rulebook().digest for name in NAMES)
    seed = crc32(books.encode())
    sample = ["--numbers", f"--sample={SAMPLE}", f"--seed={seed}"]
    command = [sys.executable, "tests/mutants.py", *sample]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command[1:])}\n{done.stdout}{done.stderr}"
    assert f"{SAMPLE} mutants (sample of seed {seed})" in done.stdout
