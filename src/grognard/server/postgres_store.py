"""Games in PostgreSQL, for several server processes that share them."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import urlsplit

from grognard.server.sql_store import SqlStore
from grognard.server.sql_tables import Row, Transaction
from grognard.server.store import StoreError, StoreFull

try:
    import psycopg
except ImportError as missing:
    raise StoreError(
        "games in PostgreSQL need its driver, which is not installed: "
        "pip install 'grognard[postgres]'"
    ) from missing

SCHEMA: Final = "grognard"
CHANNEL: Final = "grognard"
CONNECTIONS: Final = 4
PATIENCE: Final = 15.0  # seconds a restart of the database may take
PAUSE: Final = 0.1  # seconds between two tries
LISTEN: Final = 0.5  # seconds between two checks whether the listener should stop
PULSE: Final = 20.0  # seconds of silence until the listener checks its connection
SLACK: Final = 60.0  # changes are repeated from so many seconds before a lost connection
MIGRATION: Final = 0x47524F47  # the lock held while tables are migrated

T = TypeVar("T")
Connection = psycopg.Connection[Row]


class PostgresTransaction(Transaction):
    """A transaction on a connection of PostgreSQL."""

    __slots__ = ("cursor",)

    def __init__(self, connection: Connection) -> None:
        self.cursor = connection.cursor()

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        return self.cursor.execute(_percent(sql), values).fetchall()

    def change(self, sql: str, *values: Any) -> int:
        """How many rows a statement changed."""
        return self.cursor.execute(_percent(sql), values).rowcount

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each row."""
        self.cursor.executemany(_percent(sql), rows)


