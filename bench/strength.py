"""Strength matches of the bots on every tutorial: who beats whom, with error bars.

Run `make bench`; the table is also written to docs/strength.md. Sides are swapped half way; each
game has its own seed, so a match is the same on every machine. With `--battle` one match is played
and the rows of the others stay.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import grognard
from grognard.bots import bot
from grognard.engine.view import View
from grognard.systems import system

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"


class Played(NamedTuple):
    """A game: the winner (None for a draw) and how many answers each side gave in a turn."""

    winner: int | None
    answers: tuple[int, int]


Task = tuple[str, tuple[str, str], int]  # the battle, the bots of its sides, the seed


def play(task: Task) -> Played:
    """One game between two bots, the first named playing the first side."""
    name, names, seed = task
    rules, battle_name = name.split("/")
    rules_of = system(rules)
    p = rules_of.start(rules_of.battle(battle_name))
    rng = random.Random(seed)
    players = [bot(name, seed + side) for side, name in enumerate(names)]
    answers = [0, 0]
    while not p.over:
        if p.decision is None:
            check = p.check()
            p.play(check.table[rng.randrange(len(check.table))])
            continue
        side = p.actor
        answers[side] += 1
        if sum(answers) > p.battle.bound:
            raise RuntimeError(f"{name}, {names}, seed {seed}: the game does not end")
        p.play(players[side].choose(View(p, side), rules_of))
    result = rules_of.result(p)
    assert result is not None
    return Played(result.winner, (answers[0], answers[1]))


def share(won: int, games: int) -> str:
    """A share with its standard error in percent."""
    rate = won / games
    return f"{won} of {games} ({100 * rate:.0f} ± {100 * sqrt(rate * (1 - rate) / games):.0f} %)"


def played_out(pool: ProcessPoolExecutor, who: str, tasks: list[Task]) -> list[Played]:
    """Play all games, and say now and then how far it is: a match takes long."""
    played: list[Played] = []
    for game in pool.map(play, tasks, chunksize=2):
        played.append(game)
        if len(played) % 10 == 0:
            firsts = sum(game.winner == 0 for game in played)
            print(
                f"{tasks[0][0]}, {who}: {len(played)} of {len(tasks)}, first side {firsts}",
                file=sys.stderr,
            )
    return played


def match(pool: ProcessPoolExecutor, name: str, games: int) -> list[str]:
    """Drill against random with sides swapped, then drill against itself."""
    titles = grognard.battle(name).titles
    half = games // 2
    tasks = [(name, ("drill", "random"), seed) for seed in range(half)]
    tasks += [(name, ("random", "drill"), half + seed) for seed in range(games - half)]
    played = played_out(pool, "drill and random", tasks)
    first = sum(game.winner == 0 for game in played[:half])
    second = sum(game.winner == 1 for game in played[half:])
    rows = [
        (
            f"| {name} | drill beats random | {share(first + second, games)} | 90 of 100 | "
            f"{titles[0]} {first} of {half}, {titles[1]} {second} of {games - half} |"
        )
    ]
    tasks = [(name, ("drill", "drill"), seed) for seed in range(games)]
    played = played_out(pool, "drill and drill", tasks)
    for side, title in enumerate(titles):
        won = sum(game.winner == side for game in played)
        mean = sum(game.answers[side] for game in played) / games
        rows.append(
            f"| {name} | drill against itself: {title} | {share(won, games)} | "
            f"20 of 100 | {mean:.0f} answers a game |"
        )
    return rows


def kept() -> dict[str, list[str]]:
    """The rows of matches played before, by battle."""
    rows: dict[str, list[str]] = {}
    for line in PAGE.read_text("utf-8").splitlines():
        battle = line.strip("| ").partition(" | ")[0]
        if "/" in battle and line.startswith("| "):
            rows.setdefault(battle, []).append(line)
    return rows


def main() -> None:
    """Play, print and write docs/strength.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--battle", help="only this battle, as SYSTEM/NAME")
    options = parser.parse_args()
    tutorials = [b.id for b in grognard.battles() if b.difficulty == 1]
    names = [options.battle] if options.battle else tutorials
    rows = kept()
    with ProcessPoolExecutor(options.jobs, get_context("forkserver")) as pool:
        for name in names:
            rows[name] = match(pool, name, options.games)
    text = [
        "# Strength of the bots",
        "",
        (
            f"Played by `make bench`: 100 games a match, Grognard {grognard.__version__}. "
            "Draws count for nobody."
        ),
        "",
        "| battle | match | won | wanted | beside it |",
        "|---|---|---|---|---|",
        *(row for name in [*tutorials, *rows] for row in rows.pop(name, [])),
    ]
    page = "\n".join([*text, ""])
    print(page)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
