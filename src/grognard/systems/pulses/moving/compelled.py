"""What a status compels, decided by reach: a way into contact, or one that leads on.

A leg is a turn and a straight way after it. Every facing and direction of the lattice is tried, and
ways that lead on by half inches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.boards.table.lattice import (
    HALF,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    offset,
    short_of,
)
from grognard.boards.table.rect import Rect, moved, nearer, on_table, surely_apart, within
from grognard.boards.table.retreat import bends
from grognard.boards.table.shape import shape
from grognard.boards.table.slide import Swept, first_hit, overlapped, passes_nearer, span
from grognard.boards.table.turns import wheel_length
from grognard.systems.pulses.attack import may_attack
from grognard.systems.pulses.manoeuvres import Mover, Turn
from grognard.systems.pulses.status import AWAY

ROUNDING: Final = 150  # mils; a place on the lattice is nearer than that to the point aimed at


def turns(mover: Mover) -> Iterator[Turn]:
    """Every turn a unit can pay for: none, changes of face, wheels, the smallest first."""
    yield Turn(mover.a, 0, 0)
    # The arc alone may be too dear already.
    width, most = mover.a.shape.width, mover.battle.rules.manoeuvres.most_wheel
    wheels = [n for n in range(1, most + 1) if wheel_length(width, n) < mover.left]
    faces = [] if mover.faced or mover.went else [HALF, QUARTER, -QUARTER]
    for step in dict.fromkeys([*faces, *(side * n for n in wheels for side in (1, -1))]):
        turn = mover.turn((mover.a.shape.facing + step) % STEPS)
        if not turn.why and turn.cost < mover.left:
            yield turn


def contact_by_reach(mover: Mover) -> list[tuple[Pose, int]]:
    """A pose in contact with an enemy, and who he is; empty if no leg leads to any."""
    p, u = mover.p, mover.u
    foes = [
        b
        for v, b in zip(mover.foes, mover.foe_rects, strict=True)
        if within(mover.a, b, mover.left) and not may_attack(p, u, v)
    ]
    rules = mover.battle.rules
    touch = rules.attack.contact  # so near is contact
    for turn in turns(mover) if foes else ():
        a, limit = turn.there, mover.left - turn.cost
        close = [b for b in foes if within(a, b, limit + touch)]
        friends = friends_near(mover, a, limit) if close else []
        for direction in bends(a.shape.facing, rules.manoeuvres.oblique) if close else []:
            _, mils = first_hit(Swept(a, *offset(direction, limit + touch)), close)
            for way in (mils, mils + TENTH) if mils >= 0 else ():
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, min(way, limit))
                # Most places are taken: the quickest look comes first.
                if overlapped(Rect(x * TENTH, y * TENTH, a.shape), friends) >= 0:
                    continue
                tried = mover.attempt(x, y, a.shape.facing)
                if not tried.why and tried.target >= 0:
                    return [((x, y, a.shape.facing), tried.target)]
    return []


def way_on(mover: Mover) -> Pose | None:
    """Where a leg ends that takes a compelled unit on by the least distance; None if none does."""
    battle, rules = mover.battle, mover.battle.rules
    arc, stride = rules.manoeuvres.oblique, rules.status.stride
    least = abs(mover.asked - mover.apart)
    for turn in turns(mover) if least <= mover.reach else ():
        a, limit = turn.there, mover.left - turn.cost
        goals = goals_from(mover, a, limit)
        if not goals:
            continue
        # Sideways and back only as it stands: a wheel before that gains nothing.
        spread = HALF if turn.there is mover.a and not mover.near else arc
        friends = friends_near(mover, a, limit)
        cores = [core(b) for b in friends]
        for direction in bends(a.shape.facing, spread):
            swept = Swept(a, *offset(direction, limit))
            if not may_lead_on(mover, swept, goals):
                continue
            taken = [span(swept, b) for b in cores]
            for mils in range(limit, 0 if turn.cost else least - 1, -stride):
                # Most places are taken or off the table: the quickest look comes first.
                if any(enter <= mils <= leave for enter, leave in taken):
                    continue
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, mils)
                end = Rect(x * TENTH, y * TENTH, a.shape)
                if not on_table(end, battle.wide, battle.high) or overlapped(end, friends) >= 0:
                    continue
                if not mover.too_little(end) and not mover.attempt(x, y, a.shape.facing).why:
                    return x, y, a.shape.facing
    return None


def friends_near(mover: Mover, a: Rect, limit: int) -> list[Rect]:
    return [b for _, b in mover.friends if not surely_apart(a, b, limit)]


def core(b: Rect) -> Rect:
    """The inner part of a stand: who comes upon it shares ground with the stand, even if it ends
    on the lattice a little beside the point aimed at.
    """
    base = b.shape
    return Rect(b.x, b.y, shape(base.facing, base.width - 2 * ROUNDING, base.depth - 2 * ROUNDING))


def goals_from(mover: Mover, a: Rect, limit: int) -> list[Rect]:
    """The enemies that matter to a way of so many mils from a place: a quick look at each turn."""
    if mover.how == AWAY:
        return mover.goals
    return [b for b in mover.goals if within(a, b, mover.asked + limit + ROUNDING)]


def may_lead_on(mover: Mover, swept: Swept, goals: list[Rect]) -> bool:
    """Whether some place on a straight way may be far enough on: a quick look before the rules."""
    if mover.how == AWAY:
        # On a straight way the distance from an enemy is greatest at one of its ends.
        a, far = swept.stand, mover.asked - ROUNDING
        end = moved(a, swept.vx, swept.vy)
        return not any(nearer(a, b, far) and nearer(end, b, far) for b in goals)
    return any(passes_nearer(swept, b, mover.asked + ROUNDING) for b in goals)
