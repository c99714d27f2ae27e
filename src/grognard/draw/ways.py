"""Lines in the landscape: watercourses and brows along the sides of hexes, roads through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from grognard.boards.hexes import bits
from grognard.boards.hexmap import BRIDGE, FORD, NO_ROAD, PATH, ROAD
from grognard.draw import cover, ink
from grognard.draw.curves import Point, chains, middle, number, pair, polyline, smooth_line
from grognard.draw.hexsheet import Knot, Sheet, beside

MARSHY_STREAM = "marshy-stream"

# kind of water, width of the bank line, width of the water within it (0: the bank line is all)
_WATERS = (
    (MARSHY_STREAM, 2.2, 0.0),
    ("stream", 2.2, 0.0),
    ("deep-stream", 4.6, 2.6),
    ("river", 10.0, 7.6),
)


def _sides(sheet: Sheet, flag: int) -> list[tuple[int, int]]:
    """Every side with a feature, once, seen from the hex with the smaller number."""
    ground = sheet.ground
    return [
        (h, d)
        for h in range(ground.grid.size)
        for d in range(6)
        if ground.side[h][d] & flag and ground.grid.neighbours[h][d] > h
    ]


def _knot_runs(sheet: Sheet, flag: int) -> list[list[Knot]]:
    sides = [sheet.side(h, d) for h, d in _sides(sheet, flag)]
    # Knots are whole numbers, so that equal ones are found equal.
    runs = chains([((float(a), float(b)), (float(c), float(e))) for (a, b), (c, e) in sides])
    return [[(int(x), int(y)) for x, y in run] for run in runs]


def _eased(sheet: Sheet, flags: int) -> dict[Knot, Point]:
    """Where the corners along some features are drawn: their zigzag taken down, ends in place."""
    met: dict[Knot, list[Point]] = {}
    for h, d in _sides(sheet, flags):
        one, other = sheet.side(h, d)
        met.setdefault(one, []).append(sheet.point(other))
        met.setdefault(other, []).append(sheet.point(one))
    shores = {
        knot: sheet.centre(h)
        for h in bits(sheet.ground.hexes_of(cover.LAKE))
        for knot in sheet.corners(sheet.cell(h))
    }
    places = {}
    for knot, near in met.items():
        x, y = sheet.point(knot)
        if len(near) > 1:
            x = 0.64 * x + 0.36 * sum(p[0] for p in near) / len(near)
            y = 0.64 * y + 0.36 * sum(p[1] for p in near) / len(near)
        elif knot in shores:  # water that ends at a lake flows into it
            x, y = middle((x, y), shores[knot])
        places[knot] = x, y
    return places


def _runs(sheet: Sheet, flag: int, among: int) -> list[list[Point]]:
    """The runs of a feature, cut where others join it, so that they meet at the very point."""
    places = _eased(sheet, among)
    joined = Counter(knot for h, d in _sides(sheet, among) for knot in sheet.side(h, d))
    runs = []
    for knots in _knot_runs(sheet, flag):
        run = [places[knots[0]]]
        for knot in knots[1:]:
            run.append(places[knot])
            if joined[knot] > 2:
                runs.append(run)
                run = [places[knot]]
        if len(run) > 1:
            runs.append(run)
    return runs


def watercourses(sheet: Sheet) -> str:
    """Streams and rivers, bending from the middle of one side to the middle of the next."""
    kinds = sheet.ground.kinds
    every = kinds.flag(*(water for water, _, _ in _WATERS))
    runs = [
        "".join(smooth_line(_to_edge(sheet, run)) for run in _runs(sheet, kinds.flag(water), every))
        for water, _, _ in _WATERS
    ]
    tufts = "".join(
        f'<use href="#g-tuft" x="{number(x + dx)}" y="{number(y + dy)}"/>'
        for h, d in _sides(sheet, kinds.flag(MARSHY_STREAM))
        for x, y in [sheet.side_middle(h, d)]
        for dx, dy in ((-8, -4), (8, 7))
    )
    widths = [(bank, water) for _, bank, water in _WATERS]
    return waters([(data, *w) for data, w in zip(runs, widths, strict=True)]) + tufts


def waters(courses: Sequence[tuple[str, float, float]]) -> str:
    """Courses of water as path data, the width of its bank line and of the water within it."""
    banks, within = [], []
    for data, bank, water in courses:
        if not data:
            continue
        banks.append(f'<path d="{data}" stroke="{ink.BANK}" stroke-width="{bank}"/>')
        if water:
            within.append(f'<path d="{data}" stroke="{ink.WATER}" stroke-width="{water}"/>')
    if not banks:
        return ""
    drawn = "".join(banks) + "".join(within)
    return f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{drawn}</g>'


def _to_edge(sheet: Sheet, run: list[Point]) -> list[Point]:
    """A run that ends on the edge of the map's hexes, carried on over the frame."""
    return [*_beyond(sheet, run[1], run[0]), *run, *_beyond(sheet, run[-2], run[-1])]


