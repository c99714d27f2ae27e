"""Questions about one unit: its owner answers or throws, and the picture points at it."""

from __future__ import annotations

from typing import ClassVar

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


class UnitRoll(Roll[ShockPosition]):
    """A roll for a unit."""

    abstract = True

    unit: Unit

    def roller(self, p: ShockPosition) -> int:
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.uid(self.unit),)
