"""The brigade system of the tabletop: divisions, charges by kind, saves, exhaustion."""

from __future__ import annotations

from grognard.systems.brigades.system import BrigadesSystem

SYSTEM = BrigadesSystem()
