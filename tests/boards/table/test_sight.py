"""Lines of sight: what blocks them and where."""

import random

import numpy as np
import pytest
import shapely

from grognard.boards.table.ground import Area, Ground, Line
from grognard.boards.table.rect import dot, front, rect
from grognard.boards.table.sight import (
    AREA,
    CLEAR,
    CONTOUR,
    LINE,
    STAND,
    Between,
    Block,
    Look,
    Screen,
    blocked,
    hidden,
    seen,
    target_points,
)
from tests.boards.table.random_table import (
    polygons,
    random_ground,
    random_line,
    random_segments,
    random_stand,
    segments,
    shapes,
    share_ground,
)

WOODS, CROPS, FIELD = 0, 1, 2
WALL, HEDGE = 0, 1
# Three inches into woods, nothing through them; crops block, fields never.
SCREEN = Screen([3000, 0, CLEAR], [0, 0, CLEAR], [False, True], shadow=3000)
WOOD = Area(WOODS, [(10000, 10000), (20000, 10000), (20000, 14000), (10000, 14000)])
PLAIN = Ground(36000, 36000, [WOOD])
HILL = Area(1, [(0, 24000), (36000, 24000), (36000, 36000), (0, 36000)])


def told(block: Block | None) -> tuple[int, int, int, int] | None:
    return None if block is None else (block.what, block.number, block.x, block.y)


def look(ay: int, by: int, from_level: int = 0, to_level: int = 0) -> Look:
    """A look along the middle of the wood."""
    return Look(15000, ay, 15000, by, from_level, to_level)


def test_a_wood_blocks_whoever_looks_through_it() -> None:
    assert told(blocked(PLAIN, SCREEN, look(20000, 5000))) == (AREA, 0, 15000, 14000)
    assert blocked(PLAIN, SCREEN, look(20000, 14000)) is None
    assert blocked(PLAIN, SCREEN, Look(5000, 10000, 30000, 10000)) is None


@pytest.mark.parametrize(("by", "seen"), [(13000, True), (11000, True), (10999, False)])
def test_one_sees_three_inches_into_a_wood_and_out_of_it(by: int, seen: bool) -> None:
    assert (blocked(PLAIN, SCREEN, look(20000, by)) is None) == seen
    assert (blocked(PLAIN, SCREEN, look(by, 20000)) is None) == seen


def test_the_block_is_told_where_sight_is_lost() -> None:
    assert told(blocked(PLAIN, SCREEN, look(20000, 10500))) == (AREA, 0, 15000, 11000)
    assert repr(blocked(PLAIN, SCREEN, look(20000, 10500))) == "<area 0 at 15000,11000>"


def test_a_low_field_never_blocks() -> None:
    field = Ground(36000, 36000, [Area(FIELD, WOOD.corners)])
    assert blocked(field, SCREEN, look(20000, 5000)) is None


def test_from_a_hill_one_sees_over_a_wood_but_not_close_behind_it() -> None:
    ground = Ground(36000, 36000, [WOOD], contours=[HILL])
    assert blocked(ground, SCREEN, look(30000, 6999, 1, 0)) is None
    assert told(blocked(ground, SCREEN, look(30000, 7000, 1, 0))) == (AREA, 0, 15000, 14000)
    assert blocked(ground, SCREEN, look(6999, 30000, 0, 1)) is None
    assert blocked(ground, SCREEN, look(7000, 30000, 0, 1)) is not None


def test_a_wood_on_the_hill_blocks_as_on_the_plain() -> None:
    wood = Area(WOODS, [(10000, 26000), (20000, 26000), (20000, 28000), (10000, 28000)])
    ground = Ground(36000, 36000, [wood], contours=[HILL])
    assert told(blocked(ground, SCREEN, look(34000, 5000, 1, 0))) == (AREA, 0, 15000, 28000)


def test_ground_higher_than_both_ends_blocks() -> None:
    ridge = Area(2, [(0, 10000), (36000, 10000), (36000, 12000), (0, 12000)])
    ground = Ground(36000, 36000, contours=[HILL, ridge])
    assert told(blocked(ground, SCREEN, look(30000, 5000, 1, 0))) == (CONTOUR, 1, 15000, 12000)
    assert blocked(ground, SCREEN, look(11000, 5000, 2, 0)) is None


