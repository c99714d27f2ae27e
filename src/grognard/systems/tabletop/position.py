"""A position on a tabletop: the pose and the states of every unit, and its stand where it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from grognard.boards.table.lattice import TENTH, Pose
from grognard.boards.table.rect import Rect, rect
from grognard.engine.action import FACINGS
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause
from grognard.engine.numbers import LARGEST, MaybeOf, Of, Within
from grognard.engine.position import Field, Position
from grognard.engine.step import Step
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.measure import gone, how_far

# Entries of x for units that are not on the table.
GONE: Final = -2
WAITS: Final = -1

POSES: Final = (
    Field("x", "unit", counts=MaybeOf("across", GONE)),
    Field("y", "unit", counts=Of("down")),
    Field("facing", "unit", counts=Of("facing")),
    Field("state", "unit", counts=Within(0, LARGEST)),
)
CLOCK: Final = Field("clock", "entry")

# Numbers of steps: places in tenths of an inch, facings in steps of five degrees, lengths.
Across = Annotated[int, Of("across")]
Down = Annotated[int, Of("down")]
Facing = Annotated[int, Of("facing")]
Mils = Annotated[int, Within(-1_000_000, 1_000_000)]


class TablePosition(Position):
    """Poses and states of all units, and the clock; what they have suffered is the system's."""

    __slots__ = ("clock", "facing", "named", "rects", "state", "tries", "x", "y")

    ENTRIES: ClassVar[int] = 0  # of the clock

    battle: TableBattle

    def __init__(self, battle: TableBattle) -> None:
        super().__init__(battle, [])
        n = battle.count
        self.x = [GONE] * n
        self.y = [0] * n
        self.facing = [0] * n
        self.state = [0] * n
        self.clock = [0] * self.ENTRIES
        # The stand of each unit where it is now; None where it is not worked out yet.
        self.rects: list[Rect | None] = [None] * n
        # The named poses of the open question, with the step they belong to.
        self.named: tuple[Step[Any], dict[int, str]] | None = None
        # The legs tried for the open question, by their poses, with the step they belong to.
        self.tries: tuple[Step[Any], dict[Pose, Any]] | None = None

    @classmethod
    def blank(cls, battle: Any) -> Self:
        return cls(battle)

    def copy(self) -> Self:
        """An independent copy that nobody listens to; the system adds its own fields."""
        p = super().copy()
        p.x = self.x.copy()
        p.y = self.y.copy()
        p.facing = self.facing.copy()
        p.state = self.state.copy()
        p.clock = self.clock.copy()
        p.rects = self.rects.copy()
        p.named = self.named
        p.tries = self.tries
        return p

    def sizes(self) -> dict[str, int]:
        """Besides what every battle counts: places across and down the table, and facings."""
        poses = self.battle.poses
        table = {"across": poses.wide + 1, "down": poses.high + 1, "facing": FACINGS}
        return {**super().sizes(), **table}

    def rebuild(self) -> None:
        """Forget what was worked out from the other fields."""
        self.rects = [None] * self.battle.count
        self.named = None
        self.tries = None
        self._options = None

    def rect(self, u: int) -> Rect:
        """The stand of a unit where it is."""
        known = self.rects[u]
        if known is None:
            width, depth = self.battle.base[u]
            known = rect((self.x[u], self.y[u], self.facing[u]), width, depth)
            self.rects[u] = known
        return known

    def parts(self, u: int) -> tuple[Rect, ...]:
        """All that a unit covers where it is: its base, and what a system sets out beside it."""
        return (self.rect(u),)

    def rects_of(self, units: Sequence[int]) -> list[Rect]:
        """The stands of some units where they are."""
        rects = self.rects
        return [rects[u] or self.rect(u) for u in units]

    def put(self, u: int, x: int, y: int, facing: int) -> None:
        """Put a unit somewhere, or take it off the table (x GONE or WAITS)."""
        self.x[u], self.y[u], self.facing[u] = x, y, facing
        self.rects[u] = None

    def on_table(self, u: int) -> bool:
        """Whether a unit is on the table."""
        return self.x[u] >= 0

    def stands_on(self, side: int) -> list[int]:
        """The stands of a side on the table."""
        xs = self.x
        return [u for u in self.battle.stands_of[side] if xs[u] >= 0]

    def stands_about(self, u: int, side: int, mils: int) -> list[int]:
        """The stands of a side that may be within so many mils of a unit."""
        return self.nearby(self.battle.stands_of[side], u, self.x[u], self.y[u], mils)

    def nearby(self, stands: Sequence[int], u: int, x: int, y: int, mils: int) -> list[int]:
        """Those of some stands that may be within so many mils of a unit at a place.

        Only where their centres are is looked at.
        """
        battle, xs, ys = self.battle, self.x, self.y
        reach = battle.half[u] + battle.widest + mils // TENTH + 1
        left, right = max(x - reach, 0), x + reach
        top, bottom = y - reach, y + reach
        return [v for v in stands if left <= xs[v] <= right and top <= ys[v] <= bottom]

    def name(self, u: int) -> str:
        """A unit's name."""
        return self.battle.names[u]

    def pose(self, u: int) -> Pose:
        """Where a unit stands, and its facing."""
        return self.x[u], self.y[u], self.facing[u]

    def pose_name(self, u: int, x: int, y: int, facing: int) -> str:
        """Where a unit stands or goes, for people; those who lead look nowhere."""
        poses = self.battle.poses
        told = poses.name(poses.at(x, y, facing))
        return told if u < self.battle.stands else told.partition(" facing")[0]

    def going(self, u: int, there: Pose) -> str:
        """How far a unit goes to a pose, and how it turns; those who lead look nowhere."""
        here = self.pose(u)
        return gone(here, there) if u < self.battle.stands else how_far(here, there)

    def uid(self, u: int) -> str:
        """A unit's id on the board."""
        return f"unit:{self.battle.ids[u]}"

    def say(self, u: int, what: str, *others: int, kind: EventKind = EventKind.NONE) -> None:
        """Report what a unit does (to others), by a verb in the singular and what follows it."""
        if self.ear is not None:
            subjects = [self.uid(v) for v in (u, *others)]
            self.tell(f"{clause(self.name(u), what)}.", *subjects, kind=kind)
