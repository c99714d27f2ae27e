"""A game whose program is killed loses at most the answer being typed."""

import os
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

from grognard.engine import replay
from grognard.engine.record import RecordWarning
from tests.engine.toy import find

ROOT = Path(__file__).parents[2]
# Ten answers a game at most: every order of red's is listened to by two dice.
ORDERS = ["plan left", "listen", "y", "order ney fire > wellington", "y", "hold", "listen", "y"]


def play_and_kill(path: Path, orders: list[str], delay: float) -> list[str]:
    """Type orders and kill the program some time after the last prompt; what it printed."""
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
    process.stdout.readline()  # it has begun
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    printed = process.stdout.read()
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
    path = tmp_path / "toy.grog"
    rng = random.Random(1815)
    before: list[str] = []
    finished = False
    for _ in range(12):
        printed = play_and_kill(path, ORDERS, rng.uniform(0, 0.03))
        lines = loaded(path)
        assert lines[: len(before)] == before
        # What the program had told of is in the record: the news of a roll follow its writing.
        told = sum(text.startswith(("  dice ", "  die ")) for text in printed)
        assert sum(" dice " in line for line in lines[len(before) :]) >= told
        before = lines
        finished = any(" end " in line for line in lines)
        if finished:
            break
    assert before
    report = replay.verify(path, find)
    assert report.ok, report.problems
