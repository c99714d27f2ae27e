"""Opens the store of the games: a folder, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.server.sql_store import SqlStore
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import StoreError

POSTGRES: Final = ("postgresql://", "postgres://")


def open_store(where: Path | str) -> SqlStore:
    """The store in a folder, or in the database of a `postgresql://` address."""
    if isinstance(where, str) and where.startswith(POSTGRES):
        # Only those who use it need the driver.
        from grognard.server.postgres_store import PostgresStore

        return PostgresStore(where)
    if isinstance(where, str) and "://" in where:
        scheme = where.partition("://")[0]
        raise StoreError(
            f"{scheme}:// leads to no store: give a folder, or an address postgresql://…"
        )
    return SqliteStore(where)
