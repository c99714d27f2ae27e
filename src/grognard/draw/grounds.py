"""What of a picture never changes while a battle is fought, kept by the hash of its content."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from grognard.draw.scene_info import GroundInfo, LatticeInfo, PlaceInfo
from grognard.engine.errors import GrognardError

if TYPE_CHECKING:
    from grognard.draw.scene import Board

_KEPT = 32
_kept: dict[tuple[str, str], DrawnGround] = {}


class DrawnGround:
    """The map, the symbols and the places of a battle, as a page is sent them once."""

    __slots__ = ("hash", "info", "json")

    def __init__(self, board: Board, symbols: str) -> None:
        self.info = GroundInfo(
            width=round(board.width, 1),
            height=round(board.height, 1),
            svg=board.svg,
            symbols=symbols,
            places={place: _place(board, place) for place in board.places()},
            lattice=lattice(board),
        )
        self.json = msgspec.json.encode(self.info)
        self.hash = sha256(self.json).hexdigest()[:32]


def _place(board: Board, id: str) -> PlaceInfo:
    point, outline = board.point(id), board.outline(id)
    if point is None or outline is None:
        raise GrognardError(f'the board names "{id[:60]}" among its places and does not know it')
    return PlaceInfo(round(point[0], 1), round(point[1], 1), outline)


def lattice(board: Board) -> LatticeInfo | None:
    """How the table lies in the picture; None if the board is not measured in inches."""
    measure = board.inches()
    return None if measure is None else LatticeInfo(measure.inch, list(measure.origin))


def kept(board: Board, symbols: str) -> DrawnGround:
    """The ground of a board, made at the first call for its picture and symbols."""
    found = _kept.get((board.svg, symbols))
    if found is None:
        while len(_kept) >= _KEPT:
            del _kept[next(iter(_kept))]
        found = _kept[board.svg, symbols] = DrawnGround(board, symbols)
    return found
