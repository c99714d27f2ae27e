"""Boxes on a sheet, found again by where they lie."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.draw.lettering import Box

Edges = tuple[float, float, float, float]  # left, top, right, bottom: a box, or as good as one

_CELL = 64.0
_ROW = 4096  # cells in a row of the sheet, more than any sheet has
_LAST = 1 << 60


class Owner:
    """What boxes belong to: a thing that is placed before others or after them."""

    __slots__ = ("order",)

    def __init__(self, order: int = -1) -> None:
        self.order = order


_NOBODY = Owner()


class Space:
    """Boxes, each with its owner; whoever looks may leave out what comes after him."""

    __slots__ = ("_cells",)

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[int, list[tuple[Box, Owner]]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box, owner: Owner = _NOBODY) -> None:
        """Take up a box."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append((box, owner))

    def remove(self, box: Box, owner: Owner) -> None:
        """Take out a box that was added for an owner."""
        for cell in _cells(box):
            here = self._cells[cell]
            here.remove((box, owner))
            if not here:
                del self._cells[cell]

    def holds(self, box: Box, before: int) -> bool:
        """Whether an owner that comes before a number has this very box."""
        here = self._cells.get(_cells(box)[0], ())
        return any(other == box and owner.order < before for other, owner in here)

    def meets(self, edges: Edges) -> bool:
        """Whether any box meets these edges."""
        return self.first(edges, _LAST) is not None

    def first(self, edges: Edges, before: int) -> Box | None:
        """A box that meets these edges and whose owner comes before a number; None: there is none.

        >>> Space([Box(0, 0, 9, 9)]).meets((8, 8, 20, 20))
        True
        """
        left, top, right, bottom = edges
        cells = self._cells
        for cell in _cells(edges):
            for box, owner in cells.get(cell, ()):
                a, b, c, d = box
                if left < c and a < right and top < d and b < bottom and owner.order < before:
                    return box
        return None

    def near(self, edges: Edges, before: int) -> set[Box]:
        """All such boxes."""
        left, top, right, bottom = edges
        found = set()
        for cell in _cells(edges):
            for box, owner in self._cells.get(cell, ()):
                a, b, c, d = box
                if left < c and a < right and top < d and b < bottom and owner.order < before:
                    found.add(box)
        return found


def _cells(edges: Edges) -> list[int]:
    """The cells a box lies in; those of different rows may have the same number."""
    left, top, right, bottom = edges
    i, j = int(left // _CELL), int(top // _CELL)
    last_i, last_j = int(right // _CELL), int(bottom // _CELL)
    first = i * _ROW + j
    if i == last_i:
        return [first] if j == last_j else list(range(first, first + last_j - j + 1))
    down = range(last_j - j + 1)
    return [first + across * _ROW + n for across in range(last_i - i + 1) for n in down]