def test_a_hedge_blocks_unless_somebody_stands_at_it() -> None:
    ground = Ground(
        36000,
        36000,
        lines=[
            Line(WALL, [(0, 20000), (36000, 20000)]),
            Line(HEDGE, [(0, 10000), (36000, 10000)]),
        ],
    )
    viewer, far = rect((150, 250, 0), 3000, 3000), rect((150, 50, 0), 3000, 3000)
    assert told(hidden(ground, SCREEN, viewer, far)) == (LINE, 1, 15000, 10000)
    assert hidden(ground, SCREEN, viewer, rect((150, 85, 0), 3000, 3000)) is None
    assert hidden(ground, SCREEN, rect((150, 115, 0), 3000, 3000), far) is None
    assert hidden(ground, SCREEN, viewer, rect((150, 150, 0), 3000, 3000)) is None


def test_stands_block_unless_ignored() -> None:
    stands = [rect((150, 150, 0), 3000, 1500), rect((250, 150, 0), 3000, 1500)]
    empty = Ground(36000, 36000)
    assert told(blocked(empty, SCREEN, look(20000, 5000), stands)) == (STAND, 0, 15000, 15000)
    assert blocked(empty, SCREEN, look(20000, 5000), stands, ignore=1) is None
    assert blocked(empty, SCREEN, Look(13500, 20000, 13500, 5000), stands) is None  # its edge
    assert blocked(empty, SCREEN, look(20000, 5000), [dot(15000, 15000)]) is None


def test_from_a_hill_one_sees_over_stands_but_not_close_behind_them() -> None:
    ground = Ground(36000, 36000, contours=[HILL])
    stands = [rect((150, 150, 0), 3000, 1500)]  # its far edge at 14.25
    assert blocked(ground, SCREEN, look(30000, 11249, 1, 0), stands) is None
    assert blocked(ground, SCREEN, look(30000, 11250, 1, 0), stands) is not None
    on_hill = [rect((150, 260, 0), 3000, 1500)]
    assert blocked(ground, SCREEN, look(30000, 5000, 1, 0), on_hill) is not None


def test_a_target_is_seen_by_any_of_nine_points() -> None:
    target = rect((150, 50, 36), 3000, 3000)
    assert target_points(target) == [
        *((15000, 5000), (16500, 6500), (13500, 6500), (13500, 3500), (16500, 3500)),
        *((15000, 6500), (13500, 5000), (15000, 3500), (16500, 5000)),
    ]
    viewer = rect((150, 250, 0), 3000, 3000)
    empty = Ground(36000, 36000)
    screens = [rect((140, 150, 0), 3000, 1500)]
    assert hidden(empty, SCREEN, viewer, target, screens) is None
    screens.append(rect((170, 150, 0), 3000, 1500))
    assert told(hidden(empty, SCREEN, viewer, target, screens)) == (STAND, 0, 14000, 15000)


def test_in_fog_only_what_is_near_is_seen() -> None:
    viewer, target = rect((150, 250, 0), 3000, 3000), rect((150, 185, 0), 3000, 3000)
    empty = Ground(36000, 36000)
    # From the front at 23.5 to the near edge at 20.
    assert hidden(empty, SCREEN, viewer, target, limit=3500) is None
    assert told(hidden(empty, SCREEN, viewer, target, limit=3499)) == (STAND, -1, 15000, 18500)


def test_sight_past_stands_and_woods_as_shapely_says() -> None:
    ground = random_ground(1, 48000)
    screen = Screen([0, CLEAR, 0], [0, CLEAR, 0])
    rng = random.Random(2)
    stands = [random_stand(rng, 480) for _ in range(15)]
    ends = random_segments(3, 48000)
    lines = segments(ends)
    figures = polygons([area.corners for area in ground.areas if area.kind != 1])
    things = np.concatenate([figures, shapes(stands)])
    expected = share_ground(things[None, :], lines[:, None]).any(axis=1)
    assert 2000 < expected.sum() < 9900
    for i, (ax, ay, bx, by) in enumerate(ends):
        block = blocked(ground, screen, Look(ax, ay, bx, by), stands)
        assert (block is not None) == expected[i]
        if block is not None and block.what == AREA:
            assert shapely.Point(block.x, block.y).distance(lines[i]) < 2


