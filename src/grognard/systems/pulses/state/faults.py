"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.lattice import STEPS, TENTH, short_of
from grognard.boards.table.rect import Rect
from grognard.systems.pulses.manoeuvres import BIND_CONTACT
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.state.kinds import OFFICER
from grognard.systems.pulses.state.position import PULSE, TURN, PulsesPosition
from grognard.systems.pulses.terrain import closed_at
from grognard.systems.tabletop.faults import bad_places, over_rivers, too_far, undone
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.victory import holders


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
    found += undone(before, after) + long_moves(before, after) + idle_halts(before, after)
    return found + wrong_arrivals(before, after) + wrong_objectives(before, after)


def idle_halts(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """A unit that must withdraw or attack halts only where no leg leads it on, or into contact."""
    leg = before.decision
    if not isinstance(leg, Leg) or after.stack == before.stack or not after.on_table(leg.unit):
        return []
    u = leg.unit
    if any(now[u] != then[u] for now, then in zip(poses(after), poses(before), strict=True)):
        return []
    mover = leg.mover(before)
    if after.foe[u] != before.foe[u] or not (mover.driven or mover.how in BIND_CONTACT):
        return []
    # As it looks now, in every direction and by the strides of the ruling.
    mover.compelled = mover.driven
    for direction in range(STEPS):
        for mils in range(leg.left, 0, -before.battle.rules.status.stride):
            x, y = short_of(before.x[u], before.y[u], direction, mils)
            tried = mover.attempt(x, y, before.facing[u])
            if not tried.why and (mover.driven or tried.target >= 0):
                return [f"{after.name(u)} halts and could go to {x / 10},{y / 10}"]
    return []


def poses(p: PulsesPosition) -> tuple[list[int], list[int], list[int]]:
    return p.x, p.y, p.facing


def wrong_arrivals(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """Who comes on is due, and comes within the named distance of his place."""
    battle = after.battle
    found = []
    for u, unit in enumerate(battle.units):
        if before.x[u] != WAITS or after.x[u] == WAITS:
            continue
        if unit.turn > after.clock[TURN]:
            found.append(f"{after.name(u)} comes on before its turn")
        x, y, _ = unit.pose
        way = max(abs(after.x[u] - x), abs(after.y[u] - y)) * TENTH
        if after.clock[TURN] != before.clock[TURN] and way > battle.rules.turn.arrival_beside:
            found.append(f"{after.name(u)} comes on too far from its place")
    return found


def wrong_objectives(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """An objective changes hands only at the end of a pulse, to a side that is alone there."""
    changed = [i for i, holder in enumerate(after.held) if holder != before.held[i]]
    moment = [(p.clock[TURN], p.clock[PULSE]) for p in (before, after)]
    if moment[0] == moment[1]:
        return [f"{after.battle.objectives[i].name} changes hands in a pulse" for i in changed]
    reach = after.battle.rules.morale.objective_reach
    alone = holders(after, reach, (after.stands_on(0), after.stands_on(1))) if changed else []
    names = [after.battle.objectives[i].name for i in changed if alone[i] == 1 - after.held[i]]
    return [f"{name} is taken by a side that is not there" for name in names]


def long_moves(before: PulsesPosition, after: PulsesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, doubled for guns on a road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit) or after.stack == before.stack:
        return []
    u = leg.unit
    if before.battle.arm[u] == OFFICER:
        return too_far(before, after, u, leg.left)
    times = before.battle.rules.terrain.road_times[before.battle.kind[u]]
    found = too_far(before, after, u, leg.left * times)
    # Who wheels goes round a corner.
    straight = before.facing[u] == after.facing[u]
    return found + (over_rivers(before, after, u, before.battle.land) if straight else [])
