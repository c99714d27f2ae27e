"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.onepage import (
    arrival,
    combat,
    command,
    disorder,
    fire,
    leg,
    marsh,
    melee,
    morale,
    moving,
    rally,
    road,
    turn,
)

STEPS = steps_of(
    turn, arrival, command, moving, leg, marsh, road, disorder, rally, morale, combat, fire, melee
)
