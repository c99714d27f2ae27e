"""Standing still, and shaking off disorder."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.brigades.command import lose_touch, obeys
from grognard.systems.brigades.contact import keep_or_leave
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.state.ground import ground_disorders, in_forest, in_marsh
from grognard.systems.brigades.state.kinds import ARMS
from grognard.systems.brigades.state.position import (
    ACTED,
    CHARGED,
    COLUMN,
    LIMBERED,
    MIRED,
    MOVE_STATES,
    OUT,
    ROUT,
    STATIONARY,
    YELLOW,
    BrigadesPosition,
)


class StationaryRules:
    """Who can be stationary and where, and what recovery from disorder takes."""

    def __init__(self, book: Rulebook) -> None:
        arms = book.words("brigades.rulings.stationary.who", "arms")
        self.arms = [arm in arms for arm in ARMS]
        along = book.words("brigades.terrain.forest.no-stationary", "along")
        self.along = [tablemap.LINES.index(word) for word in along]
        self.recovery_parts = book.int("brigades.rulings.recovery.temporary", "parts")


def inside_disorders(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground a stand is on keeps it disordered."""
    return bool(p.state[u] & MIRED and in_marsh(p, u)) or bool(ground_disorders(p, u))


def may_recover(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand can shake off its temporary disorder now."""
    # brigades.morale.level.temporary.recover, but brigades.rulings.recovery.permanent
    if p.state[u] & ROUT != YELLOW:
        return False
    if not obeys(p, u):  # brigades.command.out.no-recovery
        return False
    if in_forest(p, u):  # brigades.terrain.forest.no-recovery
        return False
    if inside_disorders(p, u):  # brigades.terrain.key.di
        return False
    return not foes_touching(p, u)  # brigades.rulings.recovery.temporary


def recovery_cost(p: BrigadesPosition, u: int) -> int:
    """What recovery takes of a stand's move, in mils."""
    return p.full_move(u) // p.battle.rules.stationary.recovery_parts


def recover(p: BrigadesPosition, u: int) -> None:
    p.state[u] &= ~YELLOW
    p.say(u, "is in good order again")


def may_settle(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground lets a stand become stationary: in a forest only along a feature."""
    if not in_forest(p, u):
        return True
    along, land = p.battle.rules.stationary.along, p.battle.land
    return any(land.lines[i].kind in along for i in land.lines_touched(p.rect(u)))


def stands_still(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand has become, or stays, stationary at the end of its movement phase."""
    battle = p.battle
    state = p.state[u]
    if not battle.rules.stationary.arms[battle.arm[u]] or state & (ACTED | LIMBERED):
        return False
    if state & COLUMN or p.disordered(u):  # brigades.rulings.stationary.gained
        return False
    if p.tired[battle.division[u]]:  # brigades.exhaustion.no-stationary
        return False
    if state & STATIONARY:  # brigades.command.out.keep-stationary
        return True
    if state & OUT:  # brigades.command.out.no-stationary
        return False
    return may_settle(p, u)


class StandStill(Then[BrigadesPosition]):
    """The end of a movement phase: contacts are kept or given up, and who did not stir settles."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        lose_touch(p, self.side)
        for u in p.stands_on(self.side):
            if not p.state[u] & CHARGED and not p.routed(u):
                foes = foes_touching(p, u)
                if foes:
                    keep_or_leave(p, u, foes)
        for u in p.stands_on(self.side):
            # From now on: brigades.rulings.stationary.at-once brigades.rulings.stationary.lost
            if not stands_still(p, u):
                p.stir(u)
            elif not p.state[u] & STATIONARY:
                p.state[u] |= STATIONARY
                p.say(u, "is stationary")
        for u in range(p.battle.count):
            p.state[u] &= ~MOVE_STATES
