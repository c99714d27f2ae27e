"""The server measured on loopback, SQLite with synchronous=FULL, everything in one run.

Run `make bench-server`; the table is also written to docs/bench-server.md. Clients and server share
the machine. Latencies are from the sending of an answer to its acknowledgement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import platform
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

import grognard
from grognard.server.app import create
from grognard.server.open_store import open_store
from grognard.server.run import configured, take_port
from grognard.server.settings import Limits, Settings

ROOT = Path(__file__).resolve().parent.parent
FREE = Limits(
    requests=1e9,
    request_burst=10**9,
    message_rate=1e9,
    message_burst=10**9,
    games_an_hour=10**9,
    sockets=10**6,
    loaded=10**4,
)


def tutorial() -> grognard.Battle:
    """The first battle for beginners."""
    return grognard.battles()[0]


def seats(kind: str = "human") -> dict[str, dict[str, str]]:
    """People at all sides."""
    return {side: {"kind": kind} for side in tutorial().sides}


# -- two servers --------------------------------------------------------------------------------


def run_games(folder: str, ready: Any) -> None:
    """The server of games, in a process of its own."""
    app = create(Settings(folder, limits=FREE), open_store(folder))
    _run(app, ready)


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Whatever comes goes back."""
    await socket.accept()
    try:
        while True:
            await socket.send_data(await socket.receive_data("text"), "text")
    except WebSocketDisconnect:
        pass


def run_echo(folder: str, ready: Any) -> None:
    """The same server software without any game."""
    _run(Litestar([echo], openapi_config=None), ready)


def _run(app: Any, ready: Any) -> None:
    taken = take_port("127.0.0.1", 0, False)
    config = configured(Settings("", limits=FREE), app)  # both as they are served
    ready.send(taken.getsockname()[1])
    uvicorn.Server(config).run(sockets=[taken])


class Process:
    """A server in a process of its own."""

    def __init__(self, run: Callable[[str, Any], None], folder: str) -> None:
        here, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=run, args=(folder, there))
        self.process.start()
        self.port = here.recv()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.join()

    @property
    def resident(self) -> int:
        """The memory it holds now, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(ln.split()[1]) for ln in status.splitlines() if ln.startswith("VmRSS:"))

    async def up(self) -> None:
        """Wait until it answers."""
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)


# -- clients ------------------------------------------------------------------------------------


class Player:
    """A socket that keeps the last state and times its answers."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.state: dict[str, Any] = {}
        self.waits: list[float] = []
        self.sent = 0

    @staticmethod
    async def join(port: int, game: str, secret: str) -> Player:
        """Take a seat."""
        ws = await connect(f"ws://127.0.0.1:{port}/api/games/{game}/socket", max_size=None)
        await ws.send(json.dumps({"type": "hello", "seat": secret}))
        player = Player(ws)
        while not player.state:
            await player.hear()
        return player

    async def hear(self) -> dict[str, Any]:
        """The next word."""
        word: dict[str, Any] = json.loads(await self.ws.recv())
        if word["type"] == "state":
            self.state = word["state"]
        return word

    async def reach(self, revision: int) -> None:
        """Wait for a revision."""
        while self.state["revision"] < revision:
            await self.hear()

    async def answer(self, luck: random.Random) -> int:
        """Answer or throw, and wait for the acknowledgement; the revision."""
        question = self.state["question"]
        self.sent += 1
        key = f"{id(self)}-{self.sent}"
        command = {"type": "roll", "key": key, "revision": self.state["revision"]}
        if question["kind"] == "choose":
            action = luck.choice(question["options"])["action"]
            command |= {"type": "answer", "answer": action}
        began = time.perf_counter()
        await self.ws.send(json.dumps(command))
        while (word := await self.hear()).get("key") != command["key"]:
            pass
        self.waits.append(time.perf_counter() - began)
        if word["type"] != "done":
            raise SystemExit(f"an answer was not taken: {word}")
        return int(word["revision"])


async def opened(port: int, kind: str = "human") -> dict[str, Any]:
    """A new game of the tutorial."""
    async with httpx.AsyncClient(timeout=60) as client:
        wanted = {"battle": tutorial().id, "seats": seats(kind)}
        answer = await client.post(f"http://127.0.0.1:{port}/api/games", json=wanted)
        found: dict[str, Any] = answer.json()
        return found


async def play(port: int, luck: random.Random, most: int) -> tuple[int, float, list[float], str]:
    """A game of two sockets: answers, seconds, waits, the game."""
    game = await opened(port)
    players = {side: await Player.join(port, game["game"], s) for side, s in game["seats"].items()}
    began, answers = time.perf_counter(), 0
    while answers < most:
        state = next(iter(players.values())).state
        if state["result"] is not None:
            break
        revision = await players[state["question"]["actor"]].answer(luck)
        answers += 1
        for player in players.values():
            await player.reach(revision)
    spent = time.perf_counter() - began
    for player in players.values():
        await player.ws.close()
    waits = [wait for player in players.values() for wait in player.waits]
    return answers, spent, waits, game["game"]


