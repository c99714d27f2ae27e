"""What a leg costs, reckoned anew and simply: a walk in small steps over the map file itself.

It shares no geometry with the game: polygons by crossing rays, streams by changes of side.
"""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.systems.onepage.state.kinds import ARTILLERY, CAVALRY, GENERAL, SKIRMISHER
from grognard.systems.onepage.state.position import OUT, OnepagePosition

STEP = 0.1  # tenths of an inch
# The cost of an inch for infantry, cavalry, artillery, skirmishers, generals.
TIMES = {
    "broken": (2, 2, 2, 1, 1), "forest": (2, 2, 2, 1, 1), "orchard": (1, 2, 1, 1, 1),
    "swamp": (99, 99, 99, 2, 2), "lake": (99, 99, 99, 99, 99),
    "fort": (1, 99, 99, 1, 1), "fortress": (1, 99, 99, 1, 1),
}  # fmt: skip
# Infantry, skirmishers, heavy and light cavalry, field, horse and heavy artillery, generals.
MOVE = (12, 12, 18, 24, 18, 24, 12, 24)
WATERS = ("stream", "marshy-stream", "river")

Point = tuple[float, float]


def inside(at: Point, outline: tuple[tuple[int, int], ...]) -> bool:
    """Whether a point lies in a polygon, by the crossings of a ray."""
    x, y = at
    found = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross."""

    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def cost_of_leg(p: OnepagePosition, u: int, there: tuple[int, int], streams: int) -> float:
    """What a straight way from where a unit is takes of its move, in mils.

    `streams` are those it has crossed before in this move.
    """
    ground = p.battle.ground
    arm = p.battle.arm[u]
    move = 1000 * MOVE[p.battle.kind[u]] / (2 if p.state[u] & OUT else 1)
    start = (float(p.x[u]), float(p.y[u]))
    dx, dy = there[0] - start[0], there[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    steps = max(1, round(length / STEP))
    total = 0.0
    climbs = falls = 0
    level = _level(ground, start)
    for i in range(steps):
        at = (start[0] + dx * (i + 0.5) / steps, start[1] + dy * (i + 0.5) / steps)
        rates = [
            TIMES.get(tablemap.AREAS[area.kind], (1,) * 5)[arm]
            for area in ground.areas
            if inside(at, area.outline)
        ]
        total += 100 * length / steps * max(rates, default=1)
        now = _level(ground, at)
        if now > level:
            climbs += now - level
        falls += max(0, level - now)
        level = now
    wet = 0
    for line in ground.lines:
        if tablemap.LINES[line.kind] in WATERS:
            pieces = zip(line.line, line.line[1:], strict=False)
            wet += sum(crosses(start, there, c, d) for c, d in pieces)
    if wet and not streams:
        total += move / 2
    if climbs and arm in (CAVALRY, ARTILLERY):
        total += move / 2
    if arm not in (CAVALRY, ARTILLERY, SKIRMISHER, GENERAL):
        total += move / 2 * ((climbs > 1) + (falls > 1))
    return total


def _level(ground: tablemap.TableMap, at: Point) -> int:
    return max((hill.level for hill in ground.hills if inside(at, hill.outline)), default=0)
