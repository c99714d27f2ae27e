"""Front, flank and rear, arcs of fire and ranges."""

import numpy as np
import pytest
import shapely

from grognard.boards.table.arcs import (
    BY_DIAGONALS,
    BY_FRONT_LINE,
    BY_SIDES,
    ahead_of,
    fire_range,
    in_arc,
    point_in_arc,
    wholly_behind,
    zone,
)
from grognard.boards.table.lattice import AHEAD_X, AHEAD_Y
from grognard.boards.table.rect import FRONT, LEFT, REAR, RIGHT, Rect, corners, edge, rect
from tests.boards.table.random_table import random_segments, random_stands, segments, shapes

FAR = 60


def vectors(stands: list[Rect]) -> tuple["np.ndarray", ...]:
    """Corners of the front edge, half depth and half width, as arrays."""
    left = np.array([corners(a)[0] for a in stands], dtype=float)
    right = np.array([corners(a)[1] for a in stands], dtype=float)
    ahead = np.array([(a.fx, a.fy) for a in stands], dtype=float)
    across = np.array([(a.wx, a.wy) for a in stands], dtype=float)
    return left, right, ahead, across


def test_zones_by_the_front_line() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert zone(a, 20000, 8499) == FRONT
    assert zone(a, 20000, 8500) == FRONT  # on the line
    assert zone(a, 20000, 8501) == RIGHT
    assert zone(a, 0, 8501) == LEFT
    assert zone(a, 0, 11500) == LEFT  # on the line of the rear
    assert zone(a, 0, 11501) == REAR
    assert zone(a, 10000, 10000) == FRONT


def test_zones_by_the_sides() -> None:
    a = rect((100, 100, 18), 3000, 3000)  # looks east, its right is south
    assert zone(a, 20000, 11500, BY_SIDES) == FRONT
    assert zone(a, 20000, 11501, BY_SIDES) == RIGHT
    assert zone(a, 0, 8500, BY_SIDES) == LEFT
    assert zone(a, 0, 8501, BY_SIDES) == REAR


def test_zones_by_the_diagonals() -> None:
    a = rect((100, 100, 0), 3000, 1500)
    # From the right front corner at 11.5, 9.25.
    assert zone(a, 13500, 7250, BY_DIAGONALS) == FRONT
    assert zone(a, 13501, 7250, BY_DIAGONALS) == RIGHT
    assert zone(a, 6500, 12750, BY_DIAGONALS) == LEFT
    assert zone(a, 6501, 12750, BY_DIAGONALS) == REAR
    assert zone(a, 10000, 20000, BY_DIAGONALS) == REAR


def test_before_and_behind_the_front_line() -> None:
    a = rect((100, 100, 36), 3000, 3000)  # looks south; its front lies at 11.5
    assert ahead_of(a, 0, 11501) > 0
    assert ahead_of(a, 0, 11500) == 0
    assert ahead_of(a, 0, 11499) < 0
    assert wholly_behind(a, rect((200, 99, 0), 3000, 3000))
    assert not wholly_behind(a, rect((200, 100, 0), 3000, 3000))


@pytest.mark.parametrize("rule", [BY_FRONT_LINE, BY_SIDES])
def test_zones_as_shapely_says(rule: int) -> None:
    stands = random_stands(1, 90)
    dots = np.array(random_segments(2, 9000), dtype=float)[:, :2]
    left, right, ahead, across = vectors(stands)
    wide = FAR * across
    deep = FAR * ahead
    if rule == BY_FRONT_LINE:
        front = [left - wide, right + wide, right + wide + deep, left - wide + deep]
        back = [left - wide - 2 * ahead, right + wide - 2 * ahead]
        rear = [*back, back[1] - deep, back[0] - deep]
    else:
        front = [left - 2 * ahead, right - 2 * ahead, right + deep, left + deep]
        rear = [left - 2 * ahead, right - 2 * ahead, right - deep, left - deep]
    here = shapely.points(dots)
    in_front = shapely.intersects(shapely.polygons(np.stack(front, 1)), here)
    in_rear = shapely.intersects(shapely.polygons(np.stack(rear, 1)), here)
    on_stand = shapely.intersects(shapes(stands), here)
    counts = [0, 0, 0, 0]
    for i, a in enumerate(stands):
        x, y = int(dots[i][0]), int(dots[i][1])
        told = zone(a, x, y, rule)
        counts[told] += 1
        if in_front[i] or on_stand[i]:
            assert told == FRONT
        elif in_rear[i]:
            assert told in (REAR, LEFT, RIGHT) if _on_line(a, x, y) else told == REAR
        else:
            to_right = a.fx * (y - a.y) - a.fy * (x - a.x)
            assert told == (RIGHT if to_right > 0 else LEFT)
    assert min(counts) > 800


def _on_line(a: Rect, x: int, y: int) -> bool:
    ahead = a.wy * (x - a.x) - a.wx * (y - a.y)
    right = a.fx * (y - a.y) - a.fy * (x - a.x)
    return a.half_area in (abs(ahead), abs(right))


