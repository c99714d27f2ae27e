"""Plane geometry in whole numbers, and therefore exact: turns, segments, polygons."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[int, int]
Segment = tuple[Point, Point]

OUTSIDE, EDGE, INSIDE = -1, 0, 1


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive if the path a, b, c turns left, 0 if it is straight.

    >>> turn((0, 0), (1, 0), (1, 1))
    1
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment, its ends included."""
    return (
        turn(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross at a point that is an end of neither.

    >>> cross((0, 0), (2, 2), (0, 2), (2, 0)), cross((0, 0), (2, 2), (1, 1), (2, 0))
    (True, False)
    """
    one, two = turn(a, b, c), turn(a, b, d)
    if not (one < 0 < two or two < 0 < one):
        return False
    one, two = turn(c, d, a), turn(c, d, b)
    return one < 0 < two or two < 0 < one


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have any point in common."""
    if (
        max(a[0], b[0]) < min(c[0], d[0])
        or max(c[0], d[0]) < min(a[0], b[0])
        or max(a[1], b[1]) < min(c[1], d[1])
        or max(c[1], d[1]) < min(a[1], b[1])
    ):
        return False
    return (
        cross(a, b, c, d)
        or on_segment(a, c, d)
        or on_segment(b, c, d)
        or on_segment(c, a, b)
        or on_segment(d, a, b)
    )


def double_area(outline: Sequence[Point]) -> int:
    """Twice the area of a polygon, positive if its corners run counter-clockwise.

    >>> double_area([(0, 0), (2, 0), (2, 1), (0, 1)])
    4
    """
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(outline))


def edges(outline: Sequence[Point]) -> list[Segment]:
    """The sides of a polygon, the closing one last."""
    return [(outline[i], outline[(i + 1) % len(outline)]) for i in range(len(outline))]


def segments(line: Sequence[Point]) -> list[Segment]:
    """The pieces of a broken line."""
    return [(line[i], line[i + 1]) for i in range(len(line) - 1)]


def where(p: Point, outline: Sequence[Point]) -> int:
    """Whether a point lies INSIDE, on the EDGE or OUTSIDE of a polygon.

    >>> where((1, 1), [(0, 0), (2, 0), (2, 2), (0, 2)])
    1
    """
    inside = False
    for a, b in edges(outline):
        if on_segment(p, a, b):
            return EDGE
        if (a[1] > p[1]) != (b[1] > p[1]):
            left = turn(a, b, p)
            if (left > 0) == (b[1] > a[1]):
                inside = not inside
    return INSIDE if inside else OUTSIDE


def fault(outline: Sequence[Point]) -> tuple[int, str] | None:
    """Why an outline is not a simple polygon: the corner and the reason; None if it is one."""
    sides = edges(outline)
    count = len(sides)
    if count < 3:
        return 0, f"an outline needs at least 3 corners, found {count}"
    for i, (x, y) in enumerate(outline):
        if (x, y) in outline[:i]:
            return i, f"the corner {x},{y} is there twice"
    for i, (a, b) in enumerate(sides):
        following = sides[(i + 1) % count][1]
        if turn(a, b, following) == 0 and _dot(b, a, following) > 0:
            return (i + 1) % count, f"the outline turns back on itself at {b[0]},{b[1]}"
        for j in range(i + 2, count - (i == 0)):
            c, d = sides[j]
            if meet(a, b, c, d):
                return j, (
                    f"the side from {c[0]},{c[1]} to {d[0]},{d[1]} meets the side"
                    f" from {a[0]},{a[1]} to {b[0]},{b[1]}"
                )
    return None


def _dot(at: Point, a: Point, b: Point) -> int:
    return (a[0] - at[0]) * (b[0] - at[0]) + (a[1] - at[1]) * (b[1] - at[1])


def clash(one: Sequence[Point], other: Sequence[Point]) -> str | None:
    """Why two simple polygons cannot be neighbours; None if they can.

    Neighbours must have the same corners along their common edge; corners of one polygon on a
    side of the other, crossing sides and common ground are refused.
    """
    if _apart(one, other):
        return None
    for corner in one:
        place = where(corner, other)
        if place == INSIDE:
            return f"the corner {corner[0]},{corner[1]} lies inside it"
        if place == EDGE and corner not in other:
            return f"it lacks a corner at {corner[0]},{corner[1]}, on its side"
    for corner in other:
        place = where(corner, one)
        if place == INSIDE:
            return f"its corner {corner[0]},{corner[1]} lies inside"
        if place == EDGE and corner not in one:
            return f"its corner {corner[0]},{corner[1]} lies on a side that has none there"
    doubled = [(2 * x, 2 * y) for x, y in other]
    there = set(edges(other))
    for a, b in edges(one):
        if (b, a) in there:
            continue
        # With no corner of either in the other, only a chord can have its middle inside.
        if (a, b) in there or where((a[0] + b[0], a[1] + b[1]), doubled) == INSIDE:
            return f"both have the ground along {a[0]},{a[1]} to {b[0]},{b[1]}"
        for c, d in there:
            if cross(a, b, c, d):
                return (
                    f"the side from {a[0]},{a[1]} to {b[0]},{b[1]} crosses its side"
                    f" from {c[0]},{c[1]} to {d[0]},{d[1]}"
                )
    return None


def _apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether the upright rectangles about two figures have nothing in common."""
    return any(
        max(p[axis] for p in one) < min(p[axis] for p in other)
        or max(p[axis] for p in other) < min(p[axis] for p in one)
        for axis in (0, 1)
    )


def shared(one: Sequence[Point], other: Sequence[Point]) -> list[list[Point]]:
    """The common edges of two polygons (both counter-clockwise), as broken lines along `one`.

    >>> shared([(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)])
    [[(1, 0), (1, 1)]]
    """
    there = {(b, a) for a, b in edges(other)}
    sides = edges(one)
    common = [side in there for side in sides]
    if all(common) or not any(common):
        return []
    # Begin after a side that is not common, so that no line is cut at the first corner.
    first = (common.index(False) + 1) % len(sides)
    lines: list[list[Point]] = []
    open_line = False
    for i in range(len(sides)):
        a, b = sides[(first + i) % len(sides)]
        if not common[(first + i) % len(sides)]:
            open_line = False
        elif open_line:
            lines[-1].append(b)
        else:
            lines.append([a, b])
            open_line = True
    return lines


def meets_within(one: Segment, other: Segment, outline: Sequence[Point]) -> bool:
    """Whether two segments have a point in common that lies in a polygon or on its edge."""
    (a, b), (c, d) = one, other
    if not meet(a, b, c, d):
        return False
    ends = [p for p in (a, b) if on_segment(p, c, d)] + [p for p in (c, d) if on_segment(p, a, b)]
    if ends:
        return any(where(p, outline) != OUTSIDE for p in ends)
    # They cross at a + (b - a) * part / whole: the polygon is enlarged instead of dividing.
    part, whole = turn(c, d, a), turn(c, d, a) - turn(c, d, b)
    if whole < 0:
        part, whole = -part, -whole
    at = a[0] * whole + (b[0] - a[0]) * part, a[1] * whole + (b[1] - a[1]) * part
    return where(at, [(x * whole, y * whole) for x, y in outline]) != OUTSIDE
