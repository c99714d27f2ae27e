"""The server measured on loopback, SQLite with synchronous=FULL, everything in one run.

Run `make bench-server`; the table is also written to docs/bench-server.md. Clients and servers
share the machine, so ratios count: answers over the rounds of a bare server of the same software
that only sends messages of the same kind (an acknowledgement to the sender, 1 kB to both sockets),
measured in turns. `--before FOLDER` measures the server of another checkout beside this one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import grognard

sys.path.insert(0, str(Path(__file__).resolve().parent))
import server_memory
import server_shares
import server_stages

ROOT = Path(__file__).resolve().parent.parent
BATTLES = {  # with the wanted share of the bare server's rounds, and rounds until others know
    "shock/gemioncourt": (0.3, 4),
    "locales/mcphersons-ridge": (0.15, 12),
    "brigades/leuthen": (0.15, 12),
    "pulses/aspern-essling": (0.15, 12),
}
ROUNDS = 3
KILOBYTE = "x" * 1000
PAUSE = 2.0  # seconds between the answers of a game of people who think, on average


# -- servers ------------------------------------------------------------------------------------


def serve_games(folder: str, limited: bool = False) -> None:
    """Serve games, without limits on clients unless they are attacked."""
    from grognard.server.app import create
    from grognard.server.open_store import open_store
    from grognard.server.settings import Limits, Settings

    free = Limits(
        requests=1e9,
        request_burst=10**9,
        message_rate=1e9,
        message_burst=10**9,
        games_an_hour=10**9,
        sockets=10**6,
        hellos=1e9,
        hello_burst=10**9,
        loaded=10**4,
    )
    settings = Settings(folder, limits=Limits() if limited else free)
    _run(create(settings, open_store(folder)), settings)


def serve_bare() -> None:
    """Serve sockets that are only told what others sent: the least any server of games does."""
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    from grognard.server.settings import Settings

    present: set[Any] = set()

    @websocket("/bare")
    async def bare(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        present.add(socket)
        try:
            while True:
                await socket.receive_data("text")
                await socket.send_data('{"type":"done","key":"12345678","revision":12}', "text")
                for each in tuple(present):
                    await each.send_data(KILOBYTE, "text")
        except WebSocketDisconnect:
            pass
        finally:
            present.discard(socket)

    # With the annotations of this module as texts, it must find this name.
    bare.fn.__globals__["WebSocket"] = WebSocket
    _run(Litestar([bare], openapi_config=None), Settings(""))


def _run(app: Any, settings: Any) -> None:
    import uvicorn

    from grognard.server.run import configured, take_port

    taken = take_port("127.0.0.1", 0, False)
    print(taken.getsockname()[1], flush=True)
    uvicorn.Server(configured(settings, app)).run(sockets=[taken])


class Process:
    """A server in a process of its own, from the source of a checkout."""

    def __init__(self, checkout: Path, *what: str) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), *what]
        env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.changes = (checkout / "src" / "grognard" / "server" / "changes.py").exists()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def spent(self) -> float:
        """The seconds of processor time it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident(self) -> int:
        """The memory it holds now, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(ln.split()[1]) for ln in status.splitlines() if ln.startswith("VmRSS:"))


# -- clients ------------------------------------------------------------------------------------


class Player:
    """A socket that keeps what it needs of the state, and counts bytes."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.state: dict[str, Any] = {}
        self.sizes: list[int] = []
        self.sent = 0

    @staticmethod
    async def join(server: Process, game: str, secret: str) -> Player:
        """Take a seat."""
        address = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
        ws = await connect(address, max_size=None, compression=None)
        hello: dict[str, Any] = {"type": "hello", "seat": secret}
        await ws.send(json.dumps(hello | ({"changes": True} if server.changes else {})))
        player = Player(ws)
        while not player.state:
            await player.hear()
        return player

    async def hear(self) -> dict[str, Any]:
        """The next word."""
        text = await self.ws.recv()
        word: dict[str, Any] = json.loads(text)
        if word["type"] == "state":
            self.state = word["state"]
            self.sizes.append(len(text))
        elif word["type"] == "change":
            self._change(word)
            self.sizes.append(len(text))
        return word

    def _change(self, word: dict[str, Any]) -> None:
        put = word["put"]
        self.state["revision"] = word["revision"]
        self.state["result"] = put.get("result", self.state["result"])
        question = self.state["question"]
        question.update(put.get("question", {}))
        for edit in word["edit"].get("options", []):
            start = edit["start"]
            question["options"][start : start + edit["gone"]] = edit["put"]

    async def reach(self, revision: int) -> float:
        """Wait for a revision; when it came."""
        while self.state["revision"] < revision:
            await self.hear()
        return time.perf_counter()

    async def answer(self, luck: random.Random) -> int:
        """Answer or roll, and wait for the acknowledgement; the revision."""
        question = self.state["question"]
        self.sent += 1
        key = f"{id(self)}-{self.sent}"
        command = {"type": "roll", "key": key, "revision": self.state["revision"]}
        if question["kind"] == "choose":
            action = luck.choice(question["options"])["action"]
            command |= {"type": "answer", "answer": action}
        await self.ws.send(json.dumps(command))
        while (word := await self.hear()).get("key") != key:
            pass
        if word["type"] != "done":
            raise SystemExit(f"an answer was not taken: {word}")
        return int(word["revision"])


