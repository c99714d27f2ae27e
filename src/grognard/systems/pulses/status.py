"""Force status, and the suppression of batteries: what a unit must and may do in its move."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import Rect
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.moving.distances import enemy_nearer
from grognard.systems.pulses.officers import in_radius_at
from grognard.systems.pulses.state.kinds import ARTILLERY, ATTACK, HOLD, OFFICER, WITHDRAW
from grognard.systems.pulses.state.position import SUPPRESSED, PulsesPosition

# How a unit moves: as it likes, by turning only, towards an enemy, away from all, no nearer to any,
# into contact if it can, or by the short way of a suppressed battery. A unit that may do nothing
# at all has no manner.
FREELY, TURNING, ATTACKING, AWAY, NO_NEARER, IF_ABLE, RELOCATING = range(7)
NOT_AT_ALL: Final = -1


class StatusRules:
    """How far a withdrawing force goes, and how far a suppressed battery may."""

    def __init__(self, book: Rulebook) -> None:
        self.least_gain = book.int("pulses.rulings.compelled", "inches") * INCH
        self.stride = book.int("pulses.rulings.compelled", "thousandths")
        self.withdraw_to = book.int("pulses.status.withdraw", "inches") * INCH
        self.relocation = book.int("pulses.suppression.relocate", "inches") * INCH


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


# -- suppression and relocation -------------------------------------------------------------------


def suppress(p: PulsesPosition, u: int, by: str) -> None:
    """A battery may not fire for the rest of the pulse."""
    p.state[u] |= SUPPRESSED
    p.say(u, f"is suppressed by {by}")


def may_relocate(p: PulsesPosition, u: int) -> bool:
    return p.attached[u] < 0  # pulses.suppression.attached-may-not-relocate


def refuse_relocation(p: PulsesPosition, u: int, end: Rect) -> str:
    """Why a relocation may not end at a place; empty if it may."""
    if in_radius_at(p, u, end):  # pulses.suppression.relocate-inside-radius
        return ""
    return "a relocation ends within the radius of its sub-commander"
