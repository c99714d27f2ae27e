"""Fair shares: slow requests, clients that never read, and hints hold nobody else up."""

import asyncio
import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import connect

from grognard.server import requests
from grognard.server.bot_pool import BotPool
from grognard.server.fair_shares import EACH, FairShares, caller
from grognard.server.games import Games
from grognard.server.live_game import Socket
from grognard.server.new_game import open_game
from grognard.server.rate_limits import RateLimiter
from grognard.server.seats import SPECTATOR, Viewer
from grognard.server.settings import Limits, Settings
from grognard.server.sockets import SocketHandler
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wanted
from tests.server.running import HUMANS, PATIENCE, Player, Serving, serving

HEAD = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PARTS = (b"", b"POST /api/ga", HEAD, HEAD + b"Content-Length: 900\r\n\r\n" + b'{"battle": "sho')


def connected(server: Serving, content: bytes) -> socket.socket:
    """A connection on which something was sent."""
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), timeout=PATIENCE)
    line.sendall(content)
    return line


def closed(line: socket.socket) -> bool:
    """Whether the server ends a connection without a complete answer to it."""
    try:
        while part := line.recv(65536):
            assert b" 200 " not in part
    except ConnectionError:
        pass
    finally:
        line.close()
    return True


def test_a_request_that_does_not_arrive_in_time_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        monkeypatch.setattr("grognard.server.http_protocol.ARRIVAL", 0.2)
        lines = [connected(server, part) for part in PARTS]
        assert all(closed(line) for line in lines)
        monkeypatch.undo()
        assert server.get("/api/bots").status_code == 200


def test_a_socket_stays_open_beyond_the_time_of_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.http_protocol.ARRIVAL", 2.0)
    with serving(tmp_path) as server:
        game = server.open("shock/gemioncourt", HUMANS)["game"]

        async def watch() -> None:
            async with Player(server.url, game) as spectator:
                await spectator.until("state")
                # When a request begun later has been cut, the socket's time is over as well.
                line = connected(server, HEAD)
                assert await asyncio.to_thread(closed, line)
                async with asyncio.timeout(PATIENCE):
                    await (await spectator.ws.ping())

        asyncio.run(watch())


def test_of_too_many_unfinished_requests_the_oldest_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.http_protocol.UNFINISHED", 5)
    with serving(tmp_path) as server:
        lines = [connected(server, HEAD) for _ in range(9)]
        assert all(closed(line) for line in lines[:4])
        assert server.get("/api/bots").status_code == 200
        for line in lines[4:]:
            line.close()


class Deaf:
    """A client that says hello and never reads."""

    def __init__(self) -> None:
        self.scope = {"client": ("192.0.2.1", 1)}
        self.heard = ['{"type": "hello"}']
        self.gone = asyncio.Event()

    async def accept(self) -> None:
        """Be accepted."""

    async def receive_data(self, mode: str) -> str:
        """Say hello, then nothing until the line is cut."""
        if self.heard:
            return self.heard.pop()
        await self.gone.wait()
        raise WebSocketDisconnect(detail="gone")

    async def send_data(self, content: bytes, mode: str) -> None:
        """Never take anything."""
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        """Be closed."""


def test_a_client_that_never_reads_is_cut_off(tmp_path: Path) -> None:
    async def watch() -> None:
        limits = Limits(reading=0.1)
        settings = Settings("", workers=1, limits=limits)
        store = SqliteStore(tmp_path)
        games = Games(store, settings)
        await games.start()
        game = open_game(store, wanted(HUMANS, "shock/gemioncourt"), limits).game
        limiter, ws = RateLimiter(settings), Deaf()
        handler = SocketHandler(games, limiter, ws)  # type: ignore[arg-type]
        async with asyncio.timeout(PATIENCE):
            await handler.serve(game)  # ends, because it is cut
        live = await games.live(game)
        assert not live.sockets and not limiter.sockets
        await games.stop()

    asyncio.run(watch())


