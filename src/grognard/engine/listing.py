"""The list of battles, read from headings alone: no system is loaded and no battle is built for it.

A system's folder holds `listing.toml`: its place among the systems, and its battles in order.
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

# The file up to its first table, and its sides: what the list shows of a battle.
_HEAD: Final = re.compile(r"\A.*?(?=^\[)", re.DOTALL | re.MULTILINE)
_SIDES: Final = re.compile(r"^\[\[side\]\].*?(?=^\[|\Z)", re.DOTALL | re.MULTILINE)


class Listing(NamedTuple):
    """A system's place in lists, small numbers first, and its battles, the tutorial first."""

    listed: int
    shipped: tuple[str, ...]


def listing(folder: Traversable) -> Listing:
    """What the `listing.toml` in a system's folder says."""
    table = tomllib.loads((folder / "listing.toml").read_text("utf-8"))
    return Listing(int(table["listed"]), tuple(map(str, table["battles"])))


def entry(system: str, name: str, folder: Traversable) -> dict[str, Any]:
    """The entry of a shipped battle in the list, as `Battle.json` gives it under the sheet."""
    text = (folder / "battles" / f"{name}.toml").read_text("utf-8")
    head = _HEAD.match(text)
    table = tomllib.loads("".join([head[0] if head else text, *_SIDES.findall(text)]))
    return {
        "id": f"{system}/{name}",
        "title": table["title"],
        "date": table["date"],
        "summary": table["summary"].strip(),
        "teaches": table["teaches"],
        "difficulty": table["difficulty"],
        "sides": [side["name"] for side in table["side"]],
        "variant": "sheet",
    }
