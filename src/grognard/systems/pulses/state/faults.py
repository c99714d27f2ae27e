"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import Rect
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.state.kinds import OFFICER
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.pulses.terrain import closed_at
from grognard.systems.tabletop.faults import bad_places, too_far, undone


def faults(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """Units on each other, off the table, on closed ground; moves too long; debts; the undead."""
    battle = after.battle

    def closed(u: int, a: Rect) -> bool:
        return closed_at(battle, u, a.x, a.y)

    found = bad_places(after, closed, lambda u, v: False)
    for u in range(battle.stands):
        whole = 0 <= after.hits[u] < battle.strength[u]
        if battle.strength[u] and after.on_table(u) and not whole:
            found.append(f"{after.name(u)} has {after.hits[u]} hits and is on the table")
    for side in (0, 1):
        if after.pool[side] < 0:
            found.append(f"{battle.titles[side]} has spent more command dice than it had")
    return found + undone(before, after) + long_moves(before, after)


def long_moves(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, doubled for guns on a road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit) or after.stack == before.stack:
        return []
    u = leg.unit
    times = 1
    if before.battle.arm[u] != OFFICER:
        times = before.battle.rules.terrain.road_times[before.battle.kind[u]]
    return too_far(before, after, u, leg.left * times)
