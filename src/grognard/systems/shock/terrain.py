"""The grounds of hexes and the kinds of hexside that the terrain chart knows."""

from __future__ import annotations

from typing import Final

from grognard.boards import hexmap
from grognard.boards.hexmap import FIRST_SIDE, HexKinds, HexMap
from grognard.engine.toml import Table

GROUNDS: Final = (
    "clear",
    "cultivated",
    "woods",
    "marsh",
    "village",
    "built-up-village",
    "chateau",
    "lake",
)
CLEAR, CULTIVATED, WOODS, MARSH, VILLAGE, BUILT_UP_VILLAGE, CHATEAU, LAKE = range(8)

# Flags, for a side may have several.
SIDES: Final = ("river", "deep-stream", "stream", "marshy-stream", "ravine", "crest", "steep")
RIVER, DEEP_STREAM, STREAM, MARSHY_STREAM, RAVINE, CREST, STEEP = (
    FIRST_SIDE << i for i in range(7)
)

HEX_KINDS: Final = HexKinds(
    grounds=GROUNDS,
    sides=SIDES,
    lakes=("lake",),
    waters=("river", "deep-stream", "stream", "marshy-stream"),
    deep=("river", "deep-stream"),
    slopes=("steep",),
)


def read_map(table: Table) -> HexMap:
    """A map of this system."""
    return hexmap.read_map(table, HEX_KINDS)
