"""The ground of a hex map as one SVG group, drawn once per map and kept."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.hexmap import HexMap
from grognard.draw import cover, houses, ink, margin, relief, ways
from grognard.draw.curves import number, pair, polygon
from grognard.draw.hexsheet import CORNER, HEX, Sheet
from grognard.draw.lettering import Text

_KEPT = 16  # grounds in memory; the oldest goes first
_drawn: dict[str, HexGround] = {}


class HexGround:
    """A drawn map: its sheet, its SVG, and the lettering of its margin."""

    __slots__ = ("sheet", "svg", "texts")

    def __init__(self, ground: HexMap) -> None:
        self.sheet = sheet = Sheet(ground)
        bar, bar_texts = margin.scale_bar(sheet)
        arrow, arrow_texts = margin.north_arrow(sheet)
        self.texts: Sequence[Text] = (
            *margin.numbers(sheet),
            margin.title(sheet),
            *bar_texts,
            *arrow_texts,
        )
        lettering = "".join(text.svg() for text in self.texts)
        self.svg = (
            f"<defs>{cover.defs()}{margin.clip(sheet)}{_cell_shape()}</defs>"
            f'<rect width="{sheet.width:.1f}" height="{sheet.height:.1f}" fill="{ink.PAPER}"/>'
            f'<g clip-path="url(#g-frame)">{_landscape(sheet)}{_grid(sheet)}</g>'
            f"{margin.border(sheet)}{margin.cartouche(sheet)}{bar}{arrow}{lettering}{_cells(sheet)}"
        )


def drawn(ground: HexMap) -> HexGround:
    """The drawing of a map, made at the first call for its content."""
    found = _drawn.get(ground.hash)
    if found is None:
        while len(_drawn) >= _KEPT:
            del _drawn[next(iter(_drawn))]
        found = _drawn[ground.hash] = HexGround(ground)
    return found


def _landscape(sheet: Sheet) -> str:
    field = relief.HeightField(sheet)
    highest = max(sheet.ground.level)
    hachures = relief.hachures(field, sheet, highest)
    return "".join(
        (
            relief.tints(field, highest),
            cover.crops(sheet),
            cover.marsh(sheet),
            f'<g fill="none" stroke="{ink.HACHURE}" stroke-opacity=".62">{hachures}</g>',
            cover.woods(sheet),
            ways.brows(sheet),
            ways.watercourses(sheet),
            cover.lakes(sheet),
            ways.roads(sheet),
            ways.crossings(sheet),
            houses.houses(sheet),
        )
    )


def _grid(sheet: Sheet) -> str:
    """Every side of a hex once, faint."""
    parts = []
    down, across, slope = number(CORNER), number(-HEX / 2), number(CORNER / 2)
    for h in range(sheet.ground.grid.size):
        corner = sheet.point(sheet.corners(sheet.cell(h))[1])
        # East, south-east and south-west sides; the others belong to a neighbour, if there is one.
        parts.append(f"M{pair(corner)}v{down}l{across} {slope} {across}-{slope}")
    for h in range(sheet.ground.grid.size):
        near = sheet.ground.grid.neighbours[h]
        for d in (0, 4, 5):
            if near[d] < 0:
                a, b = (sheet.point(k) for k in sheet.side(h, d))
                parts.append(f"M{pair(a)}L{pair(b)}")
    data = "".join(parts)
    return (
        f'<path d="{data}" fill="none" stroke="{ink.GRID}" stroke-width=".7" stroke-opacity=".55"/>'
    )


def _cell_shape() -> str:
    half = CORNER / 2
    shape = polygon(
        [
            (0, -CORNER),
            (HEX / 2, -half),
            (HEX / 2, half),
            (0, CORNER),
            (-HEX / 2, half),
            (-HEX / 2, -half),
        ]
    )
    return f'<path id="g-hex" d="{shape}"/>'


def _cells(sheet: Sheet) -> str:
    """One invisible figure per hex, to point at, with its number and ground as a title."""
    ground = sheet.ground
    parts = []
    for h in range(ground.grid.size):
        name = ground.grid.name(h)
        x, y = sheet.centre(h)
        kind = ground.ground_name(h)
        parts.append(
            f'<use id="hex:{name}" href="#g-hex" x="{x:.1f}" y="{y:.1f}">'
            f"<title>{name} {kind}, level {ground.level[h]}</title></use>"
        )
    return f'<g fill="none" pointer-events="all">{"".join(parts)}</g>'
