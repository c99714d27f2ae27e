"""Who is told by webhook that it is somebody's turn, and how often at most."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from grognard.server.room import Room
from grognard.server.webhook import HookRefused, send

QUIET: Final = 2.0  # seconds at least between two words about a game
MOST: Final = 1000  # games remembered

_log = logging.getLogger("grognard.server")


class Hooks:
    """The webhooks of all live games."""

    def __init__(self, spawn: Callable[[Any], object], wanted: bool) -> None:
        self.spawn = spawn
        self.wanted = wanted
        self._told: dict[str, float] = {}

    def tell(self, room: Room, due: str | None) -> None:
        """Send word that a side is to act, or that the battle is over."""
        address, now = room.about.webhook, time.monotonic()
        if not address or not self.wanted or now - self._told.get(room.id, -QUIET) < QUIET:
            return
        self._told[room.id] = now
        while len(self._told) > MOST:
            del self._told[next(iter(self._told))]
        title = room.game.battle.title
        text = f"{title}: the battle is over."
        if due is not None:
            text = f"{title}: it is {room.title(due)}'s turn."
        # Chat services read "content" or "text".
        content = {"game": room.id, "side": due, "text": text, "content": text}
        self.spawn(self._send(address, content))

    async def _send(self, address: str, content: dict[str, Any]) -> None:
        try:
            await send(address, content)
        except (HookRefused, OSError, ValueError) as error:
            _log.info("a webhook was not reached: %s", type(error).__name__)
