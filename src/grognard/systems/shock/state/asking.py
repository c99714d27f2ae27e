"""Questions about one unit: its owner answers or throws, and the picture points at it."""

from __future__ import annotations

from grognard.engine.numbers import Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.shock.state.position import ShockPosition


class UnitDecision(Decision[ShockPosition]):
    """A decision about a unit."""

    abstract = True

    unit: Unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


class UnitRoll(Roll[ShockPosition]):
    """A roll for a unit."""

    abstract = True

    unit: Unit

    def roller(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)
