"""An evening on paper: what is lost is dark, who is gone has no label, states are told."""

import json
from pathlib import Path

import pytest

from grognard.companion import site
from grognard.companion.lengths import Lengths
from grognard.companion.paper.evening import print_evening, read_evening
from grognard.engine.errors import GrognardError, UnknownName
from grognard.systems import system
from tests.companion.test_paper import boxes, pages

INCH = 72.0


def evening(**more: object) -> str:
    """Two units and an officer; the second unit is gone."""
    units = [
        {"id": "a", "name": "Foy", "side": 0, "group": "Reille", "kind": "infantry"},
        {"id": "b", "name": "Bachelu", "side": 0, "group": "Reille", "kind": "infantry"},
        {"id": "c", "name": "Picton", "side": 1, "kind": "infantry"},
        {"id": "d", "name": "Reille", "side": 0, "officer": True, "with": "Foy"},
    ]
    strengths = {"a": (4, 1), "b": (3, 3), "c": (5, 0), "d": (0, 0)}
    for unit in units:
        unit["strength"], unit["losses"] = strengths[str(unit["id"])]
        unit["width"], unit["depth"] = 2000, 1000
    units[0]["states"] = ["disordered"]
    given = {"system": "onepage", "title": "Saturday", "sides": ["French", "Allied"]}
    return json.dumps({**given, "units": units, **more})


def dark(path: Path) -> int:
    """How many boxes of strength are filled because they are lost."""
    return sum(page.count(".35 g") for page in pages(path)) - len(pages(path))


def test_losses_are_dark_and_the_gone_have_no_label(tmp_path: Path) -> None:
    path = tmp_path / "evening.pdf"
    found = read_evening(evening())
    print_evening(system("onepage"), found, "sheet", path, "a4", Lengths())
    # Foy has lost one of four, Bachelu all three: eight boxes have only an edge, four are dark.
    # The tracks to withdrawal have 40 % of seven and of five points, rounded up: three and two.
    squares = [box for box in boxes(path) if box[0] < 12]
    assert len(squares) == 3 + 0 + 5 + 3 + 2
    assert dark(path) == 4
    # Labels of 2 by 1 inches: Foy's and Picton's.
    labels = [b for b in boxes(path) if abs(b[0] - 2 * INCH) < 0.5 and abs(b[1] - INCH) < 0.5]
    assert len(labels) == 2


def test_a_battle_brings_its_scenario(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain.pdf", tmp_path / "whole.pdf"
    for path, battle in ((plain, ""), (whole, "onepage/maida")):
        found = read_evening(evening(battle=battle))
        print_evening(system("onepage"), found, "sheet", path, "letter", Lengths("half"))
    feet = [path.read_bytes().count(b"/Type /Page\n") for path in (plain, whole)]
    assert feet[1] == feet[0] + 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "cannot be printed"),
        (evening(units=[{"id": "a"}]), "cannot be printed"),
        (evening(sides=["French"]), "cannot be printed"),
        ("nonsense", "cannot be printed"),
    ],
)
def test_what_is_no_roster_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        site.evening_file(text, "sheet", "a4", Lengths())


def test_unknown_paper_system_and_variant_are_refused() -> None:
    with pytest.raises(UnknownName, match='no paper "a5"'):
        site.evening_file(evening(), "sheet", "a5", Lengths())
    with pytest.raises(UnknownName, match='no variant "mine"'):
        site.evening_file(evening(), "mine", "a4", Lengths())
    with pytest.raises(UnknownName, match='no system "other"'):
        site.evening_file(evening(system="other"), "sheet", "a4", Lengths())
