"""The landscape of the tabletop: fields, woods, wet and broken ground, towns, waters and roads."""

from __future__ import annotations

from math import hypot

from grognard.boards.tablemap import (
    AREAS,
    BROKEN,
    CROPS,
    CUT,
    DIKE,
    FIELD_WORKS,
    FIELDS,
    FOREST,
    FORT,
    FORTRESS,
    HASTY_WORKS,
    HEDGE,
    LAKE,
    LINES,
    LOW_WALL,
    MARSH,
    MARSHY_STREAM,
    ORCHARD,
    RAILWAY,
    ROAD,
    SUNKEN_ROAD,
    SWAMP,
    TOWN,
    TRACK,
    TREE_LINE,
    VILLAGE,
    WATERS,
    TableArea,
)
from grognard.draw import ink
from grognard.draw.cover import planted, reedy, scatter, still_water, uses, wooded
from grognard.draw.curves import Point, polygon, rounded, strokes
from grognard.draw.houses import built, crowded
from grognard.draw.lines import Ways, along, soft_line
from grognard.draw.tablesheet import TableSheet
from grognard.draw.ways import bridge, ford, highways, waters
from grognard.draw.works import banks, breastwork, planted_line, rails, ruled, wall

_ROUND = 9.0  # pixels within which corners of natural ground are rounded off
_SWEEP = 26.0  # and those of contours
_TREES = 13.5  # between trees
_ROWS = 11.0  # between the trees of an orchard
_SCRUB = 11.0  # between bushes of broken ground
_REEDS = {MARSH: 21.0, SWAMP: 13.0}  # between tufts
_PLOT = 46.0, 74.0  # the breadth and length of a field
_LOT = 9.5  # between houses
_STREET = 6.5  # from the middle of a road to the nearest houses
_YARDS = ((TOWN, 1.5, ""), (VILLAGE, 1.0, "3 2"), (FORT, 4.0, ""), (FORTRESS, 6.0, ""))
_FURROWED = (1, 0, 2, -1, 0, 1, -1, 2)  # the plough of one field and the next, -1 for none


def defs() -> str:
    """The shape of a bush among stones."""
    return (
        '<g id="g-scrub">'
        '<path d="M-4.2 1.8q-1.4-2.6 1-3q.2-2.6 2.4-1.4q2.6-.6 2.2 2q1.8 1 .4 2.4z" fill="#a9a45f"'
        f' stroke="{ink.TRUNK}" stroke-width=".7"/>'
        f'<path d="M2.6 4.2l1.6-1.6 1.6 1.2-.4 1.2z" fill="{ink.YARD}" stroke="{ink.HACHURE}"'
        ' stroke-width=".6"/></g>'
        '<path id="g-bush" d="M-3.6 2q-1.4-3 1-3.6q1-2.4 3-.8q2.8 0 2.2 2.6q.6 1.8-1 1.8z"'
        f' fill="{ink.LEAF}" stroke="{ink.TRUNK}" stroke-width=".7"/>'
    )


def _areas(sheet: TableSheet, *kinds: int) -> list[TableArea]:
    return [area for area in sheet.ground.areas if area.kind in kinds]


def _lines(sheet: TableSheet, *kinds: int) -> list[list[Point]]:
    return [sheet.points(line.line) for line in sheet.ground.lines if line.kind in kinds]


def contours(sheet: TableSheet) -> str:
    """The line about every level, where the rules see the ground rise."""
    data = "".join(rounded(sheet.beyond(hill.outline), _SWEEP) for hill in sheet.ground.hills)
    if not data:
        return ""
    return (
        f'<path d="{data}" fill="none" stroke="{ink.HACHURE}" stroke-width="1"'
        ' stroke-opacity=".75"/>'
    )


def fields(sheet: TableSheet) -> str:
    """Standing crops and open fields: plots side by side, each ploughed its own way."""
    parts = []
    for area in _areas(sheet, CROPS, FIELDS):
        data = polygon(sheet.beyond(area.outline))
        standing = area.kind == CROPS
        wash = ".6" if standing else ".28"
        edge = f' stroke="{ink.FURROW}" stroke-width="{1.1 if standing else 0.7}"'
        clip = f"g-plots-{area.id}"
        parts.append(
            f'<clipPath id="{clip}"><path d="{data}"/></clipPath>'
            f'<path d="{data}" fill="{ink.CROP}" fill-opacity="{wash}"{edge}/>'
            f'<g clip-path="url(#{clip})">{_plots(sheet.points(area.outline), standing)}</g>'
        )
    return "".join(parts)


