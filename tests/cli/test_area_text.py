"""The board of areas in text: the list, the sketch, the ways, and a sitting at a battle on one."""

import re
from pathlib import Path

import pytest

from grognard.boards.areamap import AreaMap
from grognard.bots import bot
from grognard.cli.area_text import AreaText, legend, told
from grognard.cli.screen import TerminalScreen
from grognard.cli.terminal import Terminal
from grognard.engine import toml
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import CHANCE, Game
from grognard.engine.step import NOBODY
from grognard.engine.view import Marker, Placement
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.ground import read_map
from tests.cli.toy_table import Script

GUIDE = Path(__file__).parents[2] / "docs" / "play-locales.md"
Out = pytest.CaptureFixture[str]

MAP = """
board = "areas"
name = "ford"
title = "The ford"
sides = ["blue", "red"]
width = 1200
height = 800
kilometre = 500
[[locale]]
id = "west"
name = "West Bank"
about = "open"
capacity = 4
reserve = "200,400"
outline = "0,0 400,0 400,800 0,800"
[[locale]]
id = "mill"
name = "Mill"
about = "houses"
capacity = 3
reserve = "600,400"
outline = "400,0 800,0 800,800 400,800"
[[locale]]
id = "east"
name = "East"
capacity = 2
reserve = "1000,300"
outline = "800,0 1200,0 1200,800 800,800"
[[boundary]]
between = ["west", "mill"]
width = "narrow"
passage = "restricted"
into.mill = { infantry = 1, cavalry = 2, obstructed = true }
[[boundary]]
between = ["mill", "east"]
width = "wide"
[[road]]
id = "pike"
name = "The Pike"
kind = "main"
through = ["west", "mill", "east"]
line = "0,420 650,400 1200,500"
[[road]]
id = "bed"
name = "The bed"
kind = "railroad"
through = ["mill", "east"]
line = "600,200 1200,200"
"""
WEST, MILL, EAST = 0, 1, 2
TITLES = ("Blue", "Red")


def ford() -> AreaMap:
    """Three locales in a row."""
    return read_map(toml.loads(MAP, "ford.toml"))


def block(
    n: int, side: int, locale: int, approach: int = -1, name: str = "", sp: str = ""
) -> Placement:
    """A block; one with a name is known to be infantry."""
    label, symbol = (f"{n} {name}", "infantry") if name else (f"{n}", "block")
    return Placement(f"block:{n}", symbol, side, (locale, approach), None, label, sp, (), "")


def drawn(board: AreaText, width: int = 80) -> list[str]:
    """The list without its colours."""
    return [line.plain for line in board.listing(width)]


OWN = [block(1, 0, WEST, 0, "Ord", "3"), block(2, 0, WEST, -1, "Rice", "2")]
ENEMY = [block(7, 1, MILL), block(8, 1, MILL, 1), block(9, 1, MILL, 1)]
OBJECTIVE = Marker("objective:1", "objective", (MILL, -1), 0, "Mill: objective of Blue")


def test_a_piece_is_told_by_number_name_arm_strength_and_state() -> None:
    assert told(OWN[0]) == "1 Ord I3"
    assert told(ENEMY[0]) == "7"
    broken = OWN[0]._replace(strength="", marks=("disrupted",))
    assert told(broken) == "1 Ord I (disrupted)"
    assert told(ENEMY[0]._replace(label="7\x1b[2J")) == "7[2J"


def test_the_list_says_who_holds_what_and_which_approach_is_secured() -> None:
    board = AreaText(ford(), [*OWN, *ENEMY], [OBJECTIVE], TITLES)
    assert drawn(board) == [
        "Held by Blue:",
        "  West Bank: room for 2",
        "    reserve: 2 Rice I2",
        "    > Mill: 1 Ord I3",
        "Held by Red:",
        "  Mill: room for 0; objective of Blue",
        "    reserve: 7",
        "    > West Bank: 8, 9",
        "Empty:",
        "  East (2)",
    ]


def test_an_empty_objective_has_a_line_and_an_entry_has_none() -> None:
    entry = Marker("entry:2", "entry", (EAST, -1), 1, "Red reinforcements")
    board = AreaText(ford(), [], [OBJECTIVE, entry], TITLES)
    assert drawn(board) == [
        "Empty:",
        "  Mill: room for 3; objective of Blue",
        "  West Bank (4), East (2)",
    ]


