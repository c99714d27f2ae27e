"""Terrain: what the ground of a leg costs a unit, what closes it, and what disorders it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.chord import chords, crossings
from grognard.boards.table.course import FORBIDDEN, Course, course, price
from grognard.boards.table.ground import Ground
from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import Rect, dot, front
from grognard.boards.table.slide import Swept
from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.moving.rates import FORTS, tariff_of
from grognard.systems.brigades.state.battle import BREACH, BRIDGE, BrigadesBattle
from grognard.systems.brigades.state.kinds import COMMANDER, GUNS, HORSE, Marsh
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.terrain_table import RUIN, Cell
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import FACES

if TYPE_CHECKING:
    from grognard.systems.brigades.rules import Rules

NOT_SOUNDED = 0  # in place of how often the distance in marsh counts

# What a move has met, as bits: a disorder taken as the price of the next turn or bridge (2 is a
# breach at the end of a leg), water crossed, a change of column and a free turn since the last way,
# and from TROD on a bit for each marsh gone through.
GRACE, CROSSED, FORMED, TURNED, TROD = 1, 4, 8, 16, 32

# Contours of a move are counted in one number: those up, and in sixteens those down.
DOWN = 16
WATERS = (tablemap.STREAM, tablemap.MARSHY_STREAM, tablemap.RIVER)


# A sunken road counts as them but for saves.
LIKE_FIELD_WORKS = (tablemap.FIELD_WORKS, tablemap.SUNKEN_ROAD)
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


class Toll:
    """What a leg takes of the allowance, what it does to the unit, or why it is closed."""

    __slots__ = ("climbs", "closed", "cost", "crossed", "disorders", "flags", "gun_lost", "streams")

    def __init__(self, way: Way) -> None:
        self.cost = 0
        self.disorders = False
        self.closed = ""
        self.streams = way.streams
        self.climbs = way.climbs
        self.flags = way.flags
        self.gun_lost = False
        self.crossed = False


@lru_cache(maxsize=1 << 15)
def _course(land: Ground, x: int, y: int, vx: int, vy: int) -> Course:
    """The course of a centre; the same legs are thought of again and again."""
    return course(land, Swept(dot(x, y), vx, vy))


def toll(battle: BrigadesBattle, land: Ground, arm: int, swept: Swept, way: Way) -> Toll:
    """What a straight leg takes from a unit."""
    rules = battle.rules
    found = Toll(way)
    a = swept.stand
    on = _course(land, a.x, a.y, swept.vx, swept.vy)
    road = way.road
    if on.stretches and not road:
        found.cost = price(land, on, tariff_of(rules, arm, way.column, way.marsh))
        if found.cost == FORBIDDEN:
            found.closed = _closed_area(land, rules, arm, on)
            return found
        _areas(battle, land, arm, on, way, found)
    elif on.stretches:
        found.cost = price(land, on, tariff_of(rules, arm, way.column, way.marsh, True))
        if found.cost == FORBIDDEN:
            found.closed = _closed_area(land, rules, arm, on)
            return found
        _gates(battle, land, arm, on, way, found)
    else:
        march = rules.march
        times = (march.road_times if road else march.cross_country_times) if way.column else 1
        found.cost = -(-on.whole // times)
    if found.closed:
        return found
    for _, line, spot in on.crossed:
        closed = _cross(rules, land, arm, land.lines[line].kind, spot, way, found)
        if closed:
            found.closed = closed
            return found
    if not road:
        _climb(rules, arm, on, way, found)
        if rules.terrain.works[arm].leave and not found.disorders:
            found.disorders = _leaves_works(land, swept)
    return found


def _leaves_works(land: Ground, swept: Swept) -> bool:
    """Whether a stand that is at works goes away from them."""
    here = swept.stand
    there = Rect(here.x + swept.vx, here.y + swept.vy, here.shape)
    at = [i for i in land.lines_touched(here) if land.lines[i].kind in LIKE_FIELD_WORKS]
    return bool(at) and not set(at) <= set(land.lines_touched(there))


def _areas(
    battle: BrigadesBattle, land: Ground, arm: int, on: Course, way: Way, found: Toll
) -> None:
    """Disorder in, into and out of areas."""
    cells = battle.rules.terrain.move
    for start, end, i in on.stretches:
        kind = land.areas[i].kind
        cell = cells[kind][arm]
        if kind in FORTS:
            _works(battle, land, arm, on, way, found, i, start, end)
            continue
        if cell.roll:
            if way.marsh == NOT_SOUNDED:
                found.closed = "the marsh must be sounded first"
            elif way.marsh == battle.rules.terrain.key.quadruple:
                found.disorders = True
            continue
        if kind == tablemap.TOWN and not cell.inside and _next_block(land, on):
            found.disorders = True
            continue
        if cell.parts and start > 0:
            found.cost += way.move // cell.parts
        if cell.inside or (cell.enter and start > 0) or (cell.leave and end < on.whole):
            found.disorders = True


def _next_block(land: Ground, on: Course) -> bool:
    """Whether a leg goes from one town block straight into another."""
    towns = {i for _, _, i in on.stretches if land.areas[i].kind == tablemap.TOWN}
    inside = [(s, e) for s, e, i in on.stretches if i in towns]
    return (
        len(towns) > 1 and min(s for s, _ in inside) == 0 and max(e for _, e in inside) == on.whole
    )


def _gates(
    battle: BrigadesBattle, land: Ground, arm: int, on: Course, way: Way, found: Toll
) -> None:
    """Along a road only the works of a fort or fortress matter."""
    for start, end, i in on.stretches:
        if land.areas[i].kind in FORTS:
            _works(battle, land, arm, on, way, found, i, start, end)


def _works(
    battle: BrigadesBattle,
    land: Ground,
    arm: int,
    on: Course,
    way: Way,
    found: Toll,
    area: int,
    start: int,
    end: int,
) -> None:
    """Over the works of a fort, through its gate, or through a breach."""
    rules = battle.rules
    if start == 0 and end == on.whole:
        return
    kind = land.areas[area].kind
    cell: Cell = rules.terrain.move[kind][arm]
    # brigades.terrain.fort.movement.entrance
    if kind == tablemap.FORT and way.column and way.road:
        return
    if not cell.times:
        if kind == tablemap.FORTRESS and way.flags & BREACH:
            found.disorders = True  # brigades.terrain.fortress.movement
            return
        name = tablemap.AREAS[kind]
        way_in = "a breach" if kind == tablemap.FORTRESS else "its gate in march column"
        found.closed = f"one gets into or out of the {name} only by {way_in}"
        return
    if (cell.enter and start > 0) or (cell.leave and end < on.whole):
        found.disorders = True


def _cross(
    rules: Rules, land: Ground, arm: int, kind: int, spot: int, way: Way, found: Toll
) -> str:
    """What crossing a line does, or why nobody crosses it here."""
    terrain = rules.terrain
    if kind not in WATERS:
        cells = terrain.lines.get(kind)
        if cells is not None and not way.road:
            cell = cells[arm]
            if not cell.times:
                return f"the {tablemap.LINES[kind]} is closed to it"
            found.cost += way.move // cell.parts if cell.parts else 0
            found.disorders = found.disorders or cell.enter
        return ""
    found.crossed = True
    # A road ignores penalties; it leads over a river by a bridge or ford only.
    if way.road and (spot >= 0 or kind != tablemap.RIVER):
        return ""
    if spot >= 0:
        bridge = land.spots[spot].kind == BRIDGE
        if bridge or kind not in FORDS_LIKE_STREAMS:
            _bridge(arm, way, found, terrain.bridge_parts)
            return ""
        kind = tablemap.STREAM
    elif kind == tablemap.RIVER:
        if not terrain.river[arm].times:
            return "a river is crossed at a bridge or ford only"
    elif kind == tablemap.MARSHY_STREAM:
        cell = terrain.marshy[arm]
        if not cell.times:
            return "a marshy stream is closed to artillery"
        found.cost += way.move // cell.parts if cell.parts else 0
        found.disorders = found.disorders or cell.inside
        found.gun_lost = arm <= HORSE  # brigades.terrain.marshy-stream.movement.dedicated-gun
        found.streams += 1
        return ""
    cell = terrain.second if found.streams else terrain.stream
    found.cost += way.move // cell.parts if cell.parts else 0
    found.disorders = found.disorders or cell.enter
    found.streams += 1
    return ""


def charge_over(
    battle: BrigadesBattle, land: Ground, arm: int, start: Rect, end: Rect, way: Way, found: Toll
) -> None:
    """A charge home crosses the water between its centre and its front edge as well."""
    before = {line for _, line, _ in crossings(land, start.x, start.y, *front(start))}
    for _, line, spot in crossings(land, end.x, end.y, *front(end)):
        kind = land.lines[line].kind
        if kind in WATERS and line not in before and not found.closed:
            found.closed = _cross(battle.rules, land, arm, kind, spot, way, found)


def _bridge(arm: int, way: Way, found: Toll, parts: int) -> None:
    """Half a move or a disorder, unless in march column."""
    # brigades.terrain.bridge.movement.column
    if way.column or arm == COMMANDER:
        return
    if found.flags & GRACE:
        found.flags &= ~GRACE
        return
    found.cost += way.move // parts


def _climb(rules: Rules, arm: int, on: Course, way: Way, found: Toll) -> None:
    """Contours: the first up and the first down of a move, and those after it."""
    terrain = rules.terrain
    for _, rise in on.climbs:
        down = rise < 0
        later = found.climbs >= DOWN if down else found.climbs % DOWN > 0
        found.climbs += DOWN if down else 1
        cell = terrain.two_contours[arm] if later else terrain.one_contour[arm]
        if down and cell.up:  # else brigades.rulings.two-contours, down as well as up
            continue
        if not cell.times:
            found.closed = "a second contour is too steep in one move"
            return
        if cell.parts:
            found.cost += way.move // cell.parts
        if cell.enter:
            found.disorders = True


def _closed_area(land: Ground, rules: Rules, arm: int, on: Course) -> str:
    for _, _, area in on.stretches:
        kind = land.areas[area].kind
        if not rules.terrain.move[kind][arm].times and kind < RUIN and kind not in FORTS:
            return f"the {tablemap.AREAS[kind]} is closed to it"
    return "the ground is closed to it"


class MarshKind(CheckKind):
    """How bad a marsh is for a stand."""

    name = "marsh"
    title = "Through the marsh"
    outcomes = ("firm", "double", "quadruple")
    facts = (
        Fact("artillery", "Artillery", "Stand"),
        Fact("before", "Stands that went through the same spot", "Place", NUMBER, 0, 40),
    )

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.double = book.int("brigades.terrain.marsh.movement.roll", "double")
        self.quadruple = book.int("brigades.terrain.marsh.movement.roll", "quadruple")
        guns = "brigades.terrain.marsh.movement.roll.artillery"
        self.guns = Modifier(guns, book.label(guns), book.int(guns))
        spot = "brigades.terrain.marsh.movement.roll.same-spot"
        self.spot = Modifier(spot, book.label(spot), book.int(spot))

    def build(self, situation: Situation) -> Check:
        modifiers = [self.guns] if situation[0] else []
        if situation[1]:
            modifiers.append(self.spot._replace(value=self.spot.value * situation[1]))
        plus = sum(m.value for m in modifiers)
        table = [
            int(face + plus >= self.double) + int(face + plus >= self.quadruple)
            for face in range(1, FACES + 1)
        ]
        target = f"{self.double} or more double, {self.quadruple} or more quadruple"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)


def marsh_ahead(p: BrigadesPosition, u: int, reach: int) -> int:
    """The marsh, by its number, within reach of a stand that must roll for it, or -1."""
    battle = p.battle
    if not battle.rules.terrain.move[tablemap.MARSH][battle.arm[u]].roll:
        return -1
    a = p.rect(u)
    for number, area in enumerate(battle.marshes):
        left, top, right, bottom = battle.land.areas[area].box
        if left - reach <= a.x <= right + reach and top - reach <= a.y <= bottom + reach:
            return number
    return -1


class Sounding(UnitRoll[BrigadesPosition]):
    """How bad the marsh before a stand is; the leg that follows waits below it on the stack."""

    leads_on: ClassVar[bool] = True

    number: Marsh

    def check(self, p: BrigadesPosition) -> Check:
        """Worse for guns and for those who come later."""
        before = p.trodden[self.number]  # brigades.rulings.marsh-spot
        guns = int(p.battle.arm[self.unit] == GUNS)
        return p.battle.rules.marsh_kind.check((guns, before))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """What the distance in marsh counts in this move."""
        key = p.battle.rules.terrain.key
        leg = p.stack.pop()
        p.stack.append(leg.but(marsh=(1, key.double, key.quadruple)[outcome]))


def marshes_on(p: BrigadesPosition, u: int, x: int, y: int) -> list[int]:
    """The marshes, by number, between a stand's place and another."""
    battle = p.battle
    if not battle.marshes or battle.arm[u] == COMMANDER:
        return []
    a = p.rect(u)
    areas = battle.land.areas
    return [
        number
        for number, area in enumerate(battle.marshes)
        if chords(areas[area], a.x, a.y, x * TENTH, y * TENTH)
    ]
