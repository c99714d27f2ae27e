"""Terrain: what the ground of a leg costs a unit, what closes it, and what disorders it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.chord import crossings
from grognard.boards.table.course import FORBIDDEN, Course, course, on_outlines, price
from grognard.boards.table.ground import Ground
from grognard.boards.table.rect import Rect, dot, front, nearest_point
from grognard.boards.table.slide import Swept
from grognard.systems.brigades.moving.rates import FORTS, tariff_of
from grognard.systems.brigades.state.battle import BRIDGE
from grognard.systems.brigades.state.kinds import COMMANDER, HORSE
from grognard.systems.brigades.terrain_table import RUIN, Cell, ground_name

if TYPE_CHECKING:
    from grognard.systems.brigades.rules import Rules

NOT_SOUNDED = 0  # in place of how often the distance in marsh counts
FIRM = 1  # where a marsh is not sounded: for an advance, and between a charger and its enemy

# What a move has met, as bits: a disorder taken as the price of the next turn or bridge, water
# crossed, a change of column and a free turn since the last way, ground gone over in march column,
# and from TROD on a bit for each marsh gone through.
GRACE, CROSSED, FORMED, TURNED, MARCHED, TROD = 1, 4, 8, 16, 32, 64

# Why a leg disorders.
WHY_DISORDERED: Final = (
    "", "it moved out of command", "in the {}", "into the {}", "out of the {}",
    "from one town block into the next", "the marsh", "works crossed",
    "works left", "a breach", "a second stream", "a marshy stream", "a second contour",
)  # fmt: skip
(
    ORDERLY, OUT_OF_COMMAND, INSIDE, ENTERED, LEFT, NEXT_BLOCK, MARSH, OVER_WORKS, LEFT_WORKS,
    THROUGH_BREACH, SECOND_STREAM, MARSHY, SECOND_CONTOUR,
) = range(13)  # fmt: skip
REASONS: Final = len(WHY_DISORDERED)


def why_disordered(code: int) -> str:
    """Why a leg has disordered a stand, in words; the code holds the kind of ground as well."""
    kind, reason = divmod(code, REASONS)
    return WHY_DISORDERED[reason].format(ground_name(kind))


# Contours of a move are counted in one number: those up, and in sixteens those down.
DOWN = 16
WATERS = (tablemap.STREAM, tablemap.MARSHY_STREAM, tablemap.RIVER)


# A sunken road counts as them but for saves.
LIKE_FIELD_WORKS = (tablemap.FIELD_WORKS, tablemap.SUNKEN_ROAD)
LEFT_BY_ALL = (tablemap.TOWN, tablemap.FORT, tablemap.FORTRESS)  # ground that it matters to leave
FORDS_LIKE_STREAMS = [tablemap.RIVER, tablemap.MARSHY_STREAM]  # brigades.terrain.ford.movement


class Way(NamedTuple):
    """How a unit goes: in column or not, along a road or not, and what it met before."""

    move: int  # its allowance
    column: bool = False
    road: bool = False
    streams: int = 0
    climbs: int = 0
    marsh: int = NOT_SOUNDED
    flags: int = 0
    breaches: tuple[tuple[int, int], ...] = ()


class Toll:
    """What a straight leg takes of the allowance, what it does to the unit, or why it is closed."""

    __slots__ = (
        "arm", "climbs", "closed", "cost", "crossed", "disorders", "flags", "gun_lost", "land",
        "on", "rules", "streams", "swept", "way",
    )  # fmt: skip

    def __init__(self, rules: Rules, land: Ground, arm: int, swept: Swept, way: Way) -> None:
        self.rules, self.land, self.arm, self.swept, self.way = rules, land, arm, swept, way
        self.on = _course(land, swept.stand.x, swept.stand.y, swept.vx, swept.vy)
        self.cost = 0
        self.disorders = ORDERLY  # or why
        self.gun_lost = self.crossed = False
        self.closed = ""
        self.streams, self.climbs, self.flags = way.streams, way.climbs, way.flags
        self._areas()
        for _, line, spot in self.on.crossed:
            self.cross(line, spot)
        if not way.road and not self.closed:
            self._climb()
            if rules.terrain.works[arm].leave and not self.disorders:
                self.disorders = LEFT_WORKS if _leaves_works(land, swept) else ORDERLY

    def take(self, cell: Cell) -> None:
        """The part of its allowance that a cell of the table takes."""
        self.cost += self.way.move // cell.parts if cell.parts else 0

    def _areas(self) -> None:
        """The length of the leg by the rates of its ground, and disorder in, into and out of it."""
        on, way, march = self.on, self.way, self.rules.march
        if not on.stretches:
            times = march.road_times if way.road else march.cross_country_times
            self.cost = -(-on.whole // (times if way.column else 1))
            return
        tariff = tariff_of(self.rules, self.arm, way.column, way.marsh, way.road)
        self.cost = price(self.land, on, tariff)
        if self.cost == FORBIDDEN:
            self.closed = self._closed_area()
            return
        for start, end, i in on.stretches:
            kind = self.land.areas[i].kind
            if kind in FORTS:
                self._works(kind, start, end)
            elif not way.road:
                self._area(kind, start, end)

    def _area(self, kind: int, start: int, end: int) -> None:
        cell = self.rules.terrain.move[kind][self.arm]
        if cell.roll:
            if self.way.marsh == NOT_SOUNDED:
                self.closed = "the marsh must be sounded first"
            elif self.way.marsh == self.rules.terrain.key.quadruple:
                self.disorders = MARSH
            return
        if not cell.times:
            self.closed = self._closed_area()
            return
        if kind == tablemap.TOWN and not cell.inside and self._next_block():
            self.disorders = NEXT_BLOCK
            return
        if start > 0:
            self.take(cell)
        if cell.inside:
            self.disorders = INSIDE + kind * REASONS
        elif cell.enter and start > 0:
            self.disorders = ENTERED + kind * REASONS
        elif cell.leave and end < self.on.whole:
            self.disorders = LEFT + kind * REASONS

    def _next_block(self) -> bool:
        """Whether a leg goes from one town block straight into another."""
        on, areas = self.on, self.land.areas
        inside = [(s, e, i) for s, e, i in on.stretches if areas[i].kind == tablemap.TOWN]
        if len({i for _, _, i in inside}) < 2:
            return False
        return min(s for s, _, _ in inside) == 0 and max(e for _, e, _ in inside) == on.whole

    def _works(self, kind: int, start: int, end: int) -> None:
        """Over the works of a fort, through its gate, or through a breach."""
        way = self.way
        if start == 0 and end == self.on.whole:
            return
        cell: Cell = self.rules.terrain.move[kind][self.arm]
        # brigades.terrain.fort.movement.entrance
        if kind == tablemap.FORT and way.column and way.road:
            return
        if not cell.times:
            over = [start] * (start > 0) + [end] * (end < self.on.whole)
            if kind == tablemap.FORTRESS and all(self._at_breach(at) for at in over):
                self.disorders = THROUGH_BREACH  # brigades.terrain.fortress.movement
                return
            name = tablemap.AREAS[kind]
            way_in = "a breach" if kind == tablemap.FORTRESS else "its gate in march column"
            self.closed = f"one gets into or out of the {name} only by {way_in}"
            return
        if (cell.enter and start > 0) or (cell.leave and end < self.on.whole):
            self.disorders = OVER_WORKS

    def _at_breach(self, at: int) -> bool:
        """Whether a breach reaches the place so far along the leg."""
        a, vx, vy = self.swept.stand, self.swept.vx, self.swept.vy
        x, y = a.x + vx * at // self.on.whole, a.y + vy * at // self.on.whole
        wide = self.rules.terrain.breach_wide
        return any((bx - x) ** 2 + (by - y) ** 2 <= wide * wide for bx, by in self.way.breaches)

    def cross(self, line: int, spot: int) -> None:
        """What crossing a line does, at a bridge or ford or elsewhere (-1)."""
        if self.closed:
            return
        terrain, arm, way = self.rules.terrain, self.arm, self.way
        kind = self.land.lines[line].kind
        if kind not in WATERS:
            cells = terrain.lines.get(kind)
            if cells is not None and not way.road:
                if not cells[arm].times:
                    self.closed = f"the {tablemap.LINES[kind]} is closed to it"
                self.take(cells[arm])
                if cells[arm].enter:
                    self.disorders = OVER_WORKS
            return
        self.crossed = True
        # A road ignores penalties; it leads over a river by a bridge or ford only.
        if way.road and (spot >= 0 or kind != tablemap.RIVER):
            return
        if spot >= 0 and (self.land.spots[spot].kind == BRIDGE or kind not in FORDS_LIKE_STREAMS):
            self._bridge()
        elif spot < 0 and kind == tablemap.MARSHY_STREAM:
            self._wade(terrain.marshy[arm], MARSHY)
            self.gun_lost = arm <= HORSE  # brigades.terrain.marshy-stream.movement.dedicated-gun
        elif spot < 0 and kind == tablemap.RIVER and not terrain.river[arm].times:
            self.closed = "a river is crossed at a bridge or ford only"
        else:
            self._wade(terrain.second if self.streams else terrain.stream, SECOND_STREAM)

    def _wade(self, cell: Cell, why: int) -> None:
        """Through a stream, or a ford that is crossed as one."""
        if not cell.times:
            self.closed = "a marshy stream is closed to artillery"
        if not self.streams:  # brigades.rulings.second-stream
            self.take(cell)
        if cell.enter or cell.inside:
            self.disorders = why
        self.streams += 1

    def _bridge(self) -> None:
        """Half a move or a disorder, unless in march column."""
        # brigades.terrain.bridge.movement.column
        if self.way.column or self.arm == COMMANDER:
            return
        if self.flags & GRACE:
            self.flags &= ~GRACE
            return
        self.cost += self.way.move // self.rules.terrain.bridge_parts

    def _climb(self) -> None:
        """Contours: the first up and the first down of a move, and those after it."""
        terrain = self.rules.terrain
        for _, rise in self.on.climbs:
            down = rise < 0
            later = self.climbs >= DOWN if down else self.climbs % DOWN > 0
            self.climbs += DOWN if down else 1
            cell = (terrain.two_contours if later else terrain.one_contour)[self.arm]
            if down and cell.up:  # else brigades.rulings.two-contours, down as well as up
                continue
            if not cell.times:
                self.closed = "a second contour is too steep in one move"
                return
            self.take(cell)
            if cell.enter:
                self.disorders = SECOND_CONTOUR

    def _closed_area(self) -> str:
        for _, _, area in self.on.stretches:
            kind = self.land.areas[area].kind
            closed = not self.rules.terrain.move[kind][self.arm].times
            if closed and kind < RUIN and kind not in FORTS:
                return f"the {tablemap.AREAS[kind]} is closed to it"
        return "the ground is closed to it"

    def charge_over(self, start: Rect, end: Rect, struck: list[Rect]) -> None:
        """A charge home crosses the water between its centre and whom it touches as well."""
        land = self.land
        over = {line for _, line, _ in crossings(land, start.x, start.y, *front(start))}
        for b in struck:  # brigades.rulings.bank
            for _, line, spot in crossings(land, end.x, end.y, *nearest_point(b, end.x, end.y)):
                if land.lines[line].kind in WATERS and line not in over:
                    self.cross(line, spot)
                    over.add(line)


def wades(land: Ground, x: int, y: int, vx: int, vy: int) -> bool:
    """Whether a way, in thousandths, leads over a marshy stream elsewhere than at its crossings."""
    on = _course(land, x, y, vx, vy)
    kinds = [land.lines[line].kind for _, line, spot in on.crossed if spot < 0]
    return tablemap.MARSHY_STREAM in kinds


def _leaves_works(land: Ground, swept: Swept) -> bool:
    """Whether a stand that is at works goes away from them."""
    here = swept.stand
    there = Rect(here.x + swept.vx, here.y + swept.vy, here.shape)
    at = [i for i in land.lines_touched(here) if land.lines[i].kind in LIKE_FIELD_WORKS]
    return bool(at) and not set(at) <= set(land.lines_touched(there))


@lru_cache(maxsize=1 << 15)
def _course(land: Ground, x: int, y: int, vx: int, vy: int) -> Course:
    """The course of a centre; the same legs are thought of again and again."""
    swept = Swept(dot(x, y), vx, vy)
    on = course(land, swept)
    # brigades.rulings.outline. A marsh is sounded by who goes through, and whoever is on closed
    # ground gets off it.
    for start, end, i in on_outlines(land, on, swept):
        kind = land.areas[i].kind
        if kind in LEFT_BY_ALL or (start > 0 and kind != tablemap.MARSH):
            on.stretches.append((start, end, i))
    on.stretches.sort()
    return on
