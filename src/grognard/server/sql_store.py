"""What both databases have in common: the tables, and every change of a game as one transaction."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from grognard.engine.errors import UnknownName
from grognard.server.store import (
    Change,
    Snapshot,
    StaleRevision,
    Store,
    StoredGame,
    StoredLine,
    StoreError,
)

KEPT_REPLIES: Final = 50  # of a game that goes on: a client repeats itself within moments
LAST_REPLIES: Final = 5  # of a game that is over

Row = tuple[Any, ...]
T = TypeVar("T")

# Step n leads from version n of the tables to n + 1. Steps that went out are never changed.
STEPS: Final = (
    """
    CREATE TABLE games (
        serial {serial} PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision BIGINT NOT NULL,
        over SMALLINT NOT NULL, last BIGINT NOT NULL, created {float} NOT NULL,
        updated {float} NOT NULL, mark TEXT NOT NULL, secret {bytes}, about TEXT NOT NULL
    );
    CREATE INDEX games_by_age ON games (created, id, over);
    CREATE TABLE papers (
        game BIGINT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        header TEXT NOT NULL, folded {bytes}
    ) {flat};
    CREATE TABLE lines (
        game BIGINT NOT NULL REFERENCES games ON DELETE CASCADE, number BIGINT NOT NULL,
        content TEXT NOT NULL, audience SMALLINT NOT NULL, PRIMARY KEY (game, number)
    ) {flat};
    CREATE TABLE snapshots (
        game BIGINT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        line BIGINT NOT NULL, version TEXT NOT NULL, position {bytes} NOT NULL
    ) {flat};
    CREATE TABLE replies (
        game BIGINT NOT NULL REFERENCES games ON DELETE CASCADE, revision BIGINT NOT NULL,
        name TEXT NOT NULL, reply {bytes} NOT NULL, PRIMARY KEY (game, revision)
    ) {flat};
    CREATE TABLE leases (
        job TEXT PRIMARY KEY, holder TEXT NOT NULL, until {float} NOT NULL
    ) {flat}
    """,
)


class Transaction:
    """An open transaction; `?` stands for a value."""

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """What a statement answers."""
        raise NotImplementedError

    def change(self, sql: str, *values: Any) -> int:
        """How many rows a statement changed."""
        raise NotImplementedError

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """A statement carried out for each of the rows."""
        raise NotImplementedError


class SqlStore(Store):
    """A store in tables; what differs from database to database is in the methods to be given."""

    NOW: ClassVar[str]  # seconds since 1970 by the clock of the database
    WORDS: ClassVar[dict[str, str]]  # what it calls its types
    STEPS: ClassVar[tuple[str, ...]] = STEPS

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Carry out work in a transaction of its own, all or nothing; it may be begun again."""
        raise NotImplementedError

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Carry out work that only reads, in one consistent picture of the database."""
        raise NotImplementedError

    def picture(self) -> AbstractContextManager[Transaction]:
        """A consistent picture of the database to read from at leisure, others go on writing."""
        raise NotImplementedError

    def tell(self, tx: Transaction, id: str, revision: int) -> None:
        """Let the other processes know of a change, once it is committed."""

    # -- the games -----------------------------------------------------------------------------

    def create(self, game: StoredGame) -> None:
        """Keep a new game; its id must be new."""
        mark = secrets.token_hex(8)
        self.write(lambda tx: self._create(tx, game, mark))

    def load(self, id: str) -> StoredGame | None:
        """A game with all its lines and its last snapshot; None if there is none."""
        return self.read(lambda tx: _load(tx, id))

    def revision(self, id: str) -> int | None:
        """How often a game was changed; None if there is none."""
        rows = self.read(lambda tx: tx.rows("SELECT revision FROM games WHERE id = ?", id))
        return int(rows[0][0]) if rows else None

    def commit(self, id: str, change: Change) -> int:
        """Change a game, all or nothing; its new revision. StaleRevision if it moved on."""
        mark = secrets.token_hex(8)
        return self.write(lambda tx: self._commit(tx, id, change, mark))

    def replied(self, id: str, key: str) -> bytes | None:
        """What was answered to a request with this key, if it was carried out already."""
        rows = self.read(
            lambda tx: tx.rows(
                "SELECT reply FROM replies JOIN games ON serial = game WHERE id = ? AND name = ?",
                id,
                key,
            )
        )
        return bytes(rows[0][0]) if rows else None

    def games(self, *, over: bool | None = None) -> Iterator[str]:
        """The ids of the games, the newest first; all, or only those (not) over."""
        where, values = ("", ()) if over is None else ("WHERE over = ?", (int(over),))
        sql = f"SELECT id FROM games {where} ORDER BY created DESC, id"
        rows = self.read(lambda tx: tx.rows(sql, *values))
        return (str(row[0]) for row in rows)

    def count(self) -> int:
        """How many games are kept."""
        return int(self.read(lambda tx: tx.rows("SELECT COUNT(*) FROM games"))[0][0])

    def delete(self, id: str) -> None:
        """Forget a game."""
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

    def release(self, job: str, holder: str) -> None:
        """Give a job back."""
        sql = "DELETE FROM leases WHERE job = ? AND holder = ?"
        self.write(lambda tx: tx.change(sql, job, holder))

    # -- all at once ---------------------------------------------------------------------------

    def everything(self) -> Iterator[StoredGame]:
        """All the games as they were at one moment, the oldest first."""
        with self.picture() as tx:
            for row in tx.rows("SELECT id FROM games ORDER BY created, id"):
                game = _load(tx, str(row[0]))
                if game is not None:
                    yield game

    def take_in(self, games: Iterable[StoredGame], *, replacing: bool = False) -> int:
        """Keep all these games or, if one cannot be kept, none of them; how many they are.

        A game kept already is refused unless it is to be replaced; its revision then goes on from
        the higher of the two, so that no process can take the old for the new.
        """
        mark = secrets.token_hex(8)
        return self.write(lambda tx: self._take_in(tx, games, replacing, mark))

    def upgrade(self, tx: Transaction, place: str, version: int) -> None:
        """Lead the tables from an older version to this program's."""
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
            *(mark, game.secret, _json(game.about)),
        )
        rows = tx.rows(
            "INSERT INTO games (id, revision, over, last, created, updated, mark, secret, about) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING serial",
            *values,
        )
        if not rows:
            if tx.rows("SELECT 1 FROM games WHERE id = ? AND mark = ?", game.id, mark):
                return  # it was kept when the connection broke and the work was begun again
            raise StoreError(f'there is a game "{game.id}" already: choose another id')
        serial = int(rows[0][0])
        tx.change("INSERT INTO papers (game, header) VALUES (?, ?)", serial, game.header)
        _add_lines(tx, serial, game.lines)
        if game.over:
            _fold(tx, serial)
        elif game.snapshot is not None:
            _keep_snapshot(tx, serial, game.snapshot)

    def _commit(self, tx: Transaction, id: str, change: Change, mark: str) -> int:
        news: list[tuple[str, Any]] = [("mark = ?", mark), ("last = last + ?", len(change.lines))]
        if change.about is not None:
            news.append(("about = ?", _json(change.about)))
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
        _add_lines(tx, serial, change.lines)
        if over:
            tx.change("DELETE FROM snapshots WHERE game = ?", serial)
            _fold(tx, serial)
        elif change.snapshot is not None:
            _keep_snapshot(tx, serial, change.snapshot)
        if change.key:
            _keep_reply(tx, serial, revision, change)
        if change.over:
            _trim_replies(tx, serial, LAST_REPLIES)
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
                continue  # kept when the connection broke and the work was begun again
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


