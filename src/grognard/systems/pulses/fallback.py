"""Falling back: away from the enemy, through friends, and what it costs where the way is barred."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.course import FORBIDDEN, PLAIN, Tariff
from grognard.boards.table.ground import Area, Ground
from grognard.boards.table.lattice import INCH, TENTH, bearing, length, short_of
from grognard.boards.table.reach import ENEMY, FREE, GROUND, STAND, Terms
from grognard.boards.table.rect import on_table, overlap, rect
from grognard.boards.table.retreat import RetreatPath, away_from, retreat
from grognard.engine.action import DEGREES
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.attack import guns_of
from grognard.systems.pulses.moving.distances import touches
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.pulses.terrain import (
    AREAS,
    TerrainRules,
    barred,
    closed,
    closed_at,
    closed_lines,
    impassable_tariff,
    tariff,
    town_at,
    town_closed,
)
from grognard.systems.tabletop.measure import inches

HELD: Final = len(tablemap.AREAS)  # a town that is held already, for those who fall back


class FallbackRules:
    """How far a beaten unit goes, which way, and what it suffers where it cannot."""

    def __init__(self, book: Rulebook) -> None:
        self.inches = book.int("pulses.combat.fallback", "inches") * INCH
        self.more = book.int("pulses.combat.fallback", "more") * INCH
        self.blocked_hits = book.int("pulses.rulings.fallback-blocked", "hits")
        self.bend = book.int("pulses.rulings.fallback-way", "degrees") // DEGREES
        self.extra = book.int("pulses.rulings.fallback-way", "extra") * INCH
        self.stride = book.int("pulses.rulings.fallback-way", "thousandths")
        self.spared = book.int("pulses.rulings.fallback-way", "spared_thousandths")

    def way(self, difference: int) -> int:
        """How far a unit goes that was outscored by so many hits."""
        return self.inches + difference * self.more


def fall_back(p: PulsesPosition, u: int, mils: int, x: int, y: int) -> None:
    """A beaten unit goes back from a point; its attached guns go with it."""
    direction = away_from(p.rect(u), x, y)
    facing = p.facing[u]  # pulses.rulings.fallback-facing
    guns = guns_of(p, u)
    before = (p.x[u], p.y[u])
    back = way_back(p, u, direction, mils)
    p.put(u, back.x, back.y, facing)
    p.foe[u] = NOBODY
    gone = length((back.x - before[0]) * TENTH, (back.y - before[1]) * TENTH)
    # Places lie on a lattice: the way asked for is told, unless it was cut or went further.
    p.say(u, f"falls back {inches(max(gone, mils) if not back.short else gone)} in")
    dx, dy = back.x - before[0], back.y - before[1]
    # The foremost on the way back goes first, so that none is in another's place.
    for each in sorted(guns, key=lambda g: -(p.x[g] * dx + p.y[g] * dy)):
        follow_back(p, each, dx, dy)
    if back.shut:  # pulses.rulings.fallback-blocked
        p.remove(u, "is broken: the way back is barred")
    elif back.short:
        hits = -(-back.short // INCH) * p.battle.rules.fallback.blocked_hits
        p.hurt(u, hits, "its way back is blocked")


def follow_back(p: PulsesPosition, guns: int, dx: int, dy: int) -> None:
    """Attached guns go back with their infantry, or are lost if there is no room beside it."""
    host = p.attached[guns]
    place = room_beside(p, guns, host, dx, dy)
    if place is None:
        p.remove(guns, f"is destroyed: no room beside {p.name(host)}")
    else:
        p.put(guns, *place, p.facing[guns])  # pulses.combat.attached.falls-back
        p.say(guns, f"goes back with {p.name(host)}", host)


def room_beside(
    p: PulsesPosition, guns: int, host: int, dx: int, dy: int
) -> tuple[int, int] | None:
    """Where guns go whose infantry has gone back so far: as it went, or as near as they can."""
    # pulses.rulings.attached-back
    battle = p.battle
    x, y, facing = p.x[guns] + dx, p.y[guns] + dy, p.facing[guns]
    foes = [p.rect(v) for v in p.stands_on(1 - battle.side[guns])]
    reach = battle.half[guns] + battle.half[host] + battle.rules.attack.contact // TENTH
    around = range(-reach, reach + 1)
    spots = [(p.x[host] + right, p.y[host] + down) for right in around for down in around]
    # Of two as near, the one further back.
    spots.sort(key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, -(s[0] * dx + s[1] * dy)))
    for spot in spots:
        there = rect((*spot, facing), *battle.base[guns])
        if not touches(p, there, p.rect(host)) or any(touches(p, there, b) for b in foes):
            continue
        if has_room(p, guns, *spot, facing):
            return spot
    return None


# -- the way back --------------------------------------------------------------------------------


class Back(NamedTuple):
    """A way back: where it ends, mils that could not be gone, whether enemy or water bars it."""

    x: int
    y: int
    short: int = 0
    shut: bool = False


def way_out(p: PulsesPosition, u: int, direction: int, mils: int) -> Back:
    """How far a unit gets that runs with so much of its move, over the ground as it is."""
    return _known(p, u, direction, mils, runs=True)


def way_back(p: PulsesPosition, u: int, direction: int, mils: int) -> Back:
    """How a unit goes back a distance in a direction, facing kept on the way."""
    return _known(p, u, direction, mils, runs=False)


def _known(p: PulsesPosition, u: int, direction: int, mils: int, runs: bool) -> Back:
    """A way back, looked for once while nobody moves: to choose it, to go it, for other dice."""
    key = (runs, u, direction, mils, *guns_of(p, u))
    known = p.flights.get(key)
    if known is None:
        find = _way_out if runs else _way_back
        known = p.flights[key] = find(p, u, direction, mils)
    return Back(*known)


def _way_out(p: PulsesPosition, u: int, direction: int, mils: int) -> Back:
    battle = p.battle
    # pulses.rulings.flight
    ground = ground_held(battle, battle.land, towns_held(p, u))
    prices = tariff(battle.rules, battle.kind[u], battle.sk[u])
    way = _retreat(p, u, direction, mils, ground, prices)
    x, y, _ = way.end
    return Back(x, y, max(0, mils - way.mils) if way.halt.why != FREE else 0)


def _way_back(p: PulsesPosition, u: int, direction: int, mils: int) -> Back:
    battle = p.battle
    rules, fallback = battle.rules.terrain, battle.rules.fallback
    ground = ground_held(battle, battle.flat, towns_held(p, u))
    prices = open_tariff(rules, battle.kind[u], battle.sk[u])
    way = _retreat(p, u, direction, mils, ground, prices, fallback.extra, fallback.stride)
    x, y, _ = way.end
    short = max(0, mils - way.mils) if way.halt.why != FREE else 0
    if short <= fallback.spared:
        return Back(x, y)
    # Of the stands that may bar a way, friends come first.
    enemy_stands = way.halt.why == STAND and way.halt.number >= len(_friends(p, u))
    shut = way.halt.why == ENEMY or enemy_stands
    if way.halt.why == GROUND and not shut:
        # Ground that is closed to this unit only costs hits; what nobody passes breaks it.
        somebody = impassable_tariff(rules)
        extra, stride = fallback.extra, fallback.stride
        anywhere = _retreat(p, u, direction, mils, battle.flat, somebody, extra, stride)
        shut = anywhere.halt.why == GROUND
    return Back(x, y, short, shut)


def _friends(p: PulsesPosition, u: int) -> list[int]:
    """Guns attached to a unit go with it and are not in its way."""
    return [v for v in p.stands_on(p.battle.side[u]) if v != u and p.attached[v] != u]


def _retreat(
    p: PulsesPosition,
    u: int,
    direction: int,
    mils: int,
    ground: Ground,
    prices: Tariff,
    extra: int = 0,
    stride: int = 0,
) -> RetreatPath:
    """The way over a ground at its prices, through friends, and some more to get clear of them."""
    battle = p.battle
    friends = [p.rect(v) for v in _friends(p, u)]
    foes = [p.rect(v) for v in p.stands_on(1 - battle.side[u])]
    # Friends are passed through; nobody ends on one.
    through = (1 << len(friends)) - 1
    apart = battle.rules.attack.contact + 1
    terms = Terms(ground, prices, [*friends, *foes], through, foes, apart)
    pose = (p.x[u], p.y[u], p.facing[u])
    base, bend = battle.base[u], battle.rules.fallback.bend
    return retreat(pose, *base, direction, mils, terms, bend, extra=extra, stride=stride)


@lru_cache(maxsize=64)
def open_tariff(rules: TerrainRules, kind: int, sk: int) -> Tariff:
    """No rates, only what is closed: for those who fall back."""
    shut = [
        closed(rules, kind, area) or (area in rules.rough and barred(rules, kind, sk))
        for area in AREAS
    ]
    rates = [FORBIDDEN if each else PLAIN for each in shut]
    return Tariff([*rates, FORBIDDEN], closed_lines(rules), [0])


@lru_cache(maxsize=256)
def ground_held(battle: PulsesBattle, land: Ground, towns: tuple[int, ...]) -> Ground:
    """The ground for those who go back: towns that are held already are a kind of their own."""
    if not towns:
        return land
    areas = [
        Area(HELD, area.corners, area.outline) if i in towns else area
        for i, area in enumerate(land.areas)
    ]
    return Ground(battle.wide, battle.high, areas, land.lines, land.contours, land.spots)


def towns_held(p: PulsesPosition, u: int) -> tuple[int, ...]:
    """The town areas that hold as many as they can, without the one a unit stands in itself."""
    battle = p.battle
    if town_closed(battle.kind[u]):
        return ()
    inside: dict[int, int] = {}
    for v in range(battle.stands):
        if p.x[v] >= 0:
            b = p.rect(v)
            town = town_at(battle, b.x, b.y)
            inside[town] = inside.get(town, 0) + 1
    a = p.rect(u)
    own = town_at(battle, a.x, a.y)
    most = battle.rules.terrain.town_holds
    return tuple(sorted(t for t, n in inside.items() if t not in (-1, own) and n >= most))


def has_room(p: PulsesPosition, u: int, x: int, y: int, facing: int) -> bool:
    """Whether a pose is on the table, open to a unit and free of others."""
    battle = p.battle
    there = rect((x, y, facing), *battle.base[u])
    if not on_table(there, battle.wide, battle.high) or closed_at(battle, u, there.x, there.y):
        return False
    town = town_at(battle, there.x, there.y)
    inside = 0
    for v in range(battle.stands):
        if v == u or p.x[v] < 0:
            continue
        b = p.rect(v)
        if overlap(there, b):
            return False
        inside += town >= 0 and town_at(battle, b.x, b.y) == town
    return inside < battle.rules.terrain.town_holds


def room_towards(p: PulsesPosition, u: int, x: int, y: int, short: int) -> tuple[int, int] | None:
    """Where a unit has room that goes to a place: there, or up to so many mils short of it."""
    back = bearing(p.x[u] - x, p.y[u] - y)
    places = (short_of(x, y, back, mils) for mils in range(0, short + 1, TENTH))
    return next((there for there in places if has_room(p, u, *there, p.facing[u])), None)
