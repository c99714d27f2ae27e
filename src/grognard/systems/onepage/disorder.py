"""Disorder and standing still: recovery for half a move, and who counts as stationary."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.onepage.field import foes_touching, in_forest
from grognard.systems.onepage.position import (
    ACTED,
    DISORDERED,
    LIMBERED,
    MOVE_STATES,
    OUT,
    RECOVERED,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)


def may_recover(p: OnepagePosition, u: int) -> bool:
    """Whether a unit can shake off its disorder now."""
    rules = p.battle.rules
    state = p.state[u]
    if not state & DISORDERED or state & ROUTED:
        return False
    if state & OUT and rules.out_no_recovery:
        return False
    if not rules.forest_recovers and in_forest(p, u):
        return False
    return rules.recover_in_contact or not foes_touching(p, u)


def recovery_cost(p: OnepagePosition, u: int) -> int:
    """What recovery takes of a unit's move, in mils."""
    rules = p.battle.rules
    return rules.move[p.battle.kind[u]] // rules.recover_parts


def recover(p: OnepagePosition, u: int) -> None:
    """The unit is in good order again, and does not charge this turn."""
    p.state[u] = p.state[u] & ~DISORDERED | RECOVERED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'is')} in good order again.", p.uid(u))


def stands_still(p: OnepagePosition, u: int) -> bool:
    """Whether a unit has become, or stays, stationary at the end of its movement phase."""
    rules = p.battle.rules
    state = p.state[u]
    if not rules.may_be_stationary[p.battle.arm[u]] or state & (ACTED | ROUTED):
        return False
    if state & OUT and rules.out_not_stationary:
        return False
    if rules.stationary_good_order and state & DISORDERED:
        return False
    if rules.stationary_unlimbered and state & LIMBERED:
        return False
    return rules.forest_stationary or not in_forest(p, u)


class StandStill(Then[OnepagePosition]):
    """The end of a movement phase: who did not stir is stationary."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        """Mark the stationary, and forget who had moved."""
        for u in p.stands_on(self.side):
            still = stands_still(p, u)
            p.state[u] = p.state[u] & ~STATIONARY | (STATIONARY if still else 0)
        for u in range(p.battle.count):
            p.state[u] &= ~MOVE_STATES
