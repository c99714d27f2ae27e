"""A position from its JSON, believed only as far as a battle could have come to it."""

from __future__ import annotations

from typing import Any

from grognard.engine.errors import GrognardError
from grognard.systems.shock.command import TIE, TRIED
from grognard.systems.shock.rules import STAGE_NAMES
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    CHARGED,
    COMMAND,
    GIVEN_UP,
    INITIATIVE,
    NONE,
    OUTSIDE,
    PHASE,
    STAGE,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.turn import PHASES

MARKS = 1 << 24  # more than all flags of a piece together


def restored(battle: ShockBattle, data: Any) -> ShockPosition:
    """The position, or a complaint about what cannot be."""
    p = ShockPosition.restore(battle, data)
    check_pieces(p)
    check_clock(p)
    check_stacks(p)
    try:
        # The open question is asked once: a step about nobody shows itself.
        if p.roll is not None:
            p.check()
        p.options()
    except (IndexError, KeyError, TypeError, OverflowError):
        step = p.stack[-1]
        raise GrognardError(f"the open step makes no sense here: {step!r:.80}") from None
    return p


def check_pieces(p: ShockPosition) -> None:
    """No piece is stronger than it was, or marked with what is no mark."""
    battle = p.battle
    for u in range(battle.count):
        if p.steps[u] > battle.sp[u]:
            raise GrognardError(f"{battle.ids[u]} has {p.steps[u]} of {battle.sp[u]} steps")
        if not 0 <= p.flags[u] < MARKS:
            raise GrognardError(f"{battle.ids[u]} has marks that do not exist")
        second = p.second[u]
        if second >= 0 and (p.hex[u] < 0 or battle.grid.distance[p.hex[u]][second] != 1):
            raise GrognardError(f"the line of {battle.ids[u]} is not in two adjacent hexes")
    for name, values, high in (
        ("control", p.control, 2),
        ("held", p.held, 2),
        ("pool", p.pool, TRIED + 1),
    ):
        low = 0 if name == "pool" else NONE
        if not all(low <= value < high for value in values):
            raise GrognardError(f'a number of "{name}" is outside its range')


def check_clock(p: ShockPosition) -> None:
    """Turn, phase, command and stage are those of the battle."""
    battle = p.battle
    for entry, low, high in (
        (TURN, 0, battle.turns + 1),
        (PHASE, 0, len(PHASES)),
        (COMMAND, NONE, len(battle.commands)),
        (ACTIVATION, 0, OUTSIDE + 1),
        (STAGE, 0, len(STAGE_NAMES)),
        (INITIATIVE, 0, TIE + 1),
        (GIVEN_UP, 0, 1 << len(battle.specials)),
        (CHARGED, 0, battle.grid.size),
    ):
        if not low <= p.clock[entry] < high:
            raise GrognardError(f"entry {entry} of the clock is {p.clock[entry]}")


def check_stacks(p: ShockPosition) -> None:
    """At most two units stand on a hex, of one side."""
    battle = p.battle
    if p.occupied(0) & p.occupied(1):
        raise GrognardError("units of both sides stand on one hex")
    crowd = [h for u in range(battle.units) if p.hex[u] >= 0 for h in p.hexes_of(u)]
    if any(crowd.count(h) > 2 for h in set(crowd)):
        raise GrognardError("more than two units stand on one hex")
