"""The way back."""

import random
from itertools import pairwise

import numpy as np
import shapely

from grognard.boards.table.course import FORBIDDEN, Tariff
from grognard.boards.table.ground import Area, Ground
from grognard.boards.table.lattice import bearing, turned
from grognard.boards.table.reach import EDGE, ENEMY, FREE, GROUND, STAND, Terms
from grognard.boards.table.rect import RIGHT, Rect, rect
from grognard.boards.table.retreat import away_from, bends, retreat
from grognard.boards.table.slide import Swept
from tests.boards.table.random_table import (
    CASES,
    polygons,
    random_pose,
    random_stand,
    shapes,
    share_ground,
)

EMPTY = Ground(36000, 36000)
TARIFF = Tariff([24, FORBIDDEN])
FREE_WAY = Terms(EMPTY, TARIFF)


def test_away_is_straight_away_from_the_cause() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert away_from(a, 10000, 5000) == 36
    assert away_from(a, 5000, 15000) == 9
    assert away_from(a, 10000, 10000) == 36


def test_the_least_bend_comes_first_and_left_before_right() -> None:
    assert bends(36, 2) == [36, 35, 37, 34, 38]
    assert bends(71, 1, RIGHT) == [71, 0, 70]


def test_over_open_ground_a_stand_goes_straight_back() -> None:
    way = retreat((100, 100, 0), 3000, 3000, 36, 6000, FREE_WAY)
    assert way.poses == [(100, 100, 0), (100, 160, 0)]
    assert (way.end, way.mils, way.passed, way.halt.why) == ((100, 160, 0), 6000, [], FREE)


def test_it_bends_no_more_than_it_must() -> None:
    # A lake to the left of the way back: its right shore at x = 9.
    lake = Area(1, [(0, 12000), (9000, 12000), (9000, 30000), (0, 30000)])
    ground = Ground(36000, 36000, [lake])
    terms = Terms(ground, TARIFF, whole_base=True)
    way = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms)
    # Its rear left corner at 8.5, 11.5 must clear 9, 12: exactly 45 degrees, all it may bend.
    assert (way.poses, way.halt.why) == ([(100, 100, 0), (142, 142, 0)], FREE)
    assert retreat((100, 100, 0), 3000, 3000, 36, 6000, terms, most=8).halt.why == GROUND


def test_it_bends_left_first_where_both_sides_are_free() -> None:
    pond = Area(1, [(9900, 13000), (10100, 13000), (10100, 13200), (9900, 13200)])
    terms = Terms(Ground(36000, 36000, [pond]), TARIFF)
    left = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms)
    right = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms, first=RIGHT)
    # Left of a way down the map is east.
    assert left.end == (105, 159, 0)
    assert right.end == (95, 159, 0)


def test_friends_are_passed_through_and_left_behind() -> None:
    friend = rect((100, 150, 0), 3000, 3000)
    terms = Terms(EMPTY, TARIFF, [friend], passable=1)
    way = retreat((100, 100, 0), 3000, 3000, 36, 9000, terms)
    assert (way.end, way.passed, way.halt.why) == ((100, 190, 0), [0], FREE)
    # Six inches end on the friend: with two more it is clear of him.
    way = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms, most=0, extra=2000)
    assert (way.end, way.passed, way.halt.why) == ((100, 180, 0), [0], FREE)
    way = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms, most=0, extra=1900)
    assert (way.end, way.halt.why, way.halt.number) == ((100, 120, 0), STAND, 0)


def test_woods_spend_the_way_and_do_not_turn_it() -> None:
    wood = Area(0, [(0, 12000), (36000, 12000), (36000, 30000), (0, 30000)])
    terms = Terms(Ground(36000, 36000, [wood]), TARIFF)
    way = retreat((100, 100, 0), 3000, 3000, 36, 6000, terms)
    # Two inches open and two of wood at double cost.
    assert (way.end, way.mils, way.halt.why) == ((100, 140, 0), 6000, FREE)


def test_who_cannot_go_is_told_why() -> None:
    corner = retreat((15, 345, 0), 3000, 3000, 36, 6000, FREE_WAY)
    assert (corner.end, corner.mils, corner.halt.why) == ((15, 345, 0), 0, EDGE)
    lake = Area(1, [(0, 12000), (36000, 12000), (36000, 30000), (0, 30000)])
    wet = Terms(Ground(36000, 36000, [lake]), TARIFF)
    shore = retreat((100, 119, 0), 3000, 3000, 36, 6000, wet)
    assert (shore.poses, shore.halt.why) == ([(100, 119, 0), (100, 120, 0)], GROUND)
    wall = [rect((x, 130, 0), 3000, 3000) for x in (40, 70, 100, 130, 160)]
    held = retreat((100, 100, 0), 3000, 3000, 36, 6000, Terms(EMPTY, TARIFF, wall))
    assert (held.end, held.halt.why, held.halt.number) == ((100, 100, 0), STAND, 2)


