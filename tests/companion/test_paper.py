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
from grognard.companion.paper.blocks import Block, lay, shared
from grognard.companion.paper.charts import block_of, print_system, sides
from grognard.companion.paper.columns import laid_best, one_page
from grognard.companion.paper.labels import packed
from grognard.companion.paper.sheet import FONT, INCH, MARGIN, MM, TICK, Sheet
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


def letters(page: str) -> list[float]:
    """The sizes of all letters of a page, in points."""
    return [float(size) for size in re.findall(r"/F\S+ ([\d.]+) Tf", page)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_of_every_system_can_be_read(tmp_path: Path, name: str, paper: str) -> None:
    path = tmp_path / "sheet.pdf"
    charts, size = print_system(grognard.system(name), path, "sheet", paper, Lengths())
    assert charts >= 8, "charts on the front"
    written = pages(path)
    assert min(size for page in written for size in letters(page)) >= 7, "points"
    assert size >= 7
    # Front and back of one sheet; the many words of `locales` need a second one of Letter.
    assert len(written) == (3 if (name, paper) == ("locales", "letter") else 2)


@pytest.mark.parametrize(
    ("name", "front"),
    [
        ("shock", ["fire", "shock", "matrix", "square", "rally-modifiers", "terrain-shock"]),
        ("locales", ["field", "march", "staff", "eligibility", "morale"]),
        ("onepage", ["movement", "morale", "dice", "hits", "ranges", "terrain"]),
        ("brigades", ["movement", "morale", "dice", "ties", "ranges", "charge", "terrain"]),
        ("pulses", ["skirmish", "artillery", "control", "movement", "combat", "dice", "result"]),
    ],
)
def test_what_every_turn_needs_is_on_the_front(name: str, front: list[str]) -> None:
    system = grognard.system(name)
    book = system.rulebook("sheet")
    sheet = Sheet(Path("unwritten.pdf"), "a4", name)
    shown = [block.title for block in sides(system, sheet, "sheet", Lengths())[0]]
    assert shown[0] == "The turn"
    for chart in front:
        assert book.chart(chart).title in shown, chart


@pytest.fixture
def a4(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path / "page.pdf", "a4", "A page")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [5.6, 8.0])
def test_no_word_of_a_chart_leaves_its_column(a4: Sheet, name: str, size: float) -> None:
    book = grognard.system(name).rulebook("sheet")
    for chart in book.charts():
        laid = laid_best(a4, block_of(book.chart(chart), Lengths()), size)
        assert sum(laid.widths) == pytest.approx(laid.width), chart
        assert laid.width <= a4.width - 2 * MARGIN
        for row in laid.rows:
            for cell, width in zip(row, laid.widths, strict=False):
                assert all(a4.wide(line, size) <= width for line in cell), (chart, cell)


def test_blocks_of_a_page_lie_apart_and_on_it(a4: Sheet) -> None:
    book = grognard.system("shock").rulebook("sheet")
    blocks = [block_of(book.chart(chart), Lengths()) for chart in book.charts()]
    placed = one_page(a4, blocks[:12], 5.6, 20 * MM)
    assert placed is not None and len(placed) == 12
    for i, one in enumerate(placed):
        assert one.x >= MARGIN and one.x + one.laid.width <= a4.width - MARGIN + 0.01
        assert one.y >= 20 * MM and one.y + one.laid.height <= a4.height - MARGIN
        for other in placed[:i]:
            beside = one.x >= other.x + other.laid.width or other.x >= one.x + one.laid.width
            below = one.y >= other.y + other.laid.height - 0.01
            above = other.y >= one.y + one.laid.height - 0.01
            assert beside or below or above, (one.laid.block.title, other.laid.block.title)


def test_paragraphs_run_on_in_the_next_column(a4: Sheet) -> None:
    rows = tuple((f"Rule {i}", ("a sentence of some words " * 6,)) for i in range(60))
    placed = one_page(a4, [Block("Long", ("Rule",), rows)], 7.0, MARGIN)
    assert placed is not None
    assert [each.laid.block.title for each in placed][:2] == ["Long", "Long (continued)"]
    assert len({each.laid.block.title for each in placed}) == 2
    assert sum(len(each.laid.rows) for each in placed) == 60


