"""The landscape of a map of areas: woods, towns, waters, walls, roads, rails and houses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, hypot, sin

from grognard.boards.areas import LOCAL, MAIN, RAILROAD
from grognard.draw import ink
from grognard.draw.areasheet import AreaSheet
from grognard.draw.cover import nudge, scatter, wooded
from grognard.draw.curves import Point, number, polygon, polyline, smooth_line, smooth_loop
from grognard.draw.houses import built, house
from grognard.draw.ways import bridge, ford, highways, waters

_TREES = 13.0  # pixels between trees
_ROWS = 11.0  # and between the trees of an orchard
_LOT = 12.0  # between the houses of a town
_STREET = 8.0  # from the middle of a road to the nearest houses
_BED = 4.0  # half the breadth of a railroad bed


def inside(at: Point, outline: list[Point]) -> bool:
    """Whether a point of the drawing lies in a figure."""
    x, y = at
    found = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def apart(at: Point, line: list[Point]) -> float:
    """How far a point is from a broken line."""
    return min(_from_piece(at, a, b) for a, b in pairwise(line))


def _from_piece(at: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = 0.0 if long == 0 else ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long
    part = min(max(part, 0.0), 1.0)
    return hypot(at[0] - a[0] - dx * part, at[1] - a[1] - dy * part)


def along(line: list[Point], step: float) -> Iterator[tuple[Point, Point]]:
    """Points at equal steps along a line, each with the way the line runs there."""
    due = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay)
        while due < long:
            way = (bx - ax) / long, (by - ay) / long
            yield (ax + way[0] * due, ay + way[1] * due), way
            due += step
        due -= long


def _planted(outline: list[Point], step: float, stray: float) -> list[Point]:
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


def woods(sheet: AreaSheet) -> str:
    """Woods and orchards."""
    lines = [sheet.points(road.line) for road in sheet.ground.roads]
    figures, trees = [], []
    for cover in sheet.ground.covers:
        if cover.kind == "town":
            continue
        outline = sheet.points(cover.outline)
        figures.append(smooth_loop(_softened(outline)))
        step, stray = (_ROWS, 0.5) if cover.kind == "orchard" else (_TREES, 3.5)
        trees += [
            spot
            for spot in _planted(_shrunk(outline), step, stray)
            if all(apart(spot, line) > 7 for line in lines)
        ]
    return wooded(sheet, "".join(figures), trees) if figures else ""


def soft_line(line: list[Point]) -> str:
    """A curve through the corners of a line but for a little rounding, as a hand would draw it."""
    out: list[Point] = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        out += [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in (0.3, 0.7, 1.0)]
    return smooth_line(out)


def _softened(outline: list[Point]) -> list[Point]:
    """A figure with a point in the middle of every side, so that rounding stays near it."""
    out: list[Point] = []
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        out += [(ax, ay), ((ax + bx) / 2, (ay + by) / 2)]
    return out


def _shrunk(outline: list[Point]) -> list[Point]:
    """A figure drawn in by some pixels, so that what stands in it does not stand over its edge."""
    x = sum(p[0] for p in outline) / len(outline)
    y = sum(p[1] for p in outline) / len(outline)
    return [(px - 4 * _sign(px - x), py - 4 * _sign(py - y)) for px, py in outline]


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def towns(sheet: AreaSheet) -> str:
    """The yards of a town, under its streets."""
    data = "".join(
        polygon(sheet.points(cover.outline))
        for cover in sheet.ground.covers
        if cover.kind == "town"
    )
    if not data:
        return ""
    return (
        f'<path d="{data}" fill="{ink.YARD}" stroke="{ink.STONE_EDGE}" stroke-width=".8"'
        ' stroke-dasharray="2 2"/>'
    )


def streams(sheet: AreaSheet) -> str:
    """Rivers and streams."""
    courses = []
    for kind, bank, water in (("stream", 2.2, 0.0), ("river", 7.0, 4.8)):
        data = "".join(
            soft_line(sheet.points(line.line)) for line in sheet.ground.lines if line.kind == kind
        )
        courses.append((data, bank, water))
    return waters(courses)


def walls(sheet: AreaSheet) -> str:
    """Stone walls, rail fences, and the sloping sides of cuts."""
    parts = []
    for line in sheet.ground.lines:
        points = sheet.points(line.line)
        if line.kind == "wall":
            data = polyline(points)
            parts.append(f'<path d="{data}" stroke="{ink.INK}" stroke-width="2.6"/>')
            parts.append(
                f'<path d="{data}" stroke="{ink.PLATE}" stroke-width="1.2"'
                ' stroke-dasharray="3 1.5"/>'
            )
        elif line.kind == "fence":
            rails = "".join(
                f"M{number(x + s * 6 * wy - 1.5)} {number(y - s * 6 * wx - 1.5)}l3 3m0-3l-3 3"
                for (x, y), (wx, wy) in along(points, 7.0)
                for s in (-1, 1)
            )
            parts.append(f'<path d="{rails}" stroke="{ink.HACHURE}" stroke-width=".8"/>')
        elif line.kind == "cut":
            ticks = "".join(
                f"M{number(x + s * 10 * wy)} {number(y - s * 10 * wx)}"
                f"L{number(x + s * 4.6 * wy)} {number(y - s * 4.6 * wx)}"
                for (x, y), (wx, wy) in along(points, 3.4)
                for s in (-1, 1)
            )
            parts.append(f'<path d="{ticks}" stroke="{ink.HACHURE}" stroke-width="1.1"/>')
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def roads(sheet: AreaSheet) -> str:
    """Railroad beds and rails, then local roads, then main ones, each over those before."""
    data = {
        kind: "".join(
            soft_line(sheet.points(road.line)) for road in sheet.ground.roads if road.kind == kind
        )
        for kind in (MAIN, LOCAL, RAILROAD)
    }
    rails = [sheet.points(line.line) for line in sheet.ground.lines if line.kind == "rails"]
    beds = [sheet.points(road.line) for road in sheet.ground.roads if road.kind == RAILROAD]
    return _beds(data[RAILROAD], beds) + _rails(rails) + highways(data[MAIN], data[LOCAL])


def _beds(data: str, lines: list[list[Point]]) -> str:
    """Unfinished railroad: an embankment without rails, shaded with strokes on either side."""
    if not data:
        return ""
    ticks = "".join(
        f"M{number(x + s * _BED * wy)} {number(y - s * _BED * wx)}"
        f"l{number(s * 2.6 * wy)} {number(-s * 2.6 * wx)}"
        for line in lines
        for (x, y), (wx, wy) in along(line, 4.2)
        for s in (-1, 1)
    )
    return (
        f'<g fill="none"><path d="{ticks}" stroke="{ink.HACHURE}" stroke-width=".9"/>'
        f'<path d="{data}" stroke="{ink.HACHURE}" stroke-width="{2 * _BED:g}"/>'
        f'<path d="{data}" stroke="#e3d3ad" stroke-width="{2 * _BED - 2.2:g}"/></g>'
    )


def _rails(lines: list[list[Point]]) -> str:
    if not lines:
        return ""
    data = "".join(soft_line(line) for line in lines)
    sleepers = "".join(
        f"M{number(x + 3.4 * wy)} {number(y - 3.4 * wx)}l{number(-6.8 * wy)} {number(6.8 * wx)}"
        for line in lines
        for (x, y), (wx, wy) in along(line, 6.0)
    )
    return (
        f'<g fill="none" stroke="{ink.INK}"><path d="{data}" stroke-width="1.6"/>'
        f'<path d="{sleepers}" stroke-width="1.1"/></g>'
    )


def crossings(sheet: AreaSheet) -> str:
    """Bridges and fords, square to the water they cross."""
    lines = [
        sheet.points(line.line)
        for line in sheet.ground.lines
        if line.kind in ("river", "stream")
    ]
    parts = []
    for crossing in sheet.ground.crossings:
        at = sheet.point(crossing.at)
        pieces = [piece for line in lines for piece in pairwise(line)]
        way = (1.0, 0.0)
        if pieces:
            (ax, ay), (bx, by) = min(pieces, key=lambda piece: _from_piece(at, *piece))
            long = hypot(bx - ax, by - ay) or 1.0
            way = (bx - ax) / long, (by - ay) / long
        parts.append((bridge if crossing.kind == "bridge" else ford)(at, way))
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def houses(sheet: AreaSheet) -> str:
    """Single houses where the map has them, and towns full of them beside their streets."""
    lines = [sheet.points(road.line) for road in sheet.ground.roads]
    blocks = []
    for n, spot in enumerate(sheet.ground.houses):
        at = _off_the_road(sheet.point(spot), lines)
        turn = (scatter((n, 5), 7) % 7 - 3) * 0.12
        blocks.append(house(*at, 8.0 + scatter((n, 1), 2) % 3, 5.6, turn))
    for cover in sheet.ground.covers:
        if cover.kind == "town":
            for n, at in enumerate(_planted(sheet.points(cover.outline), _LOT, 1.6)):
                if min((apart(at, line) for line in lines), default=99.0) > _STREET:
                    wide = 6.5 + scatter((n, 3), 1) % 3
                    blocks.append(house(*at, wide, 5.0, _street_turn(at, lines)))
    return built(blocks)


def _off_the_road(at: Point, lines: list[list[Point]]) -> Point:
    """The place of a house, moved beside the road that runs through it."""
    for line in lines:
        if apart(at, line) < _STREET:
            a, b = min(pairwise(line), key=lambda piece: _from_piece(at, *piece))
            angle = atan2(b[1] - a[1], b[0] - a[0])
            left = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
            move = (_STREET + 1 - apart(at, line)) * (1 if left >= 0 else -1)
            at = at[0] - sin(angle) * move, at[1] + cos(angle) * move
    return at


def _street_turn(at: Point, lines: list[list[Point]]) -> float:
    """Houses stand square to the nearest street."""
    if not lines:
        return 0.0
    nearest = min(lines, key=lambda line: apart(at, line))
    a, b = min(pairwise(nearest), key=lambda piece: _from_piece(at, *piece))
    return atan2(b[1] - a[1], b[0] - a[0])
