"""The SQL tables, and how a game is read from and written to their rows."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from grognard.engine.step import EVERYBODY
from grognard.server.store import Change, Snapshot, StaleRevision, StoredGame, StoredLine

KEPT_REPLIES: Final = 50  # of a running game: a client repeats a command within moments
QUICK: Final = 1  # the level at which positions are compressed: they are soon replaced
LAST_REPLIES: Final = 5  # of a game that is over

Row = tuple[Any, ...]

# Step n migrates the tables from version n to n + 1. Released steps are never changed.
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
    """
    CREATE TABLE players (id TEXT PRIMARY KEY, about TEXT NOT NULL) {flat};
    CREATE TABLE seatings (
        player TEXT NOT NULL, game TEXT NOT NULL, side TEXT NOT NULL, told SMALLINT NOT NULL,
        PRIMARY KEY (player, game, side)
    ) {flat};
    CREATE INDEX seatings_by_game ON seatings (game);
    CREATE TABLE listed (game TEXT PRIMARY KEY) {flat};
    CREATE TABLE notices (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, game TEXT NOT NULL, side TEXT NOT NULL,
        kind TEXT NOT NULL, channel TEXT NOT NULL, content TEXT NOT NULL, due {float} NOT NULL,
        tries BIGINT NOT NULL
    ) {flat};
    CREATE INDEX notices_by_time ON notices (due);
    CREATE TABLE server_keys (name TEXT PRIMARY KEY, content {bytes} NOT NULL) {flat}
    """,
)


class Transaction:
    """An open transaction; `?` stands for a value."""

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        raise NotImplementedError

    def change(self, sql: str, *values: Any) -> int:
        """How many rows a statement changed."""
        raise NotImplementedError

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each row."""
        raise NotImplementedError


def as_json(about: dict[str, Any]) -> str:
    """A game's details as text."""
    return msgspec.json.encode(about).decode()


def load_game(tx: Transaction, id: str, after: int = 0) -> StoredGame | None:
    """A game from its rows, with the lines after one; None if it does not exist."""
    rows = tx.rows(
        "SELECT serial, header, secret, about, created, updated, revision, over, last "
        "FROM games JOIN papers ON game = serial WHERE id = ?",
        id,
    )
    if not rows:
        return None
    serial, header, secret, about, created, updated, revision, over, last = rows[0]
    kept = tx.rows("SELECT line, version, position FROM snapshots WHERE game = ?", serial)
    snapshot = None
    if kept and not after:
        line, version, position = kept[0]
        with suppress(zlib.error, msgspec.DecodeError, UnicodeError):  # damaged: the lines do
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
        load_lines(tx, serial, last, after),
        snapshot,
    )


def load_lines(tx: Transaction, serial: int, last: int, after: int = 0) -> list[StoredLine]:
    """The lines of a game after one up to the last; a line that is gone has no text."""
    ((folded,),) = tx.rows("SELECT folded FROM papers WHERE game = ?", serial)
    lines: list[Row] = []
    if folded is not None:
        with suppress(zlib.error, msgspec.MsgspecError, UnicodeError):  # damaged: told as such
            lines = msgspec.json.decode(zlib.decompress(folded), type=list[Row])
    lines += tx.rows(
        "SELECT number, content, audience FROM lines WHERE game = ? AND number > ? ORDER BY number",
        serial,
        after,
    )
    if [line[0] for line in lines] != list(range(after + 1, last + 1)):
        there = {line[0]: line for line in lines}
        lines = [there.get(n, (n, "", EVERYBODY)) for n in range(after + 1, last + 1)]
    return [StoredLine(*line) for line in lines]


def add_lines(tx: Transaction, serial: int, lines: Iterable[StoredLine]) -> None:
    """Add lines to a game."""
    rows = [(serial, line.number, line.text, line.audience) for line in lines]
    if rows:
        tx.many("INSERT INTO lines (game, number, content, audience) VALUES (?, ?, ?, ?)", rows)


def fold(tx: Transaction, serial: int, last: int) -> None:
    """Compress the lines of a finished game into one piece, a fifth of the size."""
    lines = [(line.number, line.text, line.audience) for line in load_lines(tx, serial, last)]
    folded = zlib.compress(msgspec.json.encode(lines), 9)
    tx.change("UPDATE papers SET folded = ? WHERE game = ?", folded, serial)
    tx.change("DELETE FROM lines WHERE game = ?", serial)


def keep_snapshot(tx: Transaction, serial: int, snapshot: Snapshot) -> None:
    """Replace a game's stored position."""
    tx.change(
        "INSERT INTO snapshots (game, line, version, position) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (game) DO UPDATE SET line = excluded.line, version = excluded.version, "
        "position = excluded.position",
        serial,
        snapshot.line,
        snapshot.version,
        zlib.compress(msgspec.json.encode(snapshot.position), QUICK),
    )


def keep_reply(tx: Transaction, serial: int, revision: int, change: Change) -> None:
    """Store the reply to a command, in case it is repeated; the oldest are dropped."""
    if tx.rows("SELECT 1 FROM replies WHERE game = ? AND name = ?", serial, change.key):
        raise StaleRevision("this command was carried out already: ask for its reply")
    tx.change(
        "INSERT INTO replies (game, revision, name, reply) VALUES (?, ?, ?, ?)",
        serial,
        revision,
        change.key,
        change.reply,
    )
    trim_replies(tx, serial, KEPT_REPLIES)


def trim_replies(tx: Transaction, serial: int, kept: int) -> None:
    """Drop all but the last replies."""
    tx.change(
        "DELETE FROM replies WHERE game = ? AND revision <= (SELECT revision FROM replies "
        "WHERE game = ? ORDER BY revision DESC LIMIT 1 OFFSET ?)",
        serial,
        serial,
        kept,
    )
