"""Paper: sheets, rosters and labels as PDF, measured."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest

import grognard
from grognard.companion.lengths import Lengths, lengths
from grognard.companion.paper.battle import print_battle
from grognard.companion.paper.charts import print_system
from grognard.companion.paper.sheet import INCH, MM
from grognard.engine.errors import FileError, UnknownName
from grognard.systems import NAMES

CLOSE = 0.2 * MM


def pages(path: Path) -> list[str]:
    """The drawing commands of every page of a PDF."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL):
        try:
            text = zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True))
        except (ValueError, zlib.error):
            continue  # a font or a picture
        if b" re" in text or b"Tj" in text:
            found.append(text.decode("latin-1"))
    return found


def boxes(path: Path) -> list[tuple[float, float]]:
    """Width and height of every rectangle whose edge is drawn, in points."""
    found = []
    for page in pages(path):
        for width, height in re.findall(r"[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+) re S", page):
            found.append((float(width), float(height)))
    return found


def near(found: list[tuple[float, float]], width: float, depth: float) -> int:
    """How many rectangles have a size, to within a fifth of a millimetre."""
    return sum(abs(w - width) <= CLOSE and abs(h - depth) <= CLOSE for w, h in found)


@pytest.mark.parametrize(("scale", "factor"), [("full", 1.0), ("half", 0.5)])
def test_labels_have_the_size_of_their_bases(tmp_path: Path, scale: str, factor: float) -> None:
    system = grognard.system("brigades")
    path = tmp_path / "battle.pdf"
    print_battle(system, system.battle("casteggio"), path, "a4", Lengths(scale))
    found = boxes(path)
    # Massed infantry stands on 3 by 3 inches: four French brigades. Linear infantry and cavalry
    # skirmishers stand on 3 by 1.5: four Austrian halves, two of hussars.
    assert near(found, 3 * INCH * factor, 3 * INCH * factor) == 4
    assert near(found, 3 * INCH * factor, 1.5 * INCH * factor) >= 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_of_every_system_can_be_read(tmp_path: Path, name: str, paper: str) -> None:
    path = tmp_path / "sheet.pdf"
    charts, size = print_system(grognard.system(name), path, "sheet", paper, Lengths())
    assert charts >= 8, "charts on the first page"
    assert size >= 5, "points"
    assert path.read_bytes().startswith(b"%PDF")


def test_the_paper_is_letter_or_a4(tmp_path: Path) -> None:
    system = grognard.system("onepage")
    for paper, box in (("a4", b"595.2756 841.8898"), ("letter", b"612 792")):
        path = tmp_path / f"{paper}.pdf"
        print_system(system, path, "sheet", paper, Lengths())
        assert b"/MediaBox [ 0 0 " + box in path.read_bytes()


@pytest.mark.parametrize(
    ("scale", "unit", "told"),
    [
        ("full", "in", 'within 6 inches, 12 in and 4"'),
        ("half", "in", 'within 3 inches, 6 in and 2"'),
        ("two-thirds", "cm", "within 10.2 cm, 20.3 cm and 6.8 cm"),
    ],
)
def test_distances_follow_the_table(scale: str, unit: str, told: str) -> None:
    assert lengths(scale, unit).told('within 6 inches, 12 in and 4"') == told


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(UnknownName, match='no scale "third"'):
        lengths("third", "in")


HOUSE = """title = "Our club"

["onepage.combat.hit"]
says = "Fives and sixes hit."
least = 5
"""


def test_a_variant_of_ones_own_changes_charts_and_odds(tmp_path: Path) -> None:
    path = tmp_path / "my-club.toml"
    path.write_text(HOUSE)
    mine = grognard.house(path)
    system = grognard.system("onepage")
    check = system.checks(mine)["fire"].check((0, 0, 0))
    # Two dice that hit on 5 and 6: none with 4/9.
    assert check.odds().fractions()["0"] == "4/9"
    assert system.rulebook(mine).says("onepage.combat.hit") == "Fives and sixes hit."
    assert print_system(system, tmp_path / "x.pdf", mine, "a4", Lengths())[1] > 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["onepage.combat.hti"]\nleast = 5', 'my-club.toml:1: unknown rule "onepage.combat.hti"'),
        ('["onepage.combat.hit"]\nlaest = 5', "my-club.toml:2:"),
        ('["onepage.combat.hit"]\nleast = "five"', "my-club.toml:2:"),
    ],
)
def test_a_wrong_variant_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "my-club.toml"
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        grognard.system("onepage").rulebook(grognard.house(path))
    assert said in str(caught.value)


def test_a_file_nobody_named_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text(HOUSE)
    with pytest.raises(UnknownName, match="no variant"):
        grognard.system("onepage").rulebook(str(path))


def test_a_battle_is_not_played_by_a_file_nobody_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text(HOUSE)
    with pytest.raises(UnknownName, match="no variant"):
        grognard.new("onepage/maida", str(path), seed=1)
