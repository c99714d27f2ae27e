"""The grid over outlines answers as the plain way does: point by point, edge by edge."""

import math
import random
from itertools import pairwise

import numpy as np
import shapely

from grognard.boards.polygons import EDGE, INSIDE, OUTSIDE, Point, meet, where
from grognard.boards.table.boxes import Boxes
from grognard.boards.table.chord import chords
from grognard.boards.table.course import course
from grognard.boards.table.ground import Area, Ground
from grognard.boards.table.outline import MIXED, SQUARE, Outline, OutlineIndex
from grognard.boards.table.rect import dot
from grognard.boards.table.slide import Swept
from tests.boards.table.random_table import CASES, polygons, random_segments, segments

SIZE = 24000


def random_ring(rng: random.Random, count: int, radius: int) -> list[Point]:
    """A ragged star about a point on or off the table; one half of them on whole half inches."""
    x, y = rng.randrange(SIZE), rng.randrange(SIZE)
    grain = rng.choice((1, SQUARE))
    points: list[Point] = []
    for i in range(count):
        far = rng.uniform(0.4, 1.0) * radius
        angle = 2 * math.pi * i / count
        px, py = x + far * math.cos(angle), y + far * math.sin(angle)
        point = round(px / grain) * grain, round(py / grain) * grain
        if point not in points:
            points.append(point)
    return points


