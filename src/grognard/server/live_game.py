"""A loaded game with its open sockets, and who is present."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.server import game_state
from grognard.server.changes import change
from grognard.server.log_memory import Told, begins_alike
from grognard.server.presenter import Presenter, Shared
from grognard.server.room import Room
from grognard.server.seats import Viewer

PRESENCE: Final = 90.0  # seconds a player counts as present without being seen again


class Socket:
    """A client's socket: messages wait in a queue of limited length."""

    __slots__ = ("address", "changes", "cut", "lagging", "queue", "state", "told", "viewer")

    def __init__(self, viewer: Viewer, address: str, queue: int, changes: bool = False) -> None:
        self.viewer = viewer
        self.changes = changes  # whether it takes changes instead of states
        self.state: game_state.State | None = None  # as the client has it; None: send all of it
        self.address = address
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(queue)
        self.told: Told = array("I")  # the log as the client has it
        self.lagging = False
        self.cut = False  # it does not read

    def put(self, content: bytes | None) -> bool:
        """Queue a message; False if the client is too slow."""
        if self.queue.full():
            self.lagging = True
            self.state = None
            return False
        self.queue.put_nowait(content)
        return True


News = tuple[Socket, bytes, game_state.State, Told]


class LiveGame:
    """A room and the sockets in it."""

    def __init__(self, room: Room, presenter: Presenter) -> None:
        self.room = room
        self.presenter = presenter
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.seen: dict[str, float] = {}  # when a side's last socket was closed
        self.called: dict[str, float] = {}  # when a side last asked over HTTP
        self.since = time.monotonic()
        self.touched = time.monotonic()
        self.elsewhere: frozenset[str] = frozenset()  # sides whose players another process serves
        self.driver: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.reminder: asyncio.TimerHandle | None = None
        # What absent players were told last: who is to act, the request, the bots in seats.
        self.turn_of: str | None = room.due
        self.asked = room.details.requests
        self.stand_ins = {side: seat.stand_in for side, seat in room.details.seats.items()}

    def present(self, side: str) -> bool:
        """Whether a side's player is connected."""
        return side in self.elsewhere or self.here(side)

    def here(self, side: str) -> bool:
        """Whether a side's player is connected to this process."""
        if any(side in socket.viewer.sides for socket in tuple(self.sockets)):
            return True
        return time.monotonic() - self.called.get(side, -PRESENCE) < PRESENCE

    def absent(self, side: str, seconds: float) -> bool:
        """Whether a side's player has been away for at least so many seconds."""
        gone = max(self.seen.get(side, self.since), self.called.get(side, 0.0))
        return not self.present(side) and time.monotonic() - gone >= seconds

    def states(self) -> list[News]:
        """The current state for every socket, with the part of the log it lacks."""
        return list(self.news_for(*self.sockets))

    def states_for(self, *sockets: Socket) -> list[News]:
        """The current state for some sockets."""
        return list(self.news_for(*sockets))

    def news_by_turn(self, first: Viewer | None) -> Iterator[News]:
        """The current state for every socket, one by one: `first` before players, others last."""

        def rank(socket: Socket) -> tuple[bool, bool]:
            return socket.viewer != first, not socket.viewer.sides

        return self.news_for(*sorted(self.sockets, key=rank))

    def news_for(self, *sockets: Socket) -> Iterator[News]:
        """The current state for some sockets, each made when it is asked for."""
        made: dict[Viewer, tuple[game_state.State, Told]] = {}
        encoded: dict[tuple[int, int, int], bytes] = {}
        shared = Shared()
        for socket in sockets:
            viewer = socket.viewer
            if viewer not in made:
                state = self.presenter.state(self.room, viewer, self.present, shared, None)
                made[viewer] = state, self.room.told(state.you)
            state, told = made[viewer]
            start = begins_alike(socket.told, told)
            key = id(state), id(socket.state), start
            if key not in encoded:
                part = self.room.log_of(state.you, start)
                encoded[key] = news(state, socket.state, part)
            yield socket, encoded[key], state, told

    def deliver(self, states: list[News]) -> None:
        """Queue the states at their sockets."""
        for socket, content, state, told in states:
            if socket in self.sockets and socket.put(content):
                socket.told = told
                socket.state = state if socket.changes else None

    def tell_presence(self) -> None:
        """Tell every socket who is present: these are the seats of the state it has."""
        seats = self.presenter.seats(self.room, self.present)
        content = msgspec.json.encode(game_state.Presence(seats))
        for socket in self.sockets:
            if socket.put(content) and socket.state is not None:
                socket.state.seats = seats


def news(state: game_state.State, had: game_state.State | None, part: game_state.LogPart) -> bytes:
    """A state, or what has changed since the one the client has; with a part of the log."""
    without, state.log = state.log, part
    try:
        if had is not None:
            return msgspec.json.encode(change(had, state))
        return msgspec.json.encode(game_state.StateMessage(state))
    finally:
        state.log = without
