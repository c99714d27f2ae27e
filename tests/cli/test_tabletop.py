"""A tabletop battle at the terminal: poses, tools and help as a newcomer types them."""

import pytest

import grognard
from grognard.bots.bot import Candidate, Reasons
from grognard.cli.player_commands import PlayerCommands
from grognard.cli.screen import TerminalScreen
from grognard.cli.terminal import Terminal
from grognard.engine.log import LogEntry
from grognard.engine.step import EVERYBODY
from tests.cli.toy_table import Script

Out = pytest.CaptureFixture[str]


def typed(*lines: str) -> None:
    """People on both sides of the tutorial type some lines."""
    Terminal(grognard.new("onepage/maida", seed=3), {}, Script(lines)).run()


def test_help_tells_how_poses_are_written_and_reach_is_asked_for(capsys: Out) -> None:
    typed("?")
    out = capsys.readouterr().out
    assert "`to 12.3,20.0 facing 90`" in out and "`tool reach UNIT`" in out


def test_a_hint_names_units_as_the_options_do(capsys: Out) -> None:
    """The adviser knows "line-3" and "grenzer"; the options say 3rd Line, Peterwardein Grenzer."""
    game = grognard.new("pulses/teugen-hausen", seed=7)
    screen = TerminalScreen(game.system)
    screen.look(game.view("french"))
    plan = "throw the 2 again, skirmish line-3, grenzer"
    named = "throw the 2 again, skirmish 3rd Line, Peterwardein Grenzer"
    assert screen.names.orders(plan) == named
    reasons = Reasons(plan, (Candidate("fire guns > twenty-third", 2.75, 3),))
    terminal = Terminal(grognard.new("onepage/maida", seed=3), {}, Script(["quit"]))
    terminal.run()
    PlayerCommands(terminal)._reasons(reasons)
    out = capsys.readouterr().out
    assert "fire Lemoine's guns > 23rd Light" in out and "twenty-third" not in out


def test_tools_are_listed_with_what_they_are_pointed_at(capsys: Out) -> None:
    typed("tool")
    out = capsys.readouterr().out
    assert "sight UNIT UNIT " in out and "\nreach UNIT " in out and "\nvictory " in out


def test_a_tool_answers_in_words_and_dots_its_ground(capsys: Out) -> None:
    typed("tool reach 1st Light", "tool sight first-light ke")
    out = capsys.readouterr().out
    board = out.partition("1st Light has 12 in to move.")[2]
    assert "....." in board
    # Kempt's front is at 11.5, that of the 1st Light at 25.5.
    assert "1st Light to Kempt: 14 in between them." in board


def test_a_tool_pointed_at_nothing_says_what_it_wants(capsys: Out) -> None:
    typed("tool reach nobody", "tool sight kempt", "tool spyglass")
    out = capsys.readouterr().out
    assert 'no unit or place "nobody": `units` lists what is on the board' in out
    assert 'the tool "sight" is pointed at 2 things on the board, not 1' in out
    assert 'no tool "spyglass"' in out


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("to 40,20", "40,20 is off the table, which is 36 by 36 inches"),
        ("to 26.05,23.6", "26.05,23.6 is too precise: places are in tenths of an inch"),
        ("26.1,23.6 facing 92", "facing 92 is not possible: facings are 0, 5, 10 … degrees"),
        ("to 26.1,23.6 facing 360", "facing 360 is not possible"),
        ("to 26.1,23.6 facing west", "facing west is not possible"),
        ("to 26.1,30.0 facing 270", "is not allowed: it lies outside the front arc"),
        ("to market", "cannot read 'to market'"),
    ],
)
def test_a_place_that_is_none_is_refused_with_the_reason(capsys: Out, place: str, why: str) -> None:
    typed("move first-light", place)
    assert why in capsys.readouterr().out


def test_odds_before_a_roll_name_those_it_is_about(capsys: Out) -> None:
    typed("move first-light", "charge corsicans", "y", "odds done")
    assert "1st Light: Morale test: d6 of at most" in capsys.readouterr().out


def test_an_attack_is_followed_to_its_end_before_it_is_ordered(capsys: Out) -> None:
    typed("move first-light charge corsicans", "n")
    out = capsys.readouterr().out
    tree = out.partition("The whole attack\n")[2]
    assert tree.startswith("  Corsican Rangers: ")
    assert "  These two lose on average: British " in tree
    # The 1st Light has morale 5: one face of six fails.
    assert "\n  Morale test (1st Light): pass 83 %\n" in tree
    assert "Not done. Choose again." in tree


def test_an_order_with_a_named_way_is_taken_back_whole(capsys: Out) -> None:
    typed("move forty-second ahead half halt", "undo", "3")
    out = capsys.readouterr().out
    assert "42nd Line moves 6.0 in." in out
    assert "2 move 42nd Line" in out.partition("Taken back.")[2]


def test_numbers_stay_while_a_question_is_asked_again_and_the_board_is_not_repeated(
    capsys: Out,
) -> None:
    typed("move forty-second ahead half halt", "2", "3")
    before, after = capsys.readouterr().out.split("42nd Line moves", 1)
    assert "3 move Peyri" in before and "3 move Peyri" in after
    assert "no option 2: they are numbered 1, 3, 4" in after
    assert "Peyri has 12 in left: where to?" in after
    assert "KE→" in before and "KE→" not in after


def test_a_roll_names_who_throws_and_those_it_is_about() -> None:
    game = grognard.new("onepage/maida", seed=3)
    screen = TerminalScreen(game.system)
    screen.look(game.view("french"))
    both = ("unit:horse-guns", "unit:kempt")
    thrown = LogEntry(7, "Fire: 1 die", EVERYBODY, both, roll=True)
    assert screen.told(thrown) == "Horse guns against Kempt: Fire: 1 die"
    french = thrown._replace(roller=game.battle.side_index("french"))
    assert screen.told(french) == "French (Horse guns against Kempt): Fire: 1 die"
    assert screen.told(french._replace(subjects=())) == "French: Fire: 1 die"
    assert screen.told(thrown._replace(roll=False)) == "Fire: 1 die"
    assert screen.told(thrown._replace(subjects=())) == "Fire: 1 die"


def test_places_are_asked_about_by_their_names(capsys: Out) -> None:
    lines = ("who can reach casteggio", "what threatens Casteggio?", "card rivalta", "legend")
    Terminal(grognard.new("brigades/casteggio", seed=1), {}, Script(lines)).run()
    out = capsys.readouterr().out
    assert "To Casteggio could come:\nAustrian: Reisky, first half, there already." in out
    assert "Nothing threatens Reisky, first half now." in out
    assert "Ground village" in out and "There  28th Line" in out
    assert "Casteggio (town)" in out and "(label)" not in out
