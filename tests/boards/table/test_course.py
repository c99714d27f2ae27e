"""What a leg goes through and what it costs."""

import random

import numpy as np
import pytest
import shapely

from grognard.boards.table.course import (
    FORBIDDEN,
    PLAIN,
    Tariff,
    affordable,
    base_chords,
    course,
    line_course,
    price,
    swept_lines,
)
from grognard.boards.table.ground import Area, Ground, Line, Spot, enters
from grognard.boards.table.lattice import length
from grognard.boards.table.rect import Rect, rect
from grognard.boards.table.slide import Swept, part
from tests.boards.table.random_table import (
    CASES,
    polygons,
    random_area,
    random_ground,
    random_line,
    random_segments,
    random_stand,
    segments,
    share_ground,
)

WOODS, MARSH, LAKE = 0, 1, 2
STREAM, RIVER = 0, 1
GROUND = Ground(
    36000,
    36000,
    areas=[
        Area(WOODS, [(0, 10000), (36000, 10000), (36000, 14000), (0, 14000)]),
        Area(MARSH, [(0, 12000), (36000, 12000), (36000, 16000), (0, 16000)]),
        Area(LAKE, [(0, 30000), (9000, 30000), (9000, 33000), (0, 33000)]),
    ],
    lines=[
        Line(STREAM, [(0, 20000), (36000, 20000)]),
        Line(RIVER, [(0, 22000), (36000, 22000)]),
    ],
    contours=[Area(1, [(0, 2000), (36000, 2000), (36000, 6000), (0, 6000)])],
    spots=[Spot(0, 30000, 22000, 1500)],
)
TARIFF = Tariff([24, 48, FORBIDDEN], [500, FORBIDDEN], [250], up=1000, down=0)


def leg(x: int, start: int, end: int) -> Swept:
    """A way north or south along a column of the table, in tenths."""
    return Swept(rect((x, start, 0), 3000, 3000), 0, (end - start) * 100)


def test_open_ground_costs_its_length() -> None:
    on = course(GROUND, leg(100, 190, 170))
    assert (on.stretches, on.crossed, on.climbs) == ([], [], [])
    assert price(GROUND, on, TARIFF) == 2000
    slanting = Swept(rect((100, 190, 0), 3000, 3000), 100, -2000)
    assert price(GROUND, course(GROUND, slanting), TARIFF) == 2003  # 2002.498 rounded up


def test_of_two_areas_at_one_place_the_dearer_pays() -> None:
    on = course(GROUND, leg(100, 180, 90))
    assert on.stretches == [(2000, 6000, 1), (4000, 8000, 0)]
    # 2 inches open, 4 of marsh at 4, 2 of woods at 2, 1 open.
    assert price(GROUND, on, TARIFF) == 2000 + 16000 + 4000 + 1000


def test_a_third_of_the_cost_and_rounding_up() -> None:
    road = Tariff([4, 4, 4], plain=4)
    assert price(GROUND, course(GROUND, leg(100, 180, 90)), road) == 3000
    assert price(GROUND, course(GROUND, leg(100, 180, 170)), road) == 334


def test_crossings_and_climbs_cost_once() -> None:
    on = course(GROUND, leg(100, 210, 190))
    assert on.crossed == [(1000, 0, -1)]
    assert price(GROUND, on, TARIFF) == 2500
    up = course(GROUND, leg(100, 80, 40))
    assert up.climbs == [(2000, 1)]
    assert price(GROUND, up, TARIFF) == 5000
    down = course(GROUND, leg(100, 40, 80))
    assert down.climbs == [(2000, -1)]
    assert price(GROUND, down, TARIFF) == 4000
    over = course(GROUND, leg(100, 80, 15))
    assert over.climbs == [(2000, 1), (6000, -1)]


def test_climbs_add_up_over_legs_that_end_on_a_contour() -> None:
    onto, off = course(GROUND, leg(100, 80, 60)), course(GROUND, leg(100, 60, 40))
    assert (onto.climbs, off.climbs) == ([(2000, 1)], [])
    onto, off = course(GROUND, leg(100, 40, 60)), course(GROUND, leg(100, 60, 80))
    assert (onto.climbs, off.climbs) == ([], [(0, -1)])


def test_a_river_is_crossed_at_its_bridge_only() -> None:
    assert price(GROUND, course(GROUND, leg(100, 230, 210)), TARIFF) == FORBIDDEN
    assert price(GROUND, course(GROUND, leg(300, 230, 210)), TARIFF) == 2250


def test_forbidden_ground_ends_a_leg() -> None:
    swept = leg(50, 345, 310)
    on = course(GROUND, swept)
    assert price(GROUND, on, TARIFF) == FORBIDDEN
    assert affordable(GROUND, on, TARIFF, 99000) == 1500
    # By the whole base it ends as soon as the front edge is at the water.
    assert affordable(GROUND, course(GROUND, leg(50, 360, 310), True), TARIFF, 99000) == 1500


@pytest.mark.parametrize(
    ("allowance", "mils"),
    [(0, 0), (1500, 1500), (2000, 2000), (6000, 3000), (18000, 6000), (18002, 6001), (23000, 9000)],
)
def test_an_allowance_pays_for_part_of_a_leg(allowance: int, mils: int) -> None:
    assert affordable(GROUND, course(GROUND, leg(100, 180, 90)), TARIFF, allowance) == mils


def test_a_stream_that_cannot_be_paid_stops_a_leg_before_it() -> None:
    on = course(GROUND, leg(100, 210, 190))
    assert affordable(GROUND, on, TARIFF, 1499) == 999
    assert affordable(GROUND, on, TARIFF, 1500) == 1000
    assert affordable(GROUND, on, TARIFF, 2500) == 2000
    assert affordable(GROUND, course(GROUND, leg(100, 230, 210)), TARIFF, 9000) == 999


