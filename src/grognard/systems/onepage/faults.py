"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import on_table, overlap
from grognard.systems.onepage.leg import Leg
from grognard.systems.onepage.position import OnepagePosition
from grognard.systems.onepage.terrain import closed_at
from grognard.systems.tabletop.position import GONE


def faults(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """Stands on each other, off the table, on closed ground; moves too long; losses undone."""
    battle = after.battle
    found = []
    here = [u for u in range(battle.stands) if after.on_table(u)]
    for n, u in enumerate(here):
        a = after.rect(u)
        if not on_table(a, battle.wide, battle.high):
            found.append(f"{after.name(u)} is off the table")
        if closed_at(battle, battle.kind[u], a.x, a.y):
            found.append(f"{after.name(u)} stands where it may not")
        for v in here[n + 1 :]:
            if overlap(a, after.rect(v)):
                found.append(f"{after.name(u)} stands on {after.name(v)}")
    for u in range(battle.stands):
        if after.losses[u] < before.losses[u]:
            found.append(f"{after.name(u)} has got its losses back")
        if before.x[u] == GONE and after.x[u] != GONE:
            found.append(f"{after.name(u)} is back on the table")
    return found + long_moves(before, after)


def long_moves(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """A leg is never longer than what was left of the move."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    u = leg.unit
    way = (after.x[u] - before.x[u]) ** 2 + (after.y[u] - before.y[u]) ** 2
    if way * 10_000 > leg.left * leg.left and not any(
        isinstance(step, Leg) for step in after.stack
    ):
        # By road a unit goes further, and its move is over then too.
        reach = leg.left * before.battle.rules.road_times
        if way * 10_000 > reach * reach:
            return [f"{after.name(u)} went further than its move"]
    return []