def test_it_goes_on_round_a_corner() -> None:
    # Straight back for 3 inches, then a stand; bending from the start hits its neighbours.
    wall = [rect((x, 160, 0), 3000, 3000) for x in (40, 70, 100, 130)]
    way = retreat((100, 100, 0), 3000, 3000, 36, 5000, Terms(EMPTY, TARIFF, wall))
    assert way.halt.why == STAND
    assert way.end[1] == 130


def between(*friends: Rect) -> Terms:
    """Two enemies to keep an inch from: the way down between them is 16.8 to 18 for the centre."""
    foes = [rect((220, 150, 0), 3000, 3000), rect((128, 220, 0), 3000, 3000)]
    return Terms(EMPTY, TARIFF, [*friends, *foes], (1 << len(friends)) - 1, foes, 1000)


def test_a_bent_leg_is_left_where_a_straighter_one_leads_the_rest_of_the_way() -> None:
    # Bent by 45 degrees it goes furthest, 14.1 in, and stands an inch from the second enemy.
    lost = retreat((200, 80, 0), 3000, 3000, 36, 16000, between())
    assert (lost.poses[1], lost.halt.why) == ((100, 180, 0), ENEMY)
    # 3 in that way are 2.1 and 2.1; 2.5 in are 1.8, too near to the first enemy still.
    way = retreat((200, 80, 0), 3000, 3000, 36, 16000, between(), stride=500)
    assert (way.poses[1:], way.halt.why) == ([(179, 101, 0), (179, 231, 0)], FREE)
    # By strides of 2 in it turns at 4 in, 2.8 and 2.8.
    way = retreat((200, 80, 0), 3000, 3000, 36, 16000, between(), stride=2000)
    assert (way.poses[1:], way.halt.why) == ([(172, 108, 0), (172, 228, 0)], FREE)


def test_it_may_turn_upon_a_friend_and_ends_clear_of_others() -> None:
    friends = [rect((180, 116, 0), 3000, 3000), rect((179, 230, 0), 3000, 3000)]
    way = retreat((200, 80, 0), 3000, 3000, 36, 16000, between(*friends), extra=6000, stride=500)
    assert way.poses[1:] == [(179, 101, 0), (179, 260, 0)]
    assert (way.passed, way.halt.why) == ([0, 1], FREE)


def test_it_does_not_turn_to_get_round_the_edge_of_the_table() -> None:
    # A thin enemy behind, to the right: clear of him its centre goes down at 2.5 or left of that,
    # 35 degrees lead it there and then off the table. Straight on from 3.5 in it needs 28.9 in of
    # table, from 5 in 28.6; bent by 10 degrees from there 28.4.
    def halts(high: int, leaves: bool) -> int:
        foe = [rect((65, 175, 0), 3000, 200)]
        terms = Terms(Ground(36000, high), TARIFF, foe, 0, foe, 1000)
        way = retreat((45, 120, 0), 3000, 3000, 36, 16000, terms, leaves=leaves, stride=500)
        return way.halt.why

    assert [halts(28500, leaves) for leaves in (False, True)] == [FREE, EDGE]
    assert halts(28900, True) == FREE


def test_ways_back_hold_to_their_terms_as_shapely_says() -> None:
    rng = random.Random(1)
    table = shapely.box(0, 0, 36000, 36000)
    whole = bent = stopped = 0
    for _ in range(CASES // 50):
        stands = [random_stand(rng, 360) for _ in range(8)]
        figures = shapes(stands)
        terms = Terms(EMPTY, TARIFF, stands, passable=0b1111)
        poses = [random_pose(rng, 360) for _ in range(50)]
        own = shapes([rect(pose, 3000, 1500) for pose in poses])
        clear = shapely.distance(own[:, None], figures[None, :]).min(axis=1) > 0
        clear &= shapely.covers(table, own)
        ends, legs, through = [], [], []
        for i in np.flatnonzero(clear):
            direction = rng.randrange(72)
            way = retreat(poses[i], 3000, 1500, direction, 6000, terms, most=4, stride=500)
            for here, there in pairwise(way.poses):
                vx, vy = 100 * (there[0] - here[0]), 100 * (there[1] - here[1])
                legs.append(Swept(rect(here, 3000, 1500), vx, vy).outline())
                through.append([j in way.passed for j in range(4)])
                # A short leg may stray by a step or two from its direction on the lattice.
                if vx * vx + vy * vy > 1_000_000:
                    assert abs(turned(direction, bearing(vx, vy))) <= 6
            ends.append(rect(way.end, 3000, 1500))
            assert way.mils <= 6000
            whole += way.halt.why == FREE
            stopped += way.halt.why != FREE
            bent += len(way.poses) > 2
            if way.halt.why == FREE:
                assert way.mils > 5600
        common = share_ground(polygons(legs)[:, None], figures[None, :])
        assert not common[:, 4:].any()
        assert not (common[:, :4] & ~np.array(through)).any()
        assert not share_ground(shapes(ends)[:, None], figures[None, :]).any()
        assert shapely.covers(table, shapes(ends)).all()
    assert whole > 4000 and stopped > 300 and bent > 50
