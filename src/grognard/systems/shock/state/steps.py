"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.shock import (
    activation,
    advance,
    charge,
    combat,
    command,
    declaring,
    leaders,
    line,
    movement,
    rally,
    results,
    retreat,
    shooting,
    square,
    turn,
    withdrawal,
)

STEPS = steps_of(
    activation,
    advance,
    charge,
    combat,
    command,
    declaring,
    leaders,
    line,
    movement,
    rally,
    results,
    retreat,
    shooting,
    square,
    turn,
    withdrawal,
)
