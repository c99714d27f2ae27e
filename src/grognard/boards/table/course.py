"""What a straight leg goes through and what it costs: areas, crossings, climbs.

Rates are twelfths: 12 pays a mil for a mil, 24 is double cost, 4 a third. Fees are mils, once at
each crossing. Of several areas at one place the most expensive counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..polygons import OUTSIDE
from .boxes import bits
from .chord import Span, chords, crossings
from .ground import Area, Ground, place
from .lattice import length
from .slide import Swept, edge_span

PLAIN = 12
"""The rate of open ground."""

FORBIDDEN = -1
"""A rate or a fee that nobody can pay."""


class Course:
    """A leg over the ground: where it is in which area, what it crosses, where it climbs.

    `stretches` are (from, to, area), `crossed` are (at, line, spot or -1), `climbs` are
    (at, levels up or down); all in mils from the start and in that order.
    """

    __slots__ = ("climbs", "crossed", "stretches", "whole")

    def __init__(
        self,
        whole: int,
        stretches: list[tuple[int, int, int]],
        crossed: list[tuple[int, int, int]],
        climbs: list[tuple[int, int]],
    ) -> None:
        self.whole = whole
        self.stretches = stretches
        self.crossed = crossed
        self.climbs = climbs


class Tariff:
    """What each kind costs to go through (areas, twelfths) or to cross (lines, spots; mils)."""

    __slots__ = ("areas", "down", "lines", "plain", "spots", "up")

    def __init__(
        self,
        areas: Sequence[int],
        lines: Sequence[int] = (),
        spots: Sequence[int] = (),
        up: int = 0,
        down: int = 0,
        plain: int = PLAIN,
    ) -> None:
        self.areas = list(areas)
        self.lines = list(lines)
        self.spots = list(spots)
        self.up = up
        self.down = down
        self.plain = plain


def course(ground: Ground, swept: Swept, whole_base: bool = False) -> Course:
    """The course of a leg, by the centre of the stand or, for areas, by any part of its base."""
    a = swept.stand
    on = line_course(ground, a.x, a.y, a.x + swept.vx, a.y + swept.vy)
    if whole_base:
        near = ground.area_boxes.near(swept.left, swept.top, swept.right, swept.bottom)
        spans = [(i, span) for i in bits(near) for span in base_chords(ground.areas[i], swept)]
        on.stretches = sorted((start, end, i) for i, (start, end) in spans)
    return on


def line_course(ground: Ground, ax: int, ay: int, bx: int, by: int) -> Course:
    """The course of a point from one place to another."""
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    stretches: list[tuple[int, int, int]] = []
    near = ground.area_boxes.near(left, top, right, bottom)
    if near:
        for i in bits(near):
            for start, end in chords(ground.areas[i], ax, ay, bx, by):
                stretches.append((start, end, i))
        stretches.sort()
    climbs: list[tuple[int, int]] = []
    near = ground.contour_boxes.near(left, top, right, bottom)
    if near:
        for i in bits(near):
            climbs += _climbs(ground.contours[i], ax, ay, bx, by)
        climbs.sort()
    return Course(length(bx - ax, by - ay), stretches, crossings(ground, ax, ay, bx, by), climbs)


def on_outlines(ground: Ground, on: Course, swept: Swept) -> list[tuple[int, int, int]]:
    """The areas on whose outline a centre ends, or begins, a leg that does not run inside there.

    They are stretches without length at the end or the start, for systems in which an outline is
    part of its area; a leg along the outline is none.
    """
    ax, ay = swept.stand.x, swept.stand.y
    bx, by = ax + swept.vx, ay + swept.vy
    starts, ends = ground.areas_at(ax, ay), ground.areas_at(bx, by)
    if not starts and not ends:
        return []
    middle = ground.areas_at((ax + bx) // 2, (ay + by) // 2)
    along = {i for i in ends if i in starts and i in middle}
    within = along | {i for _, end, i in on.stretches if end >= on.whole - 1}
    found = [(on.whole, on.whole, i) for i in ends if i not in within]
    within = along | {i for start, _, i in on.stretches if start <= 1}
    return found + [(0, 0, i) for i in starts if i not in within]


def swept_lines(ground: Ground, swept: Swept) -> list[int]:
    """The lines over which any part of a stand's base passes on a leg."""
    found = set()
    near = ground.piece_boxes.near(swept.left, swept.top, swept.right, swept.bottom)
    for i in bits(near):
        line = ground.piece_line[i]
        if line not in found and edge_span(swept, *ground.piece_at[i])[1] >= 0:
            found.add(line)
    return sorted(found)