def test_sentences_about_one_thing_are_one_paragraph(a4: Sheet) -> None:
    says = "a sentence that is longer than a cell"
    laid = lay(
        a4, Block("", ("",), (("Fort", (says,)), ("Fort", (says,)), ("Wood", (says,)))), 7, 500
    )
    assert [row[0][0] for row in laid.rows] == [f"Fort. {says} {says}", f"Wood. {says}"]


def test_a_page_that_is_too_full_is_refused(a4: Sheet) -> None:
    long = Block("Long", ("",), tuple((f"{i}", ("a sentence " * 30,)) for i in range(200)))
    assert one_page(a4, [long], 8.0, MARGIN) is None


def test_columns_share_what_is_left_by_what_they_want() -> None:
    # 6 are needed, 4 are left; the second and third column want 2 and 6 more: 1 and 3.
    assert shared(10, [2, 2, 2], [2, 4, 8]) == [2, 3, 5]


def test_a_long_title_is_broken(a4: Sheet) -> None:
    laid = lay(a4, Block("word " * 60, ("",), (("a", ("b",)),)), 8, 200)
    assert len(laid.title) > 1
    assert all(a4.wide(line, 8 * 1.05) <= 200 for line in laid.title)


@pytest.mark.parametrize("name", NAMES)
def test_every_letter_of_a_chart_can_be_printed(a4: Sheet, name: str) -> None:
    from reportlab.pdfbase import pdfmetrics

    known = pdfmetrics.getFont(FONT).face.charToGlyph
    book = grognard.system(name).rulebook("sheet")
    for chart in map(book.chart, book.charts()):
        texts = [chart.title, *chart.columns, *(t for r in chart.rows for t in (r.label, *r.cells))]
        for text in texts:
            assert text == TICK or all(ord(letter) in known for letter in text), text


def test_labels_use_the_paper(a4: Sheet) -> None:
    # Thirteen labels at Maida. A4 has 194 by 278 mm: two squares of 3 inches and a battery of 1.5
    # side by side, three such rows and one of half bases on a page.
    system = grognard.system("onepage")
    stands = [s for s in system.muster(system.battle("maida")).stands if not s.officer]
    labels = packed(a4, stands, 1.0)
    assert len(labels) == len(stands) == 13
    assert {label.page for label in labels} == {0, 1}
    for i, one in enumerate(labels):
        for other in labels[:i]:
            if one.page == other.page:
                assert (
                    one.x >= other.x + other.width
                    or other.x >= one.x + one.width
                    or one.y >= other.y + other.depth
                    or other.y >= one.y + one.depth
                ), (one.stand.name, other.stand.name)


def test_a_scenario_tells_victory_and_arrivals_and_rosters_their_limits(tmp_path: Path) -> None:
    from grognard.companion.paper.battle import arrivals

    system = grognard.system("onepage")
    battle = system.battle("maida")
    # The 20th Foot lands on turn 3; nobody else is late.
    assert arrivals(system, battle) == ("Turn 3, British: 20th Foot.",)
    assert any("withdraws" in line for line in system.victory_terms(battle))
    path = tmp_path / "battle.pdf"
    print_battle(system, battle, path, "a4", Lengths())
    # 40 % of 22 and 24 points, rounded up: 9 and 10 boxes of a track, 4 mm less the gap.
    tracks = [w for w, h in boxes(path) if abs(w - 3.4 * MM) < CLOSE and abs(h - 3.4 * MM) < CLOSE]
    assert len(tracks) == 22 + 24 + 9 + 10


def test_the_map_says_what_its_inches_are_on_another_scale(tmp_path: Path) -> None:
    system = grognard.system("onepage")
    written = []
    for scale in ("full", "half"):
        path = tmp_path / f"{scale}.pdf"
        print_battle(system, system.battle("maida"), path, "a4", Lengths(scale))
        written.append(sum(page.count("BT 1 0 0 1") for page in pages(path)[:2]))
    # A head and a line more.
    assert written[1] == written[0] + 2


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
