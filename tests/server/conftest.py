"""The databases of the server's tests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.open_store import open_store
from grognard.server.sql_store import SqlStore
from tests.server.postgres import PostgresServer


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """No loop but the test's own: a browser open for tests of the page has one in this thread."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """The address of a database without games."""
    return postgres.clean_database()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for games, in each kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "games")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def store(where: str) -> Iterator[SqlStore]:
    """An empty store in each kind of database."""
    opened = open_store(where)
    yield opened
    opened.close()
