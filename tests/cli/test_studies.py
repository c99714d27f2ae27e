"""The commands of the lab."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.cli import main

NAME = "locales/mcphersons-ridge"


def run(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_sim_counts_games(tmp_path: Path) -> None:
    words = ["sim", NAME, "--games", "4", "--bots", "random", "--jobs", "1"]
    page = tmp_path / "out.html"
    said = run(*words, "--report", str(page), "--study", str(tmp_path / "s.jsonl"))
    assert "4 games" in said and "Union" in said and "answers" in said
    assert page.read_text().startswith("<!doctype html>")
    told = json.loads(run(*words, "--json", "--study", str(tmp_path / "s.jsonl")))
    assert told["games"] == 4


def test_balance_says_what_a_change_does(tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    said = run(
        *("balance", NAME, "--games", "4", "--bots", "random", "--jobs", "1", "--all"),
        *("--sweep", "turns=4..5", "--report", str(page)),
    )
    assert "\nturns=4 " in said and "\nturns=5 " in said and "points" in said
    assert "What the change does" in page.read_text()


def test_a_long_change_does_not_cut_off_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    changes = [
        f"unit.{unit}.{key}"
        for unit in ("huber", "wathiez", "pire-guns")
        for key in ("hex=", "turn=3", "entry=0715")
    ]
    said = run(
        *("balance", "shock/gemioncourt", "--games", "2", "--bots", "random", "--jobs", "1"),
        *("--all", *(word for change in changes for word in ("--change", change))),
    )
    lines = said.splitlines()
    assert max(map(len, lines)) <= 80
    assert f"Changed: {', '.join(changes)}." in " ".join(lines)
    # Random play leaves both games of Gémioncourt to the Allies either way: no difference in two
    # pairs, and by the rule of three up to 100 points elsewhere.
    (row,) = [line for line in lines if line.startswith("changed ")]
    assert "+0 points (−100 to +100)" in row


@pytest.mark.slow
def test_compare_sets_systems_side_by_side(tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    said = run(
        *("compare", "mcphersons-ridge", "--games", "2", "--bots", "random", "--jobs", "1"),
        *("--report", str(page)),
    )
    assert "locales" in said and "turns played" in said
    assert "Side by side" in page.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sim", NAME, "--bots", "napoleon"], 'no bot "napoleon"'),
        (["sim", NAME, "--bots", "random,random,random"], "has 2 sides"),
        (["sim", NAME, "--report", "out.pdf"], "ends in .html"),
        (["sim", NAME, "--table", "out.xls"], "ends in .csv or .parquet"),
        (["compare", "quatre-bas"], 'did you mean "quatre-bras"'),
        (["balance", NAME, "--sweep", "turns=6"], "is not a sweep"),
    ],
)
def test_what_cannot_be_studied_is_refused(words: list[str], message: str) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2 and message in done.stderr
