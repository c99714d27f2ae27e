"""Questions and rolls about a unit: who throws for it, and what the picture points at."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from grognard.engine.grammar import clause
from grognard.engine.numbers import Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.tabletop.position import TablePosition

T = TypeVar("T", bound=TablePosition)


class Name(str):
    """A name that agrees with the verb it is written with: `{unit:has}`."""

    __slots__ = ()

    def __format__(self, verb: str) -> str:
        return clause(self, verb) if verb else str(self)


class UnitDecision(Decision[T]):
    """A question about a unit; `asks` and `waits` are its words, with `{unit}` or `{unit:has}`."""

    asks: ClassVar[str] = ""
    waits: ClassVar[str] = ""

    unit: Unit

    def about(self, p: T) -> tuple[str, ...]:
        return (p.uid(self.unit),)

    def words(self, p: T) -> dict[str, str]:
        """What stands in the words of the question."""
        return {"unit": Name(p.name(self.unit))}

    def prompt(self, p: T) -> str:
        return self.asks.format(**self.words(p))

    def waiting(self, p: T) -> str:
        return self.waits.format(**self.words(p))


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
