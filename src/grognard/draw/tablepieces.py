"""Stands on the table: each block on its very base, with strength, rating and marks upon it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, radians, sin

from grognard.boards.polygons import Point as Spot
from grognard.draw import ink, symbols, tablesymbols
from grognard.draw.arrangement import Arrangement, Placed, Room
from grognard.draw.curves import Point, polygon
from grognard.draw.lettering import Box, box_around
from grognard.draw.pieces import MARK, STRENGTH, Chip, DrawnPiece, extent, marked, plate
from grognard.draw.tablesheet import TableSheet
from grognard.draw.tablesymbols import TIP, Stand
from grognard.engine.errors import GrognardError
from grognard.engine.view import Placement

# Where a leader may stand from his point, the best place first, so as not to hide a figure.
_ASIDE = [
    (reach * sin(pi * i / 6), -reach * cos(pi * i / 6))
    for reach in (0.0, 12.0, 18.0, 24.0, 31.0, 40.0)
    for i in ((0,) if reach == 0 else (6, 4, 8, 3, 9, 2, 10, 0, 5, 7, 1, 11))
]
_RIM = 2.5  # pixels about a block by which its light stands out
LEADERS = ("leader", "commander", "general")
# Where the figures of a stand may be written, from its middle.
_BESIDE = [(x, y) for far in (0, 16, 32) for x in (0, far, -far) for y in (0, far, -far)]


def is_leader(placement: Placement) -> bool:
    """Whether a piece is a point without a base."""
    return placement.symbol in LEADERS


def stands(sheet: TableSheet, placements: Sequence[Placement]) -> frozenset[Stand]:
    """The kinds of stands among some pieces, with as many markers as each may ever show."""
    found: set[Stand] = set()
    for placement in placements:
        if not is_leader(placement):
            found.update(_kinds(sheet, placement))
    return frozenset(found)


@lru_cache(maxsize=8192)
def _kinds(sheet: TableSheet, placement: Placement) -> tuple[Stand, ...]:
    behind = placement.behind
    return tuple(_stand(sheet, placement, behind[:n]) for n in range(len(behind) + 1))


def _stand(sheet: TableSheet, placement: Placement, behind: tuple[int, ...]) -> Stand:
    if len(placement.at) != 4:
        form = "x, y, width, depth in tenths of an inch"
        raise GrognardError(f'"{placement.id}" has no base: the place of a stand is {form}')
    wide, deep = placement.at[2], placement.at[3]
    return tablesymbols.stand_of(placement.symbol, wide, deep, sheet.tenth, behind)


def tail(placement: Placement) -> tuple[int, ...]:
    """The lengths of the markers that follow a stand: in column only."""
    marks = placement.marks
    if tablesymbols.COLUMN not in marks or tablesymbols.state_of(marks) == tablesymbols.ROUTED:
        return ()
    return placement.behind


def column(sheet: TableSheet, placement: Placement) -> list[list[Point]]:
    """The corners of the markers that follow a stand in column, as far as they are on the table."""
    behind = tail(placement)
    if not behind:
        return []
    turn = float(placement.turn or 0)
    x, y = sheet.point((placement.at[0], placement.at[1]))
    table = box_of(sheet.points(((0, 0), sheet.ground.size)))
    found = []
    away = placement.at[3] * sheet.tenth / 2
    for tenths in behind:
        long = tenths * sheet.tenth
        back = away + long / 2
        at = x - back * sin(radians(turn)), y + back * cos(radians(turn))
        if not box_around(*at, 1, 1).inside(table):
            break
        found.append(corners(at, placement.at[2] * sheet.tenth / 2, long / 2, turn))
        away += long
    return found


def corners(at: Point, half: float, deep: float, turn: float) -> list[Point]:
    """The corners of a turned base, from its left front with the clock."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return [
        (at[0] + i * half * c - j * deep * s, at[1] + i * half * s + j * deep * c)
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def base(sheet: TableSheet, spot: Spot, size: Spot, turn: float) -> str:
    """The outline of a base as path data; spot and size are in tenths of an inch."""
    half, deep = size[0] * sheet.tenth / 2, size[1] * sheet.tenth / 2
    return polygon(corners(sheet.point(spot), half, deep, turn))


