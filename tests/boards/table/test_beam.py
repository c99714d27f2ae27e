"""A first look along straight ways says only what a closer look says too."""

import random

from grognard.boards.table.beam import maybe_within, out_of, spans, surely_nearer, to_edge, towards
from grognard.boards.table.lattice import short_of
from grognard.boards.table.rect import Rect, dot, nearer, on_table, overlap, within
from tests.boards.table.random_table import CASES, random_stand


def test_what_is_surely_so_is_so_at_every_place_beside_the_way() -> None:
    rng = random.Random(5)
    told = {"upon": 0, "nearer": 0, "apart": 0, "off": 0}
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
        if on_table(a, 10000, 10000) and mils > to_edge(a, direction, 10000, 10000):
            assert not on_table(there, 10000, 10000)
            told["off"] += 1
    # It says something, of the 10,000 cases too.
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


def test_nobody_shares_ground_with_a_point() -> None:
    a = random_stand(random.Random(1), 200)
    assert surely_nearer(a, [dot(a.x, a.y + 500)]) == []
    assert surely_nearer(dot(a.x, a.y + 500), [a]) == []
    assert surely_nearer(a, [dot(a.x, a.y + 500)], 1000)


def test_what_lies_behind_is_not_on_the_way() -> None:
    assert spans([(0, 4000, 1_000_000)], 0) == []
    assert spans([(0, 4000, 1_000_000)], 36) == [(3000, 5000)]
    # Who stands within the circle leaves it.
    assert spans([(0, 500, 1_000_000)], 0) == [(-1500, 500)]
