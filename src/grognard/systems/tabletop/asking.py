"""Questions and rolls about a unit: who throws for it, and what the picture points at."""

from __future__ import annotations

from grognard.engine.step import Decision, Roll
from grognard.systems.tabletop.position import TablePosition


class UnitDecision(Decision):
    """A question about a unit, which the subclass holds in a slot."""

    __slots__ = ()

    unit: int

    def about(self, p: TablePosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


class UnitRoll(Roll):
    """A roll for a unit, which the subclass holds in a slot."""

    __slots__ = ()

    unit: int

    def roller(self, p: TablePosition) -> int:
        """The unit's own side."""
        return p.battle.side[self.unit]

    def about(self, p: TablePosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


class StrikeRoll(UnitRoll):
    """A roll of a unit at another, both of which the subclass holds in slots."""

    __slots__ = ()

    target: int

    def about(self, p: TablePosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.unit), p.uid(self.target))
