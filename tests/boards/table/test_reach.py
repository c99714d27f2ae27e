"""How far stands may go, and why no further."""

import random

import numpy as np
import pytest
import shapely

from grognard.boards.table.course import FORBIDDEN, Tariff
from grognard.boards.table.ground import Area, Ground, Line
from grognard.boards.table.lattice import offset, short_of
from grognard.boards.table.reach import (
    EDGE,
    ENEMY,
    FREE,
    GROUND,
    SPENT,
    STAND,
    Halt,
    Terms,
    fan,
    furthest,
    leaves,
    leg,
    step_towards,
)
from grognard.boards.table.rect import corners, overlap, rect
from grognard.boards.table.slide import Swept
from tests.boards.table.random_table import (
    BASES,
    CASES,
    polygons,
    random_ground,
    random_pose,
    random_stand,
    shapes,
)

EMPTY = Ground(36000, 36000)
FLAT = Tariff([24, FORBIDDEN], [500])
WET = Ground(
    36000,
    36000,
    [
        Area(0, [(0, 10000), (18000, 10000), (18000, 14000), (0, 14000)]),
        Area(1, [(20000, 10000), (36000, 10000), (36000, 14000), (20000, 14000)]),
    ],
    [Line(0, [(0, 20000), (36000, 20000)])],
)
A = rect((100, 180, 0), 3000, 3000)


def told(halt: Halt) -> tuple[int, int, int]:
    return halt.mils, halt.why, halt.number


def test_a_leg_over_open_ground_costs_its_length() -> None:
    assert told(leg(A, 3000, -4000, Terms(EMPTY, FLAT))) == (5000, FREE, -1)


def test_a_leg_over_the_edge_is_refused() -> None:
    assert told(leg(A, 0, -16501, Terms(EMPTY, FLAT))) == (-1, EDGE, -1)
    assert told(furthest(A, 0, -20000, 20000, Terms(EMPTY, FLAT))) == (16500, EDGE, -1)


def test_a_leg_through_a_stand_is_refused_and_may_go_until_it_touches() -> None:
    stands = [rect((200, 100, 0), 3000, 3000), rect((110, 130, 0), 3000, 3000)]
    terms = Terms(EMPTY, FLAT, stands)
    assert told(leg(A, 0, -2001, terms)) == (-1, STAND, 1)
    assert told(leg(A, 0, -2000, terms)) == (2000, FREE, -1)
    assert told(furthest(A, 0, -9000, 9000, terms)) == (2000, STAND, 1)


def test_a_friend_may_be_passed_through_but_not_ended_on() -> None:
    terms = Terms(EMPTY, FLAT, [rect((110, 130, 0), 3000, 3000)], passable=1)
    assert told(leg(A, 0, -5000, terms)) == (-1, STAND, 0)
    assert told(leg(A, 0, -8000, terms)) == (8000, FREE, -1)
    pose, halt = step_towards((100, 180, 0), 3000, 3000, 0, 6000, terms)
    assert (pose, halt.why, halt.number) == ((100, 160, 0), STAND, 0)


def test_an_inch_is_kept_from_enemies() -> None:
    terms = Terms(EMPTY, FLAT, enemies=[rect((100, 100, 36), 3000, 3000)], keep=1000)
    assert told(leg(A, 0, -4000, terms)) == (4000, FREE, -1)
    assert told(leg(A, 0, -4001, terms)) == (-1, ENEMY, 0)
    assert told(furthest(A, 0, -9000, 9000, terms)) == (4000, ENEMY, 0)


def test_who_is_too_near_from_the_start_may_go_but_no_nearer() -> None:
    enemy = rect((100, 145, 36), 3000, 3000)  # half an inch off
    terms = Terms(EMPTY, FLAT, enemies=[enemy], keep=1000)
    assert leg(A, 0, 3000, terms).why == FREE
    assert leg(A, 3000, 0, terms).why == FREE
    assert leg(A, 0, -300, terms).why == ENEMY
    assert not leaves(A, 0, -300, enemy, 1000)
    assert not leaves(rect((100, 300, 0), 3000, 3000), 0, 300, enemy, 1000)


def test_ground_takes_its_part_of_the_allowance() -> None:
    terms = Terms(WET, FLAT)
    # Four inches to the wood's edge, then double.
    assert told(furthest(A, 0, -8000, 8000, terms)) == (6000, SPENT, -1)
    assert step_towards((100, 180, 0), 3000, 3000, 0, 8000, terms)[0] == (100, 120, 0)
    far = rect((300, 180, 0), 3000, 3000)
    assert told(furthest(far, 0, -8000, 8000, terms)) == (4000, GROUND, -1)
    assert leg(far, 0, -5000, terms).why == GROUND
    assert told(leg(A, 0, 4000, terms)) == (4500, FREE, -1)
    by_base = Terms(WET, FLAT, whole_base=True)
    assert furthest(far, 0, -8000, 8000, by_base).mils == 2500


def test_steps_end_on_the_lattice_and_short_of_a_stand() -> None:
    terms = Terms(EMPTY, FLAT, [rect((100, 100, 0), 3000, 3000)])
    pose, halt = step_towards((100, 180, 3), 3000, 3000, 3, 9000, terms)
    assert halt.why == STAND
    assert pose[2] == 3
    near = rect(pose, 3000, 3000)
    assert not overlap(near, terms.stands[0])


def test_a_step_that_cannot_be_taken_stays() -> None:
    terms = Terms(EMPTY, FLAT, [rect((100, 150, 0), 3000, 3000)])
    assert step_towards((100, 180, 0), 3000, 3000, 0, 9000, terms)[0] == (100, 180, 0)


