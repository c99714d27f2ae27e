"""Straight legs: what they sweep, what they hit, how near they pass."""

import math
import random

import numpy as np
import shapely

from grognard.boards.table.lattice import length
from grognard.boards.table.rect import Rect, corners, dot, gap, rect
from grognard.boards.table.slide import (
    Swept,
    edge_span,
    end_of,
    first_hit,
    hull,
    leads_away,
    off_table,
    overlapped,
    part,
    passed,
    passes_nearer,
    span,
    sweeps,
    to_edge,
    until_nearer,
)
from tests.boards.table.random_table import (
    CASES,
    Shapes,
    polygons,
    random_segments,
    random_stand,
    random_stands,
    segments,
    shapes,
    share_ground,
)

A = rect((100, 200, 0), 3000, 3000)
AHEAD = Swept(A, 0, -12000)


def random_legs(seed: int, size: int, far: int, count: int = CASES) -> list[Swept]:
    rng = random.Random(seed)
    return [
        Swept(random_stand(rng, size), 100 * rng.randint(-far, far), 100 * rng.randint(-far, far))
        for _ in range(count)
    ]


def along(legs: list[Swept], mils: Shapes) -> Shapes:
    """The stands of some legs so far along them, for shapely."""
    points = np.array([corners(leg.stand) for leg in legs], dtype=float)
    ways = np.array([(leg.vx, leg.vy) for leg in legs], dtype=float)
    whole = np.array([max(length(leg.vx, leg.vy), 1) for leg in legs], dtype=float)
    return shapely.polygons(points + (ways * (mils / whole)[:, None])[:, None, :])


def test_a_leg_ahead_sweeps_a_strip() -> None:
    assert AHEAD.outline() == [(8500, 6500), (11500, 6500), (11500, 21500), (8500, 21500)]
    assert (AHEAD.left, AHEAD.top, AHEAD.right, AHEAD.bottom) == (8500, 6500, 11500, 21500)
    assert (end_of(AHEAD).x, end_of(AHEAD).y) == (10000, 8000)


def test_hulls_are_those_of_shapely() -> None:
    rng = random.Random(1)
    clouds = [[(rng.randrange(50), rng.randrange(50)) for _ in range(9)] for _ in range(CASES)]
    for cloud, area in zip(
        clouds,
        shapely.area(shapely.convex_hull(shapely.multipoints(np.array(clouds)))).tolist(),
        strict=True,
    ):
        round_it = hull(cloud)
        assert set(round_it) <= set(cloud)
        assert math.isclose(shapely.Polygon(round_it).area, area)
        assert not shapely.is_ccw(shapely.LinearRing([(x, -y) for x, y in round_it]))


def test_the_swept_ground_is_that_of_shapely() -> None:
    legs, stands = random_legs(2, 120, 120), random_stands(3, 120)
    points = np.array([corners(leg.stand) + corners(end_of(leg)) for leg in legs], dtype=float)
    expected = shapely.convex_hull(shapely.multipoints(points))
    assert shapely.equals(polygons([leg.outline() for leg in legs]), expected).all()
    hits = share_ground(expected, shapes(stands))
    assert 1500 < hits.sum() < 8000
    assert [sweeps(leg, b) for leg, b in zip(legs, stands, strict=True)] == hits.tolist()


def test_legs_meet_stands_where_shapely_says() -> None:
    legs, stands = random_legs(4, 120, 120), random_stands(5, 120)
    spans = np.array([span(leg, b) for leg, b in zip(legs, stands, strict=True)], dtype=float)
    hit = spans[:, 1] >= 0
    assert hit.sum() > 2000
    others = shapes(stands)
    whole = np.array([length(leg.vx, leg.vy) for leg in legs], dtype=float)
    middle = along(legs, spans.mean(axis=1))
    long = hit & (spans[:, 1] - spans[:, 0] > 4)
    assert share_ground(middle, others)[long].all()
    before = hit & (spans[:, 0] > 3)
    assert not share_ground(along(legs, spans[:, 0] - 2), others)[before].any()
    assert (shapely.distance(along(legs, spans[:, 0]), others)[hit] < 2).all()
    after = hit & (spans[:, 1] < whole - 3)
    assert not share_ground(along(legs, spans[:, 1] + 2), others)[after].any()


