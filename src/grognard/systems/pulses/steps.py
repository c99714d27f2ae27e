"""Every step of this system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.pulses import (
    artillery,
    attaching,
    combat,
    contact,
    control,
    escape,
    evasion,
    flight,
    initiative,
    morale,
    moving,
    officers,
    recovery,
    skirmish,
    square,
    turn,
)

STEPS = steps_of(
    turn,
    initiative,
    skirmish,
    artillery,
    control,
    moving,
    attaching,
    contact,
    evasion,
    flight,
    escape,
    square,
    combat,
    officers,
    recovery,
    morale,
)
