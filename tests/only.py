"""One system alone, in the place of all others."""

import sys
from collections.abc import Iterator

import pytest

from grognard.engine.system import System
from grognard.systems import Source, system


def only(monkeypatch: pytest.MonkeyPatch, alone: System) -> Iterator[None]:
    """For fixtures: a system that is the only one there is."""
    registry = sys.modules["grognard.systems"]
    found = {alone.name: Source(lambda: alone, "")}
    monkeypatch.setattr(registry, "NAMES", ())
    monkeypatch.setattr(registry, "sources", lambda: found)
    system.cache_clear()
    yield
    system.cache_clear()
