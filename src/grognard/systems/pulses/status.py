"""Force status: what each of the four forces or forbids a unit in its move."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.moving.distances import enemy_nearer
from grognard.systems.pulses.state.kinds import ARTILLERY, ATTACK, HOLD, OFFICER, WITHDRAW
from grognard.systems.pulses.state.position import SUPPRESSED, PulsesPosition
from grognard.systems.pulses.suppression import may_relocate

# How a unit moves: as it likes, by turning only, towards an enemy, away from all, no nearer to any,
# into contact if it can, or by the short way of a suppressed battery. A unit that may do nothing
# at all has no manner.
FREELY, TURNING, ATTACKING, AWAY, NO_NEARER, IF_ABLE, RELOCATING = range(7)
NOT_AT_ALL: Final = -1


class StatusRules:
    """How far a withdrawing force goes."""

    def __init__(self, book: Rulebook) -> None:
        self.withdraw_to = book.int("pulses.status.withdraw", "inches") * INCH


def too_near(p: PulsesPosition, u: int) -> bool:
    """Whether a withdrawing unit must get further from the enemy."""
    return enemy_nearer(p, u, p.battle.rules.status.withdraw_to)


def manner(p: PulsesPosition, u: int) -> int:
    """How a unit may move in its side's movement segment, by the status of its force."""
    arm = p.battle.arm[u]
    if arm == OFFICER:
        return FREELY  # pulses.status.hold.artillery-officers
    if p.state[u] & SUPPRESSED:
        return RELOCATING if may_relocate(p, u) else NOT_AT_ALL
    status = p.status[p.battle.force[u]]
    if status == WITHDRAW:
        return AWAY if too_near(p, u) else NOT_AT_ALL
    if arm == ARTILLERY:
        return FREELY  # pulses.status.hold.artillery-officers, pulses.status.attack
    if status == HOLD:
        return TURNING  # pulses.status.hold.infantry-cavalry
    if status == ATTACK:
        return ATTACKING  # pulses.status.attack
    return FREELY  # pulses.status.active


def bound(p: PulsesPosition, u: int) -> bool:
    """Whether a unit must move before its side is done."""
    return manner(p, u) in (ATTACKING, AWAY)
