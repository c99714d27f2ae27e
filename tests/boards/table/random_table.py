"""Random stands, areas and legs for the tabletop's tests, and the same for shapely."""

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from grognard.boards.table.ground import Area, Ground, Line
from grognard.boards.table.lattice import Pose
from grognard.boards.table.rect import Rect, corners, rect

CASES = 10_000
BASES = [(3000, 3000), (3000, 1500), (1500, 3000), (1500, 1500)]

Points = Sequence[tuple[int, int]]
Shapes = Any  # an array of shapely figures, or of what shapely found for each


def random_pose(rng: random.Random, size: int) -> Pose:
    return rng.randrange(size + 1), rng.randrange(size + 1), rng.randrange(72)


def random_stand(rng: random.Random, size: int) -> Rect:
    return rect(random_pose(rng, size), *rng.choice(BASES))


def random_stands(seed: int, size: int, count: int = CASES) -> list[Rect]:
    rng = random.Random(seed)
    return [random_stand(rng, size) for _ in range(count)]


def random_area(rng: random.Random, kind: int, size: int, radius: int) -> Area:
    """A star-shaped polygon about a random point, all in mils."""
    x, y = rng.randrange(size), rng.randrange(size)
    count = rng.randrange(4, 11)
    points = []
    for i in range(count):
        far = rng.uniform(0.4, 1.0) * radius
        angle = 2 * math.pi * (i + rng.uniform(0.1, 0.9)) / count
        points.append((round(x + far * math.cos(angle)), round(y + far * math.sin(angle))))
    return Area(kind, points)


def random_line(rng: random.Random, kind: int, size: int) -> Line:
    return Line(kind, [(rng.randrange(size), rng.randrange(size)) for _ in range(5)])


def random_ground(seed: int, size: int, kinds: int = 3, lines: int = 0) -> Ground:
    rng = random.Random(seed)
    areas = [random_area(rng, i % kinds, size, size // 6) for i in range(12)]
    return Ground(size, size, areas, [random_line(rng, i % 2, size) for i in range(lines)])


def polygons(outlines: Sequence[Points]) -> Shapes:
    return np.array([shapely.Polygon(points) for points in outlines])


def shapes(stands: Sequence[Rect]) -> Shapes:
    """The stands as shapely polygons."""
    return shapely.polygons(np.array([corners(a) for a in stands], dtype=float))


def segments(ends: Sequence[tuple[int, int, int, int]]) -> Shapes:
    return shapely.linestrings(np.array(ends, dtype=float).reshape(-1, 2, 2))


def share_ground(a: Shapes, b: Shapes) -> Shapes:
    """Whether their insides have a point in common; asked only of those that meet at all."""
    one, other = np.broadcast_arrays(a, b)
    found = np.array(shapely.intersects(one, other))
    found[found] = shapely.relate_pattern(one[found], other[found], "T********")
    return found


def random_segments(seed: int, size: int, count: int = CASES) -> list[tuple[int, int, int, int]]:
    rng = random.Random(seed)
    return [
        (rng.randrange(size), rng.randrange(size), rng.randrange(size), rng.randrange(size))
        for _ in range(count)
    ]
