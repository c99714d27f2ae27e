"""What is built along a line: walls, banks, rails, hedges and works, drawn from plain points."""

from __future__ import annotations

from grognard.draw import ink
from grognard.draw.cover import nudge
from grognard.draw.curves import Point, number, polyline, strokes
from grognard.draw.lines import along, soft_line


def ruled(ticks: str, colour: str, width: float) -> str:
    """Strokes in tenths of a pixel as a figure."""
    return (
        f'<path transform="scale(.1)" d="{ticks}" stroke="{colour}" stroke-width="{10 * width:g}"/>'
    )


def banks(line: list[Point], step: float, near: float, far: float, width: float) -> str:
    """Strokes square to a line, from near to far on either hand."""
    ticks = strokes(
        ((x + s * near * wy, y - s * near * wx), (x + s * far * wy, y - s * far * wx))
        for (x, y), (wx, wy) in along(line, step)
        for s in (-1, 1)
    )
    return ruled(ticks, ink.HACHURE, width)


def rails(lines: list[list[Point]]) -> str:
    """A railway with its sleepers."""
    if not lines:
        return ""
    data = "".join(soft_line(line) for line in lines)
    sleepers = strokes(
        ((x + 3.4 * wy, y - 3.4 * wx), (x - 3.4 * wy, y + 3.4 * wx))
        for line in lines
        for (x, y), (wx, wy) in along(line, 6.0)
    )
    return (
        f'<g fill="none"><path d="{data}" stroke="{ink.INK}" stroke-width="1.6"/>'
        f"{ruled(sleepers, ink.INK, 1.1)}</g>"
    )


def wall(line: list[Point]) -> str:
    """A wall of stones."""
    data = polyline(line)
    return (
        f'<path d="{data}" stroke="{ink.INK}" stroke-width="2.6"/>'
        f'<path d="{data}" stroke="{ink.PLATE}" stroke-width="1.2" stroke-dasharray="3 1.5"/>'
    )


def breastwork(line: list[Point], strong: bool) -> str:
    """Earth thrown up, with strokes down its left hand, the enemy's; strong works have a ditch."""
    data = polyline(line)
    far, colour = (7.0, ink.INK) if strong else (4.5, ink.HACHURE)
    ticks = strokes(((x, y), (x + far * wy, y - far * wx)) for (x, y), (wx, wy) in along(line, 4.0))
    body = f'<path d="{data}" stroke="{colour}" stroke-width="{3.2 if strong else 1.8}"/>'
    return body + ruled(ticks, colour, 1.2 if strong else 0.9)


def planted_line(line: list[Point], name: str, step: float, stray: float) -> str:
    """Bushes or trees along a line, each a little out of it."""
    parts = []
    for n, ((x, y), _) in enumerate(along(line, step)):
        mx, my = nudge((n, round(x)), 17, stray)
        parts.append(f'<use href="#{name}" x="{number(x + mx)}" y="{number(y + my)}"/>')
    return "".join(parts)
