"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.locales import (
    administration,
    cards,
    charge,
    deploy,
    field,
    fight,
    leaving,
    losses,
    maneuver,
    preparation,
    staff,
    turn,
)

STEPS = steps_of(
    preparation,
    cards,
    field,
    maneuver,
    charge,
    deploy,
    fight,
    leaving,
    losses,
    staff,
    administration,
    turn,
)
