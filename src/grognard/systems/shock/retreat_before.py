"""Retreat before fire or shock: light cavalry and horse guns give ground before the blow falls."""

from __future__ import annotations

from grognard.systems.shock.retreat import RetreatTo, retreat_ways
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import ENGAGED, ROUTED, STAND
from grognard.systems.shock.state.position import ShockPosition


def may_retreat_before(p: ShockPosition, u: int) -> bool:
    """Light cavalry and horse artillery, neither disordered, routed nor engaged."""
    battle = p.battle
    rules = battle.rules
    if u < 0 or battle.arm[u] not in rules.fire_play.before_arms:
        return False
    if p.order[u] == ROUTED or p.flags[u] & ENGAGED:
        return False
    return not (rules.order.d1_limits(p.order[u]) and rules.order.d1_no_retreat_before)


class RetreatBefore(UnitDecision):
    """A unit fired at or attacked from the hex `by` goes back, or stands."""

    by: int

    def ends(self, p: ShockPosition) -> dict[int, int]:
        """The hexes it may go back to, each with the length of the way."""
        rules = p.battle.rules.fire_play
        found: dict[int, int] = {}
        for length in range(rules.before_shortest, rules.before_longest + 1):
            found.update(dict.fromkeys(retreat_ways(p, self.unit, self.by, length), length))
        return found

    def options(self, p: ShockPosition) -> list[int]:
        """Stand, or a hex farther away."""
        return [STAND, *(p.battle.hex_at + h for h in sorted(self.ends(p)))]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there; a unit it leaves behind on the hex may go too."""
        if action == STAND:
            return
        u = self.unit
        left = p.hex[u]
        length = self.ends(p)[action - p.battle.hex_at]
        RetreatTo(unit=u, by=self.by, hexes=length).apply(p, action)
        behind = p.top_unit(left)
        if may_retreat_before(p, behind):
            p.stack.append(RetreatBefore(unit=behind, by=self.by))

    def prompt(self, p: ShockPosition) -> str:
        """Stand?"""
        return f"{p.battle.names[self.unit]} may fall back before the blow: stand, or where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to stand or fall back."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "stand" if action == STAND else f"retreat {p.battle.nouns.name(action)}"
