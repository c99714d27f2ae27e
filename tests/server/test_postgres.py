"""The store in PostgreSQL: restarts, answers that got lost, processes that listen to each other."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread, Timer
from typing import TypeVar

import psycopg
import pytest

from grognard.server.postgres_store import PostgresStore
from grognard.server.sql_tables import Transaction
from grognard.server.store import Change, StoredGame, StoredLine, StoreError
from tests.server.postgres import PostgresServer

T = TypeVar("T")
HEARD = 30.0  # seconds within which a change is heard of


def a_game(name: str = "ligny") -> StoredGame:
    """A game just opened."""
    return StoredGame(name, "header", b"dice", {"seats": {}}, 1.0, 1.0)


def line(number: int) -> StoredLine:
    """A line for everybody."""
    return StoredLine(number, f"{number} french fire", -1)


class Later(PostgresStore):
    """The store of a program to come, with one more step of its tables."""

    STEPS = (*PostgresStore.STEPS, "ALTER TABLE games ADD COLUMN place TEXT DEFAULT 'Ghent'")


class Broken(PostgresStore):
    """The store of a program whose step fails half way."""

    STEPS = (*PostgresStore.STEPS, "CREATE TABLE places (name TEXT); CREATE TABLE places (x TEXT)")


class Forgetful(PostgresStore):
    """A store whose connection breaks once, when the work is committed and not yet answered."""

    forgets = False

    def _within(self, work: Callable[[Transaction], T], level: str) -> T:
        done = super()._within(work, level)
        if self.forgets:
            self.forgets = False
            raise psycopg.OperationalError("the answer got lost")
        return done


@pytest.fixture
def pair(postgres_url: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Two stores on one database, as two processes have them."""
    one, two = PostgresStore(postgres_url), PostgresStore(postgres_url)
    yield one, two
    one.close()
    two.close()


Pair = tuple[PostgresStore, PostgresStore]


# -- listening ---------------------------------------------------------------------------------


def test_a_change_is_told_to_the_others_and_not_to_oneself(pair: Pair) -> None:
    one, two = pair
    heard: Queue[tuple[str, str, int]] = Queue()
    one.listen(lambda game, revision: heard.put(("one", game, revision)))
    two.listen(lambda game, revision: heard.put(("two", game, revision)))
    one.create(a_game("la belle alliance"))
    one.commit("la belle alliance", Change(0, [line(1)]))
    assert heard.get(timeout=HEARD) == ("two", "la belle alliance", 1)
    two.commit("la belle alliance", Change(1, [line(2)]))
    assert heard.get(timeout=HEARD) == ("one", "la belle alliance", 2)
    assert heard.empty()


def test_what_was_refused_is_not_told(pair: Pair) -> None:
    one, two = pair
    heard: Queue[tuple[str, int]] = Queue()
    two.listen(lambda *told: heard.put(told))
    one.create(a_game())
    with pytest.raises(StoreError):
        one.commit("ligny", Change(0, [line(5)]))
    one.commit("ligny", Change(0, [line(1)]))
    assert heard.get(timeout=HEARD) == ("ligny", 1)


def test_who_listens_finds_the_change_kept(pair: Pair) -> None:
    one, two = pair
    found: Queue[int | None] = Queue()
    two.listen(lambda game, revision: found.put(two.revision(game)))
    one.create(a_game())
    one.commit("ligny", Change(0))
    assert found.get(timeout=HEARD) == 1


def test_one_listens_at_a_time(pair: Pair) -> None:
    pair[0].listen(lambda game, revision: None)
    with pytest.raises(StoreError, match="has a listener already"):
        pair[0].listen(lambda game, revision: None)


# -- restarts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_restart_of_the_database_costs_nothing(
    pair: Pair, postgres: PostgresServer, how: signal.Signals
) -> None:
    one, two = pair
    heard: Queue[tuple[str, int]] = Queue()
    two.listen(lambda *told: heard.put(told))
    one.create(a_game())
    one.commit("ligny", Change(0, [line(1)]))
    assert heard.get(timeout=HEARD) == ("ligny", 1)
    postgres.stop(how)
    # It comes back while somebody already waits for it.
    back = Timer(0.3, postgres.start)
    back.start()
    assert one.commit("ligny", Change(1, [line(2)])) == 2
    back.join()
    game = two.load("ligny")
    assert game is not None and game.lines == [line(1), line(2)]
    # The listener connects again by itself; what it missed it is told (as may be what it knew).
    end = time.monotonic() + HEARD
    while heard.get(timeout=HEARD) != ("ligny", 2):
        assert time.monotonic() < end
    one.commit("ligny", Change(2, [line(3)]))
    while heard.get(timeout=HEARD) != ("ligny", 3):
        assert time.monotonic() < end


