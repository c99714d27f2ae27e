"""The process that reads records from outside, so that none can stop or fill the server."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

import grognard
from grognard.engine import replay
from grognard.engine.errors import GrognardError
from grognard.engine.house_rules import try_out
from grognard.server.new_game import OpeningPosition, started
from grognard.server.requests import NewGame
from grognard.server.seats import Refusal
from grognard.server.worker_process import answer_lines

MEMORY: Final = 768 * 2**20  # bytes of address space, of which Python and the rules need a third


class ImportTask(Struct):
    """A record to read, or a game under house rules to begin."""

    record: str = ""
    wanted: NewGame | None = None


class Imported(Struct):
    """Where a game goes on from, or why the record was refused."""

    opening: OpeningPosition | None = None
    error: str = ""


def read_record(record: str) -> Imported:
    """Replay a record; whatever is wrong with it is told in words."""
    return _told(lambda: _replayed(record))


def start_game(wanted: NewGame) -> Imported:
    """Begin a game under house rules; whatever is wrong with them is told in words."""
    return _told(lambda: started(wanted))


def _replayed(record: str) -> OpeningPosition:
    game = replay.from_text(record, grognard.system)
    try_out(game.system, game.battle)
    return OpeningPosition.of(game)


def _told(work: Callable[[], OpeningPosition]) -> Imported:
    try:
        return Imported(work())
    except (GrognardError, Refusal) as error:
        return Imported(error=str(error))
    except MemoryError:
        return Imported(error="the record needs too much memory")
    except RecursionError:
        return Imported(error="the record is nested too deeply")


def read(task: ImportTask) -> Imported:
    """Do what a task asks for."""
    return read_record(task.record) if task.wanted is None else start_game(task.wanted)


def main() -> None:
    """Read records until the server is gone, within bounds of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    decoder = msgspec.json.Decoder(ImportTask)
    answer_lines(lambda line: msgspec.json.encode(read(decoder.decode(line))))


if __name__ == "__main__":
    main()
