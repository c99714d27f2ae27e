"""What may never be in this system, whatever is answered; the conformance kit looks for it."""

from __future__ import annotations

from grognard.boards.hexes import bits
from grognard.systems.shock.state.position import ShockPosition


def faults(before: ShockPosition, after: ShockPosition) -> list[str]:
    """Enemies in one hex, and steps out of nowhere."""
    battle = after.battle
    shared = bits(after.occupied(0) & after.occupied(1))
    found = [f"both sides stand in {battle.grid.name(h)}" for h in shared]
    for u in range(battle.fighters):
        if after.steps[u] > before.steps[u]:
            found.append(f"{battle.ids[u]} gained steps")
    return found
