"""Reactions to a charge: square or check, stand or go back, countercharge; and the recall."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.step import Then
from grognard.systems.shock.charge import zone_struck
from grognard.systems.shock.cohesion import BY_CHARGE, BY_RECALL, BY_SQUARE, PASS, CohesionFacts
from grognard.systems.shock.morale_tables import SquareFacts
from grognard.systems.shock.rally import is_elite
from grognard.systems.shock.results import CohesionRoll, suffer
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGED,
    CHARGING,
    CHECK_VERB,
    COUNTER,
    D1,
    D2,
    ENGAGED,
    FOOT,
    GARRISON,
    HEAVY_CAVALRY,
    LIGHT_CAVALRY,
    NONE,
    PRESS,
    RECALL,
    RETREAT_VERB,
    ROUTED,
    SQUARE,
    SQUARE_VERB,
    STAND,
)
from grognard.systems.shock.state.position import ShockPosition


class ChargeReaction(Then[ShockPosition]):
    """The charged unit reacts: infantry by square or check, the others by check."""

    by: int
    hex: int

    def run(self, p: ShockPosition) -> None:
        """Ask, or roll."""
        top = p.top_unit(self.hex)
        if top < 0 or p.order[top] == ROUTED or p.flags[top] & SQUARE:
            return
        if may_square_in_reaction(p, top, self.by):
            p.stack.append(InfantryReaction(unit=top, by=self.by))
        else:
            p.stack.append(ReactionRoll(unit=top, by=self.by))


def may_square_in_reaction(p: ShockPosition, u: int, by: int) -> bool:
    """Infantry that is not D-2, routed, extended or engaged in front may try."""
    battle = p.battle
    if battle.kind[u] != FOOT or battle.arm[u] == GARRISON or p.second[u] >= 0:
        return False
    if p.order[u] == ROUTED or (p.order[u] == D2 and battle.rules.squares.not_d2):
        return False
    if p.flags[u] & ENGAGED and not battle.rules.charge.square_engaged:
        front = battle.grid.front_mask[p.hex[u]][p.facing[u]]
        for v in battle.units_of[1 - battle.side[u]]:
            if p.hex[v] >= 0 and p.flags[v] & ENGAGED and front >> p.hex[v] & 1:
                return False
    return True


class InfantryReaction(UnitDecision):
    """Charged infantry: square in reaction, or the charge reaction check."""

    by: int

    def options(self, p: ShockPosition) -> list[int]:
        """The two ways."""
        return [SQUARE_VERB, CHECK_VERB]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Roll for it."""
        if action == SQUARE_VERB:
            if p.battle.rules.charge.square_and_check:
                p.stack.append(ReactionRoll(unit=self.unit, by=self.by))
            p.stack.append(SquareRoll(unit=self.unit, by=self.by))
        else:
            p.stack.append(ReactionRoll(unit=self.unit, by=self.by))

    def prompt(self, p: ShockPosition) -> str:
        """How does it meet the charge?"""
        return f"{p.battle.names[self.unit]} is charged: form square, or stand and check?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to meet the charge."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "form square" if action == SQUARE_VERB else "stand and check"


