"""The names on a tabletop: where each would best stand, and which give way to which."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from grognard.boards.tablemap import FIELDS, LINES, TOWN, VILLAGE, WATERS, TableLine
from grognard.draw import ink
from grognard.draw.curves import Point
from grognard.draw.labels import Wish
from grognard.draw.lettering import LEAST
from grognard.draw.lines import inside
from grognard.draw.tablesheet import TableSheet

_PLACE_SIZE = {1: LEAST, 2: 13.0, 3: 17.0}


def names(sheet: TableSheet) -> list[Wish]:
    """The names of the map, the largest first, so that smaller ones give way."""
    ground = sheet.ground
    ranked: list[tuple[float, Wish]] = []

    def wish(text: str, at: Point, near: Point, size: float, colour: str = ink.INK) -> None:
        ranked.append((-size, Wish(text, *at, *near, size, True, colour, True)))

    for area in ground.areas:
        if area.name:
            outline = sheet.points(area.outline)
            built = area.kind in (TOWN, VILLAGE)
            size = 15.0 if area.kind == TOWN else 13.0 if built else 12.0
            near = _half(outline) if built else (0.0, 0.0)
            wish(area.name, _within(outline), near, LEAST if area.kind == FIELDS else size)
    for hill in ground.hills:
        if hill.name:
            wish(hill.name, _within(sheet.points(hill.outline)), (0.0, 0.0), 14.0)
    for spot in ground.places:
        colour = ink.WATER_NAME if spot.kind == "water" else ink.INK
        near = (10.0, 8.0) if spot.kind in ("farm", "village") else (2.0, 3.0)
        wish(spot.name, sheet.point(spot.at), near, _PLACE_SIZE[spot.size], colour)
    for line in ground.lines:
        if line.name:
            wet = LINES[line.kind] in WATERS
            at, half = _straight(sheet, line)
            colour = ink.WATER_NAME if wet else ink.HACHURE
            wish(line.name, at, half, 12.0 if wet else LEAST, colour)
    return [found for _, found in sorted(ranked, key=lambda entry: entry[0])]


def _half(outline: list[Point]) -> Point:
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    return (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2


def _within(outline: list[Point]) -> Point:
    """A point about the middle of a figure and inside it."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    spots = [
        (x / 16 * (max(xs) - min(xs)) + min(xs), y / 16 * (max(ys) - min(ys)) + min(ys))
        for x in range(1, 16)
        for y in range(1, 16)
    ]
    inner = [spot for spot in spots if inside(spot, outline)]
    return min(inner, key=lambda p: hypot(p[0] - middle[0], p[1] - middle[1]), default=middle)


def _straight(sheet: TableSheet, line: TableLine) -> tuple[Point, Point]:
    """The middle of the longest straight of a line, and how far its name keeps from it."""
    pieces = list(pairwise(sheet.points(line.line)))
    (ax, ay), (bx, by) = max(pieces, key=lambda p: hypot(p[1][0] - p[0][0], p[1][1] - p[0][1]))
    half = max(line.width * sheet.tenth / 2, 4.0)
    steep = abs(by - ay) / (hypot(bx - ax, by - ay) or 1.0)
    return ((ax + bx) / 2, (ay + by) / 2), (half + 3 * steep, half + 14 * steep * (1 - steep))
