"""Path data, written out by hand."""

import pytest

from grognard.draw.curves import (
    chains,
    number,
    polygon,
    rounded,
    smooth_line,
    smooth_loop,
    strokes,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (3.04, "3"), (0.25, ".2"), (-0.26, "-.3"), (-0.01, "0"), (10.5, "10.5")],
)
def test_numbers_are_written_short(value: float, text: str) -> None:
    assert number(value) == text


def test_a_polygon_is_closed() -> None:
    assert polygon([(0, 0), (4, 0), (4, 3)]) == "M0 0L4 0L4 3z"


def test_a_loop_runs_through_the_middles_of_its_sides() -> None:
    path = smooth_loop([(0, 0), (4, 0), (4, 4), (0, 4)])
    assert path == "M0 2Q0 0 2 0Q4 0 4 2Q4 4 2 4Q0 4 0 2z"


def test_a_line_keeps_its_ends() -> None:
    assert smooth_line([(0, 0), (4, 0), (4, 4)]) == "M0 0L2 0Q4 0 4 2L4 4"
    assert smooth_line([(0, 0), (4, 0)]) == "M0 0L4 0"


def test_corners_are_rounded_within_a_reach_of_them() -> None:
    # Sides of 10: the curve leaves them 2 from each corner; a reach of 9 is cut to half a side.
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert rounded(square, 2) == "M0 2Q0 0 2 0L8 0Q10 0 10 2L10 8Q10 10 8 10L2 10Q0 10 0 8z"
    assert rounded(square, 9).startswith("M0 5Q0 0 5 0L5 0Q10 0 10 5")


def test_strokes_are_relative_and_in_tenths() -> None:
    lines = [((1.0, 1.0), (1.5, 2.0)), ((3.0, 1.0), (2.0, 1.0)), ((5.0, 5.0), (5.01, 5.0))]
    assert strokes(lines) == "m10 10l5 10m15-10l-10 0"


def test_edges_join_to_chains() -> None:
    edges = [((1.0, 0.0), (2.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (3.0, 0.0))]
    (chain,) = chains(edges)
    assert sorted((chain, chain[::-1]))[0] == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_edges_join_to_loops() -> None:
    a, b, c = (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)
    (chain,) = chains([(a, b), (b, c), (c, a)])
    assert chain[0] == chain[-1]
    assert set(chain) == {a, b, c}


def test_a_fork_ends_a_chain() -> None:
    fork = (1.0, 1.0)
    arms = [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)]
    found = chains([(fork, arm) for arm in arms])
    assert sum(len(chain) - 1 for chain in found) == 3
    assert all(fork in chain for chain in found)
