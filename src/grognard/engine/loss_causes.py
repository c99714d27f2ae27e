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
    from one of its line that names others, or from the roll of its line, by its title. Where
    events name no units, but pieces that may be any, the last one that is not over is the cause.
    What passes from one unit to another of its side, where they merge, is no loss.
    """

    def __init__(self, units: Sequence[CountedUnit], sides: int, log: Iterable[LogEntry]) -> None:
        self.units = units
        self._ids = {unit.id for unit in units}
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
        changes = [
            (unit, was - left)
            for unit, was, left in zip(self.units, self._strengths, strengths, strict=True)
            if left != was
        ]
        for unit, lost in self._without_merged(changes):
            cause = self._cause(unit.id) if lost > 0 else REGAINED
            self._lost.setdefault(cause, [0] * self._sides)[unit.side] += lost
        self._strengths = strengths
        self._open += [(self._depth, entry) for entry in self._events.get(self._line, ())]

    def _without_merged(
        self, changes: list[tuple[CountedUnit, int]]
    ) -> Iterable[tuple[CountedUnit, int]]:
        """Points lost by units (below zero: gained), without those taken in by others."""
        if self._line in self._events:
            return changes
        kept = []
        for side in range(self._sides):
            own = [(unit, lost) for unit, lost in changes if unit.side == side]
            lost, gained = (sum(max(0, way * n) for _, n in own) for way in (1, -1))
            passed = {1: min(lost, gained), -1: min(lost, gained)}
            for unit, points in own:
                way = 1 if points > 0 else -1
                here = min(passed[way], abs(points))
                passed[way] -= here
                if here < abs(points):
                    kept.append((unit, points - way * here))
        return kept

    def _cause(self, unit: str) -> str:
        """What a unit's loss at this line comes from."""
        now = self._events.get(self._line, [])
        known = [*now, *(entry for _, entry in reversed(self._open))]
        named = [entry for entry in known if unit in entry.subjects]
        vague = [entry for entry in known if not self._ids & set(entry.subjects)]
        if named or now or vague:
            return str((*named, *now, *vague)[0].kind)
        return self._rolls.get(self._line, OTHERWISE)

    def found(self) -> dict[str, list[int]]:
        """What each side has lost by each cause there was."""
        return {cause: lost for cause, lost in self._lost.items() if any(lost)}
