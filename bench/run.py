"""Speed measurements, each a ratio within one run: the machine is noisy, ratios hold.

Run `make bench`; the table is also written to docs/bench.md. Only decisions with two or more
options are counted. Everything runs uncompiled, on one core, by the clock of the processor.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final, NamedTuple

import chess
import icepool
from legs import leg_rows
from table import geometry
from views import view_rows

import grognard
from grognard.engine.position import Position
from grognard.engine.step import DECISION
from grognard.systems import system
from grognard.systems.shock.fire_table import FireFacts

ROOT = Path(__file__).resolve().parent.parent
BATTLE = "gemioncourt"
CHESS: Final = "python-chess"


def random_games(start: Position, seconds: float, seed: int) -> tuple[int, int, int, float]:
    """Play random games for a while: decisions, options, games, seconds."""
    rng = random.Random(seed).random
    decisions = options = games = 0
    began = process_time()
    while True:
        p = start.copy()
        while p.stack:
            top = p.stack[-1]
            if top.what == DECISION:
                answers = p.options()
                n = len(answers)
                if n > 1:
                    decisions += 1
                    options += n
                p.play(answers[int(rng() * n)])
            else:
                table = p.check().table
                p.play(table[int(rng() * len(table))])
        games += 1
        spent = process_time() - began
        if spent > seconds:
            return decisions, options, games, spent


def chess_games(seconds: float, seed: int) -> tuple[int, int, int, float]:
    """The same with python-chess: plies, legal moves, games, seconds."""
    rng = random.Random(seed)
    plies = moves = games = 0
    began = process_time()
    while True:
        board = chess.Board()
        while board.outcome() is None:
            legal = list(board.legal_moves)
            if len(legal) > 1:
                plies += 1
                moves += len(legal)
            board.push(rng.choice(legal))
        games += 1
        spent = process_time() - began
        if spent > seconds:
            return plies, moves, games, spent


Run = tuple[int, int, int, float]


def line(name: str, runs: list[Run]) -> str:
    """A row of the table: decisions, options and games of some runs together."""
    d, o, g, s = (sum(run[k] for run in runs) for k in range(4))
    return f"| {name} | {d / s:,.0f} decisions/s | {o / d:.1f} options | {g / s:.1f} games/s |"


def rate(run: Run) -> float:
    """Decisions a second."""
    return run[0] / run[3]


class Race(NamedTuple):
    """Random play on one battle over the same on another, or over python-chess."""

    battle: str
    over: str
    least: float


RACES: Final = (
    Race("shock/gemioncourt", CHESS, 0.7),
    Race("locales/mcphersons-ridge", "shock/gemioncourt", 1),
    Race("onepage/maida", CHESS, 0.1),
    Race("brigades/casteggio", CHESS, 0.1),
    Race("pulses/teugen-hausen", CHESS, 0.1),
)


def runner(name: str) -> Callable[[float, int], Run]:
    """What plays random games of a battle, or of chess, for some seconds from a seed."""
    if name == CHESS:
        return chess_games
    rules, _, battle = name.partition("/")
    start = system(rules).start(system(rules).battle(battle))
    return lambda seconds, seed: random_games(start, seconds, seed)


def short(name: str) -> str:
    """A battle without its system."""
    return name.rpartition("/")[2]


def play_rows(rounds: int, seconds: float) -> list[str]:
    """Random play on the tutorials, each in turns with what it is measured by."""
    runs: dict[str, list[Run]] = {}
    rows = []
    for race in RACES:
        mine, theirs = runner(race.battle), runner(race.over)
        mine(0.5, 0)
        ratios = []
        for i in range(rounds):
            for name, play in ((race.battle, mine), (race.over, theirs)):
                runs.setdefault(name, []).append(play(seconds, i))
            ratios.append(rate(runs[race.battle][-1]) / rate(runs[race.over][-1]))
        rows.append(
            f"| **random play, {short(race.battle)} over {short(race.over)}** | "
            f"**{median(ratios):.2f}** | at least {race.least:g} | "
            f"rounds {', '.join(f'{r:.2f}' for r in ratios)} |"
        )
    return [*(line(f"random play, {short(name)}", each) for name, each in runs.items()), *rows]


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


def odds_row() -> str:
    """Exact fire odds from scratch, the cohesion check included, against icepool."""
    rules = system("shock").checks()["fire"].endings  # type: ignore[attr-defined]
    kind = system("shock").checks()["fire"]
    facts = FireFacts(arm=1, sp=8, massed=1, french_guns=1, target=1, cohesion=6, steps=5)

    def ours() -> object:
        kind.check.cache_clear()
        kind.odds.cache_clear()
        rules.of.cache_clear()
        rules.cohesion.check.cache_clear()
        return kind.check(facts).odds()

    rows = kind.rules.cells  # type: ignore[attr-defined]
    rolls = kind.rules.rolls  # type: ignore[attr-defined]

    def theirs() -> object:
        def result(face: int) -> str:
            roll = min(max(face + 1, rolls[0]), rolls[-1])
            return str(rows[rolls.index(roll)][6])

        die = icepool.z(10)

        def end(code: str) -> object:
            if "d" not in code:
                return code if code != "D" else "D-1"
            modifier = int(code.split("d")[1] or 0)
            return (die + modifier <= 6).map({True: code.split("d")[0], False: "D-1 " + code[0]})

        return die.map(result).map(end)

    mine, other = cost(ours, 400), cost(theirs, 400)
    return (
        f"| **exact fire odds: icepool over ours, both from scratch** | **{other / mine:.1f}** | "
        f"at least 3 | {mine * 1e6:.0f} µs against {other * 1e6:.0f} µs |"
    )


def memory_probe() -> None:
    """Play 100, then 1,000 random games in this process and print the memory after each."""
    shock = system("shock")
    start = shock.start(shock.battle(BATTLE))
    rng = random.Random(1).random
    for n in range(1000):
        p = start.copy()
        while p.stack:
            if p.stack[-1].what == DECISION:
                answers = p.options()
                p.play(answers[int(rng() * len(answers))])
            else:
                table = p.check().table
                p.play(table[int(rng() * len(table))])
        if n + 1 in (100, 1000):
            gc.collect()
            print(resident())


def resident() -> int:
    """The memory this process holds now, in kB."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory_row() -> str:
    """Memory after 1,000 games over memory after 100, in a process of its own."""
    run = subprocess.run(
        [sys.executable, __file__, "--memory"], capture_output=True, text=True, check=True
    )
    first, last = (int(x) for x in run.stdout.split())
    return (
        f"| **memory after 1,000 games over memory after 100** | **{last / first:.3f}** | "
        f"at most 1.05 | {first / 1024:.1f} MB, then {last / 1024:.1f} MB |"
    )


def main() -> None:
    """Measure, print and write docs/bench.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", action="store_true", help="print memory and stop")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    if options.memory:
        memory_probe()
        return
    rounds, seconds = options.rounds, options.seconds
    rows = [*play_rows(rounds, seconds), *leg_rows(), copy_row(), *view_rows(), odds_row()]
    rows.append(memory_row())
    head = [
        "# Speed",
        "",
        (
            f"Measured by `make bench` in one run: Grognard {grognard.__version__}, uncompiled, "
            f"{platform.python_implementation()} {platform.python_version()}. "
            "Only decisions with two or more options count; seconds are those of the processor, "
            "ratios medians of rounds in turns."
        ),
        "",
        "| what | value | wanted | beside it |",
        "|---|---|---|---|",
    ]
    text = "\n".join([*head, *rows, "", *geometry(), ""])
    print(text)
    (ROOT / "docs" / "bench.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
