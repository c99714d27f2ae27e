"""The goals of play, each a ratio within one run: plain, compiled, and an older tree beside them.

Every build is asked in a process of its own, in rounds in turns with python-chess; an older tree is
named by `--before` (a checkout, such as `git worktree add ../before 7cb0346`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from math import log
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

import chess

from grognard.engine.position import Position
from grognard.engine.step import DECISION
from grognard.engine.system import System
from grognard.systems import system

ROOT = Path(__file__).resolve().parent.parent

# The tutorial of each system and its largest battle.
PAIRS: Final = (
    ("shock/gemioncourt", "shock/quatre-bras"),
    ("locales/mcphersons-ridge", "locales/second-manassas"),
    ("onepage/maida", "onepage/quatre-bras"),
    ("brigades/casteggio", "brigades/leuthen"),
    ("pulses/teugen-hausen", "pulses/aspern-essling"),
)
WANTED: Final = {"shock": (1.2, 2.0), "locales": (1.5, 3.0)}  # plain, compiled
ON_TABLE: Final = (0.4, 1.0)
# Of the first release: cost of an answer against units.
EXPONENTS: Final = {
    "shock": 0.26, "locales": 0.48, "onepage": 0.75, "brigades": 0.37, "pulses": 0.57,
}  # fmt: skip
# What is played: from points at even distances along random games, so many decisions from each.
# The points are the same for all builds of a tree, and so is what is played from them.
GAMES: Final = 3
POINTS: Final = 8  # of each game
STRETCH: Final = 40  # decisions
APART: Final = 5  # decisions between those that are looked at one ply deep
TRIED: Final = 12  # options of a position that are looked at then

Figures = dict[str, float]


def fork(start: Position, games: int, points: int) -> list[Position]:
    """Positions at even distances along random games, the first of each where it begins.

    What is played from them meets every phase of a battle as often as a game does.
    """
    found: list[Position] = []
    for seed in range(games):
        rng = random.Random(seed)
        p, passed = start.copy(), [start.copy()]
        while p.stack:
            if roll_on(p, rng):
                continue
            options = p.options()
            p.play(options[int(rng.random() * len(options))])
            if p.stack and p.stack[-1].what == DECISION:
                passed.append(p.copy())
        found += [passed[len(passed) * i // points] for i in range(points)]
    return found


def roll_on(p: Position, rng: random.Random) -> bool:
    """Let chance answer, if it is its turn."""
    if p.stack[-1].what == DECISION:
        return False
    table = p.check().table
    p.play(table[int(rng.random() * len(table))])
    return True


def play(starts: list[Position], draw: bool, seed: int) -> tuple[float, float]:
    """Decisions a second from each of some positions on, and which part has several options.

    The part is told only if all options are listed, which takes longer than to draw one.
    """
    decisions = several = 0
    spent = 0.0
    for number, start in enumerate(starts):
        rng = random.Random(seed * 1000 + number)
        p = start.copy()
        left = STRETCH
        began = process_time()
        while left and p.stack:
            if roll_on(p, rng):
                continue
            left -= 1
            if draw:
                p.play(p.draw(rng))
            else:
                options = p.options()
                several += len(options) > 1
                p.play(options[int(rng.random() * len(options))])
        spent += process_time() - began
        decisions += STRETCH - left
    return decisions / spent, several / decisions


def chess_play(seconds: float, seed: int) -> float:
    """Plies a second of random games of chess."""
    rng = random.Random(seed)
    plies = 0
    began = process_time()
    while process_time() - began < seconds:
        board = chess.Board()
        while board.outcome() is None:
            legal = list(board.legal_moves)
            plies += len(legal) > 1
            board.push(rng.choice(legal))
    return plies / (process_time() - began)


def one_ply(rules: System, starts: list[Position], seed: int) -> float:
    """Answers a second that are tried on a copy and judged, on the way from some positions."""
    spent, tried = 0.0, 0
    for number, start in enumerate(starts):
        rng = random.Random(seed * 1000 + number)
        p, left = start.copy(), STRETCH
        while left and p.stack:
            if roll_on(p, rng):
                continue
            left -= 1
            options = p.options()
            if len(options) > 1 and left % APART == 0:
                some = options if len(options) <= TRIED else rng.sample(options, TRIED)
                side = p.actor
                began = process_time()
                for action in some:
                    after = p.copy()
                    after.play(action)
                    rules.judge(after, side)
                spent += process_time() - began
                tried += len(some)
            p.play(rng.choice(options))
    return tried / spent


def figures(name: str, rounds: int, seconds: float) -> Figures:
    """Medians of rounds for a battle."""
    chosen, _, battle = name.partition("/")
    rules = system(chosen)
    start = rules.start(rules.battle(battle))
    can_draw = hasattr(start, "draw")  # an older tree cannot
    starts = fork(start, GAMES, POINTS)
    listed, drawn, plies, speed = [], [], [], []
    for seed in range(rounds):
        pace = chess_play(seconds, seed)
        rate, several = play(starts, False, seed)
        listed.append(rate * several / pace)
        speed.append(rate)
        if can_draw:
            drawn.append(play(starts, True, seed)[0] * several / pace)
        plies.append(one_ply(rules, starts, seed) / pace)
    units = next(len(values) for values in (getattr(start, f.name) for f in start.FIELDS))
    return {
        "listed": median(listed),
        "drawn": median(drawn) if drawn else median(listed),
        "one_ply": median(plies),
        "rate": median(speed),
        "units": float(units),
    }


def ask(build: str, before: Path | None, rounds: int, seconds: float) -> dict[str, Figures]:
    """The figures of a build in a process of its own."""
    env = {**os.environ, "GROGNARD_PLAIN": str(int(build != "compiled"))}
    if before is not None:
        env["PYTHONPATH"] = str(before / "src")
    words = [sys.executable, __file__, "--probe", str(rounds), str(seconds)]
    run = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def goal_rows(before: Path | None, rounds: int, seconds: float) -> list[str]:
    """Random play and one-ply evaluation of every battle, in all builds there are."""
    from grognard.boards import kernel

    plain = ask("plain", None, rounds, seconds)
    compiled = ask("compiled", None, rounds, seconds) if kernel.built() else None
    older = ask("plain", before, rounds, seconds) if before is not None else None
    return [
        *_play_rows(plain, compiled, older),
        "",
        *_ply_rows(plain, compiled, older),
        "",
        *_exponent_rows(plain),
    ]


def _figure(found: dict[str, Figures] | None, name: str, key: str) -> str:
    return f"{found[name][key]:.2f}" if found is not None else "–"


def _play_rows(
    plain: dict[str, Figures], compiled: dict[str, Figures] | None, older: dict[str, Figures] | None
) -> list[str]:
    rows = [
        "| random play over python-chess | before | plain | drawn | wanted | compiled | wanted |",
        "|---|---|---|---|---|---|---|",
    ]
    for tutorial, largest in PAIRS:
        least = WANTED.get(tutorial.partition("/")[0], ON_TABLE)
        for name, part in ((tutorial, 1.0), (largest, 0.5)):
            cells = [
                _figure(older, name, "listed"), _figure(plain, name, "listed"),
                _figure(plain, name, "drawn"), f"{least[0] * part:g}",
                _figure(compiled, name, "drawn"), f"{least[1] * part:g}",
            ]  # fmt: skip
            rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


def _ply_rows(
    plain: dict[str, Figures], compiled: dict[str, Figures] | None, older: dict[str, Figures] | None
) -> list[str]:
    rows = [
        "| one-ply evaluations | over chess plies | over before | wanted | compiled | wanted |",
        "|---|---|---|---|---|---|",
    ]
    for name in (name for pair in PAIRS for name in pair):
        first = older[name]["one_ply"] if older is not None else 0.0
        gain = f"{plain[name]['one_ply'] / first:.1f}" if first else "–"
        fast = f"{compiled[name]['one_ply'] / first:.1f}" if first and compiled else "–"
        rows.append(f"| {name} | {plain[name]['one_ply']:.2f} | {gain} | 4 | {fast} | 10 |")
    return rows


def _exponent_rows(plain: dict[str, Figures]) -> list[str]:
    rows = ["| cost of an answer against units | exponent | at most |", "|---|---|---|"]
    for small, large in PAIRS:
        a, b = plain[small], plain[large]
        steep = log(a["rate"] / b["rate"]) / log(b["units"] / a["units"])
        name = small.partition("/")[0]
        rows.append(f"| {name} | {steep:.2f} | {EXPONENTS[name]} |")
    return rows


def main() -> None:
    """Print the figures of this build as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probe", nargs=2, type=float, required=True)
    rounds, seconds = parser.parse_args().probe
    names = [name for pair in PAIRS for name in pair]
    print(json.dumps({name: figures(name, int(rounds), seconds) for name in names}))


if __name__ == "__main__":
    main()
