"""Facing after a move, and squares: forming one in movement, leaving one."""

from __future__ import annotations

from typing import Final

from grognard.boards.hexes import FACINGS
from grognard.engine.check import Check
from grognard.systems.shock.ground import PROHIBITED
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.morale_tables import LeavingFacts
from grognard.systems.shock.results import Shaken, disorder, nearest_enemy
from grognard.systems.shock.state.asking import UnitDecision, UnitRoll
from grognard.systems.shock.state.kinds import (
    D1,
    D2,
    ENGAGED,
    GARRISON,
    GOOD,
    NONE,
    ROUTED,
    SQUARE,
    SQUARE_VERB,
    USED,
)
from grognard.systems.shock.state.position import ShockPosition

FREELY: Final = -1  # points of a unit that leaves square: it may face any way, not form another


def turns_between(a: int, b: int) -> int:
    """The turns of 60 degrees from one facing to another."""
    return min((a - b) % 6, (b - a) % 6)


class FaceTo(UnitDecision):
    """After a move: which way the unit faces, or whether it forms square.

    `ahead` is the direction of its last step: it arrives looking that way, to either corner. A
    unit that stayed (NONE) starts from the facing it has.
    """

    ahead: int
    points: int

    def came(self, p: ShockPosition) -> list[int]:
        """The facings it may have without turning where it is, the likeliest first."""
        own = p.facing[self.unit]
        if self.ahead == NONE:
            return [own]
        both = [self.ahead, (self.ahead + 1) % 6]
        return both[::-1] if own == both[1] else both

    def options(self, p: ShockPosition) -> list[int]:
        """Every facing; in an enemy zone those it can pay for. Square, if it may form one."""
        u = self.unit
        first = p.battle.facing_at
        if p.hex[u] < 0 or p.order[u] == ROUTED:
            return [first + p.facing[u]]
        found = []
        if may_form_square(p, u, self.points):
            found.append(SQUARE_VERB)
        if self.points == FREELY or not p.in_enemy_zoc(u):
            found.extend(range(first, first + 6))
            return found
        came = self.came(p)
        price = p.battle.rules.movement.turning
        for f in range(6):
            if min(turns_between(f, old) for old in came) * price <= self.points:
                found.append(first + f)
        return found

    def apply(self, p: ShockPosition, action: int) -> None:
        """Turn, or form square."""
        u = self.unit
        if action == SQUARE_VERB:
            p.mark(u, SQUARE)
            if p.ear is not None:
                p.tell(f"{p.battle.names[u]} forms square.", p.uid(u))
        elif p.hex[u] >= 0:
            p.turn_to(u, action - p.battle.facing_at)

    def default(self, p: ShockPosition) -> int:
        """As it came."""
        wanted = p.battle.facing_at + self.came(p)[0]
        return wanted if wanted in p.options() else p.options()[0]

    def prompt(self, p: ShockPosition) -> str:
        """Which way?"""
        return f"{p.battle.names[self.unit]}: facing?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to face."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The facing."""
        if action == SQUARE_VERB:
            return "form square"
        return f"facing {FACINGS[action - p.battle.facing_at]}"


# -- squares -----------------------------------------------------------------------------------


def may_form_square(p: ShockPosition, u: int, points: int) -> bool:
    """Note E: infantry, not D-2, routed or engaged, nor in an enemy zone."""
    battle = p.battle
    price = battle.rules.terrain.form_square(battle.kind[u])
    if price == PROHIBITED or price > points or battle.arm[u] == GARRISON:
        return False
    if p.flags[u] & SQUARE or p.second[u] >= 0:
        return False
    if not battle.rules.squares.note_e:
        return True
    if p.order[u] in (D2, ROUTED) or p.flags[u] & ENGAGED:
        return False
    return not p.in_enemy_zoc(u)


class LeaveRoll(UnitRoll):
    """A unit leaves square, in good order or not."""

    def check(self, p: ShockPosition) -> Check:
        """The leaving-square check."""
        u = self.unit
        facts = LeavingFacts(
            cohesion=p.battle.cohesion[u],
            enemy_zoc=int(p.in_enemy_zoc(u)),
            d2=int(p.order[u] == D2),
            d1=int(p.order[u] == D1),
            leader=int(bool(p.leaders_at(p.hex[u], p.battle.side[u]))),
        )
        return p.battle.rules.leaving.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """It is a line again; disordered, or disordered further, if it failed."""
        u = self.unit
        rules = p.battle.rules.squares
        p.unmark(u, SQUARE)
        if rules.leaving_is_move:
            p.mark(u, USED)
        if p.ear is not None:
            p.tell(f"{p.battle.names[u]} leaves square.", p.uid(u))
        p.stack.append(FaceTo(unit=u, ahead=NONE, points=FREELY))
        if outcome and p.order[u] == GOOD:
            disorder(p, u, D1)
        elif outcome and rules.leaving_disorders_more:
            p.stack.append(
                Shaken(
                    unit=u,
                    by=nearest_enemy(p, u),
                    cause=0,
                    check=0,
                    column=COL_DISORDER,
                    modifier=0,
                    ranged=0,
                )
            )
