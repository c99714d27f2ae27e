"""Bots run in processes of their own; one that dies or is too slow is replaced."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final
from zlib import crc32

import msgspec

from grognard.server.bot_worker import BotAnswer, BotTask

LARGEST_LINE: Final = 4_000_000  # bytes
START: Final = 20.0  # extra seconds for a new process to start
WORKER: Final = ("-m", "grognard.server.bot_worker")

_log = logging.getLogger("grognard.server")
_outcome = msgspec.json.Decoder(BotAnswer)


class _BotProcess:
    """One process; it answers one question at a time."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.lock = asyncio.Lock()
        self.process: Process | None = None
        self.fresh = True

    async def ask(self, task: bytes, seconds: float) -> BotAnswer:
        """The answer, if it comes in time; after any failure the process is stopped."""
        async with self.lock:
            try:
                if self.process is None or self.process.returncode is not None:
                    self.fresh = True
                    self.process = await asyncio.create_subprocess_exec(
                        *self.command,
                        stdin=PIPE,
                        stdout=PIPE,
                        limit=LARGEST_LINE,
                        start_new_session=True,  # so that Ctrl-C reaches the server only
                    )
                budget = seconds + START * self.fresh
                line = await asyncio.wait_for(self._exchange(self.process, task), budget)
                self.fresh = False
                return _outcome.decode(line)
            except BaseException:
                await self.stop()
                raise

    async def _exchange(self, process: Process, task: bytes) -> bytes:
        assert process.stdin is not None and process.stdout is not None  # both are pipes
        process.stdin.write(task + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the bot's process has ended")
        return line

    async def stop(self) -> None:
        """Stop the process."""
        process, self.process = self.process, None
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), 5)


class BotPool:
    """The processes that answer for bots."""

    def __init__(self, workers: int, seconds: float, command: tuple[str, ...] = ()) -> None:
        self.seconds = seconds
        command = command or (sys.executable, *WORKER)
        self._processes = [_BotProcess(command) for _ in range(max(1, workers))]

    async def answer(self, game: str, header: str, side: int, bot: str, dump: Any) -> int | None:
        """A bot's answer; None if it failed or was too slow."""
        position = msgspec.Raw(msgspec.json.encode(dump))
        task = msgspec.json.encode(BotTask(game, header, side, bot, position))
        # All questions of a game go to the same process, so that its bots can remember their plans.
        worker = self._processes[crc32(game.encode()) % len(self._processes)]
        try:
            outcome = await worker.ask(task, self.seconds)
        except (TimeoutError, OSError, ValueError) as error:
            _log.warning("bot %s gave no answer: %s", bot, type(error).__name__)
            return None
        if outcome.action is None:
            _log.warning("bot %s failed: %s", bot, outcome.error)
        return outcome.action

    async def close(self) -> None:
        """Stop all processes."""
        for worker in self._processes:
            await worker.stop()
