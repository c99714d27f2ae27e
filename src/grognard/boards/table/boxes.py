"""Which of many things may lie near: a grid of bit masks over upright boxes, built once."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in mils."""

CELL = 2000


class Boxes:
    """Masks of the boxes met by each range of columns and of rows; bit i stands for box i."""

    __slots__ = ("across", "boxes", "columns", "down", "rows")

    def __init__(self, boxes: Sequence[Box], width: int, height: int) -> None:
        self.boxes = list(boxes)
        self.columns = width // CELL + 1
        self.rows = height // CELL + 1
        self.across = _ranges([(b[0], b[2]) for b in self.boxes], self.columns)
        self.down = _ranges([(b[1], b[3]) for b in self.boxes], self.rows)

    def near(self, left: int, top: int, right: int, bottom: int) -> int:
        """The boxes whose cells meet those of this one; what lies off the table counts as at its
        edge."""
        count = self.columns
        i, j = left // CELL, right // CELL
        if i < 0 or j >= count:
            i, j = _cell(left, count), _cell(right, count)
        across = self.across[i * count + j]
        count = self.rows
        i, j = top // CELL, bottom // CELL
        if i < 0 or j >= count:
            i, j = _cell(top, count), _cell(bottom, count)
        return across & self.down[i * count + j]


def _cell(at: int, count: int) -> int:
    cell = at // CELL
    if cell < 0:
        return 0
    return cell if cell < count else count - 1


def _ranges(spans: Sequence[tuple[int, int]], count: int) -> list[int]:
    """For each first and last cell the mask of the spans that meet the cells between."""
    single = [0] * count
    for number, (low, high) in enumerate(spans):
        for cell in range(_cell(low, count), _cell(high, count) + 1):
            single[cell] |= 1 << number
    masks = [0] * (count * count)
    for first in range(count):
        mask = 0
        for last in range(first, count):
            mask |= single[last]
            masks[first * count + last] = mask
    return masks


def bits(mask: int) -> list[int]:
    """The numbers in a mask, in order.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
