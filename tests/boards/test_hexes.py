from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from grognard.boards.hexes import (
    DIRECTIONS,
    FACINGS,
    FLANK,
    FRONT,
    NE,
    REAR,
    SW,
    ZONE,
    HexGrid,
    W,
    bits,
    mask_of,
    opposite,
)
from grognard.engine.errors import UnknownName

GRID = HexGrid(7, 6)
SIZES = [(1, 1), (1, 5), (5, 1), (2, 4), (3, 3), (7, 6), (16, 15)]


def named(grid: HexGrid, mask: int) -> str:
    return " ".join(sorted(grid.name(h) for h in bits(mask)))


def around(name: str, grid: HexGrid = GRID) -> list[str]:
    return [grid.name(n) if n >= 0 else "-" for n in grid.neighbours[grid.parse(name)]]


def point(grid: HexGrid, h: int) -> tuple[Fraction, Fraction]:
    """The centre with rows 3/2 apart and hexes 2 across (a stretched, exact picture)."""
    row, col = divmod(h, grid.width)
    return Fraction(2 * col + row % 2), Fraction(3 * row, 2)


def plain_distance(grid: HexGrid, a: int) -> dict[int, int]:
    """Steps from a hex by walking the neighbours."""
    steps = {a: 0}
    queue = [a]
    for h in queue:
        for n in grid.neighbours[h]:
            if n >= 0 and n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps


def test_neighbours_in_an_even_and_in_an_odd_row() -> None:
    # Row 03 has index 2 (even): its northern and southern neighbours lie to the left.
    assert around("0303") == ["0302", "0403", "0304", "0204", "0203", "0202"]
    # Row 04 has index 3 (odd), half a hex to the right.
    assert around("0304") == ["0403", "0404", "0405", "0305", "0204", "0303"]