# One address may not have many unfinished requests: games are opened a few at a time.
DOOR = asyncio.Semaphore(8)


class Played:
    """A game of two sockets: how many answers, how long, how soon the other knew, how much."""

    def __init__(self) -> None:
        self.answers = 0
        self.spent = 0.0
        self.processor = 0.0  # seconds of the server
        self.waits: list[float] = []
        self.sizes: list[int] = []
        self.game = ""


async def opened(server: Process, battle: str) -> dict[str, Any]:
    """A new game between people."""
    seats = {side: {"kind": "human"} for side in grognard.battle(battle).sides}
    async with httpx.AsyncClient(timeout=60) as client:
        wanted = {"battle": battle, "seats": seats}
        answer = await client.post(f"http://127.0.0.1:{server.port}/api/games", json=wanted)
        found: dict[str, Any] = answer.json()
        return found


async def play(
    server: Process,
    battle: str,
    luck: random.Random,
    most: int,
    ready: asyncio.Barrier | None = None,
    pause: float = 0.0,
) -> Played:
    """Play some answers of a game, from when all are ready, with pauses of a length on average."""
    async with DOOR:
        game = await opened(server, battle)
        seats = game["seats"].items()
        players = {side: await Player.join(server, game["game"], key) for side, key in seats}
    if ready is not None:
        await ready.wait()
    played, began, used = Played(), time.perf_counter(), server.spent
    played.game = game["game"]
    for player in players.values():
        player.sizes.clear()
    while played.answers < most:
        state = next(iter(players.values())).state
        if state["result"] is not None:
            break
        actor = players[state["question"]["actor"]]
        if pause:
            await asyncio.sleep(luck.uniform(0.0, 2 * pause))
        sent = time.perf_counter()
        revision = await actor.answer(luck)
        played.answers += 1
        for player in players.values():
            came = await player.reach(revision)
            if player is not actor:
                played.waits.append(came - sent)
    played.spent, played.processor = time.perf_counter() - began, server.spent - used
    for player in players.values():
        played.sizes += player.sizes
        await player.ws.close()
    return played


async def bare_rounds(server: Process, count: int) -> float:
    """Rounds a second of the bare server with two sockets."""
    address = f"ws://127.0.0.1:{server.port}/bare"
    async with connect(address, compression=None) as one, connect(address, compression=None) as two:
        began = time.perf_counter()
        for _ in range(count):
            await one.send('{"type":"answer","key":"12345678","revision":12,"answer":345}')
            await one.recv()
            await one.recv()
            await two.recv()
        return count / (time.perf_counter() - began)


def fsyncs(folder: str, count: int = 50) -> float:
    """The median seconds of writing 4 kB to the disk."""
    waits = []
    with (Path(folder) / "fsync").open("wb") as file:
        for _ in range(count):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - began)
    return median(waits)


# -- what is measured ---------------------------------------------------------------------------


