"""Nothing but plain text reaches a terminal, and odds read as they are."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from grognard.cli.output import clean, odds_rows, percent, say, say_json, say_table


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07x", "]0;titlex"),
        ("\x9b2J", "2J"),
        ("a\u202eb\u2066c\u200bd", "abcd"),
        ("bell\x07\x08\x7f", "bell"),
        ("a\rb", "ab"),
        ("a\u2028b\u2029c", "abc"),
        ("one\ntwo\tthree", "one two three"),
        ("\ud800", ""),
        ("Gémioncourt ½ → 7", "Gémioncourt ½ → 7"),
    ],
)
def test_control_and_escape_characters_are_left_out(hostile: str, harmless: str) -> None:
    assert clean(hostile) == harmless


def test_line_breaks_stay_where_they_are_wanted() -> None:
    assert clean("one\n  two\x1b", lines=True) == "one\n  two"


def test_texts_and_tables_are_cleaned_and_read_no_markup(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say("[bold]Ney[/bold]\x1b[2J :smile:")
    say_table(("co\x1bl",), [("ce\x07ll",)], title="ti\x9btle")
    printed = capsys.readouterr().out
    assert "[bold]Ney[/bold][2J :smile:" in printed
    assert "col" in printed and "cell" in printed and "title" in printed
    assert not set(printed) & {"\x1b", "\x07", "\x9b"}


def test_json_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"name": "Pir\xe9\x1b\x9b"})
    printed = capsys.readouterr().out
    assert printed.isascii() and "\x1b" not in printed
    assert json.loads(printed) == {"name": "Pir\xe9\x1b\x9b"}


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0.0%"),
        (Fraction(1, 10), "10.0%"),
        (Fraction(1, 2001), "<0.1%"),
        (Fraction(2000, 2001), ">99.9%"),
        (Fraction(1), "100.0%"),
    ],
)
def test_percent_never_rounds_to_certainty(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_odds_have_a_bar_in_proportion() -> None:
    rows = odds_rows({"hit": "1/3", "miss": "2/3", "fumble": "1/9999"})
    assert [row[:3] for row in rows] == [
        ("hit", "1/3", "33.3%"),
        ("miss", "2/3", "66.7%"),
        ("fumble", "1/9999", "<0.1%"),
    ]
    assert [len(row[3]) for row in rows] == [10, 20, 1]


def test_a_narrow_encoding_gets_question_marks_and_no_crash() -> None:
    code = (
        "import sys; from grognard.cli.output import *; tolerant(sys.stdout);"
        "print(plain_characters()); say('G\u00e9mioncourt \u2191')"
    )
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\nG?mioncourt ?\n"
