"""Areas, levels and lines under points and stands."""

import random

import numpy as np
import pytest
import shapely

from grognard.boards.polygons import EDGE, INSIDE, OUTSIDE
from grognard.boards.table.boxes import Boxes, bits
from grognard.boards.table.ground import Area, Ground, Line, Spot, place
from grognard.boards.table.outline import box_of
from grognard.boards.table.rect import rect
from tests.boards.table.random_table import (
    CASES,
    polygons,
    random_ground,
    random_line,
    random_segments,
    random_stands,
    shapes,
    share_ground,
)

WOOD = Area(0, [(4000, 4000), (12000, 4000), (12000, 9000), (4000, 9000)])
SIZE = 24000


def numbers(hits: "np.ndarray") -> list[int]:
    return [int(i) for i in np.flatnonzero(hits)]


def test_a_point_lies_inside_on_the_edge_or_outside() -> None:
    assert place(WOOD, 8000, 8000) == INSIDE
    assert [place(WOOD, *p) for p in ((4000, 5000), (7000, 4000), (12000, 9000))] == [EDGE] * 3
    assert [place(WOOD, *p) for p in ((3999, 5000), (7000, 9001), (13000, 4000))] == [OUTSIDE] * 3
    # A corner at the height of the point must not count twice.
    gable = Area(0, [(0, 0), (4000, 2000), (8000, 0), (8000, 6000), (0, 6000)])
    assert place(gable, 1000, 2000) == INSIDE
    assert place(gable, 6000, 2000) == INSIDE
    assert place(gable, 4000, 2000) == EDGE
    assert place(gable, 4000, 1999) == OUTSIDE


def test_a_stand_touches_enters_or_lies_in_an_area() -> None:
    ground = Ground(36000, 36000, [WOOD])
    beside = rect((80, 105, 0), 3000, 3000)  # its front edge on the wood's lower edge
    assert (ground.areas_touched(beside), ground.areas_entered(beside)) == ([0], [])
    half_in = rect((80, 100, 0), 3000, 3000)
    assert (ground.areas_entered(half_in), ground.areas_holding(half_in)) == ([0], [])
    whole = rect((55, 55, 0), 3000, 3000)  # two edges on the wood's
    assert ground.areas_holding(whole) == [0]
    assert ground.areas_touched(rect((80, 106, 0), 3000, 3000)) == []


def test_a_clearing_within_a_stand_is_no_wood_around_it() -> None:
    tree = Ground(36000, 36000, [Area(0, [(9900, 9900), (10100, 9900), (10000, 10100)])])
    stand = rect((100, 100, 0), 3000, 3000)
    assert tree.areas_entered(stand) == [0]
    assert tree.areas_holding(stand) == []


def test_the_level_is_that_of_the_highest_contour() -> None:
    hill = Area(1, [(0, 0), (9000, 0), (9000, 9000), (0, 9000)])
    top = Area(2, [(3000, 3000), (6000, 3000), (6000, 6000), (3000, 6000)])
    ground = Ground(20000, 20000, contours=[top, hill])
    levels = [ground.level_at(x, 5000) for x in (5000, 6000, 6001, 9000, 9001)]
    assert levels == [2, 2, 1, 1, 0]


def test_points_in_areas_as_shapely_says() -> None:
    ground = random_ground(1, SIZE)
    figures = polygons([area.corners for area in ground.areas])
    ends = random_segments(2, SIZE)
    dots = shapely.points(np.array(ends, dtype=float)[:, :2])
    expected = shapely.intersects(figures[None, :], dots[:, None])
    assert 2000 < expected.any(axis=1).sum() < 9900
    hills = Ground(SIZE, SIZE, contours=[Area(1 + i % 4, a.corners) for i, a in _of(ground)])
    for i, (x, y, _, _) in enumerate(ends):
        assert ground.areas_at(x, y) == numbers(expected[i])
        level = max((1 + j % 4 for j in numbers(expected[i])), default=0)
        assert hills.level_at(x, y) == level


def _of(ground: Ground) -> list[tuple[int, Area]]:
    return list(enumerate(ground.areas))