def lay_out(
    sheet: TableSheet, placements: Sequence[Placement], arranged: Arrangement
) -> list[DrawnPiece]:
    """Every placement at its place; leaders move aside rather than hide a figure."""
    blocks = [placement for placement in placements if not is_leader(placement)]
    leaders = [placement for placement in placements if is_leader(placement)]
    pieces = arranged.lay(blocks, lambda placement, room: _block(sheet, placement, room))
    pieces += arranged.lay(leaders, lambda placement, room: _leader(sheet, placement, room))
    return arranged.lay(pieces, lambda piece, room: marked(piece, sheet.frame, room))


def _block(sheet: TableSheet, placement: Placement, room: Room) -> Placed[DrawnPiece]:
    piece = _bare(sheet, placement)
    chips = _clear(placement, (piece.x, piece.y), room)
    boxes = tuple(chip.box for chip in chips)
    return Placed(piece._replace(chips=chips), boxes, spot=boxes)


def _bare(sheet: TableSheet, placement: Placement) -> DrawnPiece:
    """A block without its figures."""
    at = sheet.point((placement.at[0], placement.at[1]))
    stand = _stand(sheet, placement, placement.behind[: len(column(sheet, placement))])
    turn = float(placement.turn or 0)
    around = corners(at, stand.half, stand.deep, turn)
    state = tablesymbols.state_of(placement.marks)
    symbol = tablesymbols.symbol_id(stand, state, placement.side)
    outline = polygon(corners(at, stand.half + _RIM, stand.deep + _RIM, turn))
    box = box_of([*around, _tip(at, stand, turn)])
    return DrawnPiece(placement.id, symbol, placement.side, *at, turn, box, (), placement, outline)


def _tip(at: Point, stand: Stand, turn: float) -> Point:
    reach = stand.deep + TIP
    return at[0] + reach * sin(radians(turn)), at[1] - reach * cos(radians(turn))


def box_of(points: list[Point]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _clear(placement: Placement, at: Point, room: Room) -> tuple[Chip, ...]:
    """The figures where they hide no others: stands may share a block of houses."""
    tries = (_figures(placement, (at[0] + x, at[1] + y)) for x, y in _BESIDE)
    free = (chips for chips in tries if not any(room.is_taken(chip.box) for chip in chips))
    return next(free, _figures(placement, at))


def _figures(placement: Placement, at: Point) -> tuple[Chip, ...]:
    """The strength, and the rating on a darker plate at its right hand, both upright."""
    plates = []
    if placement.strength:
        plates.append((placement.strength, STRENGTH, ink.PLATE))
    if placement.rating[1]:
        plates.append((placement.rating[1], MARK, ink.YARD))
    wide = [_wide(plate(text, at, size, ink.INK, fill)) for text, size, fill in plates]
    x = at[0] - sum(wide) / 2
    chips = []
    for (text, size, fill), width in zip(plates, wide, strict=True):
        chips.append(plate(text, (x + width / 2, at[1]), size, ink.INK, fill))
        x += width
    return tuple(chips)


def _wide(chip: Chip) -> float:
    return chip.box.right - chip.box.left


def _leader(sheet: TableSheet, placement: Placement, room: Room) -> Placed[DrawnPiece]:
    middle = sheet.point((placement.at[0], placement.at[1]))
    spots = [(middle[0] + dx, middle[1] + dy) for dx, dy in _ASIDE]
    boxes = ((at, box_around(*at, 18, 18)) for at in spots)
    free = (at for at, box in boxes if box.inside(sheet.frame) and not room.is_taken(box))
    at = next(free, middle)
    symbol = symbols.symbol_id("leader", placement.side)
    box = extent("leader", at, 0.0, False)
    piece = DrawnPiece(placement.id, symbol, placement.side, *at, 0.0, box, (), placement)
    return Placed(piece, (box.grown(-0.5),), spot=(box_around(*at, 18, 18),))
