"""Every step of this system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.pulses import (
    artillery,
    attached,
    combat,
    control,
    escape,
    evasion,
    initiative,
    morale,
    movement,
    officers,
    recovery,
    skirmish,
    square,
    turn,
)
from grognard.systems.pulses.moving import flight, leg

STEPS = steps_of(
    turn,
    initiative,
    skirmish,
    artillery,
    control,
    movement,
    leg,
    attached,
    evasion,
    flight,
    escape,
    square,
    combat,
    officers,
    recovery,
    morale,
)
