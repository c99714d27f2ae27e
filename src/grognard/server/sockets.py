"""Sockets: a client says who it is, then deeds come in and states go out until it leaves."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from grognard.engine.errors import GrognardError
from grognard.server import wire
from grognard.server.guard import Bucket, Doorkeeper, address_of
from grognard.server.hub import Hub
from grognard.server.live import Live, Socket
from grognard.server.seats import Refusal, Viewer

GONE: Final = 1012  # the server is restarting: come again
REFUSED: Final = 1008
MOST_OFFENCES: Final = 20

_log = logging.getLogger("grognard.server")
_words: Final[msgspec.json.Decoder[wire.Word]] = msgspec.json.Decoder(wire.Word)
_encode: Final = msgspec.json.encode


class Line:
    """One client's socket from its first word to its last."""

    def __init__(self, hub: Hub, door: Doorkeeper, ws: WebSocket) -> None:  # type: ignore[type-arg]
        self.hub = hub
        self.door = door
        self.ws = ws
        self.bucket = Bucket(hub.limits.words, hub.limits.word_burst)
        self.offences = 0

    async def serve(self, game: str) -> None:
        """Let a client in, and carry words to and fro until it leaves."""
        address = address_of(self.ws.scope)
        try:
            self.door.come(address)
        except Refusal as refusal:
            await self.ws.accept()
            await self._refuse(refusal)
            return
        try:
            await self.ws.accept()
            with suppress(WebSocketDisconnect, ConnectionError):
                await self._serve(game, address)
        finally:
            self.door.go(address)

    async def _serve(self, game: str, address: str) -> None:
        try:
            async with asyncio.timeout(self.hub.limits.hello):
                hello = await self._hear()
                if not isinstance(hello, wire.Hello):
                    raise Refusal("malformed", 'the first word is {"type": "hello", …}')
            live = await self.hub.live(game)
            viewer = live.room.viewer(hello.seat)
            eyes = hello.eyes if hello.eyes in viewer.sides else ""
            socket = Socket(Viewer(viewer.sides, eyes), address, self.hub.limits.queue)
            await self.hub.attach(live, socket)
        except (Refusal, TimeoutError) as error:
            await self._refuse(error)
            return
        sender = asyncio.create_task(self._send(live, socket))
        try:
            await self._listen(live, socket)
        finally:
            sender.cancel()
            self.hub.detach(live, socket)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, ConnectionError):
                await sender

    async def _refuse(self, error: BaseException) -> None:
        """Say why, and close."""
        refusal = error if isinstance(error, Refusal) else Refusal("malformed", "say who you are")
        with suppress(WebSocketDisconnect, ConnectionError, RuntimeError):
            await self.ws.send_data(_refused("", refusal), "text")
            await self.ws.close(REFUSED)

    async def _send(self, live: Live, socket: Socket) -> None:
        while (content := await socket.queue.get()) is not None:
            await self.ws.send_data(content, "text")
            if socket.lagging and socket.queue.empty():
                socket.lagging = False
                await self.hub.send_again(live, socket)
        await self.ws.close(GONE)

    async def _listen(self, live: Live, socket: Socket) -> None:
        while self.offences < MOST_OFFENCES:
            try:
                word = await self._hear()
            except Refusal as refusal:
                self.offences += 1
                socket.put(_refused("", refusal))
                continue
            if isinstance(word, wire.Ping):
                socket.put(_encode(wire.Pong()))
            elif isinstance(word, wire.Hello):
                socket.log = []
                await self.hub.send_again(live, socket)
            else:
                await self._do(live, socket, word)
        await self._refuse(Refusal("too-much", "too many words that could not be heeded"))

    async def _do(self, live: Live, socket: Socket, deed: wire.Deed) -> None:
        try:
            await self.hub.carry_out(live, socket.viewer, deed, lambda done: _put(socket, done))
        except Refusal as refusal:
            socket.put(_refused(deed.key, refusal))
            if refusal.kind == "stale":
                await self.hub.send_again(live, socket)
        except GrognardError as error:
            _log.error("a deed failed", exc_info=error)
            failed = Refusal("failed", "something went wrong here; it has been noted")
            socket.put(_refused(deed.key, failed))

    async def _hear(self) -> wire.Word:
        """The next word of the client, if it is one and does not come too fast."""
        text = await self.ws.receive_data("text")
        if not self.bucket.take():
            await asyncio.sleep(1 / max(self.bucket.rate, 1.0))  # the client waits, nobody else
            if self.bucket.left < 1 and not self.bucket.take():
                raise Refusal("too-much", "not so fast")
        if len(text) > self.hub.limits.word:
            raise Refusal("malformed", "a word is not that long")
        try:
            return _words.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refusal("malformed", "not a word this server knows") from None


def _put(socket: Socket, done: wire.Done) -> None:
    socket.put(_encode(done))


def _refused(key: str, refusal: Refusal) -> bytes:
    return _encode(wire.Refused(key, wire.Fault(refusal.kind, str(refusal))))
