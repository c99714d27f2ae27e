"""March columns: forming them, and along a road at three times the rate, else at twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.table.lattice import INCH, TENTH, bearing, nearest
from grognard.boards.table.rect import nearer, overlap
from grognard.boards.table.shape import point_segment
from grognard.boards.table.slide import part
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.movement import turn_cost
from grognard.systems.brigades.moving.rates import ROAD_KINDS, takes_road
from grognard.systems.brigades.state.position import (
    ACTED,
    COLUMN,
    STATIONARY,
    BrigadesPosition,
    tail_of,
)
from grognard.systems.brigades.terrain import FORMED

if TYPE_CHECKING:
    from grognard.systems.brigades.moving.mover import Mover

FURTHEST = 2  # places offered on each piece of road: its end or as far as the move goes, and half


class MarchRules:
    """Rates in column, and the markers set out behind it: massed, linear, skirmisher stands."""

    def __init__(self, book: Rulebook) -> None:
        self.road_times = book.int("brigades.march.road", "times")
        self.cross_country_times = book.int("brigades.march.cross-country", "times")
        # brigades.march.markers.code; for guns brigades.march.markers.code.artillery
        self.slow_foot_markers = book.ints("brigades.march.markers.slow-infantry", "markers")
        self.foot_markers = book.ints("brigades.march.markers.infantry", "markers")
        self.heavy_markers = book.ints("brigades.march.markers.heavy-cavalry", "markers")
        self.light_markers = book.ints("brigades.march.markers.light-medium-cavalry", "markers")
        self.horse_gun_markers = book.ints("brigades.march.markers.horse-artillery", "markers")
        self.gun_markers = book.ints("brigades.march.markers.artillery", "markers")
        self.marker = book.int("brigades.rulings.base.column-marker", "tenths") * TENTH
        self.road_near = book.int("brigades.rulings.road", "thousandths")
        self.enemy_clear = book.int("brigades.rulings.movement.column-enemy", "inches") * INCH


def may_change_column(p: BrigadesPosition, u: int, left: int, turns: int, flags: int) -> bool:
    """Whether a stand may form march column, or leave it, now."""
    battle = p.battle
    if flags & FORMED or p.unlimbered(u):  # brigades.march.unlimbered
        return False
    if column_price(p, u, turns) > left or foes_touching(p, u):
        return False
    if p.state[u] & COLUMN or battle.markers[u] == 0:
        return True
    tail = tail_of(battle, u, p.rect(u))
    clear = battle.rules.charge.clear
    if any(nearer(tail, p.rect(v), clear) for v in p.stands_on(1 - battle.side[u])):
        return False
    return not any(overlap(tail, p.rect(v)) for v in p.stands_on(battle.side[u]) if v != u)


def column_price(p: BrigadesPosition, u: int, turns: int) -> int:
    """What it takes of the move to change into or out of column after so many turns."""
    # As a facing change: brigades.rulings.movement.column-change.
    return 0 if p.moves_freely(u) else turn_cost(p, u, turns)


def change_column(p: BrigadesPosition, u: int) -> None:
    """Form march column, or leave it."""
    p.mark_column(u, not p.state[u] & COLUMN)
    p.state[u] = (p.state[u] | ACTED) & ~STATIONARY


def road_places(mover: Mover) -> list[tuple[int, int, int]]:
    """Places on the straight pieces of road at which a unit stands, as far as it can march."""
    rules = mover.battle.rules.march
    if not takes_road(mover.arm, mover.column):
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
