"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.systems.shock.activation import Orders, must_first, orders_for
from grognard.systems.shock.stacking import may_stack
from grognard.systems.shock.state.consistency import misfit_of_stacks
from grognard.systems.shock.state.kinds import (
    ARRIVALS,
    NONE,
    PHASE,
    ROUTED,
    SHOCKS,
    TURN,
    WAITING,
)
from grognard.systems.shock.state.position import ShockPosition


def faults(before: ShockPosition, after: ShockPosition) -> list[str]:
    """What an answer may never lead to: enemies and crowds in one hex, steps out of nowhere, points
    of a chateau without its control, arrivals before their turn, duties left undone."""
    battle = after.battle
    found = []
    for u in range(battle.count):
        if after.steps[u] > before.steps[u]:
            found.append(f"{battle.ids[u]} gained steps")
    for i, objective in enumerate(battle.objectives):
        if objective.kind != "hold" or objective.hex not in battle.chateaux:
            continue
        if after.held[i] != after.control[battle.chateaux.index(objective.hex)]:
            found.append(f"{objective.name} is not held by the side that controls it")
    return found + arrivals(before, after) + places(after) + neglected(before, after)


def arrivals(before: ShockPosition, after: ShockPosition) -> list[str]:
    """Who came before his turn, or far from his entry."""
    battle = after.battle
    found = []
    for u, piece in enumerate(battle.pieces):
        if before.hex[u] != WAITING or after.hex[u] < 0:
            continue
        far = battle.grid.distance[piece.entry][after.hex[u]]
        if after.clock[TURN] < piece.turn:
            found.append(f"{battle.ids[u]} came before its turn")
        if after.clock[PHASE] == ARRIVALS and far > battle.rules.turn.entry_distance:
            found.append(f"{battle.ids[u]} came {far} hexes from its entry")
    return found


def places(p: ShockPosition) -> list[str]:
    """Units on ground closed to them, and stacks that may not be."""
    battle = p.battle
    crowd = misfit_of_stacks(p)
    found = [crowd] if crowd else []
    for u in range(battle.units):
        h = p.hex[u]
        if h >= 0 and not all(battle.may_stand(u, at) for at in p.hexes_of(u)):
            found.append(f"{battle.ids[u]} stands on ground closed to it")
        # Who has just routed may not have run yet.
        v = p.lower[h] if h >= 0 and isinstance(p.decision, Orders) else NONE
        if 0 <= v < battle.units and v != u and not may_stack(p, u, v):
            found.append(f"{battle.ids[u]} and {battle.ids[v]} may not share {battle.grid.name(h)}")
    return found


def neglected(before: ShockPosition, after: ShockPosition) -> list[str]:
    """Units whose activation ended before they did what they must: rally, run, withdraw."""
    orders = before.decision
    if not isinstance(orders, Orders) or any(isinstance(step, Orders) for step in after.stack):
        return []
    due = [
        u for u in orders.units(before) if must_first(before, u, orders_for(before, u)) <= SHOCKS
    ]
    # The last order of an activation ends it too.
    left = [u for u in due if after.order[u] == before.order[u] and after.hex[u] == before.hex[u]]
    how = {
        True: "is routed, and neither rallied nor ran",
        False: "is engaged, and did not withdraw",
    }
    return [f"{before.battle.ids[u]} {how[before.order[u] == ROUTED]}" for u in left]
