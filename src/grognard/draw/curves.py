"""Path data: numbers written short, and broken lines rounded into natural curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate to a tenth of a pixel, without needless signs.

    >>> number(3.04), number(-0.04), number(0.25)
    ('3', '0', '.2')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text == "-0":
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    """A point as path data."""
    return f"{number(point[0])} {number(point[1])}"


def middle(a: Point, b: Point) -> Point:
    """Half way between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def polygon(points: Sequence[Point]) -> str:
    """A closed figure with straight sides."""
    return "M" + "L".join(pair(p) for p in points) + "z"


def polyline(points: Sequence[Point]) -> str:
    """A broken line."""
    return "M" + "L".join(pair(p) for p in points)


def smooth_loop(points: Sequence[Point]) -> str:
    """A closed curve through the middles of the sides, bent by the corners."""
    start = middle(points[-1], points[0])
    parts = [f"M{pair(start)}"]
    for here, following in zip(points, [*points[1:], points[0]], strict=True):
        parts.append(f"Q{pair(here)} {pair(middle(here, following))}")
    return "".join(parts) + "z"


def rounded(points: Sequence[Point], reach: float) -> str:
    """A closed figure with straight sides, its corners rounded off within `reach` of them."""
    parts: list[str] = []
    count = len(points)
    for i, here in enumerate(points):
        before, after = (towards(here, points[j % count], reach) for j in (i - 1, i + 1))
        parts.append(f"{'L' if parts else 'M'}{pair(before)}Q{pair(here)} {pair(after)}")
    return "".join(parts) + "z"


def towards(a: Point, b: Point, reach: float) -> Point:
    """The point so far on the way from one point to another, or half way if that is nearer."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    part = 0.5 if long <= 2 * reach else reach / long
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def smooth_line(points: Sequence[Point]) -> str:
    """An open curve from the first point to the last, bent by the corners between."""
    if len(points) < 3:
        return polyline(points)
    parts = [f"M{pair(points[0])}L{pair(middle(points[0], points[1]))}"]
    for here, following in pairwise(points[1:]):
        parts.append(f"Q{pair(here)} {pair(middle(here, following))}")
    return "".join(parts) + f"L{pair(points[-1])}"


def strokes(lines: Iterable[tuple[Point, Point]]) -> str:
    """Many short straight strokes as one path in tenths of a pixel, each relative to the last."""
    parts: list[str] = []
    x = y = 0
    for (ax, ay), (bx, by) in lines:
        start = round(10 * ax), round(10 * ay)
        end = round(10 * bx), round(10 * by)
        if start == end:
            continue
        parts.append(f"m{start[0] - x} {start[1] - y}l{end[0] - start[0]} {end[1] - start[1]}")
        x, y = end
    return "".join(parts).replace(" -", "-")


def chains(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Edges joined end to end: loops begin and end at the same point, forks end a chain."""
    links: dict[Point, list[Point]] = {}
    for a, b in edges:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    ends = [p for p in links if len(links[p]) != 2]
    found: list[list[Point]] = []
    for start in [*ends, *links]:
        while links[start]:
            chain = [start]
            while True:
                here = chain[-1]
                following = links[here].pop()
                links[following].remove(here)
                chain.append(following)
                if following == start or len(links[following]) != 1:
                    break
            found.append(chain)
    return found