def _plots(outline: list[Point], standing: bool) -> str:
    """Rows of plots over a figure, laid along its longest side."""
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    (ax, ay), (bx, by) = max(sides, key=lambda side: hypot(*_from(*side)))
    long = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / long, (by - ay) / long
    over = [(x - ax) * ux + (y - ay) * uy for x, y in outline]
    down = [(y - ay) * ux - (x - ax) * uy for x, y in outline]
    wide, deep = _PLOT
    found: dict[int, list[str]] = {}
    for j in range(int(min(down) // deep), int(max(down) // deep) + 1):
        shift = scatter((j, round(ax)), 3) % 30
        for i in range(int((min(over) - shift) // wide), int((max(over) - shift) // wide) + 1):
            plough = _FURROWED[scatter((i, j), round(ay)) % len(_FURROWED)]
            u, v = i * wide + shift, j * deep
            corners = ((u, v), (u + wide, v), (u + wide, v + deep), (u, v + deep))
            plot = polygon([(ax + p * ux - q * uy, ay + p * uy + q * ux) for p, q in corners])
            found.setdefault(plough, []).append(plot)
    edge = f' stroke="{ink.FURROW}" stroke-width=".6" stroke-opacity="{".8" if standing else ".5"}"'
    return "".join(
        f'<path d="{"".join(plots)}" fill="{_plough(plough)}"{edge}'
        f' fill-opacity="{"1" if standing else ".55"}"/>'
        for plough, plots in sorted(found.items())
    )


def _plough(plough: int) -> str:
    return f"url(#g-plough{plough})" if plough >= 0 else "none"


def _from(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def wet(sheet: TableSheet) -> str:
    """Marsh, and swamp with standing water in it."""
    parts = []
    for area in _areas(sheet, MARSH, SWAMP):
        outline = sheet.beyond(area.outline)
        tufts = planted(outline, _REEDS[area.kind], 4.0)
        parts.append(reedy(sheet, rounded(outline, _ROUND), tufts))
        if area.kind == SWAMP:
            pools = strokes(((x - 5, y + 4), (x + 6, y + 4)) for x, y in tufts)
            parts.append(f"<g>{ruled(pools, ink.BANK, 1.2)}</g>")
    return "".join(parts)


def broken(sheet: TableSheet) -> str:
    """Broken ground: a rusty wash with bushes among stones."""
    parts = []
    for area in _areas(sheet, BROKEN):
        outline = sheet.beyond(area.outline)
        parts.append(
            f'<path d="{rounded(outline, _ROUND)}" fill="#d3b98a" fill-opacity=".55"'
            f' stroke="{ink.HACHURE}" stroke-width=".9" stroke-opacity=".7"'
            ' stroke-dasharray="1.5 2.5"/>'
        )
        spots = [s for s in planted(outline, _SCRUB, 3.0) if sheet.roads.apart(s) > 6]
        parts.append(uses("g-scrub", sheet, sorted(spots, key=lambda p: (p[1], p[0]))))
    return "".join(parts)


def woods(sheet: TableSheet) -> str:
    """Forests and orchards."""
    figures, trees = [], []
    for area in _areas(sheet, FOREST, ORCHARD):
        outline = sheet.beyond(area.outline)
        figures.append(rounded(outline, _ROUND if area.kind == FOREST else 2.0))
        step, stray = (_ROWS, 0.5) if area.kind == ORCHARD else (_TREES, 3.5)
        trees += [spot for spot in planted(outline, step, stray) if sheet.roads.apart(spot) > 7]
    return wooded(sheet, "".join(figures), trees) if figures else ""


def streams(sheet: TableSheet) -> str:
    """Streams and rivers as wide as they are, reeds along marshy ones; then lakes and ponds."""
    parts = []
    for kind in (LINES.index(word) for word in WATERS):
        by_width: dict[int, list[list[Point]]] = {}
        for line in sheet.ground.lines:
            if line.kind == kind:
                by_width.setdefault(line.width, []).append(sheet.points(line.line))
        for width, lines in sorted(by_width.items()):
            bank = max(width * sheet.tenth, 2.2)
            data = "".join(soft_line(line) for line in lines)
            parts.append(waters([(data, bank, max(bank - 2.2, 0.0) if bank > 3 else 0.0)]))
            if kind == MARSHY_STREAM:
                parts.append(_reeds(sheet, lines, bank / 2))
    lakes = [rounded(sheet.beyond(area.outline), _ROUND) for area in _areas(sheet, LAKE)]
    return "".join(parts) + (still_water("".join(lakes)) if lakes else "")


def _reeds(sheet: TableSheet, lines: list[list[Point]], half: float) -> str:
    """Tufts along either bank."""
    spots = []
    for line in lines:
        for n, ((x, y), (wx, wy)) in enumerate(along(line, 13.0)):
            off = (half + 5 + scatter((n, 7), 2) % 4) * (1 if n % 2 else -1)
            spots.append((x + off * wy, y - off * wx))
    return uses("g-tuft", sheet, [spot for spot in spots if sheet.roads.apart(spot) > 7])


def roads(sheet: TableSheet) -> str:
    """Cuts, dikes and sunken roads between their banks, rails, tracks, then roads over all."""
    shaded = [banks(line, 3.4, 4.6, 10.0, 1.1) for line in _lines(sheet, CUT)]
    shaded += [banks(line, 3.6, 3.6, 7.4, 1.1) for line in _lines(sheet, SUNKEN_ROAD)]
    shaded += [banks(line, 3.0, 0.0, 5.0, 1.2) for line in _lines(sheet, DIKE)]
    paved = "".join(soft_line(line) for line in _lines(sheet, ROAD, SUNKEN_ROAD))
    tracks = "".join(soft_line(line) for line in _lines(sheet, TRACK))
    below = f'<g fill="none">{"".join(shaded)}</g>' if shaded else ""
    return highways(paved, tracks) + below + rails(_lines(sheet, RAILWAY))


def works(sheet: TableSheet) -> str:
    """Walls, works, hedges and rows of trees."""
    parts = [wall(line) for line in _lines(sheet, LOW_WALL)]
    parts += [breastwork(line, False) for line in _lines(sheet, HASTY_WORKS)]
    parts += [breastwork(line, True) for line in _lines(sheet, FIELD_WORKS)]
    parts += [planted_line(line, "g-bush", 6.5, 0.8) for line in _lines(sheet, HEDGE)]
    parts += [planted_line(line, "g-tree", 10.0, 0.8) for line in _lines(sheet, TREE_LINE)]
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def crossings(sheet: TableSheet) -> str:
    """Bridges and fords, square to the water they cross."""
    parts = []
    for crossing in sheet.ground.crossings:
        at = sheet.point(crossing.at)
        line = Ways([sheet.points(sheet.ground.lines[crossing.over].line)])
        (ax, ay), (bx, by) = line.nearest(at) or ((0.0, 0.0), (1.0, 0.0))
        long = hypot(bx - ax, by - ay)
        draw = bridge if crossing.kind == "bridge" else ford
        parts.append(draw(at, ((bx - ax) / long, (by - ay) / long)))
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def yards(sheet: TableSheet) -> str:
    """The ground of towns within a firm line, of villages within a broken one, and of forts."""
    parts = []
    for kind, width, dash in _YARDS:
        data = "".join(polygon(sheet.beyond(area.outline)) for area in _areas(sheet, kind))
        if data:
            broken_line = f' stroke-dasharray="{dash}"' if dash else ""
            parts.append(
                f'<path d="{data}" fill="{ink.YARD}" fill-opacity=".85" stroke="{ink.STONE_EDGE}"'
                f' stroke-width="{width}"{broken_line}/>'
            )
    for area in _areas(sheet, FORT, FORTRESS):
        outline = sheet.points(area.outline)
        parts.append(f'<g fill="none">{breastwork([*outline, outline[0]], True)}</g>')
    return "".join(parts)


def houses(sheet: TableSheet) -> str:
    """Houses of stone and of wood all over every town and village, beside their streets."""
    blocks: dict[str, list[str]] = {"stone": [], "wood": []}
    for area in _areas(sheet, TOWN, VILLAGE, FORT, FORTRESS):
        inner = _drawn_in(sheet.points(area.outline), 5.0)
        blocks[area.material] += crowded(inner, sheet.roads, _LOT, _STREET)
    return built(blocks["stone"]) + built(blocks["wood"], ink.TIMBER)


def _drawn_in(outline: list[Point], by: float) -> list[Point]:
    """An outline with every corner some pixels nearer to the middle."""
    x = sum(p[0] for p in outline) / len(outline)
    y = sum(p[1] for p in outline) / len(outline)
    found = []
    for px, py in outline:
        far = hypot(px - x, py - y) or 1.0
        found.append((px - (px - x) / far * by, py - (py - y) / far * by))
    return found


def about(area: TableArea) -> str:
    """An area in one line."""
    kind = AREAS[area.kind] + (f" of {area.material}" if area.material else "")
    return f"{area.name}, {kind}" if area.name else kind
