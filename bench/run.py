"""Speed measurements, each a ratio within one run: the machine is noisy, ratios hold.

Run `make bench`; the table is also written to docs/bench.md. Only decisions with two or more
options are counted. Everything runs on one core, by the clock of the processor; plain unless said.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

import chess
from goals import goal_rows
from legs import leg_rows
from odds import odds_rows
from table import geometry
from views import view_rows

import grognard
from grognard.systems import system

ROOT = Path(__file__).resolve().parent.parent
BATTLE = "gemioncourt"

GOALS: Final = """\
## Play

Random play in decisions with two or more options, over plies of python-chess in random games.
Before is 7cb0346. There, and under plain, all answers are listed; under drawn and compiled one is
drawn by `Position.draw`. The largest battle of a system is wanted at half the figure of its
tutorial. Evaluations are answers tried on a copy and judged, over plies of python-chess; their
gains are over before.

Of each battle three random games are played from end to end, and positions kept at every eighth of
them. From each of these 24 positions every round plays 40 decisions, listed and drawn, with seeds
of its own, and tries up to 12 answers at every fifth decision. So all phases count as often as in
whole games, and plain and compiled play the same.
"""
ODDS: Final = """\
## Odds

Every kind of check, its numbers as large as they may be together, with all follow-up rolls and
all caches empty. icepool is asked for the least that could be meant: the hits of as many dice. At
least 2 times is wanted, and at most 5 MB.
"""


def cost(action: Callable[[], object], number: int) -> float:
    """Seconds a call, the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        began = process_time()
        for _ in range(number):
            action()
        best = min(best, (process_time() - began) / number)
    return best


def copy_row() -> str:
    """Copying a position against copying a chess board."""
    shock = system("shock")
    p = shock.start(shock.battle(BATTLE))
    board = chess.Board()
    mine = cost(p.copy, 20_000)
    theirs = cost(lambda: board.copy(stack=False), 20_000)
    return (
        f"| **position copy over python-chess `copy(stack=False)`** | **{mine / theirs:.2f}** | "
        f"at most 5 | {mine * 1e6:.1f} µs against {theirs * 1e6:.1f} µs |"
    )


def start_row() -> str:
    """The list of battles over the bare version, each in a process of its own."""

    def spent(word: str) -> float:
        found = []
        for _ in range(7):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [sys.executable, "-m", "grognard.cli", word]
            subprocess.run(words, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return median(found)

    version, battles = spent("--version"), spent("battles")
    return (
        f"| **`grognard battles` over `grognard --version`** | **{battles / version:.2f}** | "
        f"at most 2 | {battles * 1e3:.0f} ms against {version * 1e3:.0f} ms |"
    )


def memory(name: str, *counts: int) -> list[int]:
    """The memory in kB after so many random games of a battle, in a process of its own."""
    probe = Path(__file__).with_name("memory.py")
    words = [sys.executable, str(probe), name, *map(str, counts)]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    return [int(x) for x in run.stdout.split()]


def memory_rows() -> list[str]:
    """Memory after 1,000 games over memory after 100, and that of the largest table."""
    first, last = memory(f"shock/{BATTLE}", 100, 1000)
    (large,) = memory("pulses/aspern-essling", 1)
    return [
        (
            f"| **memory after 1,000 games over memory after 100** | **{last / first:.3f}** | "
            f"at most 1.05 | {first / 1024:.1f} MB, then {last / 1024:.1f} MB |"
        ),
        (
            f"| **memory after a game of pulses/aspern-essling** | **{large / 1024:.1f} MB** | "
            "at most 60 MB | |"
        ),
    ]


def main() -> None:
    """Measure, print and write docs/bench.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of an older tree to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    rows = [*leg_rows(), copy_row(), *view_rows(), start_row(), *memory_rows()]
    goals = goal_rows(options.before, options.rounds, options.seconds)
    load = os.getloadavg()[0]
    head = [
        "# Speed",
        "",
        (
            f"Measured by `make bench` in one run: Grognard {grognard.__version__}, "
            f"{platform.python_implementation()} {platform.python_version()}. "
            "Only decisions with two or more options count; seconds are those of the processor, "
            f"ratios medians of rounds in turns. Load of the machine at the end: {load:.0f} on "
            f"{os.cpu_count()} cores."
        ),
        "",
        "| what | value | wanted | beside it |",
        "|---|---|---|---|",
    ]
    told = (ROOT / "bench" / "tried.md").read_text("utf-8").splitlines()
    tables = [*rows, "", GOALS, *goals, "", ODDS, *odds_rows(), "", *geometry()]
    text = "\n".join([*head, *tables, "", *told, ""])
    print(text)
    (ROOT / "docs" / "bench.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