async def battle_rows(
    battle: str, games: Process, bare: Process, before: Process | None, each: int, folder: str
) -> list[str]:
    """Answers over bare rounds, the other player's wait, bytes; and those of another checkout."""
    shares, waits, sizes, rates, old_rates, old_sizes = [], [], [], [], [], []
    work, old_work = [], []
    for number in range(ROUNDS):
        rounds = await bare_rounds(bare, 300)
        played = await play(games, battle, random.Random(number), each)
        disk = fsyncs(folder)
        rate = played.answers / played.spent
        rates.append(rate)
        work.append(1000 * played.processor / played.answers)
        shares.append(rate / rounds)
        waits.append(max(0.0, median(played.waits) - disk) * rounds)
        sizes += played.sizes
        if before is not None:
            old = await play(before, battle, random.Random(number), each)
            old_rates.append(old.answers / old.spent)
            old_work.append(1000 * old.processor / old.answers)
            old_sizes += old.sizes
    share, wait = BATTLES[battle]
    beside = f"{median(rates):,.0f} answers/s"
    if old_rates:
        ratio = median(new / old for new, old in zip(rates, old_rates, strict=True))
        beside += f", {ratio:.1f} times as many as before"
    told = f"{median(sizes) / 1000:.1f} kB"
    was = f"before: {median(old_sizes) / 1000:.1f} kB" if old_sizes else ""
    costs = f"{median(work):.1f} ms"
    cost = f"before: {median(old_work):.1f} ms" if old_work else ""
    value, knows = f"{median(shares):.3f}", f"{median(waits):.1f}"
    return [
        f"| **{battle}: answers over bare rounds** | **{value}** | at least {share} | {beside} |",
        f"| {battle}: rounds until the other knows, less one fsync | {knows} | at most {wait} | |",
        f"| {battle}: processor time for each answer | {costs} | | {cost} |",
        f"| {battle}: bytes for each answer and socket, median | {told} | at most 2 kB | {was} |",
    ]


async def crowd(
    games: Process, count: int, each: int, pause: float = 0.0
) -> tuple[list[Played], int, float]:
    """Many games at once on one process: what was played, answers lost, answers a second."""
    battle, ready = next(iter(BATTLES)), asyncio.Barrier(count)
    played = await asyncio.gather(
        *(play(games, battle, random.Random(n), each, ready, pause) for n in range(count))
    )
    lost = 0
    async with httpx.AsyncClient(timeout=60) as client:
        for found in played:
            address = f"http://127.0.0.1:{games.port}/api/games/{found.game}"
            state = (await client.get(address)).json()
            lost += max(0, found.answers - state["revision"])
    answers = sum(found.answers for found in played)
    return played, lost, answers / max(found.spent for found in played)


def _waited(played: list[Played]) -> float:
    return median(wait for found in played for wait in found.waits)


async def crowd_rows(games: Process, count: int, each: int, alone: Played) -> list[str]:
    """Many games at once; every answer acknowledged is there afterwards."""
    quiet, alone_rate = median(alone.waits), alone.answers / alone.spent
    played, lost, rate = await crowd(games, count, each)
    answers = sum(found.answers for found in played)
    paced, lost_too, slow_rate = await crowd(games, count, each, PAUSE)
    share, wait = rate / alone_rate, _waited(paced) / quiet
    told = f"{rate:,.0f}/s, one game {alone_rate:,.0f}/s, median {1000 * _waited(played):.0f} ms"
    slowly = (
        f"{slow_rate:,.0f}/s, median {1000 * _waited(paced):.0f} ms, quiet {1000 * quiet:.1f} ms"
    )
    head, lost = f"{count} games at once", lost + lost_too
    return [
        f"| **answers lost, {head} on one process** | **{lost}** | 0 | {2 * answers:,} answers |",
        f"| {head}: answers a second over one game's | {share:.2f} | at least 0.8 | {told} |",
        f"| {head} of people who think: wait over quiet | {wait:.1f} | at most 20 | {slowly} |",
    ]


async def idle_row(games: Process, idle: int, active: int, each: int) -> str:
    """Many idle games and some active ones on one process; no answer is lost."""
    began = time.perf_counter()
    async with httpx.AsyncClient(timeout=600) as client:
        for _ in range(idle):
            game = await opened(games, next(iter(BATTLES)))
            await client.get(f"http://127.0.0.1:{games.port}/api/games/{game['game']}")
    ready = time.perf_counter() - began
    played, lost, rate = await crowd(games, active, each)
    answers = sum(found.answers for found in played)
    return (
        f"| **answers lost, {active} games at once beside {idle:,} idle ones** | **{lost}** | 0 | "
        f"{answers:,} answers, {rate:,.0f}/s, median {1000 * _waited(played):.0f} ms; idle ones "
        f"opened in {ready:.0f} s, {games.resident / 1000:.0f} MB in all |"
    )


