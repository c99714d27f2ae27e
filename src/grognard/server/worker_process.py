"""A process that answers one line for each line it is asked; it ends with its server."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final

LARGEST_LINE: Final = 16_000_000  # bytes
LESS_URGENT: Final = 10  # added to the niceness of the process
START: Final = 20.0  # extra seconds for a new process to start


class WorkerProcess:
    """One process; it answers one question at a time. After any failure it is stopped."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.lock = asyncio.Lock()
        self.process: Process | None = None
        self.fresh = True

    async def ask(self, task: bytes, seconds: float) -> bytes:
        """The answer, if it comes in time; the next question gets a new process if it does not."""
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
                return line
            except BaseException:
                await self.stop()
                raise

    async def _exchange(self, process: Process, task: bytes) -> bytes:
        assert process.stdin is not None and process.stdout is not None  # both are pipes
        process.stdin.write(task + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the process has ended")
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


def answer_lines(answer: Callable[[bytes], bytes]) -> None:
    """In the process: answer every line, and end at once when the server is gone.

    Lines are read by a thread of their own, so that the end of the input is noticed even while
    an answer is being worked out. What people wait for has the processor first.
    """
    os.nice(LESS_URGENT)
    asked: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            asked.put(line)
        os._exit(0)

    Thread(target=read, daemon=True).start()
    while True:
        sys.stdout.buffer.write(answer(asked.get()) + b"\n")
        sys.stdout.buffer.flush()
