"""Going back: straight away from the enemy that caused it, bent where it must be, or removed."""

from __future__ import annotations

from itertools import pairwise

from grognard.boards.table.lattice import INCH, STEPS, TENTH, Pose, short_of
from grognard.boards.table.reach import EDGE, FREE, Terms
from grognard.boards.table.rect import Rect, gap, nearer, on_table, overlap
from grognard.boards.table.retreat import away_from
from grognard.systems.brigades.command import lose, ride_off
from grognard.systems.brigades.flanks import touches
from grognard.systems.brigades.moving.rates import closed_at, open_land, open_tariff
from grognard.systems.brigades.state.ground import flatten, ground_disorders, land_of, room_in
from grognard.systems.brigades.state.kinds import GUNS
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.terrain import wades
from grognard.systems.tabletop.measure import how_far
from grognard.systems.tabletop.retreat import turn_back, way_back


def fall_back(
    p: BrigadesPosition,
    u: int,
    mils: int,
    x: int,
    y: int,
    why: str,
    turn: bool = False,
    runs: bool = True,
    past: bool = True,
    whole: bool = False,
) -> list[int]:
    """Move a stand back from a point, turned away if it routs; removed if it finds no way.

    The answer are the friends it ran through. Who does not run stays rather than be removed; who
    may not go past friends goes the whole way beside them or stays, as does who must go it whole.
    """
    battle = p.battle
    rules = battle.rules
    beside = [(v, b) for v in p.stands_on(battle.side[u]) if v != u for b in p.parts(v)]
    friends = [b for _, b in beside]
    foes = [b for v in p.stands_on(1 - battle.side[u]) for b in p.parts(v)]
    # Friends are run through; nobody ends on one.
    terms = Terms(
        open_land(battle, land_of(p)),
        open_tariff(rules, battle.arm[u]),
        [*friends, *foes],
        (1 << len(friends)) - 1 if past else 0,
        foes,
        rules.charge.clear,
    )
    direction = away_from(p.rect(u), x, y)
    before = (p.x[u], p.y[u], p.facing[u])
    extra = rules.rout.past_friends if past else 0
    if runs:
        p.stir(u)
        p.break_column(u)  # brigades.rulings.movement.column-driven
    # Nor into a full town block, nor onto the outline of closed ground, if it is clear of it a
    # little further on.
    for more in range(0, extra + 1, INCH):
        far = mils + more
        # Nobody bends round the edge of the table: brigades.rulings.rout.direction.
        leaves = runs and not more
        key = terms.ground, u, direction, far, past, leaves
        if key not in p.backs:
            p.backs[key] = way_back(
                before, battle.base[u], direction, far, terms,
                rules.rout.bend, extra, rules.rout.stride, leaves,
            )  # fmt: skip
        way = p.backs[key]
        at = way.end[0] * TENTH, way.end[1] * TENTH
        closed = closed_at(battle, land_of(p), battle.arm[u], *at)  # brigades.rulings.outline
        full = bool(room_in(p, u, *at)[0]) or closed
        if not full:
            break
    if way.halt.why == EDGE and runs:
        lose(p, u, f"left the table ({why})")
        return []
    p.put(u, *way.end)
    if turn:  # brigades.rulings.rout.facing
        turn_back(p, u, direction % STEPS, friends, foes, rules.flanks.contact)
    own = p.parts(u)
    # Who runs goes the whole way, or is lost.
    short = (runs or whole or not past) and way.halt.why != FREE
    stuck = short or way.end[:2] == before[:2]
    crowded = any(overlap(a, b) for a in own for b in (*friends, *foes))
    if stuck or crowded or full or any(touches(p, a, b) for a in own for b in foes):
        p.put(u, *before)
        if runs:
            # brigades.rulings.rout.blocked brigades.rulings.melee.cannot-retreat
            lose(p, u, f"no way back ({why})")
        return []
    waded = _trail(p, u, way.poses)
    p.say(u, f"falls back {how_far(before, way.end)}: {why}")
    if waded:
        p.lose_gun(u)  # brigades.terrain.marshy-stream.movement.dedicated-gun
    why = ground_disorders(p, u)
    if why:
        p.disorder(u, why)
    ride_off(p, u)
    return list(dict.fromkeys(beside[i][0] for i in way.passed if i < len(beside)))


def hold_off(p: BrigadesPosition, u: int, v: int, apart: int, why: str) -> None:
    """Put a stand back straight from an enemy until it is so far from him, if it has room."""
    a, parts = p.rect(u), p.parts(v)
    # From his base or from his markers, whichever it has struck.
    b = min(parts, key=lambda part: gap(a, part))
    direction = away_from(a, b.x, b.y)
    mils = apart
    while True:
        x, y = short_of(p.x[u], p.y[u], direction, mils)
        there = Rect(x * TENTH, y * TENTH, a.shape)
        if not any(nearer(there, part, apart) for part in parts):
            break
        mils += TENTH
    p.break_column(u)  # brigades.rulings.movement.column-driven
    fall_back(p, u, mils, b.x, b.y, why, runs=False)


def _trail(p: BrigadesPosition, u: int, poses: list[Pose]) -> bool:
    """Flatten the crops on the legs by which a stand has got where it is; whether it has waded."""
    end = (p.x[u], p.y[u], p.facing[u])
    waded = False
    for here, there in pairwise(poses):
        p.put(u, *here)
        flatten(p, u, there[0], there[1])
        x, y, to_x, to_y = (tenths * TENTH for tenths in (*here[:2], *there[:2]))
        waded |= wades(land_of(p), x, y, to_x - x, to_y - y)
    p.put(u, *end)
    return waded


def free_place(p: BrigadesPosition, u: int, there: Rect, before: tuple[Rect, ...] = ()) -> bool:
    """Whether a stand has room somewhere: on the table, on nobody, clear of enemies.

    `before` is where the enemy will be before whom it makes way.
    """
    battle = p.battle
    if not on_table(there, battle.wide, battle.high):
        return False
    clear = battle.rules.charge.clear
    if any(nearer(there, b, clear) for b in before):
        return False
    if who_is_at(p, u, there) >= 0:
        return False
    foes = battle.stands_of[1 - battle.side[u]]
    close = p.nearby(foes, u, there.x // TENTH, there.y // TENTH, clear + battle.longest)
    return not any(nearer(there, b, clear) for v in close for b in p.parts(v))


def who_is_at(p: BrigadesPosition, u: int, there: Rect) -> int:
    """The first other stand on the ground where a stand would be with its markers, or -1."""
    whole = p.parts_at(u, there)
    battle = p.battle
    far = battle.span[u] + battle.longest
    close = p.nearby(range(battle.stands), u, there.x // TENTH, there.y // TENTH, far)
    others = (v for v in close if v != u)
    return next((v for v in others for b in p.parts(v) if any(overlap(a, b) for a in whole)), -1)


def half_move(p: BrigadesPosition, u: int) -> int:
    """How far the loser of a melee retreats; guns half of their limbered move."""
    move = p.battle.move[u] if p.battle.arm[u] == GUNS else p.full_move(u)
    return move // p.battle.rules.melee.retreat_parts


def middle(p: BrigadesPosition, stands: list[int]) -> tuple[int, int]:
    """The middle of the centres of stands in mils."""
    x, y = sum(p.x[u] for u in stands), sum(p.y[u] for u in stands)
    return x * TENTH // len(stands), y * TENTH // len(stands)
