"""The danger of an army commander whose stand has suffered casualties."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.systems.brigades.position import BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll


def endanger(p: BrigadesPosition, leader: int) -> None:
    """The army commander attached to a stand that has suffered, or -1, may fall."""
    if leader >= 0 and p.battle.rules.mortal[p.battle.rank[leader]]:
        p.stack.append(Leader(leader))


class Leader(UnitRoll):
    """An army commander whose stand has suffered."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def check(self, p: BrigadesPosition) -> Check:
        """A six kills him."""
        return p.battle.rules.commander_kind.check(())

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """He falls, or not."""
        if outcome:
            p.remove(self.unit, "was killed")
