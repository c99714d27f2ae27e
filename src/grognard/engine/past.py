"""What a game has been through: every answer, and few of the positions before them.

Positions are large and answers small. Those before the last answers are kept as they are, every
`APART`-th is kept packed, and any other is worked out again from a packed one. Whoever goes back
step by step finds the few before it worked out already.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.battle import Battle
from grognard.engine.dice import Die
from grognard.engine.packed_list import PackedList
from grognard.engine.position import Position

if TYPE_CHECKING:
    from grognard.engine.system import System

NEAR: Final = 8  # answers that are taken back at once
APART: Final = 32  # answers between packed positions
RESIGNED: Final = -1  # in the place of an answer


class UndoPoint(NamedTuple):
    """An answer or a roll that counts: its line, and what taking it back needs."""

    line: int
    answer: int
    log: int  # entries of the log before it
    side: int
    stands: bool  # a roll or a reveal: undo needs consent
    roller: int = -1  # of a roll: who threw, and what
    dice: tuple[Die, ...] = ()


class Past:
    """The answers that count so far, with the position before each."""

    def __init__(self, system: System, battle: Battle) -> None:
        self._system = system
        self._battle = battle
        self._points = PackedList(UndoPoint)
        self._near: dict[int, Position] = {}  # by the answer they come before
        self._packed: dict[int, bytes] = {}
        self._again: dict[int, Position] = {}  # the last that were worked out again

    def __len__(self) -> int:
        return len(self._points)

    def __iter__(self) -> Iterator[UndoPoint]:
        return iter(self._points)

    def __reversed__(self) -> Iterator[UndoPoint]:
        return reversed(self._points)

    def since(self, line: int) -> list[UndoPoint]:
        """The answers given after a line."""
        later = list(takewhile(lambda point: point.line > line, reversed(self._points)))
        return later[::-1]

    def __getitem__(self, index: int) -> UndoPoint:
        return self._points[index]

    def add(self, point: UndoPoint, before: Position) -> None:
        """Note an answer and the position it was given in, which nobody changes any more."""
        index = len(self._points)
        self._points.append(point)
        self._near[index] = before
        self._near.pop(index - NEAR, None)
        if index % APART == 0:
            self._packed[index] = _pack(before)

    def before(self, index: int) -> Position:
        """The position before an answer; treat it as read-only."""
        index = range(len(self._points))[index]
        if index in self._near:
            return self._near[index]
        if index not in self._again:
            self._again = self._worked_out(index)
        return self._again[index]

    def copy(self) -> Past:
        """An independent copy."""
        twin = Past(self._system, self._battle)
        twin._points = self._points.copy()
        twin._near, twin._packed = dict(self._near), dict(self._packed)
        twin._again = dict(self._again)
        return twin

    def until(self, count: int) -> Past:
        """The first answers, without those after them."""
        twin = self.copy()
        twin._points.cut(count)
        twin._cut(count)
        return twin

    def points(self) -> list[UndoPoint]:
        """The answers alone, to be stored."""
        return list(self._points)

    def take_up(self, points: list[UndoPoint]) -> None:
        """Begin with answers that were stored, in a game played from its start."""
        self._points = PackedList(UndoPoint, points)
        self._near, self._packed, self._again = {}, {}, {}

    def _cut(self, count: int) -> None:
        for kept in (self._near, self._packed, self._again):
            for index in [index for index in kept if index >= count]:
                del kept[index]

    def _worked_out(self, index: int) -> dict[int, Position]:
        """The position before an answer, and those before the few answers that led to it."""
        found: dict[int, Position] = {}
        start = max((kept for kept in self._packed if kept <= index), default=0)
        position = self._unpacked(start)
        for number, point in enumerate(self._points[start:index], start):
            if number % APART == 0 and number not in self._packed:
                self._packed[number] = _pack(position)
            if number > index - NEAR:
                found[number] = position.copy()
            if point.answer == RESIGNED:
                position.end()
            else:
                position.play(point.answer)
        found[index] = position
        return found

    def _unpacked(self, index: int) -> Position:
        packed = self._packed.get(index)
        if packed is None:
            return self._system.start(self._battle)
        return self._system.restore(self._battle, json.loads(zlib.decompress(packed)))


def _pack(position: Position) -> bytes:
    return zlib.compress(json.dumps(position.dump(), separators=(",", ":")).encode(), 1)
