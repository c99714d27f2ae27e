"""The ground of a map of areas as one SVG group, drawn once per map and kept."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from grognard.boards.areamap import FLAG, NUMBER, SIDES, WORD, AreaMap, Property, Values
from grognard.boards.areas import boundary_of
from grognard.draw import areaborders, arealand, cover, ink, margin, relief
from grognard.draw.areasheet import AreaSheet
from grognard.draw.curves import Point, polygon
from grognard.draw.lettering import Text

STRIP = 17.0  # how deep an approach is to point at
# How numbers of the ground are told, if not by their name alone.
_NUMBERS = {"capacity": "holds {}"} | {arm: arm + " −{}" for arm in areaborders.ARMS}
_KEPT = 16  # grounds in memory; the oldest goes first
_drawn: dict[str, AreaGround] = {}


class AreaGround:
    """A drawn map: its sheet, its SVG, and the lettering of its margin."""

    __slots__ = ("sheet", "svg", "texts")

    def __init__(self, ground: AreaMap) -> None:
        self.sheet = sheet = AreaSheet(ground)
        bar, bar_texts = margin.scale_bar(sheet)
        arrow, arrow_texts = margin.north_arrow(sheet)
        self.texts: Sequence[Text] = (margin.title(sheet), *bar_texts, *arrow_texts)
        lettering = "".join(text.svg() for text in self.texts)
        self.svg = (
            f"<defs>{cover.defs()}{areaborders.defs()}{margin.clip(sheet)}</defs>"
            f'<rect width="{sheet.width:.1f}" height="{sheet.height:.1f}" fill="{ink.PAPER}"/>'
            f'<g clip-path="url(#g-frame)">{_landscape(sheet)}</g>'
            f"{margin.border(sheet)}{margin.cartouche(sheet)}{bar}{arrow}{lettering}"
            f"{_cells(sheet)}"
        )


def drawn(ground: AreaMap) -> AreaGround:
    """The drawing of a map, made at the first call for its content."""
    found = _drawn.get(ground.hash)
    if found is None:
        while len(_drawn) >= _KEPT:
            del _drawn[next(iter(_drawn))]
        found = _drawn[ground.hash] = AreaGround(ground)
    return found


def _landscape(sheet: AreaSheet) -> str:
    field = relief.HeightField(sheet)
    hachures = relief.hachures(field, sheet, sheet.highest)
    return "".join(
        (
            relief.tints(field, sheet.highest),
            f'<g fill="none" stroke="{ink.HACHURE}" stroke-opacity=".5">{hachures}</g>',
            arealand.woods(sheet),
            arealand.towns(sheet),
            areaborders.lines(
                sheet, areaborders.OPEN_LINE
            ),  # where a stream is the boundary it covers the line
            arealand.streams(sheet),
            arealand.walls(sheet),
            arealand.roads(sheet),
            arealand.crossings(sheet),
            areaborders.lines(sheet, areaborders.DASHED_LINE),
            areaborders.lines(sheet, areaborders.WALL),
            areaborders.signs(sheet),
            arealand.houses(sheet),
        )
    )


def strip(sheet: AreaSheet, approach: int) -> list[Point]:
    """The ground of an approach: a strip along its boundary, drawn in at both ends."""
    edge = sheet.edge(approach)
    inner: list[Point] = []
    for i, (x, y) in enumerate(edge):
        (ax, ay), (bx, by) = edge[max(i - 1, 0)], edge[min(i + 1, len(edge) - 1)]
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        way = (bx - ax) / long, (by - ay) / long
        ix, iy = areaborders.turned_in(way)
        draw_in = {0: 0.7, len(edge) - 1: -0.7}.get(i, 0.0) * STRIP
        inner.append((x + ix * STRIP + way[0] * draw_in, y + iy * STRIP + way[1] * draw_in))
    return [*edge, *reversed(inner)]


def _cells(sheet: AreaSheet) -> str:
    """One invisible figure per locale and per approach, to point at, with its facts as a title."""
    ground = sheet.ground
    parts = [
        f'<path id="locale:{locale.id}" d="{polygon(outline)}">'
        f"<title>{escape(about_locale(ground, n))}</title></path>"
        for n, (locale, outline) in enumerate(zip(ground.locales, sheet.outlines, strict=True))
    ]
    for approach in range(len(ground.approaches)):
        if not ground.boundaries[boundary_of(approach)].closed:
            parts.append(
                f'<path id="approach:{ground.areas.approach_name(approach)}"'
                f' d="{polygon(strip(sheet, approach))}">'
                f"<title>{escape(about_approach(ground, approach))}</title></path>"
            )
    return f'<g fill="none" pointer-events="all">{"".join(parts)}</g>'


def about_locale(ground: AreaMap, n: int) -> str:
    """A locale in one line."""
    locale = ground.locales[n]
    said = [locale.name, *([locale.about] if locale.about else [])]
    return ", ".join([*said, *told(ground, ground.properties.locale, locale.properties)])


def told(ground: AreaMap, properties: Sequence[Property], values: Values) -> list[str]:
    """What some properties say, those left out that have nothing to say."""
    said = []
    for each in properties:
        value = values[each.name]
        if each.kind == WORD and value != each.default:
            said.append(each.word(value))
        elif each.kind == SIDES and value:
            names = [name for i, name in enumerate(ground.sides) if value >> i & 1]
            said.append(f"{each.name} of {' and '.join(names)}")
        elif each.kind == FLAG and value:
            said.append(each.name)
        elif each.kind == NUMBER and value:
            said.append(_NUMBERS.get(each.name, each.name + " {}").format(value))
    return said


def about_approach(ground: AreaMap, n: int) -> str:
    """An approach in one line: what it costs to come in over it."""
    boundary, approach = ground.boundaries[boundary_of(n)], ground.approaches[n]
    here, there = ground.areas.locale[n], ground.areas.towards[n]
    said = [f"{ground.locales[here].name} towards {ground.locales[there].name}"]
    said += told(ground, ground.properties.boundary, boundary.properties)
    said += told(ground, ground.properties.approach, approach.properties)
    if boundary.about:
        said.append(boundary.about)
    return ", ".join(said)
