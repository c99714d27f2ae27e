"""The store in a file: what it asks of SQLite, which files it refuses, how it grows."""

import sqlite3
import stat
from pathlib import Path
from queue import Queue
from random import Random
from threading import Barrier, Thread
from time import sleep
from uuid import UUID

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.server.sqlite_store import APPLICATION, SqliteStore
from grognard.server.store import (
    Change,
    Snapshot,
    StaleRevision,
    StoredGame,
    StoredLine,
    StoreError,
    StoreFull,
)


def a_game(name: str = "ligny") -> StoredGame:
    """A game just opened."""
    return StoredGame(name, "header", b"dice", {"seats": {}}, 1.0, 1.0)


class Later(SqliteStore):
    """The store of a program to come, with one more step of its tables."""

    STEPS = (*SqliteStore.STEPS, "ALTER TABLE games ADD COLUMN place TEXT DEFAULT 'Ghent'")


class Broken(SqliteStore):
    """The store of a program whose step fails half way."""

    STEPS = (*SqliteStore.STEPS, "CREATE TABLE places (name TEXT); CREATE TABLE places (x TEXT)")


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        for use in (store.read, store.write):
            rows = use(lambda tx, name=pragma: tx.rows(f"PRAGMA {name}"))  # type: ignore[misc]
            assert rows == [(value,)], pragma
    store.close()


def waiting_writers(store: SqliteStore, changes: dict[str, Change]) -> dict[str, object]:
    """Change games while the store is busy, then let it go on; revisions or errors by game."""
    found: dict[str, object] = {}

    def work(name: str, change: Change) -> None:
        try:
            found[name] = store.commit(name, change)
        except GrognardError as error:
            found[name] = error

    threads = [Thread(target=work, args=each) for each in changes.items()]
    with store._lock:  # as while another game is written to the disk
        for thread in threads:
            thread.start()
        while len(store._waiting) < len(threads):
            sleep(0.001)
        assert not found  # nobody is told anything yet
    for thread in threads:
        thread.join()
    return found


def test_answers_of_several_games_that_wait_are_written_at_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    names = [f"game-{number}" for number in range(6)]
    for name in names:
        store.create(a_game(name))
    said: list[str] = []
    store._connection.set_trace_callback(said.append)
    changes = {name: Change(0, [StoredLine(1, f"1 {name}", -1)]) for name in names}
    assert waiting_writers(store, changes) == dict.fromkeys(names, 1)
    store._connection.set_trace_callback(None)
    assert said.count("COMMIT") == 1
    store.close()
    again = SqliteStore(tmp_path)
    for name in names:
        game = again.load(name)
        assert game is not None and [line.text for line in game.lines] == [f"1 {name}"]
    again.close()


def test_of_answers_written_at_once_the_refused_ones_alone_change_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    for name in ("ligny", "wavre", "quatre-bras"):
        store.create(a_game(name))
    changes = {
        "ligny": Change(0, [StoredLine(1, "1 good", -1)]),
        "wavre": Change(7, [StoredLine(1, "1 stale", -1)]),
        "quatre-bras": Change(0, [StoredLine(1, "1 good", -1), StoredLine(5, "5 gap", -1)]),
        "nowhere": Change(0),
    }
    found = waiting_writers(store, changes)
    assert found["ligny"] == 1
    assert [type(found[name]) for name in ("wavre", "quatre-bras", "nowhere")] == [
        StaleRevision,
        StoreError,
        UnknownName,
    ]
    lines = {name: store.load(name) for name in ("ligny", "wavre", "quatre-bras")}
    assert [len(game.lines) for game in lines.values() if game is not None] == [1, 0, 0]
    store.close()


def test_a_disk_that_is_full_for_one_of_them_takes_the_others(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    for name in ("ligny", "wavre"):
        store.create(a_game(name))
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    long = StoredLine(1, "1 " + "x" * 100_000, -1)
    changes = {"ligny": Change(0, [long]), "wavre": Change(0, [StoredLine(1, "1 short", -1)])}
    found = waiting_writers(store, changes)
    assert isinstance(found["ligny"], StoreFull) and found["wavre"] == 1
    game = store.load("ligny")
    assert game is not None and game.revision == 0 and game.lines == []
    store.close()


def test_a_game_is_read_while_another_is_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.create(a_game())
    found: Queue[int | None] = Queue()
    with store._lock:  # as while the disk is waited for
        reader = Thread(target=lambda: found.put(store.revision("ligny")))
        reader.start()
        assert found.get(timeout=60) == 0
    reader.join()
    store.close()


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "new" / "folder")
    store.create(a_game())
    for path in (tmp_path / "new" / "folder").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    store.close()


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"My dear Grouchy, " * 500)
    with pytest.raises(StoreError, match=r"games.sqlite: .*`grognard restore` a backup"):
        SqliteStore(tmp_path)
    assert path.read_bytes() == b"My dear Grouchy, " * 500


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (id TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"games.sqlite: is another program's database: move it"):
        SqliteStore(tmp_path)
    assert path.read_bytes() == before


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.create(a_game())
    lines = [StoredLine(n, f"{n} french {'x' * 200}", -1) for n in range(1, 400)]
    store.commit("ligny", Change(0, lines))
    store.close()
    path = tmp_path / "games.sqlite"
    content = bytearray(path.read_bytes())
    assert len(content) > 15 * 4096
    for page in range(12, 15):  # pages in the middle of the lines
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"games.sqlite: .*damaged.*`grognard restore` a backup"):
        SqliteStore(tmp_path)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"games.sqlite: .*choose another one"):
        SqliteStore(tmp_path / "file")


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(StoreError, match=r"too old .* SQLite 3.35.0 or newer, or PostgreSQL"):
        SqliteStore(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"")
    store = SqliteStore(tmp_path)
    store.create(a_game())
    assert store.load("ligny") == a_game()
    store.close()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(SqliteStore.STEPS),)
    connection.close()


