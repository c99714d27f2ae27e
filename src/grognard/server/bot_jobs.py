"""Bots at work: processes with a time budget; a dead or slow one is replaced and blocks nobody."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final
from zlib import crc32

import msgspec

from grognard.server.bot_worker import Outcome, Task

LARGEST_LINE: Final = 4_000_000  # bytes
START: Final = 20.0  # seconds a new process may take beyond its budget, to get going
WORKER: Final = ("-m", "grognard.server.bot_worker")

_log = logging.getLogger("grognard.server")
_outcome = msgspec.json.Decoder(Outcome)


class _Desk:
    """One process, one question at a time."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.lock = asyncio.Lock()
        self.process: Process | None = None
        self.fresh = True

    async def ask(self, task: bytes, seconds: float) -> Outcome:
        """The answer, within the time; after a failure the process is gone."""
        async with self.lock:
            try:
                if self.process is None or self.process.returncode is not None:
                    self.fresh = True
                    self.process = await asyncio.create_subprocess_exec(
                        *self.command,
                        stdin=PIPE,
                        stdout=PIPE,
                        limit=LARGEST_LINE,
                        start_new_session=True,  # Ctrl-C is for the server, which ends it
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
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), 5)


class Bots:
    """A few processes that answer for bots."""

    def __init__(self, workers: int, seconds: float, command: tuple[str, ...] = ()) -> None:
        self.seconds = seconds
        command = command or (sys.executable, *WORKER)
        self._desks = [_Desk(command) for _ in range(max(1, workers))]

    async def answer(self, game: str, header: str, side: int, bot: str, dump: Any) -> int | None:
        """A bot's answer; None if it has none, or not in time."""
        position = msgspec.Raw(msgspec.json.encode(dump))
        task = msgspec.json.encode(Task(game, header, side, bot, position))
        # A game's bots stay with one process, where they remember their plans.
        desk = self._desks[crc32(game.encode()) % len(self._desks)]
        try:
            outcome = await desk.ask(task, self.seconds)
        except (TimeoutError, OSError, ValueError) as error:
            _log.warning("bot %s gave no answer: %s", bot, type(error).__name__)
            return None
        if outcome.action is None:
            _log.warning("bot %s failed: %s", bot, outcome.error)
        return outcome.action

    async def close(self) -> None:
        """End all the processes."""
        for desk in self._desks:
            await desk.stop()
