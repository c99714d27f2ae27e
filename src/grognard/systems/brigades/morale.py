"""Morale: both sides test, failures take effect, and cavalry whose opponents broke rides on."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.brigades.advance import stand_off
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.modifiers import facts, threat_to
from grognard.systems.brigades.movement import break_move
from grognard.systems.brigades.moving.leg import Break
from grognard.systems.brigades.moving.retreat import hold_off, middle
from grognard.systems.brigades.rout import drop
from grognard.systems.brigades.state.kinds import ASA, CAVALRY, DEGREES
from grognard.systems.brigades.state.position import CHARGED, ENGAGED, FAILED, NEW, BrigadesPosition
from grognard.systems.tabletop.asking import UnitRoll


class MoraleRules:
    """How far chargers are put back from cartridge weapons, and how far cavalry breaks through."""

    def __init__(self, book: Rulebook) -> None:
        self.put_back = book.int("brigades.morale.level.temporary.asa", "inches") * INCH
        self.break_parts = book.int("brigades.rulings.breakthrough.move", "parts")
        self.break_arc = book.int("brigades.rulings.breakthrough.move", "degrees") // DEGREES


class MoralePhase(Then[BrigadesPosition]):
    """Both sides test every stand in contact or under close fire; it takes effect together."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        tests: list[int] = []
        # brigades.morale.both brigades.misc.sequence.both
        for side in (self.side, 1 - self.side):
            for u in p.stands_on(side):
                threat = threat_to(p, u)
                p.state[u] &= ~(FAILED | NEW)
                if threat.touching:
                    p.state[u] |= ENGAGED
                if threat.touching or threat.firing:
                    tests.append(u)
        p.stack.append(BreakThroughs(side=self.side))
        p.stack.append(Effects())
        for u in reversed(tests):  # brigades.morale.roll.separate
            p.stack.append(Test(unit=u))


class Test(UnitRoll[BrigadesPosition]):
    """One stand tests its morale."""

    def check(self, p: BrigadesPosition) -> Check:
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome:
            p.state[self.unit] |= FAILED
            p.say(self.unit, "fails the morale test")


class Effects(Then[BrigadesPosition]):
    """The tests of the phase take effect: from where each runs is settled before anybody does."""

    def run(self, p: BrigadesPosition) -> None:
        failed = [u for u in range(p.battle.stands) if p.on_table(u) and p.state[u] & FAILED]
        p.stack.append(PutBack())
        drop(
            p, "its morale failed", *((u, *cause(p, u)) for u in failed)
        )  # brigades.morale.roll.drop
        for u in failed:
            p.state[u] &= ~FAILED


def cause(p: BrigadesPosition, u: int) -> tuple[int, int]:
    """The point from which a stand runs: the middle of the enemies that made it test."""
    threat = threat_to(p, u)
    return middle(p, threat.touching or threat.firing or [u])


class PutBack(Then[BrigadesPosition]):
    """Chargers newly disordered by their test do not stay in contact with cartridge weapons."""

    def run(self, p: BrigadesPosition) -> None:
        battle = p.battle
        for u in range(battle.stands):
            if not p.on_table(u) or not p.state[u] & NEW:
                continue
            p.state[u] &= ~NEW
            # From others it need not go: brigades.morale.level.temporary.contact.
            armed = [v for v in foes_touching(p, u) if battle.traits[v] & ASA]
            if armed and p.state[u] & CHARGED:
                stand_off(p, u)
                why = f"it does not stay with {p.name(armed[0])}"
                hold_off(p, u, armed[0], battle.rules.morale.put_back, why)


def breaks_through(p: BrigadesPosition, u: int) -> bool:
    """Whether cavalry was in contact, and all it touched routed or was destroyed."""
    if p.battle.arm[u] not in CAVALRY or not p.state[u] & ENGAGED:
        return False
    return not p.routed(u) and not foes_touching(p, u)  # brigades.morale.rout.breakthrough


class BreakThroughs(Then[BrigadesPosition]):
    """After the tests, before combat: the attacker's cavalry first, then the defender's."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        # brigades.rulings.breakthrough.when. What is pushed last is asked first.
        for u in [*p.stands_on(1 - self.side)[::-1], *p.stands_on(self.side)[::-1]]:
            if breaks_through(p, u):
                p.begin_again(u)
                p.stack.append(Break(unit=u, left=break_move(p, u)))
        for u in range(p.battle.stands):
            p.state[u] &= ~ENGAGED
