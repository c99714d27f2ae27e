"""Lines in the window of a terminal: broken at words only, the rest of a line indented."""

import io
import re
import sys

import pytest

import grognard
from grognard.cli.keyboard import Keyboard
from grognard.cli.output import complain, say, say_odds, say_table, whole
from grognard.cli.screen import columns
from grognard.cli.terminal import Terminal
from tests.cli.test_looking import sitting
from tests.cli.toy_table import Script

ESCAPES = re.compile(r"\x1b\[[\d;]*m")


class Window(io.StringIO):
    """What is printed in a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """All lines, without colours."""
        return ESCAPES.sub("", self.getvalue()).split("\n")[:-1]


def opened(monkeypatch: pytest.MonkeyPatch, width: int) -> Window:
    """A terminal in place of the standard output."""
    found = Window()
    monkeypatch.setattr(sys, "stdout", found)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_a_long_line_is_broken_at_words_and_the_rest_indented(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 30)
    say("Jamin attacks 2nd Nassau III: attacker 1 step / defender 1 step.")
    say("  die 4: no effect\n  die 5: the defender retreats two hexes")
    say("   7  Husson and Campi ride to the farm")  # a line of the log by its number
    say("  | | Shock (Husson): retreat 54 %, 20 % in all")  # a branch of a tree
    assert seen.lines() == [
        "Jamin attacks 2nd Nassau III:",
        "  attacker 1 step / defender 1",
        "  step.",
        "  die 4: no effect",
        "  die 5: the defender retreats",
        "    two hexes",
        "   7  Husson and Campi ride to",
        "        the farm",
        "  | | Shock (Husson): retreat",
        "  | |   54 %, 20 % in all",
    ]


def test_options_wider_than_the_window_are_broken_at_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 30)
    columns(["  1 done", " 12 ahead half: 6.0 in to 12.3,20.0, turns left"], "  ")
    assert seen.lines() == [
        "    1 done",
        "   12 ahead half: 6.0 in to",
        "     12.3,20.0, turns left",
    ]


def test_a_command_to_be_copied_stays_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = opened(monkeypatch, 40)
    command = whole("grognard play --file saved/games/maida-1.grog")
    say(f"The game is saved. Continue with: {command}")
    assert seen.lines() == [
        "The game is saved. Continue with:",
        "  grognard play --file saved/games/maida-1.grog",
    ]


def test_tables_break_no_word_where_another_column_can_give_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 80)
    rows = [("Ney", "a b c d e f g h i j k l m n o p q r s t u v w x y z " * 2, "x" * 60)]
    say_table(("name", "letters", "long"), rows)
    assert any("x" * 60 in line for line in seen.lines())
    assert all(len(line) <= 80 for line in seen.lines())


def test_a_table_too_wide_for_the_window_is_told_row_by_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 24)
    say_table(("", "name", "kind", "at"), [("NE", "Ney", "leader", "Gémioncourt")])
    assert seen.lines() == ["NE  name Ney", "  kind leader", "  at Gémioncourt"]


def test_bars_of_odds_fit_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = opened(monkeypatch, 40)
    say_odds({"retreat": "3/4", "stand": "1/4"})
    # Three eighths of the window for a certainty, so 15 for 1 and 11 for 3/4.
    assert [line.count("█") for line in seen.lines()[2:]] == [11, 4]


def test_errors_are_broken_at_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = opened(monkeypatch, 30)
    monkeypatch.setattr(sys, "stderr", seen)
    complain("grognard: no battle gemioncour: did you mean gemioncourt?")
    assert seen.lines() == ["grognard: no battle", "  gemioncour: did you mean", "  gemioncourt?"]


def test_what_is_piped_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    say("word " * 40)
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize(
    ("battle", "side", "piece"),
    [("shock/gemioncourt", "french", "jamin"), ("pulses/teugen-hausen", "french", "57th line")],
)
def test_no_word_of_a_sitting_is_broken(
    battle: str, side: str, piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = ("?", "units", f"card {piece}", "tool", f"what threatens {piece}", "tool victory")
    asked = (*looks, "legend", "chart", "1", "y", "1", "y", "log", "nonsense")
    known = opened(monkeypatch, 2000)
    sitting(battle, side, *asked)
    words = {word for line in known.lines() for word in line.split()}
    for width in (80, 57, 40):
        seen = opened(monkeypatch, width)
        sitting(battle, side, *asked)
        for line in seen.lines():
            assert len(line) <= width or len(line.split()) == 1, line
            told = {word for word in line.split() if word.isalpha() and not word.isupper()}
            assert told <= words, line


def test_bare_hexes_stand_side_by_side_although_others_have_much_to_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 40)
    bare = [f"{number:>3} 07{number:02}" for number in range(2, 9)]
    columns(["  1 0709: next to 5th Militia", *bare], "")
    assert seen.lines() == [
        "  1 0709: next to 5th Militia",
        "  2 0702    4 0704    6 0706    8 0708",
        "  3 0703    5 0705    7 0707",
    ]


def test_where_a_unit_can_go_takes_few_lines_of_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 80)
    sitting("shock/gemioncourt", "french", "move ney")
    shown = seen.lines()
    first = max(number for number, line in enumerate(shown) if "where to?" in line)
    # 116 hexes, nine to a line where nothing is told of them.
    assert sum(len(re.findall(r"\b\d{4}\b", line)) for line in shown[first:]) >= 100
    assert len(shown) - first <= 25


def test_a_long_question_is_broken_at_words_with_room_for_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = opened(monkeypatch, 57)
    asked: list[str] = []
    keyboard = Keyboard()
    keyboard.interactive = True

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return "y"

    monkeypatch.setattr("builtins.input", typed)
    ends = "Grenzer, right wing: destroyed 52 %, gives way 27 %, stands 21 %."
    assert keyboard.ask(f"{ends} Commit to this? (y/n)") == "y"
    # 47 columns: 57 less ten for the answer.
    assert seen.lines() == ["Grenzer, right wing: destroyed 52 %, gives way"]
    assert asked == ["  27 %, stands 21 %. Commit to this? (y/n)> "]


def test_help_and_the_tree_of_an_attack_leave_no_shreds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The help on poses fills its lines; no line begins with the sign of a percentage."""
    seen = opened(monkeypatch, 80)
    lines = ["?", "move first-light charge corsicans", "n"]
    Terminal(grognard.new("onepage/maida", seed=3), {}, Script(lines)).run()
    shown = seen.lines()
    at = next(i for i, line in enumerate(shown) if line.startswith("A unit may also go"))
    assert shown[at + 1].startswith("from the left and from the top, `to 12.3,20.0 facing 90`")
    assert len(shown[at + 1]) > 60
    tree = [line for line in shown if line.lstrip().startswith("|")]
    assert len(tree) > 10
    assert not [line for line in tree if re.match(r"[ |]*(%|in all|all)", line)]
