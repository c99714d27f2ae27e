"""Marshes: a stand that wants to go through one sounds it first."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.engine.check import Check
from grognard.systems.brigades.kinds import GUNS
from grognard.systems.brigades.position import BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll


def marsh_ahead(p: BrigadesPosition, u: int, reach: int) -> int:
    """The marsh, by its number, within reach of a stand that must roll for it, or -1."""
    battle = p.battle
    if not battle.rules.terrain.move[tablemap.MARSH][battle.arm[u]].roll:
        return -1
    a = p.rect(u)
    for number, area in enumerate(battle.marshes):
        left, top, right, bottom = battle.land.areas[area].box
        if left - reach <= a.x <= right + reach and top - reach <= a.y <= bottom + reach:
            return number
    return -1


class Sounding(UnitRoll[BrigadesPosition]):
    """How bad the marsh before a stand is; the leg that follows waits below it on the stack."""

    number: int

    def check(self, p: BrigadesPosition) -> Check:
        """Worse for guns and for those who come later."""
        rules = p.battle.rules
        before = p.trodden[self.number] if rules.terrain.marsh_whole else 0
        guns = int(p.battle.arm[self.unit] == GUNS)
        return rules.marsh_kind.check((guns, before))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """What the distance in marsh counts in this move."""
        key = p.battle.rules.terrain.key
        leg = p.stack.pop()
        p.stack.append(leg.but(marsh=(1, key.double, key.quadruple)[outcome]))
