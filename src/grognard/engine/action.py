"""Actions: every noun of a battle owns a fixed range of ints, so an int means one thing always."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from grognard.engine.errors import BadOrder, did_you_mean


class Nouns:
    """The nouns of one battle (verbs, units, hexes, facings, …) and the ints they own.

    >>> nouns = Nouns([("verb", ["done"]), ("hex", ["0101", "0201"])])
    >>> nouns.first["hex"], nouns.name(2), nouns.kind(2)
    (1, '0201', 'hex')
    """

    __slots__ = ("_by_kind", "_kinds", "_names", "_starts", "first", "size")

    def __init__(self, kinds: Sequence[tuple[str, Sequence[str]]]) -> None:
        self.first: dict[str, int] = {}
        self._kinds: list[str] = []
        self._starts: list[int] = []
        self._names: list[str] = []
        self._by_kind: dict[str, dict[str, int]] = {}
        for kind, names in kinds:
            start = len(self._names)
            self.first[kind] = start
            self._kinds.append(kind)
            self._starts.append(start)
            self._names.extend(names)
            self._by_kind[kind] = {name: start + i for i, name in enumerate(names)}
        self.size = len(self._names)

    def kind(self, action: int) -> str:
        """Which noun an action is."""
        self._check(action)
        return self._kinds[bisect_right(self._starts, action) - 1]

    def name(self, action: int) -> str:
        """The bare name of an action."""
        self._check(action)
        return self._names[action]

    def index(self, action: int) -> int:
        """The number of an action within its noun."""
        self._check(action)
        return action - self._starts[bisect_right(self._starts, action) - 1]

    def action(self, kind: str, name: str) -> int:
        """The int of a noun by its name."""
        names = self._by_kind.get(kind)
        if names is None:
            raise BadOrder(f'no noun "{kind}": {did_you_mean(kind, self._by_kind)}')
        found = names.get(name)
        if found is None:
            raise BadOrder(f'no {kind} "{name}": {did_you_mean(name, names)}')
        return found

    def json(self, action: int) -> dict[str, str]:
        """An action as JSON: its noun and its name."""
        return {self.kind(action): self.name(action)}

    def _check(self, action: int) -> None:
        if not 0 <= action < self.size:
            raise BadOrder(f"action {action} is outside 0 to {self.size - 1}")
