"""Soak test: games through the conformance kit, at random or by bots, for a time or a number.

Seeds already played are skipped, a summary goes to docs/soak.md, and a failure is left as a record.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from datetime import date
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import grognard
from grognard.bots import bot
from grognard.engine.battle import Battle
from grognard.engine.conformance import ConformanceError, Report, check_game
from grognard.lab.checkout import folder
from grognard.systems import system as system_named

SHARE: Final = {1: 200, 2: 50, 3: 20}  # games by difficulty, where nothing else is said
SEEDS: Final = "seeds.json"
RANDOM: Final = "random"
TABLE: Final = """# Soak

Games through the conformance kit (`make soak`), one line per run and battle: at random, or between
bots where one is named beside the variant. Seeds count up,
so that no game is played twice; a failure leaves `soak-failures/<battle>-<seed>.grog`, which
reproduces it. The longest game counts answers and rolls.

| date | battle | variant | seeds | games | answers | rolls | longest game | failures |
|---|---|---|---|---:|---:|---:|---:|---:|
"""


class SoakTask(NamedTuple):
    """One game to play: the battle's id, the variant, the seed, and the bot on both sides."""

    battle: str
    variant: str
    seed: int
    bot: str = RANDOM

    @property
    def told(self) -> str:
        """The variant, and the bot if there is one."""
        return self.variant if self.bot == RANDOM else f"{self.variant}, {self.bot}"


class Failure(NamedTuple):
    """A game that broke a law: which, how, and the record that reproduces it."""

    task: SoakTask
    message: str
    path: str


class Tally:
    """What a run has seen of one battle under one variant."""

    __slots__ = ("answers", "failures", "first", "games", "last", "longest", "rolls")

    def __init__(self) -> None:
        self.games = self.answers = self.rolls = self.longest = self.failures = 0
        self.first: int | None = None
        self.last = 0

    def add(self, seed: int, done: Report | Failure) -> None:
        """Count one game."""
        self.games += 1
        self.first = seed if self.first is None else min(self.first, seed)
        self.last = max(self.last, seed)
        if isinstance(done, Failure):
            self.failures += 1
            return
        self.answers += done.answers
        self.rolls += done.rolls
        self.longest = max(self.longest, done.answers + done.rolls)

    def line(self, battle: str, variant: str, day: str) -> str:
        """The line of docs/soak.md."""
        seeds = f"{self.first}–{self.last}"
        numbers = (self.games, self.answers, self.rolls, self.longest, self.failures)
        return f"| {day} | {battle} | {variant} | {seeds} | {' | '.join(map(str, numbers))} |"


def play(task: SoakTask, failures: str) -> Report | Failure:
    """Play one game through the kit; a failure is written into the folder."""
    name, _, battle = task.battle.partition("/")
    system = system_named(name)
    try:
        choose = None if task.bot == RANDOM else bot(task.bot, task.seed).choose
        return check_game(system, system.battle(battle, task.variant), task.seed, choose=choose)
    except ConformanceError as error:
        variant = "" if task.variant == "sheet" else f"-{task.variant}"
        variant += "" if task.bot == RANDOM else f"-{task.bot}"
        path = Path(failures) / f"{name}-{battle}{variant}-{task.seed}.grog"
        error.save(path)
        return Failure(task, str(error), str(path))


class Seeds:
    """The next seed of every battle, kept between runs."""

    __slots__ = ("_next", "_path")

    def __init__(self, path: Path) -> None:
        self._path = path
        self._next: dict[str, int] = {}
        if path.is_file():
            kept = json.loads(path.read_text(encoding="utf-8"))
            self._next = {str(key): int(value) for key, value in kept.items()}

    def next(self, like: SoakTask) -> int:
        """The first seed not yet played in such games."""
        return self._next.get(f"{like.battle} {like.told}", 0)

    def done(self, task: SoakTask) -> None:
        """Remember that a game was played, at once, so that an interrupted run goes on there."""
        key = f"{task.battle} {task.told}"
        self._next[key] = max(self._next.get(key, 0), task.seed + 1)
        passing = self._path.with_suffix(".new")
        passing.write_text(json.dumps(self._next, indent=1), encoding="utf-8")
        passing.replace(self._path)


