"""The boundaries between locales: how wide, how hard to cross, and on which side it is hard."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot

from grognard.boards.areamap import AreaMap
from grognard.draw import ink
from grognard.draw.arealand import of_roads
from grognard.draw.areasheet import AreaSheet
from grognard.draw.curves import Point, number, strokes
from grognard.draw.lines import along, soft_line
from grognard.draw.works import ruled

_LOZENGE = 4.6  # half the length of a lozenge
_GAP = 11.0  # between two lozenges
_INSET = 10.5  # from the boundary to the middle of the penalties on its either side
_GLYPH = 10.0  # between two penalties
_COMB = 4.5  # the length of the teeth of an obstructed approach

# Properties of the ground that have a sign; a map without one of them goes without its sign.
PASSAGE, WIDTH, OBSTRUCTED = "passage", "width", "obstructed"
RESTRICTED = "restricted"
ARMS = ("infantry", "cavalry", "artillery")  # what each pays for coming in over an approach

# Lines of boundaries: what all may cross, only some, nobody.
OPEN_LINE, DASHED_LINE, WALL = range(3)
_DASHES = ("", ' stroke-dasharray="7 4"', "")
BORDER = "#5b2b1d"


def signposts(sheet: AreaSheet) -> list[tuple[Point, Point]]:
    """For every boundary a point on it, off roads and other signs, and the way it runs there.

    The way has the boundary's first locale to its left.
    """
    roads = of_roads(sheet)
    posts: list[tuple[Point, Point]] = []
    for n in range(len(sheet.ground.boundaries)):
        spots = list(along(sheet.edge(2 * n), 4.0)) or [next(along(sheet.edge(2 * n), 0.5))]
        middle = (len(spots) - 1) / 2

        def ill(i: int, spots: list[tuple[Point, Point]] = spots, middle: float = middle) -> float:
            """How bad a sign looks at a spot: far from the middle, on a road, over another."""
            at = spots[i][0]
            near = roads.apart(at)
            close = min((hypot(at[0] - p[0], at[1] - p[1]) for p, _ in posts), default=99.0)
            ends = min(i, len(spots) - 1 - i) * 4.0
            return (
                abs(i - middle) / (middle + 1) * 8
                + max(0.0, 17 - near)
                + max(0.0, 42 - close) * 0.7
                + max(0.0, 22 - ends)
            )

        posts.append(spots[min(range(len(spots)), key=ill)])
    return posts


def turned_in(way: Point) -> Point:
    """Square to the way along an edge, to the side its locale lies on: the left, seen on paper."""
    return way[1], -way[0]


def defs() -> str:
    """The signs of the arms that pay for crossing, each ten pixels wide."""
    edge = f'stroke="{BORDER}" stroke-width="1"'
    return (
        f'<g id="g-infantry"><rect x="-4" y="-2.8" width="8" height="5.6" fill="{BORDER}"'
        f" {edge}/></g>"
        f'<g id="g-cavalry"><rect x="-4" y="-2.8" width="8" height="5.6" fill="{ink.PLATE}"'
        f' {edge}/><path d="M-4 2.8L4-2.8V2.8z" fill="{BORDER}"/></g>'
        f'<g id="g-artillery"><circle r="3.3" fill="{ink.PLATE}" {edge}/>'
        f'<circle r="1.2" fill="{BORDER}"/></g>'
    )


def line_of(ground: AreaMap, boundary: int) -> int:
    """The line a boundary is drawn with."""
    if ground.boundaries[boundary].closed:
        return WALL
    return DASHED_LINE if ground.boundary_word(boundary, PASSAGE) == RESTRICTED else OPEN_LINE


def lines(sheet: AreaSheet, drawn: int) -> str:
    """All boundaries of one line."""
    data = "".join(
        soft_line(sheet.points(boundary.line))
        for n, boundary in enumerate(sheet.ground.boundaries)
        if line_of(sheet.ground, n) == drawn
    )
    if not data:
        return ""
    width = 3.6 if drawn == WALL else 1.5
    halo = f'<path d="{data}" stroke="{ink.PAPER}" stroke-width="{width + 2:g}"/>'
    if drawn == DASHED_LINE:  # between its dashes a stream or a road shows
        halo = ""
    line = f'<path d="{data}" stroke="{BORDER}" stroke-width="{width:g}"{_DASHES[drawn]}/>'
    return f'<g fill="none" stroke-linejoin="round">{halo}{line}</g>'


def signs(sheet: AreaSheet) -> str:
    """What is hard about every boundary, on the side where it is."""
    ground = sheet.ground
    teeth: list[tuple[Point, Point]] = []
    parts: list[str] = []
    for n, post in enumerate(signposts(sheet)):
        boundary = ground.boundaries[n]
        if boundary.closed:
            continue
        for approach in (2 * n, 2 * n + 1):
            if ground.approaches[approach].properties.get(OBSTRUCTED):
                teeth += _teeth(sheet.edge(approach))
        hollow = line_of(ground, n) == DASHED_LINE
        parts.append(_lozenges(post, boundary.properties.get(WIDTH, 1), hollow))
        parts += [_penalties(sheet, approach, post) for approach in (2 * n, 2 * n + 1)]
    combs = ruled(strokes(teeth), BORDER, 1.3) if teeth else ""
    return combs + "".join(parts)


def _teeth(edge: list[Point]) -> Iterator[tuple[Point, Point]]:
    """Teeth on the inner side of an obstructed approach."""
    for (x, y), way in along(edge, 7.0):
        ix, iy = turned_in(way)
        yield (x + 1.2 * ix, y + 1.2 * iy), (x + (_COMB + 1.2) * ix, y + (_COMB + 1.2) * iy)


def _lozenges(post: tuple[Point, Point], count: int, hollow: bool) -> str:
    """As many lozenges on the boundary as units can lead over it; hollow if it is restricted."""
    (x, y), way = post
    turn = degrees(atan2(way[1], way[0]))
    long, high = _LOZENGE + 1, _LOZENGE - 0.8
    shape = "".join(
        f"M{number(at - long)} 0L{number(at)} {number(-high)}L{number(at + long)} 0"
        f"L{number(at)} {number(high)}z"
        for at in [(i - (count - 1) / 2) * _GAP for i in range(count)]
    )
    fill = ink.PLATE if hollow else BORDER
    return (
        f'<path d="{shape}" transform="translate({number(x)} {number(y)}) rotate({number(turn)})"'
        f' fill="{fill}" stroke="{BORDER if hollow else ink.PLATE}" stroke-width="1.1"/>'
    )


def _penalties(sheet: AreaSheet, approach: int, post: tuple[Point, Point]) -> str:
    """A sign for every point that an arm pays when it comes in over an approach."""
    costs = sheet.ground.approaches[approach].properties
    arms = [arm for arm in ARMS for _ in range(costs.get(arm, 0))]
    if not arms:
        return ""
    (x, y), way = post
    ix, iy = turned_in(way if approach % 2 == 0 else (-way[0], -way[1]))
    turn = degrees(atan2(way[1], way[0]))
    turn -= 180 * round(turn / 180)  # never upside down
    parts = []
    for i, arm in enumerate(arms):
        off = (i - (len(arms) - 1) / 2) * _GLYPH
        at = x + ix * _INSET + way[0] * off, y + iy * _INSET + way[1] * off
        parts.append(
            f'<use href="#g-{arm}" transform="translate({number(at[0])} {number(at[1])})'
            f' rotate({number(turn)})"/>'
        )
    return "".join(parts)
