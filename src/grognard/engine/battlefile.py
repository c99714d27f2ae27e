"""Battle files: the texts of a battle and its map, shipped or your own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
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


def system_of(battle: str, file: str, known: Sequence[str]) -> str:
    """The system a battle file names."""
    table = toml.loads(battle, file)
    if "system" not in table:
        there_is = f"there is {', '.join(known)}"
        message = f'the file does not name its system: add system = "{known[0]}"'
        raise FileError(file, None, f"{message} (or another: {there_is}) above its first [[table]]")
    return table.choice("system", known)


def source_of(battle: str, file: str, folders: Iterable[Traversable]) -> dict[str, str]:
    """The texts of a battle: its own, and that of the map it names, found in one of the folders."""
    return {"battle": battle, "map": _map_text(battle, file, folders)}


def _map_text(battle: str, file: str, folders: Iterable[Traversable]) -> str:
    wanted = _named(battle, file, "map")
    known: list[str] = []
    for folder in folders:
        found = folder / f"{wanted}.toml"
        if found.is_file() and str(found) != file:
            return read_text(found)
        if folder.is_dir() and folder.name == "maps":
            known += sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml"))
    table = toml.loads(battle, file)
    raise table.error("map", f'no map "{wanted}": {did_you_mean(wanted, known)}')


def read_text(path: Path | Traversable) -> str:
    """The text of a file the user named."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(path), None, f"cannot be read: {error}") from None


class Heading(NamedTuple):
    """The part of a battle file that is the same in every system."""

    title: str
    date: str
    summary: str
    teaches: str
    difficulty: int
    turns: int
    start: int  # in minutes of the day
    minutes: int  # of a turn


def heading_of(file: toml.Table, like: str, minutes: int = 0) -> Heading:
    """The heading of a battle file; `like` is an hour to show as an example in errors.

    The file gives the minutes of a turn if the rules do not fix them.
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


class BattleTexts(NamedTuple):
    """The texts of a battle to load, with its names; `file` is how errors name it."""

    system: str
    name: str
    source: Mapping[str, str]  # of the battle's file and of its map
    variant: str
    shipped: bool
    file: str

    def table(self) -> toml.Table:
        """The battle's file, with the keys `name`, `map` and `system` already read."""
        table = toml.loads(self.source["battle"], self.file)
        table.str("name")
        table.str("map")
        # Older battle files do not name their system; their records do.
        named = table.str("system", default=self.system)
        if named != self.system:
            message = f'this is a battle of the system "{named:.40}", not of "{self.system}"'
            raise table.error("system", message)
        return table


def refuse_other_texts(source: Mapping[str, str]) -> None:
    """Refuse a record that embeds anything but these two texts."""
    if set(source) != {"battle", "map"}:
        raise GrognardError("a battle is two texts: battle and map")
