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

import chess
import icepool

import grognard
from grognard.engine.position import Position
from grognard.engine.step import DECISION
from grognard.systems import NAMES, system
from grognard.systems.shock.fire_table import FireFacts

ROOT = Path(__file__).resolve().parent.parent
BATTLE = "gemioncourt"


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


def tutorial_rows(rounds: int, seconds: float) -> list[str]:
    """Random play on the tutorials of the other systems, in turns with the hex tutorial."""
    shock = system("shock")
    hexes = shock.start(shock.battle(BATTLE))
    rows = []
    for name in NAMES:
        other = system(name)
        battle = other.battle(other.battles()[0])
        if battle.id == f"shock/{BATTLE}":
            continue
        start = other.start(battle)
        mine, ratios = [], []
        for i in range(rounds):
            mine.append(random_games(start, seconds, i))
            ratios.append(rate(mine[-1]) / rate(random_games(hexes, seconds, i)))
        rows.append(line(f"random play, {battle.name}", mine))
        rows.append(
            f"| **random play, {battle.name} over {BATTLE}** | **{median(ratios):.2f}** | "
            f"at least 1 | rounds {', '.join(f'{r:.2f}' for r in ratios)} |"
        )
    return rows


def play_rows(rounds: int, seconds: float) -> list[str]:
    """Random play against python-chess, in turns."""
    shock = system("shock")
    start = shock.start(shock.battle(BATTLE))
    random_games(start, 0.5, 0)
    ratios, mine, theirs = [], [], []
    for i in range(rounds):
        a = random_games(start, seconds, i)
        b = chess_games(seconds, i)
        mine.append(a)
        theirs.append(b)
        ratios.append(rate(a) / rate(b))

    return [
        line(f"random play, {BATTLE}", mine),
        line("random play, python-chess", theirs),
        (
            f"| **random play over python-chess** | **{median(ratios):.2f}** | at least 0.7 | "
            f"rounds {', '.join(f'{r:.2f}' for r in ratios)} |"
        ),
    ]


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
    rows = [*play_rows(rounds, seconds), *tutorial_rows(rounds, seconds)]
    rows += [copy_row(), odds_row(), memory_row()]
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
    text = "\n".join([*head, *rows, ""])
    print(text)
    (ROOT / "docs" / "bench.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
