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
from grognard.server.store import StoreError
from grognard.server.tables import Row, Transaction

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
LISTEN: Final = 0.5  # seconds until the listener looks whether it shall stop
PULSE: Final = 20.0  # seconds of silence after which the listener asks whether it is connected
SLACK: Final = 60.0  # seconds before a lost connection from which on changes are told again
MIGRATION: Final = 0x47524F47  # the lock of those who change the tables

T = TypeVar("T")
Connection = psycopg.Connection[Row]


class PostgresTransaction(Transaction):
    """A transaction on a connection of PostgreSQL."""

    __slots__ = ("cursor",)

    def __init__(self, connection: Connection) -> None:
        self.cursor = connection.cursor()

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """What a statement answers."""
        return self.cursor.execute(_percent(sql), values).fetchall()

    def change(self, sql: str, *values: Any) -> int:
        """How many rows a statement changed."""
        return self.cursor.execute(_percent(sql), values).rowcount

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """A statement carried out for each of the rows."""
        self.cursor.executemany(_percent(sql), rows)


def _percent(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class Pool:
    """A few connections, handed out one at a time; those that broke are dropped."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._places = threading.BoundedSemaphore(CONNECTIONS)
        self._idle: list[Connection] = []
        self._lock = threading.Lock()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection for as long as it is needed."""
        with self._places:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._connect()
            try:
                yield connection
            except psycopg.OperationalError:
                connection.close()
                self.clear()  # the others lead to the same server
                raise
            finally:
                with self._lock:
                    if not connection.closed:
                        self._idle.append(connection)

    def clear(self) -> None:
        """Close the connections nobody uses."""
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
        self._name = secrets.token_hex(4)  # tells this process's changes from others'
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
        """Carry out work in a transaction of its own, all or nothing; it may be begun again."""
        return self._insist(lambda: self._within(work, "READ COMMITTED"))

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Carry out work that only reads, in one consistent picture of the database."""
        return self._insist(lambda: self._within(work, "REPEATABLE READ, READ ONLY"))

    @contextmanager
    def picture(self) -> Iterator[Transaction]:
        """A consistent picture of the database to read from at leisure, others go on writing."""
        with self._sayings(), self._connect() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield PostgresTransaction(connection)

    def tell(self, tx: Transaction, id: str, revision: int) -> None:
        """Let the other processes know of a change, once it is committed."""
        tx.rows(f"SELECT pg_notify('{CHANNEL}', ?)", f"{self._name} {revision} {id}")

    def listen(self, changed: Callable[[str, int], None]) -> None:
        """Call `changed(id, revision)`, in a thread, when another process has changed a game."""
        if self._listener is not None:
            raise StoreError("somebody listens to this store already: open another one")
        ready = threading.Event()
        self._listener = threading.Thread(
            target=self._keep_listening, args=(changed, ready), name="store-listener", daemon=True
        )
        self._listener.start()
        ready.wait(self._patience)

    def close(self) -> None:
        """Let go of the database."""
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
        """Try until the database answers: a restart costs a moment, no change and no reply.

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
        """Whatever PostgreSQL complains of is said with the place and the way out."""
        try:
            yield
        except psycopg.OperationalError as error:
            raise StoreError(
                f"{self.place}: the database does not answer ({_first_line(error)}): "
                "see that it runs and that address, user and password are right"
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
            # Whatever it was that broke, the next connection tells what was missed.
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
        """Tell all that changed lately; who knows of a revision already has nothing to do."""
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