class SquareRoll(UnitRoll):
    """Square in reaction."""

    by: int

    def check(self, p: ShockPosition) -> Check:
        """The square-in-reaction check; of two charges the shorter counts."""
        u = self.unit
        charged = p.clock[CHARGED]
        facts = SquareFacts(
            cohesion=p.battle.cohesion[u],
            began_adjacent=int(charged == 1),
            attacked_from=worst_zone(p, u),
            d1=int(p.order[u] == D1),
            elite=int(is_elite(p, u)),
            leader=int(bool(p.leaders_at(p.hex[u], p.battle.side[u]))),
            charged=charged,
        )
        return p.battle.rules.square.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Form square, or suffer for failing."""
        u = self.unit
        kind = p.battle.rules.square
        code = kind.outcomes[outcome]
        if outcome == 0:
            p.mark(u, SQUARE)
        if p.ear is not None:
            how = "forms square." if outcome == 0 else f"fails to form square: {code}."
            p.tell(f"{p.battle.names[u]} {how}", p.uid(u))
        if outcome:
            suffer(p, u, code, BY_SQUARE, self.by, 0)


def worst_zone(p: ShockPosition, u: int) -> int:
    """Through which zone a unit is charged; of several charges the one it can meet worst."""
    here = p.hex[u]
    chargers = [v for v in range(p.battle.units) if p.target[v] == here and p.flags[v] & CHARGING]
    return max((zone_struck(p, u, here, p.hex[v]) for v in chargers), default=0)


class ReactionRoll(UnitRoll):
    """The charge reaction check of a charged unit."""

    by: int

    def check(self, p: ShockPosition) -> Check:
        """A cohesion check."""
        facts = CohesionFacts(p.battle.cohesion[self.unit], 0, BY_CHARGE)
        return p.battle.rules.cohesion.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """What the chart allows."""
        u = self.unit
        rules = p.battle.rules.charge
        arm = p.battle.arm[u]
        row = (
            "light-cavalry"
            if arm == LIGHT_CAVALRY
            else "heavy-cavalry"
            if arm == HEAVY_CAVALRY
            else "infantry-artillery"
        )
        may = rules.reactions[row][0 if outcome == PASS else 1]
        order = p.battle.rules.order
        if order.d1_limits(p.order[u]) and order.d1_no_retreat_before:
            may = [how for how in may if how != "retreat"]
        if p.ear is not None:
            how = "passes" if outcome == PASS else "fails"
            p.tell(f"{p.battle.names[u]} {how} its charge reaction.", p.uid(u))
        if len(may) > 1:
            p.stack.append(CavalryReaction(unit=u, by=self.by, passed=int(outcome == PASS)))
        else:
            react(p, u, may[0], self.by)


def react(p: ShockPosition, u: int, how: str, by: int) -> None:
    """Carry out one reaction of the chart."""
    if how == "countercharge":
        if p.flags[u] & BLOWN and not p.battle.rules.order.blown_charges:
            return
        p.mark(u, COUNTER)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} countercharges.", p.uid(u))
    elif how == "retreat":
        p.stack.append(Retreat(unit=u, by=by, hexes=p.battle.rules.charge.light_retreat))
    elif how != "defend":
        suffer(p, u, how, BY_CHARGE, by, 0)


class CavalryReaction(UnitDecision):
    """Charged light cavalry stands, or goes back."""

    by: int
    passed: int

    def options(self, p: ShockPosition) -> list[int]:
        """Stand or go back."""
        return [STAND, RETREAT_VERB]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Do it."""
        may = p.battle.rules.charge.reactions["light-cavalry"][0 if self.passed else 1]
        react(p, self.unit, may[0] if action == STAND else may[-1], self.by)

    def prompt(self, p: ShockPosition) -> str:
        """Stand or go back?"""
        return f"{p.battle.names[self.unit]} is charged: stand, or go back?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to meet the charge."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        if action == STAND:
            return "stand"
        return "retreat" if self.passed else "retreat and check"


class Recall(UnitDecision):
    """Cavalry that meets a formed square may try to stop short of it."""

    hex: int

    def options(self, p: ShockPosition) -> list[int]:
        """Press on, or try to stop; nothing to choose if there is no square."""
        top = p.top_unit(self.hex)
        if top < 0 or not p.flags[top] & SQUARE or p.target[self.unit] == NONE:
            return [PRESS]
        return [PRESS, RECALL]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Roll for it."""
        if action == RECALL:
            p.stack.append(
                CohesionRoll(
                    unit=self.unit, by=self.hex, cause=BY_RECALL, column=0, modifier=0, ranged=0
                )
            )

    def prompt(self, p: ShockPosition) -> str:
        """Press on?"""
        return f"{p.battle.names[self.unit]} meets a square: press the charge, or try to stop?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} before the square."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "press on" if action == PRESS else "recall"
