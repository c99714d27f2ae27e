"""Games in one SQLite file: nothing to install, and nothing acknowledged is ever lost."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, Final, Generic, TextIO, TypeVar, cast

from grognard.server.sql_store import SqlStore
from grognard.server.sql_tables import Row, Transaction
from grognard.server.store import StoreError, StoreFull

FILE: Final = "games.sqlite"
LOCK: Final = "server.lock"
APPLICATION: Final = 0x47524F47  # marks the file as one of ours ("GROG")
OLDEST: Final = (3, 35, 0)  # the first with UPDATE … RETURNING
PATIENCE: Final = 15.0  # seconds to wait for another process to finish writing
PAUSE: Final = 0.02  # seconds between two tries
WRITABLE: Final = "make the folder writable, or choose another one"

T = TypeVar("T")


class SqliteTransaction(Transaction):
    """A transaction on a connection of SQLite."""

    __slots__ = ("connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        return self.connection.execute(sql, values).fetchall()

    def change(self, sql: str, *values: Any) -> int:
        """How many rows a statement changed."""
        return self.connection.execute(sql, values).rowcount

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each row."""
        self.connection.executemany(sql, rows)


class Job(Generic[T]):
    """Work that waits for its transaction, and what came of it."""

    __slots__ = ("done", "error", "value", "work")

    def __init__(self, work: Callable[[Transaction], T]) -> None:
        self.work = work
        self.value: T | None = None
        self.error: Exception | None = None
        self.done = False  # on the disk, or failed

    def do(self, tx: Transaction) -> None:
        """Do the work within a transaction."""
        try:
            self.value, self.error = self.work(tx), None
        except sqlite3.Error:
            raise  # the whole transaction may be gone
        except Exception as error:
            self.error = error

    def result(self) -> T:
        """What the work returned, or its error."""
        if self.error is not None:
            raise self.error
        return cast("T", self.value)


