"""All the games in one compressed file, the same for every kind of store.

A line of JSON says what it is, then each game has one, and the last line proves that it is whole.
"""

from __future__ import annotations

import gzip
import os
import time
import zlib
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from grognard.engine.errors import FileError
from grognard.server.sql_store import SqlStore
from grognard.server.store import Snapshot, StoredGame, StoredLine

FORMAT: Final = 1
LONGEST: Final = 256 * 1024 * 1024  # bytes of a line: more than any game takes

T = TypeVar("T")


class Head(msgspec.Struct, forbid_unknown_fields=True, tag_field="grognard", tag="backup"):
    """The first line."""

    format: int
    program: str
    written: float


class KeptSnapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A snapshot as it stands in a backup."""

    line: int
    version: str
    position: Any


class KeptGame(msgspec.Struct, forbid_unknown_fields=True, tag_field="grognard", tag="game"):
    """A game as it stands in a backup; the secret of its dice in base 64."""

    id: str
    header: str
    secret: bytes | None
    about: dict[str, Any]
    created: float
    updated: float
    revision: int
    over: bool
    lines: list[tuple[int, str, int]]
    snapshot: KeptSnapshot | None


class Foot(msgspec.Struct, forbid_unknown_fields=True, tag_field="grognard", tag="end"):
    """The last line: how many games there are, and the hash of all the lines before."""

    games: int
    sha256: str


HEAD: Final = msgspec.json.Decoder(Head)
BODY: Final[msgspec.json.Decoder[KeptGame | Foot]] = msgspec.json.Decoder(KeptGame | Foot)


def write_backup(store: SqlStore, path: Path) -> int:
    """Write all games of a store, as they are at this moment, to a new file; returns how many."""
    if path.exists():
        raise FileError(str(path), None, "exists already: choose another name for the backup")
    part = path.with_name(f"{path.name}.part")
    # It holds the secrets of sealed dice: only the owner may read it.
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(file, "wb") as raw:
            with gzip.GzipFile(path.name, "wb", 6, raw) as out:
                games = _write(store, out)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return games


def _write(store: SqlStore, out: gzip.GzipFile) -> int:
    digest = sha256()

    def say(what: msgspec.Struct) -> None:
        line = msgspec.json.encode(what) + b"\n"
        digest.update(line)
        out.write(line)

    say(Head(FORMAT, version("grognard"), time.time()))
    games = 0
    for game in store.everything():
        say(_kept(game))
        games += 1
    say(Foot(games, digest.hexdigest()))
    return games


class Backup:
    """A backup file. Iterating yields its games and checks at the end that it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[StoredGame]:
        try:
            with gzip.open(self.path, "rb") as file:
                yield from self._games(file)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise FileError(
                str(self.path), None, f"is damaged or not a backup ({error}): use another one"
            ) from error

    def check(self) -> int:
        """How many games it holds; fails if the file is not complete."""
        return sum(1 for _ in self)

    def _games(self, file: gzip.GzipFile) -> Iterator[StoredGame]:
        line = file.readline(LONGEST)
        head = self._read(line, 1, HEAD)
        if head.format > FORMAT:
            raise self._error(
                1, f"was written by a newer Grognard ({head.program}): restore it with that one"
            )
        digest = sha256(line)
        seen: set[str] = set()
        while True:
            number = len(seen) + 2
            line = file.readline(LONGEST)
            if not line:
                raise self._error(number, "is incomplete: the end is missing; use another backup")
            found = self._read(line, number, BODY)
            if isinstance(found, Foot):
                break
            digest.update(line)
            game = self._game(found, number)
            if game.id in seen:
                raise self._error(number, f'the game "{game.id}" is in it twice')
            seen.add(game.id)
            yield game
        if found.games != len(seen) or found.sha256 != digest.hexdigest() or file.read(1):
            raise self._error(number, "was changed after it was written: use another backup")

    def _read(self, line: bytes, number: int, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._error(
                number, f"is damaged or not a backup ({error}): use another one"
            ) from error

    def _game(self, kept: KeptGame, number: int) -> StoredGame:
        if [line[0] for line in kept.lines] != list(range(1, len(kept.lines) + 1)):
            raise self._error(number, f'the lines of game "{kept.id}" are not numbered 1, 2, 3, …')
        snapshot = kept.snapshot
        return StoredGame(
            kept.id,
            kept.header,
            kept.secret,
            kept.about,
            kept.created,
            kept.updated,
            kept.revision,
            kept.over,
            [StoredLine(*line) for line in kept.lines],
            Snapshot(snapshot.line, snapshot.version, snapshot.position) if snapshot else None,
        )

    def _error(self, line: int, message: str) -> FileError:
        return FileError(str(self.path), line, message)


def _kept(game: StoredGame) -> KeptGame:
    snapshot = game.snapshot
    return KeptGame(
        game.id,
        game.header,
        game.secret,
        game.about,
        game.created,
        game.updated,
        game.revision,
        game.over,
        [(line.number, line.text, line.audience) for line in game.lines],
        KeptSnapshot(snapshot.line, snapshot.version, snapshot.position) if snapshot else None,
    )


def restore_backup(store: SqlStore, path: Path, *, replacing: bool = False) -> int:
    """Restore the games of a backup to a store, all or none; returns how many."""
    backup = Backup(path)
    backup.check()
    return store.take_in(backup, replacing=replacing)
