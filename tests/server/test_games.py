"""The games: live games, what other processes change, slow readers, and games let go of."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from grognard.server import requests
from grognard.server.bot_pool import BotPool
from grognard.server.games import Games
from grognard.server.live_game import Socket
from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wanted

SEATS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}
FRENCH = Viewer(("french",))


def with_hub(
    folder: Path, work: Callable[[Games, str], Awaitable[None]], limits: Limits | None = None
) -> None:
    """Do something with the live games and a new game."""

    async def run() -> None:
        store = SqliteStore(folder)
        games = Games(store, Settings("", workers=1, limits=limits or Limits()), BotPool(1, 5.0))
        await games.start()
        try:
            await work(games, open_game(store, wanted(SEATS, "shock/gemioncourt"), Limits()).game)
        finally:
            await games.stop()

    asyncio.run(run())


def revisions(socket: Socket) -> list[int]:
    """The revisions of the states that wait for a reader."""
    words = []
    while not socket.queue.empty():
        content = socket.queue.get_nowait()
        assert content is not None
        words.append(json.loads(content))
    return [word["state"]["revision"] for word in words if word["type"] == "state"]


def elsewhere(games: Games, game: str) -> None:
    """Another process gives an answer."""
    room = Room(games.store, game)
    command = requests.GiveAnswer("elsewhere", room.revision, room.game.options()[0])
    room.do(FRENCH, command, lambda side: False)


def test_a_change_made_elsewhere_reaches_the_sockets_however_it_is_learnt(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        live = await games.live(game)
        socket = Socket(FRENCH, "", 64)
        await games.attach(live, socket)
        assert revisions(socket) == [0]
        elsewhere(games, game)
        await games.ask(game, "", lambda room, viewer: None)  # before any word of it came
        assert revisions(socket) == [1]
        before = set(games._tasks)
        games._heard(game, 1)
        await asyncio.sleep(0)  # it is told in the loop, and known already
        assert games._tasks <= before and revisions(socket) == []  # others may have ended

    with_hub(tmp_path, work)


def test_a_word_of_a_change_is_followed_up(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        live = await games.live(game)
        socket = Socket(SPECTATOR, "", 64)
        await games.attach(live, socket)
        revisions(socket)
        elsewhere(games, game)
        await games.thread(games._heard, game, 1)
        async with asyncio.timeout(30):
            while socket.queue.empty():
                await asyncio.sleep(0.01)
        assert revisions(socket) == [1]

    with_hub(tmp_path, work)


def test_a_reader_too_slow_for_every_state_gets_the_last_one(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        live = await games.live(game)
        slow = Socket(FRENCH, "", 3)
        await games.attach(live, slow)
        for number in range(6):
            await games.carry_out(live, FRENCH, requests.Say(f"k{number}", f"word {number}"))
        assert slow.lagging
        assert revisions(slow) == [0, 1]  # and the news of his own coming between
        await games.send_again(live, slow)
        assert revisions(slow) == [6]

    with_hub(tmp_path, work, Limits(queue=3))


def test_too_many_watchers_of_a_game_are_refused(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        live = await games.live(game)
        await games.attach(live, Socket(SPECTATOR, "", 9))
        with pytest.raises(Refusal, match="too many spectators"):
            await games.attach(live, Socket(SPECTATOR, "", 9))

    with_hub(tmp_path, work, Limits(watchers=1))


def test_somebody_who_left_is_absent_after_a_while(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        live = await games.live(game)
        socket = Socket(FRENCH, "", 9)
        await games.attach(live, socket)
        assert not live.absent("french", 0)
        games.detach(live, socket)
        assert not live.absent("french", 300)
        live.seen["french"] = time.monotonic() - 301
        assert live.absent("french", 300)
        command = requests.HandOver("k", "french", "random")
        await games.carry_out(live, Viewer(("allied",)), command)
        assert live.room.details.seats["french"].player == "random"

    with_hub(tmp_path, work)


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        for name in ("missing", "x" * 1000, "é", ""):
            with pytest.raises(Refusal, match="unknown game"):
                await games.live(name)

    with_hub(tmp_path, work)


def test_many_who_come_at_once_share_one_room(tmp_path: Path) -> None:
    async def work(games: Games, game: str) -> None:
        lives = await asyncio.gather(*(games.live(game) for _ in range(20)))
        assert len({id(live) for live in lives}) == 1

    with_hub(tmp_path, work)
