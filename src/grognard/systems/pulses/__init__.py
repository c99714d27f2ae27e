"""The tabletop system of pulses: command dice, control tests, forces that may refuse."""

from __future__ import annotations

from grognard.systems.pulses.system import PulsesSystem

SYSTEM = PulsesSystem()
