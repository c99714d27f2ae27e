"""What covers the ground: woods, crops, marsh and lakes, drawn country by country."""

from __future__ import annotations

from grognard.draw import ink
from grognard.draw.curves import Point, number, smooth_loop
from grognard.draw.hexsheet import Cell, Sheet
from grognard.draw.lines import inside
from grognard.draw.paper import Paper

# Grounds that have a look; others are drawn as open land.
CULTIVATED, LAKE, MARSH, WOODS = "cultivated", "lake", "marsh", "woods"

# Trees about the middle of a wooded hex, before each is moved a little from its place.
_STAND = (
    (-16, -14), (0, -19), (15, -13), (-8, -6), (8, -5), (-19, 1),
    (19, 2), (0, 3), (-11, 11), (11, 11), (0, 20),
)  # fmt: skip
_TUFTS = ((-14, -8), (3, -14), (14, 0), (-4, 3), (-15, 12), (8, 14))
_FURROWS = (-18, 42, 100)  # the directions of the plough, in degrees


def scatter(cell: Cell, salt: int) -> int:
    """A number that looks random and is always the same for a cell."""
    x = ((cell[0] + 64) * 73856093) ^ ((cell[1] + 64) * 19349663) ^ (salt * 83492791)
    x = (x ^ (x >> 13)) * 0x5BD1E995 & 0xFFFFFFFF
    return x ^ (x >> 15)


def nudge(cell: Cell, salt: int, reach: float) -> Point:
    """A small move, always the same for a cell and salt."""
    n = scatter(cell, salt)
    return ((n & 255) / 127.5 - 1) * reach, ((n >> 8 & 255) / 127.5 - 1) * reach


def planted(outline: list[Point], step: float, stray: float) -> list[Point]:
    """Spots in a figure, on a net of which each knot strays a little, always the same way."""
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    top, bottom = min(p[1] for p in outline), max(p[1] for p in outline)
    spots = []
    row = 0.9 * step
    for j in range(int(top / row), int(bottom / row) + 1):
        for i in range(int(left / step), int(right / step) + 1):
            mx, my = nudge((j, i), 3, stray)
            spot = (i + (j & 1) / 2) * step + mx, j * row + my
            if inside(spot, outline) and (stray < 1 or scatter((j, i), 31) % 7):
                spots.append(spot)
    return spots


def _country(sheet: Sheet, kind: str) -> str:
    own = sheet.ground.hexes_of(kind)
    return "".join(smooth_loop(loop) for loop in sheet.outlines(lambda h: bool(own >> h & 1)))


def _cells(sheet: Sheet, kind: str) -> list[Cell]:
    own = sheet.ground.hexes_of(kind)
    return [cell for cell in sheet.cells if own >> sheet.hex_at(cell) & 1]


def defs() -> str:
    """The patterns of the plough and the shapes of tree and tuft."""
    patterns = "".join(
        f'<pattern id="g-plough{i}" width="5" height="5" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate({turn})"><path d="M0 2.5H5" stroke="{ink.FURROW}"'
        f' stroke-width=".7" stroke-opacity=".75"/></pattern>'
        for i, turn in enumerate(_FURROWS)
    )
    tree = (
        '<g id="g-tree">'
        f'<path d="M-4.6 2.4q1.5 4 5.2 3.4q5 .4 5.6-3.4z" fill="{ink.TRUNK}" fill-opacity=".55"/>'
        '<path d="M-4.4 2.2c-2.4-.6-2.6-3.8-.2-4.4c-.4-3 3.2-4.2 4.8-2.4c2.2-1.4 5 .4 4.4 2.8'
        f'c2.2 1.2 1 4.2-1.4 4c-2 1.8-5.8 1.6-7.6 0z" fill="{ink.LEAF}" stroke="{ink.TRUNK}"'
        ' stroke-width=".7"/></g>'
    )
    tuft = (
        f'<path id="g-tuft" d="M-5 0H5M-2.5 0V-3M0 0V-4.2M2.5 0V-3" stroke="{ink.REED}"'
        ' stroke-width=".8" fill="none"/>'
    )
    return patterns + tree + tuft


