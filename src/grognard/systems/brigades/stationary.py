"""Standing still, and shaking off disorder."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.brigades.command import lose_touch, obeys
from grognard.systems.brigades.contact import may_hold, step_back
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.state.ground import ground_disorders, in_forest, in_marsh
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
