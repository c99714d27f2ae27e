"""What a store promises, in each kind of database."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.engine.errors import UnknownName
from grognard.server.open_store import open_store
from grognard.server.sql_store import SqlStore
from grognard.server.sql_tables import KEPT_REPLIES, LAST_REPLIES
from grognard.server.store import (
    Change,
    Snapshot,
    StaleRevision,
    StoredGame,
    StoredLine,
    StoreError,
)

WRITER = Path(__file__).with_name("writer.py")
LINES = [StoredLine(1, "1 french fire x", -1), StoredLine(2, "2 allied hold “é”", 1)]


def a_game(name: str = "ligny", **facts: object) -> StoredGame:
    """A game with two lines and a snapshot."""
    game = StoredGame(
        id=name,
        header="grognard 1\nbattle Quatre-Bras ½\n",
        secret=b"\x00\xffdice",
        about={"seats": {"french": {"name": "Ney é"}}, "clock": None, "asked": [1, 2]},
        created=100.5,
        updated=101.25,
        lines=list(LINES),
        snapshot=Snapshot(2, "0.1", {"hex": [1, 2, -3], "stack": []}),
    )
    for fact, value in facts.items():
        setattr(game, fact, value)
    return game


def line(number: int, text: str = "x") -> StoredLine:
    """A line for everybody."""
    return StoredLine(number, text, -1)


def loaded(store: SqlStore, name: str = "ligny") -> StoredGame:
    """A game that must be there."""
    game = store.load(name)
    assert game is not None
    return game


def test_a_game_is_kept_as_it_is(store: SqlStore) -> None:
    store.create(a_game())
    assert store.load("ligny") == a_game()
    assert store.revision("ligny") == 0


def test_a_game_begun_elsewhere_keeps_its_revision(store: SqlStore) -> None:
    store.create(a_game(revision=7, secret=None, snapshot=None))
    assert loaded(store) == a_game(revision=7, secret=None, snapshot=None)


def test_what_is_not_kept_is_not_found(store: SqlStore) -> None:
    assert store.load("ligny") is None
    assert store.revision("ligny") is None
    assert store.replied("ligny", "key") is None
    with pytest.raises(UnknownName, match='no game "ligny"'):
        store.commit("ligny", Change(0))


def test_an_id_is_used_once(store: SqlStore) -> None:
    store.create(a_game())
    with pytest.raises(StoreError, match='"ligny" already'):
        store.create(a_game(header="another", lines=[], snapshot=None))
    assert loaded(store) == a_game()


def test_a_commit_adds_lines_and_one_revision(store: SqlStore) -> None:
    store.create(a_game())
    before = time.time()
    assert store.commit("ligny", Change(0, [line(3), line(4, "y")])) == 1
    game = loaded(store)
    assert game.lines == [*LINES, line(3), line(4, "y")]
    assert game.revision == store.revision("ligny") == 1
    assert before - 1 <= game.updated <= time.time() + 1  # the database rounds
    # All else is as it was.
    assert replace(game, lines=LINES, revision=0, updated=101.25) == a_game()


def test_a_commit_changes_what_it_names(store: SqlStore) -> None:
    store.create(a_game())
    store.commit("ligny", Change(0, about={"n": 1}, secret=b"new", snapshot=Snapshot(2, "2", [7])))
    game = loaded(store)
    assert (game.about, game.secret, game.snapshot) == ({"n": 1}, b"new", Snapshot(2, "2", [7]))
    store.commit("ligny", Change(1, drop_secret=True))
    game = loaded(store)
    assert (game.about, game.secret, game.snapshot) == ({"n": 1}, None, Snapshot(2, "2", [7]))


def test_a_commit_that_comes_too_late_changes_nothing(store: SqlStore) -> None:
    store.create(a_game())
    store.commit("ligny", Change(0, [line(3)]))
    kept = loaded(store)
    late = Change(0, [line(3, "late")], {"late": 1}, b"late", over=True, key="k", reply=b"late")
    with pytest.raises(StaleRevision, match="at revision 1, not at 0"):
        store.commit("ligny", late)
    with pytest.raises(StaleRevision, match="at revision 1, not at 2"):
        store.commit("ligny", replace(late, expected=2))
    assert loaded(store) == kept
    assert store.replied("ligny", "k") is None


@pytest.mark.parametrize("numbers", [[2], [4], [3, 5], [4, 3]])
def test_lines_go_on_by_one_or_nothing_is_changed(store: SqlStore, numbers: list[int]) -> None:
    store.create(a_game())
    change = Change(0, [line(n) for n in numbers], about={"n": 1}, key="k", reply=b"r")
    with pytest.raises(StoreError, match="next line must have the number 3"):
        store.commit("ligny", change)
    assert loaded(store) == a_game()
    assert store.replied("ligny", "k") is None


def test_a_new_game_has_its_lines_from_the_first_on(store: SqlStore) -> None:
    with pytest.raises(StoreError, match="numbered 1, 2, 3"):
        store.create(a_game(lines=[line(2)]))
    assert store.count() == 0


def test_text_that_is_no_text_changes_nothing(store: SqlStore) -> None:
    store.create(a_game())
    with pytest.raises(ValueError, match="surrogates"):
        store.commit("ligny", Change(0, [line(3), line(4, "\ud800")], key="k", reply=b"r"))
    assert loaded(store) == a_game()
    assert store.commit("ligny", Change(0, [line(3)])) == 1


def test_a_request_is_answered_once(store: SqlStore) -> None:
    store.create(a_game())
    store.create(a_game("wavre"))
    store.commit("ligny", Change(0, [line(3)], key="k", reply=b"\x00done"))
    assert store.replied("ligny", "k") == b"\x00done"
    assert store.replied("ligny", "other") is None
    assert store.replied("wavre", "k") is None
    with pytest.raises(StaleRevision, match="carried out already"):
        store.commit("ligny", Change(1, [line(4)], key="k", reply=b"again"))
    assert loaded(store).lines == [*LINES, line(3)]
    assert store.replied("ligny", "k") == b"\x00done"


def test_only_the_last_replies_are_kept(store: SqlStore) -> None:
    store.create(a_game())
    assert (KEPT_REPLIES, LAST_REPLIES) == (50, 5)
    for n in range(60):
        # Every other revision is somebody's without a key, which costs no reply its place.
        store.commit("ligny", Change(2 * n, key=f"k{n}", reply=b"r"))
        store.commit("ligny", Change(2 * n + 1))
    assert [n for n in range(60) if store.replied("ligny", f"k{n}")] == list(range(10, 60))
    store.commit("ligny", Change(120, over=True, key="end", reply=b"r"))
    assert [n for n in range(60) if store.replied("ligny", f"k{n}")] == [56, 57, 58, 59]
    assert store.replied("ligny", "end") == b"r"


def test_games_are_listed_the_newest_first(store: SqlStore) -> None:
    for name, created, over in (("b", 2.0, False), ("a", 1.0, True), ("c", 3.0, False)):
        store.create(a_game(name, created=created, over=over))
    assert list(store.games()) == ["c", "b", "a"]
    assert list(store.games(over=False)) == ["c", "b"]
    assert list(store.games(over=True)) == ["a"]
    assert store.count() == 3
    store.commit("c", Change(0, over=True))
    assert list(store.games(over=True)) == ["c", "a"]


def test_a_game_deleted_leaves_nothing_behind(store: SqlStore) -> None:
    store.create(a_game())
    store.create(a_game("wavre"))
    store.commit("ligny", Change(0, [line(3)], key="k", reply=b"r"))
    store.delete("ligny")
    store.delete("ligny")  # and a second time there is nothing to do
    assert store.load("ligny") is None
    assert list(store.games()) == ["wavre"]
    store.create(a_game(lines=[], snapshot=None))
    assert loaded(store) == a_game(lines=[], snapshot=None)
    assert store.replied("ligny", "k") is None
    assert loaded(store, "wavre") == a_game("wavre")


def test_a_finished_game_keeps_its_lines_and_its_last_snapshot(store: SqlStore) -> None:
    store.create(a_game())
    store.commit("ligny", Change(0, [line(3, "3 end")], over=True, snapshot=Snapshot(3, "1", [])))
    game, end = loaded(store), Snapshot(3, "1", [])
    assert (game.over, game.lines, game.snapshot) == (True, [*LINES, line(3, "3 end")], end)
    # A line after the end, then the end taken back and come to again.
    store.commit("ligny", Change(1, [line(4)]))
    store.commit("ligny", Change(2, [line(5)], over=False, snapshot=Snapshot(5, "1", [5])))
    game = loaded(store)
    assert (game.over, game.snapshot) == (False, Snapshot(5, "1", [5]))
    store.commit("ligny", Change(3, [line(6)], over=True))
    game = loaded(store)
    assert [kept.number for kept in game.lines] == [1, 2, 3, 4, 5, 6]
    assert (game.over, game.snapshot, game.revision) == (True, Snapshot(5, "1", [5]), 4)
    store.create(a_game("wavre", over=True))
    assert loaded(store, "wavre") == a_game("wavre", over=True)


def test_all_is_there_after_closing_and_opening(store: SqlStore, where: str) -> None:
    store.create(a_game())
    store.commit("ligny", Change(0, [line(3)], key="k", reply=b"r"))
    kept = loaded(store)
    store.close()
    again = open_store(where)
    try:
        assert again.load("ligny") == kept
        assert again.replied("ligny", "k") == b"r"
    finally:
        again.close()


def test_a_job_has_one_holder(store: SqlStore, where: str) -> None:
    other = open_store(where)
    try:
        assert not other.held("bot ligny")
        assert store.lease("bot ligny", "a", 60)
        assert other.held("bot ligny")
        assert not other.lease("bot ligny", "b", 60)
        assert store.lease("bot ligny", "a", 60)  # held on to
        assert other.lease("bot wavre", "b", 60)
        other.release("bot ligny", "b")  # not b's to give back
        assert not other.lease("bot ligny", "b", 60)
        store.release("bot ligny", "a")
        assert other.lease("bot ligny", "b", 60)
    finally:
        other.close()


def test_a_job_held_too_long_is_free(store: SqlStore) -> None:
    assert store.lease("bot", "a", -1)
    assert not store.held("bot")
    assert store.lease("bot", "b", 60)
    assert not store.lease("bot", "a", 60)


def test_a_picture_stays_as_it_was(store: SqlStore) -> None:
    store.create(a_game())
    store.create(a_game("wavre", created=200.0))
    games = store.everything()
    assert next(games) == a_game()
    store.commit("wavre", Change(0, [line(3)]))
    store.create(a_game("later"))
    assert list(games) == [a_game("wavre", created=200.0)]
    assert loaded(store, "wavre").lines == [*LINES, line(3)]


def test_games_are_taken_in_all_or_none(store: SqlStore) -> None:
    store.create(a_game("wavre"))
    store.commit("wavre", Change(0, [line(3)]))
    kept = loaded(store, "wavre")
    with pytest.raises(StoreError, match='"wavre" already, and nothing was changed'):
        store.take_in([a_game("ligny"), a_game("wavre")])
    assert list(store.games()) == ["wavre"]
    assert loaded(store, "wavre") == kept
    assert store.take_in([a_game("ligny"), a_game("quatre-bras", over=True)]) == 2
    assert loaded(store, "ligny") == a_game()
    assert store.count() == 3


def test_a_game_replaced_is_told_from_the_one_before(store: SqlStore) -> None:
    store.create(a_game())
    for n in range(3):
        store.commit("ligny", Change(n, [line(3 + n)], key=f"k{n}", reply=b"r"))
    assert store.take_in([a_game(revision=1)], replacing=True) == 1
    # At 3 it was before: whoever still holds that one comes too late with it.
    assert loaded(store) == a_game(revision=4)
    assert store.replied("ligny", "k2") is None
    assert store.take_in([a_game(revision=9)], replacing=True) == 1
    assert loaded(store).revision == 10


def test_other_addresses_lead_nowhere() -> None:
    with pytest.raises(StoreError, match="mysql:// leads to no store: give a folder"):
        open_store("mysql://ney:secret@example.org/games")


# -- several writers -----------------------------------------------------------------------------


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["look", "write"])), max_size=24))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_of_two_writers_who_know_the_same_one_wins(
    store: SqlStore, where: str, commands: list[tuple[bool, str]]
) -> None:
    name = f"game{store.count()}"
    store.create(a_game(name, lines=[], snapshot=None))
    other = open_store(where)
    known = {False: 0, True: 0}
    written: list[StoredLine] = []
    try:
        for who, command in commands:
            hand = other if who else store
            if command == "look":
                known[who] = loaded(hand, name).revision
                assert known[who] == len(written)
                continue
            new = line(known[who] + 1, f"{who} {len(written)}")
            if known[who] == len(written):
                assert hand.commit(name, Change(known[who], [new])) == len(written) + 1
                written.append(new)
                known[who] += 1
            else:
                with pytest.raises(StaleRevision):
                    hand.commit(name, Change(known[who], [new]))
        assert loaded(store, name).lines == loaded(other, name).lines == written
    finally:
        other.close()


def test_threads_that_write_at_once_lose_nothing(store: SqlStore) -> None:
    store.create(a_game(lines=[], snapshot=None))
    told: dict[int, str] = {}

    def write(name: str) -> None:
        kept = 0
        while kept < 15:
            at = store.revision("ligny")
            assert at is not None
            try:
                revision = store.commit("ligny", Change(at, [line(at + 1, f"{name} {kept}")]))
            except StaleRevision:
                continue
            told[revision] = f"{name} {kept}"
            kept += 1

    threads = [Thread(target=write, args=(name,)) for name in ("a", "b", "c", "d")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    game = loaded(store)
    assert game.revision == 60
    assert {kept.number: kept.text for kept in game.lines} == told


class Writer:
    """A writer in a process of its own."""

    def __init__(self, where: str, name: str, count: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WRITER), where, "ligny", name, str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        assert self.stdout.readline() == "ready\n"

    def go(self) -> None:
        """Begin."""
        self.stdin.write("\n")
        self.stdin.flush()

    def rest(self) -> list[int]:
        """The revisions acknowledged until its end and not yet read."""
        told = [int(text) for text in self.stdout.read().splitlines()]
        self.process.wait()
        self.stdin.close()
        self.stdout.close()
        return told


def test_processes_that_write_at_once_lose_nothing(store: SqlStore, where: str) -> None:
    store.create(a_game(lines=[], snapshot=None))
    writers = [Writer(where, name, 30) for name in ("a", "b")]
    for writer in writers:
        writer.go()
    told = {name: writer.rest() for name, writer in zip("ab", writers, strict=True)}
    game = loaded(store)
    assert game.revision == 60
    for name in "ab":
        texts = [f"{n} {name} {kept}" for kept, n in enumerate(told[name])]
        assert [kept.text for kept in game.lines if kept.text.split()[1] == name] == texts
    assert sorted(told["a"] + told["b"]) == list(range(1, 61))


def test_a_writer_killed_loses_nothing_acknowledged(store: SqlStore, where: str) -> None:
    store.create(a_game(lines=[], snapshot=None))
    done = 0
    for life in range(3):
        writer = Writer(where, f"w{life}", 1_000_000)
        writer.go()
        told = [int(writer.stdout.readline()) for _ in range(25)]
        writer.process.kill()
        told += writer.rest()
        assert told == list(range(done + 1, done + len(told) + 1))
        game = loaded(store)
        # One more may have been kept when the kill came between the keeping and the telling.
        assert game.revision in (told[-1], told[-1] + 1)
        texts = [f"{n} w{life} {n - done - 1}" for n in range(done + 1, game.revision + 1)]
        assert [kept.text for kept in game.lines[done:]] == texts
        assert store.replied("ligny", f"w{life}{len(texts) - 1}") == b"ok"
        done = game.revision
    assert store.commit("ligny", Change(done, [line(done + 1)])) == done + 1
