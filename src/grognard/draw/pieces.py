"""Pieces as they are drawn on any board: a symbol somewhere, turned, with lettered plates."""

from __future__ import annotations

from typing import NamedTuple

from grognard.draw.lettering import Box, Text
from grognard.engine.view import Placement


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