def test_a_base_pays_from_its_first_corner_to_its_last() -> None:
    on = course(GROUND, leg(100, 200, 80), True)
    assert on.stretches == [(2500, 9500, 1), (4500, 11500, 0)]


def random_legs(seed: int, size: int) -> list[Swept]:
    rng = random.Random(seed)
    return [
        Swept(random_stand(rng, size), 100 * rng.randint(-90, 90), 100 * rng.randint(-90, 90))
        for _ in range(CASES)
    ]


def test_costs_as_shapely_says() -> None:
    ground = random_ground(1, 30000)
    figures = polygons([area.corners for area in ground.areas])
    slow = shapely.union_all(figures[0::3])
    slower = shapely.union_all(figures[1::3])
    quick = shapely.union_all(figures[2::3])
    tariff = Tariff([24, 48, 4])
    legs = random_legs(2, 300)
    ends = [(s.stand.x, s.stand.y, s.stand.x + s.vx, s.stand.y + s.vy) for s in legs]
    lines = segments(ends)
    whole = shapely.length(lines)
    by4 = shapely.length(shapely.intersection(lines, slower))
    by2 = shapely.length(shapely.intersection(lines, slow.difference(slower)))
    third = shapely.length(shapely.intersection(lines, quick.difference(slow.union(slower))))
    expected = whole - by2 - by4 - third + 2 * by2 + 4 * by4 + third / 3
    assert (by4 > 0).sum() > 1000 and (third > 0).sum() > 1000
    for swept, true in zip(legs, expected.tolist(), strict=True):
        on = course(ground, swept)
        cost = price(ground, on, tariff)
        assert abs(cost - true) < 40
        # What the cost pays for is the whole leg; half of it pays for a part that costs as much.
        assert affordable(ground, on, tariff, cost) >= on.whole - 1
        mils = affordable(ground, on, tariff, cost // 2)
        shorter = Swept(swept.stand, *part(swept.vx, swept.vy, mils))
        assert abs(price(ground, course(ground, shorter), tariff) - cost // 2) < 50


def test_bases_in_areas_as_stands_are() -> None:
    # A stand stopped anywhere on the leg covers ground of the area exactly on the stretches.
    rng = random.Random(3)
    inside = 0
    for _ in range(CASES):
        area = random_area(rng, 0, 12000, 5000)
        swept = Swept(
            random_stand(rng, 120), 100 * rng.randint(-90, 90), 100 * rng.randint(-90, 90)
        )
        whole = length(swept.vx, swept.vy)
        if whole == 0:
            continue
        spans = base_chords(area, swept)
        mils = rng.randrange(whole)
        dx, dy = part(swept.vx, swept.vy, mils)
        if any(abs(mils - end) < 5 for both in spans for end in both):
            continue
        told = any(start < mils < end for start, end in spans)
        inside += told
        assert enters(area, Rect(swept.stand.x + dx, swept.stand.y + dy, swept.stand.shape)) == told
    assert 2000 < inside < 9000


def test_lines_under_a_moving_base_as_shapely_says() -> None:
    rng = random.Random(6)
    ground = Ground(30000, 30000, lines=[random_line(rng, 0, 30000) for _ in range(6)])
    figures = np.array([shapely.LineString(line.points) for line in ground.lines])
    legs = random_legs(7, 300)
    hits = share_ground(polygons([s.outline() for s in legs])[:, None], figures[None, :])
    assert hits.sum() > 5000
    for i, swept in enumerate(legs):
        assert swept_lines(ground, swept) == [int(j) for j in np.flatnonzero(hits[i])]


def test_a_base_passes_over_a_line_that_its_centre_does_not_cross() -> None:
    onto = leg(100, 230, 212)
    assert course(GROUND, onto).crossed == [(1000, 1, -1)]
    assert swept_lines(GROUND, onto) == [0, 1]
    # Half an inch and half a base: the front edge only touches the river, then passes over it.
    assert swept_lines(GROUND, leg(100, 260, 235)) == []
    assert swept_lines(GROUND, leg(100, 260, 234)) == [1]


def test_climbs_as_levels_differ() -> None:
    rng = random.Random(4)
    hills = [random_area(rng, 1, 30000, 8000) for _ in range(6)]
    ground = Ground(30000, 30000, contours=hills)
    figures = polygons([area.corners for area in hills])
    legs = random_legs(5, 300)
    before = np.array([(s.stand.x, s.stand.y) for s in legs], dtype=float)
    after = before + np.array([(s.vx, s.vy) for s in legs], dtype=float)
    rise = [
        shapely.intersects(figures[None, :], shapely.points(ends)[:, None]).sum(axis=1)
        for ends in (before, after)
    ]
    climbed = 0
    for i, swept in enumerate(legs):
        climbs = course(ground, swept).climbs
        climbed += len(climbs)
        assert sum(up for _, up in climbs) == rise[1][i] - rise[0][i]
    assert climbed > 5000


def test_twelve_is_plain() -> None:
    assert PLAIN == 12


def test_where_a_ground_is_bare_a_way_meets_nothing() -> None:
    rng = random.Random(3)
    lines = [Line(0, [(rng.randrange(40000), rng.randrange(40000)) for _ in range(3)])]
    ground = Ground(40000, 40000, [], lines)
    bare = 0
    for way in random_segments(rng.randrange(1000), 40000, 2000):
        if ground.bare(*way):
            bare += 1
            assert line_course(ground, *way).crossed == []
    assert 200 < bare < 1800
    wood = Area(0, [(0, 0), (900, 0), (900, 900), (0, 900)])
    assert not Ground(40000, 40000, [wood]).bare(9000, 9000, 9500, 9500)
