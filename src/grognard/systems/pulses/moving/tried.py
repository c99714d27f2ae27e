"""Legs and turns as the rules see them: what they take, whom they strike, why they may not be."""

from __future__ import annotations

from grognard.boards.table.rect import Rect
from grognard.systems.tabletop.mover import TableTried


class Tried(TableTried):
    """A leg that was tried."""

    __slots__ = ("faced", "moved")

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.faced = 0
        self.moved = 0


class Turn:
    """A change of face or a wheel: the stand after it, what it takes, or why it may not be."""

    __slots__ = ("cost", "faced", "there", "why")

    def __init__(self, there: Rect, cost: int, faced: int, why: str = "") -> None:
        self.there = there
        self.cost = cost
        self.faced = faced
        self.why = why
