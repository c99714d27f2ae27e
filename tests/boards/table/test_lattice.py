"""Places and directions on the lattice."""

import math
import random

import pytest

from grognard.boards.table import lattice
from grognard.boards.table.lattice import (
    AHEAD_X,
    AHEAD_Y,
    arc,
    aslant,
    bearing,
    length,
    nearest,
    offset,
    root_up,
    rounded,
    short_of,
    stray,
    turned,
    within_arc,
)
from tests.boards.table.random_table import CASES


@pytest.mark.parametrize("step", range(72))
def test_the_table_of_directions_is_right_to_the_last_digit(step: int) -> None:
    angle = math.radians(5 * step)
    assert AHEAD_X[step] == round(math.sin(angle) * 1_000_000)
    assert AHEAD_Y[step] == -round(math.cos(angle) * 1_000_000)


def test_north_is_up_and_steps_go_clockwise() -> None:
    assert [offset(step, 1000) for step in (0, 18, 36, 54)] == [
        *((0, -1000), (1000, 0), (0, 1000), (-1000, 0))
    ]
    assert offset(-18, 1000) == (-1000, 0)


def test_halves_are_rounded_away_from_zero() -> None:
    assert [rounded(n, 4) for n in (1, 2, 5, 6, -1, -2, -5, -6)] == [0, 1, 1, 2, 0, -1, -1, -2]
    assert nearest(-150, 149) == (-2, 1)


def test_roots_and_lengths_are_rounded_up() -> None:
    assert [root_up(n) for n in (0, 1, 2, 4, 5, 9)] == [0, 1, 2, 2, 3, 3]
    assert length(-5, 12) == 13


def test_the_outer_corner_pays_the_arc() -> None:
    # A quarter circle of radius 3 inches is 4.71239 inches.
    assert arc(3000, 18) == 4713
    assert arc(3000, -18) == 4713
    # Five degrees of 1.5 inches are 0.1309 inches.
    assert arc(1500, 1) == 131


def test_bearings_are_the_nearest_step() -> None:
    rng = random.Random(1)
    for _ in range(CASES):
        dx, dy = rng.randrange(-40000, 40001), rng.randrange(-40000, 40001)
        if dx == 0 and dy == 0:
            continue
        exact = math.degrees(math.atan2(dx, -dy)) / 5 % 72
        off = abs(bearing(dx, dy) - exact)
        assert min(off, 72 - off) < 0.5001


def test_bearings_are_those_of_a_look_at_every_step() -> None:
    rng = random.Random(4)
    ways = [(dx, dy) for dx in range(-12, 13) for dy in range(-12, 13) if dx or dy]
    for step in range(72):
        # Half way between two steps, and a hair to either side.
        mx, my = AHEAD_X[step] + AHEAD_X[step - 1], AHEAD_Y[step] + AHEAD_Y[step - 1]
        ways += [(mx + i, my + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    ways += [(rng.randrange(-900, 901), rng.randrange(-900, 901)) for _ in range(CASES)]
    for dx, dy in ways:
        ahead = [dx * AHEAD_X[step] + dy * AHEAD_Y[step] for step in range(72)]
        assert bearing(dx, dy) == (ahead.index(max(ahead)) if dx or dy else 0)


def test_no_direction_at_all_is_north() -> None:
    assert bearing(0, 0) == 0


def test_turns_go_the_shorter_way_and_about_turns_clockwise() -> None:
    assert [turned(10, end) for end in (10, 11, 46, 47, 9)] == [0, 1, 36, -35, -1]


def test_a_lattice_point_is_never_too_far_and_hardly_short() -> None:
    rng = random.Random(2)
    for _ in range(CASES):
        direction, mils = rng.randrange(72), rng.randrange(200, 24001)
        x, y = short_of(5, 7, direction, mils)
        dx, dy = (x - 5) * 100, (y - 7) * 100
        assert dx * dx + dy * dy <= mils * mils
        px = 500 + mils * math.sin(math.radians(5 * direction))
        py = 700 - mils * math.cos(math.radians(5 * direction))
        assert math.hypot(x * 100 - px, y * 100 - py) <= 142


@pytest.mark.parametrize("facing", range(72))
def test_aslant_is_never_too_far_nor_too_far_aside_and_hardly_short(facing: int) -> None:
    for mils in (300, 1000, 2500, 6000, 9000, 12000, 16000, 18000, 24000):
        for steps in (-9, 9):
            x, y = aslant(5, 7, facing, steps, mils)
            dx, dy = (x - 5) * 100, (y - 7) * 100
            assert mils - 142 <= math.hypot(dx, dy) <= mils
            off = (math.degrees(math.atan2(dx, -dy)) - 5 * facing + 180) % 360 - 180
            assert abs(off) <= 45.0001
            assert abs(off - 5 * steps) <= math.degrees(math.atan2(142, mils))


def test_a_lattice_point_is_the_nearest_of_nine_anywhere() -> None:
    rng = random.Random(5)
    for _ in range(CASES):
        x, y = rng.randrange(-20, 200), rng.randrange(-20, 200)
        direction, mils = rng.randrange(72), rng.choice((50, 100, 1500, 6000, rng.randrange(9000)))
        dx, dy = offset(direction, mils)
        px, py = x * 100 + dx, y * 100 + dy
        cx, cy = nearest(px, py)
        places = [(tx, ty) for ty in (cy - 1, cy, cy + 1) for tx in (cx - 1, cx, cx + 1)]
        if math.dist((cx, cy), (x, y)) * 100 <= mils:
            expected = (cx, cy)
        else:
            near = [p for p in places if math.dist(p, (x, y)) * 100 <= mils]
            off = [(tx * 100 - px) ** 2 + (ty * 100 - py) ** 2 for tx, ty in near]
            expected = near[off.index(min(off))] if near else (x, y)
        assert short_of(x, y, direction, mils) == expected


def test_straying_is_measured_across_the_way_ahead() -> None:
    assert stray(0, 300, -4000) == 300
    assert stray(18, 4000, -25) == 25
    # At 45 degrees, 100 to the side and nothing ahead is 70.71 beside the line.
    assert stray(9, 100, 0) == 71


def test_obliques_agree_with_the_angle() -> None:
    rng = random.Random(3)
    for _ in range(CASES):
        facing, half = rng.randrange(72), rng.randrange(1, 36)
        dx, dy = rng.randrange(-300, 301), rng.randrange(-300, 301)
        if dx == 0 and dy == 0:
            continue
        angle = math.degrees(math.atan2(dx, -dy)) - 5 * facing
        angle = abs((angle + 180) % 360 - 180)
        if abs(angle - 5 * half) > 0.001:
            assert within_arc(facing, dx, dy, half) == (angle < 5 * half)


def test_an_oblique_of_exactly_45_degrees_is_allowed() -> None:
    assert within_arc(0, 500, -500, 9)
    assert within_arc(9, 0, -500, 9)
    assert not within_arc(0, 501, -500, 9)
    assert within_arc(0, 0, 0, 0)


def test_units() -> None:
    assert (lattice.INCH, lattice.TENTH, lattice.STEPS) == (1000, 100, 72)
    assert (lattice.QUARTER, lattice.HALF) == (18, 36)
