"""The tabletop in text: the ground where it is, every piece shown, the part that is asked about."""

import io

import pytest
from rich.console import Console

from grognard.boards.tablefile import read_map
from grognard.boards.tablemap import AREAS, LINES
from grognard.cli import board_screens
from grognard.cli.screen import TerminalScreen
from grognard.cli.table_text import (
    AREA_LETTERS,
    LINE_LETTERS,
    Scale,
    TableText,
    legend,
    place,
    scale,
)
from grognard.cli.tags import Tags
from grognard.engine import toml
from grognard.engine.view import Marker, Placement, Question
from tests.draw.given import GivenView, view
from tests.draw.table_given import TABLES, TableSystem, crowded, general, shipped_table, stand

MAP = read_map(
    toml.loads(
        """
board = "table"
name = "tiny"
width = 12
height = 12
inch = 20
paces = 120
[[hill]]
id = "hill"
level = 1
outline = "0,0 60,0 60,30 0,30"
[[hill]]
id = "top"
level = 2
outline = "0,0 20,0 20,20 0,20"
[[area]]
id = "wood"
kind = "forest"
outline = "80,0 120,0 120,20 80,20"
[[line]]
id = "pike"
kind = "road"
line = "0,55 120,55"
[[line]]
id = "brook"
kind = "stream"
width = 2
line = "52,30 52,120"
[[crossing]]
id = "bridge"
kind = "bridge"
name = "The bridge"
over = "brook"
road = "pike"
at = "52,55"
[[entry]]
id = "west"
name = "West"
line = "0,40 0,60"
[[place]]
id = "barn"
name = "Barn"
at = "100,100"
kind = "farm"
""",
        "tiny.toml",
    )
)
WIDTH = 28  # 24 letters of half an inch each, an inch high


def drawn(
    placements: list[Placement], markers: list[Marker] | None = None, ascii_only: bool = False
) -> list[str]:
    tags = Tags()
    tags.give(placements)
    board = TableText(MAP, placements, markers or [], tags, ascii_only)
    return [line.plain for line in board.draw(WIDTH)]


def test_a_letter_is_twice_as_high_as_wide_and_the_whole_table_fits() -> None:
    assert scale(MAP, WIDTH) == Scale(5, 10)
    for name in TABLES:
        table = shipped_table(name)
        step = scale(table, 80)
        assert step.down == 2 * step.across
        assert table.size[0] / step.across <= 76


def test_the_ground_is_written_where_it_is() -> None:
    assert drawn([]) == [
        "    0           6",
        "  0 \"\"\"\"''''''''    wwwwwwww",
        "  1 \"\"\"\"''''''''    wwwwwwww",
        "  2 ''''''''''''",
        "  3           ~",
        "  4           ~",
        "  5 ========================",
        "  6           ~",
        "  7           ~",
        "  8           ~",
        "  9           ~",
        " 10           ~",
        " 11           ~",
    ]


def test_shapes_are_dotted_over_the_ground_and_under_lines() -> None:
    shape = ((4000, 3000), (8000, 3000), (8000, 7000), (4000, 7000))
    board = TableText(MAP, [], [], Tags(), shapes=[shape])
    lines = [line.plain for line in board.draw(WIDTH)]
    # From 4 to 8 inches across and 3 to 7 down; the brook at 5.2 and the pike at 5.5 stay.
    assert lines[4] == "  3         ..~....."
    assert lines[6] == "  5 ========================"
    assert lines[8] == "  7           ~"


def test_pieces_look_where_they_look() -> None:
    turns = {0: "↑", 45: "↗", 90: "→", 135: "↘", 180: "↓", 225: "↙", 270: "←", 315: "↖", 350: "↑"}
    for turn, arrow in turns.items():
        lines = drawn([stand("foy", (70, 85), turn)])
        # 7.0 inches are 14 letters: the middle of the three is the 15th after the edge.
        assert lines[9] == f"  8           ~  FO{arrow}"
    assert drawn([stand("foy", (70, 85), 90)], ascii_only=True)[9].endswith("FO>")
    assert drawn([stand("foy", (70, 85), 90, 1)])[9].endswith("fo→")
    assert drawn([general("ney", (70, 85))])[9].endswith("NE*")


def test_a_general_beside_his_men_hides_none_of_them() -> None:
    lines = drawn([general("ney", (70, 85)), stand("foy", (70, 85), 0)])
    assert "FO↑" in lines[9]
    assert sum("NE*" in line for line in lines) == 1


def test_objectives_are_marked_and_entries_are_not() -> None:
    marks = [
        Marker("objective:1", "objective", (100, 100), 0, "Barn"),
        Marker("entry:1", "entry", (0, 80), 0, "West"),
        Marker("closed", "closed", (), 0, "nowhere"),
    ]
    lines = drawn([], marks)
    assert lines[11] == " 10           ~         X"
    assert sum("X" in line for line in lines) == 1


@pytest.mark.parametrize("name", TABLES)
def test_every_piece_of_a_crowd_is_shown(name: str) -> None:
    table = shipped_table(name)
    placements = crowded(table, 5, 30)
    tags = Tags()
    tags.give(placements)
    lines = [line.plain for line in TableText(table, placements, [], tags).draw(80)]
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for piece in placements:
        assert tags.tag(piece) in text, piece.id


def test_the_rows_about_a_piece_are_shown_where_there_is_little_room() -> None:
    placements = [stand("foy", (70, 15)), stand("kempt", (70, 115), 0, 1)]
    board = TableText(MAP, placements, [], Tags())
    # Five lines, one of them the head: four rows of an inch.
    assert board.rows(WIDTH, ["unit:foy"], 5) == (0, 4)
    assert board.rows(WIDTH, ["unit:kempt"], 5) == (8, 12)
    assert board.rows(WIDTH, [], 5) == (4, 8)
    assert board.rows(WIDTH, [], 99) == (0, 12)
    lines = [line.plain for line in board.draw(WIDTH, (8, 12))]
    assert [line[:3] for line in lines] == ["   ", "  8", "  9", " 10", " 11"]


def test_every_kind_has_a_letter_and_the_legend_tells_it() -> None:
    assert set(AREA_LETTERS) == set(AREAS) - {"fields"}
    assert set(LINE_LETTERS) == set(LINES)
    rows = dict(legend(MAP))
    assert rows["ground"] == "w forest"
    assert rows["10.0,10.0"] == "Barn (farm)"
    assert rows["5.2,5.5"] == "The bridge (bridge)"


def test_a_place_is_written_as_in_an_order() -> None:
    assert place((0, 5)) == "0.0,0.5"


def test_the_screen_shows_the_table_once_and_a_list_of_the_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    plain = Console(file=out, width=80, color_system=None)
    monkeypatch.setattr(board_screens, "console", lambda: plain)
    monkeypatch.setattr("grognard.cli.output.console", lambda: plain)
    marker = Marker("objective:1", "objective", (100, 100), 0, "Barn")
    system = TableSystem(MAP, [stand("foy", (70, 85), 90)], [marker])
    seen = GivenView(view(("french", "allied")).battle, Question(-1, "", (), (), None))
    shown = TerminalScreen(system)
    shown.board(seen)
    first = out.getvalue()
    assert "FO→" in first and "7.0,8.5" in first and "morale" in first
    shown.board(seen)
    assert out.getvalue() == first  # nothing has changed
    assert shown.find(seen, "fo") == "unit:foy"
    assert shown.find(seen, "12") is None
    shown.legend(seen)
    told = out.getvalue()[len(first) :]
    assert "w forest" in told and "* 10.0,10.0 Barn" in told
