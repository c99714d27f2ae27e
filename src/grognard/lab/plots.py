"""Plots as SVG: lines with bands, bars, points. Few things on each, all of them labelled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

WIDE: Final = 640
HIGH: Final = 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 34, 46
INK: Final = "#2b2118"
FAINT: Final = "#d9cdb4"
SIZE: Final = 14


class Line(NamedTuple):
    """Points to be joined, with an optional band about them (low and high of each)."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()


class Bar(NamedTuple):
    """A bar: its name, its parts by colour, and what is written behind it."""

    name: str
    parts: Sequence[tuple[str, float]]
    says: str = ""


class Dots(NamedTuple):
    """A cloud of points of one colour."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers from low to high.

    >>> ticks(0, 10), ticks(0, 0.9), ticks(-35, 40)
    ([0.0, 2.0, 4.0, 6.0, 8.0, 10.0], [0.0, 0.2, 0.4, 0.6, 0.8], [-20.0, 0.0, 20.0, 40.0])
    """
    span = (high - low) or 1.0
    power: float = 10.0 ** floor(log10(span / wanted))
    step = next(power * m for m in (1, 2, 5, 10, 20) if span / (power * m) <= wanted)
    first = ceil(low / step - 1e-9)
    count = floor(high / step + 1e-9) - first
    return [round((first + i) * step, 10) for i in range(count + 1)]


class Frame:
    """The frame of a plot: its scales, its axes, and the way from a value to a place."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.x0, self.x1 = x if x[1] > x[0] else (x[0], x[0] + 1)
        self.y0, self.y1 = y if y[1] > y[0] else (y[0], y[0] + 1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a value."""
        across = LEFT + (x - self.x0) / (self.x1 - self.x0) * (WIDE - LEFT - RIGHT)
        up = HIGH - BOTTOM - (y - self.y0) / (self.y1 - self.y0) * (HIGH - TOP - BOTTOM)
        return round(across, 1), round(up, 1)

    def axes(
        self, across: str, up: str, say_x: Callable[[float], str], say_y: Callable[[float], str]
    ) -> str:
        """Ticks, faint lines and the names of both axes."""
        parts = []
        for value in ticks(self.y0, self.y1):
            _, y = self.at(self.x0, value)
            parts.append(f'<path d="M{LEFT} {y}H{WIDE - RIGHT}" stroke="{FAINT}"/>')
            parts.append(_text(LEFT - 8, y + 5, say_y(value), "end"))
        for value in ticks(self.x0, self.x1, 8):
            x, _ = self.at(value, self.y0)
            parts.append(f'<path d="M{x} {HIGH - BOTTOM}v5" stroke="{INK}"/>')
            parts.append(_text(x, HIGH - BOTTOM + 20, say_x(value)))
        parts.append(f'<path d="M{LEFT} {HIGH - BOTTOM}H{WIDE - RIGHT}" stroke="{INK}"/>')
        parts.append(_text((LEFT + WIDE - RIGHT) / 2, HIGH - 8, across))
        parts.append(_text(6, 16, up, "start"))
        return "".join(parts)


def lines(
    named: Sequence[Line],
    across: str,
    up: str,
    y: tuple[float, float] | None = None,
    say_y: Callable[[float], str] = "{:g}".format,
    level: float | None = None,
) -> str:
    """Lines over a common ground; `level` draws a dashed line to compare with."""
    xs = [p[0] for line in named for p in line.points] or [0.0]
    ys = [v for line in named for v in (*(p[1] for p in line.points), *sum(line.band, ()))] or [0.0]
    frame = Frame((min(xs), max(xs)), y or (min(0.0, *ys), max(ys)))
    parts = [frame.axes(across, up, "{:g}".format, say_y)]
    if level is not None:
        (x0, height), (x1, _) = frame.at(frame.x0, level), frame.at(frame.x1, level)
        parts.append(
            f'<path d="M{x0} {height}H{x1}" stroke="{INK}" stroke-dasharray="5 4" fill="none"/>'
        )
    for line in named:
        there = [frame.at(*point) for point in line.points]
        if line.band:
            over = [frame.at(p[0], b[1]) for p, b in zip(line.points, line.band, strict=True)]
            under = [frame.at(p[0], b[0]) for p, b in zip(line.points, line.band, strict=True)]
            ring = " ".join(f"{a},{b}" for a, b in [*over, *reversed(under)])
            parts.append(f'<polygon points="{ring}" fill="{line.colour}" fill-opacity=".18"/>')
        joined = " ".join(f"{a},{b}" for a, b in there)
        parts.append(
            f'<polyline points="{joined}" fill="none" stroke="{line.colour}" stroke-width="2.5"/>'
        )
    return _svg("".join(parts) + _legend([(line.name, line.colour) for line in named]), up)


def bars(rows: Sequence[Bar], title: str, legend: Sequence[tuple[str, str]] = ()) -> str:
    """Horizontal bars, one under another, each with its name before and its value behind."""
    widest = max((len(row.name) for row in rows), default=0)
    left = min(260, 12 + round(7.4 * widest))
    most = max((sum(v for _, v in row.parts) for row in rows), default=1.0) or 1.0
    behind = 20 + 8 * max((len(row.says) for row in rows), default=0)
    scale = max(60.0, WIDE - left - behind) / most
    top = 34 if legend else 8
    parts = []
    for i, row in enumerate(rows):
        y, x = top + 24 * i, float(left)
        parts.append(_text(left - 8, y + 14, row.name, "end"))
        for colour, value in row.parts:
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{value * scale:.1f}" height="18"'
                f' fill="{colour}"/>'
            )
            x += value * scale
        parts.append(_text(x + 6, y + 14, row.says, "start"))
    key = _legend(legend) if legend else ""
    return _svg("".join(parts) + key, title, top + 24 * len(rows) + 4)


def dots(
    clouds: Sequence[Dots],
    across: str,
    up: str,
    y: tuple[float, float],
    say: Callable[[float], str],
) -> str:
    """Points; values of the upright axis are spoken by `say`."""
    xs = [point[0] for cloud in clouds for point in cloud.points] or [0.0]
    edge = max(map(abs, xs)) * 1.05 or 1.0
    frame = Frame((-edge, edge), y)
    parts = [frame.axes(across, up, "{:+g}".format, say)]
    (zero, low), (_, high) = frame.at(0, frame.y0), frame.at(0, frame.y1)
    parts.append(f'<path d="M{zero} {low}V{high}" stroke="{INK}" stroke-dasharray="5 4"/>')
    for cloud in clouds:
        for point in cloud.points:
            px, py = frame.at(*point)
            parts.append(
                f'<circle cx="{px}" cy="{py}" r="3.2" fill="{cloud.colour}" fill-opacity=".55"/>'
            )
    return _svg("".join(parts) + _legend([(c.name, c.colour) for c in clouds]), up)


def _legend(entries: Sequence[tuple[str, str]]) -> str:
    """Names of colours, from the right end of the head line."""
    x, parts = float(WIDE - RIGHT), []
    for name, colour in reversed(entries):
        if not name:
            continue
        x -= 7.4 * len(name)
        parts.append(_text(x, 16, name, "start"))
        x -= 18
        parts.append(f'<rect x="{x:.1f}" y="5" width="13" height="13" fill="{colour}"/>')
        x -= 12
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(inner: str, title: str, high: float = HIGH) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDE} {high:g}" role="img" font-size="{SIZE}"'
        f' fill="{INK}"><title>{escape(title)}</title>{inner}</svg>'
    )