def test_stands_in_areas_as_shapely_says() -> None:
    ground = random_ground(3, SIZE)
    figures = polygons([area.corners for area in ground.areas])[None, :]
    stands = random_stands(4, SIZE // 100)
    own = shapes(stands)[:, None]
    touched = shapely.intersects(figures, own)
    entered = share_ground(figures, own)
    holding = shapely.covers(figures, own)
    assert holding.sum() > 200 and entered.sum() > 5000
    for i, a in enumerate(stands):
        assert ground.areas_touched(a) == numbers(touched[i])
        assert ground.areas_entered(a) == numbers(entered[i])
        assert ground.areas_holding(a) == numbers(holding[i])


def test_stands_on_lines_as_shapely_says() -> None:
    rng = random.Random(5)
    ground = Ground(SIZE, SIZE, lines=[random_line(rng, i % 3, SIZE) for i in range(8)])
    figures = np.array([shapely.LineString(line.points) for line in ground.lines])
    stands = random_stands(6, SIZE // 100)
    expected = shapely.intersects(figures[None, :], shapes(stands)[:, None])
    for i, a in enumerate(stands):
        assert ground.lines_touched(a) == numbers(expected[i])


def test_lines_between_two_points_as_shapely_says() -> None:
    rng = random.Random(8)
    ground = Ground(SIZE, SIZE, lines=[random_line(rng, i % 3, SIZE) for i in range(8)])
    figures = np.array([shapely.LineString(line.points) for line in ground.lines])
    met = 0
    for _ in range(2000):
        ax, ay, bx, by = (rng.randrange(SIZE) for _ in range(4))
        expected = shapely.intersects(figures, shapely.LineString([(ax, ay), (bx, by)]))
        assert ground.lines_between(ax, ay, bx, by) == numbers(expected)
        met += bool(expected.any())
    assert 500 < met < 2000


def test_the_nearest_line_as_shapely_says() -> None:
    rng = random.Random(7)
    ground = Ground(SIZE, SIZE, lines=[random_line(rng, i % 3, SIZE) for i in range(9)])
    figures = np.array([shapely.LineString(line.points) for line in ground.lines])
    ends = random_segments(8, SIZE)
    dots = shapely.points(np.array(ends, dtype=float)[:, :2])
    distance = shapely.distance(figures[None, :], dots[:, None])
    found = 0
    for i, (x, y, _, _) in enumerate(ends):
        mine = {j: distance[i][j] for j in range(9) if j % 3 != 1}
        best = min(mine.values())
        told = ground.line_near(x, y, 1000, (0, 2))
        if abs(best - 1000) > 1e-6:
            assert (told >= 0) == (best < 1000)
        if told >= 0:
            assert abs(mine[told] - best) < 1e-6
            found += 1
    assert found > 2000


def test_a_march_keeps_to_one_straight_piece_of_road() -> None:
    road = Line(1, [(0, 10000), (10000, 10000), (10000, 20000)])
    ground = Ground(20000, 20000, lines=[Line(0, [(0, 0), (20000, 0)]), road])
    assert ground.along(1000, 10200, 9000, 9900, 250, [1]) == 1
    assert ground.along(1000, 10251, 9000, 9900, 250, [1]) == -1
    assert ground.along(1000, 10000, 10000, 15000, 250, [1]) == -1  # cuts the corner
    assert ground.along(10000, 10000, 10000, 15000, 250, [1]) == 1
    assert ground.along(1000, 10200, 9000, 9900, 250, [0]) == -1


def test_a_march_along_a_road_as_shapely_says() -> None:
    rng = random.Random(9)
    ground = Ground(SIZE, SIZE, lines=[random_line(rng, 0, SIZE) for _ in range(6)])
    pieces = np.array(
        [shapely.LineString([(ax, ay), (bx, by)]) for ax, ay, bx, by in ground.piece_at]
    )
    ends = [
        (x, y, x + rng.randrange(-2000, 2001), y + rng.randrange(-2000, 2001))
        for x, y, _, _ in random_segments(10, SIZE)
    ]
    array = np.array(ends, dtype=float)
    near = [
        shapely.distance(pieces[None, :], shapely.points(array[:, two])[:, None]) <= 700
        for two in (slice(0, 2), slice(2, 4))
    ]
    both = near[0] & near[1]
    assert both.any(axis=1).sum() > 500
    for i, way in enumerate(ends):
        told = ground.along(*way, 700, [0])
        lines = [ground.piece_line[j] for j in numbers(both[i])]
        assert told == (lines[0] if lines else -1)


def test_a_bridge_holds_within_its_radius() -> None:
    ground = Ground(36000, 36000, spots=[Spot(0, 5000, 5000, 1500), Spot(0, 20000, 20000, 500)])
    assert ground.spot_at(5900, 6200) == 0
    assert ground.spot_at(5901, 6200) == -1
    assert ground.spot_at(20000, 20500) == 1


def test_boxes_find_whatever_lies_near() -> None:
    rng = random.Random(11)
    made = [box_of([(ax, ay), (bx, by)]) for ax, ay, bx, by in random_segments(12, SIZE, 9)]
    index = Boxes(made, SIZE, SIZE)
    assert len(made) * 1200 > CASES
    for _ in range(1200):
        left, top, right, bottom = box_of(
            [(rng.randrange(-500, SIZE + 500), rng.randrange(SIZE)) for _ in range(2)]
        )
        near = bits(index.near(left, top, right, bottom))
        for i, box in enumerate(made):
            meets = shapely.box(*box).intersects(shapely.box(left, top, right, bottom))
            assert i in near or not meets


@pytest.mark.parametrize(("mask", "expected"), [(0, []), (1, [0]), (0b100101, [0, 2, 5])])
def test_the_numbers_of_a_mask(mask: int, expected: list[int]) -> None:
    assert bits(mask) == expected
