"""A server run in a thread of the tests, and clients that talk to it as any other would."""

import asyncio
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, Self

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from grognard.server.app import create
from grognard.server.open_store import open_store
from grognard.server.run import address, configured, take_port
from grognard.server.settings import Limits, Settings

PATIENCE = 60.0  # seconds: only a server that hangs takes so long

HUMANS = {"french": {"kind": "human"}, "allied": {"kind": "human"}}


class Serving:
    """A running server, and what is asked of it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = open_store(settings.store)
        app = create(settings, self.store)
        self.socket = take_port("127.0.0.1", 0, False)
        self.url = address(self.socket, "127.0.0.1").rstrip("/")
        self.server = uvicorn.Server(configured(settings, app))
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        until = monotonic() + PATIENCE
        while not self.server.started and monotonic() < until:
            sleep(0.02)
        assert self.server.started

    def stop(self) -> None:
        """Stop as a signal would."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()
        assert not self.thread.is_alive()

    def client(self, secret: str = "", **headers: str) -> httpx.Client:
        """A client that holds a seat's secret."""
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        # No certificates: reading them takes longer than most requests.
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, verify=False)

    def get(self, path: str, secret: str = "") -> httpx.Response:
        """Ask for something."""
        with self.client(secret) as client:
            return client.get(path)

    def post(self, path: str, body: Any, secret: str = "") -> httpx.Response:
        """Send something."""
        with self.client(secret) as client:
            return client.post(path, json=body)

    def open(self, battle: str, seats: dict[str, Any], **wanted: Any) -> dict[str, Any]:
        """Open a game; its id and secrets."""
        answer = self.post("/api/games", {"battle": battle, "seats": seats, **wanted})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def state(self, game: str, secret: str = "") -> dict[str, Any]:
        """The state as a viewer gets it."""
        answer = self.get(f"/api/games/{game}", secret)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def do(self, game: str, secret: str, type: str, **command: Any) -> httpx.Response:
        """Carry out a command with a key of its own."""
        body = {"type": type, "key": command.pop("key", str(uuid.uuid4())), **command}
        return self.post(f"/api/games/{game}/commands", body, secret)


@contextmanager
def serving(folder: Path | str, limits: Limits | None = None, **settings: Any) -> Iterator[Serving]:
    """A server with its games in a folder."""
    server = Serving(Settings(folder, port=0, limits=limits or Limits(), workers=1, **settings))
    try:
        yield server
    finally:
        server.stop()


class Player:
    """A client at a socket: keeps the last state, and waits for what it is asked to."""

    def __init__(self, url: str, game: str, secret: str = "") -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        self.secret = secret
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.ws: ClientConnection

    async def __aenter__(self) -> Self:
        self.ws = await connect(self.address, max_size=None)
        await self.say(type="hello", seat=self.secret)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.ws.close()

    async def say(self, **word: Any) -> None:
        """Send a word."""
        await self.ws.send(json.dumps(word))

    async def hear(self) -> dict[str, Any]:
        """The next word of the server."""
        async with asyncio.timeout(PATIENCE):
            word: dict[str, Any] = json.loads(await self.ws.recv())
        self.heard.append(word)
        if word["type"] == "state":
            self.state = word["state"]
        return word

    async def until(self, type: str) -> dict[str, Any]:
        """Wait for a word of a type."""
        while (word := await self.hear())["type"] != type:
            pass
        return word

    async def reach(self, revision: int) -> dict[str, Any]:
        """Wait for the state of a revision or a later one."""
        while self.state.get("revision", -1) < revision:
            await self.hear()
        return self.state

    async def answer(self, choice: int = 0) -> dict[str, Any]:
        """Answer the open question with one of its options, or throw; the server's reply."""
        key, question = str(uuid.uuid4()), self.state["question"]
        command: dict[str, Any] = {"key": key, "revision": self.state["revision"]}
        if question["kind"] == "roll":
            await self.say(type="roll", **command)
        else:
            options = question["options"]
            action = options[choice % len(options)]["action"]
            await self.say(type="answer", answer=action, **command)
        while (word := await self.hear()).get("key") != key:
            pass
        return word