def test_a_fan_is_the_reach_in_all_directions() -> None:
    terms = Terms(EMPTY, FLAT, [rect((100, 130, 0), 3000, 3000)])
    ahead = fan((100, 180, 0), 3000, 3000, [63, 0, 9], 4000, terms)
    assert [halt.mils for halt in ahead.halts] == [2828, 2000, 2828]
    assert ahead.outline() == [(8000, 16000), (10000, 16000), (12000, 16000), (10000, 18000)]
    assert ahead.places(1000) == [(86, 166), (93, 173), (100, 160), (100, 170), (107, 173),
                                  (114, 166)]  # fmt: skip
    all_round = fan((100, 180, 0), 3000, 3000, range(72), 4000, terms, turning=True)
    assert len(all_round.outline()) == 72
    assert all_round.halts[0].mils == 2000
    assert all_round.halts[36].mils == 4000


@pytest.mark.parametrize("seed", range(10))
def test_steps_hold_to_their_terms_as_shapely_says(seed: int) -> None:
    rng = random.Random(seed)
    ground = random_ground(seed, 36000, kinds=2)
    tariff = Tariff([24, 12])
    slow = shapely.union_all(polygons([a.corners for a in ground.areas if a.kind == 0]))
    table = shapely.box(0, 0, 36000, 36000)
    moved = stopped = 0
    for _ in range(CASES // 10 // 25):
        stands = [random_stand(rng, 360) for _ in range(10)]
        enemies = stands[:5]
        figures = shapes(stands)
        terms = Terms(ground, tariff, stands, enemies=enemies, keep=1000)
        for _ in range(25):
            pose, base = random_pose(rng, 360), rng.choice(BASES)
            a = rect(pose, *base)
            own = shapely.Polygon(corners(a))
            clear = table.covers(own) and shapely.distance(own, figures).min() > 0
            if not clear or shapely.distance(own, figures[:5]).min() < 1000:
                continue
            direction, distance = rng.randrange(72), rng.randrange(1000, 12001, 100)
            end, halt = step_towards(pose, *base, direction, distance, terms)
            vx, vy = 100 * (end[0] - pose[0]), 100 * (end[1] - pose[1])
            swept = shapely.Polygon(Swept(a, vx, vy).outline())
            assert table.covers(swept)
            assert shapely.relate_pattern(swept, figures, "F********").all()
            assert shapely.distance(swept, figures[:5]).min() > 1000 - 1e-6
            way = shapely.LineString([(a.x, a.y), (a.x + vx, a.y + vy)])
            cost = way.length + way.intersection(slow).length
            assert cost < distance + 20
            moved += cost > 0
            stopped += halt.why != FREE
            if halt.why == FREE:
                assert cost > distance - 300
            assert np.hypot(vx, vy) > halt.mils - 600
    assert moved > 150 and stopped > 60


def test_terms_about_a_leg_judge_the_legs_near_it_alike() -> None:
    rng = random.Random(71)
    verdicts = [0] * 6
    for _ in range(CASES // 50):
        stands = [random_stand(rng, 240) for _ in range(8)]
        enemies = [random_stand(rng, 240) for _ in range(3)]
        terms = Terms(EMPTY, FLAT, stands + enemies, rng.randrange(1 << 8), enemies, 1000)
        pose, base = random_pose(rng, 240), rng.choice(BASES)
        a = rect(pose, *base)
        direction = rng.randrange(72)
        vx, vy = offset(direction, 9000)
        near = terms.about(Swept(a, vx, vy), 200)
        assert len(near.stands) <= 11
        for mils in range(9000, 0, -180):
            x, y = short_of(pose[0], pose[1], direction, mils)
            way = (x - pose[0]) * 100, (y - pose[1]) * 100
            whole, part = leg(a, *way, terms), leg(a, *way, near)
            assert (whole.why, whole.mils) == (part.why, part.mils)
            verdicts[whole.why] += 1
            if whole.why == STAND:
                assert terms.stands[whole.number] is near.stands[part.number]
            if whole.why == ENEMY:
                assert terms.enemies[whole.number] is near.enemies[part.number]
    assert min(verdicts[why] for why in (FREE, STAND, ENEMY, EDGE)) > 200


def test_a_step_is_the_furthest_of_all_places_judged_one_by_one() -> None:
    rng = random.Random(72)
    far = taken = 0
    for _ in range(CASES // 50):
        stands = [random_stand(rng, 240) for _ in range(9)]
        terms = Terms(EMPTY, FLAT, stands, 0b11111111, stands[8:], 1000)
        pose, base = random_pose(rng, 240), rng.choice(BASES)
        a, direction, beyond = rect(pose, *base), rng.randrange(72), rng.randrange(9000)
        x, y, facing = pose
        most = furthest(a, *offset(direction, 9000), 9000, terms).mils
        places = [short_of(x, y, direction, mils) for mils in range(most, 0, -100)]
        fits = [
            i
            for i, (tx, ty) in enumerate(places)
            if (tx, ty) != (x, y) and leg(a, (tx - x) * 100, (ty - y) * 100, terms).why == FREE
        ]
        best = (*places[fits[0]], facing) if fits else pose
        assert step_towards(pose, *base, direction, 9000, terms)[0] == best
        # With a least distance the first three places are tried, and then those beyond it.
        end, halt = step_towards(pose, *base, direction, 9000, terms, beyond)
        there = bool(fits) and (fits[0] <= 2 or most - 100 * fits[0] > beyond)
        assert end == (best if there else pose)
        assert halt.why == step_towards(pose, *base, direction, 9000, terms)[1].why
        far += not there and bool(fits)
        taken += bool(fits) and fits[0] > 2
    assert far > 3 and taken > 10, (far, taken)
