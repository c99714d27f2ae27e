"""Declaring shock: who may attack whom, and who commits himself to a declared attack."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.boards.hexes import bits
from grognard.engine.check import Check, Modifier, Situation, facts_of, number, tick
from grognard.engine.numbers import Flag
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.charge import charge_path, charge_targets, may_charge_at, stand_down
from grognard.systems.shock.clash import attack_hexes, clash_situation, strikes
from grognard.systems.shock.disorder import OneDie, counted
from grognard.systems.shock.fire import front_hexes
from grognard.systems.shock.stacking import price_of
from grognard.systems.shock.state.asking import TargetDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D2,
    FOOT,
    GARRISON,
    GOOD,
    GUNS,
    HORSE,
    LIGHT_CAVALRY,
    MARCHED,
    OUT,
    ROUTED,
    SHORT,
    SQUARE,
)
from grognard.systems.shock.state.position import ShockPosition


class DeclaringRules:
    """The modifiers of the commitment roll."""

    def __init__(self, book: Rulebook) -> None:
        id_ = "shock.rulings.shock.commitment"
        self.modifiers = {
            "leader": Modifier(id_, "Stacked with a leader", book.int(id_, "leader")),
            "out-of-command": Modifier(id_, "Not in command", book.int(id_, "out_of_command")),
        }


def may_shock(p: ShockPosition, u: int) -> bool:
    """Whether a unit may attack by shock, and has somebody in front of it."""
    return fit_to_shock(p, u) and bool(shock_targets(p, u))


def fit_to_shock(p: ShockPosition, u: int) -> bool:
    """Whether a unit's arm, order and state let it attack by shock."""
    battle = p.battle
    if battle.arm[u] == GARRISON or battle.kind[u] == GUNS:  # shock.rulings.ratings
        return False
    if p.order[u] in (D2, ROUTED):  # shock.d2.no-shock, shock.routed.no-action
        return False
    # shock.rulings.shock.square, shock.rulings.strategic, shock.rulings.blown.limits
    return not p.flags[u] & (SQUARE | MARCHED | BLOWN)


def shock_targets(p: ShockPosition, u: int) -> int:
    """The enemy hexes a unit may attack: in its front, over ground it could cross."""
    battle = p.battle
    found = 0
    # shock.rulings.shock.declare
    for t in bits(front_hexes(p, u) & p.occupied(1 - battle.side[u])):
        if may_strike(p, u, t):
            found |= 1 << t
    return found


def may_strike(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit can attack a hex next to it, whichever way it faces."""
    return any(strikes(p, u, h, t) for h in p.hexes_of(u))


def one_half(p: ShockPosition, u: int, mask: int) -> int:
    """Hexes without the second half of a line where it is all one which half a unit attacks."""
    for t in bits(mask):
        first, *second = p.hexes_of(p.top_unit(t))
        if t not in second or not mask >> first & 1:
            continue
        # shock.rulings.extended-line.one-combat
        if clash_situation(p, [u], t) == clash_situation(p, [u], first):
            mask ^= 1 << t
    return mask


class AttackAt(TargetDecision):
    """The owner picks whom a unit charges or attacks; it is declared, not yet fought."""

    waits = "attack"

    charge: Flag

    def targets(self, p: ShockPosition) -> int:
        if self.charge:  # at either half of a line: shock.rulings.charge.way
            return charge_targets(p, self.unit)
        return one_half(p, self.unit, shock_targets(p, self.unit))

    def apply(self, p: ShockPosition, action: int) -> None:
        u = self.unit
        p.target[u] = self.hex_of(p, action)
        if self.charge:
            p.mark(u, CHARGING)
            length = p.battle.grid.distance[p.hex[u]][p.target[u]]
            if length < p.battle.rules.charge.shortest:
                p.mark(u, SHORT)
        if p.ear is not None:
            verb = "will charge" if self.charge else "will attack"
            target = p.top_unit(p.target[u])
            p.report(u, f"{verb} {p.battle.names[target]}", p.uid(target))

    def prompt(self, p: ShockPosition) -> str:
        verb = "charges" if self.charge else "attacks"
        return p.does(self.unit, f"{verb}: which enemy?")

    def price(self, p: ShockPosition, action: int) -> str:
        """What a charge costs a unit held back by order, in words; mostly nothing."""
        way = charge_path(p, self.unit, self.hex_of(p, action)) if self.charge else []
        return price_of(p, self.unit, way[-1]) if way else ""

    def attacks(self, p: ShockPosition, action: int) -> tuple[str, str]:
        return p.uid(self.unit), p.uid(p.top_unit(self.hex_of(p, action)))

    def phrase(self, p: ShockPosition, action: int) -> str:
        return super().phrase(p, action) + self.price(p, action)


class CostlyCharge(AttackAt):
    """A charge that costs a unit held back points: it is asked for, even with one target."""

    asked_anyway = True


def attackers_of(p: ShockPosition, t: int) -> list[int]:
    """The units whose declared attack is on a hex."""
    return [u for u in range(p.battle.units) if p.target[u] == t and p.hex[u] >= 0]


def beside(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit stands next to a hex."""
    return any(p.battle.grid.distance[h][t] == 1 for h in p.hexes_of(u))


def can_go_in(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a declared attack can still be made: its enemy stands, its unit is fit and near."""
    top = p.top_unit(t)
    if top < 0 or p.battle.side[top] == p.battle.side[u] or not fit_to_shock(p, u):
        return False
    if p.flags[u] & CHARGING:
        return p.order[u] == GOOD and may_charge_at(p, u, t)
    return bool(attack_hexes(p, u, t))


# -- commitment --------------------------------------------------------------------------------


class CommitmentFacts(NamedTuple):
    """What a shock commitment depends on."""

    commitment: Annotated[int, number("Commitment (light cavalry: Cohesion)", "Unit", 0, 9)] = 6
    leader: Annotated[int, tick("Stacked with a leader", "Modifiers")] = 0
    out_of_command: Annotated[int, tick("Not in command", "Modifiers")] = 0


class CommitmentKind(OneDie[DeclaringRules]):
    """An attacker goes in if it rolls at or below its Commitment."""

    name = "commitment"
    title = "Shock commitment"
    facts = facts_of(CommitmentFacts)
    outcomes = ("attacks", "hangs back")
    hoped = ("attacks",)

    def build(self, situation: Situation) -> Check:
        listed = counted(self.rules.modifiers, self.counts(situation))
        return self.at_most(situation, "Commitment", listed)


def must_commit(p: ShockPosition, u: int, t: int) -> bool:
    """Every attacker rolls, but against routed infantry of cavalry only the light."""
    if p.battle.kind[u] == HORSE and rides_down(p, p.top_unit(t)):
        return p.battle.arm[u] == LIGHT_CAVALRY  # shock.routed.ridden-down
    return True


def rides_down(p: ShockPosition, top: int) -> bool:
    """Whether cavalry that attacks this unit rides it down: routed infantry."""
    return top >= 0 and p.battle.kind[top] == FOOT and p.order[top] == ROUTED


class CommitmentRoll(UnitRoll):
    """An attacker commits itself, or hangs back."""

    def check(self, p: ShockPosition) -> Check:
        u = self.unit
        facts = CommitmentFacts(
            commitment=p.battle.commitment[u],
            leader=int(any(p.leaders_at(h, p.battle.side[u]) for h in p.hexes_of(u))),
            out_of_command=int(bool(p.flags[u] & OUT)),
        )
        return p.battle.rules.commitment.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        u = self.unit
        how = "goes in" if outcome == 0 else "hangs back"
        p.report(u, how)
        if outcome:
            stand_down(p, u)
