"""A game whose program is killed loses at most the answer being typed."""

import os
import random
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from grognard.engine import record_file, replay
from grognard.engine.dicebox import DiceBox
from grognard.engine.record import RecordWarning
from tests.cli.toy_table import table, toy_game
from tests.engine.toy import find

ROOT = Path(__file__).parents[2]
ORDERS = ["plan left", "listen", "y", "order ney fire > wellington", "y", "hold", "listen", "y"]
MOST_LINES = 40  # all that is printed is hardly more


def play_and_kill(path: Path, orders: list[str], lines: int) -> list[str]:
    """Type orders and kill the program when it has printed so many lines; all that it printed."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tests.cli.toy_table", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("".join(f"{order}\n" for order in orders))
    process.stdin.flush()
    head = "".join(process.stdout.readline() for _ in range(lines))
    process.send_signal(signal.SIGKILL)
    printed = head + process.stdout.read()
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return printed.splitlines()


def loaded(path: Path) -> list[str]:
    """The lines of a record that may have been torn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        return [str(line) for line in replay.load(path, find, attach=False).record.lines]


def test_a_killed_game_is_resumed_with_every_answer_that_was_acknowledged(tmp_path: Path) -> None:
    rng = random.Random(1815)
    game = 0
    before: list[str] = []
    for _ in range(8):
        path = tmp_path / f"toy-{game}.grog"
        printed = play_and_kill(path, ORDERS, rng.randint(1, MOST_LINES))
        lines = loaded(path)
        assert lines[: len(before)] == before
        # What the program had told of is in the record: the news of a roll follow its writing.
        told = sum(text.startswith(("  dice ", "  die ")) for text in printed)
        assert sum(" dice " in line for line in lines[len(before) :]) >= told
        before = lines
        if any(" end " in line for line in lines):
            game, before = game + 1, []
    reports = [replay.verify(path, find) for path in tmp_path.glob("*.grog")]
    assert reports and not [problem for report in reports for problem in report.problems]


def test_every_write_point_leaves_a_game_to_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "toy.grog"
    crashes: list[
        tuple[bytes, int]
    ] = []  # the file as a crash would leave it, answers acknowledged
    write = record_file._write

    def halting_write(handle: int, content: bytes) -> None:
        for part in (content[:1], content[1 : len(content) // 2], content[len(content) // 2 :]):
            if path.exists():
                crashes.append((path.read_bytes(), len(game.record.lines)))
            write(handle, part)
        if path.exists():
            crashes.append((path.read_bytes(), len(game.record.lines)))

    game = toy_game(path, DiceBox.sealed())
    secret = (tmp_path / "toy.grog.secret").read_bytes()
    monkeypatch.setattr(record_file, "_write", halting_write)
    table(game, *ORDERS).run()
    monkeypatch.setattr(record_file, "_write", write)

    assert len(crashes) >= 4 * 9  # the answers of both sides and the rolls, four points each
    for number, (content, acknowledged) in enumerate(crashes):
        crashed = tmp_path / f"{number}.grog"
        crashed.write_bytes(content)
        (tmp_path / f"{number}.grog.secret").write_bytes(secret)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RecordWarning)
            again = replay.load(crashed, find)
        kept = [str(line) for line in again.record.lines]
        assert len(kept) >= acknowledged
        assert kept[:acknowledged] == [str(line) for line in game.record.lines[:acknowledged]]
        assert table(again, "confirm off", *["1"] * 12).run()
        assert replay.verify(crashed, find).ok
