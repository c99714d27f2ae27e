"""Studies: kept as they are played, the same however they are played."""

import os
import signal
from pathlib import Path

import pytest

import grognard
from grognard.engine.errors import FileError
from grognard.lab import tables
from grognard.lab.balance import Balance, Question
from grognard.lab.heatmap import heatmap
from grognard.lab.match import GameTask, PlayedGame, play
from grognard.lab.records import keep
from grognard.lab.report import report
from grognard.lab.study import Study
from grognard.lab.summary import Summary
from grognard.systems import system

NAME = "locales/mcphersons-ridge"  # the quickest
BOTS = ("random", "random")
SEEDS = range(1, 9)


def summary(study: Study) -> Summary:
    roster = system(study.battle.system).roster(study.battle)
    return Summary.of(study.battle, roster, study.games())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    with Study(tmp_path_factory.mktemp("whole") / "s.jsonl", NAME, BOTS) as study:
        study.play(SEEDS)
        return summary(study).json()


def test_the_number_of_processes_changes_nothing(tmp_path: Path, whole: dict[str, object]) -> None:
    with Study(tmp_path / "s.jsonl", NAME, BOTS) as study:
        study.play(SEEDS, jobs=2)
        assert summary(study).json() == whole


def test_an_interrupted_study_goes_on(tmp_path: Path, whole: dict[str, object]) -> None:
    path = tmp_path / "s.jsonl"
    with Study(path, NAME, BOTS) as study:
        study.play([5, 2, 3])
    with path.open("ab") as file:
        file.write(b'{"seed":7,"winner":nu')  # the machine stopped in the middle of a line
    with Study(path, NAME, BOTS) as study:
        assert study.seeds == {2, 3, 5}
        played: list[int] = []
        study.play(SEEDS, told=lambda game: played.append(game.seed))
        assert sorted(played) == [1, 4, 6, 7, 8]
        assert summary(study).json() == whole


def test_turns_played_are_set_against_those_the_battle_can_have() -> None:
    # Quatre Bras begins with turn 4 of the day, its basic length is turn 6, and dice may add three.
    assert grognard.battle("pulses/quatre-bras").length == "3 to 6"
    assert grognard.battle("shock/quatre-bras").length == "14"


def killed_once(task: GameTask) -> PlayedGame:
    """Plays, but ends its process at the first game whose mark is not there yet."""
    mark = Path(os.environ["GROGNARD_TEST_MARK"])
    if task.seed == 4 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(task)


def test_a_killed_worker_changes_nothing(
    tmp_path: Path, whole: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.lab import pool

    mark = tmp_path / "mark"
    monkeypatch.setenv("GROGNARD_TEST_MARK", str(mark))
    with Study(tmp_path / "s.jsonl", NAME, BOTS) as study:
        study.play(SEEDS, 2, spread=lambda work, tasks, jobs: pool.run(killed_once, tasks, jobs))
        assert mark.exists()
        assert summary(study).json() == whole


def test_studies_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    with Study(path, NAME, BOTS):
        pass
    with pytest.raises(FileError, match=r"another study \(bots \('random', 'random'\)\)"):
        Study(path, NAME, ("drill", "random"))
    path.write_text("nonsense\n")
    with pytest.raises(FileError, match="not a study"):
        Study(path, NAME, BOTS)


def test_records_of_a_study_replay_to_the_same_end(tmp_path: Path) -> None:
    with Study(tmp_path / "s.jsonl", NAME, BOTS) as study:
        study.play([3])
        (path,) = keep(study, [3], tmp_path / "records")
        game = grognard.load(path, attach=False)
        assert game.over and game.result is not None
        assert game.result.winner == study.game(3).winner
        assert grognard.verify(path).ok


def test_several_processes_write_the_same_records_as_one(tmp_path: Path) -> None:
    with Study(tmp_path / "s.jsonl", NAME, ("random", "random")) as study:
        one = keep(study, [1, 2], tmp_path / "one")
        two = keep(study, [1, 2], tmp_path / "two", jobs=2)
        assert [path.name for path in one] == [path.name for path in two]
        assert [path.read_text("utf-8") for path in one] == [
            path.read_text("utf-8") for path in two
        ]


def test_a_table_has_a_row_for_each_game(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with Study(tmp_path / "s.jsonl", NAME, BOTS) as study:
        study.play([1, 2])
        tables.write(study, tmp_path / "t.csv")
        tables.write(study, tmp_path / "t.parquet")
    lines = (tmp_path / "t.csv").read_text().splitlines()
    assert len(lines) == 3 and lines[0].startswith("seed,winner,turns,")
    assert parquet.read_table(tmp_path / "t.parquet").column("seed").to_pylist() == [1, 2]


def test_a_report_stands_alone(tmp_path: Path) -> None:
    with Study(tmp_path / "s.jsonl", NAME, BOTS) as study:
        study.play(SEEDS)
        page = report(study, summary(study), system(study.battle.system))
    assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page
    for title in ("Who wins", "How the result settles", "Where units fell", "Games worth a look"):
        assert f"<h2>{title}</h2>" in page
    assert page.count("data:text/plain;base64,") >= 4


def test_spots_of_heat_lie_on_the_board() -> None:
    rules = system("shock")
    battle = rules.battle("gemioncourt")
    from collections import Counter

    drawn = heatmap(rules, battle, Counter({("hex:0709", 1): 4, ("hex:0913", 0): 1}))
    assert drawn.count("<circle") >= 2 and "Allied: 4 times" in drawn and "French: 1 time<" in drawn


def test_a_change_that_decides_is_found_early(tmp_path: Path) -> None:
    # A side that begins with almost no morale is beaten at once.
    question = Question(NAME, BOTS, "sheet", ((), ("side.union.morale=3",)))
    seeds = range(1, 201)
    found = Balance(question, tmp_path)
    found.play(seeds, within=0.05)
    assert found.stopped[1] == "it makes a difference"
    what = found.difference(1, seeds, looked=True)
    assert what.pairs < 200 and what.share.high < 0
    found.close()


def test_no_change_makes_no_difference(tmp_path: Path) -> None:
    turns = grognard.battle(NAME).turns
    question = Question(NAME, BOTS, "sheet", ((), (f"turns={turns}",)))
    found = Balance(question, tmp_path)
    found.play(range(1, 11))
    # The same seeds throw the same dice: every pair is equal. Ten pairs leave 3 in 10 open.
    what = found.difference(1, range(1, 11), looked=False)
    assert (what.pairs, what.share) == (10, (0.0, -0.3, 0.3))
    found.close()