def test_depth_of_sight_as_shapely_says() -> None:
    ground = random_ground(4, 48000, kinds=1)
    screen = Screen([3000], [1500])
    figures = polygons([area.corners for area in ground.areas])
    shapely.prepare(figures)
    ends = random_segments(5, 48000)
    lines = segments(ends)
    meets = shapely.intersects(figures[None, :], lines[:, None])
    hits = unsure = 0
    for i, (ax, ay, bx, by) in enumerate(ends):
        far = []
        for j in np.flatnonzero(meets[i]):
            common = figures[j].intersection(lines[i])
            for piece in getattr(common, "geoms", [common]):
                ends_here = [shapely.Point(p) for p in ((ax, ay), (bx, by))]
                at_end = any(piece.distance(p) < 1 for p in ends_here)
                far.append(piece.length - (3000 if at_end else 1500))
        most = max(far, default=-1500.0)
        if abs(most) < 5:
            unsure += 1
            continue
        hits += most > 0
        assert (blocked(ground, screen, Look(ax, ay, bx, by)) is not None) == (most > 0)
    assert 2000 < hits < 9900 and unsure < 200


def test_hidden_stands_as_shapely_says() -> None:
    rng = random.Random(6)
    empty = Ground(30000, 30000)
    seen = unseen = 0
    for _ in range(500):
        stands = [random_stand(rng, 200) for _ in range(12)]
        figures = shapes(stands)
        viewers = [tuple(rng.sample(range(12), 2)) for _ in range(20)]
        points = [[(*front(stands[v]), *p) for p in target_points(stands[t])] for v, t in viewers]
        lines = segments([end for nine in points for end in nine]).reshape(-1, 9)
        cut = share_ground(figures[None, None, :], lines[:, :, None])
        for i, (v, t) in enumerate(viewers):
            cut[i][:, [v, t]] = False
            expected = bool(cut[i].any(axis=1).all())
            block = hidden(empty, SCREEN, stands[v], stands[t], stands, 1 << v | 1 << t)
            assert (block is not None) == expected
            seen += not expected
            unseen += expected
    assert seen > 1500 and unseen > 1500


def test_whom_lines_hide_is_hidden_from_each_of_his_points() -> None:
    rng = random.Random(41)
    # A hedge in one corner, walls all over: many looks have no hedge near, none minds a wall.
    hedge = Line(HEDGE, [(x // 2, y // 2) for x, y in random_line(rng, HEDGE, 24000).points])
    lines = [hedge, *(random_line(rng, WALL, 24000) for _ in range(3))]
    ground = Ground(24000, 24000, [], lines)
    looks = hid = 0
    for _ in range(1200):
        viewer, target = random_stand(rng, 240), random_stand(rng, 240)
        free = ground.lines_touched(viewer) + ground.lines_touched(target)
        blocks = [
            blocked(ground, SCREEN, Look(*front(viewer), x, y), (), 0, free)
            for x, y in target_points(target)
        ]
        looks += len(blocks)
        expected = None if None in blocks else told(blocks[0])
        assert told(hidden(ground, SCREEN, viewer, target)) == expected
        hid += expected is not None
    assert looks > 10_000
    assert 100 < hid < 1000


def test_what_blocked_the_last_look_is_asked_first_and_decides_no_other() -> None:
    rng = random.Random(21)
    areas = random_ground(22, 24000, lines=6)
    ground = Ground(24000, 24000, areas.areas, areas.lines, random_ground(23, 24000).areas[:3])
    found = {True: 0, False: 0}
    for _ in range(150):
        viewer, target = random_stand(rng, 240), random_stand(rng, 240)
        box = (0, 0, 24000, 24000)
        kept = Between(ground, SCREEN, box, 0, 0)
        for x, y in target_points(target):
            at = Look(*front(viewer), x, y)
            hides = Between(ground, SCREEN, box, 0, 0).block(at) is not None
            assert kept.hides(at) == hides
            found[hides] += 1
        blocks = hidden(ground, SCREEN, viewer, target)
        assert seen(ground, SCREEN, viewer, target) == (blocks is None)
    assert min(found.values()) > 100
