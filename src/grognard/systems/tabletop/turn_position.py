"""A position of player turns: what stands have lost, their order, who was said to hold what."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition
from grognard.systems.tabletop.seen import Seen
from grognard.systems.tabletop.turn import wrong_clock


class TurnPosition(TablePosition):
    """Poses, states, losses and attacks of all units, and the holders of objectives."""

    __slots__ = ("fought", "held", "judged", "losses")

    ENTRIES: ClassVar[int] = 4
    MOST_STATES: ClassVar[int]  # more than all the states of a unit together
    TURN_PHASES: ClassVar[int]

    def __init__(self, battle: TableBattle) -> None:
        super().__init__(battle)
        self.losses = [0] * battle.count
        self.fought = [0] * battle.count
        self.held = [-1] * len(battle.objectives)
        # What was judged of positions like this one; copies share it.
        self.judged: dict[tuple[object, ...], Seen] = {}

    def copy(self) -> Self:
        p = super().copy()
        p.losses = self.losses.copy()
        p.fought = self.fought.copy()
        p.held = self.held.copy()
        p.judged = self.judged
        return p

    def rebuild(self) -> None:
        super().rebuild()
        self.judged = {}

    def fault(self) -> str:
        """States that do not exist, losses beyond the strength, a clock beyond the battle."""
        strength = self.battle.strength
        for u in range(self.battle.count):
            if self.state[u] >= self.MOST_STATES:
                return f"{self.name(u)} has a state that does not exist"
            if self.losses[u] > strength[u]:
                return f"{self.name(u)} has lost {self.losses[u]} of {strength[u]} points"
        return wrong_clock(self, self.TURN_PHASES)

    def left(self, u: int) -> int:
        """The strength points a unit still has."""
        return self.battle.strength[u] - self.losses[u]

    def routed(self, u: int) -> bool:
        raise GrognardError(f"{type(self).__name__} does not say who is routed")

    def disordered(self, u: int) -> bool:
        raise GrognardError(f"{type(self).__name__} does not say who is disordered")

    def stationary(self, u: int) -> bool:
        raise GrognardError(f"{type(self).__name__} does not say who is stationary")
