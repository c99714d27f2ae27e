"""Speed of environments and studies, all in one run: `python bench/envs.py`, part of `make bench`.

Steps of the environment over those of PettingZoo's chess, in turns; games of `drill` a second for
every tutorial, on one core, both plain and, if it was built, compiled; and what two processes gain
over one. The table goes to docs/bench-envs.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

import grognard
from grognard.boards import kernel
from grognard.envs import pettingzoo as pairs
from grognard.lab import pool
from grognard.lab.match import GameTask, play

PAGE = Path(__file__).resolve().parent.parent / "docs" / "bench-envs.md"
BATTLE = "shock/gemioncourt"
STEPS = f"environment steps, {BATTLE} over chess_v6"
WANTED = {STEPS: "at least 5, compiled 10"}
PLAIN, COMPILED = "plain", "compiled"


def steps_a_second(env: Any, seconds: float, seed: int) -> float:
    """Random play through the environment: observe, choose by the mask, step."""
    rng = random.Random(seed)
    steps, began = 0, process_time()
    while process_time() - began < seconds:
        env.reset(seed=seed + steps)
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
            if process_time() - began > seconds:
                break
    return steps / (process_time() - began)


def steps(rounds: int, seconds: float) -> dict[str, str]:
    """The environment over PettingZoo's chess, in turns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import chess_v6

        chess = chess_v6.env()
    mine = pairs.env(BATTLE)
    speeds: list[tuple[float, float]] = []
    for i in range(rounds):
        speeds.append((steps_a_second(mine, seconds, i), steps_a_second(chess, seconds, i)))
    ratio = median(a / b for a, b in speeds)
    ours, theirs = (median(s[k] for s in speeds) for k in (0, 1))
    return {STEPS: f"**{ratio:.1f}** ({ours:,.0f} steps/s against {theirs:,.0f})"}


def drill_games(games: int) -> dict[str, str]:
    """Games between two drills a second of one core, for every tutorial."""
    found = {}
    for battle in grognard.battles():
        if battle.difficulty == 1:
            began = process_time()
            for seed in range(games):
                play(GameTask(battle.id, ("drill", "drill"), seed, count=False))
            speed = games / (process_time() - began)
            found[f"drill games a second of a core, {battle.id}"] = f"{speed:.2f}"
    return found


def measured(build: str, options: argparse.Namespace) -> dict[str, str]:
    """What one build does, in a process of its own: which build runs is settled at its start."""
    if build == COMPILED and not kernel.COMPILED.is_dir():
        return {}
    environ = {**os.environ, "GROGNARD_PLAIN": "0" if build == COMPILED else "1"}
    told = [f"--{name}={getattr(options, name)}" for name in ("rounds", "seconds", "games")]
    run = subprocess.run(
        [sys.executable, __file__, "--build", build, *told],
        env=environ, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, str] = json.loads(run.stdout)
    return found


def timed(work: Callable[[], object]) -> float:
    """Seconds by the clock on the wall."""
    began = perf_counter()
    work()
    return perf_counter() - began


def speed_up_row(games: int) -> str:
    """The same games in two processes and in one; starting the processes is not counted."""
    tasks = [GameTask(BATTLE, ("drill", "drill"), seed, count=False) for seed in range(games)]

    def spread(jobs: int) -> float:
        results = pool.run(play, iter([*tasks[:2], *tasks]), jobs)
        for _ in range(2):
            next(results)  # the processes have started
        return timed(lambda: list(results))

    # One process of a pool against two, so that both do the same besides playing.
    one = timed(lambda: [play(task) for task in tasks])
    two = spread(2)
    times = f"{games} drill games in {one:.0f} s and {two:.0f} s"
    return f"| two processes over one, {BATTLE} | **{one / two:.2f}** ({times}) | | at least 1.8 |"


def main() -> None:
    """Measure, print and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--build", choices=(PLAIN, COMPILED), help="measure this one, as JSON")
    options = parser.parse_args()
    if options.build:
        if options.build != kernel.RUNNING:
            sys.exit(f"the {kernel.RUNNING} build runs: make fast builds the compiled one")
        found = {**steps(options.rounds, options.seconds), **drill_games(options.games)}
        print(json.dumps(found))
        return
    plain, compiled = (measured(build, options) for build in (PLAIN, COMPILED))
    rows = [
        f"| {what} | {value} | {compiled.get(what, 'not built')} | {WANTED.get(what, '')} |"
        for what, value in plain.items()
    ]
    text = [
        "# Speed of environments and studies",
        "",
        (
            f"Measured by `make bench` in one run: Grognard {grognard.__version__},"
            f" {platform.python_implementation()} {platform.python_version()}. Ratios are medians"
            " of rounds in turns, seconds those of the processor except for the speed-up. `make"
            " fast` builds the compiled one."
        ),
        "",
        "| what | plain | compiled | wanted |",
        "|---|---|---|---|",
        *rows,
        speed_up_row(3 * options.games),
        "",
    ]
    print("\n".join(text))
    PAGE.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
