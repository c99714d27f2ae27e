"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import Rect, overlap
from grognard.systems.brigades.advance import Face
from grognard.systems.brigades.buildings import sharers
from grognard.systems.brigades.charge import may_hold
from grognard.systems.brigades.combat import Combat, may_attack, part_of
from grognard.systems.brigades.contact import step_back
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.morale import Test
from grognard.systems.brigades.movement import on_causeway
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.state.ground import land_of, town_of
from grognard.systems.brigades.state.kinds import FOOT, INFANTRY
from grognard.systems.brigades.state.position import CHARGED, FIGHTS, MOVED, BrigadesPosition
from grognard.systems.brigades.turn import PHASES
from grognard.systems.brigades.victory import holders
from grognard.systems.tabletop.faults import bad_places, over_rivers, too_far, undone
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import PHASE, SIDE, TURN

MOVEMENT, MORALE = PHASES.index("movement"), PHASES.index("morale")


def faults(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """Stands where they cannot be; moves too long; losses undone; what was not told or obeyed."""
    battle, land = after.battle, land_of(after)

    def closed(u: int, a: Rect) -> bool:
        return closed_at(battle, land, battle.arm[u], a.x, a.y) and not on_causeway(after, u)

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
    found += undone(before, after) + long_moves(before, after) + full_towns(after)
    found += trodden_columns(after)
    found += arrivals(before, after) + untold(after)
    return found + idle_contacts(before, after) + unfought(before, after)


def trodden_columns(p: BrigadesPosition) -> list[str]:
    """Stands on the markers of another's column."""
    here = [u for u in range(p.battle.stands) if p.on_table(u)]
    return [
        f"{p.name(v)} stands on the column of {p.name(u)}"
        for u in here
        for tail in p.parts(u)[1:]
        for v in here
        if v != u and overlap(tail, p.rect(v))
    ]


def full_towns(p: BrigadesPosition) -> list[str]:
    """Infantry of one side in a town block: a brigade, or four skirmishers."""
    arm, rules = p.battle.arm, p.battle.rules.buildings
    inside: dict[tuple[int, int], list[int]] = {}
    for u in (*p.stands_on(0), *p.stands_on(1)):
        if arm[u] in INFANTRY and town_of(p, u) >= 0:
            inside.setdefault((town_of(p, u), p.battle.side[u]), []).append(u)
    found = []
    for stands in inside.values():
        brigades = sum(arm[u] == FOOT for u in stands)
        screens = len(stands) - brigades
        if brigades > rules.town_brigades or screens > (0 if brigades else rules.town_skirmishers):
            found.append(f"too many are in the town block of {p.name(stands[0])}")
    return found


def unfought(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """A combat phase does not end while a stand of the attacker has a melee to fight."""
    combat = before.decision
    if not isinstance(combat, Combat) or any(isinstance(step, Combat) for step in after.stack):
        return []
    own = before.stands_on(combat.side)
    due = [u for u in own if may_attack(before, u) and not before.fought[u]]
    foes = [v for v in before.stands_on(1 - combat.side) if sharers(before, v)[0] == v]
    due = [u for u in due if any(part_of(before, u, v) == FIGHTS for v in foes)]
    # The last combat of the phase may end it too.
    return [f"{before.name(u)} has left its melee unfought" for u in due if not after.fought[u]]


def long_moves(before: BrigadesPosition, after: BrigadesPosition) -> list[str]:
    """A leg is never longer than what was left of the move, in column at the rate of the road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    u = leg.unit
    # Guns that limber have their whole move before them.
    rules = before.battle.rules
    whole = before.battle.move[u] if before.unlimbered(u) else 0
    reach = max(leg.mover(before).longest_leg(), whole * rules.march.road_times)
    reach += 2 * rules.charge.step_back
    return too_far(before, after, u, reach) + over_rivers(before, after, u, before.battle.land)


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
