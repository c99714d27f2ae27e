"""Pieces as they are drawn on any board: a symbol somewhere, turned, with lettered plates."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from grognard.draw import ink, symbols
from grognard.draw.arrangement import Placed, Room
from grognard.draw.curves import Point
from grognard.draw.labels import Wish
from grognard.draw.lettering import LEAST, Box, Text, box_around, lettered, width
from grognard.draw.scene_info import PieceInfo, PlateInfo
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
    "in the draw": "Dr",
    "ranging": "Rg",
    "disrupted": "Dis",
    "disordered": "D",
    "stationary": "St",
    "column": "C",
    "limbered": "L",
    "out of command": "O",
    "suppressed": "Su",
    "square": "",
    "extended line": "",
}


# Where a mark may stand about its strength.
_MARK_AT = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


class Chip(NamedTuple):
    """A small plate with letters on it."""

    text: Text
    box: Box
    fill: str


class _DrawnPiece(NamedTuple):
    id: str
    symbol: str
    side: int
    x: float
    y: float
    turn: float
    extent: Box
    chips: tuple[Chip, ...]
    placement: Placement
    outline: str = ""  # as path data, where a block is drawn to scale


class DrawnPiece(_DrawnPiece):
    """A block as it stands on the sheet."""

    @cached_property
    def info(self) -> PieceInfo:
        """The piece as a page is sent it; treat it as read-only."""
        return PieceInfo(
            id=self.id,
            symbol=self.symbol,
            side=self.side,
            x=round(self.x, 1),
            y=round(self.y, 1),
            turn=round(self.turn, 1),
            name=self.placement.label or self.id,
            title=self.title,
            texts=[
                PlateInfo(**chip.text.fields(), box=[round(edge, 1) for edge in chip.box])
                for chip in self.chips
            ],
        )

    @property
    def title(self) -> str:
        """The tooltip of a piece."""
        note, said = self.placement.note, describe(self.placement)
        return f"{said} ({note})" if note else said


class ToldPiece(NamedTuple):
    """A piece in words: its name, wished for beside it, and its line in the listing."""

    wish: Wish | None
    line: str


def describe(placement: Placement) -> str:
    """A piece in one line, for screen readers and tooltips: name, arm, strength, states."""
    said = [placement.label or placement.id, placement.symbol.replace("-", " ")]
    if placement.strength:
        said.append(f"strength {placement.strength}")
    if placement.rating[1]:
        said.append(" ".join(placement.rating))
    return ", ".join([*said, *placement.marks])


def code(mark: str) -> str:
    """What is written on a block for a state; states not in the table are cut short."""
    found = CODES.get(mark)
    return mark[:3].capitalize() if found is None else found


@lru_cache(maxsize=8192)
def plate(text: str, at: Point, size: float, letters: str, fill: str) -> Chip:
    """A text on a plate of its own, centred at a point."""
    box = box_around(*at, width(text, size) + 5, max(size, MARK + 2))
    written = lettered(
        text, at[0], at[1] + 0.33 * size, size, bold=True, colour=letters, plate=fill
    )
    return Chip(written, box, fill)


def extent(shape: str, at: Point, turn: float, pointed: bool) -> Box:
    """The box about a turned shape, the point of its front included."""
    half, deep = symbols.EXTENT[shape]
    c, s = cos(radians(turn)), sin(radians(turn))
    box = box_around(*at, 2 * (half * abs(c) + deep * abs(s)), 2 * (half * abs(s) + deep * abs(c)))
    tip = symbols.TIP.get(shape, 0.0) if pointed else 0.0
    x, y = at[0] + tip * s, at[1] - tip * c
    return Box(min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))


def bodies(piece: DrawnPiece) -> list[Box]:
    """The ground a block covers; a long slanting line in lengths, the middle one first."""
    if not piece.symbol.endswith("-line"):
        return [piece.extent]
    step = 2 * symbols.EXTENT["line"][0] / 3
    c, s = cos(radians(piece.turn)), sin(radians(piece.turn))
    wide, high = step * abs(c) + 14 * abs(s), step * abs(s) + 14 * abs(c)
    return [
        box_around(piece.x + c * step * i, piece.y + s * step * i, wide, high) for i in (0, -1, 1)
    ]


def marked(piece: DrawnPiece, frame: Box, room: Room) -> Placed[DrawnPiece]:
    """The piece with its states on a dark plate beside the strength."""
    text = " ".join(c for mark in piece.placement.marks if (c := code(mark)))
    if not text:
        return Placed(piece)
    chip = plate(text, (piece.x, piece.y), MARK, ink.PLATE, ink.INK)
    beside = piece.chips[0].box if piece.chips else box_around(piece.x, piece.y, 0, 0)
    wide = (chip.box.right - chip.box.left + beside.right - beside.left) / 2
    high = (chip.box.bottom - chip.box.top + beside.bottom - beside.top) / 2
    ahead = sin(radians(piece.turn)), -cos(radians(piece.turn))
    # Behind or beside the block before in front of it, where its point shows.
    spots = sorted(_MARK_AT, key=lambda at: at[0] * ahead[0] + at[1] * ahead[1] > 0.1)
    for reach in (1.0, 1.3, 1.7, 2.2, 2.8, 3.5, 4.4, 5.5):
        for over, down in spots:
            at = piece.x + over * wide * reach, piece.y + down * high * reach
            chip = plate(text, at, MARK, ink.PLATE, ink.INK)
            if chip.box.inside(frame) and not room.is_taken(chip.box.grown(-0.1)):
                found = piece._replace(chips=(*piece.chips, chip))
                return Placed(found, (chip.box,), spot=(chip.box,))
    return Placed(piece._replace(chips=(*piece.chips, chip)))


def named(piece: DrawnPiece, sides: tuple[str, ...]) -> Wish:
    """The name of a piece, wished for beside its block."""
    letters = ink.livery(sides[piece.side], piece.side).letters
    box = bodies(piece)[0]
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    half_x, half_y = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    italic = is_leader(piece)
    return Wish(piece.placement.label, x, y, half_x, half_y, LEAST, italic, letters, False)


def is_leader(piece: DrawnPiece) -> bool:
    """Whether a piece is drawn as a leader."""
    return piece.symbol.endswith("-leader")


def told(piece: DrawnPiece, sides: tuple[str, ...], where: str) -> Placed[ToldPiece]:
    """A piece in words, with the ground its plates take and its block covers."""
    takes = [chip.box for chip in piece.chips]
    if is_leader(piece):
        takes.append(piece.extent.grown(-1))
    wish = named(piece, sides) if piece.placement.label else None
    line = f"{describe(piece.placement)}: {where}"
    return Placed(ToldPiece(wish, line), tuple(takes), tuple(bodies(piece)))
