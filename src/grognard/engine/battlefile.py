"""Battle files: the texts of a battle and its map, shipped or somebody's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine import toml
from grognard.engine.errors import FileError, GrognardError, did_you_mean

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def own_name(battle: str, file: str) -> str:
    """The name a battle file gives itself."""
    return _named(battle, file, "name")


def _named(battle: str, file: str, key: str) -> str:
    table = toml.loads(battle, file)
    name = table.str(key)
    if not NAME.fullmatch(name):
        what = "battle" if key == "name" else "map"
        message = f"a {what}'s name is up to 40 lower-case letters, digits and hyphens"
        raise table.error(key, message)
    return name


def source_of(battle: str, file: str, beside: Path | None = None) -> dict[str, str]:
    """The texts of a battle: its own, and that of the map it names.

    The map lies beside the file, or it is a shipped one.
    """
    return {"battle": battle, "map": _map_text(battle, file, beside)}


def _map_text(battle: str, file: str, beside: Path | None) -> str:
    wanted = _named(battle, file, "map")
    if beside is not None:
        own = beside / f"{wanted}.toml"
        if own.is_file() and str(own) != file:
            return read_text(own)
    maps = files("grognard") / "maps"
    known = sorted(f.name[:-5] for f in maps.iterdir() if f.name.endswith(".toml"))
    if wanted not in known:
        table = toml.loads(battle, file)
        raise table.error("map", f'no map "{wanted}": {did_you_mean(wanted, known)}')
    return (maps / f"{wanted}.toml").read_text("utf-8")


def read_text(path: Path) -> str:
    """A text file of somebody's own."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(path), None, f"cannot be read: {error}") from None


class Heading(NamedTuple):
    """What every battle file says of its battle, whatever its system."""

    title: str
    date: str
    summary: str
    teaches: str
    difficulty: int
    turns: int
    start: int  # in minutes of the day
    minutes: int  # of a turn


def heading_of(file: toml.Table, like: str, minutes: int = 0) -> Heading:
    """The heading of a battle file; `like` is an hour for the example in a complaint.

    The minutes of a turn are the file's to say where the rules do not fix them.
    """
    return Heading(
        file.str("title"),
        file.str("date"),
        file.str("summary", lines=True),
        file.str("teaches"),
        file.int("difficulty", 1, 3),
        file.int("turns", 1, 40),
        hour_of(file, like),
        minutes or file.int("minutes", 1, 240),
    )


def hour_of(file: toml.Table, like: str) -> int:
    """The hour a battle begins at (`start = "14:00"`), in minutes of the day."""
    text = file.str("start")
    match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", text)
    if match is None:
        raise file.error("start", f'"start" is an hour like "{like}", not "{text:.20}"')
    return int(match[1]) * 60 + int(match[2])


def board_of(path: Path) -> str:
    """The kind of board (`hexes`, `areas`, …) of the map that a battle file names."""
    source = source_of(read_text(path), str(path), path.parent)
    return toml.loads(source["map"], "map").str("board", default="hexes")


class BattleTexts(NamedTuple):
    """The texts of a battle on their way into it, with its names; `file` stands in errors."""

    system: str
    name: str
    source: Mapping[str, str]  # of the battle's file and of its map
    variant: str
    shipped: bool
    file: str

    def table(self) -> toml.Table:
        """The battle's file to be read; its own name and its map's are known already."""
        table = toml.loads(self.source["battle"], self.file)
        table.str("name")
        table.str("map")
        return table


def refuse_other_texts(source: Mapping[str, str]) -> None:
    """A record embeds just these two texts."""
    if set(source) != {"battle", "map"}:
        raise GrognardError("a battle is two texts: battle and map")
