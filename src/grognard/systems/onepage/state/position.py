"""The position of this system: where every stand is, how it faces, its state and its losses."""

from __future__ import annotations

from typing import ClassVar, Final, Self

from grognard.engine.numbers import MaybeOf, UpTo, Within
from grognard.engine.position import Field
from grognard.engine.step import StepTypes
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import GENERAL, SKIRMISHER
from grognard.systems.onepage.state.roster import MOST_STRENGTH
from grognard.systems.tabletop.position import CLOCK, GONE, POSES
from grognard.systems.tabletop.turn_position import TurnPosition

# States of a unit.
DISORDERED: Final = 1
ROUTED: Final = 2
LIMBERED: Final = 4
STATIONARY: Final = 8
OUT: Final = 16  # out of command since its own last command phase
MOVED: Final = 32  # had its move in this movement phase
ACTED: Final = 64  # moved, turned or limbered in it
RECOVERED: Final = 128  # gave up half its move: no charge this turn
FAILED: Final = 512  # failed the test of this morale phase
TOUCHED: Final = 1024  # was routed and is touched in this morale phase
ARRIVED: Final = 2048  # came onto the table in this turn: in command
MIRED: Final = 4096  # disordered by a marsh: it does not recover in one
STATES: Final = 8192  # more than all of them together
PHASES: Final = 6  # of a player turn
MOVE_STATES: Final = MOVED | ACTED | RECOVERED
TEST_STATES: Final = FAILED | TOUCHED

# What a unit has done in its move so far: it went somewhere; free to turn, it has just turned; it
# left the straight line on which a charge goes.
WENT: Final = 1
JUST_TURNED: Final = 2
ASTRAY: Final = 4


class OnepagePosition(TurnPosition):
    """Poses, states and losses of all units; where charges began; flattened crops; the clock."""

    __slots__ = ("flat", "from_x", "from_y", "trodden")

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *POSES,
        Field("losses", "unit", counts=Within(0, MOST_STRENGTH)),
        Field("fought", "unit", counts=Within(0, 1)),  # attacks made in this combat phase
        # Where this turn's charge began, -1 without one.
        Field("from_x", "unit", counts=MaybeOf("across")),
        Field("from_y", "unit", counts=MaybeOf("down")),
        Field("flat", "crops", counts=Within(0, 1)),
        # Who held each objective when the last player turn ended.
        Field("held", "objective", counts=MaybeOf("side")),
        # Stands that rolled for a marsh in this player turn.
        Field("trodden", "area", counts=UpTo("unit")),
        CLOCK,
    )
    STEPS: ClassVar[StepTypes] = {}
    MOST_STATES: ClassVar[int] = STATES
    TURN_PHASES: ClassVar[int] = PHASES

    battle: OnepageBattle

    def __init__(self, battle: OnepageBattle) -> None:
        super().__init__(battle)
        n = battle.count
        self.from_x = [-1] * n
        self.from_y = [-1] * n
        self.flat = [0] * len(battle.crops)
        self.trodden = [0] * len(battle.land.areas)

    def copy(self) -> Self:
        p = super().copy()
        p.from_x = self.from_x.copy()
        p.from_y = self.from_y.copy()
        p.flat = self.flat.copy()
        p.trodden = self.trodden.copy()
        return p

    # -- where units are -------------------------------------------------------------------------

    def generals_on(self, side: int) -> list[int]:
        """The generals of a side on the table."""
        xs = self.x
        return [u for u in self.battle.generals_of[side] if xs[u] >= 0]

    # -- what units are --------------------------------------------------------------------------

    def routed(self, u: int) -> bool:
        return bool(self.state[u] & ROUTED)

    def disordered(self, u: int) -> bool:
        return bool(self.state[u] & DISORDERED)

    def stationary(self, u: int) -> bool:
        """Whether a unit counts as stationary for its morale and its dice."""
        # onepage.command.out.not-stationary
        return self.state[u] & (OUT | STATIONARY) == STATIONARY

    def moves_freely(self, u: int) -> bool:
        """Whether a unit moves and turns in any direction without facing costs."""
        # onepage.move.free.general onepage.move.free.skirmisher
        if self.battle.arm[u] in (GENERAL, SKIRMISHER):
            return True
        return bool(self.state[u] & LIMBERED)  # onepage.move.free.limbered-artillery

    def disorder(self, u: int, why: str) -> None:
        """Mark a unit disordered; it is stationary no longer."""
        if not self.state[u] & DISORDERED:
            self.say(u, f"is disordered: {why}")
        self.state[u] = self.state[u] & ~STATIONARY | DISORDERED

    def charged(self, u: int) -> bool:
        """Whether a unit has charged in this player turn."""
        return self.from_x[u] >= 0

    def hurt(self, u: int, casualties: int, why: str) -> None:
        """Give a unit casualties; it is removed when they equal its strength points."""
        battle = self.battle
        if not casualties or self.x[u] < 0:
            return
        left = battle.strength[u] - self.losses[u]
        lost = min(left, casualties)
        self.losses[u] += lost
        if casualties > left:
            last = strength_points(left).removeprefix("1 ")
            self.say(u, f"loses its last {last} ({casualties} casualties, {why})")
        else:
            self.say(u, f"loses {strength_points(lost)} ({why})")
        if lost == left:
            self.remove(u, "all strength lost")

    def remove(self, u: int, why: str) -> None:
        """Take a unit off the table for good; what was left of its strength is lost."""
        left = self.battle.strength[u] - self.losses[u]
        self.losses[u] = self.battle.strength[u]
        self.state[u] = 0
        self.put(u, GONE, 0, 0)
        self.say(u, f"is removed{f' with {strength_points(left)}' if left else ''}: {why}")


def strength_points(count: int) -> str:
    """How many strength points, in words."""
    return f"{count} strength point{'s' if count != 1 else ''}"
