"""The user's folder of saved games, one record per game."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError
from grognard.engine.record import Record

SUFFIX: Final = ".grog"


class SavedGame(NamedTuple):
    """A game in the folder: its file, its battle and variant, its length, who plays."""

    path: Path
    battle: str
    variant: str
    lines: int
    seats: dict[str, str]


def games_folder() -> Path:
    """The folder of the user's games, following the desktop's conventions."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if data and Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "grognard"


def new_path(battle: Battle) -> Path:
    """A file for a new game that does not exist yet, named by battle and date."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{battle.name}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def unfinished() -> list[SavedGame]:
    """The games in the folder that can be continued, the latest first."""
    found = []
    paths = games_folder().glob(f"*{SUFFIX}")
    for path in sorted(paths, key=lambda p: p.stat().st_mtime, reverse=True):
        try:
            record = Record.read(path, salvage=True)
        except GrognardError:
            continue  # `grognard check` says what is wrong with it
        if not record.finished:
            header = record.header
            battle = f"{header.system}/{header.battle}"
            found.append(SavedGame(path, battle, header.variant, len(record.lines), header.seats))
    return found
