"""The one-page tabletop system: stands in inches, generals, fire, morale, the charge."""

from __future__ import annotations

from grognard.systems.onepage.system import OnepageSystem

SYSTEM = OnepageSystem()