def test_zones_by_diagonals_as_shapely_says() -> None:
    stands = random_stands(3, 90)
    dots = np.array(random_segments(4, 9000), dtype=float)[:, :2]
    left, right, ahead, _ = vectors(stands)
    unit = np.array([(AHEAD_X[a.shape.facing], AHEAD_Y[a.shape.facing]) for a in stands])
    side = np.stack([-unit[:, 1], unit[:, 0]], 1)
    out = 0.03 * (unit + side)
    wing = 0.03 * (unit - side)
    back_left, back_right = left - 2 * ahead, right - 2 * ahead
    fields = {
        FRONT: [left, right, right + out, left + wing],
        RIGHT: [right, right + out, back_right - wing, back_right],
        REAR: [back_right, back_right - wing, back_left - out, back_left],
        LEFT: [left, left + wing, back_left - out, back_left],
    }
    here = shapely.points(dots)
    own = shapes(stands)
    for which, outline in fields.items():
        field = shapely.polygons(np.stack(outline, 1))
        # Rounded corners and true diagonals differ by a mil or so.
        sure = shapely.contains(field, here) & (shapely.distance(shapely.boundary(field), here) > 3)
        sure &= ~shapely.intersects(own, here)
        assert sure.sum() > 1000
        for i in np.flatnonzero(sure):
            assert zone(stands[i], int(dots[i][0]), int(dots[i][1]), BY_DIAGONALS) == which


@pytest.mark.parametrize("half", [3, 9, 17, 18])
def test_arcs_as_shapely_says(half: int) -> None:
    one, other = random_stands(5, 150), random_stands(6, 150)
    left, right, ahead, across = vectors(one)
    u = np.array([_direction(a, -half) for a in one])
    v = np.array([_direction(a, half) for a in one])
    if half == 18:
        # The front edge itself is prolonged, with its rounded corners.
        u, v = -FAR * across, FAR * across
    far = FAR * ahead
    field = shapely.polygons(
        np.stack([left, right, right + v, right + v + far, left + u + far, left + u], 1)
    )
    targets = shapes(other)
    expected = shapely.intersects(field, targets)
    assert 1500 < expected.sum() < 9000
    for i in range(len(one)):
        assert in_arc(one[i], other[i], half) == expected[i]
        centre = shapely.Point(other[i].x, other[i].y)
        if i < 2000 and field[i].boundary.distance(centre) > 3:
            assert point_in_arc(one[i], other[i].x, other[i].y, half) == field[i].contains(centre)


def _direction(a: Rect, steps: int) -> tuple[float, float]:
    step = (a.shape.facing + steps) % 72
    return AHEAD_X[step] * 0.1, AHEAD_Y[step] * 0.1


@pytest.mark.parametrize("half", [24, 30])
def test_wide_arcs_leave_only_the_ground_behind(half: int) -> None:
    one, other = random_stands(7, 150), random_stands(8, 150)
    left, right, ahead, _ = vectors(one)
    u = np.array([_direction(a, -half) for a in one])
    v = np.array([_direction(a, half) for a in one])
    far = -FAR * ahead
    behind = shapely.polygons(
        np.stack([left, right, right + v, right + v + far, left + u + far, left + u], 1)
    )
    unseen = shapely.contains_properly(behind, shapes(other))
    assert 1000 < unseen.sum() < 9000
    assert [in_arc(a, b, half) for a, b in zip(one, other, strict=True)] == (~unseen).tolist()
    for i in range(2000):
        centre = shapely.Point(other[i].x, other[i].y)
        if behind[i].boundary.distance(centre) > 3:
            assert point_in_arc(one[i], other[i].x, other[i].y, half) != behind[i].contains(centre)


def test_all_round_is_everywhere() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert in_arc(a, rect((100, 300, 0), 3000, 3000), 36)
    assert point_in_arc(a, 10000, 30000, 36)


def test_a_target_that_touches_the_line_is_in_the_arc() -> None:
    a = rect((0, 0, 0), 3000, 3000)
    assert in_arc(a, rect((60, -30, 0), 3000, 3000), 9)
    assert not in_arc(a, rect((61, -30, 0), 3000, 3000), 9)
    assert point_in_arc(a, 4500, -4500, 9)
    assert not point_in_arc(a, 4501, -4500, 9)


def test_range_is_measured_from_the_front_edge() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert fire_range(a, rect((100, 60, 0), 3000, 1500)) == 1750
    # Beside the stand: 2 inches away, though its side is nearer.
    assert fire_range(a, rect((150, 85, 0), 3000, 1000)) == 2000
    assert fire_range(a, rect((130, 100, 0), 2000, 1000)) > 1000


def test_range_as_shapely_says() -> None:
    one, other = random_stands(9, 90), random_stands(10, 90)
    true = shapely.distance(segments([edge(a, FRONT) for a in one]), shapes(other))
    for a, b, expected in zip(one, other, true.tolist(), strict=True):
        assert expected <= fire_range(a, b) + 1e-6 and fire_range(a, b) < expected + 1 + 1e-6
