"""The sheet of a system on paper: one page to play from, then the rules in words."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.companion.lengths import Lengths
from grognard.companion.paper.blocks import Block
from grognard.companion.paper.columns import draw_page, fitting, many_pages, one_page
from grognard.companion.paper.sheet import MARGIN, MM, Sheet
from grognard.engine.chart import Chart
from grognard.engine.house import told as told_variant
from grognard.engine.system import System

READABLE: Final = 5.6  # points: the smallest letters of the first page


def block_of(chart: Chart, lengths: Lengths) -> Block:
    """A chart as a block of a page."""
    rows = tuple(
        (
            lengths.told(row.label),
            tuple(lengths.cell(cell, chart.title) for cell in row.cells),
        )
        for row in chart.rows
    )
    return Block(lengths.title(chart.title), tuple(chart.columns), rows)


def turn_block(system: System, variant: str, lengths: Lengths) -> Block:
    """The phases of the turn in words."""
    rows = tuple(
        (f"{number} {phase.title}", (lengths.told(phase.says),))
        for number, phase in enumerate(system.guide(variant).phases, 1)
    )
    return Block("The turn", ("",), rows)


def print_system(
    system: System, path: Path, variant: str, paper: str, lengths: Lengths
) -> tuple[int, float]:
    """Write the sheet of a system: on the first page the turn and all tables of numbers.

    Returns how many charts are on the first page, and the size of its letters.
    """
    book = system.rulebook(variant)
    blocks = [block_of(book.chart(name), lengths) for name in book.charts()]
    sheet = Sheet(path, paper, system.title)
    top = MARGIN + 7 * MM
    named = " + ".join(each.title for each in book.layers())
    sheet.text(MARGIN, MARGIN + 4 * MM, f"{system.title}  ·  {named}", 13)
    foot = f"Grognard · {system.name}, variant {told_variant(variant)} · {_told(lengths)}"
    first = [turn_block(system, variant, lengths), *blocks]
    size = fitting(sheet, first, top)
    # What is longest in words goes to the pages behind, until the rest can be read.
    for block in sorted((b for b in blocks if b.prose), key=lambda b: -b.letters):
        if size >= READABLE:
            break
        first.remove(block)
        size = fitting(sheet, first, top)
    draw_page(sheet, one_page(sheet, first, size, top) or ())
    sheet.foot(foot)
    sheet.turn()
    many_pages(sheet, [block for block in blocks if block not in first], 8, foot)
    sheet.save()
    return len(first) - 1, size


def _told(lengths: Lengths) -> str:
    scale = {"full": "full distances", "two-thirds": "two thirds", "half": "half distances"}
    return f"{scale[lengths.scale]}, {'centimetres' if lengths.unit == 'cm' else 'inches'}"
