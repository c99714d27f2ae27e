"""Backups: one file for every kind of store, whole or refused, all or nothing."""

import gzip
import json
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from grognard.cli import main
from grognard.engine.errors import FileError
from grognard.server.backup import Backup, restore_backup, write_backup
from grognard.server.open_store import open_store
from grognard.server.sql_store import SqlStore
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Change, Snapshot, StoredGame, StoredLine, StoreError


def a_game(name: str, created: float, over: bool = False) -> StoredGame:
    """A game of two lines."""
    return StoredGame(
        id=name,
        header="grognard 1\n½ é",
        secret=None if over else b"\x00\xffdice",
        about={"seats": {"french": {"name": "Ney é"}}},
        created=created,
        updated=created + 1,
        revision=5,
        over=over,
        lines=[StoredLine(1, "1 french fire", -1), StoredLine(2, "2 allied plan", 1)],
        snapshot=None if over else Snapshot(2, "0.1", {"hex": [1, -2]}),
    )


GAMES = [a_game("ligny", 1.5), a_game("wavre", 2.5, over=True)]


@pytest.fixture
def full(store: SqlStore) -> SqlStore:
    """A store with two games."""
    for game in GAMES:
        store.create(game)
    return store


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[SqlStore]:
    """Another store."""
    store = SqliteStore(tmp_path / "empty")
    yield store
    store.close()


@pytest.fixture
def saved(tmp_path: Path, empty: SqlStore) -> Path:
    """A good backup of two games."""
    source = SqliteStore(tmp_path / "source")
    for game in GAMES:
        source.create(game)
    assert write_backup(source, tmp_path / "good.gz") == 2
    source.close()
    return tmp_path / "good.gz"


def test_every_store_takes_the_backup_of_every_other(
    full: SqlStore, empty: SqlStore, tmp_path: Path, postgres_url: str
) -> None:
    assert write_backup(full, tmp_path / "first.gz") == 2
    assert restore_backup(empty, tmp_path / "first.gz") == 2
    assert list(empty.everything()) == GAMES
    assert write_backup(empty, tmp_path / "second.gz") == 2
    third = open_store(postgres_url if isinstance(full, SqliteStore) else tmp_path / "third")
    assert restore_backup(third, tmp_path / "second.gz") == 2
    assert [third.load(game.id) for game in GAMES] == GAMES
    third.close()


