"""The process that reads records from outside, so that none can stop or fill the server."""

from __future__ import annotations

import resource
from typing import Final

import msgspec
from msgspec import Struct

import grognard
from grognard.engine import replay
from grognard.engine.errors import GrognardError
from grognard.server.new_game import OpeningPosition
from grognard.server.worker_process import answer_lines

MEMORY: Final = 768 * 2**20  # bytes of address space, of which Python and the rules need a third


class ImportTask(Struct):
    """A record to read."""

    record: str


class Imported(Struct):
    """Where a game goes on from, or why the record was refused."""

    opening: OpeningPosition | None = None
    error: str = ""


def read_record(record: str) -> Imported:
    """Replay a record; whatever is wrong with it is told in words."""
    try:
        return Imported(OpeningPosition.of(replay.from_text(record, grognard.system)))
    except GrognardError as error:
        return Imported(error=str(error))
    except MemoryError:
        return Imported(error="the record needs too much memory")
    except RecursionError:
        return Imported(error="the record is nested too deeply")


def main() -> None:
    """Read records until the server is gone, within bounds of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    decoder = msgspec.json.Decoder(ImportTask)
    answer_lines(lambda line: msgspec.json.encode(read_record(decoder.decode(line).record)))


if __name__ == "__main__":
    main()
