"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.shock import (
    activation,
    advance,
    charge_reaction,
    combat,
    command,
    declaring,
    facing,
    leaders,
    line,
    movement,
    rally,
    reactions,
    results,
    retreat,
    retreat_before,
    shooting,
    turn,
    withdrawal,
)

STEPS = steps_of(
    activation,
    advance,
    charge_reaction,
    combat,
    command,
    declaring,
    facing,
    leaders,
    line,
    movement,
    rally,
    reactions,
    results,
    retreat,
    retreat_before,
    shooting,
    turn,
    withdrawal,
)
