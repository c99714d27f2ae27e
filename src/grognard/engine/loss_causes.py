"""What the losses of a battle come from, as the events of its log are shown on a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.engine.event import EventKind
from grognard.engine.log import LogEntry
from grognard.engine.tally import CountedUnit

COSTLY: Final = (EventKind.FIRE, EventKind.MELEE, EventKind.ROUT)
OTHERWISE: Final = "otherwise"
REGAINED: Final = "regained"  # counted below zero, so that all together is what is lost


class LossCauses:
    """Counts the losses of each side by cause, line by line.

    A loss comes from the first event of its line that names the unit and has a kind; if there is
    none, from the last one before, as long as what that began is not over: further rolls at the
    same depth of the stack belong to it, and all that is deeper. What no such event names comes
    from one of its line that names others, or from the roll of its line, by its title.
    """

    def __init__(self, units: Sequence[CountedUnit], sides: int, log: Iterable[LogEntry]) -> None:
        self.units = units
        self._lost: dict[str, list[int]] = {str(kind): [0] * sides for kind in COSTLY}
        self._sides = sides
        self._events: dict[int, list[LogEntry]] = {}
        self._rolls: dict[int, str] = {}  # their titles, by line
        for entry in log:
            if entry.kind in COSTLY:
                self._events.setdefault(entry.line, []).append(entry)
            elif entry.roll:
                self._rolls[entry.line] = entry.text.partition(":")[0].lower()
        self._strengths: Sequence[int] = [unit.strength for unit in units]
        self._line = self._depth = 0
        self._open: list[tuple[int, LogEntry]] = []  # events before, each with its depth

    def begin(self, line: int, depth: int, rolled: bool) -> None:
        """A line of the record, how many steps the stack holds before it, whether it is a roll."""
        self._line, self._depth = line, depth
        lasting = depth if rolled else depth - 1
        self._open = [(deep, entry) for deep, entry in self._open if deep <= lasting]

    def end(self, strengths: Sequence[int]) -> None:
        """The strength left to each unit after the line."""
        for unit, was, left in zip(self.units, self._strengths, strengths, strict=True):
            if left != was:
                cause = self._cause(unit.id) if left < was else REGAINED
                self._lost.setdefault(cause, [0] * self._sides)[unit.side] += was - left
        self._strengths = strengths
        self._open += [(self._depth, entry) for entry in self._events.get(self._line, ())]

    def _cause(self, unit: str) -> str:
        """What a unit's loss at this line comes from."""
        now = self._events.get(self._line, [])
        known = [*now, *(entry for _, entry in reversed(self._open))]
        named = [entry for entry in known if unit in entry.subjects]
        if named or now:
            return str((*named, *now)[0].kind)
        return self._rolls.get(self._line, OTHERWISE)

    def found(self) -> dict[str, list[int]]:
        """What each side has lost by each cause there was."""
        return {cause: lost for cause, lost in self._lost.items() if any(lost)}
