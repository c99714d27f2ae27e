"""Going back: away from the enemy, through friends, and what it costs where the way is barred."""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.table.lattice import INCH, STEPS, TENTH
from grognard.boards.table.reach import ENEMY, FREE, GROUND, STAND, Terms
from grognard.boards.table.rect import on_table, overlap, rect
from grognard.boards.table.retreat import Retreat, away_from, retreat
from grognard.engine.grammar import clause
from grognard.systems.pulses.attached import guns_of
from grognard.systems.pulses.field import touches, town_at
from grognard.systems.pulses.state.position import NOBODY, PulsesPosition
from grognard.systems.pulses.terrain import (
    closed_at,
    ground_held,
    impassable_tariff,
    open_tariff,
)


class Back(NamedTuple):
    """A way back: where it ends, mils that could not be gone, whether enemy or water bars it."""

    x: int
    y: int
    short: int
    shut: bool


def way_back(p: PulsesPosition, u: int, direction: int, mils: int, facing: int) -> Back:
    """How a unit goes back a distance in a direction, facing kept on the way."""
    way = _retreat(p, u, direction, mils, facing, closed=True)
    gone = way.mils
    x, y, _ = way.end
    short = max(0, mils - gone) if way.halt.why != FREE else 0
    if short < TENTH:
        return Back(x, y, 0, False)
    shut = way.halt.why == ENEMY or _enemy_stands(p, u, way)
    if way.halt.why == GROUND and not shut:
        # Ground that is closed to this unit only costs hits; what nobody passes breaks it.
        shut = _retreat(p, u, direction, mils, facing, closed=False).halt.why == GROUND
    return Back(x, y, short, shut)


def _friends(p: PulsesPosition, u: int) -> list[int]:
    return [v for v in p.stands_on(p.battle.side[u]) if v != u and p.attached[v] != u]


def _retreat(
    p: PulsesPosition, u: int, direction: int, mils: int, facing: int, closed: bool
) -> Retreat:
    battle = p.battle
    rules = battle.rules
    side = battle.side[u]
    # Guns attached to it go with it.
    friends = [p.rect(v) for v in _friends(p, u)]
    foes = [p.rect(v) for v in p.stands_on(1 - side)]
    ground, prices = battle.flat, impassable_tariff(rules)
    if closed:
        ground = ground_held(battle, towns_held(p, u))
        prices = open_tariff(rules, battle.kind[u], battle.sk[u])
    # Friends are passed through; nobody ends on one.
    terms = Terms(
        ground,
        prices,
        [*friends, *foes],
        (1 << len(friends)) - 1,
        foes,
        rules.contact + 1,
    )
    return retreat(
        (p.x[u], p.y[u], facing),
        *battle.base[u],
        direction,
        mils,
        terms,
        rules.fallback_bend,
        extra=rules.fallback_extra,
    )


def towns_held(p: PulsesPosition, u: int) -> tuple[int, ...]:
    """The town areas that hold as many as they can, without the one a unit stands in itself."""
    battle = p.battle
    if battle.rules.town_closed[battle.arm[u]]:
        return ()
    a = p.rect(u)
    inside: dict[int, int] = {}
    for v in range(battle.stands):
        if p.x[v] >= 0:
            b = p.rect(v)
            town = town_at(battle, b.x, b.y)
            inside[town] = inside.get(town, 0) + 1
    own = town_at(battle, a.x, a.y)
    most = battle.rules.town_holds
    return tuple(sorted(t for t, n in inside.items() if t not in (-1, own) and n >= most))


def _enemy_stands(p: PulsesPosition, u: int, way: Retreat) -> bool:
    """Whether the stand that bars a way is an enemy's."""
    return way.halt.why == STAND and way.halt.number >= len(_friends(p, u))


def fall_back(p: PulsesPosition, u: int, mils: int, x: int, y: int) -> None:
    """A beaten unit goes back from a point; its attached guns go with it."""
    battle = p.battle
    rules = battle.rules
    direction = away_from(p.rect(u), x, y)
    facing = p.facing[u] if rules.keeps_facing else direction % STEPS
    guns = guns_of(p, u)
    before = (p.x[u], p.y[u])
    back = way_back(p, u, direction, mils, facing)
    p.put(u, back.x, back.y, facing if has_room(p, u, back.x, back.y, facing) else p.facing[u])
    p.foe[u] = NOBODY
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'falls')} back.", p.uid(u))
    dx, dy = back.x - before[0], back.y - before[1]
    # The foremost on the way back goes first, so that none is in another's place.
    for each in sorted(guns, key=lambda g: -(p.x[g] * dx + p.y[g] * dy)):
        follow_back(p, each, dx, dy)
    if not back.short:
        return
    if back.shut and rules.blocked_breaks:
        p.remove(u, "is broken: the way back is barred")
    else:
        inches = -(-back.short // INCH)
        p.hurt(u, inches * rules.blocked_hits, "its way back is blocked")


def follow_back(p: PulsesPosition, guns: int, dx: int, dy: int) -> None:
    """Attached guns go back with their infantry, or are lost if there is no room."""
    if not p.battle.rules.attached_back:
        p.attached[guns] = NOBODY
        return
    x, y = p.x[guns] + dx, p.y[guns] + dy
    host = p.attached[guns]
    if x >= 0 and y >= 0 and has_room(p, guns, x, y, p.facing[guns]):
        p.put(guns, x, y, p.facing[guns])
        if not touches(p, p.rect(guns), p.rect(host)):
            p.attached[guns] = NOBODY
        p.tell(f"{clause(p.name(guns), 'goes')} back with it.", p.uid(guns))
    else:
        p.remove(guns, "is destroyed: no room to go back")


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
    return inside < battle.rules.town_holds
