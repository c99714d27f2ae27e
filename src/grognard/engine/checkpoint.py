"""A game at a line as JSON, to be taken up there without replaying the lines before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

from grognard.engine.dice import Die
from grognard.engine.errors import GrognardError
from grognard.engine.event import EventKind
from grognard.engine.game import Game
from grognard.engine.log import LogEntry
from grognard.engine.past import UndoPoint
from grognard.engine.record import RecordLine

if TYPE_CHECKING:
    from grognard.engine.system import System

# What decides how a line is played, beside the system's own folder.
PLAYS = ("engine", "boards", "systems")


def checkpoint(game: Game) -> dict[str, Any]:
    """A game as JSON: its position, its log, and what may be taken back."""
    return {
        "rules": rules_mark(game.system),
        "position": game.dump(),
        "log": [list(entry) for entry in game.log],
        "past": [list(point) for point in game.past.points()],
        "counts": game.counts(),
        "resigned": game.resigned,
    }


def take_up(game: Game, lines: Sequence[RecordLine], kept: Any) -> None:
    """Bring a fresh game to its checkpoint after some lines; GrognardError if it does not fit."""
    if not isinstance(kept, dict) or kept.get("rules") != rules_mark(game.system):
        raise GrognardError("this checkpoint was made by other rules")
    for line in lines:
        game.skim(line)
    try:
        log = [
            LogEntry(
                line,
                text,
                heard,
                tuple(map(intern, ids)),
                roll,
                who,
                _pairs(dice),
                new,
                EventKind(kind),
            )
            for line, text, heard, ids, roll, who, dice, new, kind in _rows(kept, "log")
        ]
        points = [
            UndoPoint(line, answer, log_before, side, stands, roller, tuple(Die(*d) for d in dice))
            for line, answer, log_before, side, stands, roller, dice in _rows(kept, "past")
        ]
        position = game.system.restore(game.battle, kept["position"])
        game.go_on_from(position, log, points, kept["counts"], kept["resigned"])
    except (KeyError, TypeError, ValueError) as error:
        raise GrognardError(f"this checkpoint cannot be read: {error}") from error


def _pairs(dice: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((sides, face) for sides, face in dice)


def _rows(kept: dict[str, Any], name: str) -> list[Any]:
    rows = kept[name]
    if not isinstance(rows, list):
        raise TypeError(f"{name} is not a list")
    return rows


def rules_mark(system: System) -> str:
    """A hash of all that decides how a line is played: equal marks play alike."""
    return _mark(Path(getfile(type(system))).parent)


@lru_cache
def _mark(folder: Path) -> str:
    package = Path(__file__).parents[1]
    folders = {folder, *(package / name for name in PLAYS)}
    marked = sha256()
    for path in sorted({path for each in folders for path in each.rglob("*")}):
        if path.suffix in (".py", ".toml"):
            marked.update(path.name.encode() + b"\0" + path.read_bytes())
    return marked.hexdigest()[:16]
