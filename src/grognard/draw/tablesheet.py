"""The sheet of the tabletop: tenths of an inch in pixels, and a height for every point."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.polygons import Point as Spot
from grognard.boards.tablemap import LINES, ROADS, TENTHS, TableMap
from grognard.draw.curves import Point
from grognard.draw.lettering import Box
from grognard.draw.lines import Ways, inside
from grognard.draw.paper import LEFT, TOP, Paper

_PACE = 0.75  # metres
_RELIEF = 2  # levels of the relief in a contour: it is drawn stronger than the land was
_BEYOND = 24.0  # pixels by which what reaches the edge of the table is drawn on over the frame


class TableSheet(Paper):
    """A tabletop laid out on paper."""

    __slots__ = ("_hills", "ground", "highest", "roads", "tenth")

    def __init__(self, ground: TableMap) -> None:
        self.ground = ground
        self.tenth = ground.inch / TENTHS
        across, down = ground.size[0] * self.tenth, ground.size[1] * self.tenth
        metre = ground.inch / (ground.paces * _PACE)
        super().__init__(ground.title, ground.north, across, down, metre)
        self._hills = [self._boxed(self.points(hill.outline)) for hill in ground.hills]
        self.highest = _RELIEF * max((hill.level for hill in ground.hills), default=0)
        kinds = {LINES.index(kind) for kind in ROADS}
        self.roads = Ways([self.points(line.line) for line in ground.lines if line.kind in kinds])

    def point(self, spot: Spot) -> Point:
        """A point of the table in pixels."""
        return LEFT + spot[0] * self.tenth, TOP + spot[1] * self.tenth

    def points(self, spots: Sequence[Spot]) -> list[Point]:
        """Points of the table in pixels."""
        return [self.point(spot) for spot in spots]

    def beyond(self, outline: Sequence[Spot]) -> list[Point]:
        """An outline in pixels; corners on the edge of the table are moved out over the frame."""
        wide, high = self.ground.size
        found = []
        for x, y in outline:
            px, py = self.point((x, y))
            px += _BEYOND * ((x == wide) - (x == 0))
            py += _BEYOND * ((y == high) - (y == 0))
            found.append((px, py))
        return found

    def level(self, x: float, y: float) -> float:
        """How high a point lies by the contours about it; off the table as the edge does."""
        frame = self.frame
        x = min(max(x, frame.left + 0.1), frame.right - 0.1)
        y = min(max(y, frame.top + 0.1), frame.bottom - 0.1)
        return float(
            _RELIEF
            * sum(
                box.left < x < box.right and box.top < y < box.bottom and inside((x, y), outline)
                for box, outline in self._hills
            )
        )

    def _boxed(self, outline: list[Point]) -> tuple[Box, list[Point]]:
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        return Box(min(xs), min(ys), max(xs), max(ys)), outline
