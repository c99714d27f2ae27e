"""Standing still and shaking off disorder; what becomes of stands that begin in contact."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.lattice import TENTH
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.charge import may_strike
from grognard.systems.brigades.command import in_marsh, lose_touch, obeys
from grognard.systems.brigades.field import foes_touching
from grognard.systems.brigades.ground import area_under, ground_disorders
from grognard.systems.brigades.position import (
    ACTED,
    CHARGED,
    COLUMN,
    LIMBERED,
    MIRED,
    MOVE_STATES,
    NOBODY,
    OUT,
    ROUT,
    STATIONARY,
    YELLOW,
    BrigadesPosition,
)
from grognard.systems.brigades.retreat import fall_back


def in_forest(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand's centre lies in a forest."""
    return area_under(p, p.x[u] * TENTH, p.y[u] * TENTH, tablemap.FOREST) >= 0


def inside_disorders(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground a stand is on keeps it disordered."""
    return bool(p.state[u] & MIRED and in_marsh(p, u)) or ground_disorders(p, u)


def may_recover(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand can shake off its temporary disorder now."""
    rules = p.battle.rules
    state = p.state[u]
    wanted = ROUT if rules.permanent_recovers else YELLOW
    if not state & wanted or state & ROUT == ROUT or not rules.temporary_recovers:
        return False
    if rules.out_no_recovery and not obeys(p, u):
        return False
    if rules.terrain.forest_no_recovery and in_forest(p, u):
        return False
    if inside_disorders(p, u) and not rules.terrain.key.inside_recovers:
        return False
    return rules.recover_in_contact or not foes_touching(p, u)


def recovery_cost(p: BrigadesPosition, u: int) -> int:
    """What recovery takes of a stand's move, in mils."""
    return p.full_move(u) // p.battle.rules.recover_parts


def recover(p: BrigadesPosition, u: int) -> None:
    """The stand is in good order again."""
    p.state[u] &= ~(ROUT if p.battle.rules.permanent_recovers else YELLOW)
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'is')} in good order again.", p.uid(u))


def may_settle(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground lets a stand become stationary: in a forest only along a feature."""
    terrain = p.battle.rules.terrain
    if not terrain.forest_no_stationary or not in_forest(p, u):
        return True
    land = p.battle.land
    return any(land.lines[i].kind in terrain.along for i in land.lines_touched(p.rect(u)))


def stands_still(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand has become, or stays, stationary at the end of its movement phase."""
    battle = p.battle
    rules = battle.rules
    state = p.state[u]
    if not rules.may_be_stationary[battle.arm[u]] or state & (ACTED | LIMBERED):
        return False
    if state & COLUMN and not rules.stationary_in_column:
        return False
    if p.disordered(u) and rules.stationary_good_order:
        return False
    if p.tired[battle.division[u]] and rules.exhausted_no_stationary:
        return False
    if state & STATIONARY and (not state & OUT or rules.out_keeps_stationary):
        return True
    if state & OUT and rules.out_no_stationary:
        return False
    return may_settle(p, u)


class StandStill(Then[BrigadesPosition]):
    """The end of a movement phase: contacts are kept or given up, and who did not stir settles."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        """Settle the attacker's stands, and forget who had moved."""
        lose_touch(p, self.side)
        for u in p.stands_on(self.side):
            if not p.state[u] & CHARGED and not p.routed(u):
                foes = foes_touching(p, u)
                if foes:
                    self.begun_in_contact(p, u, foes)
        for u in p.stands_on(self.side):
            still = stands_still(p, u)
            p.state[u] = p.state[u] & ~STATIONARY | (STATIONARY if still else 0)
        for u in range(p.battle.count):
            p.state[u] &= ~MOVE_STATES

    def begun_in_contact(self, p: BrigadesPosition, u: int, foes: list[int]) -> None:
        """Charge to keep the contact, or step back."""
        if may_hold(p, u, foes):
            p.state[u] |= ACTED
        else:
            step_back(p, u, foes)


def may_hold(p: BrigadesPosition, u: int, foes: list[int]) -> bool:
    """Whether a stand may charge one of those it touches, and so keep the contact."""
    tired = p.tired[p.battle.division[u]] and p.battle.rules.exhausted_no_contact
    return not tired and any(not may_strike(p, u, v) for v in foes)


def step_back(p: BrigadesPosition, u: int, foes: list[int]) -> None:
    """An inch back out of contact, which does not cost the stationary state."""
    rules = p.battle.rules
    here = (p.x[u], p.y[u])
    b = p.rect(foes[0])
    if rules.step_round:
        fall_back(p, u, rules.step_back, b.x, b.y, turn=False, runs=False, past=False)
    if (p.x[u], p.y[u]) == here:
        through = fall_back(p, u, rules.step_back, b.x, b.y, turn=False, runs=False)
        if p.close_order(u) and rules.passing_disorders:
            for v in through:
                if p.close_order(v):
                    p.disorder(u)
                    p.disorder(v)
    if p.state[u] & OUT and rules.out_disorders and (p.x[u], p.y[u]) != here:
        p.disorder(u)
    # It had to leave whoever gave it command.
    p.mate[u] = NOBODY
    if not rules.step_back_stationary:
        p.state[u] = p.state[u] & ~STATIONARY | ACTED
