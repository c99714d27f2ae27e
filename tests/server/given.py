"""Rooms for the server's tests: the toy battle, held warm, with whoever is wanted at its seats."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.server import wire
from grognard.server.opening import open_game
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


def wish(seats: Any = None, battle: str = "toy/field", **more: Any) -> wire.GameWish:
    """A wish for a game."""
    given = {
        side: wire.SeatWish(**seat) for side, seat in (BOTH if seats is None else seats).items()
    }
    return wire.GameWish(battle, given, **more)


def room(store: Store, seats: Any = None, **more: Any) -> Room:
    """A room with a new game."""
    return Room(store, open_game(store, wish(seats, **more), Limits()).game)


class Doer:
    """Does deeds one after another, each with a key of its own."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.keys = 0

    def do(self, viewer: Viewer, deed: wire.Deed, absent: bool = False) -> wire.Done:
        """Carry out a deed."""
        return self.room.do(viewer, deed, lambda side: absent)

    def key(self) -> str:
        """A new key."""
        self.keys += 1
        return f"key-{self.keys}"

    def give(self, viewer: Viewer, answer: int | str) -> wire.Done:
        """Answer the open question."""
        return self.do(viewer, wire.Give(self.key(), self.room.revision, answer))

    def throw(self, viewer: Viewer, faces: list[int] | None = None) -> wire.Done:
        """Throw the dice that are due."""
        return self.do(viewer, wire.Throw(self.key(), self.room.revision, faces))

    def undo(self, viewer: Viewer) -> wire.Done:
        """Take back, or ask to."""
        return self.do(viewer, wire.TakeBack(self.key(), self.room.revision))

    def consent(self, viewer: Viewer, yes: bool = True) -> wire.Done:
        """Say yes or no to what is asked."""
        request = self.room.about.request
        assert request is not None
        return self.do(viewer, wire.Consent(self.key(), request.id, yes))

    def plans(self) -> None:
        """Both sides make their plans."""
        self.give(RED, "plan left")
        self.give(BLUE, "plan right")

    def volley(self) -> None:
        """Red fires and waits for its dice."""
        self.plans()
        self.give(RED, "order ney fire > wellington")
