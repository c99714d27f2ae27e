"""The log as a side may read it; entries it has had before are not made again."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.log import LogEntry
from grognard.server.responses import LogInfo


class LogMemory:
    """The entries of a game's log that one side may read."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._seen: list[LogEntry] = []
        self._heard: list[int] = []  # how many of those before each entry the side may read
        self._told: list[LogInfo] = []

    def told(self, log: Sequence[LogEntry]) -> list[LogInfo]:
        """The entries the side may read; a new list if there are any new ones."""
        same = 0
        for old, new in zip(self._seen, log, strict=False):
            if old is not new:
                break
            same += 1
        if same == len(self._seen) == len(log):
            return self._told
        kept = self._heard[same] if same < len(self._heard) else len(self._told)
        told = self._told[:kept]
        del self._seen[same:], self._heard[same:]
        for entry in log[same:]:
            self._seen.append(entry)
            self._heard.append(len(told))
            if entry.heard_by(self.side):
                info = LogInfo(entry.line, entry.text, list(entry.subjects), entry.roll)
                told.append(info)
        self._told = told
        return told
