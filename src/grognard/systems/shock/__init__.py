"""The hex system: fire and shock tables, cohesion, charges and squares, command by draw."""

from __future__ import annotations

from grognard.systems.shock.system import ShockSystem

SYSTEM = ShockSystem()
