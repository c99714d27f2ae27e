"""Events: what happened, reported only if somebody listens."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from grognard.engine.step import EVERYBODY


class EventKind(StrEnum):
    """How an event is shown on a map."""

    NONE = ""
    FIRE = "fire"
    MELEE = "melee"
    ROUT = "rout"
    RALLY = "rally"


class Event(NamedTuple):
    """Something that happened: a line for people, who may read it, and the ids it names."""

    text: str
    audience: int = EVERYBODY
    subjects: tuple[str, ...] = ()
    heading: bool = False  # it begins a turn or a part of one
    kind: EventKind = EventKind.NONE

    def heard_by(self, side: int) -> bool:
        """Whether a side (or a spectator, as EVERYBODY) may know of it."""
        return self.audience == EVERYBODY or self.audience == side
