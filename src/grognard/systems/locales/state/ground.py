"""The ground as this system reads it: capacities, objectives, entries; widths and penalties."""

from __future__ import annotations

from typing import Final

from grognard.boards import areafile
from grognard.boards.areamap import AreaMap, AreaProperties, flag, number, side_set, word
from grognard.engine.toml import Table
from grognard.systems.locales.state.kinds import ARMS

MOST_CAPACITY: Final = 20
MOST_PENALTY: Final = 3
PASSAGES: Final = ("open", "restricted", "impassable")
OPEN, RESTRICTED, IMPASSABLE = range(3)

PROPERTIES: Final = AreaProperties(
    locale=(
        number("capacity", 1, MOST_CAPACITY),  # how many units of a side it holds
        side_set("objective"),  # the sides that lose by losing it
        side_set("entry"),  # the sides whose reinforcements come here
    ),
    boundary=(
        word("width", ("narrow", "wide"), lo=1),  # how many units can lead over it
        word("passage", PASSAGES, default="open"),
    ),
    approach=(  # of those who come over it. locales.ruling.directional-terrain
        flag("obstructed"),
        *(number(arm, 0, MOST_PENALTY, default=0) for arm in ARMS),  # penalties of attackers
    ),
    closed=("passage", "impassable"),
)


def read_map(table: Table) -> AreaMap:
    """A map of this system."""
    return areafile.read_map(table, PROPERTIES)


def restricted(ground: AreaMap) -> int:
    """The set of boundaries not crossed by those in haste."""
    return sum(
        1 << n for n, b in enumerate(ground.boundaries) if b.properties["passage"] == RESTRICTED
    )
