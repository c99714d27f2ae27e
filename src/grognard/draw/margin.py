"""The margin of the sheet: border, column and row numbers, title, scale bar and north arrow."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.mapfile import NORTHS
from grognard.draw import ink
from grognard.draw.hexsheet import Sheet
from grognard.draw.lettering import Box, Text, lettered
from grognard.draw.paper import Paper

_BAR_FROM, _BAR_LONGEST = 14.0, 190.0


def numbers(sheet: Sheet) -> list[Text]:
    """Column numbers above and below, row numbers on both sides; together they name a hex."""
    grid, frame = sheet.ground.grid, sheet.frame
    texts = []
    for col in range(grid.width):
        x, _ = sheet.cell_centre((0, col))
        texts.append(_numbered(col, x, frame.top - 6))
        x, _ = sheet.cell_centre((grid.height - 1, col))
        texts.append(_numbered(col, x, frame.bottom + 12))
    for row in range(grid.height):
        _, y = sheet.cell_centre((row, 0))
        texts.append(_numbered(row, frame.left - 10, y + 4))
        texts.append(_numbered(row, frame.right + 10, y + 4))
    return texts


def _numbered(index: int, x: float, y: float) -> Text:
    return lettered(f"{index + 1:02}", x, y, colour="#5c4a33", plate=ink.PAPER)


def title(paper: Paper) -> Text:
    """The map's title in the middle of the lower margin."""
    text = paper.title
    middle = (paper.frame.left + paper.frame.right) / 2
    return lettered(text, middle, paper.height - 9, 17, italic=True, plate=ink.PAPER)


def cartouche(paper: Paper, beside: Sequence[Text] = ()) -> str:
    """A rule with a lozenge to either side of the title, if other words leave room for it."""
    text, long = title(paper), _lozenge(paper)
    y = text.y - 5
    if any(_adorned(paper).meets(other.box) for other in beside):
        return ""
    parts = []
    for hand in (-1, 1):
        near = text.x + hand * (text.width / 2 + 12)
        parts.append(
            f"M{near:.1f} {y:.1f}h{hand * long}m{-hand * long}-2.5l{hand * 5} 2.5l{-hand * 5} 2.5"
            f"l{-hand * 5}-2.5z"
        )
    return f'<path d="{"".join(parts)}" fill="{ink.INK}" stroke="{ink.INK}" stroke-width=".9"/>'


def _lozenge(paper: Paper) -> int:
    """How long the rule beside the title is: on a narrow sheet the hour stands close by."""
    return 44 if paper.frame.right - paper.frame.left >= 780 else 18


def _adorned(paper: Paper) -> Box:
    """The room of the title with its rules."""
    left, top, right, bottom = title(paper).box
    long = 12 + _lozenge(paper)
    return Box(left - long, top, right + long, bottom)


def scale_bar(paper: Paper) -> tuple[str, list[Text]]:
    """A bar of black and white lengths, with round numbers of metres."""
    metre = paper.metre
    unit = max(
        (
            m
            for m in (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
            if 4 * m * metre <= _BAR_LONGEST
        ),
        default=5,
    )
    labels = (0, "0"), (2, f"{2 * unit}"), (4, f"{4 * unit} m")
    return bar(paper, unit * metre, labels)


def bar(
    paper: Paper, step: float, labels: Sequence[tuple[int, str]], tail: str = ""
) -> tuple[str, list[Text]]:
    """A bar of four lengths with labels under their ends, and some words after the last."""
    left, top = paper.frame.left + _BAR_FROM, paper.height - 23
    parts = [
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{4 * step:.1f}" height="4" fill="{ink.PLATE}"/>'
    ]
    for i in (0, 2):
        parts.append(
            f'<rect x="{left + i * step:.1f}" y="{top:.1f}" width="{step:.1f}" height="4"'
            f' fill="{ink.INK}"/>'
        )
    parts.append(
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{4 * step:.1f}" height="4" fill="none"'
        f' stroke="{ink.INK}" stroke-width=".8"/>'
    )
    texts = [
        lettered(label, left + i * step, paper.height - 8, plate=ink.PAPER) for i, label in labels
    ]
    if tail:
        text = lettered(tail, 0, paper.height - 8, plate=ink.PAPER)
        texts.append(text._replace(x=texts[-1].box.right + 5 + text.width / 2))
    return "".join(parts), texts


def north_arrow(paper: Paper) -> tuple[str, list[Text]]:
    """An arrow to the north with its letter, at the right end of the lower margin."""
    x, y = paper.frame.right - 10, paper.height - 17
    turn = 45 * NORTHS.index(paper.north)
    arrow = (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})"><path d="M0-10L4.5 8L0 4.5z"'
        f' fill="{ink.INK}"/><path d="M0-10L-4.5 8L0 4.5z" fill="{ink.PLATE}" stroke="{ink.INK}"'
        ' stroke-width=".8"/></g>'
    )
    return arrow, [lettered("N", x - 13, y + 5, 13, plate=ink.PAPER)]


def clock(paper: Paper, margin: Sequence[Text], hour: str) -> list[Text]:
    """The hour at the right of the lower margin, as much of it as has room beside the rest."""
    parts = hour.split(" · ")
    for count in range(len(parts) if hour else 0, 0, -1):
        text = lettered(" · ".join(parts[:count]), 0, paper.height - 9, 13, plate=ink.PAPER)
        text = text._replace(x=paper.frame.right - 42 - text.width / 2)
        room = text.box.grown(3)
        if not room.meets(_adorned(paper)) and not any(room.meets(o.box) for o in margin):
            return [text]
    return []


def clip(paper: Paper) -> str:
    """The frame as a figure to cut the map by."""
    frame = paper.frame
    return (
        f'<clipPath id="g-frame"><rect x="{frame.left:.1f}" y="{frame.top:.1f}"'
        f' width="{frame.right - frame.left:.1f}" height="{frame.bottom - frame.top:.1f}"/>'
        "</clipPath>"
    )


def border(paper: Paper) -> str:
    """A fine line about the map and a strong one about the paper."""
    frame = paper.frame
    inner = _outline(frame.left, frame.top, frame.right, frame.bottom, 1.2)
    outer = _outline(2, 2, paper.width - 2, paper.height - 2, 2.4)
    fine = _outline(5, 5, paper.width - 5, paper.height - 5, 0.7)
    return inner + outer + fine


def _outline(left: float, top: float, right: float, bottom: float, width: float) -> str:
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
        f' fill="none" stroke="{ink.INK}" stroke-width="{width}"/>'
    )
