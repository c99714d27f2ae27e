"""Hexes in rows: neighbours, facings, distances, sets, lines. Geometry only.

A hex is an int (row * width + column; row 0 in the north, odd rows half a hex to the right),
a set of hexes is an int too (bit h stands for hex h).
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.errors import UnknownName

DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
SIDEWARDS = ("north-east", "east", "south-east", "south-west", "west", "north-west")  # in words
FACINGS = ("n", "ne", "se", "s", "sw", "nw")  # a facing points at a corner of the hex
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")  # in words
NE, E, SE, SW, W, NW = range(6)

FRONT, FLANK, REAR = 0, 1, 2

# ZONE[facing][direction]: facing f points between directions f-1 and f, which are its front.
_FROM_FRONT = (FRONT, FLANK, REAR, REAR, FLANK, FRONT)
ZONE = tuple(tuple(_FROM_FRONT[(d - f) % 6] for d in range(6)) for f in range(6))

MAX_SIDE = 99  # a hex is named by two digits of column and two of row

MAX_LINES = 1000  # lines kept; a large map has hundreds of thousands

Between = tuple[int, ...]


def opposite(direction: int) -> int:
    """The direction back.

    >>> DIRECTIONS[opposite(NE)]
    'sw'
    """
    return (direction + 3) % 6


_BYTE_ROWS: list[tuple[tuple[int, ...], ...]] = []


def bits(mask: int) -> list[int]:
    """The members of a set, ascending.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    members: list[int] = []
    if mask.bit_count() < 8:
        while mask:
            low = mask & -mask
            members.append(low.bit_length() - 1)
            mask ^= low
        return members
    size = (mask.bit_length() + 7) >> 3
    while len(_BYTE_ROWS) < size:
        base = 8 * len(_BYTE_ROWS)
        _BYTE_ROWS.append(
            tuple(tuple(base + i for i in range(8) if byte >> i & 1) for byte in range(256))
        )
    for row, byte in zip(_BYTE_ROWS, mask.to_bytes(size, "little"), strict=False):
        if byte:
            members += row[byte]
    return members


def mask_of(hexes: list[int]) -> int:
    """The set with these members."""
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


