"""Arms, kinds of units and weapons: the words of battle files and the columns of the tables."""

from __future__ import annotations

from typing import Final

from grognard.engine.rulebook import Rulebook

# Arms: the columns of the terrain table.
INFANTRY, CAVALRY, ARTILLERY, SKIRMISHER, GENERAL = range(5)
ARMS: Final = ("infantry", "cavalry", "artillery", "skirmisher", "general")

KINDS: Final = (
    "infantry",
    "skirmisher",
    "heavy-cavalry",
    "light-cavalry",
    "field-artillery",
    "horse-artillery",
    "heavy-artillery",
    "general",
)
ARM_OF: Final = (INFANTRY, SKIRMISHER, CAVALRY, CAVALRY, ARTILLERY, ARTILLERY, ARTILLERY, GENERAL)
HEAVY_CAVALRY, LIGHT_CAVALRY = 2, 3
HEAVY_ARTILLERY: Final = 6

WEAPONS: Final = ("none", "musket", "rifled-musket", "field-horse-artillery", "heavy-artillery")
NO_WEAPON, MUSKET, RIFLED_MUSKET, FIELD_GUNS, HEAVY_GUNS = range(5)


def arms(book: Rulebook, id_: str, key: str = "kinds") -> list[bool]:
    """For each arm whether a rule lists it."""
    listed = book.words(id_, key)
    return [arm in listed for arm in ARMS]
