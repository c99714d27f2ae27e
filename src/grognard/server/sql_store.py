"""The common part of both stores: every change of a game is one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.engine.errors import UnknownName
from grognard.server.sql_tables import (
    LAST_REPLIES,
    STEPS,
    Transaction,
    add_lines,
    as_json,
    fold,
    keep_reply,
    keep_snapshot,
    load_game,
    trim_replies,
)
from grognard.server.store import Change, StaleRevision, Store, StoredGame, StoreError

T = TypeVar("T")


class _Clock(msgspec.Struct):
    clock: Any = None


_clock = msgspec.json.Decoder(_Clock)


class SqlStore(Store):
    """A store in SQL tables; subclasses add what differs between databases."""

    NOW: ClassVar[str]  # seconds since 1970, by the database's clock
    WORDS: ClassVar[dict[str, str]]  # its names of types
    STEPS: ClassVar[tuple[str, ...]] = STEPS

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run work in a transaction; it may run again after a lost connection."""
        raise NotImplementedError

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Run work that only reads, on one consistent snapshot."""
        raise NotImplementedError

    def picture(self) -> AbstractContextManager[Transaction]:
        """A consistent snapshot to read from while others write."""
        raise NotImplementedError

    def tell(self, tx: Transaction, id: str, revision: int) -> None:
        """Notify the other processes of a change when it is committed."""

    # -- the games -----------------------------------------------------------------------------

    def create(self, game: StoredGame) -> None:
        """Store a new game; its id must be new."""
        mark = secrets.token_hex(8)
        self.write(lambda tx: self._create(tx, game, mark))

    def load(self, id: str, after: int = 0) -> StoredGame | None:
        """A game with its lines after one and its last snapshot; None if it does not exist."""
        return self.read(lambda tx: load_game(tx, id, after))

    def revision(self, id: str) -> int | None:
        """How often a game was changed; None if it does not exist."""
        rows = self.read(lambda tx: tx.rows("SELECT revision FROM games WHERE id = ?", id))
        return int(rows[0][0]) if rows else None

    def commit(self, id: str, change: Change) -> int:
        """Change a game, all or nothing; its new revision. StaleRevision if it has moved on."""
        mark = secrets.token_hex(8)
        return self.write(lambda tx: self._commit(tx, id, change, mark))

    def replied(self, id: str, key: str) -> bytes | None:
        """The reply to a command with this key, if it was carried out already."""
        rows = self.read(
            lambda tx: tx.rows(
                "SELECT reply FROM replies JOIN games ON serial = game WHERE id = ? AND name = ?",
                id,
                key,
            )
        )
        return bytes(rows[0][0]) if rows else None

    def replies(self, id: str) -> dict[str, bytes]:
        """The replies to the last commands of a game by their keys, the oldest first."""
        sql = (
            "SELECT name, reply FROM replies JOIN games ON serial = game WHERE id = ? "
            "ORDER BY replies.revision"
        )
        return {str(name): bytes(reply) for name, reply in self.read(lambda tx: tx.rows(sql, id))}

    def sides_of(self, player: str, game: str) -> tuple[str, ...]:
        """The sides of a game that a player, named by the hash of a key, has seats at."""
        sql = "SELECT side FROM seatings WHERE player = ? AND game = ? ORDER BY side"
        return tuple(str(row[0]) for row in self.read(lambda tx: tx.rows(sql, player, game)))

    def games(self, *, over: bool | None = None, clock: bool = False) -> Iterator[str]:
        """The ids of the games, the newest first; all, or only those (not) over or with a clock."""
        where, values = ("", ()) if over is None else ("WHERE over = ?", (int(over),))
        sql = f"SELECT id{', about' if clock else ''} FROM games {where} ORDER BY created DESC, id"
        rows = self.read(lambda tx: tx.rows(sql, *values))
        return (str(row[0]) for row in rows if not clock or _has_clock(row[1]))

    def count(self) -> int:
        """How many games are stored."""
        return int(self.read(lambda tx: tx.rows("SELECT COUNT(*) FROM games"))[0][0])

    def delete(self, id: str) -> None:
        """Delete a game."""
        self.write(lambda tx: tx.change("DELETE FROM games WHERE id = ?", id))

    # -- jobs ----------------------------------------------------------------------------------

    def lease(self, job: str, holder: str, seconds: float) -> bool:
        """Take a job (a bot's answer, a clock) for a time, if nobody else holds it."""
        sql = (
            f"INSERT INTO leases (job, holder, until) VALUES (?, ?, {self.NOW} + ?) "
            "ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until "
            f"WHERE leases.holder = excluded.holder OR leases.until <= {self.NOW}"
        )
        return self.write(lambda tx: tx.change(sql, job, holder, seconds)) == 1

    def held(self, job: str) -> bool:
        """Whether any process holds a job."""
        sql = f"SELECT 1 FROM leases WHERE job = ? AND until > {self.NOW}"
        return bool(self.read(lambda tx: tx.rows(sql, job)))

    def release(self, job: str, holder: str) -> None:
        """Release a job."""
        sql = "DELETE FROM leases WHERE job = ? AND holder = ?"
        self.write(lambda tx: tx.change(sql, job, holder))

    # -- all at once ---------------------------------------------------------------------------

    def everything(self) -> Iterator[StoredGame]:
        """All the games as they were at one moment, the oldest first."""
        with self.picture() as tx:
            for row in tx.rows("SELECT id FROM games ORDER BY created, id"):
                game = load_game(tx, str(row[0]))
                if game is not None:
                    yield game

    def take_in(self, games: Iterable[StoredGame], *, replacing: bool = False) -> int:
        """Store all these games or, if one cannot be stored, none; returns how many.

        A game kept already is refused unless it is to be replaced; its revision then goes on from
        the higher of the two, so that no process can take the old for the new.
        """
        mark = secrets.token_hex(8)
        return self.write(lambda tx: self._take_in(tx, games, replacing, mark))

    def upgrade(self, tx: Transaction, place: str, version: int) -> None:
        """Migrate the tables from an older version."""
        if version > len(self.STEPS):
            raise StoreError(
                f"{place}: was written by a newer Grognard (version {version} of the tables, "
                f"this one knows {len(self.STEPS)}): use that one, or another place for the games"
            )
        for step in self.STEPS[version:]:
            for statement in step.format(**self.WORDS).split(";"):
                tx.change(statement)

    # -- within a transaction ------------------------------------------------------------------

    def _create(self, tx: Transaction, game: StoredGame, mark: str) -> None:
        if [line.number for line in game.lines] != list(range(1, len(game.lines) + 1)):
            raise StoreError(f'game "{game.id}": the lines must be numbered 1, 2, 3, …')
        values = (
            *(game.id, game.revision, int(game.over), len(game.lines), game.created, game.updated),
            *(mark, game.secret, as_json(game.about)),
        )
        rows = tx.rows(
            "INSERT INTO games (id, revision, over, last, created, updated, mark, secret, about) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING serial",
            *values,
        )
        if not rows:
            if tx.rows("SELECT 1 FROM games WHERE id = ? AND mark = ?", game.id, mark):
                return  # it was stored before the connection broke and the work ran again
            raise StoreError(f'there is a game "{game.id}" already: choose another id')
        serial = int(rows[0][0])
        tx.change("INSERT INTO papers (game, header) VALUES (?, ?)", serial, game.header)
        add_lines(tx, serial, game.lines)
        if game.over:
            fold(tx, serial, len(game.lines))
        if game.snapshot is not None:
            keep_snapshot(tx, serial, game.snapshot)

    def _commit(self, tx: Transaction, id: str, change: Change, mark: str) -> int:
        news: list[tuple[str, Any]] = [("mark = ?", mark), ("last = last + ?", len(change.lines))]
        if change.about is not None:
            news.append(("about = ?", as_json(change.about)))
        if change.secret is not None or change.drop_secret:
            news.append(("secret = ?", None if change.drop_secret else change.secret))
        if change.over is not None:
            news.append(("over = ?", int(change.over)))
        rows = tx.rows(
            f"UPDATE games SET revision = revision + 1, updated = {self.NOW}, "
            f"{', '.join(sql for sql, _ in news)} WHERE id = ? AND revision = ? "
            "RETURNING serial, revision, last, over",
            *(value for _, value in news),
            id,
            change.expected,
        )
        if not rows:
            return _committed_already(tx, id, change.expected, mark)
        serial, revision, last, over = (int(value) for value in rows[0])
        wanted = range(last - len(change.lines) + 1, last + 1)
        if [line.number for line in change.lines] != list(wanted):
            raise StoreError(f'game "{id}": the next line must have the number {wanted.start}')
        add_lines(tx, serial, change.lines)
        if over:
            fold(tx, serial, last)
        if change.snapshot is not None:
            keep_snapshot(tx, serial, change.snapshot)
        if change.key:
            keep_reply(tx, serial, revision, change)
        if change.over:
            trim_replies(tx, serial, LAST_REPLIES)
        self.tell(tx, id, revision)
        return revision

    def _take_in(
        self, tx: Transaction, games: Iterable[StoredGame], replacing: bool, mark: str
    ) -> int:
        taken = 0
        for game in games:
            taken += 1
            rows = tx.rows("SELECT revision, mark FROM games WHERE id = ?", game.id)
            if rows and rows[0][1] == mark:
                continue  # stored before the connection broke and the work ran again
            if rows and not replacing:
                raise StoreError(
                    f'there is a game "{game.id}" already, and nothing was changed: restore into '
                    "an empty place, or have the games kept here replaced (--replace)"
                )
            if rows:
                game = replace(game, revision=max(game.revision, int(rows[0][0])) + 1)
                tx.change("DELETE FROM games WHERE id = ?", game.id)
            self._create(tx, game, mark)
            self.tell(tx, game.id, game.revision)
        return taken


def _has_clock(about: str) -> bool:
    return _clock.decode(about).clock is not None


def _committed_already(tx: Transaction, id: str, expected: int, mark: str) -> int:
    """The revision, if this change made it before the connection broke; else StaleRevision."""
    rows = tx.rows("SELECT revision, mark FROM games WHERE id = ?", id)
    if not rows:
        raise UnknownName(f'there is no game "{id}": it was deleted, or never kept here')
    revision, last_mark = int(rows[0][0]), rows[0][1]
    if last_mark == mark:
        # The connection broke after the commit and before its answer; the work ran again.
        return revision
    raise StaleRevision(f'game "{id}" is at revision {revision}, not at {expected}: load it again')
