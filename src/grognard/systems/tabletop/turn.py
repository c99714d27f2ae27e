"""Player turns: one side after the other, until an army is done for or the time is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.systems.tabletop.position import TablePosition

# Entries of the clock.
TURN, SIDE, PHASE, OVER = range(4)

P = TypeVar("P", bound=TablePosition)


def wrong_clock(p: TablePosition, phases: int) -> str:
    """What is wrong with the clock of player turns, in words; empty if nothing is."""
    limits = (range(1, p.battle.turns + 1), range(2), range(phases), range(2))
    for entry, value, limit in zip(("turn", "side", "phase", "end"), p.clock, limits, strict=True):
        if value not in limit:
            return f"the {entry} on the clock is {value}"
    return ""


def announce(p: TablePosition) -> None:
    """Say whose turn it is."""
    if p.ear is not None:
        battle, turn = p.battle, p.clock[TURN]
        title = battle.titles[p.clock[SIDE]]
        p.tell_turn(f"Turn {turn} of {battle.turns}, {battle.hour(turn)}: {title}.")


def hand_over(p: P, broken: Callable[[P, int], bool]) -> bool:
    """The defender becomes the attacker; after both the turn ends. Whether the battle goes on."""
    battle, clock = p.battle, p.clock
    clock[SIDE] = 1 - clock[SIDE]
    if clock[SIDE] != battle.first:
        return True
    done_for = [side for side in (0, 1) if broken(p, side)]
    if done_for:
        clock[OVER] = 1
        for side in done_for:
            p.tell(f"The {battle.titles[side]} army has lost too much to fight on.")
        return False
    if clock[TURN] == battle.turns:
        return False
    clock[TURN] += 1
    return True
