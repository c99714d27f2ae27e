"""The log as each side may read it, and how much of it a client has."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from grognard.engine.log import LogEntry
from grognard.server.game_state import LogInfo, LogPart

# The lines of the entries of a log. An undone line never comes again, and what a line led to is
# told at once: two logs with the same line at the same place are alike up to there.
Told: TypeAlias = "array[int]"


def log_info(entry: LogEntry) -> LogInfo:
    """An entry of the log as it travels."""
    return LogInfo(
        line=entry.line,
        text=entry.text,
        subjects=entry.subjects,
        roll=entry.roll,
        dice=[list(die) for die in entry.dice],
        heading=entry.heading,
        kind=entry.kind,
    )


class LogMemory:
    """Which entries of a game's log each side may read."""

    def __init__(self) -> None:
        self._lines: Told = array("I")  # of all entries
        self._told: dict[int, Told] = {}

    def told(self, side: int, log: Sequence[LogEntry]) -> Told:
        """The entries a side may read; never changed afterwards."""
        self._follow(log)
        if side not in self._told:
            heard = (entry.line for entry in log if entry.heard_by(side))
            self._told[side] = array("I", heard)
        return self._told[side]

    def part(self, side: int, log: Sequence[LogEntry], since: int) -> LogPart:
        """What a side may read from an entry on."""
        count = len(self.told(side, log))
        entries: list[LogInfo] = []
        for entry in reversed(log):
            if len(entries) >= count - since:
                break
            if entry.heard_by(side):
                entries.append(log_info(entry))
        return LogPart(count - len(entries), entries[::-1])

    def _follow(self, log: Sequence[LogEntry]) -> None:
        """Add what is new in the log, and cut off what was taken back."""
        lines, new = self._lines, []
        same = len(log)
        for entry in reversed(log):
            if same <= len(lines) and lines[same - 1] == entry.line:
                break
            new.append(entry)
            same -= 1
        if not new and same == len(lines):
            return
        kept = lines[:same]
        new.reverse()
        for side, told in self._told.items():
            still = bisect_right(told, kept[-1]) if kept else 0
            heard = (entry.line for entry in new if entry.heard_by(side))
            self._told[side] = told[:still] + array("I", heard)
        self._lines = kept + array("I", (entry.line for entry in new))


def begins_alike(old: Told, new: Told) -> int:
    """How many entries two states of a log begin with alike.

    >>> begins_alike(array("I", [1, 1, 3]), array("I", [1, 1, 4, 5]))
    2
    """
    same = min(len(old), len(new))
    while same and old[same - 1] != new[same - 1]:
        same -= 1
    return same
