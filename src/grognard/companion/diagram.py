"""Tables over several values as nested runs, each equal part kept once.

A table is a number: an even one is twice the value it holds, an odd one leads to a branch. A branch
is the place of the value it asks for, then pairs: up to which value, and the table that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

Branch = tuple[int, ...]
Prefix = tuple[int, ...]


class Axis(NamedTuple):
    """A value a table depends on: its place among all values, and those it may have."""

    place: int
    values: Sequence[int]


class Diagrams:
    """The branches of all tables of a check."""

    def __init__(self) -> None:
        self.branches: list[Branch] = []
        self._known: dict[Branch, int] = {}

    def build(
        self,
        axes: Sequence[Axis],
        leaf: Callable[[Prefix], int],
        early: Callable[[Prefix], int | None] = lambda prefix: None,
    ) -> int:
        """The table of a function of these values; `early` may settle it by the first of them."""
        return self._part(axes, leaf, early, ())

    def _part(
        self,
        axes: Sequence[Axis],
        leaf: Callable[[Prefix], int],
        early: Callable[[Prefix], int | None],
        prefix: Prefix,
    ) -> int:
        if len(prefix) == len(axes):
            return 2 * leaf(prefix)
        settled = early(prefix)
        if settled is not None:
            return 2 * settled
        axis = axes[len(prefix)]
        runs: list[int] = []
        for value in axis.values:
            child = self._part(axes, leaf, early, (*prefix, value))
            if runs and runs[-1] == child:
                runs[-2] = value
            else:
                runs += (value, child)
        if len(runs) == 2:
            return runs[1]
        return self._kept((axis.place, *runs))

    def _kept(self, branch: Branch) -> int:
        at = self._known.get(branch)
        if at is None:
            at = self._known[branch] = len(self.branches)
            self.branches.append(branch)
        return 2 * at + 1

    def look(self, table: int, values: Sequence[int]) -> int:
        """The value a table holds for these values; beyond the last run the last one counts."""
        while table & 1:
            branch = self.branches[table >> 1]
            value = values[branch[0]]
            i = 1
            while value > branch[i] and i + 2 < len(branch):
                i += 2
            table = branch[i + 1]
        return table >> 1
