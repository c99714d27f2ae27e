"""Declaring shock: who may attack whom, and what becomes of a declared attack."""

from __future__ import annotations

from grognard.boards.hexes import ZONE, bits
from grognard.systems.shock.charge import charge_targets, may_charge_at
from grognard.systems.shock.clash import crosses
from grognard.systems.shock.fire import front_hexes
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import (
    ATTACKED,
    BLOWN,
    CHARGING,
    D2,
    GARRISON,
    GOOD,
    GUNS,
    HORSE,
    MARCHED,
    NONE,
    ROUTED,
    SHORT,
    SQUARE,
)
from grognard.systems.shock.state.position import ShockPosition


def may_shock(p: ShockPosition, u: int) -> bool:
    """Whether a unit may attack by shock, and has somebody in front of it."""
    return fit_to_shock(p, u) and bool(shock_targets(p, u))


def fit_to_shock(p: ShockPosition, u: int) -> bool:
    """Whether a unit's arm, order and state let it attack by shock."""
    battle = p.battle
    order = battle.rules.order
    if battle.arm[u] == GARRISON:
        return False
    if p.flags[u] & SQUARE and not battle.rules.shock.square_attacks:
        return False
    if battle.kind[u] == GUNS and not order.artillery_shocks:
        return False
    if p.order[u] == ROUTED and order.routed_no_action:
        return False
    if p.order[u] == D2 and order.d2_no_shock:
        return False
    if p.flags[u] & MARCHED and not battle.rules.movement.strategic_attacks:
        return False
    return not p.flags[u] & BLOWN or order.blown_shocks


def shock_targets(p: ShockPosition, u: int) -> int:
    """The enemy hexes a unit may attack: in its front, over ground it could cross."""
    battle = p.battle
    side = battle.side[u]
    reach = front_hexes(p, u)
    if not battle.rules.charge.declare_front:
        reach = battle.grid.adjacent_mask[p.hex[u]]
    found = 0
    for t in bits(reach & p.occupied(1 - side)):
        if battle.kind[u] == HORSE and in_chateau(p, t) and not battle.rules.shock.chateau_cavalry:
            continue
        if any(crosses(p, u, h, t) for h in p.hexes_of(u)):
            found |= 1 << t
    return found


def in_chateau(p: ShockPosition, h: int) -> bool:
    """Whether a hex is a chateau or walled farm."""
    return h in p.battle.chateaux


class AttackAt(UnitDecision):
    """The owner picks whom a unit charges or attacks; it is declared, not yet fought."""

    charge: int

    def options(self, p: ShockPosition) -> list[int]:
        """The top units of the hexes in reach."""
        mask = charge_targets(p, self.unit) if self.charge else shock_targets(p, self.unit)
        first = p.battle.unit_at
        return sorted({first + p.top_unit(h) for h in bits(mask)})

    def apply(self, p: ShockPosition, action: int) -> None:
        """Declare it."""
        u = self.unit
        target = action - p.battle.unit_at
        mask = charge_targets(p, u) if self.charge else shock_targets(p, u)
        hexes = p.hexes_of(target)
        p.target[u] = next((h for h in hexes if mask >> h & 1), hexes[0])
        if self.charge:
            p.mark(u, CHARGING)
            length = p.battle.grid.distance[p.hex[u]][p.target[u]]
            if length < p.battle.rules.charge.shortest:
                p.mark(u, SHORT)
        if p.ear is not None:
            verb = "will charge" if self.charge else "will attack"
            name = p.battle.names[target]
            p.tell(f"{p.battle.names[u]} {verb} {name}.", p.uid(u), p.uid(target))

    def prompt(self, p: ShockPosition) -> str:
        """Whom?"""
        verb = "charges" if self.charge else "attacks"
        return f"{p.battle.names[self.unit]} {verb}: whom?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to attack."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The target."""
        return f"> {p.battle.nouns.name(action)}"


def attackers_of(p: ShockPosition, t: int) -> list[int]:
    """The units whose declared attack is on a hex."""
    return [u for u in range(p.battle.units) if p.target[u] == t and p.hex[u] >= 0]


def stand_down(p: ShockPosition, u: int) -> None:
    """A unit's declared attack comes to nothing."""
    p.target[u] = NONE
    p.unmark(u, CHARGING | SHORT)
    p.mark(u, ATTACKED)


def beside(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit stands next to a hex."""
    return any(p.battle.grid.distance[h][t] == 1 for h in p.hexes_of(u))


def face_target(p: ShockPosition, u: int, t: int) -> None:
    """Turn a unit so that a neighbouring hex is in its front."""
    d = p.battle.grid.direction_of(p.hex[u], t)
    if d >= 0 and ZONE[p.facing[u]][d] != 0:
        p.turn_to(u, d)


def can_go_in(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a declared attack can still be made: its enemy stands, its unit is fit and near."""
    top = p.top_unit(t)
    if top < 0 or p.battle.side[top] == p.battle.side[u] or not fit_to_shock(p, u):
        return False
    if p.flags[u] & CHARGING:
        return p.order[u] == GOOD and may_charge_at(p, u, t)
    return beside(p, u, t)
