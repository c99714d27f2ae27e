"""Imports of records: read in processes of their own, with limits on time and memory."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

import msgspec

from grognard.server.import_worker import Imported, ImportTask
from grognard.server.new_game import OpeningPosition
from grognard.server.requests import NewGame
from grognard.server.seats import Refusal
from grognard.server.settings import Limits
from grognard.server.worker_process import WorkerProcess

WORKER: Final = ("-m", "grognard.server.import_worker")

_imported = msgspec.json.Decoder(Imported)


class Importer:
    """Reads records. One address has one record read at a time, so that others get their turn."""

    def __init__(self, limits: Limits, command: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self._workers = [WorkerProcess(command or (sys.executable, *WORKER)) for _ in range(2)]
        self._free = asyncio.Semaphore(len(self._workers))
        self._reading: set[str] = set()

    async def read(self, record: str, address: str = "") -> OpeningPosition:
        """Where a game goes on from after its record, or a refusal that says why."""
        if record.count("\n") > self.limits.record_lines:
            raise Refusal("too-much", f"a record has at most {self.limits.record_lines} lines here")
        return await self._answer(ImportTask(record), address)

    async def start(self, wanted: NewGame, address: str = "") -> OpeningPosition:
        """The beginning of a game under house rules, tried out before it is opened."""
        return await self._answer(ImportTask(wanted=wanted), address)

    async def _answer(self, task: ImportTask, address: str) -> OpeningPosition:
        if address in self._reading:
            raise Refusal("too-much", "your last game is still being read: wait a moment")
        self._reading.add(address)
        try:
            async with self._free:
                found = _imported.decode(await self._ask(task))
        except TimeoutError:
            raise Refusal("too-much", "this takes too long to replay here") from None
        except (OSError, ValueError):
            raise Refusal("not-allowed", "this cannot be replayed") from None
        finally:
            self._reading.discard(address)
        if found.opening is None:
            raise Refusal("not-allowed", found.error)
        return found.opening

    async def _ask(self, task: ImportTask) -> bytes:
        worker = next(each for each in self._workers if not each.lock.locked())
        return await worker.ask(msgspec.json.encode(task), self.limits.import_seconds)

    async def close(self) -> None:
        """Stop the processes."""
        for worker in self._workers:
            await worker.stop()
