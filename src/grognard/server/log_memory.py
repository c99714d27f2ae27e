"""The log as each side may read it; entries made before are not made again."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.log import LogEntry
from grognard.server.game_state import LogInfo


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
    """The entries of a game's log as they are sent, and those that each side may read."""

    def __init__(self) -> None:
        self._seen: list[LogEntry] = []
        self._sent: list[LogInfo] = []
        self._told: dict[int, list[LogInfo]] = {}

    def told(self, side: int, log: Sequence[LogEntry]) -> list[LogInfo]:
        """The entries a side may read; the same list as before if nothing is new."""
        same = begins_alike(self._seen, log)
        if same != len(self._seen) or same != len(log):
            self._told = {}
            del self._seen[same:], self._sent[same:]
            self._seen += log[same:]
            self._sent += [log_info(entry) for entry in log[same:]]
        if side not in self._told:
            both = zip(self._seen, self._sent, strict=True)
            self._told[side] = [sent for entry, sent in both if entry.heard_by(side)]
        return self._told[side]


def begins_alike(old: Sequence[object], new: Sequence[object]) -> int:
    """How many entries two states of a log begin with alike.

    A log is added to and cut off at its end: where it has the same entry, it has the same before.

    >>> begins_alike("abc", "abde")
    2
    """
    same = min(len(old), len(new))
    while same and old[same - 1] is not new[same - 1]:
        same -= 1
    return same
