"""Houses: villages along their streets, walled farms, single buildings."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from grognard.draw import ink
from grognard.draw.cover import nudge, planted, scatter
from grognard.draw.curves import Point, polygon
from grognard.draw.hexsheet import HEX, Sheet
from grognard.draw.lines import Ways
from grognard.draw.ways import on_road

# Grounds with houses on them.
VILLAGE, BUILT_UP_VILLAGE, CHATEAU = "village", "built-up-village", "chateau"
_STREET = 9.0  # from the middle of a street to the middle of the houses along it
# Along a street from the middle of the hex outwards, where houses stand on either hand.
_LOTS = (7.0, 15.5, 23.0)
# Where houses stand in a village without a street.
_GREEN = ((-13, -11), (3, -15), (14, -3), (-14, 5), (10, 12), (-3, 15))
_CROWDED = ((-15, -13), (15, 13), (15, -14), (-15, 14), (0, -21), (0, 21))


def houses(sheet: Sheet) -> str:
    """Every building on the map, stone-red with a dark edge; walled farms with their yard."""
    ground = sheet.ground
    blocks: list[str] = []
    walls: list[str] = []
    for h in range(ground.grid.size):
        kind = ground.ground_name(h)
        if kind in (VILLAGE, BUILT_UP_VILLAGE):
            blocks += _village(sheet, h, kind == BUILT_UP_VILLAGE)
        elif kind == CHATEAU:
            wall, inner = _farm(sheet, h)
            walls.append(wall)
            blocks += inner
        elif ground.buildings >> h & 1:
            blocks += _village(sheet, h, False, most=3)
    parts = []
    if walls:
        parts.append(
            f'<path d="{"".join(walls)}" fill="{ink.YARD}" stroke="{ink.STONE_EDGE}"'
            ' stroke-width="2"/>'
        )
    return "".join(parts) + built(blocks)


def built(blocks: list[str], fill: str = ink.STONE) -> str:
    """Houses by their outlines."""
    if not blocks:
        return ""
    return (
        f'<path d="{"".join(blocks)}" fill="{fill}" stroke="{ink.STONE_EDGE}" stroke-width=".8"/>'
    )


def crowded(outline: list[Point], streets: Ways, lot: float, off: float) -> list[str]:
    """Houses all over a figure, along the nearest street and so far off its middle."""
    found = []
    for n, at in enumerate(planted(outline, lot, 1.6)):
        if streets.apart(at) > off:
            wide = 6.5 + scatter((n, 3), 1) % 3
            found.append(house(*at, wide, 5.0, run(streets.nearest(at))))
    return found


def run(street: tuple[Point, Point] | None) -> float:
    """The direction of a street, 0 if there is none near."""
    if street is None:
        return 0.0
    (ax, ay), (bx, by) = street
    return atan2(by - ay, bx - ax)


def house(x: float, y: float, width: float, depth: float, angle: float) -> str:
    """The outline of a house about its middle."""
    c, s = cos(angle), sin(angle)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return polygon(
        [
            (x + (i * c * width - j * s * depth) / 2, y + (i * s * width + j * c * depth) / 2)
            for i, j in corners
        ]
    )


def _village(sheet: Sheet, h: int, crowded: bool, most: int = 99) -> list[str]:
    """Houses along every street of the hex, and some behind; none on a street."""
    cell = sheet.cell(h)
    x, y = on_road(sheet, h)
    streets = [d for d in range(6) if sheet.ground.road[h][d]]
    rays = [_ray(sheet, h, d) for d in streets]
    spots: list[tuple[Point, float]] = []
    for ux, uy in rays:
        for lot in _LOTS if crowded else _LOTS[:2]:
            for hand in (1, -1):
                at = (x + ux * lot - uy * hand * _STREET, y + uy * lot + ux * hand * _STREET)
                spots.append((at, atan2(uy, ux)))
    loose = [*(_GREEN[::2] if streets else _GREEN), *(_CROWDED if crowded else ())]
    for i, (dx, dy) in enumerate(loose):
        mx, my = nudge(cell, 90 + i, 2)
        spots.append(((x + dx + mx, y + dy + my), (scatter(cell, 80 + i) % 7 - 3) * 0.12))
    found: list[str] = []
    taken: list[Point] = []
    for i, (at, angle) in enumerate(spots):
        apart = min((hypot(at[0] - t[0], at[1] - t[1]) for t in taken), default=99.0)
        if apart < 8.5 or _on_street(at, (x, y), rays) or hypot(at[0] - x, at[1] - y) > HEX / 2:
            continue
        if len(taken) == most:
            break
        taken.append(at)
        wide = 6.5 + scatter(cell, 120 + i) % 4
        found.append(house(*at, wide, 4.8 + scatter(cell, 140 + i) % 2, angle))
    return found


def _ray(sheet: Sheet, h: int, d: int) -> Point:
    x, y = on_road(sheet, h)
    mx, my = on_road(sheet, sheet.ground.grid.neighbours[h][d])
    long = hypot(mx - x, my - y)
    return (mx - x) / long, (my - y) / long


def _on_street(at: Point, centre: Point, rays: list[Point]) -> bool:
    dx, dy = at[0] - centre[0], at[1] - centre[1]
    return any(dx * ux + dy * uy > -2 and abs(dy * ux - dx * uy) < 7.0 for ux, uy in rays)


def _farm(sheet: Sheet, h: int) -> tuple[str, list[str]]:
    """A walled farm: a square of wall with ranges of buildings on three sides of the yard."""
    x, y = sheet.centre(h)
    turn = (scatter(sheet.cell(h), 7) % 5 - 2) * 0.09
    wall = house(x, y, 36, 36, turn)
    c, s = cos(turn), sin(turn)
    ranges = ((-14.5, 0.0, 7.0, 30.0), (2.0, -14.5, 26.0, 7.0), (14.5, 7.0, 7.0, 18.0))
    inner = [
        house(x + dx * c - dy * s, y + dx * s + dy * c, wide, deep, turn)
        for dx, dy, wide, deep in ranges
    ]
    return wall, inner