def test_a_stand_slides_along_another_without_hitting_it() -> None:
    assert span(AHEAD, rect((130, 100, 0), 3000, 3000)) == (-1, -1)
    assert span(AHEAD, rect((129, 100, 0), 3000, 3000)) == (7000, 12000)
    assert span(AHEAD, dot(10000, 10000)) == (-1, -1)
    touching = Swept(A, 0, 5000)
    assert span(touching, rect((100, 170, 0), 3000, 3000)) == (-1, -1)


def test_edges_cut_moving_stands_where_shapely_says() -> None:
    legs, ends = random_legs(6, 160, 120), random_segments(7, 16000)
    lines = segments(ends)
    spans = np.array([edge_span(leg, *e) for leg, e in zip(legs, ends, strict=True)], dtype=float)
    hit = spans[:, 1] >= 0
    swept = polygons([leg.outline() for leg in legs])
    assert (hit == share_ground(swept, lines)).all()
    assert hit.sum() > 2000
    long = hit & (spans[:, 1] - spans[:, 0] > 4)
    assert share_ground(along(legs, spans.mean(axis=1)), lines)[long].all()
    before = hit & (spans[:, 0] > 3)
    assert not share_ground(along(legs, spans[:, 0] - 2), lines)[before].any()


def test_the_first_stand_in_the_way_stops_a_leg() -> None:
    near, far = rect((110, 160, 0), 3000, 1500), rect((100, 120, 0), 3000, 1500)
    beside = rect((140, 160, 0), 3000, 1500)
    assert first_hit(AHEAD, [beside, far, near]) == (2, 1750)
    assert first_hit(AHEAD, [beside, far, near], passable=0b100) == (1, 5750)
    assert first_hit(AHEAD, [beside, far, near], passable=0b110) == (-1, -1)
    assert passed(AHEAD, [beside, far, near]) == [1, 2]
    assert overlapped(rect((100, 125, 0), 3000, 3000), [beside, far, near]) == 1
    assert overlapped(A, [beside, far, near]) == -1


def test_first_hits_as_shapely_says() -> None:
    rng = random.Random(8)
    hits = 0
    for _ in range(100):
        stands = [random_stand(rng, 360) for _ in range(12)]
        figures = shapes(stands)
        legs = [
            Swept(random_stand(rng, 360), 100 * rng.randint(-90, 90), 100 * rng.randint(-90, 90))
            for _ in range(100)
        ]
        told = [first_hit(leg, stands) for leg in legs]
        swept = polygons([leg.outline() for leg in legs])
        crossed = share_ground(swept[:, None], figures[None, :])
        assert [hit >= 0 for hit, _ in told] == crossed.any(axis=1).tolist()
        at = along(legs, np.array([mils for _, mils in told], dtype=float))
        for i, (hit, mils) in enumerate(told):
            if hit >= 0:
                hits += 1
                assert at[i].distance(figures[hit]) < 2
                short = Swept(legs[i].stand, *part(legs[i].vx, legs[i].vy, max(mils - 3, 0)))
                if mils > 3:
                    # The end of a part is rounded: it may graze by a mil what the leg just misses.
                    area = shapely.Polygon(short.outline())
                    assert shapely.area(shapely.intersection(area, figures)).max() < 10_000
    assert hits > 3000


def test_the_edge_of_the_table_stops_a_leg() -> None:
    assert not off_table(AHEAD, 36000, 36000)
    assert off_table(Swept(A, 0, -18501), 36000, 36000)
    assert to_edge(Swept(A, 0, -20000), 36000, 36000) == 18500
    assert to_edge(Swept(A, -20000, 0), 36000, 36000) == 8500
    assert to_edge(Swept(A, 30000, 40000), 36000, 36000) == 18125  # 14.5 down is 18.125 along
    assert to_edge(Swept(A, 1000, 1000), 36000, 36000) == length(1000, 1000)


