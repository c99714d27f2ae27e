"""Labels as large as the bases of units, and round markers for their states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from grognard.companion.lengths import SCALES, Lengths
from grognard.companion.paper.roster import NOTHING, Kept
from grognard.companion.paper.sheet import INCH, MARGIN, MM, Sheet
from grognard.engine.muster import Stand

MILS: Final = 1000  # of an inch
USUAL: Final = (1000, 1000)  # the label of a unit that has no base
APART: Final = 1 * MM
MARKER: Final = 15 * MM


class Shelf:
    """A row of labels on a page, and how far it is filled."""

    def __init__(self, page: int, y: float, depth: float) -> None:
        self.page, self.y, self.depth = page, y, depth
        self.x = MARGIN


class Label(NamedTuple):
    """A label at its place."""

    stand: Stand
    page: int
    x: float
    y: float
    width: float
    depth: float


def packed(sheet: Sheet, stands: Sequence[Stand], scale: float) -> list[Label]:
    """Labels on shelves, the deepest first, each on the first shelf that has room for it."""
    right, bottom = sheet.width - MARGIN, sheet.height - MARGIN - 3 * MM
    sized = []
    for stand in stands:
        base = (stand.width, stand.depth) if stand.width else USUAL
        width, depth = (side / MILS * INCH * scale for side in base)
        sized.append((stand, width, depth))
    sized.sort(key=lambda each: (each[0].side, -each[2], -each[1]))
    shelves: list[Shelf] = []
    page, y = 0, MARGIN
    found = []
    for stand, width, depth in sized:
        fits = (s for s in shelves if depth <= s.depth + 0.01 and s.x + width <= right + 0.01)
        shelf = next(fits, None)
        if shelf is None:
            if y > MARGIN and y + depth > bottom:
                page, y = page + 1, MARGIN
            shelf = Shelf(page, y, depth)
            shelves.append(shelf)
            y += depth + APART
        found.append(Label(stand, shelf.page, shelf.x, shelf.y, width, depth))
        shelf.x += width + APART
    return sorted(found, key=lambda label: label.page)


def draw_labels(
    sheet: Sheet,
    sides: Sequence[str],
    stands: Sequence[Stand],
    lengths: Lengths,
    foot: str,
    kept: Mapping[str, Kept],
) -> None:
    """A label for each unit that is left, as large as its base at this scale."""
    left = [
        stand._replace(strength=stand.strength - kept.get(stand.id, NOTHING).losses)
        for stand in stands
        if not stand.officer
    ]
    lost = {stand.id for stand in stands if stand.strength}
    there = [stand for stand in left if stand.strength > 0 or stand.id not in lost]
    page = 0
    for label in packed(sheet, there, SCALES[lengths.scale]):
        if label.page != page:
            sheet.foot(foot)
            sheet.turn()
            page = label.page
        _label(sheet, sides[label.stand.side], label)
    sheet.foot(foot)
    sheet.turn()


def _label(sheet: Sheet, side: str, label: Label) -> None:
    stand, _, x, y, width, depth = label
    sheet.box(x, y, width, depth)
    band = min(depth * 0.22, 4 * MM)
    # The first side has a dark front, the second a light one: it shows in grey too.
    sheet.box(x, y, width, band, 0.2 if stand.side == 0 else 0.85)
    size = min(16.0, depth * 0.16)
    while size > 3.5 and sheet.wide(stand.name, size) > width - 1.5 * MM:
        size -= 0.25
    middle = x + width / 2
    small = max(size * 0.75, 3.0)
    kind = f"{stand.kind} {stand.strength}" if stand.strength else stand.kind
    lines = [text for text in (kind, stand.rating, side) if text]
    tall = size + 1.25 * small * len(lines)
    at = y + band + max((depth - band - tall) / 2, 0) + size * 0.85
    sheet.centred(middle, at, stand.name, size)
    for text in lines:
        fitted = small
        while fitted > 3 and sheet.wide(text, fitted) > width - 1 * MM:
            fitted -= 0.25
        at += small * 1.25
        if at < y + depth - 0.5 * MM:
            sheet.centred(middle, at, text, fitted)


def draw_markers(sheet: Sheet, states: Sequence[str], foot: str) -> None:
    """A row of round markers for each state a unit can be in."""
    if not states:
        return
    sheet.text(MARGIN, MARGIN + 5 * MM, "Markers", 14)
    y = MARGIN + 10 * MM
    each = MARKER + 2 * MM
    for state in states:
        words = sheet.wrap(state, 7, MARKER * 0.8)
        for i in range(int((sheet.width - 2 * MARGIN) // each)):
            x = MARGIN + i * each + MARKER / 2
            sheet.circle(x, y + MARKER / 2, MARKER / 2)
            for j, word in enumerate(words):
                foot_of = y + MARKER / 2 + 2.4 + (j - (len(words) - 1) / 2) * 8
                size = min(7.0, 7 * MARKER * 0.85 / max(sheet.wide(word, 7), 1))
                sheet.centred(x, foot_of, word, size)
        y += each
    sheet.foot(foot)
    sheet.turn()