def points_about(rng: random.Random, corners: list[Point], count: int) -> list[Point]:
    """Points anywhere, on corners, in the middle of edges, and on the seams of the grid."""
    found: list[Point] = []
    for _ in range(count):
        i = rng.randrange(len(corners))
        (ax, ay), (bx, by) = corners[i - 1], corners[i]
        seam = rng.randrange(-4, SIZE // SQUARE) * SQUARE
        found += [
            (rng.randrange(-2000, SIZE + 2000), rng.randrange(-2000, SIZE + 2000)),
            (ax, ay),
            ((ax + bx) // 2, (ay + by) // 2),
            (ax + rng.randint(-1, 1), ay + rng.randint(-1, 1)),
            (seam - rng.randint(0, 1), ay + rng.randint(-900, 900)),
            (ax + rng.randint(-900, 900), seam - rng.randint(0, 1)),
        ]
    return found


def test_points_lie_where_the_plain_way_says() -> None:
    rng = random.Random(1)
    told = {INSIDE: 0, EDGE: 0, OUTSIDE: 0}
    for count in (3, 4, 5, 9, 20, 60) * 6:
        corners = random_ring(rng, count, rng.choice((700, 4000, 11000)))
        outline = Outline(corners)
        for x, y in points_about(rng, corners, CASES // 100):
            expected = where((x, y), corners)
            assert outline.place(x, y) == expected, (corners, x, y)
            told[expected] += 1
    assert sum(told.values()) > 2 * CASES
    assert min(told.values()) > 2500


def test_a_square_is_inside_outside_or_mixed_as_its_points_are() -> None:
    square = Outline([(1000, 1000), (3000, 1000), (3000, 2999), (1000, 2999)])
    assert [square.side(column, 3) for column in (1, 2, 3, 5, 6, 7)] == [
        *(OUTSIDE, MIXED, INSIDE, INSIDE, MIXED, OUTSIDE)
    ]
    assert [square.side(4, row) for row in (1, 2, 3, 4, 5, 6)] == [
        *(OUTSIDE, MIXED, INSIDE, INSIDE, MIXED, OUTSIDE)
    ]


def test_all_points_of_an_unmixed_square_lie_alike() -> None:
    rng = random.Random(2)
    asked = 0
    for count in (5, 20, 60) * 3:
        corners = random_ring(rng, count, 6000)
        outline = Outline(corners)
        for _ in range(600):
            column, row = rng.randrange(-4, 52), rng.randrange(-4, 52)
            side = outline.side(column, row)
            if side == MIXED:
                continue
            asked += 1
            for dx, dy in ((0, 0), (SQUARE - 1, 0), (0, SQUARE - 1), (250, 250)):
                assert where((column * SQUARE + dx, row * SQUARE + dy), corners) == side
    assert asked * 4 > CASES


def test_a_cover_tells_all_outlines_at_a_point() -> None:
    rng = random.Random(3)
    rings = [random_ring(rng, count, 7000) for count in (4, 6, 12, 30, 60, 8)]
    outlines = [Outline(ring) for ring in rings]
    boxes = Boxes([outline.box for outline in outlines], SIZE, SIZE)
    cover = OutlineIndex(outlines, boxes, SIZE, SIZE)
    points = [p for ring in rings for p in points_about(rng, ring, CASES // 30)]
    assert len(points) > CASES
    for x, y in points:
        expected = [i for i, ring in enumerate(rings) if where((x, y), ring) != OUTSIDE]
        assert cover.at(x, y) == expected
    # The answer belongs to whoever asked.
    x, y = next(p for p in points if cover.at(*p))
    cover.at(x, y).clear()
    assert cover.at(x, y)


def test_edges_near_are_at_least_those_that_meet_the_box() -> None:
    rng = random.Random(4)
    met = passed = 0
    for count in (5, 9, 30, 60) * 2:
        corners = random_ring(rng, count, 9000)
        outline = Outline(corners)
        for ax, ay, bx, by in random_segments(rng.randrange(1000), SIZE, CASES // 8):
            box = min(ax, bx) - 500, min(ay, by), max(ax, bx), max(ay, by) + 500
            near = outline.near(*box)
            ends = ((ax, ay), (bx, by), ((ax + bx) // 2, (ay + by) // 2))
            if not outline.maybe_meets(ax, ay, bx, by):
                passed += 1
                assert len({outline.place(x, y) for x, y in ends}) == 1
            for i in range(len(corners)):
                if meet((ax, ay), (bx, by), corners[i - 1], corners[i]):
                    met += 1
                    assert outline.maybe_meets(ax, ay, bx, by)
                    assert (*corners[i - 1], *corners[i]) in near
    assert met > 5000 and passed > 1000


def test_chords_of_long_outlines_as_shapely_says() -> None:
    rng = random.Random(5)
    areas = [Area(0, random_ring(rng, 40, 9000)) for _ in range(100)]
    areas = [area for area in areas if shapely.Polygon(area.corners).is_valid]
    assert len(areas) > 50
    ends = random_segments(6, SIZE)
    which = np.arange(len(ends)) % len(areas)
    figures = polygons([area.corners for area in areas])[which]
    expected = shapely.length(shapely.intersection(figures, segments(ends)))
    assert (expected > 0).sum() > 4000
    for i, way in enumerate(ends):
        told = chords(areas[which[i]], *way)
        # Along an edge shapely counts what is no part of the inside.
        parts = 1 + len(told)
        assert abs(sum(end - start for start, end in told) - expected[i]) < 4 * parts


def test_climbs_lead_from_the_level_of_the_start_to_that_of_the_end() -> None:
    rng = random.Random(7)
    hills = [Area(1, random_ring(rng, 50, 8000)) for _ in range(4)]
    grounds = [Ground(SIZE, SIZE, contours=[hill]) for hill in hills]
    climbed = 0
    for i, (ax, ay, bx, by) in enumerate(random_segments(8, SIZE)):
        # Half of the legs are short ones.
        if i % 2:
            bx, by = ax + (bx - ax) // 10, ay + (by - ay) // 10
        ring = hills[i % 4].corners
        climbs = course(grounds[i % 4], Swept(dot(ax, ay), bx - ax, by - ay)).climbs
        start, end = (where(p, ring) != OUTSIDE for p in ((ax, ay), (bx, by)))
        assert sum(rise for _, rise in climbs) == end - start
        assert all(one[1] == -two[1] for one, two in pairwise(climbs))
        climbed += len(climbs)
    assert climbed > 3000
