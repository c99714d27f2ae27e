"""The paper a map is drawn on: its frame, its margins and its scale, whatever the board."""

from __future__ import annotations

from grognard.draw.lettering import Box
from grognard.engine.errors import GrognardError

LEFT, TOP, RIGHT, BOTTOM = 22.0, 20.0, 22.0, 40.0


class Paper:
    """A sheet with a map in the middle of its margins."""

    __slots__ = ("frame", "height", "metre", "north", "title", "width")

    def __init__(self, title: str, north: str, across: float, down: float, metre: float) -> None:
        """A map of so many pixels across and down, in which a metre is `metre` pixels long."""
        self.title = title
        self.north = north
        self.metre = metre
        self.frame = Box(LEFT, TOP, LEFT + across, TOP + down)
        self.width = LEFT + across + RIGHT
        self.height = TOP + down + BOTTOM

    def level(self, x: float, y: float) -> float:
        """How high the ground is at a point, in levels of the relief."""
        raise GrognardError(f"{type(self).__name__} does not tell its heights")