def test_a_backup_is_of_one_moment(
    full: SqlStore, empty: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = full.everything()
    first = next(games)
    # The games go on between the first and the second.
    full.commit("wavre", Change(5, [StoredLine(3, "3 x", -1)]))
    full.create(a_game("later", 9.0))
    monkeypatch.setattr(full, "everything", lambda: iter([first, *games]))
    assert write_backup(full, tmp_path / "b.gz") == 2
    restore_backup(empty, tmp_path / "b.gz")
    assert list(empty.everything()) == GAMES


def test_a_store_without_games_has_a_backup_too(empty: SqlStore, tmp_path: Path) -> None:
    assert write_backup(empty, tmp_path / "b.gz") == 0
    assert Backup(tmp_path / "b.gz").check() == 0
    assert restore_backup(empty, tmp_path / "b.gz") == 0


def test_nobody_else_may_read_a_backup_and_none_is_overwritten(
    full: SqlStore, tmp_path: Path
) -> None:
    path = tmp_path / "b.gz"
    write_backup(full, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(FileError, match="b.gz: exists already: choose another name"):
        write_backup(full, path)
    assert path.read_bytes() == before


def test_a_backup_that_fails_leaves_no_file(
    full: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> Iterator[StoredGame]:
        yield GAMES[0]
        raise StoreError("the database does not answer")

    monkeypatch.setattr(full, "everything", stop)
    (tmp_path / "backups").mkdir()
    with pytest.raises(StoreError, match="does not answer"):
        write_backup(full, tmp_path / "backups" / "b.gz")
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_game_kept_already_is_refused_or_replaced(full: SqlStore, saved: Path) -> None:
    full.delete("ligny")
    full.commit("wavre", Change(5, [StoredLine(3, "3 x", -1)]))
    with pytest.raises(StoreError, match='"wavre" already, and nothing was changed'):
        restore_backup(full, saved)
    assert list(full.games()) == ["wavre"]
    assert restore_backup(full, saved, replacing=True) == 2
    wavre = full.load("wavre")
    assert full.load("ligny") == GAMES[0]
    assert wavre is not None and wavre.lines == GAMES[1].lines
    assert wavre.revision == 7  # after the 6 of the one that gave way


def test_a_part_of_a_backup_restores_nothing(saved: Path, empty: SqlStore) -> None:
    content = saved.read_bytes()
    for size in range(0, len(content), 7):
        saved.write_bytes(content[:size])
        with pytest.raises(FileError):
            restore_backup(empty, saved)
    assert empty.count() == 0


def test_a_changed_byte_restores_nothing(saved: Path, empty: SqlStore) -> None:
    plain = gzip.decompress(saved.read_bytes())
    rng = Random(18)
    for _ in range(300):
        at = rng.randrange(len(plain))
        other = bytes([rng.choice([b for b in range(256) if b != plain[at]])])
        if plain[at : at + 1].isspace() and other.isspace():
            continue
        saved.write_bytes(gzip.compress(plain[:at] + other + plain[at + 1 :], 1))
        with pytest.raises(FileError):
            restore_backup(empty, saved)
    assert empty.count() == 0


Edit = Callable[[list[dict[str, Any]]], None]


def forged(path: Path, edit: Edit) -> None:
    """Change a backup and put its proof right again."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    edit(lines)
    texts = [json.dumps(line) + "\n" for line in lines[:-1]]
    lines[-1]["sha256"] = sha256("".join(texts).encode()).hexdigest()
    path.write_bytes(gzip.compress(("".join(texts) + json.dumps(lines[-1]) + "\n").encode()))


def newer(lines: list[dict[str, Any]]) -> None:
    lines[0]["format"], lines[0]["program"] = 2, "9.0"


def counted_wrong(lines: list[dict[str, Any]]) -> None:
    lines[-1]["games"] = 3


def twice(lines: list[dict[str, Any]]) -> None:
    lines.insert(1, lines[1])


def with_a_gap(lines: list[dict[str, Any]]) -> None:
    lines[1]["lines"][1][0] = 3


def with_a_stranger(lines: list[dict[str, Any]]) -> None:
    lines[2]["trap"] = 1


def without_head(lines: list[dict[str, Any]]) -> None:
    del lines[0]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (newer, r"good.gz:1: was written by a newer Grognard \(9.0\)"),
        (counted_wrong, r"good.gz:4: was changed after it was written"),
        (twice, r'good.gz:3: the game "ligny" is in it twice'),
        (with_a_gap, r'good.gz:2: the lines of game "ligny" are not numbered'),
        (with_a_stranger, r"good.gz:3: is damaged or not a backup .*trap"),
        (without_head, r"good.gz:1: is damaged or not a backup"),
    ],
)
def test_a_forged_backup_is_refused_with_its_line(
    saved: Path, empty: SqlStore, edit: Edit, message: str
) -> None:
    forged(saved, lambda lines: None)
    assert Backup(saved).check() == 2  # the forger's hand alone changes nothing
    forged(saved, edit)
    with pytest.raises(FileError, match=message):
        restore_backup(empty, saved)
    assert empty.count() == 0


def test_more_after_the_end_is_refused(saved: Path, empty: SqlStore) -> None:
    plain = gzip.decompress(saved.read_bytes())
    saved.write_bytes(gzip.compress(plain + b"{}\n"))
    with pytest.raises(FileError, match="was changed after it was written"):
        restore_backup(empty, saved)


def test_backup_and_restore_from_the_command_line(
    where: str, full: SqlStore, tmp_path: Path
) -> None:
    place = ["--data" if isinstance(full, SqliteStore) else "--database", where]
    path = tmp_path / "b.gz"
    run = CliRunner().invoke
    done = run(main, ["backup", str(path), *place])
    assert (done.exit_code, done.output.replace("\n", "")) == (0, f"2 games written to {path}.")
    again = run(main, ["restore", str(path), *place])
    assert again.exit_code == 2
    assert "already, and nothing was changed" in again.stderr
    full.delete("wavre")
    full.delete("ligny")
    back = run(main, ["restore", str(path), *place, "--json"])
    assert json.loads(back.stdout) == {"file": str(path), "games": 2}
    assert list(full.everything()) == GAMES
    assert run(main, ["restore", str(path), *place, "--replace"]).exit_code == 0
    assert full.revision("ligny") == 6


def test_the_users_own_folder_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run = CliRunner().invoke
    none = run(main, ["backup", str(tmp_path / "b.gz")])
    assert none.exit_code == 2
    assert "no server games found there" in none.stderr.replace("\n", " ")
    assert not (tmp_path / "grognard").exists()
    store = SqliteStore(tmp_path / "grognard")
    store.create(GAMES[0])
    store.close()
    done = run(main, ["backup", str(tmp_path / "b.gz")])
    assert "1 game written to" in done.output
    both = run(main, ["backup", "c.gz", "--data", "x", "--database", "postgresql:///y"])
    assert both.exit_code == 2
    assert "give either --data or --database" in both.stderr.replace("\n", " ")