def test_neighbours_at_the_edges() -> None:
    assert around("0101") == ["-", "0201", "0102", "-", "-", "-"]
    assert around("0701") == ["-", "-", "0702", "0602", "0601", "-"]
    assert around("0106") == ["0205", "0206", "-", "-", "-", "0105"]
    assert around("0702") == ["-", "-", "-", "0703", "0602", "0701"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_neighbours_are_the_hexes_two_units_away(width: int, height: int) -> None:
    grid = HexGrid(width, height)
    angles = [-60, 0, 60, 120, 180, 240]  # y grows to the south
    for h in range(grid.size):
        x, y = grid.centre(h)
        for d, degrees in enumerate(angles):
            nx = x + 2000 * math.cos(math.radians(degrees))
            ny = y + 2000 * math.sin(math.radians(degrees))
            near = [n for n in range(grid.size) if math.dist(grid.centre(n), (nx, ny)) < 1]
            assert grid.neighbours[h][d] == (near[0] if near else -1)


def test_opposite_directions_lead_back() -> None:
    for h in range(GRID.size):
        for d, n in enumerate(GRID.neighbours[h]):
            if n >= 0:
                assert GRID.neighbours[n][opposite(d)] == h
    assert opposite(NE) == SW and opposite(W) == DIRECTIONS.index("e")


def test_zones_of_a_facing() -> None:
    # Facing north: front nw and ne, flanks w and e, rear sw and se.
    north = {DIRECTIONS[d]: zone for d, zone in enumerate(ZONE[FACINGS.index("n")])}
    assert north == {"ne": FRONT, "nw": FRONT, "e": FLANK, "w": FLANK, "se": REAR, "sw": REAR}
    south_east = {DIRECTIONS[d]: zone for d, zone in enumerate(ZONE[FACINGS.index("se")])}
    assert south_east == {"e": FRONT, "se": FRONT, "ne": FLANK, "sw": FLANK, "w": REAR, "nw": REAR}


def test_zone_masks() -> None:
    h, facing = GRID.parse("0303"), FACINGS.index("n")
    assert named(GRID, GRID.front_mask[h][facing]) == "0202 0302"
    assert named(GRID, GRID.flank_mask[h][facing]) == "0203 0403"
    assert named(GRID, GRID.rear_mask[h][facing]) == "0204 0304"
    assert named(GRID, GRID.front_flank_mask[h][facing]) == "0202 0203 0302 0403"
    assert named(GRID, GRID.adjacent_mask[h]) == "0202 0203 0204 0302 0304 0403"
    assert GRID.front_mask[GRID.parse("0101")][facing] == 0
    assert named(GRID, GRID.front_mask[GRID.parse("0701")][FACINGS.index("sw")]) == "0601 0602"


def test_facings_point_at_corners_between_their_front_sides() -> None:
    h = GRID.parse("0303")
    x, y = GRID.centre(h)
    for facing, (cx, cy) in enumerate(GRID.corners(h)):
        front = [GRID.centre(n) for n in bits(GRID.front_mask[h][facing])]
        # The corner is shared with exactly the two front hexes: it is the middle of the three.
        assert math.isclose((front[0][0] + front[1][0] + x) / 3, cx)
        assert math.isclose((front[0][1] + front[1][1] + y) / 3, cy)


def test_distances_by_hand() -> None:
    def distance(a: str, b: str) -> int:
        return GRID.distance[GRID.parse(a)][GRID.parse(b)]

    assert distance("0303", "0303") == 0
    assert distance("0303", "0304") == 1
    assert distance("0303", "0305") == 2
    assert distance("0101", "0701") == 6
    assert distance("0101", "0106") == 5
    assert distance("0101", "0306") == 5  # five steps south-east gain two columns
    assert distance("0101", "0406") == 6


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_distances_against_a_walk(width: int, height: int) -> None:
    grid = HexGrid(width, height)
    for a in range(0, grid.size, 1 if grid.size < 100 else 7):
        steps = plain_distance(grid, a)
        assert list(grid.distance[a]) == [steps[b] for b in range(grid.size)]


@pytest.mark.parametrize("density", [0.0, 0.02, 0.1, 0.5, 1.0])
def test_bits_lists_the_members_in_order(density: float) -> None:
    rng = random.Random(4)
    for size in (1, 8, 42, 240, 3600):
        members = [h for h in range(size) if rng.random() < density]
        assert bits(mask_of(members)) == members
        assert mask_of(members) == sum(2**h for h in members)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_shift_grow_and_disk_against_single_hexes(width: int, height: int) -> None:
    grid = HexGrid(width, height)
    rng = random.Random(width * 100 + height)
    for _ in range(30):
        members = [h for h in range(grid.size) if rng.random() < 0.3]
        for d in range(6):
            moved = {grid.neighbours[h][d] for h in members} - {-1}
            assert set(bits(grid.shift(mask_of(members), d))) == moved
        grown = set(members).union(*(grid.neighbours[h] for h in members)) - {-1}
        assert set(bits(grid.grow(mask_of(members)))) == grown
    h = rng.randrange(grid.size)
    steps = plain_distance(grid, h)
    for radius in (3, 0, 1, 40, 2):
        assert set(bits(grid.disk(h, radius))) == {b for b, n in steps.items() if n <= radius}


def test_direction_of_neighbours_only() -> None:
    a = GRID.parse("0303")
    assert GRID.direction_of(a, GRID.parse("0302")) == DIRECTIONS.index("ne")
    assert GRID.direction_of(a, GRID.parse("0204")) == DIRECTIONS.index("sw")
    assert GRID.direction_of(a, GRID.parse("0305")) == -1
    assert GRID.direction_of(a, a) == -1


def line_names(grid: HexGrid, a: str, b: str) -> list[str]:
    line = grid.line(grid.parse(a), grid.parse(b))
    return ["+".join(grid.name(h) for h in place) for place in line]


def test_lines_by_hand() -> None:
    assert line_names(GRID, "0303", "0303") == []
    assert line_names(GRID, "0303", "0403") == []
    assert line_names(GRID, "0103", "0403") == ["0203", "0303"]
    assert line_names(GRID, "0101", "0203") == ["0102"]
    # Straight south the line runs along the side of two hexes, through one, and so on.
    assert line_names(GRID, "0301", "0305") == ["0202+0302", "0303", "0204+0304"]
    assert line_names(GRID, "0305", "0301") == ["0204+0304", "0303", "0202+0302"]
    # On the edge of the map only one of the two is there.
    assert line_names(GRID, "0101", "0103") == ["0102"]
    assert line_names(GRID, "0702", "0704") == ["0703"]


def fraction_line(grid: HexGrid, a: int, b: int) -> list[tuple[int, ...]]:
    """The same line by clipping it, in fractions, against every hex of the map."""
    (ax, ay), (bx, by) = point(grid, a), point(grid, b)
    found: list[tuple[Fraction, int]] = []
    for h in set(range(grid.size)) - {a, b}:
        hx, hy = point(grid, h)
        low, high = Fraction(0), Fraction(1)
        # The six sides, stretched: |x| <= 1 and |x / 2 +- y| <= 1 around the centre.
        for ux, uy in ((1, 0), (Fraction(1, 2), 1), (Fraction(1, 2), -1)):
            start = ux * (ax - hx) + uy * (ay - hy)
            slope = ux * (bx - ax) + uy * (by - ay)
            if slope == 0:
                if abs(start) > 1:
                    low, high = Fraction(1), Fraction(0)
            else:
                first, last = sorted(((-1 - start) / slope, (1 - start) / slope))
                low, high = max(low, first), min(high, last)
        if low < high:
            found.append((low, h))
    return [
        tuple(sorted(h for at, h in found if at == low)) for low in sorted({at for at, _ in found})
    ]


def test_lines_against_exact_clipping() -> None:
    for grid in (HexGrid(6, 7), HexGrid(1, 9), HexGrid(2, 5)):
        for a in range(0, grid.size, 5):
            for b in range(grid.size):
                if a != b:
                    assert list(grid.line(a, b)) == fraction_line(grid, a, b)


def test_long_lines_against_exact_clipping() -> None:
    grid = HexGrid(16, 15)
    rng = random.Random(11)
    for _ in range(60):
        a, b = rng.sample(range(grid.size), 2)
        assert list(grid.line(a, b)) == fraction_line(grid, a, b)


def test_line_back_is_the_line_reversed_and_between() -> None:
    grid = HexGrid(16, 15)
    for b in range(grid.size):
        for a in (0, 77, 120, 239):
            line = grid.line(a, b)
            assert grid.line(b, a) == line[::-1]
            for place in line:
                for h in place:
                    assert 0 < grid.distance[a][h] < grid.distance[a][b]


def blocker(a: str, b: str, blocking: dict[str, bool]) -> str:
    found = GRID.first_blocker(
        GRID.parse(a), GRID.parse(b), lambda h, i, n: blocking.get(GRID.name(h), False)
    )
    return GRID.name(found) if found >= 0 else "-"


def test_first_blocker_names_the_nearest_blocking_hex() -> None:
    assert blocker("0103", "0603", {}) == "-"
    assert blocker("0103", "0603", {"0303": True, "0503": True}) == "0303"
    assert blocker("0603", "0103", {"0303": True, "0503": True}) == "0503"
    assert blocker("0103", "0603", {"0103": True, "0603": True, "0302": True}) == "-"


def test_two_hexes_along_the_line_block_only_together() -> None:
    assert blocker("0301", "0305", {"0202": True, "0204": True}) == "-"
    assert blocker("0301", "0305", {"0202": True, "0204": True, "0304": True}) == "0204"
    assert blocker("0101", "0103", {"0102": True}) == "0102"


def test_first_blocker_tells_how_far_along_a_hex_lies() -> None:
    asked: list[tuple[str, int, int]] = []

    def blocks(h: int, i: int, n: int) -> bool:
        asked.append((GRID.name(h), i, n))
        return False

    GRID.first_blocker(GRID.parse("0303"), GRID.parse("0603"), blocks)
    assert asked == [("0403", 1, 3), ("0503", 2, 3)]


def test_names_and_numbers() -> None:
    grid = HexGrid(16, 15)
    assert grid.name(0) == "0101"
    assert grid.name(16 * 11 + 4) == "0512"
    assert grid.parse("0512") == 16 * 11 + 4
    assert grid.parse("1615") == 239


@pytest.mark.parametrize("name", ["", "0", "0016", "0100", "1701", "0116", "05120", "ab01", "٠١٠١"])
def test_numbers_off_the_map_are_refused(name: str) -> None:
    with pytest.raises(UnknownName, match="0101 to 1615: column, then row"):
        HexGrid(16, 15).parse(name)


def test_impossible_grids_are_refused() -> None:
    for width, height in ((0, 5), (5, 0), (100, 5), (5, 100)):
        with pytest.raises(ValueError, match="1 to 99 are possible"):
            HexGrid(width, height)


def test_centres_and_corners_for_drawing() -> None:
    corner = 2000 / math.sqrt(3)
    assert GRID.centre(0) == pytest.approx((1000, corner))
    assert GRID.centre(GRID.parse("0302")) == pytest.approx((6000, corner * 2.5))
    north, north_east, _, south, _, north_west = GRID.corners(0)
    assert north == pytest.approx((1000, 0))
    assert north_east == pytest.approx((2000, corner / 2))
    assert south == pytest.approx((1000, 2 * corner))
    assert north_west == pytest.approx((0, corner / 2))


def test_repr_can_be_read_back() -> None:
    assert repr(GRID) == "HexGrid(7, 6)"
