"""Plane geometry in whole numbers, against worked cases and against shapely."""

import random

import pytest
from shapely import LineString, Polygon
from shapely import Point as Dot

from grognard.boards.polygons import (
    EDGE,
    INSIDE,
    OUTSIDE,
    Point,
    clash,
    cross,
    double_area,
    fault,
    meet,
    meets_within,
    on_segment,
    shared,
    turn,
    where,
)

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
NEXT = [(10, 0), (20, 0), (20, 10), (10, 10)]


def random_points(rng: random.Random, count: int, size: int = 6) -> list[Point]:
    return [(rng.randrange(size), rng.randrange(size)) for _ in range(count)]


def test_a_turn_to_the_left_is_positive() -> None:
    assert turn((0, 0), (4, 0), (4, 3)) == 12
    assert turn((0, 0), (4, 0), (4, -3)) == -12
    assert turn((0, 0), (4, 2), (8, 4)) == 0


def test_a_point_on_a_segment_lies_between_its_ends() -> None:
    assert on_segment((2, 1), (0, 0), (4, 2))
    assert on_segment((4, 2), (0, 0), (4, 2))
    assert not on_segment((6, 3), (0, 0), (4, 2))
    assert not on_segment((2, 2), (0, 0), (4, 2))


def test_segments_meet_and_cross_as_shapely_says() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        a, b, c, d = random_points(rng, 4)
        if a == b or c == d:
            continue
        one, other = LineString([a, b]), LineString([c, d])
        assert meet(a, b, c, d) == one.intersects(other)
        # They cross in the sense of the rules if they meet in one point that is no end of either.
        common = one.intersection(other)
        ends = [Dot(p) for p in (a, b, c, d)]
        assert cross(a, b, c, d) == (
            common.geom_type == "Point" and not any(common.distance(end) < 1e-9 for end in ends)
        )


def test_outlines_are_simple_as_shapely_says() -> None:
    for seed in range(200):
        outline = random_points(random.Random(seed), 5)
        if len(set(outline)) < 5:
            assert fault(outline) is not None
            continue
        assert (fault(outline) is None) == Polygon(outline).is_valid


def test_points_lie_where_shapely_says_and_areas_are_equal() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        outline = random_points(rng, 6)
        figure = Polygon(outline)
        if fault(outline) is not None:
            continue
        assert abs(double_area(outline)) == 2 * figure.area
        for x in range(6):
            for y in range(6):
                dot = Dot(x, y)
                expected = OUTSIDE
                if figure.boundary.distance(dot) == 0:
                    expected = EDGE
                elif figure.contains(dot):
                    expected = INSIDE
                assert where((x, y), outline) == expected


def test_figures_that_share_ground_clash() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        one, other = random_points(rng, 4), random_points(rng, 4)
        if fault(one) is not None or fault(other) is not None:
            continue
        one = one if double_area(one) > 0 else one[::-1]
        other = other if double_area(other) > 0 else other[::-1]
        if Polygon(one).intersection(Polygon(other)).area > 1e-9:
            assert clash(one, other) is not None
            assert clash(other, one) is not None
        elif clash(one, other) is not None:
            # They may still not fit: a corner of one on a side of the other.
            assert Polygon(one).touches(Polygon(other))


def test_neighbours_with_the_same_corners_fit() -> None:
    assert clash(SQUARE, NEXT) is None
    assert shared(SQUARE, NEXT) == [[(10, 0), (10, 10)]]
    assert shared(NEXT, SQUARE) == [[(10, 10), (10, 0)]]


def test_a_corner_on_a_side_without_one_clashes() -> None:
    lower = [(10, 0), (20, 0), (20, 5), (10, 5)]
    why = clash(SQUARE, lower)
    assert why is not None and "10,5" in why
    assert clash([(0, 0), (10, 0), (10, 5), (10, 10), (0, 10)], lower) is None


def test_a_figure_in_another_clashes_even_if_it_has_only_its_corners() -> None:
    assert clash([(0, 0), (10, 0), (10, 10)], SQUARE) is not None
    assert clash(SQUARE, SQUARE) is not None


def test_a_common_corner_is_no_common_edge() -> None:
    diagonal = [(10, 10), (20, 10), (20, 20), (10, 20)]
    assert clash(SQUARE, diagonal) is None
    assert shared(SQUARE, diagonal) == []


def test_a_bent_edge_is_one_line_wherever_the_outline_begins() -> None:
    bent = [(0, 0), (10, 0), (12, 5), (10, 10), (0, 10)]
    right = [(10, 0), (20, 0), (20, 10), (10, 10), (12, 5)]
    for start in range(5):
        turned = bent[start:] + bent[:start]
        assert shared(turned, right) == [[(10, 0), (12, 5), (10, 10)]]


def test_figures_that_touch_in_two_places_share_two_lines() -> None:
    hook = [(10, 0), (20, 0), (20, 10), (10, 10), (10, 7), (15, 7), (15, 3), (10, 3)]
    square = [(0, 0), (10, 0), (10, 3), (10, 7), (10, 10), (0, 10)]
    assert shared(square, hook) == [[(10, 0), (10, 3)], [(10, 7), (10, 10)]]


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        (((1, 1), (9, 8)), ((1, 8), (9, 1)), True),  # they cross inside
        (((11, 1), (19, 8)), ((11, 8), (19, 1)), False),  # outside
        (((5, 5), (5, 20)), ((5, 5), (20, 5)), True),  # they begin at one point inside
        (((0, 20), (20, 0)), ((0, 0), (20, 20)), True),  # on the corner at 10,10
        (((0, 21), (21, 0)), ((0, 0), (21, 21)), False),  # half a metre beyond it
        (((1, 1), (4, 4)), ((5, 5), (9, 9)), False),
    ],
)
def test_lines_meet_in_a_figure_only_where_they_meet(
    one: tuple[Point, Point], other: tuple[Point, Point], met: bool
) -> None:
    assert meets_within(one, other, SQUARE) is met
    assert meets_within(other, one, SQUARE) is met
