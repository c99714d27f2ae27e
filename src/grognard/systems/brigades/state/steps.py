"""Every step of the system by its name, so that a stack can be saved and loaded."""

from __future__ import annotations

from grognard.engine.step import steps_of
from grognard.systems.brigades import (
    advance,
    buildings,
    combat,
    command,
    exhaustion,
    melee,
    morale,
    rally,
    rout,
    saves,
    skirmishers,
    stationary,
    strike,
    terrain,
    turn,
)
from grognard.systems.brigades.moving import leg, move

STEPS = steps_of(
    turn, command, move, leg, terrain, skirmishers, stationary, rally, morale, rout, advance,
    combat, strike, saves, melee, exhaustion, buildings,
)  # fmt: skip
