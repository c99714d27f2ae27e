"""HTTP with patience that ends: a request must arrive in time, and few may be unfinished."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVAL: Final = 15.0  # seconds for a whole request, head and body
UNFINISHED: Final = 50  # requests of one address that have begun and not arrived


class PatientProtocol(H11Protocol):
    """Cuts connections whose request does not arrive in time; of too many, the oldest."""

    # Connections of each address whose request has begun and not arrived, the oldest first.
    waiting: ClassVar[dict[str, dict[PatientProtocol, None]]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._arrival: asyncio.TimerHandle | None = None
        self._upgraded = False

    def connection_made(self, transport: Any) -> None:
        """A connection must say what it wants."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting when the request has arrived; wait again if another has begun."""
        super().data_received(data)
        if not self._upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._arrived()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A socket has arrived whole; what it says next is the socket's own affair."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Between two requests the time a connection may stay idle counts instead."""
        super().on_response_complete()
        self._arrived()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._arrived()
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        if self._arrival is None and not self.transport.is_closing():
            mine = self.waiting.setdefault(self._address, {})
            mine[self] = None
            self._arrival = self.loop.call_later(ARRIVAL, self._cut)
            if len(mine) > UNFINISHED:
                next(iter(mine))._cut()

    def _arrived(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None
            mine = self.waiting[self._address]
            del mine[self]
            if not mine:
                del self.waiting[self._address]

    def _cut(self) -> None:
        self._arrived()
        if not self.transport.is_closing():
            self.transport.close()
