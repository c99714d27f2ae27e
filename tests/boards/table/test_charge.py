"""Straight into contact."""

import random

import numpy as np
import shapely

from grognard.boards.table.charge import ahead_to, facings_to, touch_ahead
from grognard.boards.table.contact import CONTACT, in_contact
from grognard.boards.table.lattice import bearing, offset, stray
from grognard.boards.table.rect import FRONT, LEFT, REAR, RIGHT, corners, edge, rect
from tests.boards.table.random_table import (
    BASES,
    CASES,
    random_pose,
    random_stands,
    shapes,
    share_ground,
)


def test_the_way_ahead_to_a_target() -> None:
    a = rect((100, 200, 0), 3000, 3000)
    assert ahead_to(a, rect((110, 120, 0), 3000, 1500), 12000) == 5750
    assert ahead_to(a, rect((110, 120, 0), 3000, 1500), 5000) == -1
    assert ahead_to(a, rect((130, 120, 0), 3000, 1500), 12000) == -1  # passes it by
    assert ahead_to(a, rect((100, 250, 0), 3000, 1500), 12000) == -1  # behind


def test_a_charge_ends_touching_with_its_front() -> None:
    target = rect((110, 120, 36), 3000, 3000)
    touch = touch_ahead((100, 200, 0), 3000, 3000, target, 12000)
    assert touch is not None
    assert touch.pose in ((100, 150, 0), (100, 151, 0))
    assert (touch.mils, touch.hit) == (5000, FRONT)
    assert FRONT in touch.edges
    assert repr(touch) == f"<{touch.pose} after 5000 mils>"


def test_a_charge_into_the_flank_and_the_rear() -> None:
    for facing, hit in ((18, RIGHT), (54, LEFT), (0, REAR)):
        touch = touch_ahead((100, 200, 0), 3000, 3000, rect((100, 120, facing), 3000, 3000), 9000)
        assert touch is not None and touch.hit == hit


def test_who_touches_already_need_not_go() -> None:
    target = rect((100, 169, 0), 3000, 3000)
    touch = touch_ahead((100, 200, 0), 3000, 3000, target, 9000)
    assert touch is not None and (touch.pose, touch.mils) == ((100, 200, 0), 0)
    # With its side in contact, and no corner of its front, it does not charge ahead.
    beside = rect((85, 169, 0), 3000, 3000)
    assert touch_ahead((100, 200, 18), 3000, 3000, beside, 9000) is None


def test_a_target_out_of_the_way_or_too_far_is_missed() -> None:
    assert touch_ahead((100, 200, 0), 3000, 3000, rect((140, 120, 0), 3000, 3000), 9000) is None
    assert touch_ahead((100, 200, 0), 3000, 3000, rect((100, 120, 0), 3000, 3000), 4800) is None


def test_the_facings_that_meet_a_target() -> None:
    target = rect((100, 100, 0), 3000, 3000)
    facings = facings_to((100, 200, 30), 3000, 3000, target, 9000)
    assert 0 in facings and 36 not in facings
    # To both sides alike, and without a hole.
    assert facings == sorted((72 - f) % 72 for f in facings)
    right = [f for f in facings if f < 36]
    assert right == list(range(len(right)))


def test_the_way_ahead_as_shapely_says() -> None:
    one, other = random_stands(1, 150), random_stands(2, 150)
    a, b = shapes(one), shapes(other)
    apart = shapely.distance(a, b) > 0
    ways = np.array([offset(s.shape.facing, 100_000) for s in one], dtype=float) * 0.08
    points = np.array([corners(s) for s in one], dtype=float)
    swept = shapely.convex_hull(
        shapely.multipoints(np.concatenate([points, points + ways[:, None, :]], axis=1))
    )
    hit = share_ground(swept, b)
    told = np.array([ahead_to(s, t, 8000) for s, t in zip(one, other, strict=True)])
    assert ((told >= 0) == hit)[apart].all()
    assert (apart & hit).sum() > 800
    at = shapely.polygons(points + (ways * (told / np.hypot(*ways.T))[:, None])[:, None, :])
    assert (shapely.distance(at, b)[apart & hit] < 3).all()


def test_charges_touch_as_shapely_says() -> None:
    rng = random.Random(3)
    touched = missed = 0
    for _ in range(CASES):
        pose, base = random_pose(rng, 150), rng.choice(BASES)
        target = rect(random_pose(rng, 150), *rng.choice(BASES))
        # Turned towards the target, give or take.
        dx, dy = target.x - 100 * pose[0], target.y - 100 * pose[1]
        pose = (pose[0], pose[1], (bearing(dx, dy) + rng.randint(-4, 4)) % 72)
        a = rect(pose, *base)
        own, other = shapely.Polygon(corners(a)), shapely.Polygon(corners(target))
        if own.distance(other) < 300:
            continue
        touch = touch_ahead(pose, *base, target, 12000)
        if touch is None:
            missed += 1
            # It passes the target by, or ends a lattice place short of it.
            assert ahead_to(a, target, 11700) < 0
            continue
        touched += 1
        b = rect(touch.pose, *base)
        end = shapely.Polygon(corners(b))
        assert end.distance(other) <= CONTACT and not share_ground(end, other)
        ends = edge(b, FRONT)
        assert shapely.LineString([ends[:2], ends[2:]]).distance(other) <= CONTACT + 1e-6
        assert in_contact(b, target)
        vx, vy = 100 * (touch.pose[0] - pose[0]), 100 * (touch.pose[1] - pose[1])
        assert vx * vx + vy * vy <= 12000 * 12000
        assert stray(pose[2], vx, vy) <= 150
        assert FRONT in touch.edges
    assert touched > 5000 and missed > 200
