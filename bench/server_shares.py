"""Fair shares: how long others wait for a state while one address attacks, over the quiet wait."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import connect

ATTACKER = ("127.0.0.2", 0)  # another address than the players'
SOCKETS, SLOW, LOOKS = 30, 60, 40
Attack = Callable[[int, str, str], Coroutine[Any, Any, None]]


async def hellos(port: int, game: str, _: str) -> None:
    """Say hello again and again on many sockets of a game."""
    address = f"ws://127.0.0.1:{port}/api/games/{game}/socket"

    async def flood() -> None:
        async with connect(address, max_size=None, local_addr=ATTACKER) as line:
            while True:
                await line.send('{"type":"hello"}')
                await line.recv()

    await asyncio.gather(*(flood() for _ in range(SOCKETS)), return_exceptions=True)


async def slow_requests(port: int, game: str, attacker: str) -> None:
    """Begin requests and never end them."""
    while True:
        lines = []
        for _ in range(SLOW):
            reader, line = await asyncio.open_connection("127.0.0.1", port, local_addr=ATTACKER)
            line.write(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n")
            lines.append((reader, line))
        await asyncio.sleep(0.5)
        for _reader, line in lines:
            line.close()


async def deaf(port: int, game: str, _: str) -> None:
    """Watch a game on many sockets, ask for states and read nothing."""
    address = f"ws://127.0.0.1:{port}/api/games/{game}/socket"

    async def watch() -> None:
        async with connect(address, max_size=None, local_addr=ATTACKER, max_queue=1) as line:
            while True:
                await line.send('{"type":"hello"}')
                await asyncio.sleep(0.05)

    await asyncio.gather(*(watch() for _ in range(SOCKETS)), return_exceptions=True)


async def hints(port: int, _: str, attacker: str) -> None:
    """Ask for hints without pause in a game against a bot."""
    game, secret = attacker.split()
    transport = httpx.AsyncHTTPTransport(local_address=ATTACKER[0])
    headers = {"Authorization": f"Bearer {secret}"}
    async with httpx.AsyncClient(transport=transport, timeout=60, headers=headers) as client:

        async def ask() -> None:
            while True:
                await client.get(f"http://127.0.0.1:{port}/api/games/{game}/hint")

        await asyncio.gather(*(ask() for _ in range(10)), return_exceptions=True)


ATTACKS: dict[str, Attack] = {
    "hello floods": hellos,
    "slow requests": slow_requests,
    "clients that never read": deaf,
    "floods of hints": hints,
}


async def waits(port: int, game: str) -> float:
    """The median seconds a player waits for a state."""
    found = []
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(LOOKS):
            began = time.perf_counter()
            answer = await client.get(f"http://127.0.0.1:{port}/api/games/{game}")
            answer.raise_for_status()
            found.append(time.perf_counter() - began)
    return median(found)


async def rows(port: int) -> list[str]:
    """A row for each attack."""
    async with httpx.AsyncClient(timeout=60) as client:

        async def opened(kind: str) -> tuple[str, str]:
            seats = {"french": {"kind": "human"}, "allied": {"kind": kind, "bot": "random"}}
            wanted = {"battle": "shock/gemioncourt", "seats": seats}
            answer = await client.post(
                f"http://127.0.0.1:{port}/api/games", content=json.dumps(wanted)
            )
            game = answer.json()
            return game["game"], game["seats"]["french"]

        game, _ = await opened("human")
        other, secret = await opened("bot")
    out = []
    for name in ATTACKS:
        quiet = await waits(port, game)
        command = [sys.executable, __file__, name, str(port), game, f"{other} {secret}"]
        attacking = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        await asyncio.sleep(3.0)
        attacked = await waits(port, game)
        attacking.kill()
        attacking.wait()
        out.append(
            f"| others' wait for a state under {name}, over the quiet one | "
            f"{attacked / quiet:.1f} | at most 3 | quiet {1000 * quiet:.1f} ms |"
        )
    return out


if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](int(sys.argv[2]), sys.argv[3], sys.argv[4]))