def test_a_marker_of_an_approach_stands_beside_it() -> None:
    closed = Marker("closed:1", "closed", (EAST, 3), -1, "closed this turn")
    board = AreaText(ford(), [], [closed], TITLES)
    assert drawn(board)[1:3] == ["  East: room for 2", "    > Mill: closed this turn"]


def test_long_lines_are_folded_but_not_between_a_name_and_its_room() -> None:
    assert drawn(AreaText(ford(), [], [], TITLES), 20) == [
        "Empty:",
        "  West Bank (4),",
        "  Mill (3), East (2)",
    ]
    many = [block(n, 1, MILL, -1, "Longstreet", "2") for n in range(10, 13)]
    board = AreaText(ford(), many, [], TITLES)
    assert drawn(board, 40)[2:4] == [
        "    reserve: 10 Longstreet I2, 11",
        "        Longstreet I2, 12 Longstreet I2",
    ]


def test_part_of_the_list_is_what_lies_near() -> None:
    board = AreaText(ford(), [*OWN, *ENEMY], [], TITLES)
    assert board.near(["block:1"]) == {WEST, MILL}
    assert board.near(["approach:east/mill"]) == {MILL, EAST}
    assert board.near(["locale:mill", "verb:done", "block:99"]) == {WEST, MILL, EAST}
    part = [line.plain for line in board.listing(80, {EAST})]
    assert part == ["Empty:", "  East (2)"]


def test_the_sketch_sets_locales_where_they_lie() -> None:
    board = AreaText(ford(), [*OWN, *ENEMY], [OBJECTIVE], TITLES)
    # 36 columns: the middles 200, 600 and 1000 of 1200 metres are columns 6, 18 and 30, less half
    # of the labels of 9, 7 and 4 characters. 12 lines: 400 and 500 metres from the
    # northern edge of 800 are lines 6 and 7.
    assert [line.plain for line in board.sketch(36)] == [
        "  West Bank    Mill*",
        "  [2 1]        (7 8 9)      East",
    ]


def test_only_objectives_have_a_star_on_the_sketch() -> None:
    closed = Marker("closed:0", "closed", (WEST, -1), -1, "West Bank: closed this turn")
    board = AreaText(ford(), [], [OBJECTIVE, closed], TITLES)
    lines = [line.plain.split() for line in board.sketch(36)]
    assert lines == [["West", "Bank", "Mill*"], ["East"]]
    assert drawn(board)[1] == "  West Bank: room for 4; closed this turn"


def test_labels_of_the_sketch_make_room_for_each_other() -> None:
    crowd = [block(n, 0, WEST) for n in range(10, 14)] + [block(n, 1, MILL) for n in range(20, 23)]
    lines = [line.plain for line in AreaText(ford(), crowd, [], TITLES).sketch(26)]
    assert all(len(line) <= 26 for line in lines)
    text = "\n".join(lines)
    for label in ("West Bank", "Mill", "East", "[10 11 12 13]", "(20 21 22)"):
        assert text.count(label) == 1


def test_ways_say_what_it_is_like_to_go_there() -> None:
    board = AreaText(ford(), [], [], TITLES)
    assert board.ways(WEST) == [
        ("Mill", "narrow, restricted, main road, infantry -1, cavalry -2, obstructed")
    ]
    assert board.ways(MILL) == [
        ("West Bank", "narrow, restricted, main road"),
        ("East", "wide, main road, railroad bed"),
    ]


def test_who_is_at_and_across_a_place() -> None:
    board = AreaText(ford(), [*OWN, *ENEMY], [], TITLES)
    assert board.at("approach:west/mill") == "West Bank towards Mill: 1 Ord I3"
    assert board.held("locale:west") == "Blue 2 Rice I2, 1 Ord I3"
    assert board.held("locale:east") == "empty, room for 2"
    assert board.held("approach:west/mill") == "1 Ord I3; across: Red 7, 8, 9"
    assert board.held("approach:mill/east") == "across: empty, room for 2"
    assert board.held("locale:nowhere") == "" and board.at("verb:done") == "done"


def test_the_legend_names_every_locale() -> None:
    rows = dict(legend(ford()))
    assert rows["West Bank"] == "holds 4: open"
    assert rows["East"] == "holds 2"
    assert "infantry, cavalry, artillery" in rows["I3 C2 A1"]


# -- a sitting ----------------------------------------------------------------------------------


