"""Retreat before fire or shock: light cavalry and horse guns give ground before the blow falls."""

from __future__ import annotations

from grognard.engine.step import Decision
from grognard.systems.shock.battle import STAND
from grognard.systems.shock.position import ENGAGED, GAVE_WAY, MOVED, ROUTED, ShockPosition
from grognard.systems.shock.retreat import retreat_ways
from grognard.systems.shock.stacking import arrive, follow_leaders


def may_retreat_before(p: ShockPosition, u: int) -> bool:
    """Light cavalry and horse artillery, neither disordered, routed nor engaged."""
    battle = p.battle
    rules = battle.rules
    if u < 0 or battle.arm[u] not in rules.fire_play.before_arms:
        return False
    if p.order[u] == ROUTED or p.flags[u] & ENGAGED:
        return False
    return not (rules.order.d1_limits(p.order[u]) and rules.order.d1_no_retreat_before)


class RetreatBefore(Decision):
    """A unit fired at or attacked from the hex `by` goes back hex by hex, or stands."""

    __slots__ = ("by", "gone", "unit")

    def __init__(self, by: int, gone: int, unit: int) -> None:
        self.by = by
        self.gone = gone
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """Stand, or a hex farther away; once it goes it goes the shortest way at least."""
        first = p.battle.hex_at
        hexes = [first + h for h in sorted(retreat_ways(p, self.unit, self.by, 1))]
        if hexes and 0 < self.gone < p.battle.rules.fire_play.before_shortest:
            return hexes
        return [STAND, *hexes]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go there; then it may go on, and those it leaves behind may go too."""
        if action == STAND:
            return
        u = self.unit
        h = action - p.battle.hex_at
        left = p.hex[u]
        p.place(u, h)
        p.mark(u, GAVE_WAY | MOVED)
        follow_leaders(p, u, left)
        arrive(p, u)
        if p.ear is not None:
            where = p.battle.grid.name(h)
            p.tell(f"{p.battle.names[u]} falls back to {where}.", p.uid(u), p.hid(h))
        behind = p.top_unit(left)
        if not self.gone and may_retreat_before(p, behind):
            p.stack.append(RetreatBefore(self.by, 0, behind))
        if self.gone + 1 < p.battle.rules.fire_play.before_longest:
            p.stack.append(RetreatBefore(self.by, self.gone + 1, u))

    def prompt(self, p: ShockPosition) -> str:
        """Stand?"""
        name = p.battle.names[self.unit]
        if self.gone:
            return f"{name} falls back: stand here, or farther?"
        return f"{name} may fall back before the enemy: stand, or where to?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to stand or fall back."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "stand" if action == STAND else f"retreat {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)
