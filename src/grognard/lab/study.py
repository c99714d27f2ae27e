"""A study: many games of one battle, kept in a file as they are played, so that it can go on later.

The file is text, a line a game. The first line says what is studied, and a file is never mixed with
games of another battle, other bots or other rules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from grognard.engine.errors import FileError
from grognard.lab import pool
from grognard.lab.match import GameTask, PlayedGame, battle_of, play

FORMAT: Final = 1

# How tasks are spread: the work, the tasks, the number of jobs.
Spread = Callable[
    [Callable[[GameTask], PlayedGame], Iterable[GameTask], int],
    Iterator[tuple[GameTask, PlayedGame]],
]


class StudyHeader(msgspec.Struct, frozen=True):
    """What is studied; two studies are the same if their headers are."""

    battle: str
    bots: tuple[str, ...]
    variant: str
    changes: tuple[str, ...]
    battle_digest: str
    rules_digest: str
    study: int = FORMAT


class Study:
    """Games of one battle between the same bots, by their seeds."""

    def __init__(
        self,
        path: Path,
        battle: str,
        bots: tuple[str, ...],
        variant: str = "sheet",
        changes: tuple[str, ...] = (),
    ) -> None:
        loaded = battle_of(battle, variant, changes)
        self.battle = loaded
        self.header = StudyHeader(
            battle, bots, variant, changes, loaded.digest, loaded.rules_digest
        )
        self.path = path
        self._at: dict[int, int] = {}  # where the line of each seed begins
        self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; every game is in it already."""
        self._file.close()

    def _open(self) -> None:
        new = not self.path.exists() or self.path.stat().st_size == 0
        self._file = self.path.open("w+b" if new else "r+b")
        if new:
            self._append(msgspec.json.encode(self.header))
            return
        try:
            self._read_all()
        except FileError:
            self.close()
            raise

    def _read_all(self) -> None:
        """Find the games in the file; a line cut short is taken off it."""
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break  # the line that was being written when the machine stopped
            if number == 1:
                self._refuse_other(line)
            else:
                self._at[self._read(line, number).seed] = end
            end += len(line)
        self._file.truncate(end)

    def _refuse_other(self, line: bytes) -> None:
        try:
            there = msgspec.json.decode(line, type=StudyHeader)
        except msgspec.DecodeError:
            raise FileError(str(self.path), 1, "not a study: give the name of a new file") from None
        if there != self.header:
            differs = [
                f"{name} {getattr(there, name)!r:.60}"
                for name in StudyHeader.__struct_fields__
                if getattr(there, name) != getattr(self.header, name)
            ]
            message = f"this is another study ({', '.join(differs)}): give the name of a new file"
            raise FileError(str(self.path), 1, message)

    def _read(self, line: bytes, number: int) -> PlayedGame:
        try:
            return msgspec.json.decode(line, type=PlayedGame)
        except msgspec.DecodeError as error:
            raise FileError(str(self.path), number, f"not a game of a study: {error}") from None

    def _append(self, line: bytes) -> int:
        at = self._file.seek(0, os.SEEK_END)
        self._file.write(line + b"\n")
        self._file.flush()
        return at

    def __len__(self) -> int:
        return len(self._at)

    @property
    def seeds(self) -> set[int]:
        """The seeds played so far."""
        return set(self._at)

    def add(self, game: PlayedGame) -> None:
        """Keep a game; it counts once it is in the file."""
        self._at[game.seed] = self._append(msgspec.json.encode(game))

    def game(self, seed: int) -> PlayedGame:
        """A game by its seed."""
        self._file.seek(self._at[seed])
        return self._read(self._file.readline(), 0)

    def games(self, seeds: Iterable[int] | None = None) -> Iterator[PlayedGame]:
        """The games in the order of their seeds, one at a time in memory."""
        for seed in sorted(self._at) if seeds is None else seeds:
            if seed in self._at:
                yield self.game(seed)

    def task(self, seed: int) -> GameTask:
        """The task of a seed."""
        header = self.header
        return GameTask(header.battle, header.bots, seed, header.variant, header.changes)

    def play(
        self,
        seeds: Iterable[int],
        jobs: int = 1,
        told: Callable[[PlayedGame], None] = lambda game: None,
        spread: Spread = pool.run,
    ) -> None:
        """Play the seeds not played yet, and tell of each game as it is done."""
        tasks = (self.task(seed) for seed in seeds if seed not in self._at)
        for _, game in spread(play, tasks, jobs):
            self.add(game)
            told(game)
