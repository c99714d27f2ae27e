"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import on_table, overlap
from grognard.systems.brigades.field import land_of, town_of
from grognard.systems.brigades.leg import Leg
from grognard.systems.brigades.position import BrigadesPosition
from grognard.systems.brigades.terrain import closed_at
from grognard.systems.tabletop.position import GONE


def faults(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """Stands on each other, off the table, on closed ground; moves too long; losses undone."""
    battle = after.battle
    found = []
    land = land_of(after)
    here = [u for u in range(battle.stands) if after.on_table(u)]
    for n, u in enumerate(here):
        a = after.rect(u)
        if not on_table(a, battle.wide, battle.high):
            found.append(f"{after.name(u)} is off the table")
        if closed_at(battle, land, battle.arm[u], a.x, a.y):
            found.append(f"{after.name(u)} stands where it may not")
        for v in here[n + 1 :]:
            if overlap(a, after.rect(v)):
                town = town_of(after, u)
                if town < 0 or town != town_of(after, v) or battle.side[u] != battle.side[v]:
                    found.append(f"{after.name(u)} stands on {after.name(v)}")
    for u in range(battle.stands):
        if after.left(u) < int(after.on_table(u)):
            found.append(f"{after.name(u)} is on the table without a strength point")
        if after.losses[u] < before.losses[u]:
            found.append(f"{after.name(u)} has got its losses back")
        if before.x[u] == GONE and after.x[u] != GONE:
            found.append(f"{after.name(u)} is back on the table")
    return found + long_moves(before, after)


def long_moves(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, in column at the rate of the road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    u = leg.unit
    way = (after.x[u] - before.x[u]) ** 2 + (after.y[u] - before.y[u]) ** 2
    # Guns that limber have their whole move before them.
    rules = before.battle.rules
    whole = before.battle.move[u] if before.unlimbered(u) else 0
    reach = max(leg.mover(before).reach(), whole * rules.road_times) + 2 * rules.step_back
    return [f"{after.name(u)} went further than its move"] if way * 10_000 > reach**2 else []