def tasks(
    battles: Sequence[Battle],
    games: int | None,
    endless: bool,
    seeds: Seeds,
    bot: str = RANDOM,
) -> Iterator[SoakTask]:
    """The games of a run, taking the battles in turn."""
    left = {b.id: games if games is not None else SHARE.get(b.difficulty, 20) for b in battles}
    seed = {b.id: seeds.next(SoakTask(b.id, b.variant, 0, bot)) for b in battles}
    for _ in count():
        open_battles = [b for b in battles if endless or left[b.id] > 0]
        if not open_battles:
            return
        for battle in open_battles:
            yield SoakTask(battle.id, battle.variant, seed[battle.id], bot)
            seed[battle.id] += 1
            left[battle.id] -= 1


def run(
    todo: Iterator[SoakTask], jobs: int, until: float | None, seeds: Seeds, failures: Path
) -> dict[tuple[str, str], Tally]:
    """Play games on several processes until none is left, the time is up or Ctrl-C is pressed."""
    tallies: dict[tuple[str, str], Tally] = {}
    under_way: dict[Future[Report | Failure], SoakTask] = {}
    with ProcessPoolExecutor(jobs) as pool:
        try:
            while True:
                in_time = until is None or time.monotonic() < until
                while in_time and len(under_way) < 2 * jobs and (task := next(todo, None)):
                    under_way[pool.submit(play, task, str(failures))] = task
                if not under_way:
                    break
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    _count(tallies, under_way.pop(future), future.result(), seeds)
        except KeyboardInterrupt:
            print("interrupted: the games played so far count", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
    return tallies


def _count(
    tallies: dict[tuple[str, str], Tally], task: SoakTask, done: Report | Failure, seeds: Seeds
) -> None:
    tallies.setdefault((task.battle, task.told), Tally()).add(task.seed, done)
    seeds.done(task)
    if isinstance(done, Failure):
        print(f"{done.message}\n  reproduce with {done.path}", file=sys.stderr)


def append(path: Path, tallies: dict[tuple[str, str], Tally], day: str) -> None:
    """Add a run's lines to the table."""
    lines = [tally.line(battle, variant, day) for (battle, variant), tally in tallies.items()]
    text = path.read_text(encoding="utf-8") if path.is_file() else TABLE
    path.write_text(text + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    print("\n".join(lines))


def _own(name: str) -> Path:
    """A folder of the checkout that git ignores."""
    path = folder(name)
    (path / ".gitignore").write_text("*\n", encoding="utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games of all shipped battles (or one) through the conformance kit."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.soak", description=main.__doc__)
    parser.add_argument("--battle", help="only this battle, as SYSTEM/NAME")
    parser.add_argument("--variant", default="sheet", help="the rules' variant (sheet)")
    parser.add_argument("--bot", default=RANDOM, help="the bot that plays both sides (random)")
    parser.add_argument("--minutes", type=float, help="stop after these minutes")
    parser.add_argument("--games", type=int, help="games of each battle (by difficulty)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    chosen = parser.parse_args(arguments)
    if not re.fullmatch(r"[\w+-]+", chosen.variant):
        parser.error(f"no variant {chosen.variant!r}")
    listed = [b for b in grognard.battles() if chosen.battle in (None, b.id)]
    if not listed:
        parser.error(f"no battle {chosen.battle}: see grognard battles")
    battles = [system_named(b.system).battle(b.name, chosen.variant) for b in listed]
    seeds = Seeds(_own(".soak") / SEEDS)
    endless = chosen.minutes is not None and chosen.games is None
    todo = tasks(battles, chosen.games, endless, seeds, bot(chosen.bot).name)
    until = None if chosen.minutes is None else time.monotonic() + 60 * chosen.minutes
    tallies = run(todo, max(1, chosen.jobs), until, seeds, _own("soak-failures"))
    append(folder("docs") / "soak.md", tallies, date.today().isoformat())
    failures = sum(tally.failures for tally in tallies.values())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
