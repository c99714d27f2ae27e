"""Faults of the store: a full disk, damage, a second server; each is told for what it is."""

import sqlite3
import zlib
from pathlib import Path

import msgspec
import pytest

from grognard.server import requests
from grognard.server.room import Room
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.store import StoreError
from tests.engine.toy import HOLD
from tests.server.given import BLUE, RED, Doer, room, sqlite, toy
from tests.server.running import HUMANS, serving

__all__ = ["sqlite", "toy"]


def edit(folder: Path, sql: str, *values: object) -> None:
    """Change the file behind the store's back."""
    with sqlite3.connect(folder / FILE) as database:
        assert database.execute(sql, values).rowcount == 1
    database.close()


def played(store: SqliteStore) -> Doer:
    """A game with a few answers; its position was stored after line 4."""
    table = Doer(room(store))
    table.plans()
    table.give(RED, HOLD)
    table.give(BLUE, HOLD)
    table.give(RED, HOLD)
    return table


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first, second = SqliteStore(tmp_path), SqliteStore(tmp_path)
    first.claim()
    assert first.lease("bot:game", "first", 600)
    with pytest.raises(StoreError, match="another server serves these games already"):
        second.claim()
    assert second.held("bot:game")  # a backup may look, but not take over
    first.close()
    second.claim()
    second.close()


def test_what_a_dead_server_held_is_free_at_once(tmp_path: Path) -> None:
    dead = SqliteStore(tmp_path)
    dead.claim()
    assert dead.lease("bot:game", "dead", 600)
    dead.close()
    again = SqliteStore(tmp_path)
    again.claim()
    assert again.lease("bot:game", "again", 600)
    again.close()


@pytest.mark.parametrize("damage", [b"", b"x" * 100, zlib.compress(b"not json")])
def test_a_damaged_snapshot_falls_back_to_the_lines(
    tmp_path: Path, sqlite: SqliteStore, toy: None, damage: bytes
) -> None:
    table = played(sqlite)
    edit(tmp_path, "UPDATE snapshots SET position = ?", damage)
    again = Room(sqlite, table.room.id)
    assert again.game.dump() == table.room.game.dump()
    assert again.revision == table.room.revision and again.details.notes == []


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_damaged_line_is_called_damaged(
    tmp_path: Path, sqlite: SqliteStore, toy: None, number: int
) -> None:
    table = played(sqlite)
    sql = "UPDATE lines SET content = ? WHERE number = ?"
    edit(tmp_path, sql, f"{number} red verb:rubbish | rubbish", number)
    again = Doer(Room(sqlite, table.room.id))
    (note,) = again.room.details.notes
    assert f"the record is damaged (line {number}: " in note and "rules" not in note
    if number < 4:  # before the stored position: it goes on from there as it was
        assert again.room.game.dump() == table.room.game.dump()
    assert Room(sqlite, table.room.id).details.notes == [note]  # and once only


@pytest.mark.parametrize("text", ["", "rubbish", "3", "4 red hold | hold", "\0\0\0"])
@pytest.mark.parametrize("number", [3, 5])
def test_a_line_that_cannot_be_read_is_called_damaged(
    tmp_path: Path, sqlite: SqliteStore, toy: None, number: int, text: str
) -> None:
    table = played(sqlite)
    edit(tmp_path, "UPDATE lines SET content = ? WHERE number = ?", text, number)
    goes_on_damaged(sqlite, table, number)


@pytest.mark.parametrize("number", [3, 5])
def test_a_line_that_is_gone_is_called_damaged(
    tmp_path: Path, sqlite: SqliteStore, toy: None, number: int
) -> None:
    table = played(sqlite)
    assert len(table.room.game.record.lines) == 5  # the last one too
    edit(tmp_path, "DELETE FROM lines WHERE number = ?", number)
    goes_on_damaged(sqlite, table, number)


def goes_on_damaged(store: SqliteStore, table: Doer, number: int) -> None:
    """The game goes on from the position stored after line 4, and its lines can be answered."""
    before = table.room.game.dump()
    again = Doer(Room(store, table.room.id))
    (note,) = again.room.details.notes
    told = f"the record is damaged (line {number}: this line cannot be read)"
    assert told in note and "rules" not in note
    assert (again.room.game.dump() == before) == (number < 4)
    answer = requests.GiveAnswer("later", again.room.revision, HOLD)
    again.do(RED if again.room.due in RED.sides else BLUE, answer)
    last = Room(store, table.room.id)
    assert last.details.notes == [note] and last.game.dump() == again.room.game.dump()


def test_the_lines_of_a_finished_game_can_be_damaged_and_its_end_still_be_seen(
    tmp_path: Path, sqlite: SqliteStore, toy: None
) -> None:
    table = played(sqlite)
    table.do(RED, requests.Resign("end", RED.sides[0]))
    edit(tmp_path, "UPDATE papers SET folded = ?", b"rubbish")
    again = Room(sqlite, table.room.id)
    assert again.game.over and again.game.dump() == table.room.game.dump()
    (note,) = again.details.notes
    assert "the record is damaged (line 1: this line cannot be read)" in note


def test_another_position_in_the_snapshot_falls_back_to_the_lines(
    tmp_path: Path, sqlite: SqliteStore, toy: None
) -> None:
    table = played(sqlite)
    stored = sqlite.load(table.room.id)
    assert stored is not None and stored.snapshot is not None
    kept = stored.snapshot.position
    kept["position"]["fields"][min(kept["position"]["fields"])] = []
    edit(tmp_path, "UPDATE snapshots SET position = ?", zlib.compress(msgspec.json.encode(kept)))
    again = Room(sqlite, table.room.id)
    assert again.game.dump() == table.room.game.dump() and again.details.notes == []


def test_a_damaged_word_that_still_replays_is_told(
    tmp_path: Path, sqlite: SqliteStore, toy: None
) -> None:
    table = played(sqlite)
    edit(tmp_path, "UPDATE lines SET content = content || ' at dawn' WHERE number = 3")
    again = Room(sqlite, table.room.id)
    assert again.game.dump() == table.room.game.dump()
    assert "is damaged" in again.details.notes[0]


def test_a_full_disk_is_told_in_words_and_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open("shock/gemioncourt", HUMANS)
        game, french = opened["game"], opened["seats"]["french"]
        assert isinstance(server.store, SqliteStore)
        database = server.store._connection
        with server.store._lock:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        said = 0
        while (answer := server.do(game, french, "say", text="x" * 300)).status_code == 200:
            said += 1
            assert said < 100
        assert answer.status_code == 507 and answer.json()["kind"] == "full"
        assert "disk is full: nothing was changed" in answer.json()["message"]
        with server.store._lock:
            database.execute("PRAGMA max_page_count = 1000000")
        assert len(server.state(game)["messages"]) == said
        assert server.do(game, french, "say", text="again").status_code == 200
        assert len(server.state(game)["messages"]) == said + 1


def test_a_method_that_is_not_allowed_says_which_are(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with server.client() as client:
            answer = client.delete("/api/bots")
        assert answer.status_code == 405 and "GET" in answer.headers["allow"]
        described = server.get("/api/openapi.json").json()["components"]["schemas"]
        assert described["NewGame"]["additionalProperties"] is False
        assert described["GiveAnswer"]["additionalProperties"] is False