class HexGrid:
    """A field of `width` x `height` hexes, with every table that geometry alone decides."""

    __slots__ = (
        "_disks",
        "_lines",
        "_right",
        "_shifts",
        "adjacent_mask",
        "distance",
        "flank_mask",
        "front_flank_mask",
        "front_mask",
        "height",
        "mask_all",
        "neighbours",
        "rear_mask",
        "size",
        "width",
    )

    def __init__(self, width: int, height: int) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise ValueError(f"a grid of {width} x {height} hexes: 1 to {MAX_SIDE} are possible")
        self.width = width
        self.height = height
        self.size = width * height
        self.mask_all = (1 << self.size) - 1
        self.neighbours = tuple(
            tuple(self._neighbour(h, d) for d in range(6)) for h in range(self.size)
        )
        self.distance = _distances(width, height)
        self._shifts = self._shift_table()
        self._disks = [[1 << h] for h in range(self.size)]
        self._lines: dict[int, tuple[Between, ...]] = {}
        self.adjacent_mask = tuple(mask_of(self._around(h, range(6))) for h in range(self.size))
        self.front_mask = self._zone_masks((FRONT,))
        self.flank_mask = self._zone_masks((FLANK,))
        self.rear_mask = self._zone_masks((REAR,))
        self.front_flank_mask = self._zone_masks((FRONT, FLANK))

    def __repr__(self) -> str:
        return f"HexGrid({self.width}, {self.height})"

    # -- building the tables

    def _neighbour(self, h: int, direction: int) -> int:
        row, col = divmod(h, self.width)
        if direction in (E, W):
            col += 1 if direction == E else -1
        else:
            # A step up or down from an odd row goes to the same column on its left.
            if direction in (NE, SE):
                col += row & 1
            else:
                col -= 1 - (row & 1)
            row += 1 if direction in (SE, SW) else -1
        on_map = 0 <= row < self.height and 0 <= col < self.width
        return row * self.width + col if on_map else -1

    def _around(self, h: int, directions: range | list[int]) -> list[int]:
        return [n for d in directions if (n := self.neighbours[h][d]) >= 0]

    def _zone_masks(self, zones: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        wanted = [[d for d in range(6) if ZONE[f][d] in zones] for f in range(6)]
        return tuple(
            tuple(mask_of(self._around(h, directions)) for directions in wanted)
            for h in range(self.size)
        )

    def _shift_table(self) -> tuple[tuple[int, int, int, int], ...]:
        """Per direction: the even-row and odd-row hexes that stay on the map, and their steps."""
        table = []
        for d in range(6):
            masks = [0, 0]
            for h in range(self.size):
                if self.neighbours[h][d] >= 0:
                    masks[h // self.width & 1] |= 1 << h
            across = 1 if d in (E, W) else self.width
            # In even rows a step to the west column, in odd rows one to the east column.
            even = across + {SW: -1, NW: 1}.get(d, 0)
            odd = across + {NE: -1, SE: 1}.get(d, 0)
            table.append((masks[0], even, masks[1], odd))
        return tuple(table)

    # -- sets of hexes

    def shift(self, mask: int, direction: int) -> int:
        """The set one hex further in a direction; hexes off the map are dropped."""
        even, even_step, odd, odd_step = self._shifts[direction]
        if E <= direction <= SW:
            return (mask & even) << even_step | (mask & odd) << odd_step
        return (mask & even) >> even_step | (mask & odd) >> odd_step

    def grow(self, mask: int) -> int:
        """The set and all its neighbours."""
        grown = mask
        for d in range(6):
            grown |= self.shift(mask, d)
        return grown

    def disk(self, h: int, radius: int) -> int:
        """The set of hexes at most `radius` away."""
        disks = self._disks[h]
        while len(disks) <= radius:
            disks.append(self.grow(disks[-1]))
        return disks[radius]

    # -- two hexes

    def direction_of(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour; -1 if the hexes are not neighbours."""
        try:
            return self.neighbours[a].index(b)
        except ValueError:
            return -1

    def line(self, a: int, b: int) -> tuple[Between, ...]:
        """What lies strictly between on the line from centre to centre, in order: one hex, or
        two where the line runs along their common side (one at the edge of the map)."""
        key = a * self.size + b
        line = self._lines.get(key)
        if line is None:
            if len(self._lines) >= MAX_LINES:
                self._lines.clear()
            line = self._lines[key] = self._trace(a, b)
        return line

    def _trace(self, a: int, b: int) -> tuple[Between, ...]:
        # Units: half a hex across, a third of a row down. There a hex has the corners (0, -2),
        # (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1) and all is whole numbers.
        row, col = divmod(a, self.width)
        end_row, end_col = divmod(b, self.width)
        x = 2 * col + (row & 1)
        dx, rows = 2 * end_col + (end_row & 1) - x, end_row - row
        dy = 3 * rows
        _, second, reach = sorted((abs(2 * dx), abs(dx - dy), abs(dx + dy)))
        far = dx * dx + dy * rows
        found: dict[int, list[int]] = {}
        for r in range(min(row, end_row), max(row, end_row) + 1):
            lower = 3 * (r - row)
            for c in self._columns_met(r, x, dx * lower, dy, reach):
                right = 2 * c + (r & 1) - x
                off = abs(dx * lower - dy * right)
                # A line meets the hexes in the order of their centres projected on it, and
                # runs along a side where it touches a hex in two corners at once.
                along = dx * right + rows * lower
                if 0 < along < far and (off < reach or reach == second):
                    found.setdefault(along, []).append(r * self.width + c)
        return tuple(tuple(found[along]) for along in sorted(found))

    def _columns_met(self, row: int, x: int, slope: int, dy: int, reach: int) -> range:
        """The columns of a row whose hexes a line from `x` may touch."""
        if dy == 0:
            return range(self.width)
        if dy < 0:
            slope, dy = -slope, -dy
        first = -((reach - slope) // dy) + x - (row & 1)
        last = (slope + reach) // dy + x - (row & 1)
        return range(max(0, (first + 1) // 2), min(self.width, last // 2 + 1))

    def first_blocker(self, a: int, b: int, blocks: Callable[[int, int, int], bool]) -> int:
        """The first hex that blocks the line from a to b, -1 if none does.

        `blocks(h, i, n)` is asked for hex h, i hexes from a, with b at n hexes; where the line
        runs between two hexes both must block.
        """
        steps = self.distance[a]
        n = steps[b]
        for place in self.line(a, b):
            if all(blocks(h, steps[h], n) for h in place):
                return place[0]
        return -1

    # -- names and drawing

    def name(self, h: int) -> str:
        """The printed number of a hex: column and row, two digits each, from 01.

        >>> HexGrid(16, 15).name(0)
        '0101'
        """
        row, col = divmod(h, self.width)
        return f"{col + 1:02}{row + 1:02}"

    def parse(self, name: str) -> int:
        """The hex with a printed number."""
        if len(name) == 4 and name.isascii() and name.isdigit():
            col, row = int(name[:2]) - 1, int(name[2:]) - 1
            if 0 <= col < self.width and 0 <= row < self.height:
                return row * self.width + col
        raise UnknownName(
            f'no hex "{name[:20]}" (0101 to {self.name(self.size - 1)}: column, then row)'
        )

    def centre(self, h: int) -> tuple[float, float]:
        """The middle of a hex for drawing; a hex is 2000 across, the field begins at 0, 0."""
        row, col = divmod(h, self.width)
        return 1000.0 * (2 * col + (row & 1) + 1), _CORNER * (1.5 * row + 1)

    def corners(self, h: int) -> tuple[tuple[float, float], ...]:
        """The corners in the order of the facings; side d joins corners d and d + 1."""
        x, y = self.centre(h)
        half = _CORNER / 2
        return (
            (x, y - _CORNER),
            (x + 1000.0, y - half),
            (x + 1000.0, y + half),
            (x, y + _CORNER),
            (x - 1000.0, y + half),
            (x - 1000.0, y - half),
        )


_CORNER = 2000.0 / 3.0**0.5  # from the middle to a corner


def _distances(width: int, height: int) -> tuple[bytes, ...]:
    """Hexes between any two, as rows of bytes, cut from one strip per parity and row offset."""
    strips: dict[tuple[int, int], bytes] = {}
    for parity in (0, 1):
        for down in range(-height + 1, height):
            # Axial coordinates: q runs along the row, less half a hex for each row down.
            lean = (parity + down) // 2
            strips[parity, down] = bytes(
                max(abs(q), abs(down), abs(q + down))
                for q in range(-width + 1 - lean, width - lean)
            )
    return tuple(
        b"".join(
            strips[row & 1, other - row][width - 1 - col : 2 * width - 1 - col]
            for other in range(height)
        )
        for row in range(height)
        for col in range(width)
    )
