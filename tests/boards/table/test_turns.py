"""Turning in place and wheeling."""

import math
import random

import numpy as np
import shapely
from shapely.affinity import rotate

from grognard.boards.table.rect import LEFT, RIGHT, corners, rect
from grognard.boards.table.turns import (
    Wheel,
    polygon_overlaps,
    turn_way,
    way_hits,
    wheel,
    wheel_length,
    wheel_way,
)
from tests.boards.table.random_table import (
    BASES,
    CASES,
    random_pose,
    random_stand,
    share_ground,
)


def test_a_turn_goes_step_by_step_the_shorter_way() -> None:
    a = rect((100, 100, 70), 3000, 1500)
    assert [b.shape.facing for b in turn_way(a, 2)] == [71, 0, 1, 2]
    assert [b.shape.facing for b in turn_way(a, 68)] == [69, 68]
    assert turn_way(a, 70) == []
    assert all((b.x, b.y) == (10000, 10000) for b in turn_way(a, 2))


def test_a_wheel_to_the_left_on_the_left_corner() -> None:
    # The left front corner at 8.5, 8.5 stays; the stand then looks west with its right north.
    assert wheel((100, 100, 0), 3000, 3000, LEFT, -18) == (100, 70, 54)
    assert wheel((100, 100, 0), 3000, 1500, RIGHT, 18) == (108, 78, 18)  # 107.5, 77.5
    assert wheel((100, 100, 0), 3000, 3000, LEFT, 0) == (100, 100, 0)


def test_the_outer_corner_of_a_wheel_pays() -> None:
    # Forty-five degrees of a circle of three inches: 2.356 inches.
    assert wheel_length(3000, 9) == 2357


def test_wheels_turn_about_their_corner_as_shapely_says() -> None:
    rng = random.Random(1)
    for _ in range(CASES):
        pose, base = random_pose(rng, 300), rng.choice(BASES)
        corner, steps = rng.choice((LEFT, RIGHT)), rng.randint(-18, 18)
        a = rect(pose, *base)
        pivot = corners(a)[0 if corner == LEFT else 1]
        centre = rotate(shapely.Point(a.x, a.y), 5 * steps, origin=pivot)
        x, y, facing = wheel(pose, *base, corner, steps)
        assert facing == (pose[2] + steps) % 72
        # Half a tenth each way is the lattice, a mil or two the rounded corners.
        assert abs(x * 100 - centre.x) <= 52 and abs(y * 100 - centre.y) <= 52


def test_a_turning_stand_sweeps_what_its_corners_pass() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    # A square turned by 45 degrees reaches 2.12 inches out; upright only 1.5.
    beside = rect((100, 66, 0), 1500, 3000)
    assert way_hits(a, turn_way(a, 9), [beside]) == 0
    assert way_hits(a, turn_way(a, 9), [beside], passable=1) == -1
    assert way_hits(a, turn_way(a, 9), [rect((100, 63, 0), 1500, 3000)]) == -1
    assert way_hits(a, turn_way(a, 0), [beside]) == -1
    # A quarter turn ends where it began, but its corners have passed.
    assert way_hits(a, turn_way(a, 18), [beside]) == 0


def test_polygons_overlap_as_shapely_says() -> None:
    rng = random.Random(2)
    for _ in range(40):
        pairs = [(random_stand(rng, 60), random_stand(rng, 60)) for _ in range(250)]
        outlines = [
            shapely.convex_hull(shapely.MultiPoint(corners(a) + corners(random_stand(rng, 60))))
            for a, _ in pairs
        ]
        stands = [b for _, b in pairs]
        figures = shapely.polygons(np.array([corners(b) for b in stands], dtype=float))
        expected = share_ground(np.array(outlines), figures)
        for outline, b, true in zip(outlines, stands, expected.tolist(), strict=True):
            points = [(int(x), int(y)) for x, y in outline.exterior.coords[:-1]]
            if not shapely.is_ccw(outline.exterior):
                points.reverse()
            assert polygon_overlaps(points, b) == true


def test_wheels_hit_what_shapely_says() -> None:
    rng = random.Random(3)
    hits = 0
    for _ in range(1000):
        pose, base = random_pose(rng, 100), rng.choice(BASES)
        start = rect(pose, *base)
        way = wheel_way(pose, *base, rng.choice((LEFT, RIGHT)), rng.randint(-9, 9))
        stands = [random_stand(rng, 100) for _ in range(10)]
        poses = [start, *way]
        swept = [
            shapely.MultiPoint(corners(a) + corners(b)).convex_hull
            for a, b in zip(poses, way, strict=False)
        ]
        whole = shapely.union_all(swept) if swept else shapely.Polygon()
        for b in stands:
            true = bool(share_ground(whole, shapely.Polygon(corners(b))))
            assert (way_hits(start, way, [b]) >= 0) == (true and bool(way))
            hits += true
    assert hits > 1500


def test_a_wheel_step_by_step_is_the_same_as_each_wheel_by_itself() -> None:
    rng = random.Random(4)
    hits = 0
    for _ in range(200):
        pose, base = random_pose(rng, 100), rng.choice(BASES)
        start = rect(pose, *base)
        stands = [random_stand(rng, 160) for _ in range(rng.randrange(6))]
        for corner, sign in ((LEFT, -1), (RIGHT, 1)):
            wheels = Wheel(start, corner, stands)
            for steps in rng.sample(range(1, 19), 6):
                end, hit = wheels.to(steps)
                assert corners(end) == corners(
                    rect(wheel(pose, *base, corner, sign * steps), *base)
                )
                way = wheel_way(pose, *base, corner, sign * steps)
                assert hit == way_hits(start, way, stands)
                hits += hit >= 0
    assert 300 < hits < 2000


def test_steps_are_of_five_degrees() -> None:
    a = rect((0, 0, 0), 3000, 3000)
    last = turn_way(a, 6)[-1]
    assert math.isclose(last.fx / last.fy, -math.tan(math.radians(30)), rel_tol=1e-3)
