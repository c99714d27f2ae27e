"""Contact: what a charge does when it gets home, and stands that begin their move in contact."""

from __future__ import annotations

from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import gap, grown
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Step
from grognard.systems.brigades.charge import may_hold
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.moving.flight import Run
from grognard.systems.brigades.moving.retreat import fall_back, hold_off, middle
from grognard.systems.brigades.rout import StruckAtOnce
from grognard.systems.brigades.skirmishers import Yield
from grognard.systems.brigades.state.kinds import ASA, FOOT, SKIRMISHERS
from grognard.systems.brigades.state.position import (
    ACTED,
    COLUMN,
    NOBODY,
    OUT,
    BrigadesPosition,
)
from grognard.systems.brigades.terrain import WATERS


class ContactRules:
    """How near to the water a stand touches its bank."""

    def __init__(self, book: Rulebook) -> None:
        self.bank = book.int("brigades.rulings.bank", "thousandths")


def get_home(
    p: BrigadesPosition, u: int, target: int, fresh: bool, crossed: bool, breaking: bool
) -> tuple[bool, list[Step[BrigadesPosition]]]:
    """A charge touches its enemy: whether it may go on, and what is pushed, the last first.

    `fresh` says whether the charger began its leg in good order, `crossed` whether over water.
    """
    battle = p.battle
    p.mark_charged(u)
    # A charge may touch several at once, and strikes them all.
    struck = [target, *(v for v in foes_touching(p, u) if v != target)]
    for v in struck[1:]:
        p.say(u, f"strikes {p.name(v)} as well", v)
    if crossed and any(holds_bank(p, u, v) for v in struck):
        p.disorder(u, f"it crossed to {p.name(target)}, who holds the bank")
    armed = [v for v in struck if battle.traits[v] & ASA]  # brigades.rulings.attribute.asa
    if armed and fresh and p.disordered(u):
        why = f"{clause(p.name(armed[0]), 'repulses')} it"
        hold_off(p, u, armed[0], battle.rules.charge.repulse, why)
        return False, []
    routed = [v for v in struck if p.routed(v)]
    follows: list[Step[BrigadesPosition]] = []
    for v in reversed(struck):
        if v not in routed:
            follows += meet(p, u, v, breaking)
    for v in reversed(routed):  # brigades.charge.fugitives.rout-again
        follows.append(Run(unit=v, x=p.x[u] * TENTH, y=p.y[u] * TENTH))
    # brigades.charge.fugitives.continue; no pursuit in woods: brigades.charge.pursuit-in-woods.
    return routed == struck, follows


def meet(p: BrigadesPosition, u: int, v: int, breaking: bool) -> list[Step[BrigadesPosition]]:
    """What follows at once for an enemy that is struck and not routed: he never turns to face."""
    battle = p.battle  # brigades.rulings.charge.no-turn-to-face
    if breaking:
        return [StruckAtOnce(unit=v, by=u)]  # brigades.rulings.breakthrough.test
    screen = battle.arm[u] == FOOT and battle.arm[v] in SKIRMISHERS
    if screen and gap(p.began(u), p.rect(v)) > battle.rules.skirmishers.yield_beyond:
        return [Yield(side=battle.side[v], unit=u, victim=v)]
    return []


def holds_bank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a defender faces and touches the bank over which a stand came."""
    b = p.rect(v)
    x, y = p.began_x[u] * TENTH, p.began_y[u] * TENTH
    if ahead_of(b, x, y) < 0:
        return False
    land = p.battle.land
    touched = land.lines_touched(grown(b, p.battle.rules.contact.bank))
    between = land.lines_between(x, y, b.x, b.y)  # not a water at his back
    # brigades.terrain.stream.combat brigades.terrain.marshy-stream.combat
    # brigades.terrain.bridge.combat, over a river
    return any(land.lines[i].kind in WATERS for i in touched if i in between)


def keep_or_leave(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """A stand that began its move in contact charges to keep it, or steps back."""
    if may_hold(p, u, p.rect(u), foes):
        p.state[u] |= ACTED
        p.say(u, f"keeps the contact with {p.name(foes[0])}", *foes)
    else:
        step_back(p, u, foes)


def step_back(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """An inch back out of contact, which does not cost the stationary state."""
    here = (p.x[u], p.y[u])
    _an_inch_back(p, u, foes)
    if (p.x[u], p.y[u]) == here and p.state[u] & COLUMN:
        p.break_column(u)  # brigades.rulings.movement.column-driven
        _an_inch_back(p, u, foes)
    if (p.x[u], p.y[u]) == here:
        p.say(u, f"has no room to leave the contact with {p.name(foes[0])}")
    elif p.state[u] & OUT:
        p.disorder(u, "it moved out of command")  # brigades.command.out.half-move
    # It had to leave whoever gave it command. It may be stationary all the same:
    # brigades.charge.start-in-contact.stationary.
    p.mate[u] = NOBODY


def _an_inch_back(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """Round friends, or else through them."""
    back = p.battle.rules.charge.step_back  # brigades.rulings.charge.step-back
    here = (p.x[u], p.y[u])
    x, y = middle(p, foes)  # brigades.rulings.rout.direction
    why = f"it leaves the contact with {p.name(foes[0])}"
    fall_back(p, u, back, x, y, why, runs=False, past=False)
    if (p.x[u], p.y[u]) != here:
        return
    for v in fall_back(p, u, back, x, y, why, runs=False):
        if p.close_order(u) and p.close_order(v):
            p.disorder(u, f"it passed through {p.name(v)}")
            p.disorder(v, f"{p.name(u)} passed through it")