def test_a_database_that_stays_away_is_said_to(postgres_url: str, postgres: PostgresServer) -> None:
    store = PostgresStore(postgres_url, patience=0.2)
    store.create(a_game())
    postgres.stop()
    try:
        with pytest.raises(StoreError, match=r"postgresql:///games: .* does not answer"):
            store.commit("ligny", Change(0, [line(1)]))
    finally:
        postgres.start()
    assert store.commit("ligny", Change(0, [line(1)])) == 1
    store.close()


def test_a_change_whose_answer_got_lost_is_made_once(postgres_url: str) -> None:
    store = Forgetful(postgres_url)
    store.forgets = True
    store.create(a_game())
    store.forgets = True
    assert store.commit("ligny", Change(0, [line(1)], key="k", reply=b"r")) == 1
    store.forgets = True
    assert store.take_in([a_game("wavre"), a_game("gembloux")]) == 2
    store.forgets = True
    assert store.take_in([a_game("wavre")], replacing=True) == 1
    assert store.revision("wavre") == 1
    store.forgets = True
    assert store.lease("bot", "a", 60)
    assert not store.forgets
    game = store.load("ligny")
    assert game is not None and (game.revision, game.lines) == (1, [line(1)])
    assert store.replied("ligny", "k") == b"r"
    assert sorted(store.games()) == ["gembloux", "ligny", "wavre"]
    store.close()


# -- opening -------------------------------------------------------------------------------------


def test_many_may_open_a_new_database_at_once(postgres_url: str) -> None:
    stores: Queue[PostgresStore] = Queue()
    threads = [Thread(target=lambda: stores.put(PostgresStore(postgres_url))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    opened = [stores.get_nowait() for _ in range(5)]
    opened[0].create(a_game())
    assert [store.count() for store in opened] == [1] * 5
    for store in opened:
        store.close()


def test_older_tables_are_brought_up_to_date_with_their_games(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    store.create(a_game())
    store.close()
    for _ in range(2):  # the second time there is nothing left to do
        later = Later(postgres_url)
        assert later.load("ligny") == a_game()
        assert later.read(lambda tx: tx.rows("SELECT place FROM games")) == [("Ghent",)]
        later.close()
    with pytest.raises(StoreError, match=r"a newer Grognard \(version 3 .* this one knows 2\)"):
        PostgresStore(postgres_url)


def test_a_step_that_fails_leaves_the_tables_as_they_were(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    store.create(a_game())
    with pytest.raises(StoreError, match='"places" already exists; nothing was changed'):
        Broken(postgres_url)
    assert store.load("ligny") == a_game()
    assert store.read(lambda tx: tx.rows("SELECT to_regclass('places')")) == [(None,)]
    store.close()


def test_another_programs_tables_are_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE SCHEMA grognard")
        connection.execute("CREATE TABLE grognard.wines (name TEXT)")
    with pytest.raises(StoreError, match='schema "grognard" holds another program\'s tables'):
        PostgresStore(postgres_url)


def test_a_database_that_cannot_write_every_language_is_refused(postgres: PostgresServer) -> None:
    url = postgres.new_database("latin", "ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="the database writes LATIN1: make one with ENCODING"):
        PostgresStore(url)


def test_a_user_without_rights_is_told_which_are_missing(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP ROLE IF EXISTS grouchy")
        connection.execute("CREATE ROLE grouchy LOGIN")
    url = postgres_url.replace("postgres@", "grouchy:secret@")
    with pytest.raises(StoreError, match="must be allowed to create a schema") as refused:
        PostgresStore(url)
    assert "secret" not in str(refused.value)


def test_a_commit_is_on_the_disk_whatever_the_default(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ALTER ROLE postgres SET synchronous_commit TO off")
    try:
        store = PostgresStore(postgres_url)
        assert store.read(lambda tx: tx.rows("SHOW synchronous_commit")) == [("on",)]
        store.close()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("ALTER ROLE postgres RESET synchronous_commit")


def test_where_nobody_listens_the_password_stays_secret() -> None:
    with pytest.raises(StoreError, match=r"^postgresql://127.0.0.1:1/games: ") as refused:
        PostgresStore("postgresql://ney:secret@127.0.0.1:1/games")
    assert "secret" not in str(refused.value)


def test_without_the_driver_the_way_out_is_said() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from grognard.server.open_store import open_store\n"
        "from grognard.server.store import StoreError\n"
        "try:\n    open_store('postgresql://ney:secret@example.org/games')\n"
        "except StoreError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "games in PostgreSQL need its driver, which is not installed: "
        "pip install 'grognard[postgres]'\n"
    )
