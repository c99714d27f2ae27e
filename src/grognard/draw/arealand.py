"""The landscape of a map of areas: woods, towns, waters, walls, roads, rails and houses."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, sin

from grognard.boards.areas import LOCAL, MAIN, RAILROAD
from grognard.draw import ink
from grognard.draw.areasheet import AreaSheet
from grognard.draw.cover import planted, scatter, wooded
from grognard.draw.curves import Point, polygon, smooth_loop, strokes
from grognard.draw.houses import built, crowded, house, run
from grognard.draw.lines import Ways, along, soft_line
from grognard.draw.ways import bridge, ford, highways, waters
from grognard.draw.works import banks, rails, ruled, wall

_TREES = 14.5  # pixels between trees
_ROWS = 11.0  # and between the trees of an orchard
_LOT = 12.0  # between the houses of a town
_STREET = 8.0  # from the middle of a road to the nearest houses
_BED = 4.0  # half the breadth of a railroad bed


def of_roads(sheet: AreaSheet) -> Ways:
    """The roads of a map."""
    return Ways([sheet.points(road.line) for road in sheet.ground.roads])


def woods(sheet: AreaSheet) -> str:
    """Woods and orchards."""
    roads = of_roads(sheet)
    figures, trees = [], []
    for cover in sheet.ground.covers:
        if cover.kind == "town":
            continue
        outline = sheet.points(cover.outline)
        figures.append(smooth_loop(_softened(outline)))
        step, stray = (_ROWS, 0.5) if cover.kind == "orchard" else (_TREES, 3.5)
        trees += [spot for spot in planted(_shrunk(outline), step, stray) if roads.apart(spot) > 7]
    return wooded(sheet, "".join(figures), trees) if figures else ""


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
            parts.append(wall(points))
        elif line.kind == "fence":
            posts = [
                (x + s * 6 * wy, y - s * 6 * wx)
                for (x, y), (wx, wy) in along(points, 7.0)
                for s in (-1, 1)
            ]
            crosses = strokes(
                ((x - 1.5, y - 1.5 * s), (x + 1.5, y + 1.5 * s)) for x, y in posts for s in (-1, 1)
            )
            parts.append(ruled(crosses, ink.HACHURE, 0.8))
        elif line.kind == "cut":
            parts.append(banks(points, 3.4, 4.6, 10.0, 1.1))
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def roads(sheet: AreaSheet) -> str:
    """Railroad beds and rails, then local roads, then main ones, each over those before."""
    data = {
        kind: "".join(
            soft_line(sheet.points(road.line)) for road in sheet.ground.roads if road.kind == kind
        )
        for kind in (MAIN, LOCAL, RAILROAD)
    }
    tracks = [sheet.points(line.line) for line in sheet.ground.lines if line.kind == "rails"]
    beds = [sheet.points(road.line) for road in sheet.ground.roads if road.kind == RAILROAD]
    return _beds(data[RAILROAD], beds) + rails(tracks) + highways(data[MAIN], data[LOCAL])


def _beds(data: str, lines: list[list[Point]]) -> str:
    """Unfinished railroad: an embankment without rails, shaded with strokes on either side."""
    if not data:
        return ""
    shaded = "".join(banks(line, 4.2, _BED, _BED + 2.6, 0.9) for line in lines)
    return (
        f'<g fill="none">{shaded}'
        f'<path d="{data}" stroke="{ink.HACHURE}" stroke-width="{2 * _BED:g}"/>'
        f'<path d="{data}" stroke="#e3d3ad" stroke-width="{2 * _BED - 2.2:g}"/></g>'
    )


def crossings(sheet: AreaSheet) -> str:
    """Bridges and fords, square to the water they cross."""
    wet = ("river", "stream")
    lines = Ways([sheet.points(line.line) for line in sheet.ground.lines if line.kind in wet])
    parts = []
    for crossing in sheet.ground.crossings:
        at = sheet.point(crossing.at)
        (ax, ay), (bx, by) = lines.nearest(at) or ((0.0, 0.0), (1.0, 0.0))
        long = hypot(bx - ax, by - ay) or 1.0
        way = (bx - ax) / long, (by - ay) / long
        parts.append((bridge if crossing.kind == "bridge" else ford)(at, way))
    return f'<g fill="none">{"".join(parts)}</g>' if parts else ""


def houses(sheet: AreaSheet) -> str:
    """Single houses where the map has them, and towns full of them beside their streets."""
    roads = of_roads(sheet)
    blocks = []
    for n, spot in enumerate(sheet.ground.houses):
        at = _off_the_road(sheet.point(spot), roads)
        turn = (scatter((n, 5), 7) % 7 - 3) * 0.12
        blocks.append(house(*at, 8.0 + scatter((n, 1), 2) % 3, 5.6, turn))
    for cover in sheet.ground.covers:
        if cover.kind == "town":
            blocks += crowded(sheet.points(cover.outline), roads, _LOT, _STREET)
    return built(blocks)


def _off_the_road(at: Point, roads: Ways) -> Point:
    """The place of a house, moved beside the road that runs through it."""
    near, piece = roads.apart(at), roads.nearest(at)
    if piece is None or near >= _STREET:
        return at
    (ax, ay), (bx, by) = piece
    angle = run(piece)
    left = (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
    move = (_STREET + 1 - near) * (1 if left >= 0 else -1)
    return at[0] - sin(angle) * move, at[1] + cos(angle) * move
