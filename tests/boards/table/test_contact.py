"""Contact, the edges that meet, and chains."""

import random

import numpy as np
import shapely

from grognard.boards.table.contact import (
    chained,
    chains,
    edge_gap2,
    edge_hit,
    edge_within,
    in_contact,
    touching_edges,
)
from grognard.boards.table.rect import FRONT, LEFT, REAR, RIGHT, edge, rect
from tests.boards.table.random_table import (
    random_stand,
    random_stands,
    segments,
    shapes,
    share_ground,
)


def test_contact_is_a_tenth_of_an_inch_without_overlap() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert in_contact(a, rect((130, 100, 0), 3000, 3000))
    assert in_contact(a, rect((131, 100, 0), 3000, 3000))
    assert not in_contact(a, rect((132, 100, 0), 3000, 3000))
    assert not in_contact(a, rect((129, 100, 0), 3000, 3000))


def test_contact_as_shapely_says() -> None:
    # A narrow field, so that one pair in twenty touches.
    one, other = random_stands(1, 40), random_stands(2, 40)
    a, b = shapes(one), shapes(other)
    distance, common = shapely.distance(a, b), share_ground(a, b)
    expected = (distance <= 100) & ~common
    assert expected.sum() > 200
    for i in range(len(one)):
        if abs(distance[i] - 100) > 1e-6:
            assert in_contact(one[i], other[i]) == expected[i]


def test_edges_within_reach_as_shapely_says() -> None:
    one, other = random_stands(3, 70), random_stands(4, 70)
    which = [i % 4 for i in range(len(one))]
    lines = segments([edge(a, w) for a, w in zip(one, which, strict=True)])
    distance = shapely.distance(lines, shapes(other))
    assert 1000 < (distance < 1000).sum() < 9000
    for a, w, b, true in zip(one, which, other, distance.tolist(), strict=True):
        n, d = edge_gap2(a, w, b)
        assert abs((n / d) ** 0.5 - true) < 1e-6
        if abs(true - 1000) > 1e-6:
            assert edge_within(a, w, b, 1000) == (true < 1000)


def test_an_edge_touches_the_stand_before_it() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert touching_edges(a, rect((100, 69, 0), 1500, 3000)) == [FRONT]
    assert touching_edges(a, rect((131, 100, 0), 1500, 1500)) == []
    assert touching_edges(a, rect((123, 100, 0), 1500, 1500)) == [RIGHT]
    # Flush from corner to corner: the corners belong to the sides as well.
    assert touching_edges(a, rect((100, 130, 0), 3000, 3000)) == [RIGHT, REAR, LEFT]


def test_the_edge_that_is_hit() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert edge_hit(a, rect((110, 69, 0), 3000, 3000)) == FRONT
    assert edge_hit(a, rect((110, 131, 0), 3000, 3000)) == REAR
    assert edge_hit(a, rect((69, 110, 0), 3000, 3000)) == LEFT
    assert edge_hit(a, rect((131, 110, 0), 3000, 3000)) == RIGHT
    # Turned half left, the same places lie before other edges.
    turned = rect((100, 100, 54), 3000, 3000)
    assert edge_hit(turned, rect((69, 110, 0), 3000, 3000)) == FRONT
    assert edge_hit(turned, rect((110, 69, 0), 3000, 3000)) == RIGHT


def test_corner_against_corner_the_front_is_hit_before_a_side_and_a_side_before_the_rear() -> None:
    a = rect((100, 100, 0), 3000, 3000)
    assert edge_hit(a, rect((130, 70, 0), 3000, 3000)) == FRONT
    assert edge_hit(a, rect((70, 70, 0), 3000, 3000)) == FRONT
    assert edge_hit(a, rect((130, 130, 0), 3000, 3000)) == RIGHT
    assert edge_hit(a, rect((70, 130, 0), 3000, 3000)) == LEFT


def test_the_edge_that_is_hit_as_shapely_says() -> None:
    # The stand lies wholly beyond the line of the edge, further than beyond any other.
    one, other = random_stands(5, 60), random_stands(6, 60)
    apart = shapely.distance(shapes(one), shapes(other)) > 0
    told = [edge_hit(a, b) for a, b in zip(one, other, strict=True)]
    far = np.zeros((4, len(one)))
    targets = shapes(other)
    for which in range(4):
        ends = np.array([edge(a, which) for a in one], dtype=float)
        along = ends[:, 2:] - ends[:, :2]
        # The ground beyond an edge: a strip 40 inches wide and deep, in front of it.
        unit = along / np.hypot(along[:, 0], along[:, 1])[:, None] * 40000
        out = np.stack([unit[:, 1], -unit[:, 0]], axis=1)
        middle = (ends[:, :2] + ends[:, 2:]) / 2
        inner = shapely.polygons(
            np.stack([middle - unit, middle + unit, middle + unit - out, middle - unit - out], 1)
        )
        far[which] = np.where(share_ground(inner, targets), -1, shapely.distance(inner, targets))
    checked = 0
    for i in range(len(one)):
        best = far[:, i].max()
        if apart[i] and best > 0 and np.sort(far[:, i])[-2] < best - 0.01:
            assert far[told[i], i] == best
            checked += 1
    assert checked > 3000


def test_chains_of_contact() -> None:
    poses = [(100, 100, 0), (200, 200, 0), (130, 100, 0), (161, 100, 0), (199, 100, 9)]
    stands = [rect(pose, 3000, 3000) for pose in poses]
    assert chains(stands) == [0, 1, 0, 0, 4]
    assert chained(stands, 3) == [0, 2, 3]
    assert chained(stands, 1) == [1]
    assert chains([]) == []


def test_chains_as_shapely_says() -> None:
    rng = random.Random(7)
    linked = 0
    for _ in range(170):
        stands = [random_stand(rng, 400) for _ in range(60)]
        figures = shapes(stands)
        tree = shapely.STRtree(figures)
        pairs = tree.query(figures, predicate="dwithin", distance=1000).T.tolist()
        label = list(range(60))
        before: list[int] = []
        while before != label:
            before = label[:]
            for i, j in pairs:
                label[i] = label[j] = min(label[i], label[j])
        linked += sum(label[i] != i for i in range(60))
        assert chains(stands, 1000) == label
        assert chained(stands, 0, 1000) == [i for i in range(60) if label[i] == label[0]]
    assert linked > 2000
