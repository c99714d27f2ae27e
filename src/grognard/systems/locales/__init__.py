"""The area system: hidden blocks, approaches secured and assaulted, command cards, morale."""

from __future__ import annotations

from grognard.systems.locales.system import LocalesSystem

SYSTEM = LocalesSystem()
