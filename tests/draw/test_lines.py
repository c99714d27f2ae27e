"""Broken lines: steps along them, how far they are, what lies near."""

import random

import pytest
from shapely import LineString, Polygon
from shapely import Point as Dot

from grognard.draw.lines import Ways, along, apart, inside, soft_line

BENT = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0)]


def test_steps_go_on_over_the_corners() -> None:
    # Half a step first: at 4, then at 12, which is 2 past the corner, and so on to 30.
    assert list(along(BENT, 8.0)) == [
        ((4.0, 0.0), (1.0, 0.0)),
        ((10.0, 2.0), (0.0, 1.0)),
        ((10.0, 10.0), (0.0, 1.0)),
        ((10.0, 18.0), (0.0, 1.0)),
    ]


def test_distances_and_insides_are_those_of_shapely() -> None:
    rng = random.Random(3)
    figure = [(0.0, 0.0), (50.0, 10.0), (60.0, 60.0), (30.0, 30.0), (5.0, 55.0)]
    ways = Ways([BENT, [(30.0, 30.0), (60.0, 90.0)]])
    for _ in range(200):
        at = rng.uniform(-10, 70), rng.uniform(-10, 70)
        assert apart(at, BENT) == pytest.approx(LineString(BENT).distance(Dot(at)))
        assert inside(at, figure) == Polygon(figure).contains(Dot(at))
        other = LineString([(30, 30), (60, 90)]).distance(Dot(at))
        nearest = min(LineString(BENT).distance(Dot(at)), other)
        if nearest < Ways.FAR:
            assert ways.apart(at) == pytest.approx(nearest)
        else:
            assert ways.apart(at) >= Ways.FAR


def test_nothing_is_near_where_there_is_nothing() -> None:
    ways = Ways([BENT])
    assert ways.apart((500.0, 500.0)) == Ways.FAR
    assert ways.nearest((500.0, 500.0)) is None
    assert ways.nearest((11.0, 15.0)) == ((10.0, 0.0), (10.0, 20.0))


def test_a_soft_line_keeps_its_ends() -> None:
    data = soft_line(BENT)
    assert data.startswith("M0 0L") and data.endswith("L10 20")
