"""The hunt for mutants: a change nobody notices is found, and so is a test that fails anyway."""

import subprocess
import sys
from pathlib import Path

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

["toy.fire.downhill"]
says = "Firing downhill costs nothing."
line = "3"
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

@pytest.mark.rule("toy.fire.downhill")
def test_downhill():
    assert DOWNHILL
"""

SLOPES = ("uphill", "downhill")


def hunt(folder: Path, uphill: str, downhill: str) -> subprocess.CompletedProcess[str]:
    """Hunt the three mutants of a small rule book, two rules proved by the expressions given."""
    (folder / "toy").mkdir()
    (folder / "toy" / "charts.toml").write_text(CHARTS)
    (folder / "toy" / "rulings.toml").write_text("")
    (folder / "toy" / "variants.toml").write_text(VARIANTS)
    (folder / "test_toy.py").write_text(
        TESTS.replace("UPHILL", uphill).replace("DOWNHILL", downhill)
    )
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
    done = hunt(tmp_path, *(f'book().switch("toy.fire.{slope}")' for slope in SLOPES))
    # All tests once without a change, then each with its mutant.
    assert "3 mutants, 6 test runs, 0 survivors" in done.stdout, done.stderr
    assert done.returncode == 0


def test_survivors_are_listed(tmp_path: Path) -> None:
    done = hunt(tmp_path, "True", 'book().says("toy.fire.downhill")')
    for slope in SLOPES:
        assert f"survivor: toy.fire.{slope} applies: True -> False" in done.stdout, done.stderr
    assert "toy.fire.range" not in done.stdout
    assert done.returncode == 1


def test_a_test_that_fails_anyway_kills_nothing(tmp_path: Path) -> None:
    done = hunt(tmp_path, "False", "True")
    assert "test_toy.py::test_uphill" in done.stderr
    assert done.returncode == 2
