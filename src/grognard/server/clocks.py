"""Clocks: who takes too long is answered for, by the step's default or by a bot."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grognard.bots import NAMES as BOTS
from grognard.engine.errors import GrognardError
from grognard.server.about import About
from grognard.server.live import Live
from grognard.server.seats import Refusal

if TYPE_CHECKING:
    from grognard.server.hub import Hub

SUBSTITUTE: Final = BOTS[-1]
SOONEST: Final = 0.05


class Clocks:
    """The clocks of all the live games."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def set(self, live: Live) -> None:
        """Set a game's clock to the question that is open now."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        room, clock = live.room, live.room.about.clock
        if clock is None or room.due is None or room.bot_due:
            return
        left = max(SOONEST, room.about.asked + clock.seconds - time.time())
        moved = room.moved
        live.timer = asyncio.get_running_loop().call_later(left, self._strike, live, moved)

    def _strike(self, live: Live, moved: int) -> None:
        live.timer = None
        self.hub.spawn(self._time_is_up(live, moved))

    async def _time_is_up(self, live: Live, moved: int) -> None:
        room = live.room

        def work() -> None:
            side, clock = room.due, room.about.clock
            if room.moved != moved or side is None or clock is None or room.bot_due:
                return
            if clock.then == "bot":
                room.stand_in(side, SUBSTITUTE)
            else:
                room.act_for(side, None)

        with suppress(Refusal):  # gone on meanwhile
            await self.hub.change(live, work)

    async def wake(self) -> None:
        """Load the games whose clocks ran when the server was stopped."""
        store = self.hub.store
        for game in await self.hub.thread(lambda: list(store.games(over=False))):
            stored = await self.hub.thread(store.load, game)
            with suppress(GrognardError):
                if stored is not None and About.read(stored.about).clock is not None:
                    await self.hub.live(game)
