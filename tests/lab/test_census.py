"""The census of the systems counts what it says it counts."""

from pathlib import Path

from grognard.engine.rulebook import Rulebook
from grognard.lab.census import built_by_position, switches

CHARTS = """\
["toy.a"]
says = "A line with two switches and a number."
line = "1"
chapter = "fire"
label = "A"
applies = true
both = false
inches = 3

["toy.b"]
says = "A line without values."
line = "2"
chapter = "fire"
label = "B"
"""
VARIANTS = '[sheet]\ntitle = "As printed"\nsays = "Nothing is changed."\n'


def test_switches_are_counted_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(CHARTS, "utf-8")
    (tmp_path / "rulings.toml").write_text("", "utf-8")
    (tmp_path / "variants.toml").write_text(VARIANTS, "utf-8")
    found = switches(Rulebook.load(tmp_path).rules)
    assert [(rule.id, key) for rule, key in found] == [("toy.a", "applies"), ("toy.a", "both")]


def test_a_step_built_by_position_is_found() -> None:
    text = "Leg(1, 2)\nLeg(side=1, unit=2)\nOther(1)\nmove.Leg(side=1)\nmove.Leg(3)\n"
    assert built_by_position(text, {"Leg"}) == [1, 5]
