"""Stands as rectangles: worked cases, and shapely as the judge of 10,000 random ones each."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import shapely

from grognard.boards.table.rect import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Rect,
    corners,
    covers,
    dot,
    edge,
    edge_enters,
    edge_meets,
    front,
    gap,
    gap2,
    moved,
    nearer,
    on_table,
    overlap,
    point_gap,
    point_within,
    rect,
    within,
)
from grognard.boards.table.shape import point_segment, ring, shape
from tests.boards.table.random_table import (
    CASES,
    random_segments,
    random_stands,
    segments,
    shapes,
    share_ground,
)

A = random_stands(1, 90)
B = random_stands(2, 90)


@pytest.fixture(scope="module")
def pairs() -> tuple["np.ndarray", "np.ndarray"]:
    return shapes(A), shapes(B)


def test_the_corners_of_a_stand_looking_east() -> None:
    a = rect((100, 50, 18), 3000, 1500)
    assert corners(a) == [(10750, 3500), (10750, 6500), (9250, 6500), (9250, 3500)]
    assert front(a) == (10750, 5000)
    assert edge(a, FRONT) == (10750, 3500, 10750, 6500)
    assert edge(a, LEFT) == (9250, 3500, 10750, 3500)
    assert edge(a, RIGHT) == (10750, 6500, 9250, 6500)
    assert edge(a, REAR) == (9250, 6500, 9250, 3500)


def test_the_corners_at_45_degrees_are_rounded_to_mils() -> None:
    # Half of 3 inches ahead at 45 degrees is 1.06066 inches both ways.
    a = rect((0, 0, 9), 3000, 3000)
    assert corners(a) == [(0, -2122), (2122, 0), (0, 2122), (-2122, 0)]


def test_corners_are_within_a_mil_of_the_true_ones() -> None:
    for a in A[:2000]:
        angle = math.radians(5 * a.shape.facing)
        for (x, y), (side, ahead) in zip(
            corners(a), ((-1, 1), (1, 1), (1, -1), (-1, -1)), strict=True
        ):
            w, d = side * a.shape.width / 2, ahead * a.shape.depth / 2
            assert abs(a.x + w * math.cos(angle) + d * math.sin(angle) - x) <= 1
            assert abs(a.y + w * math.sin(angle) - d * math.cos(angle) - y) <= 1


def test_shapes_are_made_once() -> None:
    assert shape(7, 3000, 1500) is shape(7, 3000, 1500)


def test_a_stand_elsewhere_is_the_same_stand() -> None:
    a = moved(rect((100, 50, 18), 3000, 1500), 1000, -500)
    assert (a.x, a.y, a.shape.facing) == (11000, 4500, 18)
    assert repr(a) == "Rect(11000, 4500, TurnedBase(18, 3000, 1500))"


def test_stands_edge_to_edge_do_not_overlap() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert not overlap(a, rect((130, 100, 0), 3000, 3000))
    assert not overlap(a, rect((130, 130, 0), 3000, 3000))
    assert overlap(a, rect((129, 100, 0), 3000, 3000))
    assert overlap(a, a)


def test_a_commander_overlaps_nothing_and_is_measured_to() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert not overlap(a, dot(10000, 10000))
    assert gap(a, dot(10000, 10000)) == 0
    assert gap(dot(11500 + 300, 11500 + 400), a) == 500
    assert within(dot(0, 0), dot(3000, 4000), 5000)
    assert nearer(dot(0, 0), dot(3000, 4000), 5001)
    assert not nearer(dot(0, 0), dot(3000, 4000), 5000)


def test_the_gap_of_upright_stands() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert gap(a, rect((150, 100, 0), 3000, 3000)) == 2000
    # 3 inches across and 4 down from corner to corner.
    assert gap(a, rect((160, 170, 0), 3000, 3000)) == 5000
    assert gap2(a, rect((160, 170, 0), 3000, 3000)) == (25_000_000, 1)
    assert within(a, rect((150, 100, 0), 3000, 3000), 2000)
    assert not within(a, rect((150, 100, 0), 3000, 3000), 1999)
    assert not nearer(a, rect((150, 100, 0), 3000, 3000), 2000)


def test_the_edge_of_the_table_is_on_it() -> None:
    assert on_table(rect((15, 15, 0), 3000, 3000), 36000, 36000)
    assert on_table(rect((345, 345, 0), 3000, 3000), 36000, 36000)
    for pose in ((14, 15, 0), (15, 14, 0), (346, 345, 0), (345, 346, 0), (15, 100, 9)):
        assert not on_table(rect(pose, 3000, 3000), 36000, 36000)


def test_overlap_as_shapely_says(pairs: tuple["np.ndarray", "np.ndarray"]) -> None:
    expected = share_ground(*pairs)
    assert 2000 < expected.sum() < 8000
    assert [overlap(a, b) for a, b in zip(A, B, strict=True)] == expected.tolist()


def test_gap_as_shapely_says(pairs: tuple["np.ndarray", "np.ndarray"]) -> None:
    expected = shapely.distance(*pairs)
    for a, b, true in zip(A, B, expected.tolist(), strict=True):
        assert true <= gap(a, b) + 1e-6 and gap(a, b) < true + 1 + 1e-6


def test_within_and_nearer_as_shapely_says(pairs: tuple["np.ndarray", "np.ndarray"]) -> None:
    expected = shapely.distance(*pairs)
    for i, (a, b, true) in enumerate(zip(A, B, expected.tolist(), strict=True)):
        reach = (100, 1000, 2000, 3000)[i % 4]
        if abs(true - reach) > 1e-6:
            assert within(a, b, reach) == (true < reach)
            assert nearer(a, b, reach) == (true < reach)


def test_points_on_stands_as_shapely_says() -> None:
    stands = random_stands(3, 30)
    ends = random_segments(4, 3000)
    dots = shapely.points(np.array(ends, dtype=float)[:, :2])
    shapes_ = shapes(stands)
    inside = shapely.intersects(shapes_, dots)
    far = shapely.distance(shapes_, dots)
    assert 2000 < inside.sum() < 9000
    for a, (x, y, _, _), on, true in zip(stands, ends, inside.tolist(), far.tolist(), strict=True):
        assert covers(a, x, y) == on
        away = point_gap(x, y, a)
        assert true <= away + 1e-6 and away < true + 1 + 1e-6
        assert point_within(x, y, a, away) and not (away and point_within(x, y, a, away - 1))


def test_segments_over_stands_as_shapely_says() -> None:
    stands = random_stands(5, 60)
    ends = random_segments(6, 6000)
    lines = segments(ends)
    shapes_ = shapes(stands)
    meet = shapely.intersects(shapes_, lines)
    enter = share_ground(shapes_, lines)
    assert 2000 < enter.sum() < 9000
    assert [edge_meets(*e, a) for e, a in zip(ends, stands, strict=True)] == meet.tolist()
    assert [edge_enters(*e, a) for e, a in zip(ends, stands, strict=True)] == enter.tolist()


def test_a_segment_along_an_edge_meets_a_stand_but_does_not_enter() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert edge_meets(0, 8500, 20000, 8500, a)
    assert not edge_enters(0, 8500, 20000, 8500, a)
    assert edge_enters(0, 8501, 20000, 8501, a)
    assert not edge_meets(0, 8499, 20000, 8499, a)


def test_cases_are_many() -> None:
    assert len(A) == len(B) == CASES == 10_000
    assert isinstance(A[0], Rect)


def test_gaps_are_the_least_over_all_edges_of_the_ring() -> None:
    ones, others = random_stands(31, 90), random_stands(32, 90)
    for a, b in zip(ones, others, strict=True):
        outline = ring(a.shape, b.shape)
        half = [(x, y) for _, _, _, x, y in outline.edges]
        corner = [*half, *((-x, -y) for x, y in half), half[0]]
        px, py = b.x - a.x, b.y - a.y
        gaps = [point_segment(px, py, *p, *q) for p, q in pairwise(corner)]
        least = min(Fraction(n, d) for n, d in gaps)
        n, d = gap2(a, b)
        assert Fraction(n, d) == (0 if overlap(a, b) else least)
