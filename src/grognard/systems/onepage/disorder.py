"""Disorder and standing still: recovery for half a move, and who counts as stationary."""

from __future__ import annotations

from grognard.boards.tablemap import MARSH
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.onepage.field import foes_touching, grounds_of, in_forest
from grognard.systems.onepage.state.position import (
    ACTED,
    DISORDERED,
    LIMBERED,
    MIRED,
    MOVE_STATES,
    OUT,
    RECOVERED,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)


class DisorderRules:
    """What recovery costs."""

    def __init__(self, book: Rulebook) -> None:
        self.recover_parts = book.int("onepage.disorder.recover", "parts")


def may_recover(p: OnepagePosition, u: int) -> bool:
    """Whether a unit can shake off its disorder now."""
    state = p.state[u]
    if not state & DISORDERED:
        return False
    if state & OUT:  # onepage.command.out.no-recovery
        return False
    # onepage.terrain.forest onepage.rulings.disordered-inside
    no_recovery, grounds = p.battle.rules.terrain.no_recovery, grounds_of(p, u)
    if any(no_recovery[kind][p.battle.arm[u]] for kind in grounds):
        return False
    if state & MIRED and MARSH in grounds:  # onepage.terrain.marsh
        return False
    return not foes_touching(p, u)  # onepage.rulings.recover-first


def recovery_cost(p: OnepagePosition, u: int) -> int:
    """What recovery takes of a unit's move, in mils."""
    rules = p.battle.rules
    return rules.movement.move[p.battle.kind[u]] // rules.disorder.recover_parts


def recover(p: OnepagePosition, u: int) -> None:
    """The unit is in good order again, and does not charge this turn."""
    p.state[u] = p.state[u] & ~(DISORDERED | MIRED) | RECOVERED
    p.say(u, "is in good order again")


def stands_still(p: OnepagePosition, u: int) -> bool:
    """Whether a unit has become, or stays, stationary at the end of its movement phase."""
    if not p.battle.rules.dice.may_be_stationary[p.battle.arm[u]]:
        return False
    # onepage.rulings.stationary onepage.command.out.not-stationary
    if p.state[u] & (ACTED | ROUTED | OUT | DISORDERED | LIMBERED):
        return False
    return not in_forest(p, u)  # onepage.terrain.forest


class StandStill(Then[OnepagePosition]):
    """The end of a movement phase: who did not stir is stationary."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        settled = []
        for u in p.stands_on(self.side):
            still = stands_still(p, u)
            if still and not p.state[u] & STATIONARY:
                settled.append(u)
            p.state[u] = p.state[u] & ~STATIONARY | (STATIONARY if still else 0)
        if settled and p.ear is not None:
            names = ", ".join(p.name(u) for u in settled)
            p.tell(f"Stationary from now on: {names}.", *(p.uid(u) for u in settled))
        for u in range(p.battle.count):
            p.state[u] &= ~MOVE_STATES
