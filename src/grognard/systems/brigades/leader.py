"""The danger of an army commander whose stand has suffered casualties."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.systems.brigades.field import army_commander
from grognard.systems.brigades.position import BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll


def endanger(p: BrigadesPosition, leader: int) -> None:
    """The army commander attached to a stand that has suffered, or -1, may fall.

    He is rolled for once, whatever else befalls the stand in the same combat or rout.
    """
    if leader < 0 or not p.battle.rules.mortal[p.battle.rank[leader]]:
        return
    if not any(isinstance(step, Leader) and step.unit == leader for step in p.stack):
        p.stack.append(Leader(unit=leader))


def lose(p: BrigadesPosition, u: int, why: str) -> None:
    """Remove a stand with all that is left of it; an army commander with it may fall."""
    leader = army_commander(p, u)
    p.remove(u, why)
    endanger(p, leader)


class Leader(UnitRoll[BrigadesPosition]):
    """An army commander whose stand has suffered."""

    def check(self, p: BrigadesPosition) -> Check:
        """A six kills him."""
        return p.battle.rules.commander_kind.check(())

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """He falls, or not."""
        if outcome and p.on_table(self.unit):
            p.remove(self.unit, "killed")
