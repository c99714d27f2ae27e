"""Legs as the rules see them: what they take, whom they strike, or why they may not be."""

from __future__ import annotations

from grognard.systems.tabletop.mover import TableTried


class Tried(TableTried):
    """A leg that was tried."""

    __slots__ = (
        "climbs", "disorders", "flags", "gun_lost", "passed", "ridden", "streams", "turned",
    )  # fmt: skip

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.turned = 0
        self.disorders = False
        self.gun_lost = False
        self.streams = 0
        self.climbs = 0
        self.flags = 0
        self.ridden: list[int] = []
        self.passed: list[int] = []
