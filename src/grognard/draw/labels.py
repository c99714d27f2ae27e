"""Placing names: each beside its thing, on no other lettering, the same way every time."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import NamedTuple

from grognard.draw import ink
from grognard.draw.curves import Point
from grognard.draw.lettering import ASCENT, DESCENT, Box, Text, box_around, lettered, width

_CELL = 64.0
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
_FAR = 40.0  # the penalty of a name that needs a line to its thing
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


class Label(NamedTuple):
    """A placed name, with the line to its thing if it stands far off."""

    text: Text
    line: tuple[Point, Point] | None
    beside: bool = True  # no place further off was tried


class Space:
    """Boxes on the sheet, found again by where they lie."""

    __slots__ = ("_boxes", "_cells")

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self._boxes: set[Box] = set()
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Take up a box."""
        self._boxes.add(box)
        for i in range(int(box.left // _CELL), int(box.right // _CELL) + 1):
            for j in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1):
                self._cells.setdefault((i, j), []).append(box)

    def boxes(self) -> set[Box]:
        """All the boxes."""
        return set(self._boxes)

    def near(self, box: Box) -> list[Box]:
        """The boxes that meet a box; one may be named twice."""
        return [
            other
            for i in range(int(box.left // _CELL), int(box.right // _CELL) + 1)
            for j in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
            for other in self._cells.get((i, j), ())
            if box.meets(other)
        ]

    def meets(self, box: Box) -> bool:
        """Whether any box meets a box."""
        left, top, right, bottom = box
        for i in range(int(left // _CELL), int(right // _CELL) + 1):
            for j in range(int(top // _CELL), int(bottom // _CELL) + 1):
                for a, b, c, d in self._cells.get((i, j), ()):
                    if left < c and a < right and top < d and b < bottom:
                        return True
        return False


class PlacedName(NamedTuple):
    """A name, where it was placed, and the part of the sheet its place depends on."""

    wish: Wish
    label: Label | None
    region: Box


class PlacedNames:
    """The names of a sheet as they were placed last, to place only those near a change again."""

    def __init__(self) -> None:
        self._frame: Box | None = None
        self._taken: set[Box] = set()
        self._blocks: set[Box] = set()
        self._names: list[PlacedName] = []

    def place(self, wishes: list[Wish], frame: Box, taken: Space, blocks: Space) -> list[Label]:
        """A place for every name: the same as `place` finds from scratch."""
        new_taken, new_blocks = taken.boxes(), blocks.boxes()
        before = dict[Wish, PlacedName]()
        changed = list[Box]()
        if frame == self._frame and len(set(wishes)) == len(wishes):
            # Only names that come in the same order as before keep their places.
            wanted = set(wishes)
            kept = [name for name in self._names if name.wish in wanted]
            known = {name.wish for name in kept}
            if [name.wish for name in kept] == [wish for wish in wishes if wish in known]:
                before = {name.wish: name for name in kept}
                changed += [*(new_taken ^ self._taken), *(new_blocks ^ self._blocks)]
                gone = [name for name in self._names if name.wish not in wanted]
                changed += [name.label.text.box for name in gone if name.label is not None]
        names, placed = list[PlacedName](), list[Label]()
        for wish in wishes:
            old = before.get(wish)
            if old is None or any(old.region.meets(box) for box in changed):
                name = _named(wish, frame, taken, blocks)
                if old is None or old.label != name.label:
                    both = (name, old) if old is not None else (name,)
                    changed += [each.label.text.box for each in both if each.label is not None]
            else:
                name = old
            names.append(name)
            if name.label is not None:
                taken.add(name.label.text.box)
                placed.append(name.label)
        self._frame, self._names = frame, names
        self._taken, self._blocks = new_taken, new_blocks
        return placed


def place(wishes: list[Wish], frame: Box, taken: Space, blocks: Space) -> list[Label]:
    """A place for every name in turn: never on what is taken, on blocks as little as may be.

    A name that may be dropped is, if there is no room beside its thing; another is moved away
    and joined to it by a line, and shortened if there is no room for it anywhere.
    """
    return PlacedNames().place(wishes, frame, taken, blocks)


def _named(wish: Wish, frame: Box, taken: Space, blocks: Space) -> PlacedName:
    label = _best(wish, frame, taken, blocks)
    half = width(wish.text, wish.size, wish.italic) / 2
    tall = (ASCENT + DESCENT) * wish.size / 2
    across, down = wish.half_x + 2 * half + 8, wish.half_y + 2 * tall + 8
    if not wish.may_drop and (label is None or not label.beside):
        across, down = (max(far, _RINGS[-1] + 2 * half + 8) for far in (across, down))
    text = wish.text
    while label is None and not wish.may_drop and len(text) > 1:
        text = text[: len(text) // 2]
        label = _best(wish._replace(text=text + "."), frame, taken, blocks)
    return PlacedName(wish, label, box_around(wish.x, wish.y, 2 * across, 2 * down))


def _best(wish: Wish, frame: Box, taken: Space, blocks: Space) -> Label | None:
    written = lettered(
        wish.text,
        *(0, 0, wish.size),
        italic=wish.italic,
        colour=wish.colour,
        plate=ink.PAPER,
        halo=True,
    )
    half = written.width / 2
    tall = (ASCENT + DESCENT) * wish.size / 2
    best: tuple[float, Point] | None = None
    for over, down, ill in _NEAR:
        x = wish.x + over * (wish.half_x + half + 2)
        y = wish.y + down * (wish.half_y + tall + 1)
        if abs(over) < 1 and over:
            x = wish.x + over * 2 * half
        if best is not None and ill >= best[0]:
            continue
        cost = _cost(box_around(x, y, 2 * half, 2 * tall), frame, taken, blocks)
        if cost is not None and (best is None or ill + cost < best[0]):
            best = ill + cost, (x, y)
    if best is not None and (best[0] < _FAR or wish.may_drop):
        return None if wish.may_drop and best[0] > _FAR else _label(written, best[1], tall, None)
    if wish.may_drop:
        return None
    best = _further(wish, half, tall, frame, taken, blocks, best)
    if best is None:
        return None
    x, y = best[1]
    far = abs(x - wish.x) > wish.half_x + half + 4 or abs(y - wish.y) > wish.half_y + tall + 4
    line = None
    if far:
        ends = max(x - half, min(wish.x, x + half)), y + (tall if wish.y > y else -tall)
        line = (wish.x, wish.y), ends
    return _label(written, best[1], tall, line)._replace(beside=False)


def _further(
    wish: Wish,
    half: float,
    tall: float,
    frame: Box,
    taken: Space,
    blocks: Space,
    best: tuple[float, Point] | None,
) -> tuple[float, Point] | None:
    """The best place on widening rings about the thing, or the one found so far."""
    for ring, reach in enumerate(_RINGS):
        ill = _FAR + 6.0 * ring
        if best is not None and ill >= best[0]:
            break
        for i in range(24):
            angle = 2 * pi * i / 24
            x = wish.x + (reach + half * 0.6) * sin(angle)
            y = wish.y - reach * cos(angle)
            cost = _cost(box_around(x, y, 2 * half, 2 * tall), frame, taken, blocks)
            if cost is not None and (best is None or ill + cost < best[0]):
                best = ill + cost, (x, y)
    return best


def _cost(box: Box, frame: Box, taken: Space, blocks: Space) -> float | None:
    """How much a name there would hide; None if it may not stand there at all."""
    wider = Box(box.left - 3, box.top, box.right + 3, box.bottom)
    if not box.inside(frame) or taken.meets(wider):
        return None
    hidden = 0.0
    for block in set(blocks.near(box)):
        wide = min(box.right, block.right) - max(box.left, block.left)
        high = min(box.bottom, block.bottom) - max(box.top, block.top)
        hidden += wide * high
    return hidden * _COVER


def _label(written: Text, at: Point, tall: float, line: tuple[Point, Point] | None) -> Label:
    # The middle of the box to the baseline of the letters in it.
    baseline = at[1] - tall + ASCENT * written.size
    return Label(written._replace(x=at[0], y=baseline), line)
