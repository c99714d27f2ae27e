"""Force status: what each of the four forces or forbids a unit in its move."""

from __future__ import annotations

from typing import Final

from grognard.systems.pulses.field import enemy_nearer, enemy_within
from grognard.systems.pulses.state.kinds import ACTIVE, ARTILLERY, ATTACK, HOLD, OFFICER, WITHDRAW
from grognard.systems.pulses.state.position import SUPPRESSED, PulsesPosition
from grognard.systems.pulses.suppression import may_relocate

# How a unit moves: as it likes, by turning only, towards an enemy, away from all, no nearer to any,
# into contact if it can, or by the short way of a suppressed battery. A unit that may do nothing
# at all has no manner.
FREELY, TURNING, ATTACKING, AWAY, NO_NEARER, IF_ABLE, RELOCATING = range(7)
NOT_AT_ALL: Final = -1


def manner(p: PulsesPosition, u: int) -> int:
    """How a unit may move in its side's movement segment, by the status of its force."""
    battle = p.battle
    rules = battle.rules
    arm = battle.arm[u]
    if battle.rank[u] >= 0 and battle.force[u] < 0:
        return FREELY
    status = p.status[battle.force[u]]
    if arm == OFFICER:
        return FREELY if status != HOLD or rules.hold_guns else NOT_AT_ALL
    if p.state[u] & SUPPRESSED:
        return RELOCATING if may_relocate(p, u) else NOT_AT_ALL
    if status == WITHDRAW:
        near = enemy_nearer(p, p.rect(u), battle.side[u], rules.withdraw_to)
        return AWAY if near else NOT_AT_ALL
    if status == HOLD:
        if arm == ARTILLERY:
            return FREELY if rules.hold_guns else NOT_AT_ALL
        return FREELY if rules.hold_moves else TURNING
    if status == ACTIVE:
        return FREELY if rules.active_moves else TURNING
    if status == ATTACK and arm != ARTILLERY and rules.attack_binds:
        return ATTACKING
    return FREELY


def bound(p: PulsesPosition, u: int) -> bool:
    """Whether a unit must move before its side is done."""
    return manner(p, u) in (ATTACKING, AWAY)


def rolls(p: PulsesPosition, u: int, how: int) -> bool:
    """Whether a unit throws a movement die: an enemy is near when its move begins."""
    if p.battle.arm[u] == OFFICER or how in (TURNING, RELOCATING):
        return False
    return enemy_within(p, u, p.battle.rules.six_inch)
