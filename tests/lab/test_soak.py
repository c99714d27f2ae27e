"""The soak: which games are played, what is remembered, and what is written down."""

from itertools import islice
from pathlib import Path

import pytest

import grognard
from grognard.engine.conformance import ConformanceError, Report
from grognard.engine.dicebox import DiceBox
from grognard.engine.record import Record
from grognard.lab import soak
from grognard.lab.soak import Failure, Seeds, SoakTask, Tally, append, tasks
from tests.engine import toy

BATTLE = grognard.battles()[0]


def report(seed: int, answers: int, rolls: int) -> Report:
    return Report(BATTLE.id, "sheet", seed, answers, rolls, "d1", "a draw")


def test_seeds_go_on_where_the_last_run_stopped(tmp_path: Path) -> None:
    path = tmp_path / "seeds.json"
    seeds = Seeds(path)
    assert seeds.next(SoakTask(BATTLE.id, "sheet", 0)) == 0
    seeds.done(SoakTask(BATTLE.id, "sheet", 0))
    seeds.done(SoakTask(BATTLE.id, "sheet", 2))
    seeds.done(SoakTask(BATTLE.id, "sheet", 1))
    again = Seeds(path)
    assert again.next(SoakTask(BATTLE.id, "sheet", 0)) == 3
    assert again.next(SoakTask(BATTLE.id, "other", 0)) == 0
    assert again.next(SoakTask(BATTLE.id, "sheet", 0, "drill")) == 0


def test_a_run_of_some_games_is_as_long_as_asked(tmp_path: Path) -> None:
    seeds = Seeds(tmp_path / "seeds.json")
    seeds.done(SoakTask(BATTLE.id, BATTLE.variant, 6))
    todo = list(tasks([BATTLE], 3, False, seeds))
    assert [task.seed for task in todo] == [7, 8, 9]


def test_a_run_of_some_minutes_has_no_last_game(tmp_path: Path) -> None:
    todo = tasks([BATTLE], None, True, Seeds(tmp_path / "seeds.json"))
    assert [task.seed for task in islice(todo, 1000)] == list(range(1000))


def test_a_tutorial_gets_two_hundred_games(tmp_path: Path) -> None:
    assert BATTLE.difficulty == 1
    assert len(list(tasks([BATTLE], None, False, Seeds(tmp_path / "seeds.json")))) == 200


def test_a_tally_becomes_a_line(tmp_path: Path) -> None:
    tally = Tally()
    tally.add(4, report(4, 100, 20))
    tally.add(3, report(3, 90, 40))
    tally.add(5, Failure(SoakTask(BATTLE.id, "sheet", 5), "broken", "x.grog"))
    path = tmp_path / "soak.md"
    append(path, {("a/b", "sheet"): tally}, "2026-01-02")
    append(path, {("a/c", "sheet"): tally}, "2026-01-03")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# Soak"
    assert lines[-2] == "| 2026-01-02 | a/b | sheet | 3–5 | 3 | 190 | 60 | 130 | 1 |"
    assert lines[-1] == "| 2026-01-03 | a/c | sheet | 3–5 | 3 | 190 | 60 | 130 | 1 |"


def test_a_failure_leaves_a_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(
        system: grognard.System, battle: grognard.Battle, seed: int, choose: object
    ) -> Report:
        game = grognard.Game.begin(toy.TOY, toy.TOY.battle("field"), DiceBox.open(seed))
        game.play("plan left")
        raise ConformanceError(game, seed, 1, "the left is not there")

    monkeypatch.setattr(soak, "check_game", broken)
    done = soak.play(SoakTask(BATTLE.id, "sheet", 9), str(tmp_path))
    assert isinstance(done, Failure)
    path = tmp_path / f"{BATTLE.system}-{BATTLE.name}-9.grog"
    assert done.path == str(path)
    words = [line.word for line in Record.read(path).lines]
    assert words == ["red", "note"]


@pytest.mark.slow
def test_a_run_plays_remembers_and_counts(tmp_path: Path) -> None:
    seeds = Seeds(tmp_path / "seeds.json")
    todo = iter([SoakTask(BATTLE.id, "sheet", 0), SoakTask(BATTLE.id, "sheet", 1)])
    tallies = soak.run(todo, 2, None, seeds, tmp_path)
    tally = tallies[BATTLE.id, "sheet"]
    assert (tally.games, tally.failures, tally.first, tally.last) == (2, 0, 0, 1)
    assert seeds.next(SoakTask(BATTLE.id, "sheet", 0)) == 2


@pytest.mark.slow
def test_bots_play_through_the_kit_as_well(tmp_path: Path) -> None:
    task = SoakTask("shock/gemioncourt", "sheet", 3, "recruit")
    done = soak.play(task, str(tmp_path))
    assert isinstance(done, Report)
    by_chance = soak.play(task._replace(bot="random"), str(tmp_path))
    assert isinstance(by_chance, Report) and by_chance.digest != done.digest
    assert task.told == "sheet, recruit"
