"""The pages of rules: every line of a rule book with its source, values and tests."""

from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from grognard.engine.system import System
from grognard.lab import ruledocs

CHARTS = """
["toy.fire.range"]
says = "Muskets reach two hexes | no more."
line = "12"
chapter = "fire"
value = 2

["toy.rally"]
says = "Shaken men rally."
line = "3"
chapter = "rally"
applies = true
"""
RULINGS = """
["toy.rulings.uphill"]
says = "Nobody fires uphill."
chapter = "fire"
limits = [1, 3]
"""
VARIANTS = """
[sheet]
title = "As printed"
says = "Everything as it is printed."

[far]
title = "Far"
says = "Muskets reach further."

[far."toy.fire.range"]
value = 3
"""
MARKS = {
    "toy.fire.range": ["tests/rules/test_fire.py::test_far", "tests/rules/test_fire.py::test_near"],
    "toy.rally": ["tests/rules/test_rally.py::test_rally"],
    "other.rule": ["tests/x.py::test_x"],
}


class Toy(System):
    """A system that is a rule book and nothing else."""

    name = "toy"
    title = "Toy"
    summary = "A toy."

    def __init__(self, where: Path) -> None:
        self.where = where

    def folder(self) -> Traversable:
        return self.where


@pytest.fixture
def system(tmp_path: Path) -> Toy:
    for name, text in (("charts", CHARTS), ("rulings", RULINGS), ("variants", VARIANTS)):
        (tmp_path / f"{name}.toml").write_text(text)
    return Toy(tmp_path)


def test_the_listing_tells_all_of_a_rule(system: Toy) -> None:
    (system.where / ruledocs.TESTS_FILE).write_text(ruledocs.tests_text(system, MARKS))
    (system.where / "fire.py").write_text('\nREACH = "toy.fire.range"\n')
    listing = ruledocs.rules_listing(system)
    assert [rule["id"] for rule in listing] == ["toy.fire.range", "toy.rally", "toy.rulings.uphill"]
    assert listing[0] == {
        "id": "toy.fire.range",
        "says": "Muskets reach two hexes | no more.",
        "source": "sheet",
        "line": "12",
        "chapter": "fire",
        "module": "tests.lab.fire",
        "values": {"value": 2},
        "tests": MARKS["toy.fire.range"],
        "where": [{"module": "fire.py", "line": 2}],
    }
    assert (listing[2]["source"], listing[2]["line"], listing[2]["tests"]) == ("ruling", "", [])


def test_the_index_of_tests_holds_the_rules_of_its_system_only(system: Toy) -> None:
    text = ruledocs.tests_text(system, MARKS)
    assert '"toy.rally"' in text and "other.rule" not in text


def test_the_page_shows_chapters_rows_and_variants(system: Toy) -> None:
    lines = ruledocs.page(system, MARKS).splitlines()
    assert lines[0] == "# The rules of Toy"
    assert lines.index("## Fire") < lines.index("## Rally") < lines.index("## Variants")
    assert (
        "| `toy.fire.range` | Muskets reach two hexes \\| no more. | sheet 12 | value 2 "
        "| `test_fire::test_far`<br>`test_fire::test_near` |"
    ) in lines
    uphill = "| `toy.rulings.uphill` | Nobody fires uphill. | ruling | limits 1 3 | **none** |"
    assert uphill in lines
    assert "- `far` (Far): Muskets reach further." in lines
    assert "  - `toy.fire.range`: value 3 (sheet: value 2)" in lines
