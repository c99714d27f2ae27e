"""Intervals against values worked out by hand."""

import random
from math import sqrt

import pytest

from grognard.lab.balance import sweep
from grognard.lab.intervals import Sums, of_mean, of_share


def test_a_share_of_none_and_of_all_has_an_interval() -> None:
    none, all_ = of_share(0, 10), of_share(10, 10)
    # Wilson: z²/(n+z²) = 3.8415/13.8415
    assert (none.low, none.high) == pytest.approx((0.0, 0.27754), abs=1e-4)
    assert (all_.low, all_.high) == pytest.approx((1 - 0.27754, 1.0), abs=1e-4)


def test_a_mean_and_its_spread() -> None:
    found = of_mean([1.0, 2.0, 3.0, 4.0])
    # The deviation is sqrt(5/3), the half width 1.96 times that over 2.
    assert found.value == 2.5
    assert found.half == pytest.approx(1.959964 * sqrt(5 / 3) / 2)


def test_looking_at_any_time_is_wider() -> None:
    sums = Sums()
    for value in [0, 1] * 50:
        sums.add(value)
    assert sums.at_any_time().half > 1.2 * sums.interval().half


def test_looking_after_every_game_seldom_misleads() -> None:
    """Of 200 studies without any difference, few may ever seem to show one."""
    rng = random.Random(5)
    misled = 0
    for _ in range(200):
        sums = Sums()
        for game in range(150):
            sums.add(rng.choice((-1, 0, 0, 1)))
            if game >= 20 and sums.at_any_time().excludes(0.0):
                misled += 1
                break
    assert misled <= 10


def test_a_sweep_lists_its_values() -> None:
    assert sweep("turns=5..9..2") == ["turns=5", "turns=7", "turns=9"]