async def memory_row(games: Process, count: int) -> str:
    """Memory of games that are open and idle."""
    before = games.resident
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(count):
            game = await opened(games, next(iter(BATTLES)))
            await client.get(f"http://127.0.0.1:{games.port}/api/games/{game['game']}")
    grown = games.resident - before
    return f"| memory of an idle game held warm | {grown / count:.0f} kB | | {count} games |"


async def finished_row(games: Process, folder: str, count: int) -> str:
    """Bytes a finished game takes in the store, and the memory it took while it was played."""
    stored, resident = await _stored(folder), games.resident
    answers = 0
    for number in range(count):
        answers += (
            await play(games, next(iter(BATTLES)), random.Random(1000 + number), 10_000)
        ).answers
    grown = (await _stored(folder) - stored) / count
    held = (games.resident - resident) / count
    return (
        f"| **bytes stored of a finished game** | **{grown / 1000:.1f} kB** | at most 20 kB | "
        f"{answers / count:.0f} answers and rolls a game, {held:.0f} kB of memory |"
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
    old = f"{folder}/before"
    Path(old).mkdir()
    before = Process(options.before, "--games-at", old) if options.before else None
    try:
        with Process(ROOT, "--games-at", folder) as games, Process(ROOT, "--bare") as bare:
            rounds = await bare_rounds(bare, 1000)
            disk = f"fsync of 4 kB: {1000 * fsyncs(folder):.2f} ms"
            rows = [f"| bare server, two sockets | {rounds:,.0f} rounds/s | | {disk} |"]
            for battle in BATTLES:
                await play(games, battle, random.Random(9), 3)  # the board is drawn first
                if before is not None:
                    await play(before, battle, random.Random(9), 3)
                rows += await battle_rows(battle, games, bare, before, options.each, folder)
            alone = await play(games, next(iter(BATTLES)), random.Random(5), options.each)
            rows.append(await memory_row(games, options.games))
            rows.append(server_memory.row())
            rows += await crowd_rows(games, options.games, options.answers, alone)
            rows.append(await finished_row(games, folder, options.finished))
            with (
                tempfile.TemporaryDirectory() as other,
                Process(ROOT, "--limited", other) as limited,
            ):
                rows += await server_shares.rows(limited.port)
            rows.append(await idle_row(games, options.idle, options.active, 5))
    finally:
        if before is not None:
            before.__exit__()
    return rows


def main() -> None:
    """Measure, print and write docs/bench-server.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--answers", type=int, default=15, help="of each of these games")
    parser.add_argument("--each", type=int, default=100, help="answers of a measured game")
    parser.add_argument("--finished", type=int, default=3)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--active", type=int, default=100)
    parser.add_argument("--before", type=Path, help="a checkout to measure beside this one")
    parser.add_argument("--games-at", help=argparse.SUPPRESS)
    parser.add_argument("--limited", help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        return serve_bare()
    if options.games_at:
        return serve_games(options.games_at)
    if options.limited:
        return serve_games(options.limited, limited=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure(options, folder))
    load = os.getloadavg()
    head = [
        "# Speed of the server",
        "",
        (
            f"Measured by `make bench-server` in one run on loopback, SQLite with "
            f"`synchronous=FULL`: Grognard {grognard.__version__}, "
            f"{platform.python_implementation()} {platform.python_version()}, "
            f"{os.cpu_count()} cores shared by servers and clients, load {load[0]:.1f}."
        ),
        "",
        "| what | value | wanted | beside it |",
        "|---|---|---|---|",
    ]
    text = "\n".join([*head, *rows, *server_stages.table(list(BATTLES)), ""])
    print(text)
    page = ROOT / "docs" / "bench-server.md"
    # What people wrote below the tables stays.
    _, heading, written = page.read_text("utf-8").partition("\n## ")
    page.write_text(text + heading + written, encoding="utf-8")
    return None


if __name__ == "__main__":
    main()
