"""What a status compels, decided by reach: a way into contact, or one that leads on.

A leg is a turn and a straight way after it. Every facing and direction of the lattice is tried, and
ways that lead on inch by inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.boards.table.lattice import (
    HALF,
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    bearing,
    offset,
    short_of,
    turned,
)
from grognard.boards.table.rect import gap, within
from grognard.boards.table.retreat import bends
from grognard.boards.table.slide import Swept, first_hit
from grognard.systems.pulses.attack import may_attack
from grognard.systems.pulses.manoeuvres import Mover, Turn
from grognard.systems.pulses.status import AWAY

# How far off the way from the nearest enemy a withdrawal may lead: whoever goes more towards him
# than aside gets no further from him.
ASIDE: Final = QUARTER + 2


def turns(mover: Mover) -> list[Turn]:
    """Every turn a unit can pay for, the cheapest first; to keep its facing is the first."""
    most = mover.battle.rules.manoeuvres.most_wheel
    steps = [*range(-most, 0), *range(1, most + 1), HALF]
    found = [mover.turn((mover.a.shape.facing + step) % STEPS) for step in steps]
    lawful = [turn for turn in found if not turn.why and turn.cost < mover.left]
    return [Turn(mover.a, 0, 0), *sorted(lawful, key=lambda turn: turn.cost)]


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
    for turn in turns(mover) if foes else []:
        a, limit = turn.there, mover.left - turn.cost
        close = [b for b in foes if within(a, b, limit + touch)]
        for direction in bends(a.shape.facing, rules.manoeuvres.oblique) if close else []:
            _, mils = first_hit(Swept(a, *offset(direction, limit + touch)), close)
            for way in (mils, mils + TENTH) if mils >= 0 else ():
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, min(way, limit))
                tried = mover.attempt(x, y, a.shape.facing)
                if not tried.why and tried.target >= 0:
                    return [((x, y, a.shape.facing), tried.target)]
    return []


def way_on(mover: Mover) -> Pose | None:
    """Where a leg ends that takes a compelled unit on by the least distance; None if none does."""
    least = mover.battle.rules.status.least_gain
    for direction in directions(mover):
        for turn in turns_for(mover, direction):
            facing = turn.there.shape.facing
            x, y = turn.there.x // TENTH, turn.there.y // TENTH
            for mils in range(mover.left - turn.cost, min(least, INCH) - 1, -INCH):
                pose = (*short_of(x, y, direction, mils), facing)
                if not mover.attempt(*pose).why:
                    return pose
    return None


def directions(mover: Mover) -> list[int]:
    """The directions that may lead on, the likeliest first: from the nearest enemy, or to him."""
    a = mover.a
    if not mover.goals:
        return []
    b = min(mover.goals, key=lambda b: gap(a, b))
    if mover.how == AWAY:
        return bends(bearing(a.x - b.x, a.y - b.y), ASIDE)
    return bends(bearing(b.x - a.x, b.y - a.y), HALF - 1)


def turns_for(mover: Mover, direction: int) -> Iterator[Turn]:
    """Ways to set out in a direction: as the unit stands, after a change of face or a wheel."""
    facing, arc = mover.a.shape.facing, mover.battle.rules.manoeuvres.oblique
    off = turned(facing, direction)
    yield Turn(mover.a, 0, 0)
    steps = {QUARTER, HALF, -QUARTER} if not (mover.faced or mover.went) else set()
    if abs(off) > arc:
        steps |= {off - arc if off > 0 else off + arc, off}
    for step in sorted(steps):
        turn = mover.turn((facing + step) % STEPS)
        there = abs(turned(turn.there.shape.facing, direction)) <= arc
        if there and not turn.why and turn.cost < mover.left:
            yield turn