def test_the_edge_of_the_table_as_shapely_says() -> None:
    legs = random_legs(9, 160, 160)
    legs = [leg for leg in legs if not off_table(Swept(leg.stand, 0, 0), 16000, 16000)]
    table = shapely.box(0, 0, 16000, 16000)
    out = np.array([off_table(leg, 16000, 16000) for leg in legs])
    assert (out == ~shapely.covers(table, polygons([leg.outline() for leg in legs]))).all()
    mils = np.array([to_edge(leg, 16000, 16000) for leg in legs], dtype=float)
    assert shapely.covers(table, along(legs, np.maximum(mils - 2, 0))).all()
    assert not shapely.covers(table, along(legs, mils + 3))[out].any()
    assert out.sum() > 3000


def test_passing_near_as_shapely_says() -> None:
    legs, stands = random_legs(10, 200, 100), random_stands(11, 200)
    distance = shapely.distance(polygons([leg.outline() for leg in legs]), shapes(stands))
    near = 0
    for leg, b, true in zip(legs, stands, distance.tolist(), strict=True):
        if abs(true - 1000) > 1e-6:
            assert passes_nearer(leg, b, 1000) == (true < 1000)
            near += 0 < true < 1000
    assert near > 500


def test_a_point_passes_near_what_it_passes_over() -> None:
    # Right through the middle of a stand, whose corners are further off than the distance.
    over = Swept(dot(10000, 20000), 0, -12000)
    assert passes_nearer(over, rect((100, 140, 0), 3000, 3000), 1000)
    assert passes_nearer(over, rect((124, 140, 0), 3000, 3000), 1000)
    assert not passes_nearer(over, rect((125, 140, 0), 3000, 3000), 1000)


def test_how_far_a_distance_is_kept() -> None:
    enemy = rect((100, 120, 36), 3000, 3000)
    assert until_nearer(AHEAD, enemy, 1000) == 4000
    assert until_nearer(AHEAD, rect((140, 120, 0), 3000, 3000), 1000) == 12000
    assert until_nearer(AHEAD, rect((139, 120, 0), 3000, 3000), 1000) < 5000
    assert until_nearer(AHEAD, rect((100, 230, 0), 3000, 3000), 1000) == 0


def test_distances_are_kept_as_shapely_says() -> None:
    legs, stands = random_legs(12, 140, 100), random_stands(13, 140)
    start = shapely.distance(shapes([leg.stand for leg in legs]), shapes(stands))
    chosen = [
        i for i in range(CASES) if start[i] > 1000 and passes_nearer(legs[i], stands[i], 1000)
    ]
    assert len(chosen) > 1000
    for i in chosen:
        mils = until_nearer(legs[i], stands[i], 1000)
        short = Swept(legs[i].stand, *part(legs[i].vx, legs[i].vy, mils))
        more = Swept(legs[i].stand, *part(legs[i].vx, legs[i].vy, mils + 4))
        b = shapely.Polygon(corners(stands[i]))
        assert shapely.Polygon(short.outline()).distance(b) >= 1000 - 1e-6
        assert shapely.Polygon(more.outline()).distance(b) < 1000 + 2


def test_a_part_of_a_leg_is_rounded_towards_its_start() -> None:
    assert part(-3000, 4000, 2501) == (-1500, 2000)
    assert part(-3000, 4000, 0) == (0, 0)
    assert part(7, 7, 100) == (7, 7)


def test_no_leg_at_all() -> None:
    still = Swept(A, 0, 0)
    assert not sweeps(still, rect((130, 200, 0), 3000, 3000))
    assert sweeps(still, rect((120, 200, 0), 3000, 3000))
    assert isinstance(end_of(still), Rect)


def test_a_leg_that_leads_away_comes_no_nearer() -> None:
    rng = random.Random(11)
    others = random_stands(12, 240, 3000)
    away = 0
    for b in others:
        a = random_stand(rng, 240)
        swept = Swept(a, rng.randrange(-6000, 6001), rng.randrange(-6000, 6001))
        if leads_away(swept, b):
            away += 1
            assert not passes_nearer(swept, b, gap(a, b) - 1)
    assert away > 500
    # From corner to corner the stand behind lies three inches off and three aside.
    behind = rect((100, 260, 0), 3000, 3000)
    assert leads_away(Swept(A, 1000, -1000), behind)
    assert not leads_away(Swept(A, 1001, -1000), behind)
