"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.onepage import (
    combat,
    command,
    disorder,
    fire,
    marsh,
    melee,
    morale,
    rally,
    road,
    turn,
)
from grognard.systems.onepage.moving import leg, move

STEPS = steps_of(
    turn, command, move, leg, marsh, road, disorder, rally, morale, combat, fire, melee
)
