"""The hunt for mutants: a change nobody notices is found, and so is a test that fails anyway."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.source_tree import ROOT

CHARTS = """
["toy.fire.range"]
says = "Muskets reach two hexes."
line = "1"
chapter = "fire"
value = 2

["toy.fire.uphill"]
says = "Firing uphill costs a point."
line = "2"
chapter = "fire"
applies = true
"""
VARIANTS = '[sheet]\ntitle = "As printed"\nsays = "Everything as it is printed."\n'
TESTS = """
from pathlib import Path
import pytest
from grognard.engine.rulebook import Rulebook

def book():
    return Rulebook.load(Path(__file__).parent / "toy")

@pytest.mark.rule("toy.fire.range")
def test_range():
    assert book().int("toy.fire.range") == 2

@pytest.mark.rule("toy.fire.uphill")
def test_uphill():
    assert UPHILL
"""


def hunt(folder: Path, uphill: str) -> subprocess.CompletedProcess[str]:
    """Hunt the two mutants of a small rule book, one rule proved by the expression given."""
    (folder / "toy").mkdir()
    (folder / "toy" / "charts.toml").write_text(CHARTS)
    (folder / "toy" / "rulings.toml").write_text("")
    (folder / "toy" / "variants.toml").write_text(VARIANTS)
    (folder / "test_toy.py").write_text(TESTS.replace("UPHILL", uphill))
    return subprocess.run(
        [
            *(sys.executable, str(ROOT / "tests" / "mutants.py"), "--numbers"),
            *(f"--folder={folder / 'toy'}", f"--tests={folder}"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )


def test_mutants_die_of_tests_that_look_at_the_value(tmp_path: Path) -> None:
    done = hunt(tmp_path, 'book().switch("toy.fire.uphill")')
    # Both tests once without a change, then each with its mutant.
    assert "2 mutants, 4 test runs, 0 survivors" in done.stdout, done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("looks_away", ["True", 'book().says("toy.fire.uphill")'])
def test_a_survivor_is_listed(tmp_path: Path, looks_away: str) -> None:
    done = hunt(tmp_path, looks_away)
    assert "survivor: toy.fire.uphill applies: True -> False" in done.stdout, done.stderr
    assert done.returncode == 1


def test_a_test_that_fails_anyway_kills_nothing(tmp_path: Path) -> None:
    done = hunt(tmp_path, "False")
    assert "test_toy.py::test_uphill" in done.stderr
    assert done.returncode == 2
