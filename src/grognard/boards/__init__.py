"""Boards: geometry and map files of three kinds, with named properties but no rules."""

from __future__ import annotations

from typing import Final

from grognard.boards import kernel as kernel  # before all that may be compiled
from grognard.engine import toml

HEXES: Final = "hexes"
AREAS: Final = "areas"
TABLE: Final = "table"
KINDS: Final = (HEXES, AREAS, TABLE)


def kind_of_map(table: toml.Table) -> str:
    """The kind of board a map is for, as it says itself; one that does not say is of hexes."""
    return table.choice("board", KINDS, default=HEXES)
