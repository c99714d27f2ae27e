"""Placing names: each beside its thing, on no other lettering, the same way every time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, fsum, pi, sin
from typing import NamedTuple

from grognard.draw import ink
from grognard.draw.arrangement import Arrangement, Placed, Room
from grognard.draw.curves import Point
from grognard.draw.lettering import ASCENT, DESCENT, Box, Text, lettered, width
from grognard.draw.scene_info import LabelInfo
from grognard.draw.space import Edges

# How far over and along, in half sizes of the thing and of the text, and the penalty there.
_NEAR = (
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 2.0),
    (0.45, 1.0, 4.0),
    (-0.45, 1.0, 4.0),
    (0.45, -1.0, 6.0),
    (-0.45, -1.0, 6.0),
    (1.0, 0.0, 5.0),
    (-1.0, 0.0, 6.0),
    (1.0, 0.7, 8.0),
    (-1.0, 0.7, 8.0),
    (1.0, -0.7, 9.0),
    (-1.0, -0.7, 9.0),
)
_RINGS = (34.0, 46.0, 58.0, 72.0, 88.0, 106.0, 126.0, 150.0, 180.0)
_ROUND = [(sin(2 * pi * i / 24), cos(2 * pi * i / 24)) for i in range(24)]
_FAR = 40.0  # the penalty of a name that needs a line to its thing
_GAP = 3.0  # between a name and the next, at the least
_COVER = 0.25  # the penalty of each square pixel of a block under a name


class Wish(NamedTuple):
    """A name to be placed near a thing at x, y that takes up half_x, half_y about it."""

    text: str
    x: float
    y: float
    half_x: float
    half_y: float
    size: float
    italic: bool
    colour: str
    may_drop: bool


class _Label(NamedTuple):
    text: Text
    line: tuple[Point, Point] | None


class Label(_Label):
    """A placed name, with the line to its thing if it stands far off."""

    @cached_property
    def info(self) -> LabelInfo:
        """The name as a page is sent it; treat it as read-only."""
        line = None
        if self.line is not None:
            line = [[round(x, 1), round(y, 1)] for x, y in self.line]
        return LabelInfo(**self.text.fields(), line=line)


def place_names(names: Arrangement, wishes: Sequence[Wish], frame: Box) -> list[Label]:
    """A place for every name in turn: never on what is taken, on blocks as little as may be.

    A name that may be dropped is, if there is no room beside its thing; another is moved away
    and joined to it by a line, and shortened if there is no room for it anywhere.
    """

    def place(wish: Wish, room: Room) -> Placed[Label | None]:
        found, text = _best(wish, frame, room), wish.text
        while found is None and not wish.may_drop and len(text) > 1:
            text = text[: len(text) // 2]
            found = _best(wish._replace(text=text + "."), frame, room)
        return Placed(None) if found is None else found

    return [label for label in names.lay(wishes, place) if label is not None]


def _best(wish: Wish, frame: Box, room: Room) -> Placed[Label | None] | None:
    """The name where it hides least; None if there is no room for it."""
    half = width(wish.text, wish.size, wish.italic) / 2
    tall = (ASCENT + DESCENT) * wish.size / 2
    best: tuple[float, Point] | None = None
    for over, down, ill in _NEAR:
        x = wish.x + over * (wish.half_x + half + 2)
        y = wish.y + down * (wish.half_y + tall + 1)
        if abs(over) < 1 and over:
            x = wish.x + over * 2 * half
        if best is not None and ill >= best[0]:
            continue
        cost = _cost((x - half, y - tall, x + half, y + tall), frame, room)
        if cost is not None and (best is None or ill + cost < best[0]):
            best = ill + cost, (x, y)
    if wish.may_drop:
        return None if best is None or best[0] > _FAR else _label(wish, best[1], half, tall)
    if best is None or best[0] >= _FAR:
        best = _further(wish, half, tall, frame, room, best)
    return None if best is None else _label(wish, best[1], half, tall)


def _further(
    wish: Wish,
    half: float,
    tall: float,
    frame: Box,
    room: Room,
    best: tuple[float, Point] | None,
) -> tuple[float, Point] | None:
    """The best place on widening rings about the thing, or the one found so far."""
    for ring, reach in enumerate(_RINGS):
        ill = _FAR + 6.0 * ring
        if best is not None and ill >= best[0]:
            break
        for over, up in _ROUND:
            if best is not None and ill >= best[0]:
                break
            x = wish.x + (reach + half * 0.6) * over
            y = wish.y - reach * up
            cost = _cost((x - half, y - tall, x + half, y + tall), frame, room)
            if cost is not None and (best is None or ill + cost < best[0]):
                best = ill + cost, (x, y)
    return best


def _cost(edges: Edges, frame: Box, room: Room) -> float | None:
    """How much a name there would hide; None if it may not stand there at all."""
    left, top, right, bottom = edges
    if left < frame.left or right > frame.right or top < frame.top or bottom > frame.bottom:
        return None
    if room.is_taken(_apart(edges)):
        return None
    # Added up exactly, so that the order in which blocks are found does not matter.
    return _COVER * fsum(
        (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
        for a, b, c, d in room.covered(edges)
    )


def _apart(edges: Edges) -> Edges:
    """The ground of a name with the gaps beside it."""
    left, top, right, bottom = edges
    return left - _GAP, top, right + _GAP, bottom


def _label(wish: Wish, at: Point, half: float, tall: float) -> Placed[Label | None]:
    """The name about a point, with a line to its thing if that is far off."""
    x, y = at
    far = abs(x - wish.x) > wish.half_x + half + 4 or abs(y - wish.y) > wish.half_y + tall + 4
    line = None
    if far and not wish.may_drop:
        ends = max(x - half, min(wish.x, x + half)), y + (tall if wish.y > y else -tall)
        line = (wish.x, wish.y), ends
    # The middle of the box to the baseline of the letters in it.
    baseline = y - tall + ASCENT * wish.size
    text = lettered(
        *(wish.text, x, baseline, wish.size),
        italic=wish.italic,
        colour=wish.colour,
        plate=ink.PAPER,
        halo=True,
    )
    spot = _apart((x - half, y - tall, x + half, y + tall))
    return Placed(Label(text, line), (text.box,), spot=(spot,))
