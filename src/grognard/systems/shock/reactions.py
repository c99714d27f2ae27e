"""Reactions to shock: fire at those who come on."""

from __future__ import annotations

from grognard.engine.step import Then
from grognard.systems.shock.declaring import attackers_of
from grognard.systems.shock.fire import fire_targets, firing_with, front_hexes, may_react, top_gun
from grognard.systems.shock.shooting import FireRoll
from grognard.systems.shock.state.asking import UnitDecision
from grognard.systems.shock.state.kinds import HOLD
from grognard.systems.shock.state.position import ShockPosition


class ReactionFire(Then[ShockPosition]):
    """Every defender with an attacker in front of it may fire once."""

    hex: int

    def run(self, p: ShockPosition) -> None:
        """Ask those who can."""
        attackers = attackers_of(p, self.hex)
        if not attackers:
            return
        side = 1 - p.battle.side[attackers[0]]
        for v in reversed(p.battle.units_of[side]):
            if p.hex[v] >= 0 and may_react(p, v):
                p.stack.append(ReactFire(unit=v, hex=self.hex))


class ReactFire(UnitDecision):
    """A unit fires at an attacker in its front, or holds its fire."""

    hex: int

    def options(self, p: ShockPosition) -> list[int]:
        """Hold, or an attacker in front."""
        v = self.unit
        if p.hex[v] < 0 or not may_react(p, v):
            return [HOLD]
        mask = front_hexes(p, v) & fire_targets(p, v)
        top = top_gun(p, v)
        if top >= 0 and may_react(p, top):
            mask &= ~fire_targets(p, top)  # it would have fired with the gun on top
        shots = {
            p.battle.unit_at + p.top_unit(h)
            for u in attackers_of(p, self.hex)
            for h in p.hexes_of(u)
            if mask >> h & 1
        }
        return [HOLD, *sorted(shots)]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Fire."""
        if action == HOLD:
            return
        target = action - p.battle.unit_at
        mask = front_hexes(p, self.unit)
        h = next(x for x in p.hexes_of(target) if mask >> x & 1)
        p.stack.append(
            FireRoll(battery=0, hex=h, reaction=1, units=tuple(firing_with(p, self.unit, h, 1)))
        )

    def default(self, p: ShockPosition) -> int:
        """Fire if it can."""
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        """Fire?"""
        return f"{p.battle.names[self.unit]}: fire at the attackers, or hold?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to fire or hold."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "hold" if action == HOLD else f"fire > {p.battle.nouns.name(action)}"
