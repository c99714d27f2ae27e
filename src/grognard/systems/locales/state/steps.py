"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.locales import (
    administration,
    assault,
    cards,
    charge,
    deploy,
    field,
    leaders,
    losses,
    maneuver,
    preparation,
    reorganize,
    staff,
    turn,
    withdraw,
)

STEPS = steps_of(
    turn,
    preparation,
    cards,
    field,
    leaders,
    assault,
    charge,
    maneuver,
    deploy,
    withdraw,
    losses,
    staff,
    reorganize,
    administration,
)