def _json(about: dict[str, Any]) -> str:
    return msgspec.json.encode(about).decode()


def _load(tx: Transaction, id: str) -> StoredGame | None:
    rows = tx.rows(
        "SELECT serial, header, secret, about, created, updated, revision, over "
        "FROM games JOIN papers ON game = serial WHERE id = ?",
        id,
    )
    if not rows:
        return None
    serial, header, secret, about, created, updated, revision, over = rows[0]
    kept = tx.rows("SELECT line, version, position FROM snapshots WHERE game = ?", serial)
    snapshot = None
    if kept:
        line, version, position = kept[0]
        snapshot = Snapshot(line, version, msgspec.json.decode(zlib.decompress(position)))
    return StoredGame(
        id,
        header,
        None if secret is None else bytes(secret),
        msgspec.json.decode(about),
        created,
        updated,
        revision,
        bool(over),
        _lines(tx, serial),
        snapshot,
    )


def _lines(tx: Transaction, serial: int) -> list[StoredLine]:
    ((folded,),) = tx.rows("SELECT folded FROM papers WHERE game = ?", serial)
    lines = [] if folded is None else msgspec.json.decode(zlib.decompress(folded), type=list[Row])
    lines += tx.rows(
        "SELECT number, content, audience FROM lines WHERE game = ? ORDER BY number", serial
    )
    return [StoredLine(*line) for line in lines]


