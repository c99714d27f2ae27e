"""March columns: along a road at three times the rate, across country at twice."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH, bearing, nearest
from grognard.boards.table.shape import point_segment
from grognard.boards.table.slide import part
from grognard.systems.brigades.movement import ROAD_KINDS, Mover
from grognard.systems.brigades.rates import takes_road

FURTHEST = 2  # places offered on each piece of road: its end or as far as the move goes, and half


def road_places(mover: Mover) -> list[tuple[int, int, int]]:
    """Places on the straight pieces of road at which a unit stands, as far as it can march."""
    rules = mover.battle.rules
    if not takes_road(rules, mover.arm, mover.column):
        return []
    a, land = mover.a, mover.land
    reach = rules.road_near
    most = mover.left * (rules.road_times if mover.column else 1)
    found: list[tuple[int, int, int]] = []
    for piece, line in enumerate(land.piece_line):
        if land.lines[line].kind not in ROAD_KINDS:
            continue
        ax, ay, bx, by = land.piece_at[piece]
        n, d = point_segment(a.x, a.y, ax, ay, bx, by)
        if n > reach * reach * d:
            continue
        for ex, ey in ((ax, ay), (bx, by)):
            dx, dy = ex - a.x, ey - a.y
            if dx * dx + dy * dy > most * most:
                dx, dy = part(dx, dy, most - TENTH)
            for share in range(FURTHEST, 0, -1):
                x, y = nearest(a.x + dx * share // FURTHEST, a.y + dy * share // FURTHEST)
                if (x, y) != (mover.p.x[mover.u], mover.p.y[mover.u]):
                    found.append((x, y, bearing(x * TENTH - a.x, y * TENTH - a.y)))
    return found
