"""Contact: what a charge does when it gets home, and stands that begin their move in contact."""

from __future__ import annotations

from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import TENTH
from grognard.boards.table.rect import Rect, gap
from grognard.boards.table.shape import shape
from grognard.engine.step import Step
from grognard.systems.brigades.charge import exhausted, may_strike
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.moving.retreat import fall_back
from grognard.systems.brigades.rout import Run, StruckAtOnce
from grognard.systems.brigades.skirmishers import Yield
from grognard.systems.brigades.state.kinds import ASA, FOOT, SKIRMISHERS
from grognard.systems.brigades.state.position import ACTED, CHARGED, NOBODY, OUT, BrigadesPosition
from grognard.systems.brigades.terrain import WATERS

BANK = 500  # mils from the water within which a stand touches its bank


def get_home(
    p: BrigadesPosition, u: int, target: int, fresh: bool, crossed: bool, breaking: bool
) -> tuple[bool, list[Step[BrigadesPosition]]]:
    """A charge touches its enemy: whether it may go on, and what is pushed, the last first.

    `fresh` says whether the charger began its leg in good order, `crossed` whether over water.
    """
    battle = p.battle
    p.state[u] |= CHARGED
    # A charge may touch several at once, and strikes them all.
    struck = [target, *(v for v in foes_touching(p, u) if v != target)]
    if crossed and any(holds_bank(p, u, v) for v in struck):
        p.disorder(u)
    armed = [v for v in struck if battle.traits[v] & ASA]  # brigades.rulings.attribute.asa
    if armed and fresh and p.disordered(u):
        b = p.rect(armed[0])
        fall_back(p, u, battle.rules.charge.repulse, b.x, b.y, turn=False, runs=False)
        p.say(u, "is repulsed", armed[0])
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
    if ahead_of(b, p.began_x[u] * TENTH, p.began_y[u] * TENTH) < 0:
        return False
    near = Rect(b.x, b.y, shape(b.shape.facing, b.shape.width + 2 * BANK, b.shape.depth + 2 * BANK))
    land = p.battle.land
    # brigades.terrain.stream.combat brigades.terrain.marshy-stream.combat
    # brigades.terrain.bridge.combat, over a river
    return any(land.lines[i].kind in WATERS for i in land.lines_touched(near))


def may_hold(p: BrigadesPosition, u: int, foes: list[int]) -> bool:
    """Whether a stand may charge one of those it touches, and so keep the contact."""
    return not exhausted(p, u) and any(not may_strike(p, u, v) for v in foes)


def keep_or_leave(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """A stand that began its move in contact charges to keep it, or steps back."""
    if may_hold(p, u, foes):
        p.state[u] |= ACTED
    else:
        step_back(p, u, foes)


def step_back(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """An inch back out of contact, which does not cost the stationary state."""
    back = p.battle.rules.charge.step_back
    here = (p.x[u], p.y[u])
    b = p.rect(foes[0])
    # Round friends, or else through them: brigades.rulings.charge.step-back.
    fall_back(p, u, back, b.x, b.y, turn=False, runs=False, past=False)
    if (p.x[u], p.y[u]) == here:
        through = fall_back(p, u, back, b.x, b.y, turn=False, runs=False)
        if p.close_order(u):
            for v in through:
                if p.close_order(v):
                    p.disorder(u)
                    p.disorder(v)
    if p.state[u] & OUT and (p.x[u], p.y[u]) != here:
        p.disorder(u)  # brigades.command.out.half-move
    # It had to leave whoever gave it command. It may be stationary all the same:
    # brigades.charge.start-in-contact.stationary.
    p.mate[u] = NOBODY