def _add_lines(tx: Transaction, serial: int, lines: Iterable[StoredLine]) -> None:
    rows = [(serial, line.number, line.text, line.audience) for line in lines]
    if rows:
        tx.many("INSERT INTO lines (game, number, content, audience) VALUES (?, ?, ?, ?)", rows)


def _fold(tx: Transaction, serial: int) -> None:
    """Put the lines of a game that is over into one compressed piece, a fifth of the size."""
    lines = [(line.number, line.text, line.audience) for line in _lines(tx, serial)]
    folded = zlib.compress(msgspec.json.encode(lines), 9)
    tx.change("UPDATE papers SET folded = ? WHERE game = ?", folded, serial)
    tx.change("DELETE FROM lines WHERE game = ?", serial)


def _keep_snapshot(tx: Transaction, serial: int, snapshot: Snapshot) -> None:
    tx.change(
        "INSERT INTO snapshots (game, line, version, position) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (game) DO UPDATE SET line = excluded.line, version = excluded.version, "
        "position = excluded.position",
        serial,
        snapshot.line,
        snapshot.version,
        zlib.compress(msgspec.json.encode(snapshot.position)),
    )


def _keep_reply(tx: Transaction, serial: int, revision: int, change: Change) -> None:
    if tx.rows("SELECT 1 FROM replies WHERE game = ? AND name = ?", serial, change.key):
        raise StaleRevision("this request was carried out already: ask for what it was told")
    tx.change(
        "INSERT INTO replies (game, revision, name, reply) VALUES (?, ?, ?, ?)",
        serial,
        revision,
        change.key,
        change.reply,
    )
    _trim_replies(tx, serial, KEPT_REPLIES)


def _trim_replies(tx: Transaction, serial: int, kept: int) -> None:
    tx.change(
        "DELETE FROM replies WHERE game = ? AND revision <= (SELECT revision FROM replies "
        "WHERE game = ? ORDER BY revision DESC LIMIT 1 OFFSET ?)",
        serial,
        serial,
        kept,
    )


def _committed_already(tx: Transaction, id: str, expected: int, mark: str) -> int:
    """The revision, if it was this very change that made it; else the change came too late."""
    rows = tx.rows("SELECT revision, mark FROM games WHERE id = ?", id)
    if not rows:
        raise UnknownName(f'there is no game "{id}": it was deleted, or never kept here')
    revision, last_mark = int(rows[0][0]), rows[0][1]
    if last_mark == mark:
        # The connection broke after the commit and before its answer; the work was begun again.
        return revision
    raise StaleRevision(
        f'game "{id}" is at revision {revision}, not at {expected}: load it again'
    )
