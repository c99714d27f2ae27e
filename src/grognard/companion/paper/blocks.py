"""A chart or a text as a block of a page: how wide its columns are, and where its lines break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.companion.paper.sheet import GREY, LEADING, Sheet

SENTENCE: Final = 28  # letters: a longer cell is a sentence
HEADS: Final = 1.0  # the letters of heads, by those of the cells
LABEL: Final = 0.28  # the part of a block that labels take without being broken
RUN_ON: Final = " (continued)"
BAR: Final = 1.36  # a line of the title, by the letters


Rows = tuple[tuple[str, tuple[str, ...]], ...]


class Block(NamedTuple):
    """A title, the heads of columns, rows of a label and cells."""

    title: str
    heads: tuple[str, ...]
    rows: Rows

    @property
    def prose(self) -> bool:
        """Whether it is sentences rather than numbers."""
        return any(len(cell) > SENTENCE for _, cells in self.rows for cell in cells)

    @property
    def headed(self) -> bool:
        """Whether its columns need heads: one of sentences alone does not."""
        return any(self.heads) and not (self.prose and len(self.heads) == 1)

    @property
    def running(self) -> bool:
        """Whether its rows are paragraphs: one column of sentences, each after its label."""
        return self.prose and len(self.heads) == 1

    @property
    def letters(self) -> int:
        """How much there is to read."""
        return sum(len(text) for label, cells in self.rows for text in (label, *cells))


class Laid(NamedTuple):
    """A block measured for a width and a size of letters."""

    block: Block
    size: float
    width: float
    title: tuple[str, ...]
    widths: tuple[float, ...]
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    height: float

    def part(self, sheet: Sheet, first: int, last: int) -> Laid:
        """Some of its rows as a block of their own."""
        block, title = self.block._replace(rows=self.block.rows[first:last]), self.title
        if first:
            block = block._replace(title=f"{block.title.removesuffix(RUN_ON)}{RUN_ON}")
            title = _title(sheet, block.title, self.size, self.width)
        part = self._replace(block=block, title=title, rows=self.rows[first:last])
        return part._replace(height=_height(part))


def _columns(block: Block) -> list[tuple[str, list[str]]]:
    """Head and texts of every column, the labels first."""
    found = [("", [label for label, _ in block.rows])]
    for i, head in enumerate(block.heads):
        texts = [cells[i] for _, cells in block.rows if i < len(cells)]
        found.append((head if block.headed else "", texts))
    return found


def least_widths(sheet: Sheet, block: Block, size: float) -> list[float]:
    """The width below which a word of a column would not fit."""
    pad = size * 0.8
    if block.running:
        words = [word for label, cells in block.rows for word in f"{label}. {cells[0]}".split()]
        return [max(sheet.wide(word, size) for word in words) + pad]
    return [
        max(
            [sheet.wide(word, size * HEADS) for word in head.split()]
            + [sheet.wide(word, size) for text in texts for word in text.split()]
            + [0.0]
        )
        + pad
        for head, texts in _columns(block)
    ]


def _natural_widths(
    sheet: Sheet, block: Block, size: float, width: float, least: Sequence[float]
) -> list[float]:
    """The width with which no cell of a column is broken; heads are if there is no room."""
    pad = size * 0.8
    cells = [
        max([*(sheet.wide(text, size) + pad for text in texts), low])
        for (_, texts), low in zip(_columns(block), least, strict=True)
    ]
    whole = [
        max(cell, sheet.wide(head, size * HEADS) + pad)
        for (head, _), cell in zip(_columns(block), cells, strict=True)
    ]
    return whole if sum(whole) <= width else cells


def shared(width: float, least: Sequence[float], natural: Sequence[float]) -> list[float]:
    """A width dealt out to columns: all they want, or what they need and a share of the rest.

    >>> shared(10, [1, 1], [3, 5])
    [5, 5]
    >>> shared(10, [2, 2], [4, 14])
    [2.857142857142857, 7.142857142857142]
    """
    if sum(natural) <= width:
        return [width - sum(natural[1:]), *natural[1:]]  # the labels take what is left
    spare = max(width - sum(least), 0.0)
    wish = sum(natural) - sum(least)
    return [low + spare * (high - low) / wish for low, high in zip(least, natural, strict=True)]


def lay(sheet: Sheet, block: Block, size: float, width: float) -> Laid:
    """A block measured: how wide its columns are, and where its lines break."""
    title = _title(sheet, block.title, size, width)
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    if block.running:
        rows = tuple(
            (tuple(sheet.wrap(f"{label}. {cells[0]}", size, width - size * 0.7)),)
            for label, cells in _together(block.rows)
        )
        block = block._replace(rows=_together(block.rows))
        return _measured(Laid(block, size, width, title, (width,), ((),), rows, 0))
    least = least_widths(sheet, block, size)
    natural = _natural_widths(sheet, block, size, width, least)
    # Short labels stay on one line where there is room.
    label = min(natural[0], LABEL * width, width - sum(least[1:]))
    widths = shared(width, [max(least[0], label), *least[1:]], natural)
    inside = [w - size * 0.7 for w in widths]
    heads = tuple(
        tuple(sheet.wrap(head, size * HEADS, w))
        for head, w in zip(block.heads, inside[1:], strict=True)
    )
    rows = tuple(
        tuple(
            tuple(sheet.wrap(text, size, w))
            for text, w in zip((label, *cells), inside, strict=False)
        )
        for label, cells in block.rows
    )
    return _measured(Laid(block, size, width, title, tuple(widths), heads, rows, 0))


def _together(rows: Rows) -> Rows:
    """Sentences about the same thing as one paragraph."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for label, (cell, *_) in rows:
        if found and found[-1][0] == label:
            found[-1] = (label, (f"{found[-1][1][0]} {cell}",))
        else:
            found.append((label, (cell,)))
    return tuple(found)


