"""Legs as the rules see them: what they take, whom they strike, or why they may not be."""

from __future__ import annotations


class Tried:
    """A leg that was tried."""

    __slots__ = (
        "climbs",
        "cost",
        "disorders",
        "flags",
        "gun_lost",
        "passed",
        "ridden",
        "streams",
        "target",
        "turned",
        "why",
    )

    def __init__(self, why: str) -> None:
        self.why = why
        self.cost = 0
        self.turned = 0
        self.disorders = False
        self.gun_lost = False
        self.streams = 0
        self.climbs = 0
        self.flags = 0
        self.target = -1
        self.ridden: list[int] = []
        self.passed: list[int] = []
