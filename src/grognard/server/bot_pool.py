"""Bots run in processes of their own; one that dies or is too slow is replaced."""

from __future__ import annotations

import logging
import sys
from typing import Any, Final
from zlib import crc32

import msgspec

from grognard.server.bot_worker import BotAnswer, BotTask
from grognard.server.worker_process import WorkerProcess

WORKER: Final = ("-m", "grognard.server.bot_worker")

_log = logging.getLogger("grognard.server")
_outcome = msgspec.json.Decoder(BotAnswer)


class BotPool:
    """The processes that answer for bots."""

    def __init__(self, workers: int, seconds: float, command: tuple[str, ...] = ()) -> None:
        self.seconds = seconds
        command = command or (sys.executable, *WORKER)
        self._processes = [WorkerProcess(command) for _ in range(max(1, workers))]
        self._adviser = WorkerProcess(command)  # hints hold no game up

    async def answer(self, game: str, header: str, side: int, bot: str, dump: Any) -> int | None:
        """A bot's answer; None if it failed or was too slow."""
        return await self._ask(self._worker(game), game, header, side, bot, dump)

    async def advise(self, game: str, header: str, side: int, bot: str, dump: Any) -> int | None:
        """What a bot would answer; it has no part in the game."""
        return await self._ask(self._adviser, f"{game}/hint", header, side, bot, dump)

    def _worker(self, game: str) -> WorkerProcess:
        """The process that remembers a game's bots; while it is busy, one that is free."""
        own = self._processes[crc32(game.encode()) % len(self._processes)]
        if not own.lock.locked():
            return own
        return next((each for each in self._processes if not each.lock.locked()), own)

    async def _ask(
        self, worker: WorkerProcess, game: str, header: str, side: int, bot: str, dump: Any
    ) -> int | None:
        position = msgspec.Raw(msgspec.json.encode(dump))
        task = msgspec.json.encode(BotTask(game, header, side, bot, position))
        try:
            outcome = _outcome.decode(await worker.ask(task, self.seconds))
        except (TimeoutError, OSError, ValueError) as error:
            _log.warning("bot %s gave no answer: %s", bot, type(error).__name__)
            return None
        if outcome.action is None:
            _log.warning("bot %s failed: %s", bot, outcome.error)
        return outcome.action

    async def close(self) -> None:
        """Stop all processes."""
        for worker in (*self._processes, self._adviser):
            await worker.stop()
