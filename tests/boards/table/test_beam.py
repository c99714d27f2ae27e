"""A first look along straight ways says only what a closer look says too."""

import random
from collections import Counter

from grognard.boards.table.beam import (
    BESIDE,
    before,
    blocks,
    held,
    maybe_within,
    on_board,
    out_of,
    parts_open,
    passage,
    passages,
    spans,
    surely_nearer,
    surely_off,
    surely_upon,
    towards,
)
from grognard.boards.table.lattice import STEPS, short_of
from grognard.boards.table.rect import Rect, dot, nearer, on_table, overlap, within
from grognard.boards.table.retreat import bends
from tests.boards.table.random_table import CASES, random_stand


def test_what_is_surely_so_is_so_at_every_place_beside_the_way() -> None:
    rng = random.Random(5)
    told = Counter[str]()
    for _ in range(CASES):
        a, b = random_stand(rng, 100), random_stand(rng, 100)
        direction, mils, distance = rng.randrange(72), rng.randrange(6000), rng.randrange(1, 6000)
        x, y = short_of(a.x // 100, a.y // 100, direction, mils)
        there = Rect(x * 100, y * 100, a.shape)
        if any(enter <= mils <= leave for enter, leave in spans(surely_nearer(a, [b]), direction)):
            assert overlap(there, b)
            told["upon"] += 1
        discs = surely_nearer(a, [b], distance)
        if any(enter <= mils <= leave for enter, leave in spans(discs, direction)):
            assert nearer(there, b, distance)
            told["nearer"] += 1
        discs = maybe_within(a, [b], distance)
        if not any(enter <= mils <= leave for enter, leave in spans(discs, direction)):
            assert not within(there, b, distance)
            told["apart"] += 1
        first, last = on_board(a, direction, 10000, 10000)
        if not first <= mils <= last:
            assert not on_table(there, 10000, 10000)
            told["off"] += 1
        first, last = passage(surely_upon(a, [b])[0], direction)
        if first <= mils <= last:
            assert overlap(there, b)
            told["in the polygon"] += 1
        first, last = passage(blocks(a, [b], distance + BESIDE)[0], direction)
        if not first <= mils <= last:
            assert not within(there, b, distance)
            told["out of the polygon"] += 1
        discs = surely_off(a, [b], distance)
        if any(enter <= mils <= leave for enter, leave in spans(discs, direction)):
            assert nearer(there, b, distance)
            told["off its nearest point"] += 1
    # It says something, of the 10,000 cases too.
    assert len(told) == 7
    assert min(told.values()) > 400, told


def test_directions_are_those_in_which_the_way_meets_a_circle_or_leads_out_of_it() -> None:
    rng = random.Random(6)
    met = out = 0
    for _ in range(CASES // 10):
        x, y, radius = (
            rng.randrange(-9000, 9000),
            rng.randrange(-9000, 9000),
            rng.randrange(1, 9000),
        )
        disc, mils = (x, y, radius * radius), rng.randrange(1, 9000)
        directions = rng.sample(range(72), 5)
        found = towards([disc], directions)
        left = out_of([disc], directions, mils)
        assert found == [step for step in directions if step in found]
        assert left == [step for step in directions if step in left]
        for step in directions:
            inside = spans([disc], step)
            # Who only grazes a circle may be told either way.
            if not inside or inside[0][1] - inside[0][0] > 200:
                assert (step in found) == bool(inside)
            if x * x + y * y < disc[2] and abs(inside[0][1] - mils) > 5:
                assert (step in left) == (inside[0][1] < mils)
                out += step in left
            met += bool(inside)
    assert met > 500 and out > 100
    circles = [(3000, 0, 1_000_000), (0, 3000, 1_000_000)]
    assert towards(circles, [36, 18, 0]) == [36, 18]


def test_polygons_leave_of_a_way_what_none_of_them_takes() -> None:
    rng = random.Random(7)
    closed = 0
    for _ in range(CASES // 20):
        a = random_stand(rng, 60)
        stands = [random_stand(rng, 100) for _ in range(4)]
        direction, low, high = rng.randrange(STEPS), rng.randrange(3000), rng.randrange(6000)
        some = surely_upon(a, stands)
        each = passages(some, direction)
        assert each == [way for way in (passage(block, direction) for block in some) if way[1] >= 0]
        first, last, taken = parts_open(some, direction, low, high)
        assert sorted(some) == sorted(surely_upon(a, stands))
        for mils in range(low, high + 1, 50):
            free = not any(enter <= mils <= leave for enter, leave in each)
            left = not any(enter <= mils <= leave for enter, leave in taken)
            assert free == (first <= mils <= last and left)
        if first > last and low <= high:
            closed += 1
            again = parts_open(some[:1], direction, low, high)
            assert again[0] > again[1] or len(each) > 1
    assert closed > 20


def test_a_part_of_a_way_is_held_by_one_circle() -> None:
    rng = random.Random(8)
    count = 0
    for _ in range(CASES // 10):
        a = random_stand(rng, 60)
        discs = surely_nearer(a, [random_stand(rng, 100) for _ in range(4)])
        direction, start = rng.randrange(STEPS), rng.randrange(5000)
        end = start + rng.randrange(300)
        ways = spans(discs, direction)
        if held(discs, direction, start, end):
            count += 1
            # Those that only graze a circle may be told either way.
            assert any(enter - 2 <= start and end <= leave + 2 for enter, leave in ways)
            assert held(discs[:1], direction, start, end)
        else:
            assert not any(enter + 20 <= start and end <= leave - 20 for enter, leave in ways)
    assert count > 100


def test_circles_that_do_not_reach_into_an_arc_are_met_by_no_way_in_it() -> None:
    rng = random.Random(9)
    left_out = 0
    for _ in range(CASES // 10):
        x, y, radius = rng.randrange(-9000, 9000), rng.randrange(-9000, 9000), rng.randrange(4000)
        disc, facing, half = (x, y, radius * radius), rng.randrange(STEPS), rng.randrange(1, 19)
        if not before([disc], facing, half):
            left_out += 1
            assert not any(spans([disc], direction) for direction in bends(facing, half))
    assert left_out > 300


def test_nobody_shares_ground_with_a_point() -> None:
    a = random_stand(random.Random(1), 200)
    assert surely_upon(a, [dot(a.x, a.y)]) == surely_upon(dot(a.x, a.y), [a]) == []
    assert surely_nearer(a, [dot(a.x, a.y + 500)]) == []
    assert surely_nearer(dot(a.x, a.y + 500), [a]) == []
    assert surely_nearer(a, [dot(a.x, a.y + 500)], 1000)


def test_what_lies_behind_is_not_on_the_way() -> None:
    assert spans([(0, 4000, 1_000_000)], 0) == []
    assert spans([(0, 4000, 1_000_000)], 36) == [(3000, 5000)]
    # Who stands within the circle leaves it.
    assert spans([(0, 500, 1_000_000)], 0) == [(-1500, 500)]