def test_many_may_open_a_new_folder_at_once(tmp_path: Path) -> None:
    stores: Queue[SqliteStore] = Queue()

    def open_one(folder: Path, start: Barrier) -> None:
        start.wait()
        stores.put(SqliteStore(folder))

    for n in range(10):
        begin = Barrier(6)
        threads = [Thread(target=open_one, args=(tmp_path / str(n), begin)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        opened = [stores.get_nowait() for _ in range(6)]
        opened[0].create(a_game())
        assert [store.count() for store in opened] == [1] * 6
        for store in opened:
            store.close()


def test_an_older_file_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.create(a_game())
    store.commit("ligny", Change(0, [StoredLine(1, "1 french fire", -1)], key="k", reply=b"r"))
    kept = store.load("ligny")
    store.close()
    for _ in range(2):  # the second time there is nothing left to do
        later = Later(tmp_path)
        assert later.load("ligny") == kept
        assert later.replied("ligny", "k") == b"r"
        assert later.read(lambda tx: tx.rows("SELECT place FROM games")) == [("Ghent",)]
        later.close()


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    Later(tmp_path).close()
    with pytest.raises(StoreError, match=r"a newer Grognard \(version 3 .* this one knows 2\)"):
        SqliteStore(tmp_path)
    Later(tmp_path).close()


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.create(a_game())
    store.close()
    with pytest.raises(StoreError, match="places already exists"):
        Broken(tmp_path)
    store = SqliteStore(tmp_path)
    assert store.load("ligny") == a_game()
    assert store.read(lambda tx: tx.rows("SELECT 1 FROM sqlite_master WHERE name = 'places'")) == []
    store.close()


def test_a_writer_waits_for_another_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.sqlite_store.PATIENCE", 0.05)
    store, other = SqliteStore(tmp_path), SqliteStore(tmp_path)
    store.create(a_game())

    def meanwhile(_: object) -> None:
        assert other.revision("ligny") == 0  # who reads need not wait
        with pytest.raises(StoreError, match="another process is using it"):
            other.commit("ligny", Change(0))

    store.write(meanwhile)
    assert other.commit("ligny", Change(0)) == 1
    store.close()
    other.close()


def test_a_finished_tutorial_takes_less_than_20_kb(tmp_path: Path) -> None:
    # A game of the tutorial has some 270 lines of 35 characters; here four go on side by side,
    # with all that travels with an answer: a key, a reply, the seats, at times a position.
    rng = Random(7)
    SqliteStore(tmp_path / "empty").close()
    empty = (tmp_path / "empty" / "games.sqlite").stat().st_size
    store = SqliteStore(tmp_path)
    names = [f"{rng.getrandbits(64):x}" for _ in range(4)]
    about = {"seats": {side: {"name": "x" * 20, "hash": "f" * 64} for side in ("a", "b")}}
    words = [f"unit-{n} > 0{rng.randrange(100, 999)}" for n in range(40)]
    for name in names:
        store.create(a_game(name))
    for n in range(270):
        for name in names:
            change = Change(
                n,
                [StoredLine(n + 1, f"{n + 1} french {rng.choice(words)} {rng.choice(words)}", -1)],
                about=about,
                key=str(UUID(int=rng.getrandbits(128))),
                reply=b'{"type":"done","key":"","revision":100,"asked":false}',
                snapshot=Snapshot(n, "1", rng.sample(range(4000), 1500)) if n % 50 == 49 else None,
                over=n == 269,
            )
            store.commit(name, change)
    store.close()
    SqliteStore(tmp_path).close()  # what is free goes back when it is opened
    assert (tmp_path / "games.sqlite").stat().st_size - empty < 4 * 20_000
    store = SqliteStore(tmp_path)
    game = store.load(names[0])
    assert game is not None and [line.number for line in game.lines] == list(range(1, 271))
    store.close()
