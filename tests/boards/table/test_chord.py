"""Straight lines through areas and over broken lines."""

import random
from itertools import pairwise

import numpy as np
import shapely

from grognard.boards.table.chord import chords, crossings
from grognard.boards.table.ground import Area, Ground, Line, Spot
from tests.boards.table.random_table import (
    polygons,
    random_area,
    random_line,
    random_segments,
    segments,
)

SIZE = 24000
WOOD = Area(0, [(4000, 4000), (12000, 4000), (12000, 9000), (4000, 9000)])


def test_a_line_through_a_wood() -> None:
    assert chords(WOOD, 0, 5000, 20000, 5000) == [(4000, 12000)]
    assert chords(WOOD, 5000, 5000, 20000, 5000) == [(0, 7000)]
    assert chords(WOOD, 5000, 5000, 7000, 5000) == [(0, 2000)]
    assert chords(WOOD, 0, 4000, 20000, 4000) == []  # along its edge
    assert chords(WOOD, 0, 3999, 20000, 3999) == []
    assert chords(WOOD, 4000, 0, 4000, 20000) == []


def test_a_line_in_and_out_of_a_bay() -> None:
    bay = Area(0, [(0, 0), (9000, 0), (9000, 9000), (6000, 9000), (6000, 3000), (3000, 3000),
                   (3000, 9000), (0, 9000)])  # fmt: skip
    assert chords(bay, -1000, 6000, 10000, 6000) == [(1000, 4000), (7000, 10000)]
    assert chords(bay, -1000, 2000, 10000, 2000) == [(1000, 10000)]


def test_a_line_through_two_corners() -> None:
    # 11.793 inches long; a tenth of it and nine tenths, rounded down.
    assert chords(WOOD, 3000, 3375, 13000, 9625) == [(1179, 10613)]


def test_chords_as_shapely_says() -> None:
    rng = random.Random(1)
    areas = [random_area(rng, 0, SIZE, 9000) for _ in range(100)]
    ends = random_segments(2, SIZE)
    figures = polygons([area.corners for area in areas])[np.arange(len(ends)) % 100]
    common = shapely.intersection(figures, segments(ends))
    expected = shapely.length(common)
    assert 2000 < (expected > 0).sum() < 9500
    for i, (ax, ay, bx, by) in enumerate(ends):
        told = chords(areas[i % 100], ax, ay, bx, by)
        assert all(start < end for start, end in told)
        assert all(a[1] < b[0] for a, b in pairwise(told))
        assert abs(sum(end - start for start, end in told) - expected[i]) < 6
        whole = np.hypot(bx - ax, by - ay)
        for start, end in told:
            t = (start + end) / 2 / whole
            middle = shapely.Point(ax + (bx - ax) * t, ay + (by - ay) * t)
            assert end - start < 4 or figures[i].distance(middle) < 2


def test_crossings_as_shapely_says() -> None:
    rng = random.Random(3)
    ground = Ground(SIZE, SIZE, lines=[random_line(rng, 0, SIZE) for _ in range(6)])
    figures = np.array([shapely.LineString(line.points) for line in ground.lines])
    ends = random_segments(4, SIZE)
    common = shapely.intersection(figures[None, :], segments(ends)[:, None])
    counts = shapely.get_num_geometries(common) * ~shapely.is_empty(common)
    assert counts.sum() > 10_000
    for i, (ax, ay, bx, by) in enumerate(ends):
        told = crossings(ground, ax, ay, bx, by)
        assert told == sorted(told)
        assert [sum(line == j for _, line, _ in told) for j in range(6)] == counts[i].tolist()
        whole = np.hypot(bx - ax, by - ay)
        for at, line, _ in told:
            place = shapely.Point(ax + (bx - ax) * at / whole, ay + (by - ay) * at / whole)
            assert figures[line].distance(place) < 2


def test_a_crossing_at_a_bridge_names_it() -> None:
    ground = Ground(
        SIZE,
        SIZE,
        lines=[Line(0, [(0, 10000), (SIZE, 10000)])],
        spots=[Spot(0, 12000, 10000, 1500)],
    )
    assert crossings(ground, 13000, 12000, 13000, 7000) == [(2000, 0, 0)]
    assert crossings(ground, 14000, 12000, 14000, 7000) == [(2000, 0, -1)]
    assert crossings(ground, 13000, 12000, 13000, 10001) == []


def test_two_legs_over_a_stream_cross_it_once_together() -> None:
    ground = Ground(SIZE, SIZE, lines=[Line(0, [(0, 10000), (SIZE, 10000)])])
    for first, last in ((12000, 8000), (8000, 12000)):
        onto = crossings(ground, 5000, first, 5000, 10000)
        off = crossings(ground, 5000, 10000, 5000, last)
        back = crossings(ground, 5000, 10000, 5000, first)
        assert len(onto) + len(off) == 1
        assert len(onto) + len(back) in (0, 2)


def test_a_bend_of_a_stream_is_crossed_once_or_touched() -> None:
    bent = Ground(SIZE, SIZE, lines=[Line(0, [(0, 9000), (10000, 10000), (SIZE, 9000)])])
    assert len(crossings(bent, 10000, 5000, 10000, 15000)) == 1
    assert len(crossings(bent, 9000, 10000, 11000, 10000)) in (0, 2)
