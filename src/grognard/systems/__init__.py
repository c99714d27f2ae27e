"""The systems: each a package with its charts, rulings, battles and the chapters of its sheet."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.system import System

NAMES: Final = ("shock", "locales", "onepage", "brigades", "pulses")


@cache
def system(name: str) -> System:
    """A system by its name."""
    if name not in NAMES:
        raise UnknownName(f'no system "{name:.40}": {did_you_mean(name, NAMES)}')
    found: System = import_module(f"grognard.systems.{name}").SYSTEM
    return found
