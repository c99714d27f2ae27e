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
        task = self._task(game, header, side, bot, dump)
        return (await self._ask(self._worker(game), task)).action

    async def advise(self, game: str, header: str, side: int, bot: str, dump: Any) -> BotAnswer:
        """What a bot would answer, and why; it has no part in the game."""
        task = self._task(f"{game}/hint", header, side, bot, dump, reasons=True)
        return await self._ask(self._adviser, task)

    def _task(
        self, game: str, header: str, side: int, bot: str, dump: Any, reasons: bool = False
    ) -> BotTask:
        position = msgspec.Raw(msgspec.json.encode(dump))
        return BotTask(game, header, side, bot, position, reasons)

    def _worker(self, game: str) -> WorkerProcess:
        """The process that remembers a game's bots; while it is busy, one that is free."""
        own = self._processes[crc32(game.encode()) % len(self._processes)]
        if not own.lock.locked():
            return own
        return next((each for each in self._processes if not each.lock.locked()), own)

    async def _ask(self, worker: WorkerProcess, task: BotTask) -> BotAnswer:
        try:
            line = await worker.ask(msgspec.json.encode(task), self.seconds)
            outcome = _outcome.decode(line)
        except (TimeoutError, OSError, ValueError) as error:
            _log.warning("bot %s gave no answer: %s", task.bot, type(error).__name__)
            return BotAnswer(None, "too slow")
        if outcome.action is None:
            _log.warning("bot %s failed: %s", task.bot, outcome.error)
        return outcome

    async def close(self) -> None:
        """Stop all processes."""
        for worker in (*self._processes, self._adviser):
            await worker.stop()
