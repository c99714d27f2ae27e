"""The position of this system: poses, hits, states and foes of units, status of forces, pools."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Self

from grognard.engine.grammar import clause
from grognard.engine.numbers import MaybeOf, Of, Within
from grognard.engine.position import Field
from grognard.engine.step import StepTypes
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARTILLERY, ATTACK, INFANTRY, WITHDRAW
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.faults import bad_places
from grognard.systems.tabletop.position import CLOCK, GONE, POSES, TablePosition

NOBODY: Final = -1
Stand = Annotated[int, Of("stand")]  # a unit that is no officer

# States of a unit; those of the pulse end with it, those of the segment with the segment.
SUPPRESSED: Final = 1
FIRED: Final = 2
SQUARED: Final = 4
MOVED: Final = 8
FOUGHT: Final = 16  # to its front
FLANKS: Final = 32  # came into contact from behind its enemy's front
STATES: Final = 63  # all of them
PULSE_STATES: Final = SUPPRESSED | FIRED
SEGMENT_STATES: Final = MOVED | FOUGHT | FLANKS

# Entries of the clock.
TURN, PULSE, HOLDER, SIDE, PHASE, FAILED, DIE = range(7)
COMMAND, SKIRMISH, FIRE, CONTROL, MOVEMENT, COMBAT, END = range(7)
PHASES: Final = ("command", "skirmish", "fire", "control", "movement", "combat", "end")


def command_dice(count: int) -> str:
    """How many command dice, in words.

    >>> command_dice(1), command_dice(3)
    ('1 command die', '3 command dice')
    """
    return f"{count} command di{'e' if count == 1 else 'ce'}"


class PulsesPosition(TablePosition):
    """Everything that changes while a battle of pulses is fought."""

    __slots__ = (
        "attached", "bonds", "dice", "flights", "foe", "held", "helpers", "hits", "pool", "rating",
        "reserve", "shot", "status", "used",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *POSES,
        Field("hits", "unit", counts=Within(0, 99)),
        # Whom it has contacted; of a battery, at whom it fires.
        Field("foe", "unit", counts=MaybeOf("stand")),
        Field("attached", "unit", counts=MaybeOf("stand")),  # the infantry a battery is attached to
        # Hits of this pulse's artillery fire that are not felt yet.
        Field("shot", "unit", counts=Within(0, 999)),
        # In this pulse: skirmish attacks on a unit, helps of an officer.
        Field("used", "unit", counts=Within(0, 99)),
        Field("rating", "unit", counts=Within(-99, 9)),  # control modifier or level of an officer
        Field("helpers", "unit", counts=Within(0, 9)),  # combat dice a sub-commander gives
        Field("status", "force", counts=Within(WITHDRAW, ATTACK)),
        Field("reserve", "force", counts=Within(0, 1)),
        Field("pool", "side", counts=Within(0, 9999)),
        Field("dice", "initiative", counts=Within(0, FACES)),  # two a side, the lower first
        Field("held", "objective", counts=MaybeOf("side")),
        CLOCK,
    )
    STEPS: ClassVar[StepTypes] = {}
    ENTRIES: ClassVar[int] = 7

    battle: PulsesBattle

    def __init__(self, battle: PulsesBattle) -> None:
        super().__init__(battle)
        none, nobody = [0] * battle.count, [NOBODY] * battle.count
        self.hits, self.shot, self.used = none.copy(), none.copy(), none.copy()
        self.rating, self.helpers = none.copy(), none
        self.foe, self.attached = nobody.copy(), nobody
        self.status, self.reserve = [0] * len(battle.forces), [0] * len(battle.forces)
        self.pool = [0, 0]
        self.dice = [0] * 4
        self.held = [NOBODY] * len(battle.objectives)
        # Whether the mover of the open question must attack, or is driven on; goes with `named`.
        self.bonds = (False, False)
        # The ways of those who run or fall back, found since a unit last changed its place; copies
        # share them.
        self.flights: dict[tuple[int, ...], tuple[int, int, int, bool]] = {}

    def copy(self) -> Self:
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
        p.bonds = self.bonds
        p.flights = self.flights
        return p

    def rebuild(self) -> None:
        super().rebuild()
        self.flights = {}

    def put(self, u: int, x: int, y: int, facing: int) -> None:
        super().put(u, x, y, facing)
        self.flights = {}

    # -- read from outside -----------------------------------------------------------------------

    def sizes(self) -> dict[str, int]:
        return {**super().sizes(), "stand": self.battle.stands}

    def fault(self) -> str:
        """Units on each other, hits, foes and guns that cannot be, a clock beyond the battle."""
        for u in range(self.battle.count):
            why = self.unit_fault(u)
            if why:
                return f"{self.name(u)} {why}"
        d4 = range(self.battle.rules.initiative.d4.sides + 1)
        limits = (
            ("turn", range(self.battle.first_turn, self.battle.last_turn + 1)),
            ("pulse", d4),
            ("holder of the initiative", range(2)),
            ("side", range(2)),
            ("phase", range(len(PHASES))),
            ("beaten armies", range(4)),
            ("d4", d4),
        )
        for value, (entry, limit) in zip(self.clock, limits, strict=True):
            if value not in limit:
                return f"the {entry} on the clock is {value}"
        return "; ".join(bad_places(self, lambda u, a: False, lambda u, v: False)[:1])

    def unit_fault(self, u: int) -> str:
        """What cannot be said of a unit."""
        battle, foe, host = self.battle, self.foe[u], self.attached[u]
        if self.state[u] > STATES:
            return "has a state that does not exist"
        strength, here = battle.strength[u], self.x[u] >= 0
        if self.hits[u] > strength or (here and strength and self.hits[u] == strength):
            return f"has {self.hits[u]} hits of {strength}"
        if foe >= 0 and battle.side[foe] == battle.side[u]:
            return f"fights its friend {self.name(foe)}"
        if host >= 0:
            guns = battle.arm[u] == ARTILLERY and battle.arm[host] == INFANTRY
            if not guns or battle.force[u] != battle.force[host] or not here or self.x[host] < 0:
                return f"is attached to {self.name(host)}, which cannot be"
        return ""

    # -- where units are -------------------------------------------------------------------------

    def units_in(self, force: int) -> list[int]:
        xs = self.x
        return [u for u in self.battle.units_of[force] if xs[u] >= 0]

    # -- what becomes of units -------------------------------------------------------------------

    def left(self, u: int) -> int:
        return self.battle.strength[u] - self.hits[u]

    def hurt(self, u: int, hits: int, why: str) -> None:
        """Give a unit hits; it is broken when they reach its strength points."""
        if not hits or self.x[u] < 0:
            return
        strength, left = self.battle.strength[u], self.left(u)
        self.hits[u] = min(strength, self.hits[u] + hits)
        more = f", of which {left} count{'s' * (left == 1)}" if hits > left else ""
        self.say(u, f"takes {hits} hit{'s' * (hits > 1)} ({why}){more}")
        if self.hits[u] == strength:  # pulses.rulings.broken
            self.remove(u, "is broken")

    def remove(self, u: int, why: str) -> None:
        """Take a unit off the table for good, and release whoever had to do with it."""
        self.hits[u] = self.battle.strength[u]
        self.state[u] = 0
        self.foe[u] = self.attached[u] = NOBODY
        self.put(u, GONE, 0, 0)
        self.say(u, why)
        for v in range(self.battle.stands):
            if self.battle.arm[v] != ARTILLERY and self.foe[v] == u:
                self.foe[v] = NOBODY
                self.say(v, f"has nobody to fight: {clause(self.name(u), 'is')} gone", u)
            if self.attached[v] == u:
                self.attached[v] = NOBODY

    def spend(self, side: int, dice: int, why: str) -> None:
        """Pay command dice, and say what for."""
        self.pool[side] -= dice
        if dice:
            left = f"{self.pool[side]} left"
            self.tell(f"{self.battle.side_name(side)} spends {command_dice(dice)}, {left}: {why}.")
