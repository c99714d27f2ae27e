"""Flight: a routed stand runs, and friends in its way are tested."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.engine.check import Check
from grognard.engine.step import Then
from grognard.systems.brigades.command import endanger
from grognard.systems.brigades.flanks import army_commander, foes_touching
from grognard.systems.brigades.modifiers import MoraleFacts
from grognard.systems.brigades.moving.retreat import fall_back
from grognard.systems.brigades.state.kinds import Stand
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.position import Mils


class Run(Then[BrigadesPosition]):
    """A routed stand runs from a point; friends in its way are tested."""

    unit: Stand
    x: Mils
    y: Mils

    def run(self, p: BrigadesPosition) -> None:
        """A casualty and a full move; what is left of who finds no way is lost as well."""
        u = self.unit
        if not p.on_table(u):
            return
        battle = p.battle
        leader = army_commander(p, u)
        before = p.losses[u]
        p.hurt(u, battle.rules.rout.casualties, "rout")
        if p.on_table(u):
            # brigades.morale.rout.move; then it stays: brigades.morale.rout.stays.
            through = fall_back(p, u, battle.move[u], self.x, self.y, "rout", turn=True)
            # brigades.morale.rout.pass-through brigades.rulings.rout.pass-through
            shaken = [v for v in through if p.close_order(v)]
            for v in shaken:
                p.say(u, f"runs through {p.name(v)}", v)
            p.stack += [RunThrough(unit=v, by=u) for v in reversed(shaken)]
        if p.losses[u] > before:
            endanger(p, leader)


class RunThrough(UnitRoll[BrigadesPosition]):
    """A close-order stand through which a friend has run tests its morale."""

    by: Stand

    def check(self, p: BrigadesPosition) -> Check:
        u = self.unit
        situation = MoraleFacts(rating=p.battle.morale[u], disordered=int(p.disordered(u)))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome and p.on_table(self.unit):
            p.disorder(self.unit, f"{p.name(self.by)} ran through it")


def rout_again(p: BrigadesPosition, u: int) -> None:
    """Routed enemies whom a stand has come to touch run once more, the first listed first."""
    # brigades.charge.fugitives.rout-again
    for v in reversed(foes_touching(p, u)):
        if p.routed(v):
            p.stack.append(Run(unit=v, x=p.x[u] * TENTH, y=p.y[u] * TENTH))
