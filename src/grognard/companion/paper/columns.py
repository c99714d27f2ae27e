"""Blocks of text and tables flowed into columns, as small as they must be to fit a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.companion.paper.sheet import GREY, LEADING, MARGIN, MM, Sheet

GAP: Final = 3 * MM
LARGEST: Final = 8.5
SMALLEST: Final = 4.2
STEP: Final = 0.1
SENTENCE: Final = 28  # letters: a longer cell is a sentence


class Block(NamedTuple):
    """A chart or a text: a title, the heads of columns, rows of a label and cells."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def prose(self) -> bool:
        """Whether it is sentences rather than numbers."""
        return any(len(cell) > SENTENCE for _, cells in self.rows for cell in cells)

    @property
    def headed(self) -> bool:
        """Whether its columns need heads: one of sentences alone does not."""
        return any(self.heads) and not (self.prose and len(self.heads) == 1)


class Laid(NamedTuple):
    """A block measured for a width and a size of letters."""

    block: Block
    widths: tuple[float, ...]
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    height: float


def _natural(sheet: Sheet, block: Block, size: float) -> list[float]:
    """The width each column of numbers needs; 0 for a column of sentences, which takes the rest."""
    found = []
    for i, head in enumerate(block.heads):
        texts = [row[i] for _, row in block.rows if i < len(row)]
        if any(len(text) > SENTENCE for text in texts):
            found.append(0.0)
            continue
        words = [sheet.wide(word, size * 0.9) for word in head.split()]
        found.append(max([*words, *(sheet.wide(t, size) for t in texts), 0]) + size * 0.8)
    return found


def least_width(sheet: Sheet, block: Block, size: float) -> float:
    """The width below which a block would be squeezed."""
    longest = max((sheet.wide(label, size) for label, _ in block.rows), default=0)
    return min(longest, 12 * size) + size + sum(_natural(sheet, block, size))


def lay(sheet: Sheet, block: Block, size: float, width: float) -> Laid:
    """A block measured: how wide its columns are, and where its lines break."""
    pad = size * 0.8
    cells = _natural(sheet, block, size)
    sentences = cells.count(0.0)
    label = max((sheet.wide(t, size) for t, _ in block.rows), default=0) + pad
    if sentences:
        label = min(0.3 * width, label)
        rest = max(width - label - sum(cells), 0.3 * width) / sentences
        widths = [label, *(cell or rest for cell in cells)]
    else:
        label = max(width - sum(cells), 0.25 * width)
        squeeze = (width - label) / sum(cells) if sum(cells) > width - label else 1
        widths = [label, *(cell * squeeze for cell in cells)]
    heads = tuple(
        tuple(sheet.wrap(head, size * 0.9, w))
        for head, w in zip(block.heads, widths[1:], strict=True)
    )
    rows = tuple(
        tuple(
            tuple(sheet.wrap(text, size, w - pad * 0.5))
            for text, w in zip((label_text, *cells_text), widths, strict=False)
        )
        for label_text, cells_text in block.rows
    )
    line = size * LEADING
    height = size * 1.7
    if block.headed:
        height += max(len(head) for head in heads) * line
    height += sum(max(len(cell) for cell in row) * line + size * 0.12 for row in rows) + size * 0.7
    return Laid(block, tuple(widths), heads, rows, height)


def draw(sheet: Sheet, laid: Laid, size: float, x: float, y: float, width: float) -> None:
    """A block at its place; every other row stands on grey, the title on black."""
    line = size * LEADING
    sheet.box(x, y, width, size * 1.45, 0.15)
    sheet.text(x + size * 0.3, y + size * 1.1, laid.block.title, size * 1.05, 1.0)
    y += size * 1.7
    if laid.block.headed:
        at = x + laid.widths[0]
        deep = max(len(head) for head in laid.heads)
        for head, w in zip(laid.heads, laid.widths[1:], strict=True):
            for i, text in enumerate(head):
                sheet.centred(at + w / 2, y + line * (i + 0.8 + deep - len(head)), text, size * 0.9)
            at += w
        y += deep * line
        sheet.rule(x, y, width)
    for number, row in enumerate(laid.rows):
        height = max(len(cell) for cell in row) * line + size * 0.12
        if number % 2:
            sheet.box(x, y, width, height, GREY + 0.05)
        at = x
        for i, (cell, w) in enumerate(zip(row, laid.widths, strict=False)):
            for j, text in enumerate(cell):
                foot = y + line * (j + 0.8)
                if i == 0 or any(len(row[i]) > 1 for row in laid.rows if i < len(row)):
                    sheet.text(at + size * 0.3, foot, text, size)
                else:
                    sheet.centred(at + w / 2, foot, text, size)
            at += w
        y += height


