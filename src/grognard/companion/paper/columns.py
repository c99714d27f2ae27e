"""Blocks on pages: each in the span where it takes least room, as large as a page allows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.companion.paper.blocks import RUN_ON, Block, Laid, draw, lay, least_widths
from grognard.companion.paper.sheet import MARGIN, MM, Sheet

GAP: Final = 3 * MM
LARGEST: Final = 8.5
SMALLEST: Final = 4.2
STEP: Final = 0.1
WIDER: Final = 0.85  # a wider span must save so much of a block's area
SPANS: Final = (3, 2, 1)  # blocks side by side
FEWEST: Final = 2  # rows of a block at the foot of a column, if it runs on in the next


class Placed(NamedTuple):
    """A block at its place on a page."""

    laid: Laid
    x: float
    y: float


def span_width(sheet: Sheet, beside: int) -> float:
    """How wide a block is if so many stand side by side."""
    return (sheet.width - 2 * MARGIN - (beside - 1) * GAP) / beside


def _left(sheet: Sheet, beside: int, column: int) -> float:
    return MARGIN + column * (span_width(sheet, beside) + GAP)


def laid_best(sheet: Sheet, block: Block, size: float, spans: Sequence[int] = SPANS) -> Laid:
    """A block in the narrowest span that holds its words, or a wider one that saves much room."""
    best: Laid | None = None
    for beside in spans:
        width = span_width(sheet, beside)
        if sum(least_widths(sheet, block, size)) > width and beside > 1:
            continue
        laid = lay(sheet, block, size, width)
        if best is None or laid.height * width < best.height * best.width * WIDER:
            best = laid
    assert best is not None  # the whole width of the page is always tried
    return best


def one_page(sheet: Sheet, blocks: Sequence[Block], size: float, top: float) -> list[Placed] | None:
    """All blocks on one page: the widest on top, then halves, then three columns; None if full."""
    found = [laid_best(sheet, block, size) for block in blocks]
    bottom = sheet.height - MARGIN
    placed: list[Placed] = []
    for laid in (each for each in found if _beside(sheet, each) == 1):
        placed.append(Placed(laid, MARGIN, top))
        top += laid.height
    feet = [top, top]
    for laid in (each for each in found if _beside(sheet, each) == 2):
        shorter = feet.index(min(feet))
        placed.append(Placed(laid, _left(sheet, 2, shorter), feet[shorter]))
        feet[shorter] += laid.height
    narrow = [each for each in found if _beside(sheet, each) == 3]
    _fill(sheet, narrow, placed, feet)
    top = max(feet)
    if top > bottom or not _flow(sheet, narrow, placed, top):
        return None
    return placed


def _flow(sheet: Sheet, narrow: Sequence[Laid], placed: list[Placed], top: float) -> bool:
    """Narrow blocks down three columns, each in the first with room; paragraphs run on.

    Returns whether there was room for all of them.
    """
    bottom = sheet.height - MARGIN
    feet = [top] * 3
    waiting = list(narrow)
    while waiting:
        laid = waiting.pop(0)
        column = next((i for i, y in enumerate(feet) if y + laid.height <= bottom), None)
        if column is None:
            column = next(
                (i for i, y in enumerate(feet) if _rows_for(sheet, laid, bottom - y)), None
            )
            if column is None:
                return False
            rows = _rows_for(sheet, laid, bottom - feet[column])
            waiting.insert(0, laid.part(sheet, rows, len(laid.rows)))
            laid = laid.part(sheet, 0, rows)
        placed.append(Placed(laid, _left(sheet, 3, column), feet[column]))
        feet[column] += laid.height
    return True


def _rows_for(sheet: Sheet, laid: Laid, room: float) -> int:
    """How many rows of a block of paragraphs fit a room; 0 if it is not worth beginning there."""
    if not laid.block.running:
        return 0
    rows = len(laid.rows) - 1
    while rows and laid.part(sheet, 0, rows).height > room:
        rows -= 1
    return rows if rows >= FEWEST else 0


def _beside(sheet: Sheet, laid: Laid) -> int:
    return next(n for n in SPANS if abs(span_width(sheet, n) - laid.width) < 0.01)


def _fill(sheet: Sheet, narrow: list[Laid], placed: list[Placed], feet: list[float]) -> None:
    """Put narrow blocks below the shorter of two halves, as long as they fit beside the other."""
    for laid in sorted(narrow, key=lambda each: -each.height):
        shorter = feet.index(min(feet))
        wider = lay(sheet, laid.block, laid.size, span_width(sheet, 2))
        if wider.height <= max(feet) - feet[shorter]:
            placed.append(Placed(wider, _left(sheet, 2, shorter), feet[shorter]))
            feet[shorter] += wider.height
            narrow.remove(laid)


def fitting(sheet: Sheet, blocks: Sequence[Block], top: float) -> float:
    """The largest size of letters with which all blocks fit one page; 0 if none does."""
    sizes = [SMALLEST + STEP * i for i in range(round((LARGEST - SMALLEST) / STEP) + 1)]
    fit = bisect_left(sizes, True, key=lambda size: one_page(sheet, blocks, size, top) is None)
    return sizes[fit - 1] if fit else 0.0


def draw_page(sheet: Sheet, placed: Sequence[Placed]) -> None:
    """Draw all blocks of a page."""
    for each in placed:
        draw(sheet, each.laid, each.x, each.y)


def many_pages(sheet: Sheet, blocks: Sequence[Block], size: float, foot: str) -> None:
    """Draw all blocks on as many pages as they need, in two columns, long ones cut in parts."""
    bottom = sheet.height - MARGIN
    feet, column = [MARGIN, MARGIN], 0
    page: list[Placed] = []
    for block in (part for whole in blocks for part in _cut(whole)):
        laid = laid_best(sheet, block, size, (2, 1))
        wide = _beside(sheet, laid) == 1
        if wide:
            feet, column = [max(feet)] * 2, 0
        if feet[column] + laid.height > bottom and not wide and column == 0:
            column = 1
        if feet[column] + laid.height > bottom:
            _finish(sheet, page, foot)
            page, feet, column = [], [MARGIN, MARGIN], 0
        page.append(Placed(laid, MARGIN if wide else _left(sheet, 2, column), feet[column]))
        feet[column] += laid.height
        if wide:
            feet = [max(feet)] * 2
    if page:
        _finish(sheet, page, foot)


def _finish(sheet: Sheet, page: Sequence[Placed], foot: str) -> None:
    draw_page(sheet, page)
    sheet.foot(foot)
    sheet.turn()


def _cut(block: Block, most: int = 12) -> list[Block]:
    if len(block.rows) <= most:
        return [block]
    parts = [block.rows[i : i + most] for i in range(0, len(block.rows), most)]
    return [
        block._replace(rows=part, title=block.title + RUN_ON * bool(i))
        for i, part in enumerate(parts)
    ]