def _beyond(sheet: Sheet, before: Point, last: Point) -> list[Point]:
    frame = sheet.frame.grown(-30)
    if frame.left < last[0] < frame.right and frame.top < last[1] < frame.bottom:
        return []
    outer = sheet.frame
    gaps = (
        (last[0] - outer.left, (-1, 0)),
        (outer.right - last[0], (1, 0)),
        (last[1] - outer.top, (0, -1)),
        (outer.bottom - last[1], (0, 1)),
    )
    gap, (dx, dy) = min(gaps)
    if gap > 26 or (before[0] - last[0]) * dx + (before[1] - last[1]) * dy > 1:
        return []
    return [(last[0] + dx * (gap + 8), last[1] + dy * (gap + 8))]


def crossings(sheet: Sheet) -> str:
    """Bridges and fords where the ways between two hexes pass the water."""
    parts = []
    ground = sheet.ground
    for flag, draw in ((BRIDGE, bridge), (FORD, ford)):
        for h, d in _sides(sheet, flag):
            (ax, ay), (bx, by) = on_road(sheet, h), on_road(sheet, ground.grid.neighbours[h][d])
            long = hypot(bx - ax, by - ay)
            along = (ay - by) / long, (bx - ax) / long
            parts.append(draw(((ax + bx) / 2, (ay + by) / 2), along))
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def bridge(at: Point, along: Point) -> str:
    """A bridge as two parapets over the water, which flows along a way one pixel long."""
    (x, y), (ux, uy) = at, along
    half = 4.2
    deck = [(x + ux * s * half + uy * t * 7, y + uy * s * half - ux * t * 7)
            for s, t in ((-1, -1), (-1, 1), (1, 1), (1, -1))]  # fmt: skip
    wings = [(x + ux * s * 6.6 + uy * t * 9.5, y + uy * s * 6.6 - ux * t * 9.5)
             for s, t in ((-1, -1), (-1, 1), (1, 1), (1, -1))]  # fmt: skip
    rails = "".join(
        f'<path d="{polyline([wings[i], deck[i], deck[i + 1], wings[i + 1]])}"'
        f' stroke="{ink.INK}" stroke-width="1.5"/>'
        for i in (0, 2)
    )
    return f'<path d="{polyline(deck)}z" fill="{ink.ROAD}" stroke="none"/>{rails}'


def ford(at: Point, along: Point) -> str:
    """A ford as a broken line through the water, which flows along a way one pixel long."""
    (x, y), (ux, uy) = at, along
    a, b = (x - uy * 8, y + ux * 8), (x + uy * 8, y - ux * 8)
    return (
        f'<path d="{polyline([a, b])}" stroke="{ink.INK}" stroke-width="4"'
        ' stroke-dasharray="1.2 1.6"/>'
    )


def roads(sheet: Sheet) -> str:
    """The roads and paths of the map."""
    return highways(_road_data(sheet, ROAD), _road_data(sheet, PATH))


def highways(paved: str, tracks: str) -> str:
    """Paved roads as two lines, paths as one broken line, both given as path data."""
    parts = []
    if tracks:
        parts.append(
            f'<path d="{tracks}" stroke="{ink.PAPER}" stroke-width="3.2" stroke-opacity=".8"/>'
        )
        parts.append(
            f'<path d="{tracks}" stroke="{ink.ROAD_EDGE}" stroke-width="1.5"'
            ' stroke-dasharray="5 2.4"/>'
        )
    if paved:
        parts.append(f'<path d="{paved}" stroke="{ink.ROAD_EDGE}" stroke-width="6"/>')
        parts.append(f'<path d="{paved}" stroke="{ink.ROAD}" stroke-width="3.8"/>')
    return f'<g fill="none" stroke-linejoin="round">{"".join(parts)}</g>'


