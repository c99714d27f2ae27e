"""What all map files write alike: names, ids, lists and points."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grognard.boards.polygons import Point
from grognard.engine import toml
from grognard.engine.errors import FileError

PLACES = ("farm", "village", "height", "wood", "water", "label")
NORTHS = ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left")

MAX_NAME = 60
MAX_POINTS = 400

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NUMBER = re.compile(r"-?[0-9]{1,6}")


def printed(table: toml.Table, key: str, default: str | None = None) -> str:
    """A name fit for printing on a map."""
    name = table.str(key, default)
    if len(name) > MAX_NAME or (key in table and not name.strip()):
        raise table.error(key, f'"{key}" must have 1 to {MAX_NAME} characters')
    return name


def own_id(table: toml.Table, known: Sequence[str]) -> str:
    own = table.str("id")
    if not _ID.fullmatch(own) or len(own) > MAX_NAME:
        raise table.error("id", f'"{own[:40]}" is not a valid id: a-z, 0-9, single hyphens')
    if own in known:
        raise table.error("id", f'a second "{own}"')
    return own


def some(table: toml.Table, key: str, least: int) -> Sequence[str]:
    items = table.strs(key)
    if len(items) < least:
        raise table.error(key, f'"{key}" must list at least {least}, found {len(items)}')
    return items


def points(table: toml.Table, key: str, least: int = 1, unit: str = "metres") -> tuple[Point, ...]:
    found = tuple((t[0], t[1]) for t in numbers(table, key, 2, unit))
    if len(found) < least:
        raise table.error(key, f'"{key}" must have at least {least} points, found {len(found)}')
    return found


def numbers(table: toml.Table, key: str, count: int, unit: str = "metres") -> list[list[int]]:
    """The points in a text, each of `count` whole numbers separated by commas."""
    form = ",".join("xyz"[:count])
    found: list[list[int]] = []
    for row, text in enumerate(table.str(key, lines=True).split("\n")):
        for word in text.split():
            parts = word.split(",")
            if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
                message = f'"{word[:30]}" is not a point: write {form} in whole {unit}'
                raise table.error(key, message, row)
            found.append([int(part) for part in parts])
    if not 1 <= len(found) <= MAX_POINTS:
        raise table.error(key, f'"{key}" must have 1 to {MAX_POINTS} points, found {len(found)}')
    return found


def error_at(table: toml.Table, key: str, n: int, message: str) -> FileError:
    """An error at the n-th point of a text."""
    for row, text in enumerate(table.str(key, lines=True).split("\n")):
        n -= len(text.split())
        if n < 0:
            return table.error(key, message, row)
    return table.error(key, message)
