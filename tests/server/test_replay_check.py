"""Games under changed rules: they go on from their last position, and the record says where."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine import checkpoint, replay
from grognard.engine.battle import Battle
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.server.replay_check import check_all
from grognard.server.room import Room
from grognard.server.sqlite_store import SqliteStore
from tests.engine import toy as toy_system
from tests.engine.toy import HOLD, PLAN, SCOUT, Order, ToyPosition
from tests.server.given import BLUE, RED, Doer, room, sqlite, toy

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["sqlite", "toy"]

Restore = Callable[[Any, Battle, Any], Position]


@contextmanager
def nobody_scouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A changed ruling: scouting is forbidden."""
    before = Order.options

    def options(self: Order, p: ToyPosition) -> list[int]:
        return [action for action in before(self, p) if action != SCOUT]

    with monkeypatch.context() as changed:
        changed.setattr(Order, "options", options)
        changed.setattr(checkpoint, "rules_mark", lambda system: "others")
        yield


@contextmanager
def three_rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A changed ruling that refuses no answer, and yet leads elsewhere: companies begin weaker."""
    before = ToyPosition.__init__

    def weaker(self: ToyPosition, battle: toy_system.ToyBattle, stack: list) -> None:  # type: ignore[type-arg]
        before(self, battle, stack)
        self.strength = [1, 1, 1, 1]

    with monkeypatch.context() as changed:
        changed.setattr(ToyPosition, "__init__", weaker)
        changed.setattr(checkpoint, "rules_mark", lambda system: "others")
        yield


def lines(room: Room) -> list[str]:
    return [f"{line.number} {line.word}" for line in room.game.record.lines]


def scouted(store: SqliteStore) -> Doer:
    """A game in round 2, red having scouted in round 1."""
    table = Doer(room(store))
    table.give(RED, PLAN)
    table.give(BLUE, PLAN)
    table.give(RED, SCOUT)
    table.give(BLUE, HOLD)  # round 2: the position is kept after line 4
    table.give(RED, HOLD)
    return table


def test_a_game_whose_answers_are_still_allowed_just_goes_on(sqlite: SqliteStore) -> None:
    table = scouted(sqlite)
    again = Room(sqlite, table.room.id)
    assert again.revision == table.room.revision and again.details.notes == []
    assert again.game.dump() == table.room.game.dump()


def test_after_a_changed_ruling_it_goes_on_from_its_last_position(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scouted(sqlite)
    before = table.room.game.dump()
    with nobody_scouts(monkeypatch):
        again = Doer(Room(sqlite, table.room.id))
        # Line 5, after the kept position, is still allowed and is replayed.
        assert again.room.game.dump() == before
        assert lines(again.room)[5:] == ["6 position", "7 resume"]
        assert again.room.game.record.lines[-1].rest.startswith(
            "from 5 | the rules have changed since (line 3: verb:scout does not answer"
        )
        assert "Line 7: the rules have changed" in again.room.details.notes[0]
        assert again.room.due == "blue"
        again.keys = 10
        again.give(BLUE, HOLD)
        # And once more: what was resumed is not resumed again.
        third = Room(sqlite, table.room.id)
        assert lines(third) == lines(again.room) and third.revision == again.room.revision
        assert third.game.dump() == again.room.game.dump()
        texts = [entry.text for entry in third.game.log]
        assert "Red: scout" in texts and any(t.startswith("Gone on from line 5") for t in texts)


def test_a_position_that_differs_without_any_refusal_is_noticed(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scouted(sqlite)
    before = table.room.game.dump()
    with three_rounds(monkeypatch):
        again = Room(sqlite, table.room.id)
        assert again.game.dump() == before  # with companies of two, as it was
        assert "it leads to another position" in again.game.record.lines[-1].rest


def test_lines_after_the_kept_position_that_are_refused_are_left_out(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Doer(room(sqlite))
    table.plans()
    table.give(RED, HOLD)
    table.give(BLUE, SCOUT)  # round 2: kept after line 4
    table.give(RED, SCOUT)
    with nobody_scouts(monkeypatch):
        again = Room(sqlite, table.room.id)
        assert again.due == "red"  # to order again in round 2
        assert again.game.record.lines[-1].rest.startswith("from 4 | ")
        assert lines(again)[4:] == ["5 red", "6 position", "7 resume"]


def test_nothing_before_the_change_can_be_taken_back(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scouted(sqlite)
    with nobody_scouts(monkeypatch):
        again = Doer(Room(sqlite, table.room.id))
        assert again.room.game.last_answer("red") is None
        again.keys = 10
        again.give(BLUE, HOLD)
        again.undo(BLUE)
        assert again.room.due == "blue"


def test_the_record_of_such_a_game_can_be_taken_in_and_proved_elsewhere(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = scouted(sqlite)
    with nobody_scouts(monkeypatch):
        again = Doer(Room(sqlite, table.room.id))
        again.keys = 10
        again.give(BLUE, HOLD)
        text = again.room.game.record.text()
        other = replay.from_text(text, grognard.system)
        assert other.dump() == again.room.game.dump()
        path = tmp_path / "resumed.grog"
        path.write_text(text)
        report = grognard.verify(path)
        assert report.ok, report.problems


def test_a_game_without_a_fitting_position_goes_on_from_the_last_good_line(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scouted(sqlite)
    with nobody_scouts(monkeypatch):
        monkeypatch.setattr(toy_system.Toy, "restore", _only_once(toy_system.Toy.restore))
        again = Room(sqlite, table.room.id)
        assert again.game.record.lines[-1].rest.startswith("from 2 | ")
        assert again.due == "red"


def _only_once(restore: Restore) -> Restore:
    """Restoring fails the first time, as for a position of another make."""
    tries = []

    def restored(self: System, battle: Battle, data: Any) -> Position:
        tries.append(1)
        if len(tries) == 1:
            raise grognard.GrognardError("not a position of this make")
        return restore(self, battle, data)

    return restored


def test_a_command_lists_what_differs(sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scouted(sqlite)
    fine = Doer(room(sqlite))
    fine.plans()
    assert [each.differs for each in check_all(sqlite)] == ["", ""]
    with nobody_scouts(monkeypatch):
        found = {each.game: each.differs for each in check_all(sqlite)}
    assert found[fine.room.id] == ""
    assert found[table.room.id].startswith("line 3: verb:scout does not answer")
    assert sqlite.revision(table.room.id) == table.room.revision  # only looked at


def test_a_line_that_was_changed_is_listed_though_it_replays(sqlite: SqliteStore) -> None:
    scouted(sqlite)
    assert [each.differs for each in check_all(sqlite)] == [""]
    sqlite.write(lambda tx: tx.change("UPDATE lines SET content = replace(content, '| ', '| x')"))
    (found,) = check_all(sqlite)
    assert found.differs.startswith("the stored lines are not those that were played")
