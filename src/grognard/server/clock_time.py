"""Time for clocks: steps of the wall clock neither use up a player's time nor grant any."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final
from uuid import uuid4

from msgspec import Struct

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


def _machine() -> str:
    """This run of the machine; where that is unknown, this run of the program."""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return uuid4().hex


MACHINE: Final = _machine()


def ticks() -> float:
    """Seconds since the machine was started; nobody can set this clock."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Since(Struct, frozen=True):
    """A moment from which time is measured, after a restart of the server too."""

    wall: float = 0.0
    machine: str = ""
    ticks: float = 0.0

    @staticmethod
    def now() -> Since:
        """This moment."""
        return Since(time.time(), MACHINE, ticks())

    def seconds(self) -> float:
        """The seconds since then. Only after a restart of the machine the wall clock counts."""
        if self.machine == MACHINE:
            return max(0.0, ticks() - self.ticks)
        return max(0.0, time.time() - self.wall)
