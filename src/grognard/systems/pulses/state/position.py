"""The position of this system: poses, hits, states and foes of units, status of forces, pools."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Self

from grognard.engine.grammar import clause
from grognard.engine.numbers import Within
from grognard.engine.position import Field
from grognard.engine.step import StepTypes
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARTILLERY
from grognard.systems.tabletop.position import CLOCK, GONE, POSES, TablePosition

NOBODY: Final = -1
LONGEST: Final = 1_000_000  # mils of a move
Tenths = Annotated[int, Within(0, 10_000)]  # of an inch, on the table

# States of a unit; those of the pulse end with it, those of the segment with the segment.
SUPPRESSED: Final = 1
FIRED: Final = 2
SQUARED: Final = 4
MOVED: Final = 8
FOUGHT: Final = 16  # to its front
FLANKS: Final = 32  # came into contact from behind its enemy's front
PULSE_STATES: Final = SUPPRESSED | FIRED
SEGMENT_STATES: Final = MOVED | FOUGHT | FLANKS

# Entries of the clock.
TURN, PULSE, HOLDER, SIDE, PHASE, FAILED, DIE = range(7)
COMMAND, SKIRMISH, FIRE, CONTROL, MOVEMENT, COMBAT, END = range(7)
PHASES: Final = (
    "command", "skirmish", "fire", "control", "movement", "combat", "end",
)  # fmt: skip


class PulsesPosition(TablePosition):
    """Everything that changes while a battle of pulses is fought."""

    __slots__ = (
        "attached",
        "dice",
        "foe",
        "held",
        "helpers",
        "hits",
        "pool",
        "rating",
        "reserve",
        "shot",
        "status",
        "used",
    )

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *POSES,
        Field("hits", "unit"),
        Field("foe", "unit"),  # whom it has contacted; of a battery, at whom it fires
        Field("attached", "unit"),  # the infantry a battery is attached to
        Field("shot", "unit"),  # hits of this pulse's artillery fire that are not felt yet
        # In this pulse: skirmish attacks on a unit, helps of an officer.
        Field("used", "unit"),
        Field("rating", "unit"),  # control modifier or level of an officer
        Field("helpers", "unit"),  # combat dice a sub-commander gives
        Field("status", "force"),
        Field("reserve", "force"),
        Field("pool", "side"),
        Field("dice", "initiative"),  # two a side
        Field("held", "objective"),
        CLOCK,
    )
    STEPS: ClassVar[StepTypes] = {}
    ENTRIES: ClassVar[int] = 7

    battle: PulsesBattle

    def __init__(self, battle: PulsesBattle) -> None:
        super().__init__(battle)
        n = battle.count
        self.hits = [0] * n
        self.foe = [NOBODY] * n
        self.attached = [NOBODY] * n
        self.shot = [0] * n
        self.used = [0] * n
        self.rating = [0] * n
        self.helpers = [0] * n
        self.status = [0] * len(battle.forces)
        self.reserve = [0] * len(battle.forces)
        self.pool = [0, 0]
        self.dice = [0] * 4
        self.held = [NOBODY] * len(battle.objectives)

    def copy(self) -> Self:
        """An independent copy that nobody listens to."""
        p = super().copy()
        p.hits = self.hits.copy()
        p.foe = self.foe.copy()
        p.attached = self.attached.copy()
        p.shot = self.shot.copy()
        p.used = self.used.copy()
        p.rating = self.rating.copy()
        p.helpers = self.helpers.copy()
        p.status = self.status.copy()
        p.reserve = self.reserve.copy()
        p.pool = self.pool.copy()
        p.dice = self.dice.copy()
        p.held = self.held.copy()
        return p

    # -- where units are -------------------------------------------------------------------------

    def units_in(self, force: int) -> list[int]:
        """The units of a force on the table."""
        xs = self.x
        return [u for u in self.battle.units_of[force] if xs[u] >= 0]

    # -- what becomes of units -------------------------------------------------------------------

    def left(self, u: int) -> int:
        """The strength points a unit has left."""
        return self.battle.strength[u] - self.hits[u]

    def hurt(self, u: int, hits: int, why: str) -> None:
        """Give a unit hits; it is broken when they reach its strength points."""
        if not hits or self.x[u] < 0:
            return
        strength = self.battle.strength[u]
        self.hits[u] = min(strength, self.hits[u] + hits)
        if self.ear is not None:
            plural = "s" if hits > 1 else ""
            self.tell(f"{clause(self.name(u), 'takes')} {hits} hit{plural} ({why}).", self.uid(u))
        if self.hits[u] == strength:  # pulses.rulings.broken
            self.remove(u, "is broken")

    def remove(self, u: int, why: str) -> None:
        """Take a unit off the table for good, and release whoever had to do with it."""
        self.hits[u] = self.battle.strength[u]
        self.state[u] = 0
        self.foe[u] = self.attached[u] = NOBODY
        self.put(u, GONE, 0, 0)
        for v in range(self.battle.stands):
            if self.battle.arm[v] != ARTILLERY and self.foe[v] == u:
                self.foe[v] = NOBODY
            if self.attached[v] == u:
                self.attached[v] = NOBODY
        if self.ear is not None:
            self.tell(f"{clause(self.name(u), why)}.", self.uid(u))

    def spend(self, side: int, dice: int) -> None:
        """Take command dice from a side's pool."""
        self.pool[side] -= dice
