"""Fair shares: of each address only so much is worked on at once; the rest waits its turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final

EACH: Final = 2  # requests and messages of one address that are worked on at once

# The address whose request or message is being worked on; empty for the server's own work.
caller: ContextVar[str] = ContextVar("caller", default="")


class FairShares:
    """Places for the work of each address; whoever floods the server waits for himself."""

    def __init__(self, each: int = EACH) -> None:
        self.each = each
        self._places: dict[str, asyncio.Semaphore] = {}
        self._waiting: dict[str, int] = {}  # those who wait or work

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a place of the caller's address. Take it before any lock, and once."""
        address = caller.get()
        if not address:
            yield
            return
        place = self._places.setdefault(address, asyncio.Semaphore(self.each))
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            async with place:
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._places[address]
