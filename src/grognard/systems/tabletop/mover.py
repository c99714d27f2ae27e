"""A unit in the midst of its move: where it is, what is left to it, and its enemies."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.boards.table.charge import touch_ahead
from grognard.boards.table.lattice import Pose
from grognard.boards.table.rect import Rect
from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import TablePosition


class TableTried:
    """A leg as the rules see it: what it takes, whom it strikes, or why it may not be."""

    __slots__ = ("cost", "target", "why")

    def __init__(self, why: str) -> None:
        self.why = why
        self.cost = 0
        self.target = -1


class TableMover:
    """A unit in the midst of its move, and the enemies about it."""

    __slots__ = ("a", "arm", "battle", "foe_rects", "foes", "left", "p", "u")

    p: TablePosition
    battle: TableBattle

    def __init__(self, p: TablePosition, u: int, left: int) -> None:
        battle = p.battle
        self.p = p
        self.battle = battle
        self.u = u
        self.left = left
        self.arm = battle.arm[u]
        self.a = p.rect(u)
        self.foes = p.stands_on(1 - battle.side[u])
        self.foe_rects = [p.rect(v) for v in self.foes]

    def attempt(self, x: int, y: int, facing: int) -> TableTried:
        """Turn to a facing and then go straight to a place, by the rules."""
        raise GrognardError(f"{type(self).__name__} does not say where a unit may go")

    def into_contact(self, b: Rect, ways: Iterable[tuple[int, int]], reach: int) -> Pose | None:
        """The first allowed pose that touches a stand, by facings and the ways from there."""
        p, u = self.p, self.u
        width, depth = self.battle.base[u]
        for facing, way in ways:
            touch = touch_ahead((p.x[u], p.y[u], facing), width, depth, b, reach, way)
            if touch is not None and touch.mils and not self.attempt(*touch.pose).why:
                return touch.pose
        return None
