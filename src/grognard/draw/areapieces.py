"""Pieces on areas: blocks along the approach they secure or in the reserve, none over another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from grognard.boards.areas import RESERVE
from grognard.draw import ink, symbols
from grognard.draw.areaborders import turned_in
from grognard.draw.areasheet import AreaSheet
from grognard.draw.arrangement import Arrangement, Placed
from grognard.draw.curves import Point
from grognard.draw.lettering import Box
from grognard.draw.lines import along, inside
from grognard.draw.pieces import STRENGTH, Chip, DrawnPiece, extent, marked, plate
from grognard.engine.view import Placement

_LONG, _DEEP = 40.0, 24.0  # the ground a block takes, the point of its front and a gap included
_FRONT = 27.0  # from a boundary to the middle of the blocks behind it: its signs stay in sight
_ROW = 25.0  # from one row of blocks to the next
_ROWS = 3
_PART = 32  # places that are looked at together
_STEP = 5.0  # between two places that are tried
_IN = 0.95  # how much of the ground of a block must lie within its locale
_TIGHTER = (0.85, 0.7, 0.5, 0.3)  # of the ground a block should have, where there is no room
_OVER_THE_EDGE = 0.8  # from here on it may lie over the edge of its locale
# From the middle of a reserve, where its blocks may lie: the nearest first.
_ABOUT = sorted(
    ((10.0 * i, 5.0 * j) for j in range(-30, 31) for i in range(-18, 19)),
    key=lambda at: (hypot(at[0] / _LONG, at[1] / _DEEP), at[1], at[0]),
)


class Slot(NamedTuple):
    """The place of one block: its middle, and the way it looks in degrees from north."""

    x: float
    y: float
    turn: float


def slots(
    sheet: AreaSheet, locale: int, counts: dict[int, int], taken: Sequence[Box] = ()
) -> dict[int, list[Slot]]:
    """Places for so many blocks on approaches of a locale and in its RESERVE, off what is taken.

    Blocks on an approach lie along it and look out over it, those in reserve look north. Where a
    locale is too small for all, they stand closer, and in the end over its edge.
    """
    return _slots(sheet, locale, tuple(sorted(counts.items())), tuple(taken))


@lru_cache(maxsize=4096)  # most locales hold the same after an answer as before
def _slots(
    sheet: AreaSheet, locale: int, held: tuple[tuple[int, int], ...], taken: tuple[Box, ...]
) -> dict[int, list[Slot]]:
    counts = dict(held)
    found: dict[int, list[Slot]] = {}
    used: list[Slot] = [
        Slot((box.left + box.right) / 2, (box.top + box.bottom) / 2, 0.0) for box in taken
    ]
    ahead = sorted(approach for approach in counts if approach != RESERVE)
    for place in [*ahead, *([RESERVE] if RESERVE in counts else [])]:
        found[place] = []
        for _ in range(counts[place]):
            slot = _free(sheet, locale, place, used)
            found[place].append(slot)
            used.append(slot)
        found[place].sort(key=lambda slot: (round(slot.y / _ROW), slot.x))
    return found


@lru_cache(maxsize=256)
def _line(sheet: AreaSheet, approach: int) -> list[Slot]:
    """Places behind an approach, those of the first row and near the middle first."""
    edge = [at for at, _ in along(sheet.edge(approach), _STEP)] or sheet.edge(approach)[:1]
    last = len(edge) - 1
    reach = int(_LONG / 2 / _STEP)
    found = []
    for row in range(_ROWS):
        for i in sorted(range(len(edge)), key=lambda i: (abs(2 * i - last), i)):
            # A block lies along the general run of the boundary, not along each of its bends.
            (ax, ay), (bx, by) = edge[max(i - reach, 0)], edge[min(i + reach, last)]
            long = hypot(bx - ax, by - ay) or 1.0
            ix, iy = turned_in(((bx - ax) / long, (by - ay) / long))
            x, y = (2 * edge[i][0] + ax + bx) / 4, (2 * edge[i][1] + ay + by) / 4
            back = _FRONT + row * _ROW
            found.append(Slot(x + ix * back, y + iy * back, degrees(atan2(-ix, iy)) % 360))
    return found


def _reserve(sheet: AreaSheet, locale: int, part: slice) -> list[Slot]:
    """Some of the places about the middle of the reserve, the nearest first."""
    x, y = sheet.point(sheet.ground.locales[locale].reserve)
    return [Slot(x + dx, y + dy, 0.0) for dx, dy in _ABOUT[part]]


def _spots(sheet: AreaSheet, locale: int, place: int, part: slice) -> list[Slot]:
    return _reserve(sheet, locale, part) if place == RESERVE else _line(sheet, place)[part]


def _within(sheet: AreaSheet, locale: int, place: int) -> Iterator[Slot]:
    """The places at which a block lies within its locale, worked out as far as they are needed."""
    most = len(_ABOUT) if place == RESERVE else len(_line(sheet, place))
    for start in range(0, most, _PART):
        yield from _some_within(sheet, locale, place, start)


@lru_cache(maxsize=4096)  # of a map they are always the same
def _some_within(sheet: AreaSheet, locale: int, place: int, start: int) -> list[Slot]:
    outline = sheet.outlines[locale]
    spots = _spots(sheet, locale, place, slice(start, start + _PART))
    return [spot for spot in spots if all(inside(c, outline) for c in corners(spot, _IN))]


def _free(sheet: AreaSheet, locale: int, place: int, used: Sequence[Slot]) -> Slot:
    """The first place clear of the others, if need be closer to them and over the edge."""
    for spot in _within(sheet, locale, place):
        if not any(overlap(spot, other) for other in used):
            return spot
    within, spots = list(_within(sheet, locale, place)), _spots(sheet, locale, place, slice(None))
    for ease in _TIGHTER:
        for spot in [*within, *(spots if ease < _OVER_THE_EDGE else [])]:
            if not any(overlap(spot, other, ease) for other in used):
                return spot
    return (within or spots)[0]


def corners(slot: Slot, ease: float = 1.0) -> list[Point]:
    """The corners of the ground a block takes."""
    c, s = cos(radians(slot.turn)), sin(radians(slot.turn))
    half, deep = _LONG / 2 * ease, _DEEP / 2 * ease
    return [
        (slot.x + i * half * c - j * deep * s, slot.y + i * half * s + j * deep * c)
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def overlap(one: Slot, other: Slot, ease: float = 1.0) -> bool:
    """Whether the ground of two blocks overlaps: no straight line parts them."""
    if hypot(one.x - other.x, one.y - other.y) >= hypot(_LONG, _DEEP) * ease:
        return False
    mine, its = corners(one, ease), corners(other, ease)
    for slot in (one, other):
        for turn in (slot.turn, slot.turn + 90):
            c, s = cos(radians(turn)), sin(radians(turn))
            a = [x * c + y * s for x, y in mine]
            b = [x * c + y * s for x, y in its]
            if max(a) <= min(b) + 0.01 or max(b) <= min(a) + 0.01:
                return False
    return True


def lay_out(
    sheet: AreaSheet, placements: Sequence[Placement], taken: Sequence[Box], arranged: Arrangement
) -> list[DrawnPiece]:
    """Every placement at its place; `at` is its locale and its approach or RESERVE."""
    held: dict[int, dict[int, list[Placement]]] = {}
    for placement in placements:
        locale, approach = placement.at[0], placement.at[1]
        held.setdefault(locale, {}).setdefault(approach, []).append(placement)
    blocks: list[tuple[Placement, Slot]] = []
    for locale in sorted(held):
        counts = {approach: len(stack) for approach, stack in held[locale].items()}
        found = slots(sheet, locale, counts, taken)
        for approach, stack in sorted(held[locale].items()):
            blocks += zip(stack, found[approach], strict=True)
    pieces = arranged.lay(blocks, lambda block, room: _piece(*block))
    return arranged.lay(pieces, lambda piece, room: marked(piece, sheet.frame, room))


def _piece(placement: Placement, slot: Slot) -> Placed[DrawnPiece]:
    shape = symbols.shape_of(placement.symbol, placement.marks, 1)
    at = slot.x, slot.y
    chips: tuple[Chip, ...] = ()
    if placement.strength:
        chips = (plate(placement.strength, at, STRENGTH, ink.INK, ink.PLATE),)
    box = extent(shape, at, slot.turn, True)
    symbol = symbols.symbol_id(shape, placement.side)
    where = *at, slot.turn
    piece = DrawnPiece(placement.id, symbol, placement.side, *where, box, chips, placement)
    return Placed(piece, tuple(chip.box for chip in chips))
