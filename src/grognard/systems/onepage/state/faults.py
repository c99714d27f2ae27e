"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.rect import Rect
from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.state.position import OnepagePosition
from grognard.systems.onepage.terrain import closed_at
from grognard.systems.tabletop.faults import bad_places, too_far, undone


def faults(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """Stands on each other, off the table, on closed ground; moves too long; losses undone."""
    battle = after.battle

    def closed(u: int, a: Rect) -> bool:
        return closed_at(battle, battle.kind[u], a.x, a.y)

    found = bad_places(after, closed, lambda u, v: False)
    for u in range(battle.stands):
        if after.losses[u] < before.losses[u]:
            found.append(f"{after.name(u)} has got its losses back")
    return found + undone(before, after) + long_moves(before, after)


def long_moves(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """A move that is over was never longer than what was left of it, by road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    if any(isinstance(step, Leg) for step in after.stack):
        return []
    return too_far(before, after, leg.unit, leg.left * before.battle.rules.road.times)
