"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.table.lattice import Pose
from grognard.systems.onepage.combat import Combat
from grognard.systems.onepage.field import foes_touching
from grognard.systems.onepage.melee import may_attack
from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.state.position import OnepagePosition
from grognard.systems.onepage.terrain import shut_to
from grognard.systems.onepage.victory import holders
from grognard.systems.tabletop.arrival import NOBODY, in_the_way, place_beside
from grognard.systems.tabletop.faults import bad_arrivals, bad_places, over_rivers, too_far, undone
from grognard.systems.tabletop.turn import SIDE, TURN


def faults(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """Stands where none may be; moves too long; losses undone; duties and arrivals forgotten."""
    battle = after.battle
    found = bad_places(after, shut_to(battle), lambda u, v: False)
    for u in range(battle.stands):
        if after.losses[u] < before.losses[u]:
            found.append(f"{after.name(u)} has got its losses back")
    found += undone(before, after) + long_moves(before, after) + unfought(before, after)
    begun = before.clock[: SIDE + 1] != after.clock[: SIDE + 1]
    return found + (turn_begun(after) if begun and not after.over else [])


def long_moves(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """A move that is over was never longer than what was left of it, by road."""
    leg = before.decision
    if not isinstance(leg, Leg) or not after.on_table(leg.unit):
        return []
    if any(isinstance(step, Leg) for step in after.stack):
        return []
    found = too_far(before, after, leg.unit, leg.left * before.battle.rules.road.times)
    return found + over_rivers(before, after, leg.unit, before.battle.land)


def unfought(before: OnepagePosition, after: OnepagePosition) -> list[str]:
    """A combat phase does not end while a unit of the attacker has a melee to fight."""
    combat = before.decision
    if not isinstance(combat, Combat) or any(isinstance(step, Combat) for step in after.stack):
        return []
    due = [u for u in before.stands_on(combat.side) if may_attack(before, u)]
    # The last combat of the phase ends it too.
    due = [u for u in due if foes_touching(before, u) and before.fought[u] == after.fought[u]]
    return [f"{before.name(u)} has left its melee unfought" for u in due]


def turn_begun(p: OnepagePosition) -> list[str]:
    """As a player turn begins who is due and has room is there, and objectives are as told."""
    rules = p.battle.rules.arrival

    def find(u: int) -> Pose | None:
        pose = p.battle.units[u].pose
        if in_the_way(p, u, pose, rules.clear) == NOBODY:
            return pose
        return place_beside(p, u, rules.clear, rules.beside, shut_to(p.battle))

    found = bad_arrivals(p, p.clock[TURN], p.clock[SIDE], find)
    for place, told, now in zip(p.battle.objectives, p.held, holders(p), strict=True):
        # Arrivals may have disputed it since, and nobody has moved.
        if told >= 0 and now == 1 - told:
            found.append(f"{place.name} is not held by whom it is said to be")
    return found
