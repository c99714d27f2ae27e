"""The hub: live games, what other processes change, slow readers, and games let go of."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from grognard.server import wire
from grognard.server.bot_jobs import Bots
from grognard.server.hub import Hub
from grognard.server.live import Socket
from grognard.server.opening import open_game
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wish

SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
FRENCH = Viewer(("french",))


def with_hub(
    folder: Path, work: Callable[[Hub, str], Awaitable[None]], limits: Limits | None = None
) -> None:
    """Do something with a hub and a new game."""

    async def run() -> None:
        store = SqliteStore(folder)
        hub = Hub(store, Settings("", workers=1, limits=limits or Limits()), Bots(1, 5.0))
        await hub.start()
        try:
            await work(hub, open_game(store, wish(SEATS, "shock/gemioncourt"), Limits()).game)
        finally:
            await hub.stop()

    asyncio.run(run())


def revisions(socket: Socket) -> list[int]:
    """The revisions of the states that wait for a reader."""
    words = []
    while not socket.queue.empty():
        content = socket.queue.get_nowait()
        assert content is not None
        words.append(json.loads(content))
    return [word["state"]["revision"] for word in words if word["type"] == "state"]


def elsewhere(hub: Hub, game: str) -> None:
    """Another process gives an answer."""
    room = Room(hub.store, game)
    deed = wire.Give("elsewhere", room.revision, room.game.options()[0])
    room.do(FRENCH, deed, lambda side: False)


def test_a_change_made_elsewhere_reaches_the_sockets_however_it_is_learnt(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        live = await hub.live(game)
        socket = Socket(FRENCH, "", 64)
        await hub.attach(live, socket)
        assert revisions(socket) == [0]
        elsewhere(hub, game)
        await hub.ask(game, "", lambda room, viewer: None)  # before any word of it came
        assert revisions(socket) == [1]
        before = set(hub._tasks)
        hub._heard(game, 1)
        await asyncio.sleep(0)  # it is told in the loop, and known already
        assert hub._tasks == before and revisions(socket) == []

    with_hub(tmp_path, work)


def test_a_word_of_a_change_is_followed_up(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        live = await hub.live(game)
        socket = Socket(SPECTATOR, "", 64)
        await hub.attach(live, socket)
        revisions(socket)
        elsewhere(hub, game)
        await hub.thread(hub._heard, game, 1)
        async with asyncio.timeout(30):
            while socket.queue.empty():
                await asyncio.sleep(0.01)
        assert revisions(socket) == [1]

    with_hub(tmp_path, work)


def test_a_reader_too_slow_for_every_state_gets_the_last_one(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        live = await hub.live(game)
        slow = Socket(FRENCH, "", 3)
        await hub.attach(live, slow)
        for number in range(6):
            await hub.carry_out(live, FRENCH, wire.Say(f"k{number}", f"word {number}"))
        assert slow.lagging
        assert revisions(slow) == [0, 1]  # and the news of his own coming between
        await hub.send_again(live, slow)
        assert revisions(slow) == [6]

    with_hub(tmp_path, work, Limits(queue=3))


def test_too_many_watchers_of_a_game_are_refused(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        live = await hub.live(game)
        await hub.attach(live, Socket(SPECTATOR, "", 9))
        with pytest.raises(Refusal, match="too many look on"):
            await hub.attach(live, Socket(SPECTATOR, "", 9))

    with_hub(tmp_path, work, Limits(watchers=1))


def test_somebody_who_left_is_absent_after_a_while(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        live = await hub.live(game)
        socket = Socket(FRENCH, "", 9)
        await hub.attach(live, socket)
        assert not live.absent("french", 0)
        hub.detach(live, socket)
        assert not live.absent("french", 300)
        live.seen["french"] = time.monotonic() - 301
        assert live.absent("french", 300)
        deed = wire.HandOver("k", "french", "random")
        await hub.carry_out(live, Viewer(("allied",)), deed)
        assert live.room.about.seats["french"].player == "random"

    with_hub(tmp_path, work)


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        for name in ("missing", "x" * 1000, "é", ""):
            with pytest.raises(Refusal, match="no such game"):
                await hub.live(name)

    with_hub(tmp_path, work)


def test_many_who_come_at_once_share_one_room(tmp_path: Path) -> None:
    async def work(hub: Hub, game: str) -> None:
        lives = await asyncio.gather(*(hub.live(game) for _ in range(20)))
        assert len({id(live) for live in lives}) == 1

    with_hub(tmp_path, work)
