"""Battery suppression and relocation."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import Rect
from grognard.engine.grammar import clause
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.officers import in_radius_at
from grognard.systems.pulses.state.position import SUPPRESSED, PulsesPosition


class SuppressionRules:
    """How far a suppressed battery may move."""

    def __init__(self, book: Rulebook) -> None:
        self.relocation = book.int("pulses.suppression.relocate", "inches") * INCH


def suppress(p: PulsesPosition, u: int, by: str) -> None:
    """A battery may not fire for the rest of the pulse."""
    p.state[u] |= SUPPRESSED
    if p.ear is not None:
        p.tell(f"{clause(p.name(u), 'is')} suppressed by {by}.", p.uid(u))


def may_relocate(p: PulsesPosition, u: int) -> bool:
    return p.attached[u] < 0  # pulses.suppression.attached-may-not-relocate


def refuse_relocation(p: PulsesPosition, u: int, end: Rect) -> str:
    """Why a relocation may not end at a place; empty if it may."""
    if in_radius_at(p, u, end):  # pulses.suppression.relocate-inside-radius
        return ""
    return "a relocation ends within the radius of its sub-commander"