def _road_data(sheet: Sheet, kind: int) -> str:
    """The pieces of road in every hex: a bend where two sides meet, spokes at ends and forks."""
    parts = []
    for h, ways in enumerate(sheet.ground.road):
        sides = [d for d in range(6) if ways[d] == kind]
        if not sides:
            continue
        centre = on_road(sheet, h)
        near = sheet.ground.grid.neighbours[h]
        met = [d for d in range(6) if ways[d] != NO_ROAD]
        if len(sides) == 2 == len(met):
            a, b = (middle(centre, on_road(sheet, near[d])) for d in sides)
            parts.append(f"M{pair(a)}Q{pair(centre)} {pair(b)}")
            continue
        spokes = [middle(centre, on_road(sheet, near[d])) for d in sides]
        if len(met) == 1:
            spokes += _off_the_map(sheet, h, met[0])
        parts += [f"M{pair(centre)}L{pair(spoke)}" for spoke in spokes]
    return "".join(parts)


def on_road(sheet: Sheet, h: int) -> Point:
    """Where a road passes through a hex: at a bend it cuts the corner."""
    x, y = sheet.centre(h)
    ground = sheet.ground
    met = [n for n, way in zip(ground.grid.neighbours[h], ground.road[h], strict=True) if way]
    if len(met) != 2:
        return x, y
    (ax, ay), (bx, by) = (sheet.centre(n) for n in met)
    return 0.7 * x + 0.15 * (ax + bx), 0.7 * y + 0.15 * (ay + by)


def _off_the_map(sheet: Sheet, h: int, way: int) -> list[Point]:
    """Where a road that ends in an edge hex leaves the sheet: the side most nearly straight on."""
    for turn in (3, 2, 4):
        d = (way + turn) % 6
        if sheet.ground.grid.neighbours[h][d] < 0:
            return [sheet.cell_centre(beside(sheet.cell(h), d))]
    return []


def brows(sheet: Sheet) -> str:
    """Crests and steep sides as a line with strokes to the lower side, ravines between two rows."""
    parts = []
    kinds = sheet.ground.kinds
    for kind, length, width, gap in (("crest", 6.5, 0.9, 3.2), ("steep", 8.0, 1.3, 3.0)):
        flag = kinds.flag(kind)
        ticks = _ticks(sheet, flag, length, gap)
        if ticks:
            brow = "".join(smooth_line(run) for run in _runs(sheet, flag, flag))
            parts.append(f'<path d="{ticks}" stroke-width="{width}"/>')
            parts.append(f'<path d="{brow}" stroke-width="1.3"/>')
    ravine = kinds.flag("ravine")
    banks = _ticks(sheet, ravine, -5.0, 3.4, off=6.5) + _ticks(sheet, ravine, 5.0, 3.4, off=-6.5)
    if banks:
        parts.append(f'<path d="{banks}" stroke-width="1"/>')
    if not parts:
        return ""
    return f'<g fill="none" stroke="{ink.HACHURE}">{"".join(parts)}</g>'


def _ticks(sheet: Sheet, flag: int, length: float, gap: float, off: float = 0.0) -> str:
    """Strokes along every run of a feature, from `off` pixels past it towards the lower ground."""
    owner = {frozenset(sheet.side(h, d)): (h, d) for h, d in _sides(sheet, flag)}
    places = _eased(sheet, flag)
    parts = []
    for knots in _knot_runs(sheet, flag):
        points = [places[knot] for knot in knots]
        for (one, other), (a, b) in zip(pairwise(knots), pairwise(points), strict=True):
            nx, ny = _down(sheet, *owner[frozenset((one, other))])
            count = round(hypot(b[0] - a[0], b[1] - a[1]) / gap)
            for i in range(count):
                t = (i + 0.5) / count
                x, y = a[0] + (b[0] - a[0]) * t + nx * off, a[1] + (b[1] - a[1]) * t + ny * off
                reach = length * (0.75 if i % 2 else 1.0)
                parts.append(f"M{number(x)} {number(y)}l{number(nx * reach)} {number(ny * reach)}")
    return "".join(parts)


def _down(sheet: Sheet, h: int, d: int) -> Point:
    """Square to a side, one pixel long, to the lower of its hexes."""
    n = sheet.ground.grid.neighbours[h][d]
    level = sheet.ground.level
    high, low = (h, n) if level[n] <= level[h] else (n, h)
    (ax, ay), (bx, by) = sheet.centre(high), sheet.centre(low)
    away = hypot(bx - ax, by - ay)
    return (bx - ax) / away, (by - ay) / away
