"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import Rect
from grognard.systems.brigades.advance import Face
from grognard.systems.brigades.charge import may_hold
from grognard.systems.brigades.contact import step_back
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.morale import Test
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.state.ground import land_of, town_of
from grognard.systems.brigades.state.position import CHARGED, MOVED, BrigadesPosition
from grognard.systems.brigades.turn import PHASES
from grognard.systems.brigades.victory import holders
from grognard.systems.tabletop.faults import bad_places, too_far, undone
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN

MOVEMENT, MORALE = PHASES.index("movement"), PHASES.index("morale")


def faults(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """Stands where they cannot be; moves too long; losses undone; what was not told or obeyed."""
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
    found += undone(before, after) + long_moves(before, after)
    return found + arrivals(before, after) + untold(after) + idle_contacts(before, after)


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


def arrivals(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """Nobody comes before his turn, or elsewhere than at his place or a little beside it."""
    battle = after.battle
    found = []
    for u, unit in enumerate(battle.units):
        if before.x[u] != WAITS or after.x[u] < 0 or after.clock[TURN] == 0:
            continue
        if unit.turn > after.clock[TURN]:
            found.append(f"{after.name(u)} has come before its turn")
        x, y, _ = unit.pose
        way = max(abs(after.began_x[u] - x), abs(after.began_y[u] - y))
        if way * TENTH > battle.rules.turn.arrival_beside:
            found.append(f"{after.name(u)} has come on far from its place")
    return found


def untold(p: BrigadesPosition) -> list[str]:
    """As a movement phase begins, everybody knows who holds which objective."""
    if not isinstance(p.decision, Move) or any(state & MOVED for state in p.state):
        return []
    return [] if p.held == holders(p) else ["who holds the objectives was not told"]


def idle_contacts(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """After his movement phase every stand of the attacker keeps its contacts by a charge."""
    side = after.clock[SIDE]
    if before.clock[SIDE] != side or not before.clock[PHASE] <= MOVEMENT < after.clock[PHASE]:
        return []
    if not isinstance(after.top, Test | Face) or after.clock[PHASE] > MORALE:
        return []
    found = []
    for u in after.stands_on(side):
        foes = foes_touching(after, u)
        if not foes or after.state[u] & CHARGED or after.routed(u):
            continue
        p = after.copy()
        step_back(p, u, foes)
        stuck = (p.x[u], p.y[u]) == (after.x[u], after.y[u])
        if not stuck and not may_hold(after, u, after.rect(u), foes):
            found.append(f"{after.name(u)} stays in contact without a charge")
    return found