def flow(
    sheet: Sheet, blocks: Sequence[Block], size: float, columns: int, top: float
) -> list[list[tuple[Laid, float, float]]] | None:
    """Where every block goes, page by page; blocks too wide for a column are None: not placed."""
    width = (sheet.width - 2 * MARGIN - (columns - 1) * GAP) / columns
    pages: list[list[tuple[Laid, float, float]]] = [[]]
    column, y = 0, top
    bottom = sheet.height - MARGIN
    for block in blocks:
        laid = lay(sheet, block, size, width)
        if y > top and y + laid.height > bottom:
            column, y = column + 1, top
            if column == columns:
                pages.append([])
                column, y, top = 0, MARGIN, MARGIN
        if laid.height > bottom - top:
            return None
        pages[-1].append((laid, MARGIN + column * (width + GAP), y))
        y += laid.height
    return pages


def fitting(sheet: Sheet, blocks: Sequence[Block], columns: int, top: float) -> float:
    """The largest size of letters with which all blocks fit one page; 0 if none does."""
    size = LARGEST
    while size >= SMALLEST:
        narrow, wide = _sorted(sheet, blocks, columns, size)
        pages = flow(sheet, narrow, size, columns, top + _wide_height(sheet, wide, size))
        if pages is not None and len(pages) == 1:
            return size
        size -= STEP
    return 0.0


def one_page(sheet: Sheet, blocks: Sequence[Block], size: float, columns: int, top: float) -> None:
    """Draw all blocks on one page, in letters of a size with which they fit."""
    narrow, wide = _sorted(sheet, blocks, columns, size)
    _draw_wide(sheet, wide, size, top)
    width = (sheet.width - 2 * MARGIN - (columns - 1) * GAP) / columns
    pages = flow(sheet, narrow, size, columns, top + _wide_height(sheet, wide, size)) or [[]]
    for laid, x, y in pages[0]:
        draw(sheet, laid, size, x, y, width)


def _sorted(
    sheet: Sheet, blocks: Sequence[Block], columns: int, size: float
) -> tuple[list[Block], list[Block]]:
    """Blocks that fit a column, and those that need half the page."""
    width = (sheet.width - 2 * MARGIN - (columns - 1) * GAP) / columns
    narrow = [b for b in blocks if b.prose or least_width(sheet, b, size) <= width * 1.03]
    return narrow, [b for b in blocks if b not in narrow]


def _halves(sheet: Sheet, size: float, wide: Sequence[Block]) -> list[list[Block]]:
    """Wide blocks two by two, where both fit half a page."""
    half = (sheet.width - 2 * MARGIN - GAP) / 2
    lines: list[list[Block]] = []
    for block in wide:
        fits = least_width(sheet, block, size) <= half
        before = lines[-1] if lines else []
        if fits and len(before) == 1 and least_width(sheet, before[0], size) <= half:
            before.append(block)
        else:
            lines.append([block])
    return lines


def _wide_height(sheet: Sheet, wide: Sequence[Block], size: float) -> float:
    full = sheet.width - 2 * MARGIN
    half = (full - GAP) / 2
    return sum(
        max(lay(sheet, b, size, half if len(line) == 2 else full).height for b in line)
        for line in _halves(sheet, size, wide)
    )


def _draw_wide(sheet: Sheet, wide: Sequence[Block], size: float, top: float) -> None:
    full = sheet.width - 2 * MARGIN
    half = (full - GAP) / 2
    for line in _halves(sheet, size, wide):
        width = half if len(line) == 2 else full
        laid = [lay(sheet, block, size, width) for block in line]
        for i, each in enumerate(laid):
            draw(sheet, each, size, MARGIN + i * (half + GAP), top, width)
        top += max(each.height for each in laid)


def many_pages(
    sheet: Sheet, blocks: Sequence[Block], size: float, columns: int, top: float, foot: str
) -> None:
    """Draw all blocks on as many pages as they need, long ones cut in two."""
    blocks = [part for block in blocks for part in _cut(block)]
    pages = flow(sheet, blocks, size, columns, top)
    width = (sheet.width - 2 * MARGIN - (columns - 1) * GAP) / columns
    for page in pages or []:
        for laid, x, y in page:
            draw(sheet, laid, size, x, y, width)
        sheet.foot(foot)
        sheet.turn()


def _cut(block: Block, most: int = 12) -> list[Block]:
    if len(block.rows) <= most:
        return [block]
    parts = [block.rows[i : i + most] for i in range(0, len(block.rows), most)]
    return [
        block._replace(rows=part, title=block.title if not i else f"{block.title} (continued)")
        for i, part in enumerate(parts)
    ]
