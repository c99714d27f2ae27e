"""Battery suppression and relocation."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.systems.pulses.state.position import SUPPRESSED, PulsesPosition


def suppress(p: PulsesPosition, u: int, by: str) -> None:
    """A battery may not fire for the rest of the pulse."""
    p.state[u] |= SUPPRESSED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'is')} suppressed by {by}.", p.uid(u))


def may_relocate(p: PulsesPosition, u: int) -> bool:
    """Whether a suppressed battery may move its short way: those attached to infantry may not."""
    return p.attached[u] < 0 or not p.battle.rules.attached_stay


def lift(p: PulsesPosition) -> None:
    """Every battery is free again."""
    if p.battle.rules.lifts:
        p.state = [state & ~SUPPRESSED for state in p.state]
