"""What of a picture never changes while a battle is fought, kept by the hash of its content."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from grognard.engine.errors import GrognardError

if TYPE_CHECKING:
    from grognard.draw.scene import Board

_KEPT = 32
_kept: dict[tuple[str, str], Ground] = {}


class Ground:
    """The map, the symbols and the places of a battle, as a page is sent them once."""

    __slots__ = ("hash", "json")

    def __init__(self, board: Board, symbols: str) -> None:
        self.json: dict[str, Any] = {
            "width": round(board.width, 1),
            "height": round(board.height, 1),
            "svg": board.svg,
            "symbols": symbols,
            "places": {place: _place(board, place) for place in board.places()},
            "lattice": lattice(board),
        }
        self.hash = sha256(json.dumps(self.json).encode()).hexdigest()[:32]


def _place(board: Board, id: str) -> dict[str, Any]:
    point, outline = board.point(id), board.outline(id)
    if point is None or outline is None:
        raise GrognardError(f'the board names "{id[:60]}" among its places and does not know it')
    return {"x": round(point[0], 1), "y": round(point[1], 1), "path": outline}


def lattice(board: Board) -> dict[str, Any] | None:
    """The picture's units for an inch and where the table's corner lies; None without poses."""
    measure = board.inches()
    return None if measure is None else {"scale": measure.inch, "origin": [*measure.origin]}


def kept(board: Board, symbols: str) -> Ground:
    """The ground of a board, made at the first call for its picture and symbols."""
    found = _kept.get((board.svg, symbols))
    if found is None:
        while len(_kept) >= _KEPT:
            del _kept[next(iter(_kept))]
        found = _kept[board.svg, symbols] = Ground(board, symbols)
    return found
