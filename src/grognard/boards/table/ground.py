"""The ground of a table: areas, contours, lines and crossings, and what a stand meets there.

Kinds are plain numbers; what a kind means, the system says. All points are mils.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..polygons import INSIDE, Point, meet
from .boxes import Box, Boxes, bits
from .outline import Edge, Outline, OutlineIndex
from .rect import Rect, edge_enters, edge_meets
from .shape import point_segment


class Area:
    """A polygon with its kind; areas of the same corners may share an outline."""

    __slots__ = ("box", "corners", "kind", "outline", "xs", "ys")

    def __init__(self, kind: int, corners: Sequence[Point], outline: Outline | None = None) -> None:
        self.kind = kind
        self.corners = list(corners)
        self.outline = Outline(corners) if outline is None else outline
        self.xs = self.outline.xs
        self.ys = self.outline.ys
        self.box = self.outline.box


class Line:
    """A broken line with its kind: a stream, a road, a wall."""

    __slots__ = ("kind", "points")

    def __init__(self, kind: int, points: Sequence[Point]) -> None:
        self.kind = kind
        self.points = list(points)


class Spot:
    """A place on a line where it may be crossed otherwise: a bridge, a ford, a gate."""

    __slots__ = ("kind", "radius", "x", "y")

    def __init__(self, kind: int, x: int, y: int, radius: int) -> None:
        self.kind = kind
        self.x = x
        self.y = y
        self.radius = radius


class Ground:
    """Everything on the map of a table, indexed once.

    `contours` are areas whose kind is their level above the plain; `piece_line[i]` is the line of
    the i-th piece, `piece_at[i]` its two ends, and `piece_spots[i]` whether a spot lies on it.
    """

    __slots__ = (
        *("_area_cover", "_contour_cover", "area_boxes", "areas", "contour_boxes", "contours"),
        *("height", "lines", "piece_at", "piece_boxes", "piece_kinds", "piece_line"),
        *("piece_spots", "spots", "width"),
    )

    def __init__(
        self,
        width: int,
        height: int,
        areas: Sequence[Area] = (),
        lines: Sequence[Line] = (),
        contours: Sequence[Area] = (),
        spots: Sequence[Spot] = (),
    ) -> None:
        self.width = width
        self.height = height
        self.areas = list(areas)
        self.lines = list(lines)
        self.contours = list(contours)
        self.spots = list(spots)
        self.piece_line: list[int] = []
        self.piece_at: list[Box] = []
        for number, line in enumerate(self.lines):
            for (ax, ay), (bx, by) in zip(line.points, line.points[1:], strict=False):
                self.piece_line.append(number)
                self.piece_at.append((ax, ay, bx, by))
        self.piece_spots = [any(_near_piece(spot, at) for spot in spots) for at in self.piece_at]
        # The pieces of the lines of each kind, as masks.
        self.piece_kinds: dict[int, int] = {}
        for piece, number in enumerate(self.piece_line):
            kind = self.lines[number].kind
            self.piece_kinds[kind] = self.piece_kinds.get(kind, 0) | 1 << piece
        upright = [
            (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)) for ax, ay, bx, by in self.piece_at
        ]
        self.piece_boxes = Boxes(upright, width, height)
        self.area_boxes = Boxes([area.box for area in self.areas], width, height)
        self.contour_boxes = Boxes([area.box for area in self.contours], width, height)
        self._area_cover = OutlineIndex(
            [area.outline for area in self.areas], self.area_boxes, width, height
        )
        self._contour_cover = OutlineIndex(
            [area.outline for area in self.contours], self.contour_boxes, width, height
        )

    def bare(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether nothing lies anywhere near a way, in a ground without areas and contours."""
        if self.areas or self.contours:
            return False
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        return not self.piece_boxes.near(left, top, right, bottom)

    def areas_at(self, x: int, y: int) -> list[int]:
        """The areas on which a point lies, their edges included."""
        return self._area_cover.at(x, y)

    def level_at(self, x: int, y: int) -> int:
        """The highest contour round a point, its line included; 0 on the plain."""
        found = self._contour_cover.at(x, y)
        return max([self.contours[i].kind for i in found]) if found else 0

    def areas_touched(self, a: Rect) -> list[int]:
        """The areas with which a stand has any point in common."""
        return [i for i in self._areas_by(a) if touches(self.areas[i], a)]

    def areas_entered(self, a: Rect) -> list[int]:
        """The areas of which a stand covers some ground; an edge that touches is not enough."""
        return [i for i in self._areas_by(a) if enters(self.areas[i], a)]

    def areas_holding(self, a: Rect) -> list[int]:
        """The areas in which a stand lies wholly."""
        return [i for i in self._areas_by(a) if holds(self.areas[i], a)]

    def lines_touched(self, a: Rect) -> list[int]:
        """The lines with which a stand has any point in common."""
        mask = self.piece_boxes.near(a.x - a.ex, a.y - a.ey, a.x + a.ex, a.y + a.ey)
        return sorted({self.piece_line[i] for i in bits(mask) if self._meets(i, a)})

    def lines_between(self, ax: int, ay: int, bx: int, by: int) -> list[int]:
        """The lines that the straight way from one point to another meets."""
        mask = self.piece_boxes.near(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        found = set()
        for i in bits(mask):
            cx, cy, dx, dy = self.piece_at[i]
            if meet((ax, ay), (bx, by), (cx, cy), (dx, dy)):
                found.add(self.piece_line[i])
        return sorted(found)

    def pieces(self, kinds: Sequence[bool]) -> int:
        """The mask of the pieces of all lines whose kind is set."""
        mask = 0
        for kind, pieces in self.piece_kinds.items():
            if kinds[kind]:
                mask |= pieces
        return mask

    def line_near(self, x: int, y: int, reach: int, kinds: Sequence[int]) -> int:
        """The nearest line of these kinds within reach of a point, of equals the first; else -1."""
        best, unit, found = reach * reach, 1, -1
        for i in bits(self.piece_boxes.near(x - reach, y - reach, x + reach, y + reach)):
            number = self.piece_line[i]
            if self.lines[number].kind not in kinds:
                continue
            ax, ay, bx, by = self.piece_at[i]
            n, d = point_segment(x, y, ax, ay, bx, by)
            if n * unit < best * d or (found < 0 and n * unit == best * d):
                best, unit, found = n, d, number
        return found

    def along(self, ax: int, ay: int, bx: int, by: int, reach: int, kinds: Sequence[int]) -> int:
        """The first line of these kinds with one straight piece near both ends of a way, or -1.

        The whole way is then within reach of that piece, which is what a march along a road asks.
        """
        mask = self.piece_boxes.near(
            min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach
        )
        for i in bits(mask):
            if self.lines[self.piece_line[i]].kind not in kinds:
                continue
            cx, cy, dx, dy = self.piece_at[i]
            n, d = point_segment(ax, ay, cx, cy, dx, dy)
            if n > reach * reach * d:
                continue
            n, d = point_segment(bx, by, cx, cy, dx, dy)
            if n <= reach * reach * d:
                return self.piece_line[i]
        return -1

    def spot_at(self, x: int, y: int) -> int:
        """The first crossing place within whose radius a point lies, or -1."""
        for i, spot in enumerate(self.spots):
            if (spot.x - x) ** 2 + (spot.y - y) ** 2 <= spot.radius * spot.radius:
                return i
        return -1

    def _areas_by(self, a: Rect) -> list[int]:
        left, top, right, bottom = a.x - a.ex, a.y - a.ey, a.x + a.ex, a.y + a.ey
        near = bits(self.area_boxes.near(left, top, right, bottom))
        return [i for i in near if _boxes_meet(self.areas[i].box, left, top, right, bottom)]

    def _meets(self, piece: int, a: Rect) -> bool:
        ax, ay, bx, by = self.piece_at[piece]
        return edge_meets(ax, ay, bx, by, a)


def _near_piece(spot: Spot, at: Box) -> bool:
    """Whether places of a piece, rounded to mils, may lie within the radius of a spot."""
    n, d = point_segment(spot.x, spot.y, *at)
    return n <= (spot.radius + 2) ** 2 * d


def _boxes_meet(box: Box, left: int, top: int, right: int, bottom: int) -> bool:
    return box[0] <= right and box[2] >= left and box[1] <= bottom and box[3] >= top


def place(area: Area, x: int, y: int) -> int:
    """Whether a point lies INSIDE, on the EDGE or OUTSIDE of an area."""
    return area.outline.place(x, y)


def touches(area: Area, a: Rect) -> bool:
    """Whether a stand and an area have any point in common."""
    for edge in _edges_by(area, a):
        if edge_meets(*edge, a):
            return True
    return place(area, a.x, a.y) == INSIDE


def enters(area: Area, a: Rect) -> bool:
    """Whether a stand covers some ground of an area."""
    # If no edge cuts the stand, all of it lies on one side, and its centre tells which.
    return _cut(area, a) or place(area, a.x, a.y) == INSIDE


def holds(area: Area, a: Rect) -> bool:
    """Whether a stand lies wholly within an area."""
    return place(area, a.x, a.y) == INSIDE and not _cut(area, a)


def _cut(area: Area, a: Rect) -> bool:
    return any(edge_enters(*edge, a) for edge in _edges_by(area, a))


def _edges_by(area: Area, a: Rect) -> list[Edge]:
    return area.outline.near(a.x - a.ex, a.y - a.ey, a.x + a.ex, a.y + a.ey)