def ridge(seed: int = 3) -> Game:
    """The tutorial of the system of areas, its cards drawn and the first question open."""
    game = Game.begin(SYSTEM, SYSTEM.battle("mcphersons-ridge"), DiceBox.open(seed), None, None)
    draw(game)
    return game


def draw(game: Game) -> None:
    """Let chance answer until somebody is asked."""
    while game.actor == CHANCE:
        game.roll()


def sit(game: Game, *lines: str) -> None:
    """A sitting of the side that is asked first."""
    assert game.actor is not None
    other = next(side for side in game.battle.sides if side != game.actor)
    Terminal(game, {other: bot("random", 1)}, Script(lines)).run()


def test_the_board_shows_own_blocks_and_numbers_of_the_enemy(capsys: Out) -> None:
    sit(ridge())
    out = capsys.readouterr().out
    assert "17 Archer I2" in out and "Meredith" not in out
    assert "    reserve: 3\n" in out
    assert "  McPherson's Farm: room for 2; objective of Union\n" in out
    assert max(map(len, out.split("Confederate:")[0].splitlines())) <= 80


def test_an_unchanged_board_is_not_printed_again(capsys: Out) -> None:
    sit(ridge(), "1", "map")
    assert capsys.readouterr().out.count("Held by Union:") == 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("card 3", "Side   Union"),
        ("card block:3", "May be"),
        ("card block 17", "Archer, infantry 2"),
        ("card archer", "Archer, infantry 2"),
        ("card springs woods", "> Herr's Ridge     wide, local road"),
        ("card herr-woods", "Locale             Springs Woods"),
        ("card 14", "off the map"),
        ("card 99", 'no unit or place "99"'),
        ("card", 'no unit or place ""'),
        ("legend", "Springs Woods    holds 6"),
        ("units", "17  Archer         infantry   2   Springs Woods"),
    ],
)
def test_words_of_a_board_of_areas(typed: str, told: str, capsys: Out) -> None:
    sit(ridge(), typed)
    assert told in capsys.readouterr().out


def test_options_are_grouped_by_the_place_they_begin_at() -> None:
    game = ridge()
    while not any(o.text == "done" for o in game.view(game.actor).question.options):
        game.play(game.view(game.actor).question.options[-1].action)
        while game.actor == CHANCE:
            game.roll()
    groups = TerminalScreen(SYSTEM).groups(game.view(game.actor))
    assert [g.place for g in groups if len(g.options) > 1]
    for group in groups[:-1]:
        assert group.piece is None
        name = group.place.partition(":")[2]
        assert all(option.text.endswith(f" {name}") for option in group.options)
    assert [option.text for option in groups[-1].options] == ["done"]


def test_a_command_card_is_no_block(capsys: Out) -> None:
    game = ridge()
    while "card" not in game.view(game.actor).question.prompt:
        game.play(game.view(game.actor).question.options[-1].action)
    groups = TerminalScreen(SYSTEM).groups(game.view(game.actor))
    assert [(g.piece, g.place) for g in groups] == [(None, "")]


def test_odds_once_committed_to_are_not_asked_about_again(capsys: Out) -> None:
    game = ridge()
    while not any(o.text == "done" for o in game.view(game.actor).question.options):
        game.play(game.view(game.actor).question.options[-1].action)
    orders = ["assault forney-fields/railroad-cut", "block 18", "go", "y", "go"]
    sit(game, *orders, "quit")
    out = capsys.readouterr().out
    assert out.count("Assault from Forney's Fields towards Railroad Cut") == 1
    assert "Leaders 3, support 0" in out


def test_the_worked_turn_of_the_guide_is_played_as_shown() -> None:
    game = ridge(seed=6)
    read = len(game.log)
    session = "".join(re.findall(r"^```session\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S))
    parts = re.split(r"^(?=\w+> )", session, flags=re.MULTILINE)[1:]
    for part in parts:
        typed, _, told = part.partition("\n")
        who, answer = typed.split("> ", 1)
        assert game.actor == who, typed
        game.play(answer)
        draw(game)
        heard = [entry.text for entry in game.log[read:] if entry.heard_by(NOBODY)]
        read = len(game.log)
        assert heard == told.splitlines(), typed
    assert len(parts) > 20


def test_charts_that_the_guide_names_exist() -> None:
    named = set(re.findall(r"`chart\s+([a-z0-9-]+)`", GUIDE.read_text("utf-8")))
    assert len(named) > 5
    assert named - set(SYSTEM.rulebook().charts()) == set()
