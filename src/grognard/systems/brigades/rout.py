"""Rout: a full move away, a casualty, friends run through, and the enemy that follows."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.engine.check import Check
from grognard.engine.event import EventKind
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.advance import Follow
from grognard.systems.brigades.command import lose
from grognard.systems.brigades.flanks import foes_touching, met_at
from grognard.systems.brigades.modifiers import facts, threat_to
from grognard.systems.brigades.moving.flight import Run
from grognard.systems.brigades.state.kinds import DEGREES, Stand
from grognard.systems.brigades.state.position import (
    CHARGED,
    FAILED,
    NEW,
    RALLIED,
    ROUT,
    STATIONARY,
    BrigadesPosition,
)
from grognard.systems.tabletop.asking import UnitRoll


class RoutRules:
    """What a rout costs, and how a way back is found."""

    def __init__(self, book: Rulebook) -> None:
        self.casualties = book.int("brigades.morale.rout.casualty", "casualties")
        self.bend = book.int("brigades.rulings.rout.direction", "degrees") // DEGREES
        self.past_friends = book.int("brigades.rulings.rout.direction", "clear") * INCH
        self.stride = book.int("brigades.rulings.rout.direction", "thousandths")


def drop(p: BrigadesPosition, why: str, *drops: tuple[int, int, int]) -> None:
    """Stands drop a level together; each comes with the point whence it would run.

    First all have their new level, then those who rout run, and then the enemies that were in
    contact with them may follow.
    """
    here = [one for one in drops if p.on_table(one[0])]
    questions = [_follow(p, u) for u, _, _ in here]
    running = []
    for (u, x, y), follow in zip(here, questions, strict=True):
        if p.routed(u):
            # brigades.morale.level.rout.fail brigades.morale.level.eliminated
            lose(p, u, f"broke for good ({why})")
        elif p.disordered(u):
            # brigades.morale.level.temporary.fail brigades.morale.level.permanent.fail
            # Militia too, which always is: brigades.rulings.attribute.militia.
            mark(p, u, why)
            running.append((Run(unit=u, x=x, y=y), follow))
        else:
            p.disorder(u, why)  # brigades.morale.level.good
            p.state[u] |= NEW
    for _, follow in reversed(running):
        p.stack.extend(follow)
    p.stack.extend(run for run, _ in reversed(running))


def _follow(p: BrigadesPosition, u: int) -> list[Follow]:
    """The question which one enemy follows a stand if it runs from where it is."""
    stands = tuple(foes_touching(p, u))  # brigades.morale.level.rout.enemy-advance
    if not stands:
        return []
    x, y = met_at(p, u, stands[0])
    return [Follow(side=1 - p.battle.side[u], stands=stands, x=x, y=y)]


def mark(p: BrigadesPosition, u: int, why: str) -> None:
    """A stand is routed from now on, and has lost its gun."""
    # brigades.morale.rout.markers
    p.state[u] = p.state[u] & ~(STATIONARY | FAILED | NEW | RALLIED | CHARGED) | ROUT
    p.say(u, f"routs: {why}", kind=EventKind.ROUT)
    p.look_again()
    p.lose_gun(u)  # brigades.morale.rout.dedicated-gun


class StruckAtOnce(UnitRoll[BrigadesPosition]):
    """A stand struck by a breakthrough tests its morale at once."""

    by: Stand

    def check(self, p: BrigadesPosition) -> Check:
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale_kind.check(situation)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome:
            b = p.rect(self.by)
            drop(p, "a breakthrough strikes it", (self.unit, b.x, b.y))