class SqliteStore(SqlStore):
    """A store in a folder's `games.sqlite`, for one process or a few on the same machine."""

    NOW = "((julianday('now') - 2440587.5) * 86400.0)"
    WORDS: ClassVar = {
        "serial": "INTEGER",
        "float": "REAL",
        "bytes": "BLOB",
        "flat": "WITHOUT ROWID",  # a game's lines lie together
    }

    def __init__(self, folder: Path | str) -> None:
        self.path = Path(folder) / FILE
        self._claim: TextIO | None = None
        self._lock = RLock()  # all threads share one connection that writes
        self._waiting: deque[Job[Any]] = deque()
        self._reading = RLock()  # and one that reads, while the other waits for the disk
        if sqlite3.sqlite_version_info < OLDEST:
            raise StoreError(
                f"this Python has SQLite {sqlite3.sqlite_version}, too old to keep games: use a "
                f"Python with SQLite {'.'.join(map(str, OLDEST))} or newer, or PostgreSQL"
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # It holds the secrets of sealed dice: only the owner may read it. What SQLite puts
            # beside it gets the same rights. A file that is there is left to SQLite alone:
            # closing it here would undo the locks another store of this process has on it.
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}: {WRITABLE}") from error
        self._connection = self._reader = self._connect()
        try:
            self._prepare()
            self._reader = self._connect()
        except BaseException:
            self._connection.close()
            raise

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run work in a transaction; what waits while another one is written shares the next."""
        mine = Job(work)
        self._waiting.append(mine)
        with self._lock:
            if not mine.done:
                self._write_all()
        return mine.result()

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Run work that only reads, on one consistent snapshot."""
        with self._transaction(self._reader, self._reading, "BEGIN") as tx:
            return work(tx)

    @contextmanager
    def picture(self) -> Iterator[Transaction]:
        """A consistent snapshot to read from while others write."""
        connection = self._connect()
        try:
            with self._sayings():
                connection.execute("BEGIN")
                yield SqliteTransaction(connection)
        finally:
            connection.close()

    def claim(self) -> None:
        """Become the only server of this file; whatever an earlier one held is free again."""
        lock = (self.path.parent / LOCK).open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise StoreError(
                f"{self.path}: another server serves these games already: stop it, choose another "
                "folder (--data), or let several servers share a PostgreSQL database (--database)"
            ) from None
        self._claim = lock  # held until the process ends or the store is closed
        self.write(lambda tx: tx.change("DELETE FROM leases"))

    def listen(self, changed: Callable[[str, int], None]) -> None:
        """Other processes' changes are not reported: the file is meant for one process."""

    def close(self) -> None:
        """Close the database."""
        with self._lock, self._reading:
            self._reader.close()
            self._connection.close()
            if self._claim is not None:
                self._claim.close()
                self._claim = None

    # -- opening -------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        with self._sayings():
            connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            return connection

    def _prepare(self) -> None:
        self.read(self._refuse_foreign)
        with self._lock, self._sayings():
            # Only a file without tables accepts this; free space is returned at the next opening.
            self._connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            mode = self._write_ahead()
            if mode != "wal":
                raise StoreError(
                    f"{self.path}: this file system cannot keep a log beside the file (it is in "
                    f'mode "{mode}"): choose a folder on a local disk'
                )
        self.write(self._upgrade)
        with self._lock, self._sayings():
            fault = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if fault != "ok":
                raise sqlite3.DatabaseError(fault.splitlines()[-1])
            # As a script: each step of the statement frees one page only.
            self._connection.executescript("PRAGMA incremental_vacuum")
        self.write(lambda tx: tx.change(f"DELETE FROM leases WHERE until < {self.NOW}"))

    def _write_ahead(self) -> str:
        """Switch to write-ahead logging; the mode the file is in afterwards."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return str(self._connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
            except sqlite3.OperationalError:  # SQLite does not wait for this
                if time.monotonic() > end:
                    raise
                time.sleep(PAUSE)

    def _refuse_foreign(self, tx: Transaction) -> None:
        ((application,),) = tx.rows("PRAGMA application_id")
        ((tables,),) = tx.rows("SELECT COUNT(*) FROM sqlite_master")
        if application != APPLICATION and tables:
            raise StoreError(
                f"{self.path}: is another program's database: move it away, or choose another "
                "folder for the games"
            )

    def _upgrade(self, tx: Transaction) -> None:
        ((version,),) = tx.rows("PRAGMA user_version")
        self.upgrade(tx, str(self.path), int(version))
        tx.change(f"PRAGMA application_id = {APPLICATION}")
        tx.change(f"PRAGMA user_version = {len(self.STEPS)}")

    # -- transactions --------------------------------------------------------------------------

    def _write_all(self) -> None:
        """Do all jobs that wait, with one write to the disk: only then any of them is done."""
        jobs = [self._waiting[index] for index in range(len(self._waiting))]
        try:
            self._write_together(jobs)
        except (StoreError, sqlite3.Error):  # nothing was changed: each alone is told its error
            for job in jobs:
                try:
                    self._write_together([job])
                except (StoreError, sqlite3.Error) as error:
                    job.error = error
        for job in jobs:
            job.done = True
            self._waiting.popleft()

    def _write_together(self, jobs: list[Job[Any]]) -> None:
        """Do some jobs in one transaction; what one of them refuses is rolled back for it alone."""
        with self._transaction(self._connection, self._lock, "BEGIN IMMEDIATE") as tx:
            for job in jobs:
                tx.change("SAVEPOINT job")
                job.do(tx)
                if job.error is not None:
                    tx.change("ROLLBACK TO job")
                tx.change("RELEASE job")

    @contextmanager
    def _transaction(
        self, connection: sqlite3.Connection, lock: AbstractContextManager[Any], begin: str
    ) -> Iterator[Transaction]:
        with lock, self._sayings():
            connection.execute(begin)
            try:
                yield SqliteTransaction(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _sayings(self) -> Iterator[None]:
        """Turn errors of SQLite into messages that name the file and a remedy."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if type(error) not in (sqlite3.DatabaseError, sqlite3.OperationalError):
                raise  # an error of the program, not of the file
            full = "full" in str(error)
            raise (StoreFull if full else StoreError)(
                f"{self.path}: {error}: {_way_out(error)}"
            ) from error


def _way_out(error: sqlite3.DatabaseError) -> str:
    text = str(error)
    if type(error) is sqlite3.DatabaseError or "malformed" in text:
        return "it is damaged or not a database: move it away and `grognard restore` a backup"
    if "locked" in text or "busy" in text:
        return "another process is using it; try again later"
    if "full" in text:
        return "free some disk space and try again; nothing was changed"
    return WRITABLE
