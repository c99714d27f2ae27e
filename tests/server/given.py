"""Rooms for the server's tests: the toy battle, held warm, with whoever is wanted at its seats."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.server import game_state, requests
from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.seats import Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Store
from tests.engine.toy import TOY
from tests.only import only

BOTH = {"red": {"kind": "human"}, "blue": {"kind": "human"}}
RED, BLUE = Viewer(("red",)), Viewer(("blue",))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy as the only system."""
    yield from only(monkeypatch, TOY)


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store of the test's own."""
    store = SqliteStore(tmp_path)
    yield store
    store.close()


def wanted(seats: Any = None, battle: str = "toy/field", **more: Any) -> requests.NewGame:
    """A wanted for a game."""
    given = {
        side: requests.NewSeat(**seat) for side, seat in (BOTH if seats is None else seats).items()
    }
    return requests.NewGame(battle, given, **more)


def room(store: Store, seats: Any = None, **more: Any) -> Room:
    """A room with a new game."""
    return Room(store, open_game(store, wanted(seats, **more), Limits()).game)


class Doer:
    """Does commands one after another, each with a key of its own."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.keys = 0

    def do(
        self, viewer: Viewer, command: requests.Command, absent: bool = False
    ) -> game_state.Done:
        """Carry out a command."""
        return self.room.do(viewer, command, lambda side: absent)

    def key(self) -> str:
        """A new key."""
        self.keys += 1
        return f"key-{self.keys}"

    def give(self, viewer: Viewer, answer: int | str) -> game_state.Done:
        """Answer the open question."""
        return self.do(viewer, requests.GiveAnswer(self.key(), self.room.revision, answer))

    def throw(self, viewer: Viewer, faces: list[int] | None = None) -> game_state.Done:
        """Roll the dice that are due."""
        return self.do(viewer, requests.RollDice(self.key(), self.room.revision, faces))

    def undo(self, viewer: Viewer) -> game_state.Done:
        """Take back, or ask to."""
        return self.do(viewer, requests.Undo(self.key(), self.room.revision))

    def consent(self, viewer: Viewer, yes: bool = True) -> game_state.Done:
        """Say yes or no to what is asked."""
        request = self.room.details.request
        assert request is not None
        return self.do(viewer, requests.Consent(self.key(), request.id, yes))

    def plans(self) -> None:
        """Both sides make their plans."""
        self.give(RED, "plan left")
        self.give(BLUE, "plan right")

    def volley(self) -> None:
        """Red fires and waits for its dice."""
        self.plans()
        self.give(RED, "order ney fire > wellington")