async def echoes(port: int, count: int) -> tuple[float, float]:
    """A bare echo: words a second, median wait."""
    async with connect(f"ws://127.0.0.1:{port}/echo") as ws:
        waits = []
        began = time.perf_counter()
        for _ in range(count):
            sent = time.perf_counter()
            await ws.send('{"type":"answer","key":"12345678","revision":12,"answer":345}')
            await ws.recv()
            waits.append(time.perf_counter() - sent)
        return count / (time.perf_counter() - began), median(waits)


# -- what is measured ---------------------------------------------------------------------------


async def speed_rows(games: Process, bare: Process) -> list[str]:
    """Answers a second and their latency, beside a bare echo, in turns."""
    rates, waits, plain, plain_waits = [], [], [], []
    for number in range(3):
        rate, wait = await echoes(bare.port, 500)
        plain.append(rate)
        plain_waits.append(wait)
        answers, spent, each, _ = await play(games.port, random.Random(number), 150)
        rates.append(answers / spent)
        waits += each
    wait, bare_wait = 1000 * median(waits), 1000 * median(plain_waits)
    beside = f"median {wait:.2f} ms to the acknowledgement: {wait / bare_wait:.0f} echoes"
    return [
        f"| bare websocket echo | {median(plain):,.0f} words/s | | median {bare_wait:.2f} ms |",
        f"| **two sockets at {tutorial().id}** | **{median(rates):,.0f} answers/s** | | {beside} |",
    ]


async def crowd_row(games: Process, count: int, each: int) -> str:
    """Many games at once on one process; every answer acknowledged is there afterwards."""
    began = time.perf_counter()
    played = await asyncio.gather(*(play(games.port, random.Random(n), each) for n in range(count)))
    spent = time.perf_counter() - began
    answers = sum(entry[0] for entry in played)
    lost = 0
    async with httpx.AsyncClient(timeout=60) as client:
        for taken, _, _, game in played:
            state = (await client.get(f"http://127.0.0.1:{games.port}/api/games/{game}")).json()
            lost += max(0, taken - state["revision"])
    waits = [wait for entry in played for wait in entry[2]]
    return (
        f"| **answers lost, {count} games at once on one process** | **{lost}** | 0 | "
        f"{answers:,} answers, {answers / spent:,.0f}/s, median {1000 * median(waits):.0f} ms |"
    )


async def memory_row(games: Process, count: int) -> str:
    """Memory of games that are open and idle."""
    before = games.resident
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(count):
            game = await opened(games.port)
            await client.get(f"http://127.0.0.1:{games.port}/api/games/{game['game']}")
    grown = games.resident - before
    return f"| memory of an idle game held warm | {grown / count:.0f} kB | | {count} games |"


async def finished_row(games: Process, folder: str, count: int) -> str:
    """Bytes a finished game takes in the store."""
    before = await _stored(folder)
    answers = 0
    for number in range(count):
        taken, _, _, _ = await play(games.port, random.Random(1000 + number), 10_000)
        answers += taken
    grown = (await _stored(folder) - before) / count
    return (
        f"| **bytes stored of a finished game** | **{grown / 1000:.1f} kB** | at most 20 kB | "
        f"{answers / count:.0f} answers and rolls a game |"
    )


async def _stored(folder: str) -> int:
    """The bytes in use in the database."""
    with sqlite3.connect(Path(folder) / "games.sqlite") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        (free,) = database.execute("PRAGMA freelist_count").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    return int((pages - free) * size)


async def measure(options: argparse.Namespace, folder: str) -> list[str]:
    """All the rows."""
    with Process(run_games, folder) as games, Process(run_echo, folder) as bare:
        await games.up()
        await bare.up()
        await play(games.port, random.Random(9), 20)  # the first board is drawn
        rows = await speed_rows(games, bare)
        rows.append(await memory_row(games, options.games))
        rows.append(await crowd_row(games, options.games, options.answers))
        rows.append(await finished_row(games, folder, options.finished))
    return rows


def main() -> None:
    """Measure, print and write docs/bench-server.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--answers", type=int, default=15, help="of each of these games")
    parser.add_argument("--finished", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure(options, folder))
    head = [
        "# Speed of the server",
        "",
        (
            f"Measured by `make bench-server` in one run on loopback, SQLite with "
            f"`synchronous=FULL`: Grognard {grognard.__version__}, "
            f"{platform.python_implementation()} {platform.python_version()}, "
            f"{os.cpu_count()} cores shared by server and clients."
        ),
        "",
        "| what | value | wanted | beside it |",
        "|---|---|---|---|",
    ]
    text = "\n".join([*head, *rows, ""])
    print(text)
    (ROOT / "docs" / "bench-server.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
