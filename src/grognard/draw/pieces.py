"""Pieces as they are drawn on any board: a symbol somewhere, turned, with lettered plates."""

from __future__ import annotations

from typing import NamedTuple

from grognard.draw.curves import Point
from grognard.draw.lettering import Box, Text, box_around, lettered, width
from grognard.engine.view import Placement

STRENGTH, MARK = 14.0, 11.0  # sizes of lettering on the plates
# What is written for a state; the shapes of square and line speak for themselves.
CODES = {
    "D-1": "D1",
    "D-2": "D2",
    "routed": "R",
    "blown": "Bl",
    "engaged": "E",
    "wet": "W",
    "square": "",
    "extended line": "",
}


class Chip(NamedTuple):
    """A small plate with letters on it."""

    text: Text
    box: Box
    fill: str


class Piece(NamedTuple):
    """A block as it stands on the sheet."""

    id: str
    symbol: str
    side: int
    x: float
    y: float
    turn: float
    extent: Box
    chips: tuple[Chip, ...]
    placement: Placement


def code(mark: str) -> str:
    """What is written on a block for a state; states not in the table are cut short."""
    found = CODES.get(mark)
    return mark[:3].capitalize() if found is None else found


def plate(text: str, at: Point, size: float, letters: str, fill: str) -> Chip:
    """A text on a plate of its own, centred at a point."""
    box = box_around(*at, width(text, size) + 5, max(size, MARK + 2))
    written = lettered(
        text, at[0], at[1] + 0.33 * size, size, bold=True, colour=letters, plate=fill
    )
    return Chip(written, box, fill)
