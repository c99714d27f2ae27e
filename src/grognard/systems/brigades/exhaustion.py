"""Exhaustion: divisions that have lost too much, and those that collapse."""

from __future__ import annotations

from grognard.boards.table.lattice import TENTH
from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll, Then
from grognard.systems.brigades.rout import drop
from grognard.systems.brigades.state.kinds import Division
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.state.roster import GRADES
from grognard.systems.tabletop.dice import above


class ExhaustionRules:
    """How much of a division's strength exhausts it, in percent by its grade."""

    def __init__(self, book: Rulebook) -> None:
        self.percent = {
            grade: book.int("brigades.rulings.exhaustion.level", grade) for grade in GRADES
        }


class CollapseKind(CheckKind):
    """An exhausted division with losses this turn: d6 of at most them collapses it."""

    name = "collapse"
    title = "Collapse"
    outcomes = ("collapse", "stands")
    facts = (Fact("casualties", "Casualties this turn", "Division", NUMBER, 0, 60, default=1),)

    def build(self, situation: Situation) -> Check:
        most = situation[0]
        table = above(most)  # brigades.exhaustion.collapse.roll
        target = f"collapses on {most} or less"
        return Check(self, situation, (D6,), (), target, self.outcomes, table)


def casualties(p: BrigadesPosition, d: int) -> int:
    return sum(p.losses[u] for u in p.battle.troops[d])  # brigades.rulings.exhaustion.counts


class ExhaustionPhase(Then[BrigadesPosition]):
    """Divisions are checked; exhausted ones that suffered in this player turn may collapse."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        battle = p.battle
        rolls = []
        # Of both sides: brigades.exhaustion.both brigades.misc.sequence.both
        for d, division in enumerate(battle.divisions):
            # brigades.exhaustion.level
            if not p.tired[d] and casualties(p, d) >= battle.level_of[d]:
                p.tired[d] = 1
                p.tell(f"{division.name} is exhausted.")
                for u in battle.troops[d]:
                    p.stir(u)  # brigades.exhaustion.stationary-removed
            # brigades.exhaustion.collapse.who brigades.rulings.exhaustion.once
            if p.tired[d] and p.today[d] and not p.collapsed[d]:
                rolls.append(d)
        for d in reversed(rolls):
            p.stack.append(Collapse(division=d))


class Collapse(Roll[BrigadesPosition]):
    """Whether an exhausted division collapses."""

    division: Division

    def roller(self, p: BrigadesPosition) -> int:
        return p.battle.divisions[self.division].side

    def check(self, p: BrigadesPosition) -> Check:
        return p.battle.rules.collapse_kind.check((p.today[self.division],))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome:
            return
        d = self.division
        p.collapsed[d] = 1
        p.tell(f"{p.battle.divisions[d].name} collapses.")
        here = [u for u in p.battle.troops[d] if p.on_table(u)]
        # brigades.exhaustion.collapse.drop brigades.rulings.open.collapse-rout
        drop(p, "its division collapses", *((u, *nearest_foe(p, u)) for u in here))

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        return tuple(p.uid(u) for u in p.battle.troops[self.division] if p.on_table(u))


def nearest_foe(p: BrigadesPosition, u: int) -> tuple[int, int]:
    """The centre of the nearest enemy, whence a stand would run."""
    foes = p.stands_on(1 - p.battle.side[u])
    if not foes:
        return p.x[u] * TENTH, p.y[u] * TENTH
    v = min(foes, key=lambda w: ((p.x[w] - p.x[u]) ** 2 + (p.y[w] - p.y[u]) ** 2, w))
    return p.x[v] * TENTH, p.y[v] * TENTH
