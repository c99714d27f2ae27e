"""The ladder: intervals worked out by hand, games kept, matches that go on where they stopped."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.cli import main
from grognard.lab.ladder import (
    Kept,
    Match,
    Score,
    decided,
    kept_rows,
    play_match,
    row,
    verdict,
    wilson,
    write_page,
)

TINY = Match("locales/mcphersons-ridge", "recruit", "random", 4, 0.5)


def test_half_of_a_hundred_lies_between_40_and_60_percent() -> None:
    # (0.5 + 1.92 / 100) / 1.0384 ± 1.96 sqrt(0.0025 + 0.0000960) / 1.0384 = 0.5 ± 0.0962
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def test_nothing_played_tells_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_draw_is_half_a_win_and_sides_are_counted() -> None:
    score = Score().add(0, 0).add(0, 1).add(None, 0).add(1, 1)
    assert score == Score(won=2, drawn=1, played=4, first=2)
    assert score.share == 0.625


@pytest.mark.parametrize(
    ("won", "word"),
    [(20, "yes"), (0, "no"), (16, "reached, not proven"), (14, "not reached, not disproven")],
)
def test_the_verdict_is_no_more_than_the_games_can_tell(won: int, word: str) -> None:
    score = Score(won, 0, 20, 10)
    assert verdict(score, 0.75) == word
    assert decided(score, 0.75) == (word in ("yes", "no"))


def test_both_play_each_side_with_every_seed() -> None:
    match = Match("locales/mcphersons-ridge", "drill", "random", 4, 0.5)
    tasks = [(task.bots, task.seed) for task in match.tasks()]
    assert tasks == [
        *((("drill", "random"), 0), (("random", "drill"), 0)),
        *((("drill", "random"), 1), (("random", "drill"), 1)),
    ]


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    told: list[int] = []
    whole = play_match(TINY, Kept(path), 1, False, lambda score: told.append(score.played))
    assert whole.played == 4 and told == [2, 4]
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:3], lines[3][:20]]), encoding="utf-8")  # cut off
    told.clear()
    again = play_match(TINY, Kept(path), 1, False, lambda score: told.append(score.played))
    assert again == whole and told == [4]


def test_the_page_keeps_rows_of_other_matches(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    one, other = TINY, Match("onepage/maida", "drill", "random", 4, 0.97)
    write_page(page, {(one.battle, one.name): row(one, Score(2, 0, 4, 2))})
    write_page(page, {(other.battle, other.name): row(other, Score(4, 0, 4, 2))})
    assert set(kept_rows(page)) == {(one.battle, one.name), (other.battle, other.name)}
    text = page.read_text("utf-8")
    assert "| onepage/maida | drill against random | 4 of 4 | 51–100 % | 97 % |" in text


def test_the_page_keeps_what_is_written_below_its_table(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    write_page(page, {(TINY.battle, TINY.name): row(TINY, Score(2, 0, 4, 2))})
    found = "\n## What was found\n\nTwo throws of dice decide.\n\n## And tried\n\nMuch.\n"
    page.write_text(page.read_text("utf-8") + found, encoding="utf-8")
    write_page(page, {(TINY.battle, TINY.name): row(TINY, Score(4, 0, 4, 2))})
    text = page.read_text("utf-8")
    assert text.endswith(" |\n" + found) and "| 4 of 4 |" in text


def test_the_command_prints_a_row(tmp_path: Path) -> None:
    words = ["ladder", "--battle", TINY.battle, "--one", "random", "--other", "random"]
    more = ["--games", "2", "--jobs", "1", "--kept", str(tmp_path / "kept.jsonl")]
    result = CliRunner().invoke(main, [*words, *more])
    assert result.exit_code == 0, result.output
    assert "random against random" in result.output


def test_an_unknown_bot_is_refused() -> None:
    result = CliRunner().invoke(main, ["ladder", "--one", "dril", "--other", "random"])
    assert result.exit_code == 2 and 'did you mean "drill"' in result.output