def test_hints_wait_for_no_game_and_no_game_for_hints() -> None:
    forever = (sys.executable, "-c", "import time; time.sleep(3600)")

    async def ask() -> None:
        bots = BotPool(2, 3600.0, forever)
        tasks: list[asyncio.Task[Any]] = []
        for _ in range(3):  # all hints go to one process
            tasks.append(asyncio.create_task(bots.advise("g", "", 0, "random", {})))
        tasks.append(asyncio.create_task(bots.answer("g", "", 0, "random", {})))
        tasks.append(asyncio.create_task(bots.answer("g", "", 0, "random", {})))
        while any(not each.lock.locked() for each in (*bots._processes, bots._adviser)):
            await asyncio.sleep(0.01)  # both games think, each in a process of its own
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bots.close()

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await ask()

    asyncio.run(bounded())


def test_of_one_address_few_things_are_worked_on_at_once_and_others_need_not_wait() -> None:
    async def ask() -> None:
        shares, begun, end = FairShares(2), [], asyncio.Event()

        async def work(address: str) -> None:
            caller.set(address)
            async with shares.turn():
                begun.append(address)
                await end.wait()

        tasks = [asyncio.create_task(work("flood")) for _ in range(40)]
        tasks += [asyncio.create_task(work(address)) for address in ("one", "other", "")]
        while "" not in begun:
            await asyncio.sleep(0)
        assert begun == ["flood", "flood", "one", "other", ""]
        end.set()
        await asyncio.gather(*tasks)
        assert begun.count("flood") == 40  # in the end everybody had a turn
        assert not shares._places and not shares._waiting

    asyncio.run(ask())


def test_a_flood_of_hellos_at_ones_own_game_leaves_the_players_their_turns(tmp_path: Path) -> None:
    async def play() -> None:
        limits = Limits()
        store = SqliteStore(tmp_path)
        games = Games(store, Settings("", workers=1, limits=limits))
        await games.start()
        live = await games.live(open_game(store, wanted(HUMANS, "shock/gemioncourt"), limits).game)
        ahead = 0
        finished: list[str] = []

        async def hello() -> None:
            caller.set("192.0.2.9")
            socket = Socket(SPECTATOR, "192.0.2.9", 64)
            await games.attach(live, socket)
            finished.append("hello")

        async def answer() -> None:
            caller.set("192.0.2.1")
            command = requests.GiveAnswer("k", live.room.revision, "done")
            await games.carry_out(live, Viewer(("french",)), command)
            finished.append("answer")

        floods = [asyncio.create_task(hello()) for _ in range(40)]
        while games.shares._waiting.get("192.0.2.9", 0) < 40:
            await asyncio.sleep(0)  # all of them wait
        ahead = len(finished)
        await answer()
        # At most the two that had their places were served before.
        assert finished.index("answer") <= ahead + EACH
        await asyncio.gather(*floods)
        await games.stop()

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await play()

    asyncio.run(bounded())


def test_whole_states_are_sent_to_one_address_only_so_often(tmp_path: Path) -> None:
    async def play(server: Serving) -> None:
        opened = server.open("shock/gemioncourt", HUMANS)
        place = f"/api/games/{opened['game']}/socket"
        address = f"{server.url.replace('http', 'ws', 1)}{place}"
        heard: list[str] = []
        async with connect(address, max_size=None, local_addr=("127.0.0.2", 0)) as line:
            for word in ("hello", "hello", "hello", "ping"):
                await line.send(f'{{"type": "{word}"}}')
            async with asyncio.timeout(PATIENCE):
                while heard.count("state") < 2:
                    heard.append(json.loads(await line.recv())["type"])
                # Somebody else comes from another address and is served at once.
                async with Player(server.url, opened["game"], opened["seats"]["french"]) as player:
                    await player.until("state")
                    while True:
                        word = json.loads(await line.recv())
                        heard.append(word["type"])
                        if word["type"] == "presence" and word["seats"][0]["present"]:
                            break
        assert heard.count("state") == 2 and "pong" not in heard

    limits = Limits(hellos=1e-9, hello_burst=2)
    with serving(tmp_path, limits) as server:
        asyncio.run(play(server))