def _percent(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class Pool:
    """A small pool of connections; broken ones are dropped."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._places = threading.BoundedSemaphore(CONNECTIONS)
        self._idle: list[Connection] = []
        self._lock = threading.Lock()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Borrow a connection."""
        with self._places:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._connect()
            try:
                yield connection
            except psycopg.OperationalError:
                connection.close()
                self.clear()  # the other connections go to the same server
                raise
            finally:
                with self._lock:
                    if not connection.closed:
                        self._idle.append(connection)

    def clear(self) -> None:
        """Close the idle connections."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()


class PostgresStore(SqlStore):
    """A store in a schema of its own in a PostgreSQL database."""

    shared = True

    NOW = "(EXTRACT(EPOCH FROM clock_timestamp())::double precision)"
    WORDS: ClassVar = {
        "serial": "BIGINT GENERATED ALWAYS AS IDENTITY",
        "float": "DOUBLE PRECISION",
        "bytes": "BYTEA",
        "flat": "",
    }

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self._url = url
        self._patience = patience
        self.place = _place(url)
        self._name = secrets.token_hex(4)  # marks the changes of this process
        self._pool = Pool(self._connect)
        self._stop = threading.Event()
        self._listener: threading.Thread | None = None
        with self._sayings():
            try:
                self._within(self._prepare, "READ COMMITTED")
            except BaseException:
                self._pool.clear()
                raise

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run work in a transaction; it may run again after a lost connection."""
        return self._insist(lambda: self._within(work, "READ COMMITTED"))

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Run work that only reads, on one consistent snapshot."""
        return self._insist(lambda: self._within(work, "REPEATABLE READ, READ ONLY"))

    @contextmanager
    def picture(self) -> Iterator[Transaction]:
        """A consistent snapshot to read from while others write."""
        with self._sayings(), self._connect() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield PostgresTransaction(connection)

    def tell(self, tx: Transaction, id: str, revision: int) -> None:
        """Notify the other processes of a change when it is committed."""
        tx.rows(f"SELECT pg_notify('{CHANNEL}', ?)", f"{self._name} {revision} {id}")

    def listen(self, changed: Callable[[str, int], None]) -> None:
        """Call `changed(id, revision)`, in a thread, when another process has changed a game."""
        if self._listener is not None:
            raise StoreError("this store has a listener already: open another one")
        ready = threading.Event()
        self._listener = threading.Thread(
            target=self._keep_listening, args=(changed, ready), name="store-listener", daemon=True
        )
        self._listener.start()
        ready.wait(self._patience)

    def close(self) -> None:
        """Close the database."""
        self._stop.set()
        if self._listener is not None:
            self._listener.join()
        self._pool.clear()

    # -- connections ---------------------------------------------------------------------------

    def _connect(self) -> Connection:
        connection = psycopg.connect(
            self._url,
            autocommit=True,
            client_encoding="utf8",
            connect_timeout=5,
            keepalives_idle=30,
            keepalives_interval=10,
            keepalives_count=3,
            application_name="grognard",
        )
        try:
            connection.execute(f"SET search_path TO {SCHEMA}".encode())
            # What is acknowledged must be on the disk, whatever the database does by default.
            connection.execute(
                "SELECT set_config('synchronous_commit', 'on', false) "
                "WHERE current_setting('synchronous_commit') = 'off'"
            )
        except BaseException:
            connection.close()
            raise
        return connection

    def _within(self, work: Callable[[Transaction], T], level: str) -> T:
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(f"SET TRANSACTION ISOLATION LEVEL {level}".encode())
            return work(PostgresTransaction(connection))

    def _insist(self, attempt: Callable[[], T]) -> T:
        """Try until the database answers: a restart costs a moment, but no change and no reply.

        A change that was committed although its answer got lost is known by its mark.
        """
        end = time.monotonic() + self._patience
        with self._sayings():
            while True:
                try:
                    return attempt()
                except psycopg.OperationalError:
                    if time.monotonic() > end or self._stop.is_set():
                        raise
                    self._stop.wait(PAUSE)

    @contextmanager
    def _sayings(self) -> Iterator[None]:
        """Turn errors of PostgreSQL into messages that name the place and a remedy."""
        try:
            yield
        except psycopg.errors.DiskFull as error:
            raise StoreFull(
                f"{self.place}: {_first_line(error)}: free some disk space; nothing was changed"
            ) from error
        except psycopg.OperationalError as error:
            raise StoreError(
                f"{self.place}: the database does not answer ({_first_line(error)}): "
                "check that it runs, and that address, user and password are right"
            ) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise StoreError(
                f"{self.place}: {_first_line(error)}: the user must be allowed to create a schema "
                f'"{SCHEMA}" in this database'
            ) from error
        except psycopg.Error as error:
            raise StoreError(f"{self.place}: {_first_line(error)}; nothing was changed") from error

    def _prepare(self, tx: Transaction) -> None:
        ((encoding,),) = tx.rows("SHOW server_encoding")
        if encoding != "UTF8":
            raise StoreError(
                f"{self.place}: the database writes {encoding}: make one with ENCODING 'UTF8' "
                "for the games"
            )
        tx.rows("SELECT pg_advisory_xact_lock(?)", MIGRATION)
        if not tx.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", SCHEMA):
            tx.change(f"CREATE SCHEMA {SCHEMA}")
        if tx.rows("SELECT 1 WHERE to_regclass(?) IS NULL", f"{SCHEMA}.version"):
            if tx.rows("SELECT 1 FROM pg_tables WHERE schemaname = ?", SCHEMA):
                raise StoreError(
                    f'{self.place}: the schema "{SCHEMA}" holds another program\'s tables: '
                    "choose another database for the games"
                )
            tx.change("CREATE TABLE version (number INTEGER NOT NULL)")
            tx.change("INSERT INTO version (number) VALUES (0)")
        ((version,),) = tx.rows("SELECT number FROM version")
        self.upgrade(tx, self.place, version)
        tx.change("UPDATE version SET number = ?", len(self.STEPS))
        tx.change(f"DELETE FROM leases WHERE until < {self.NOW}")

    # -- listening -----------------------------------------------------------------------------

    def _keep_listening(self, changed: Callable[[str, int], None], ready: threading.Event) -> None:
        alive: float | None = None  # when the connection was last known to be good
        while not self._stop.is_set():
            # After any failure the next connection reports what was missed.
            with contextlib.suppress(psycopg.Error), self._connect() as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                if alive is not None:
                    self._tell_missed(connection, time.monotonic() - alive + SLACK, changed)
                alive = time.monotonic()
                ready.set()
                while not self._stop.is_set():
                    for notice in connection.notifies(timeout=LISTEN):
                        self._heard(notice.payload, changed)
                        alive = time.monotonic()
                    if time.monotonic() - alive > PULSE:
                        connection.execute("SELECT 1")
                        alive = time.monotonic()
            self._stop.wait(PAUSE)

    def _heard(self, payload: str, changed: Callable[[str, int], None]) -> None:
        name, revision, game = payload.split(" ", 2)
        if name != self._name:
            changed(game, int(revision))

    def _tell_missed(
        self, connection: Connection, seconds: float, changed: Callable[[str, int], None]
    ) -> None:
        """Report recent changes; those already known do no harm."""
        rows = PostgresTransaction(connection).rows(
            f"SELECT id, revision FROM games WHERE updated >= {self.NOW} - ?", seconds
        )
        for game, revision in rows:
            changed(game, revision)


def _place(url: str) -> str:
    """Where a database is, without user and password.

    >>> _place("postgresql://ney:secret@example.org:5433/games?sslmode=require")
    'postgresql://example.org:5433/games'
    """
    parts = urlsplit(url)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _first_line(error: psycopg.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
