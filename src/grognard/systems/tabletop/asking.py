"""Questions and rolls about a unit: who throws for it, and what the picture points at."""

from __future__ import annotations

from typing import TypeVar

from grognard.engine.numbers import Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.tabletop.position import TablePosition

T = TypeVar("T", bound=TablePosition)


class UnitDecision(Decision[T]):
    """A question about a unit."""

    unit: Unit

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit),)


class OwnDecision(UnitDecision[T]):
    """A question about a unit to the side it belongs to."""

    def actor(self, p: T) -> int:
        return p.battle.side[self.unit]


class UnitRoll(Roll[T]):
    """A roll for a unit."""

    unit: Unit

    def roller(self, p: T) -> int:
        return p.battle.side[self.unit]

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit),)


class StrikeRoll(UnitRoll[T]):
    """A roll of a unit at another."""

    target: Unit

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit), p.uid(self.target))
