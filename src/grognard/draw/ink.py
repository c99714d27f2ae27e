"""The colours of the survey map and of the armies, and the measure of contrast between two inks."""

from __future__ import annotations

from typing import NamedTuple

PAPER = "#f1e6c8"
PLATE = "#fbf5e3"  # behind strengths and under letters
INK = "#2b2118"
HACHURE = "#6b4a2b"
RELIEF = "#b58d49"
GRID = "#7d6a4b"
WATER = "#a9c6cf"
BANK = "#3f6f86"
WATER_NAME = "#274f63"
WOOD = "#bdc58c"
LEAF = "#7f9358"
TRUNK = "#4d5f34"
CROP = "#e9d58f"
FURROW = "#a98a3a"
MARSH = "#cfd9b4"
REED = "#4f7a6a"
STONE = "#b4533c"
STONE_EDGE = "#5e2417"
TIMBER = "#b98a52"
YARD = "#e6cfae"
ROAD = "#fdf6e0"
ROAD_EDGE = "#5a4630"
GOLD = "#d99a00"


class Livery(NamedTuple):
    """How a side is coloured: the body of its blocks, and its lettering on the plate."""

    body: str
    letters: str


_LIVERIES = {
    "french": Livery("#2c559c", "#1c3a75"),
    "allied": Livery("#b3261e", "#8a150f"),
    "anglo-allied": Livery("#b3261e", "#8a150f"),
    "british": Livery("#b3261e", "#8a150f"),
    "prussian": Livery("#3d4247", "#23272b"),
    "austrian": Livery("#8d877b", "#4e4a42"),
    "russian": Livery("#2f6b3f", "#1d4a2a"),
    "union": Livery("#2c559c", "#1c3a75"),
    "confederate": Livery("#7a5a3a", "#5a3b1c"),
}
_BY_INDEX = (
    Livery("#2c559c", "#1c3a75"),
    Livery("#b3261e", "#8a150f"),
    Livery("#3d4247", "#23272b"),
    Livery("#2f6b3f", "#1d4a2a"),
)


def livery(name: str, index: int) -> Livery:
    """The colours of an army by its name, or else by its place among the sides."""
    return _LIVERIES.get(name, _BY_INDEX[index % len(_BY_INDEX)])


def luminance(colour: str) -> float:
    """The relative luminance of a `#rrggbb` colour, 0 for black to 1 for white."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
