"""The log: what happened at each line of the record, for those who may know it."""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import NamedTuple

from grognard.engine.check import Check
from grognard.engine.event import Event, EventKind
from grognard.engine.step import EVERYBODY, NOBODY


class LogEntry(NamedTuple):
    """What happened at a line of the record: its words, its audience, the ids it names.

    `roll` marks the throw itself, as opposed to its effects; `roller` is the side that throws,
    `dice` are the faces with the number of sides of each die. A `heading` begins a turn; `kind` is
    how it is shown on a map.
    """

    line: int
    text: str
    audience: int = EVERYBODY
    subjects: tuple[str, ...] = ()
    roll: bool = False
    roller: int = NOBODY
    dice: tuple[tuple[int, int], ...] = ()
    heading: bool = False
    kind: EventKind = EventKind.NONE

    def heard_by(self, side: int) -> bool:
        """Whether a side (or a spectator, NOBODY) may read it."""
        return self.audience == EVERYBODY or self.audience == side >= 0


def entry_of(line: int, event: Event) -> LogEntry:
    """An event as an entry of the log; ids that come again and again are kept once."""
    text, audience, subjects, heading, kind = event
    known = tuple(map(intern, subjects))
    return LogEntry(line, text, audience, known, heading=heading, kind=kind)


def roll_text(check: Check, faces: Sequence[int], result: str) -> str:
    """A roll in words: the target, every modifier on its own line, the dice and the result."""
    lines = [f"{check.title}: {check.target}"]
    lines += [f"  {modifier}" for modifier in check.modifiers]
    thrown = " ".join(map(str, faces))
    told = ", ".join(filter(None, (result, check.kind.score(check.situation, faces))))
    lines.append(f"  {'die' if len(faces) == 1 else 'dice'} {thrown}: {told}")
    return "\n".join(lines)
