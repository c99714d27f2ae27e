"""The sheet of a system on paper: what every turn needs on one side, the rest on the other."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.companion.lengths import Lengths
from grognard.companion.paper.blocks import Block
from grognard.companion.paper.columns import LARGEST, draw_page, fitting, many_pages, one_page
from grognard.companion.paper.sheet import MARGIN, MM, Sheet
from grognard.engine.chart import Chart
from grognard.engine.house import told as told_variant
from grognard.engine.system import System

READABLE: Final = 7.0  # points: the smallest letters of a sheet
BEHIND: Final = 8.0  # points: letters of what fills more than a second page
TOP: Final = MARGIN + 7 * MM  # below the title of a page


def block_of(chart: Chart, lengths: Lengths) -> Block:
    """A chart as a block of a page."""
    rows = tuple(
        (
            lengths.told(row.label),
            tuple(lengths.cell(cell, chart.title) for cell in row.cells),
        )
        for row in chart.rows
    )
    heads = tuple(lengths.told(head) for head in chart.columns)
    return Block(lengths.title(chart.title), heads, rows)


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
    """Write the sheet of a system: on its front what every turn needs, on its back the rest.

    Returns how many charts are on the front, and the size of the smallest letters.
    """
    sheet = Sheet(path, paper, system.title)
    front, back = sides(system, sheet, variant, lengths)
    named = " + ".join(each.title for each in system.rulebook(variant).layers())
    foot = f"Grognard · {system.name}, variant {told_variant(variant)} · {_told(lengths)}"
    size = fitting(sheet, front, TOP)
    _page(sheet, front, size, f"{system.title}  ·  {named}", foot)
    below = fitting(sheet, back, TOP) if back else LARGEST
    if below >= READABLE:
        _page(sheet, back, below, f"{system.title}: the other side", foot)
    else:
        below = BEHIND
        many_pages(sheet, back, below, foot)
    sheet.save()
    return len(front) - 1, min(size, below)


def sides(
    system: System, sheet: Sheet, variant: str, lengths: Lengths
) -> tuple[list[Block], list[Block]]:
    """What is printed on the front, beginning with the turn, and what on the back."""
    book = system.rulebook(variant)
    guide = system.guide(variant)
    charts = {name: block_of(book.chart(name), lengths) for name in book.charts()}
    front = [turn_block(system, variant, lengths)]
    front += [block for name, block in charts.items() if name not in guide.back]
    # What is longest in words goes to the back, until the rest can be read; tables stay longest.
    worded = (block for block in front[1:] if block.prose)
    behind = sorted(worded, key=lambda block: (not block.running, -block.letters))
    while behind and fitting(sheet, front, TOP) < READABLE:
        front.remove(behind.pop(0))
    return front, [block for block in charts.values() if block not in front]


def _page(sheet: Sheet, blocks: list[Block], size: float, title: str, foot: str) -> None:
    if not blocks:
        return
    sheet.text(MARGIN, MARGIN + 4 * MM, title, 13)
    draw_page(sheet, one_page(sheet, blocks, size, TOP) or ())
    sheet.foot(foot)
    sheet.turn()


def _told(lengths: Lengths) -> str:
    scale = {"full": "full distances", "two-thirds": "two thirds", "half": "half distances"}
    return f"{scale[lengths.scale]}, {'centimetres' if lengths.unit == 'cm' else 'inches'}"
