"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import on_table, overlap
from grognard.systems.pulses.moving import Leg
from grognard.systems.pulses.position import PulsesPosition
from grognard.systems.pulses.rules import OFFICER
from grognard.systems.pulses.terrain import closed_at
from grognard.systems.tabletop.position import GONE


def faults(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """Units on each other, off the table, on closed ground; moves too long; debts; the undead."""
    battle = after.battle
    found = []
    here = [u for u in range(battle.stands) if after.on_table(u)]
    for n, u in enumerate(here):
        a = after.rect(u)
        if not on_table(a, battle.wide, battle.high):
            found.append(f"{after.name(u)} is off the table")
        if closed_at(battle, u, a.x, a.y):
            found.append(f"{after.name(u)} stands where it may not")
        for v in here[n + 1 :]:
            if overlap(a, after.rect(v)):
                found.append(f"{after.name(u)} stands on {after.name(v)}")
        if battle.strength[u] and not 0 <= after.hits[u] < battle.strength[u]:
            found.append(f"{after.name(u)} has {after.hits[u]} hits and is on the table")
    for u in range(battle.stands):
        if before.x[u] == GONE and after.x[u] != GONE:
            found.append(f"{after.name(u)} is back on the table")
    for side in (0, 1):
        if after.pool[side] < 0:
            found.append(f"{battle.titles[side]} has spent more command dice than it had")
    return found + long_moves(before, after)


def long_moves(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, doubled for guns on a road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit) or after.stack == before.stack:
        return []
    u = leg.unit
    way = (after.x[u] - before.x[u]) ** 2 + (after.y[u] - before.y[u]) ** 2
    times = 1
    if before.battle.arm[u] != OFFICER:
        times = before.battle.rules.road_times[before.battle.kind[u]]
    if way * 10_000 > (leg.left * times) ** 2:
        return [f"{after.name(u)} went further than its move"]
    return []
