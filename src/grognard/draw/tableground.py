"""The ground of a tabletop as one SVG group, drawn once per map and kept."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from grognard.boards.tablemap import TENTHS, TableMap
from grognard.draw import cover, ink, margin, relief, tableland, tablenames
from grognard.draw.curves import number, polygon
from grognard.draw.lettering import Text, lettered
from grognard.draw.tablesheet import TableSheet

_KEPT = 16  # grounds in memory; the oldest goes first
_NUMBERED = 6  # inches from one number on the edge to the next
_BAR_LONGEST = 170.0
_drawn: dict[str, TableGround] = {}


class TableGround:
    """A drawn table: its sheet, its SVG, the lettering of its margin, and the names it wishes."""

    __slots__ = ("names", "sheet", "svg", "texts")

    def __init__(self, ground: TableMap) -> None:
        self.sheet = sheet = TableSheet(ground)
        self.names = tablenames.names(sheet)
        bar, bar_texts = _scale(sheet)
        arrow, arrow_texts = margin.north_arrow(sheet)
        self.texts: Sequence[Text] = (
            *_inches(sheet),
            margin.title(sheet),
            *bar_texts,
            *arrow_texts,
        )
        lettering = "".join(text.svg() for text in self.texts)
        self.svg = (
            f"<defs>{cover.defs()}{tableland.defs()}{margin.clip(sheet)}</defs>"
            f'<rect width="{sheet.width:.1f}" height="{sheet.height:.1f}" fill="{ink.PAPER}"/>'
            f'<g clip-path="url(#g-frame)">{_landscape(sheet)}</g>'
            f"{_ticks(sheet)}{margin.border(sheet)}{margin.cartouche(sheet, bar_texts)}{bar}{arrow}"
            f"{lettering}{_cells(sheet)}"
        )


def drawn(ground: TableMap) -> TableGround:
    """The drawing of a map, made at the first call for its content."""
    found = _drawn.get(ground.hash)
    if found is None:
        while len(_drawn) >= _KEPT:
            del _drawn[next(iter(_drawn))]
        found = _drawn[ground.hash] = TableGround(ground)
    return found


def _landscape(sheet: TableSheet) -> str:
    field = relief.HeightField(sheet)
    hachures = relief.hachures(field, sheet, sheet.highest)
    return "".join(
        (
            relief.tints(field, sheet.highest),
            tableland.fields(sheet),
            tableland.wet(sheet),
            f'<g fill="none" stroke="{ink.HACHURE}" stroke-opacity=".62">{hachures}</g>',
            tableland.contours(sheet),
            tableland.broken(sheet),
            tableland.woods(sheet),
            tableland.yards(sheet),
            tableland.streams(sheet),
            tableland.roads(sheet),
            tableland.works(sheet),
            tableland.crossings(sheet),
            tableland.houses(sheet),
        )
    )


def _scale(sheet: TableSheet) -> tuple[str, list[Text]]:
    """A bar of inches, and how many paces of the real ground it stands for."""
    inch = sheet.ground.inch
    half = max(n for n in (1, 2, 3, 4, 5) if 2 * n * inch <= _BAR_LONGEST)
    labels = (0, "0"), (2, f"{half}"), (4, f"{2 * half} in")
    return margin.bar(sheet, half * inch / 2, labels, f"= {2 * half * sheet.ground.paces} paces")


def _inches(sheet: TableSheet) -> list[Text]:
    """Every sixth inch numbered on all edges, from the left and from the top."""
    frame, inch = sheet.frame, sheet.ground.inch
    texts = []
    for n in range(0, sheet.ground.size[0] // TENTHS + 1, _NUMBERED):
        x = frame.left + n * inch
        texts += [_numbered(n, x, y) for y in (frame.top - 7, frame.bottom + 14)]
    for n in range(0, sheet.ground.size[1] // TENTHS + 1, _NUMBERED):
        y = frame.top + n * inch + 4
        if 0 < n < sheet.ground.size[1] // TENTHS:
            texts += [_numbered(n, x, y) for x in (frame.left - 11, frame.right + 11)]
    return texts


def _numbered(inches: int, x: float, y: float) -> Text:
    return lettered(f"{inches}", x, y, colour="#5c4a33", plate=ink.PAPER)


def _ticks(sheet: TableSheet) -> str:
    """A stroke outside the frame at every inch, a longer one at the numbers."""
    frame, inch = sheet.frame, sheet.ground.inch
    parts = []
    for n in range(sheet.ground.size[0] // TENTHS + 1):
        long = 4 if n % _NUMBERED == 0 else 2
        x = number(frame.left + n * inch)
        parts.append(f"M{x} {number(frame.top)}v-{long}M{x} {number(frame.bottom)}v{long}")
    for n in range(sheet.ground.size[1] // TENTHS + 1):
        long = 4 if n % _NUMBERED == 0 else 2
        y = number(frame.top + n * inch)
        parts.append(f"M{number(frame.left)} {y}h-{long}M{number(frame.right)} {y}h{long}")
    return f'<path d="{"".join(parts)}" stroke="{ink.INK}" stroke-width=".8"/>'


def _cells(sheet: TableSheet) -> str:
    """One invisible figure per area and crossing, to point at, with its kind as a title."""
    ground = sheet.ground
    parts = [
        f'<path id="area:{area.id}" d="{polygon(sheet.points(area.outline))}">'
        f"<title>{escape(tableland.about(area))}</title></path>"
        for area in ground.areas
    ]
    for crossing in ground.crossings:
        x, y = sheet.point(crossing.at)
        water = ground.lines[crossing.over].name or "a brook"
        title = crossing.name or f"{crossing.kind} over {water}"
        parts.append(
            f'<circle id="crossing:{crossing.id}" cx="{number(x)}" cy="{number(y)}" r="9">'
            f"<title>{escape(title)}</title></circle>"
        )
    return f'<g fill="none" pointer-events="all">{"".join(parts)}</g>'
