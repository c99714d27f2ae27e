"""Questions about one unit: its owner answers or throws, and the picture points at it."""

from __future__ import annotations

from typing import ClassVar

from grognard.boards.hexes import bits
from grognard.engine.numbers import Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.shock.state.position import ShockPosition


class UnitDecision(Decision[ShockPosition]):
    """A decision about a unit."""

    abstract = True
    asks: ClassVar[str] = ""  # what follows the unit's name in the prompt
    waits: ClassVar[str] = ""  # what the others wait for the unit to do

    unit: Unit

    def actor(self, p: ShockPosition) -> int:
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.uid(self.unit),)

    def prompt(self, p: ShockPosition) -> str:
        return p.does(self.unit, self.asks)

    def waiting(self, p: ShockPosition) -> str:
        return f"Waiting for {p.battle.names[self.unit]} to {self.waits}."

    def phrase(self, p: ShockPosition, action: int) -> str:
        return f"> {p.battle.nouns.name(action)}"


class TargetDecision(UnitDecision):
    """The owner picks an enemy by the top unit of its hex; a line's second half by its hex."""

    abstract = True

    def targets(self, p: ShockPosition) -> int:
        """The hexes that may be picked."""
        raise NotImplementedError

    def options(self, p: ShockPosition) -> list[int]:
        battle = p.battle
        found: list[int] = []
        for h in bits(self.targets(p)):
            action = battle.unit_at + p.top_unit(h)
            found.append(battle.hex_at + h if action in found else action)
        found.sort()
        return found

    def hex_of(self, p: ShockPosition, action: int) -> int:
        """The hex that an answer picks."""
        battle = p.battle
        if action >= battle.hex_at:
            return action - battle.hex_at
        targets = self.targets(p)
        return min(h for h in p.hexes_of(action - battle.unit_at) if targets >> h & 1)


class UnitRoll(Roll[ShockPosition]):
    """A roll for a unit."""

    abstract = True

    unit: Unit

    def roller(self, p: ShockPosition) -> int:
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.uid(self.unit),)
