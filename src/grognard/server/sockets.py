"""Websockets: a client says hello, then commands come in and states go out."""

from __future__ import annotations

import asyncio
import logging
from array import array
from contextlib import suppress
from typing import Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from grognard.engine.errors import GrognardError
from grognard.server import game_state, requests
from grognard.server.games import Games
from grognard.server.live_game import LiveGame, Socket
from grognard.server.middleware import address_of
from grognard.server.rate_limits import RateLimiter, TokenBucket
from grognard.server.seats import Refusal, Viewer
from grognard.server.store import StoreFull

GONE: Final = 1012  # "service restart": the client connects again
REFUSED: Final = 1008
MOST_OFFENCES: Final = 20
HELLO_PAUSE: Final = 0.2  # seconds
FULL: Final = "the server's disk is full: nothing was changed; ask its host to free some space"

_log = logging.getLogger("grognard.server")
_messages: Final[msgspec.json.Decoder[requests.ClientMessage]] = msgspec.json.Decoder(
    requests.ClientMessage
)
_encode: Final = msgspec.json.encode


class SocketHandler:
    """One client's websocket, from hello to the end."""

    def __init__(self, games: Games, limiter: RateLimiter, ws: WebSocket) -> None:  # type: ignore[type-arg]
        self.games = games
        self.limiter = limiter
        self.ws = ws
        self.bucket = TokenBucket(games.limits.message_rate, games.limits.message_burst)
        self.offences = 0

    async def serve(self, game: str) -> None:
        """Accept a client and exchange messages until it leaves."""
        address = address_of(self.ws.scope)
        try:
            self.limiter.socket_opened(address)
        except Refusal as refusal:
            await self.ws.accept()
            await self._refuse(refusal)
            return
        try:
            await self.ws.accept()
            with suppress(WebSocketDisconnect, ConnectionError):
                await self._serve(game, address)
        finally:
            self.limiter.socket_closed(address)

    async def _serve(self, game: str, address: str) -> None:
        try:
            async with asyncio.timeout(self.games.limits.hello):
                hello = await self._hear()
                if not isinstance(hello, requests.Hello):
                    raise Refusal("malformed", 'the first message must be {"type": "hello", …}')
            await self._slow_down(address)
            live = await self.games.live(game)
            viewer = await self.games.viewer(live, hello.seat)
            view_as = hello.view_as if hello.view_as in viewer.sides else ""
            queue = self.games.limits.queue
            socket = Socket(Viewer(viewer.sides, view_as), address, queue, hello.changes)
            await self.games.attach(live, socket)
        except (Refusal, TimeoutError) as error:
            await self._refuse(error)
            return
        sender = asyncio.create_task(self._send(live, socket))
        self.listening = asyncio.create_task(self._listen(live, socket))
        try:
            await self.listening
        except asyncio.CancelledError:
            if not socket.cut:
                raise
        finally:
            self.listening.cancel()
            sender.cancel()
            self.games.detach(live, socket)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, ConnectionError):
                await sender

    async def _slow_down(self, address: str) -> None:
        """Wait until sockets of an address may ask for another whole state."""
        while not self.limiter.hellos.take(address):
            await asyncio.sleep(HELLO_PAUSE)

    async def _refuse(self, error: BaseException) -> None:
        """Send the reason and close."""
        refusal = error if isinstance(error, Refusal) else Refusal("malformed", "no hello came")
        with suppress(WebSocketDisconnect, ConnectionError, RuntimeError):
            await self.ws.send_data(_refused("", refusal), "text")
            await self.ws.close(REFUSED)

    async def _send(self, live: LiveGame, socket: Socket) -> None:
        while (content := await socket.queue.get()) is not None:
            try:
                async with asyncio.timeout(self.games.limits.reading):
                    await self.ws.send_data(content, "text")
            except TimeoutError:  # it does not read: what waits for it is dropped
                socket.cut = True
                socket.queue = asyncio.Queue(1)
                self.listening.cancel()
                return
            if socket.lagging and socket.queue.empty():
                socket.lagging = False
                await self.games.send_again(live, socket)
        await self.ws.close(GONE)

    async def _listen(self, live: LiveGame, socket: Socket) -> None:
        while self.offences < MOST_OFFENCES:
            try:
                message = await self._hear()
            except Refusal as refusal:
                self.offences += 1
                socket.put(_refused("", refusal))
                continue
            if isinstance(message, requests.Ping):
                socket.put(_encode(game_state.Pong()))
            elif isinstance(message, requests.Hello):
                await self._slow_down(socket.address)
                socket.told, socket.state = array("I"), None
                await self.games.send_again(live, socket)
            else:
                await self._do(live, socket, message)
        await self._refuse(Refusal("too-much", "too many messages that could not be read"))

    async def _do(self, live: LiveGame, socket: Socket, command: requests.Command) -> None:
        try:
            await self.games.carry_out(
                live, socket.viewer, command, lambda done: _put(socket, done)
            )
        except Refusal as refusal:
            socket.put(_refused(command.key, refusal))
            if refusal.kind == "stale":
                await self.games.send_again(live, socket)
        except StoreFull as error:
            _log.error("no room to store a change: %s", error)
            socket.put(_refused(command.key, Refusal("full", FULL)))
        except GrognardError as error:
            _log.error("a command failed", exc_info=error)
            failed = Refusal("failed", "something went wrong on the server; the error was logged")
            socket.put(_refused(command.key, failed))

    async def _hear(self) -> requests.ClientMessage:
        """The next message of the client, if it can be read and does not come too soon."""
        text = await self.ws.receive_data("text")
        if not self.bucket.take():
            await asyncio.sleep(1 / max(self.bucket.rate, 1.0))  # only this client waits
            if self.bucket.left < 1 and not self.bucket.take():
                raise Refusal("too-much", "too many messages: slow down")
        if len(text) > self.games.limits.message:
            raise Refusal("malformed", "this message is too long")
        try:
            return _messages.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refusal("malformed", "unknown message") from None


def _put(socket: Socket, done: game_state.Done) -> None:
    socket.put(_encode(done))


def _refused(key: str, refusal: Refusal) -> bytes:
    return _encode(game_state.Refused(key, game_state.ErrorInfo(refusal.kind, str(refusal))))