def crops(sheet: Sheet) -> str:
    """Standing corn: a straw wash, and furrows that change direction from field to field."""
    cells = _cells(sheet, CULTIVATED)
    if not cells:
        return ""
    fields: list[list[str]] = [[] for _ in _FURROWS]
    for cell in cells:
        # Neighbours in a pair of hexes share a field; the next pair is ploughed another way.
        way = scatter((cell[0] // 2, (cell[1] + cell[0] // 2) // 2), 5) % len(_FURROWS)
        corners = [sheet.point(k) for k in sheet.corners(cell)]
        x, y = sheet.cell_centre(cell)
        shrunk = [(x + (cx - x) * 0.9, y + (cy - y) * 0.9) for cx, cy in corners]
        fields[way].append(smooth_loop(_softened(shrunk)))
    wash = (
        f'<path d="{_country(sheet, CULTIVATED)}" fill="{ink.CROP}" fill-opacity=".55"'
        f' stroke="{ink.FURROW}" stroke-width=".8" stroke-dasharray="1 2.5"/>'
    )
    return wash + "".join(
        f'<path d="{"".join(paths)}" fill="url(#g-plough{i})"/>'
        for i, paths in enumerate(fields)
        if paths
    )


def _softened(corners: list[Point]) -> list[Point]:
    """A hexagon with each side cut in three, so that rounding touches its corners only."""
    out: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        out += [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.15, 0.5, 0.85)]
    return out


def woods(sheet: Sheet) -> str:
    """Woods: a green wash with a soft edge, and trees standing in clumps."""
    cells = _cells(sheet, WOODS)
    if not cells:
        return ""
    spots: list[Point] = []
    for cell in cells:
        x, y = sheet.cell_centre(cell)
        for i, (dx, dy) in enumerate(_STAND):
            if scatter(cell, 31 + i) % 7 == 0:
                continue  # a clearing
            mx, my = nudge(cell, i, 2.6)
            spots.append((x + dx + mx, y + dy + my))
    return wooded(sheet, _country(sheet, WOODS), spots)


def wooded(paper: Paper, data: str, trees: list[Point]) -> str:
    """Woods within the outlines of a path, with trees at some spots, the nearer over the others."""
    wash = f'<path d="{data}" fill="{ink.WOOD}" fill-opacity=".8"'
    wash += f' stroke="{ink.TRUNK}" stroke-width="1" stroke-opacity=".5" stroke-dasharray="3 2"/>'
    return wash + uses("g-tree", paper, sorted(trees, key=lambda p: (p[1], p[0])))


def marsh(sheet: Sheet) -> str:
    """Marsh: a damp wash and tufts of reed."""
    cells = _cells(sheet, MARSH)
    if not cells:
        return ""
    spots = [spot for cell in cells for spot in _tufts(sheet, cell)]
    return reedy(sheet, _country(sheet, MARSH), spots)


def reedy(paper: Paper, data: str, tufts: list[Point]) -> str:
    """Wet ground within the outlines of a path, with tufts of reed at some spots."""
    wash = f'<path d="{data}" fill="{ink.MARSH}" fill-opacity=".8"/>'
    return wash + uses("g-tuft", paper, tufts)


def _tufts(sheet: Sheet, cell: Cell) -> list[Point]:
    x, y = sheet.cell_centre(cell)
    moves = [nudge(cell, 60 + i, 3) for i in range(len(_TUFTS))]
    return [(x + dx + mx, y + dy + my) for (dx, dy), (mx, my) in zip(_TUFTS, moves, strict=True)]


def uses(name: str, paper: Paper, spots: list[Point]) -> str:
    """A shape at some spots, left out where it would lie beyond the frame."""
    frame = paper.frame.grown(4)
    return "".join(
        f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>'
        for x, y in spots
        if frame.left < x < frame.right and frame.top < y < frame.bottom
    )


def lakes(sheet: Sheet) -> str:
    """Lakes and ponds: blue, with the engraver's lines following the shore inwards."""
    data = _country(sheet, LAKE)
    return still_water(data) if data else ""


def still_water(data: str) -> str:
    """Water within the outlines of a path."""
    lines = "".join(
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for width, colour in ((13, "#8fb4c1"), (11.4, ink.WATER), (7, "#7ea8b8"), (5.6, ink.WATER))
    )
    return (
        f'<clipPath id="g-lake"><path d="{data}"/></clipPath>'
        f'<g clip-path="url(#g-lake)"><path d="{data}" fill="{ink.WATER}"/>{lines}</g>'
        f'<path d="{data}" fill="none" stroke="{ink.BANK}" stroke-width="1.4"/>'
    )
