"""Actions: every noun of a battle owns a fixed range of ints, so an int always means the same."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from grognard.engine.errors import BadOrder, did_you_mean

FACINGS: Final = 72  # steps of five degrees, clockwise from the top of the table
DEGREES: Final = 5

_POSE = re.compile(r"(\d{1,3})(?:\.(\d))?,(\d{1,3})(?:\.(\d))? facing (\d{1,3})")
_PLACE = re.compile(r"\d{1,4}(?:\.\d{1,4})?,\d{1,4}(?:\.\d{1,4})?")


class Poses:
    """A noun too large to list: every place and facing on a table's lattice.

    Places are tenths of an inch from the upper left corner, facings steps of five degrees.

    >>> poses = Poses(360, 360)
    >>> poses.name(poses.at(123, 200, 18)), poses.find("12.3,20.0 facing 90")
    ('12.3,20.0 facing 90', 5207274)
    >>> poses.pose(5207274)
    (123, 200, 18)
    """

    __slots__ = ("high", "size", "wide")

    def __init__(self, wide: int, high: int) -> None:
        self.wide = wide
        self.high = high
        self.size = (wide + 1) * (high + 1) * FACINGS

    def at(self, x: int, y: int, facing: int) -> int:
        """The number of a pose."""
        return (y * (self.wide + 1) + x) * FACINGS + facing

    def pose(self, index: int) -> tuple[int, int, int]:
        """The place and facing of a number."""
        place, facing = divmod(index, FACINGS)
        y, x = divmod(place, self.wide + 1)
        return x, y, facing

    def name(self, index: int) -> str:
        """A pose in words: inches, and degrees."""
        x, y, facing = self.pose(index)
        return f"{x // 10}.{x % 10},{y // 10}.{y % 10} facing {facing * DEGREES}"

    def misread(self, place: str, facing: str) -> str:
        """What is wrong with a pose in words; empty if the text is not a place at all.

        >>> Poses(360, 240).misread("40,12.5", "0")
        '40,12.5 is off the table, which is 36 by 24 inches'
        """
        if _PLACE.fullmatch(place) is None:
            return ""
        x, y = (Decimal(text) * 10 for text in place.split(","))
        if x % 1 or y % 1:
            return f"{place:.40} is too precise: places are in tenths of an inch (12.3,20.0)"
        if x > self.wide or y > self.high:
            size = f"{self.wide / 10:g} by {self.high / 10:g} inches"
            return f"{place:.40} is off the table, which is {size}"
        if not facing.isdecimal() or int(facing) % DEGREES or int(facing) >= FACINGS * DEGREES:
            allowed = f"0, {DEGREES}, {2 * DEGREES} … degrees"
            return f"facing {facing:.20} is not possible: facings are {allowed}"
        return ""

    def find(self, text: str) -> int | None:
        """The number of a pose in words; None if the table has no such pose."""
        match = _POSE.fullmatch(text)
        if match is None:
            return None
        x, y = (int(match[k]) * 10 + int(match[k + 1] or 0) for k in (1, 3))
        facing, rest = divmod(int(match[5]), DEGREES)
        if x > self.wide or y > self.high or facing >= FACINGS or rest:
            return None
        return self.at(x, y, facing)


class Nouns:
    """The nouns of one battle (verbs, units, hexes, poses, …) and the ints they own.

    >>> nouns = Nouns([("verb", ["done"]), ("hex", ["0101", "0201"])])
    >>> nouns.first["hex"], nouns.name(2), nouns.kind(2)
    (1, '0201', 'hex')
    """

    __slots__ = ("_by_kind", "_kinds", "_names", "_starts", "first", "poses", "size")

    def __init__(self, kinds: Sequence[tuple[str, Sequence[str] | Poses]]) -> None:
        self.first: dict[str, int] = {}
        self.poses: dict[str, Poses] = {}
        self._kinds: list[str] = []
        self._starts: list[int] = []
        self._names: list[Sequence[str]] = []
        self._by_kind: dict[str, dict[str, int]] = {}
        self.size = 0
        for kind, names in kinds:
            start = self.size
            self.first[kind] = start
            self._kinds.append(kind)
            self._starts.append(start)
            if isinstance(names, Poses):
                self.poses[kind] = names
                self._names.append(())
                self._by_kind[kind] = {}
                self.size += names.size
            else:
                self._names.append(names)
                self._by_kind[kind] = {name: start + i for i, name in enumerate(names)}
                self.size += len(names)

    def kind(self, action: int) -> str:
        """Which noun an action is."""
        self._check(action)
        return self._kinds[bisect_right(self._starts, action) - 1]

    def name(self, action: int) -> str:
        """The bare name of an action."""
        self._check(action)
        which = bisect_right(self._starts, action) - 1
        index = action - self._starts[which]
        poses = self.poses.get(self._kinds[which])
        return self._names[which][index] if poses is None else poses.name(index)

    def index(self, action: int) -> int:
        """The number of an action within its noun."""
        self._check(action)
        return action - self._starts[bisect_right(self._starts, action) - 1]

    def action(self, kind: str, name: str) -> int:
        """The int of a noun by its name."""
        names = self._by_kind.get(kind)
        if names is None:
            raise BadOrder(f'no noun "{kind}": {did_you_mean(kind, self._by_kind)}')
        if kind in self.poses:
            index = self.poses[kind].find(name)
            if index is None:
                example = self.poses[kind].name(0)
                raise BadOrder(f'unknown {kind} "{name}" on this table: write it like "{example}"')
            return self.first[kind] + index
        found = names.get(name)
        if found is None:
            raise BadOrder(f'no {kind} "{name}": {did_you_mean(name, names)}')
        return found

    def __contains__(self, name: str) -> bool:
        """Whether something is called so, of whatever noun that is listed."""
        return any(name in names for names in self._by_kind.values())

    def json(self, action: int) -> dict[str, str]:
        """An action as JSON: its noun and its name."""
        return {self.kind(action): self.name(action)}

    def listed(self) -> list[int]:
        """Every action except those of nouns too large to list."""
        return [
            start + i
            for start, names in zip(self._starts, self._names, strict=True)
            for i in range(len(names))
        ]

    def sizes(self) -> dict[str, int]:
        """The number of actions of each noun."""
        ends = [*self._starts[1:], self.size]
        spans = zip(self._kinds, self._starts, ends, strict=True)
        return {kind: end - start for kind, start, end in spans}

    def _check(self, action: int) -> None:
        if not 0 <= action < self.size:
            raise BadOrder(f"action {action} is outside 0 to {self.size - 1}")
