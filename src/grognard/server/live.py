"""A game that people look at: its room, its sockets, and who is there."""

from __future__ import annotations

import asyncio
import time

import msgspec

from grognard.server import wire
from grognard.server.desk import Boards, Desk
from grognard.server.room import Room
from grognard.server.seats import Viewer


class Socket:
    """Somebody's open line: what is to be sent waits in a queue of bounded length."""

    __slots__ = ("address", "lagging", "log", "queue", "viewer")

    def __init__(self, viewer: Viewer, address: str, queue: int) -> None:
        self.viewer = viewer
        self.address = address
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(queue)
        self.log: list[wire.LogInfo] = []  # as the reader has it
        self.lagging = False

    def put(self, content: bytes | None) -> bool:
        """Send something when its turn comes; False if the reader is too slow for it."""
        if self.queue.full():
            self.lagging = True
            return False
        self.queue.put_nowait(content)
        return True


News = tuple[Socket, bytes, list[wire.LogInfo]]


class Live:
    """A room with those who are in it."""

    def __init__(self, room: Room, desk: Desk) -> None:
        self.room = room
        self.desk = desk
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.seen: dict[str, float] = {}  # when a side's last socket was closed
        self.since = time.monotonic()
        self.touched = time.monotonic()
        self.elsewhere: frozenset[str] = frozenset()  # sides whose players another process serves
        self.driver: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.turn_of: str | None = room.due  # who was to act when that was last told

    def present(self, side: str) -> bool:
        """Whether a side's player is there."""
        return side in self.elsewhere or self.here(side)

    def here(self, side: str) -> bool:
        """Whether a side's player is served by this process."""
        return any(side in socket.viewer.sides for socket in tuple(self.sockets))

    def absent(self, side: str, seconds: float) -> bool:
        """Whether a side's player has been away for so long."""
        gone = self.seen.get(side, self.since)
        return not self.present(side) and time.monotonic() - gone >= seconds

    def states(self) -> list[News]:
        """The present state for every socket, each its own, with the part of the log it lacks."""
        return self.states_for(*self.sockets)

    def states_for(self, *sockets: Socket) -> list[News]:
        """The present state for some sockets."""
        made: dict[Viewer, wire.State] = {}
        boards: Boards = {}
        out = []
        for socket in sockets:
            viewer = socket.viewer
            if viewer not in made:
                made[viewer] = self.desk.state(self.room, viewer, self.present, boards)
            state = made[viewer]
            content, log = news(state, socket.log)
            out.append((socket, content, log))
        return out

    def deliver(self, states: list[News]) -> None:
        """Hand the states over to their sockets."""
        for socket, content, log in states:
            if socket in self.sockets and socket.put(content):
                socket.log = log

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        content = msgspec.json.encode(wire.Presence(self.desk.seats(self.room, self.present)))
        for socket in self.sockets:
            socket.put(content)


def news(state: wire.State, had: list[wire.LogInfo]) -> tuple[bytes, list[wire.LogInfo]]:
    """A state as it is sent to one who had a part of the log, and the log he has then."""
    log = state.log.entries
    start = 0
    for old, new in zip(had, log, strict=False):
        if old != new:
            break
        start += 1
    whole = state.log
    state.log = wire.LogPart(start, log[start:])
    content = msgspec.json.encode(wire.Now(state))
    state.log = whole
    return content, log
