"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.brigades import (
    advance,
    arrival,
    breakthrough,
    buildings,
    combat,
    command,
    detach,
    exhaustion,
    going,
    leader,
    leg,
    marsh,
    melee,
    morale,
    moving,
    rally,
    ride,
    rout,
    saves,
    stationary,
    strike,
    turn,
)

STEPS = steps_of(
    turn,
    arrival,
    command,
    moving,
    leg,
    marsh,
    detach,
    going,
    ride,
    stationary,
    rally,
    morale,
    rout,
    advance,
    breakthrough,
    combat,
    strike,
    saves,
    melee,
    leader,
    exhaustion,
    buildings,
)
