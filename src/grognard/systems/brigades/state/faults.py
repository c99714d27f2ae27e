"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import Rect
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.state.ground import land_of, town_of
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.tabletop.faults import bad_places, too_far, undone


def faults(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """Stands on each other, off the table, on closed ground; moves too long; losses undone."""
    battle, land = after.battle, land_of(after)

    def closed(u: int, a: Rect) -> bool:
        return closed_at(battle, land, battle.arm[u], a.x, a.y)

    def share(u: int, v: int) -> bool:
        """Friends in the same town block may."""
        town = town_of(after, u)
        return 0 <= town == town_of(after, v) and battle.side[u] == battle.side[v]

    found = bad_places(after, closed, share)
    for u in range(battle.stands):
        if after.left(u) < int(after.on_table(u)):
            found.append(f"{after.name(u)} is on the table without a strength point")
        if after.losses[u] < before.losses[u]:
            found.append(f"{after.name(u)} has got its losses back")
    return found + undone(before, after) + long_moves(before, after)


def long_moves(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, in column at the rate of the road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    u = leg.unit
    # Guns that limber have their whole move before them.
    rules = before.battle.rules
    whole = before.battle.move[u] if before.unlimbered(u) else 0
    reach = max(leg.mover(before).reach(), whole * rules.march.road_times)
    reach += 2 * rules.charge.step_back
    return too_far(before, after, u, reach)