def _title(sheet: Sheet, title: str, size: float, width: float) -> tuple[str, ...]:
    return tuple(sheet.wrap(title, size * 1.05, width - size * 0.6))


def _measured(laid: Laid) -> Laid:
    return laid._replace(height=_height(laid))


def _height(laid: Laid) -> float:
    size, line = laid.size, laid.size * LEADING
    height = size * (BAR * len(laid.title) + 0.25)
    if laid.block.headed:
        height += max(len(head) for head in laid.heads) * line
    rows = (max(len(cell) for cell in row) * line + size * 0.08 for row in laid.rows)
    return height + sum(rows) + size * 0.5


def draw(sheet: Sheet, laid: Laid, x: float, y: float) -> None:
    """A block at its place; every other row stands on grey, the title on black."""
    size, line = laid.size, laid.size * LEADING
    sheet.box(x, y, laid.width, size * BAR * len(laid.title), 0.15)
    for text in laid.title:
        sheet.text(x + size * 0.3, y + size * 1.05, text, size * 1.05, 1.0)
        y += size * BAR
    y += size * 0.25
    # A column with broken lines is read from the left, one of numbers down its middle.
    broken = [
        any(len(row[i]) > 1 for row in laid.rows if i < len(row)) for i in range(len(laid.widths))
    ]
    if laid.block.headed:
        deep = max(len(head) for head in laid.heads)
        at = x + laid.widths[0]
        for i, head in enumerate(laid.heads, 1):
            for j, text in enumerate(head):
                foot = y + line * (j + 0.8 + deep - len(head))
                _cell(sheet, text, size * HEADS, at, foot, laid.widths[i], broken[i], size)
            at += laid.widths[i]
        y += deep * line
        sheet.rule(x, y, laid.width)
    for number, row in enumerate(laid.rows):
        height = max(len(cell) for cell in row) * line + size * 0.08
        if number % 2:
            sheet.box(x, y, laid.width, height, GREY + 0.05)
        at = x
        for i, (cell, width) in enumerate(zip(row, laid.widths, strict=False)):
            for j, text in enumerate(cell):
                left = i == 0 or broken[i]
                _cell(sheet, text, size, at, y + line * (j + 0.8), width, left, size)
            at += width
        if laid.block.running:
            _stress(sheet, laid.block.rows[number][0], row[0], x + size * 0.3, y, size)
        y += height


def _stress(
    sheet: Sheet, label: str, lines: Sequence[str], x: float, y: float, size: float
) -> None:
    """The label at the head of a paragraph once more, bold, over as many lines as it takes."""
    left = f"{label}."
    for j, text in enumerate(lines):
        part = left if len(left) < len(text) else text
        sheet.text(x, y + size * LEADING * (j + 0.8), part, size, bold=True)
        left = left[len(part) :].strip()
        if not left:
            return


def _cell(
    sheet: Sheet, text: str, size: float, x: float, y: float, width: float, left: bool, pad: float
) -> None:
    if left:
        sheet.text(x + pad * 0.3, y, text, size)
    else:
        sheet.centred(x + width / 2, y, text, size)
