"""A unit in the midst of its move: where it is, what is left to it, and its enemies."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from grognard.boards.table.slide import Swept
from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition

P = TypeVar("P", bound=TablePosition)
B = TypeVar("B", bound=TableBattle)

PARTS: Final = 64  # of a leg, when it is looked how far it is paid for


class TableTried:
    """A leg as the rules see it: what it takes, whom it strikes, or why it may not be."""

    __slots__ = ("cost", "target", "why")

    def __init__(self, why: str) -> None:
        self.why = why
        self.cost = 0
        self.target = -1


class TableMover(Generic[P, B]):
    """A unit in the midst of its move, and the enemies about it."""

    __slots__ = ("a", "arm", "battle", "foe_rects", "foes", "left", "p", "shunned", "u")

    p: P
    battle: B

    def __init__(self, p: P, battle: B, u: int, left: int) -> None:
        self.p = p
        self.battle = battle
        self.u = u
        self.left = left
        self.arm = battle.arm[u]
        self.a = p.rect(u)
        self.foes = p.stands_on(1 - battle.side[u])
        self.foe_rects = p.rects_of(self.foes)
        # The enemies in the order in which nearing them is refused: the last who was first.
        self.shunned = list(range(len(self.foes)))

    def attempt(self, x: int, y: int, facing: int) -> TableTried:
        """Turn to a facing and then go straight to a place, by the rules."""
        raise GrognardError(f"{type(self).__name__} does not say where a unit may go")

    def may_go(self, swept: Swept) -> bool:
        """Whether a leg straight on is paid for, and command lets it go there."""
        return True

    def part_open(self, dx: int, dy: int) -> tuple[int, int]:
        """The longest part of a leg straight on that it may go."""

        def ends(part: int) -> tuple[int, int]:
            return dx * part // PARTS, dy * part // PARTS

        low, high = 0, PARTS
        if self.may_go(Swept(self.a, dx, dy)):
            low = high
        while high - low > 1:
            part = (low + high) // 2
            low, high = (part, high) if self.may_go(Swept(self.a, *ends(part))) else (low, part)
        return ends(low)

    def longest_leg(self) -> int:
        """The longest leg that what is left could pay for."""
        return self.left


AnyMover = TableMover[Any, Any]
