"""Clocks: when time runs out, the default answer is given or a bot takes the seat."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grognard.bots import USUAL
from grognard.engine.errors import GrognardError
from grognard.server.live_game import LiveGame
from grognard.server.seats import Refusal

if TYPE_CHECKING:
    from grognard.server.games import Games

SUBSTITUTE: Final = USUAL
SOONEST: Final = 0.05


class Clocks:
    """The clocks of all the live games."""

    def __init__(self, games: Games) -> None:
        self.games = games

    def set(self, live: LiveGame) -> None:
        """Start a game's clock for the open question."""
        for timer in (live.timer, live.reminder):
            if timer is not None:
                timer.cancel()
        live.timer = live.reminder = None
        room = live.room
        side = room.timed
        left = None if side is None else room.details.time_left(side)
        if left is not None:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(SOONEST, left), self._strike, live, room.moved)
            assert room.details.clock is not None  # somebody's time runs
            notices = self.games.notices
            soon = max(SOONEST, left - notices.lead(room.details.clock.seconds))
            live.reminder = loop.call_later(soon, notices.remind, live, room.moved)

    def set_later(self, live: LiveGame) -> None:
        """Start a game's clock again, from any thread."""
        if self.games.loop is not None:
            self.games.loop.call_soon_threadsafe(self.set, live)

    def _strike(self, live: LiveGame, moved: int) -> None:
        live.timer = None
        self.games.spawn(self._time_is_up(live, moved))

    async def _time_is_up(self, live: LiveGame, moved: int) -> None:
        room = live.room

        def work() -> None:
            side, clock = room.timed, room.details.clock
            if room.moved != moved or side is None or clock is None:
                return
            if room.details.time_left(side):
                self.set_later(live)
                return
            if clock.then == "bot":
                room.stand_in(side, SUBSTITUTE)
            else:
                room.act_late(side)

        with suppress(Refusal):  # the game has moved on
            await self.games.change(live, work)

    async def wake(self) -> None:
        """Load the games whose clocks were running when the server stopped, each by itself."""
        store = self.games.store
        for game in await self.games.thread(lambda: list(store.games(over=False, clock=True))):
            self.games.spawn(self._wake(game))

    async def _wake(self, game: str) -> None:
        with suppress(GrognardError):  # told to whoever opens the game
            await self.games.live(game)