def base_chords(area: Area, swept: Swept) -> list[Span]:
    """The parts of a leg on which any of a stand's base covers ground of an area, in order."""
    left, top, right, bottom = area.box
    if left >= swept.right or right <= swept.left or top >= swept.bottom or bottom <= swept.top:
        return []
    cut: list[Span] = []
    for edge in area.outline.near(swept.left, swept.top, swept.right, swept.bottom):
        enter, leave = edge_span(swept, *edge)
        if leave >= 0:
            cut.append((enter, leave))
    # Where no edge cuts the base, all of it is inside or outside as its centre is.
    a = swept.stand
    inner = chords(area, a.x, a.y, a.x + swept.vx, a.y + swept.vy)
    return _merged(cut + inner)


def _merged(spans: list[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _climbs(contour: Area, ax: int, ay: int, bx: int, by: int) -> list[tuple[int, int]]:
    """The places where a way goes into (+1) or out of (-1) a contour; its line belongs to it."""
    low_x, high_x = (ax, bx) if ax < bx else (bx, ax)
    low_y, high_y = (ay, by) if ay < by else (by, ay)
    left, top, right, bottom = contour.box
    if high_x < left or low_x > right or high_y < top or low_y > bottom:
        return []
    if not contour.outline.maybe_meets(ax, ay, bx, by):
        return []
    whole = length(bx - ax, by - ay)
    states = [(0, place(contour, ax, ay) != OUTSIDE)]
    at = 0
    for start, end in chords(contour, ax, ay, bx, by):
        if start > at:
            states.append((at, False))
        states.append((start, True))
        at = end
    if at < whole:
        states.append((at, False))
    states.append((whole, place(contour, bx, by) != OUTSIDE))
    return [
        (states[i][0], 1 if states[i][1] else -1)
        for i in range(1, len(states))
        if states[i][1] != states[i - 1][1]
    ]


def price(ground: Ground, on: Course, tariff: Tariff) -> int:
    """What a whole leg costs in mils, rounded up; FORBIDDEN if it crosses forbidden ground."""
    total = 0
    for _, fee in _fees(ground, on, tariff):
        if fee < 0:
            return FORBIDDEN
        total += fee * PLAIN
    for start, end, rate in _rates(ground, on, tariff):
        if rate < 0:
            return FORBIDDEN
        total += (end - start) * rate
    return -(-total // PLAIN)


def affordable(ground: Ground, on: Course, tariff: Tariff, allowance: int) -> int:
    """How many mils of a leg an allowance pays for."""
    left = allowance * PLAIN
    fees = _fees(ground, on, tariff)
    at = paid = 0
    for _, end, rate in _rates(ground, on, tariff):
        while True:
            due = paid < len(fees) and fees[paid][0] <= end
            stop = fees[paid][0] if due else end
            if stop > at:
                if rate < 0:
                    return at
                if (stop - at) * rate > left:
                    return at + left // rate
                left -= (stop - at) * rate
                at = stop
            if not due:
                break
            fee = fees[paid][1]
            if fee < 0 or fee * PLAIN > left:
                return max(at - 1, 0)
            left -= fee * PLAIN
            paid += 1
    return on.whole


def _fees(ground: Ground, on: Course, tariff: Tariff) -> list[tuple[int, int]]:
    """What is due at single places of a leg, in order."""
    found: list[tuple[int, int]] = []
    if not on.crossed and not on.climbs:
        return found
    for at, line, spot in on.crossed:
        if spot >= 0 and ground.spots[spot].kind < len(tariff.spots):
            fee = tariff.spots[ground.spots[spot].kind]
        else:
            kind = ground.lines[line].kind
            fee = tariff.lines[kind] if kind < len(tariff.lines) else 0
        if fee:
            found.append((at, fee))
    if tariff.up or tariff.down:
        for at, rise in on.climbs:
            fee = tariff.up if rise > 0 else tariff.down
            if fee:
                found.append((at, fee))
        found.sort()
    return found


def _rates(ground: Ground, on: Course, tariff: Tariff) -> list[tuple[int, int, int]]:
    """A leg in pieces of one rate each: from, to, twelfths; of several areas the most expensive."""
    if not on.stretches:
        return [(0, on.whole, tariff.plain)]
    ends = {0, on.whole}
    for start, end, _ in on.stretches:
        ends.add(start)
        ends.add(end)
    cuts = sorted(ends)
    found = []
    for i in range(len(cuts) - 1):
        start, end = cuts[i], cuts[i + 1]
        rate = tariff.plain
        covered = False
        for low, high, area in on.stretches:
            if low <= start and end <= high:
                here = tariff.areas[ground.areas[area].kind]
                if here < 0:
                    rate = FORBIDDEN
                    break
                rate = max(rate, here) if covered else here
                covered = True
        found.append((start, end, rate))
    return found
