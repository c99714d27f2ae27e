"""Pieces on hexes: where each block of a stack stands, its strength and its marks."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin

from grognard.draw import ink, symbols
from grognard.draw.arrangement import Arrangement, Placed, Room
from grognard.draw.curves import Point
from grognard.draw.hexsheet import Sheet
from grognard.draw.lettering import box_around
from grognard.draw.pieces import STRENGTH, Chip, DrawnPiece, extent, marked, plate
from grognard.engine.view import Placement

_STACKED = 23.0  # pixels between the foremost and the rearmost block of a stack
# Degrees from the way a stack looks, where its leaders stand: behind first.
_STAFF = (180, 130, -130, 90, -90, 50, -50, 0)


def lay_out(
    sheet: Sheet, placements: Sequence[Placement], arranged: Arrangement
) -> list[DrawnPiece]:
    """Every placement at its place, arranged so that no strength and no leader is covered."""
    held: dict[int, list[Placement]] = {}
    for placement in placements:
        held.setdefault(placement.at[0], []).append(placement)
    stacks = [tuple(held[h]) for h in sorted(held)]
    blocks = arranged.lay(stacks, lambda stack, room: _troops(sheet, stack))
    pieces = [piece for stack in blocks for piece in stack]
    leaders = [(p, _facing(stack)) for stack in stacks for p in stack if _is_leader(p)]
    pieces += arranged.lay(leaders, lambda leader, room: _leader(sheet, *leader, room))
    return arranged.lay(pieces, lambda piece, room: marked(piece, sheet.frame, room))


def _is_leader(placement: Placement) -> bool:
    return symbols.SHAPES.get(placement.symbol) == "leader"


def _rank(placement: Placement) -> int:
    """Foot and horse stand in front of guns, all before a garrison's tower."""
    shape = symbols.SHAPES.get(placement.symbol, "piece")
    return 2 if shape == "garrison" else int(shape in ("artillery", "horse-artillery"))


def _facing(stack: Sequence[Placement]) -> int:
    """The way a stack looks: that of its foremost piece."""
    return next((p.turn for p in stack if p.turn is not None), 0)


def _troops(sheet: Sheet, stack: tuple[Placement, ...]) -> Placed[list[DrawnPiece]]:
    """The blocks of a hex, one behind the other."""
    x, y = sheet.centre(stack[0].at[0])
    troops = sorted((p for p in stack if not _is_leader(p)), key=_rank)
    turn = radians(_facing(troops))
    pieces = []
    for i, placement in enumerate(troops):
        forward = 0.0 if len(troops) == 1 else _STACKED * (0.5 - i / (len(troops) - 1))
        pieces.append(_piece(sheet, placement, (x + sin(turn) * forward, y - cos(turn) * forward)))
    return Placed(pieces, tuple(chip.box for piece in pieces for chip in piece.chips))


def _leader(sheet: Sheet, placement: Placement, turn: int, room: Room) -> Placed[DrawnPiece]:
    """A leader behind or beside the troops of his hex, off all that is taken."""
    spots = _staff(sheet.centre(placement.at[0]), turn)
    free = (at for at in spots if not room.is_taken(box_around(*at, 18, 18)))
    piece = _piece(sheet, placement, next(free, spots[-1]))
    return Placed(piece, (piece.extent.grown(-0.5),), spot=(box_around(piece.x, piece.y, 18, 18),))


def _staff(centre: Point, turn: float) -> list[Point]:
    """Where a leader may stand, the best place first: the middle, if no troops are there."""
    ways = [radians(turn + way) for way in _STAFF]
    rings = [
        (centre[0] + reach * sin(way), centre[1] - reach * cos(way))
        for reach in (19.0, 24.0, 30.0, 36.0)
        for way in ways
    ]
    return [centre, *rings]


def _piece(sheet: Sheet, placement: Placement, at: Point) -> DrawnPiece:
    shape = symbols.shape_of(placement.symbol, placement.marks, len(placement.at))
    turn = 0.0 if shape == "square" else float(placement.turn or 0)  # a square has no front
    if len(placement.at) > 1:
        ends = [sheet.centre(h) for h in placement.at[:2]]
        at = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        turn = _across(ends[0], ends[1], turn)
    chips: tuple[Chip, ...] = ()
    if placement.strength:
        chips = (plate(placement.strength, at, STRENGTH, ink.INK, ink.PLATE),)
    box = extent(shape, at, turn, placement.turn is not None)
    symbol = symbols.symbol_id(shape, placement.side)
    return DrawnPiece(placement.id, symbol, placement.side, *at, turn, box, chips, placement)


def _across(a: Point, b: Point, turn: float) -> float:
    """The way a line between two points looks: square to it, on the side nearest to `turn`."""
    square = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    off = (turn - square) % 360
    return (square if off <= 90 or off >= 270 else square + 180) % 360
