"""The sheet of a hex map: where hexes, corners and sides lie in pixels, one hex past the edge."""

from __future__ import annotations

from collections.abc import Callable

from grognard.boards.hexmap import HexMap
from grognard.draw.curves import Point
from grognard.draw.paper import LEFT, TOP, Paper

HEX = 48.0  # across, in pixels at 100 %
CORNER = HEX / 3.0**0.5

Cell = tuple[int, int]  # row and column, which may lie one beyond the map
Knot = tuple[int, int]  # a corner in half hexes across and half corners down: whole numbers

# The corners about a middle, in the order of the facings; side d joins corners d and d + 1.
_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Sheet(Paper):
    """A map laid out on paper."""

    __slots__ = ("cells", "ground")

    def __init__(self, ground: HexMap) -> None:
        grid = ground.grid
        self.ground = ground
        across = HEX * (grid.width + 0.5)
        down = CORNER * (1.5 * grid.height + 0.5)
        super().__init__(ground.title, ground.north, across, down, HEX / ground.hex_metres)
        self.cells: list[Cell] = [
            (row, col) for row in range(-1, grid.height + 1) for col in range(-1, grid.width + 1)
        ]

    def hex_at(self, cell: Cell) -> int:
        """The hex of a cell; beyond the edge of the map, the hex nearest to it."""
        grid = self.ground.grid
        row = min(max(cell[0], 0), grid.height - 1)
        col = min(max(cell[1], 0), grid.width - 1)
        return row * grid.width + col

    def cell(self, h: int) -> Cell:
        """The cell of a hex."""
        return divmod(h, self.ground.grid.width)

    def centre(self, h: int) -> Point:
        """The middle of a hex."""
        return self.point(_middle(self.cell(h)))

    def cell_centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self.point(_middle(cell))

    def level(self, x: float, y: float) -> float:
        """The level of the hex whose middle is nearest to a point."""
        down = (y - TOP) / CORNER - 1
        best, found = 1e9, 0
        for row in (int(down // 1.5), int(down // 1.5) + 1):
            col = round((x - LEFT) / HEX - 0.5 - (row & 1) / 2)
            cx, cy = self.cell_centre((row, col))
            far = (x - cx) ** 2 + (y - cy) ** 2
            if far < best:
                best, found = far, self.hex_at((row, col))
        return float(self.ground.level[found])

    def point(self, knot: Knot) -> Point:
        """A corner in pixels."""
        return LEFT + knot[0] * HEX / 2, TOP + knot[1] * CORNER / 2

    def corners(self, cell: Cell) -> list[Knot]:
        """The six corners of a cell."""
        x, y = _middle(cell)
        return [(x + dx, y + dy) for dx, dy in _AROUND]

    def side(self, h: int, d: int) -> tuple[Knot, Knot]:
        """The two corners of a side of a hex."""
        corners = self.corners(self.cell(h))
        return corners[d], corners[(d + 1) % 6]

    def side_middle(self, h: int, d: int) -> Point:
        """The middle of a side of a hex."""
        (ax, ay), (bx, by) = (self.point(k) for k in self.side(h, d))
        return (ax + bx) / 2, (ay + by) / 2

    def outlines(self, within: Callable[[int], bool]) -> list[list[Point]]:
        """The borders of the country where `within(hex)` holds, carried over the map's edge."""
        onward: dict[Knot, list[Knot]] = {}
        for cell in self.cells:
            if not within(self.hex_at(cell)):
                continue
            corners = self.corners(cell)
            for d in range(6):
                other = beside(cell, d)
                if not self._padded(other) or not within(self.hex_at(other)):
                    onward.setdefault(corners[d], []).append(corners[(d + 1) % 6])
        loops: list[list[Point]] = []
        for start in list(onward):
            while onward[start]:
                loop = [start]
                while (following := onward[loop[-1]].pop()) != start:
                    loop.append(following)
                loops.append([self._strayed(k) for k in loop])
        return loops

    def _strayed(self, knot: Knot) -> Point:
        """A corner moved a little, always the same way, so that no border looks ruled."""
        x, y = self.point(knot)
        n = (knot[0] * 7919 + knot[1] * 104729) & 0xFFFF
        n = n * n >> 5
        return x + (n % 9 - 4) * 1.1, y + (n // 9 % 9 - 4) * 1.1

    def _padded(self, cell: Cell) -> bool:
        grid = self.ground.grid
        return -1 <= cell[0] <= grid.height and -1 <= cell[1] <= grid.width


def _middle(cell: Cell) -> Knot:
    row, col = cell
    return 2 * col + (row & 1) + 1, 3 * row + 2


def beside(cell: Cell, d: int) -> Cell:
    """The neighbouring cell in a direction (ne, e, se, sw, w, nw), on the map or not."""
    row, col = cell
    odd = row & 1
    steps = ((-1, odd), (0, 1), (1, odd), (1, odd - 1), (0, -1), (-1, odd - 1))
    return row + steps[d][0], col + steps[d][1]
