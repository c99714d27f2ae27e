"""Named poses: the chief ways on which a unit may go, whatever the rules allow of them.

They are what bots and lists choose from; any other pose that keeps the rules is allowed too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final

from grognard.boards.table.arcs import fire_range
from grognard.boards.table.lattice import (
    HALF,
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    aslant,
    bearing,
    short_of,
    turned,
)
from grognard.boards.table.rect import Rect
from grognard.boards.table.shape import shape
from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.mover import TableMover
from grognard.systems.tabletop.position import TablePosition

NOWHERE: Final = -1
UNTRIED: Final = -2

OBLIQUE: Final = QUARTER // 2
LEAST: Final = 300  # mils a named way has at least
JOINED: Final = 6  # stands one who leads is offered to join
WHOLE: Final = 8  # the eighths of a whole way
AHEAD: Final = ((0, "ahead"), (-OBLIQUE, "oblique left"), (OBLIQUE, "oblique right"))
ROUND: Final = ((0, "ahead"), (QUARTER, "right"), (HALF, "back"), (-QUARTER, "left"))


Named = tuple[int, int, int, str]  # a pose and its name


class Way:
    """A way with a name: of its poses the first counts that the rules allow.

    One `after` another is there only if the other is. `end` is where it leads, as an action; -1 if
    nowhere, UNTRIED before somebody wants to know.
    """

    __slots__ = ("after", "end", "label", "poses")

    def __init__(self, poses: Callable[[], Iterator[Named]], after: Way | None) -> None:
        self.poses = poses
        self.after = after
        self.end = UNTRIED
        self.label = ""


class TableNamer:
    """Collects named poses of a unit that the rules of its system allow.

    Ways are gathered first. `resolve` tries them all, `draw` as few as it needs for one of them.
    """

    __slots__ = (
        "a", "battle", "facing", "found", "gathered", "ids", "left", "mover", "p", "rated", "u",
        "x", "y",
    )  # fmt: skip

    # What is tried where the whole way is not open, in eighths of it.
    parts: ClassVar[tuple[int, ...]] = (WHOLE, 6, 4, 2, 1)

    mover: TableMover
    p: TablePosition
    battle: TableBattle

    def __init__(self, mover: TableMover) -> None:
        p, u = mover.p, mover.u
        self.mover, self.p, self.u, self.battle = mover, p, u, mover.battle
        self.ids = mover.battle.ids
        self.x, self.y, self.facing = p.x[u], p.y[u], p.facing[u]
        self.a, self.left = mover.a, mover.left
        self.found: dict[int, str] = {}
        self.gathered: list[Way] = []
        self.rated: list[tuple[int, int, int]] | None = None  # enemies, the nearest first

    def offer(self, x: int, y: int, facing: int, label: str, after: Way | None = None) -> None:
        """Name a pose if it is allowed; a way into contact is named as what it is."""
        named = (x, y, facing, label)
        self.gathered.append(Way(lambda: iter((named,)), after))

    def action(self, x: int, y: int, facing: int) -> int:
        """The answer that names a pose, -1 beyond the table."""
        poses = self.battle.poses
        if not (0 <= x <= poses.wide and 0 <= y <= poses.high):
            return NOWHERE
        return self.battle.pose_at + poses.at(x, y, facing)

    def end(self, way: Way) -> int:
        """Where a way leads, tried once."""
        if way.end == UNTRIED:
            way.end = NOWHERE
            if way.after is None or self.end(way.after) != NOWHERE:
                self._try(way)
        return way.end

    def _try(self, way: Way) -> None:
        for x, y, facing, label in way.poses():
            action = self.action(x, y, facing)
            if action == NOWHERE:
                continue
            if action not in self.found:
                tried = self.mover.attempt(x, y, facing)
                if tried.why or tried.target >= 0:
                    continue
            way.end, way.label = action, label
            return

    def gather(self) -> None:
        """Gather the ways of the moment."""
        raise GrognardError(f"{type(self).__name__} gathers no ways")

    def named(self) -> dict[int, str]:
        """All the named poses of the moment."""
        self.gather()
        return self.resolve()

    def resolve(self) -> dict[int, str]:
        """All named poses, each by the first name it was given."""
        for way in self.gathered:
            action = self.end(way)
            if action != NOWHERE:
                self.found.setdefault(action, way.label)
        self.gathered.clear()
        return self.found

    def draw(self, others: Iterable[int], rng: random.Random) -> int:
        """One of some other answers and the named poses, all equally likely; -1 if there is none.

        They are tried in random order. A pose on several ways counts on the first only.
        """
        lots: list[int] = [*others, *self.found]
        certain = len(lots)
        lots += range(len(self.gathered))
        indices = list(range(len(lots)))
        while indices:
            pick = int(rng.random() * len(indices))
            i = indices[pick]
            indices[pick] = indices[-1]
            indices.pop()
            if i < certain:
                return lots[i]
            action = self.end(self.gathered[lots[i]])
            if action != NOWHERE and not self._named_before(action, lots[i]):
                return action
        return NOWHERE

    def _named_before(self, action: int, number: int) -> bool:
        """Whether a pose has its name already, from a way before this one."""
        if action in self.found:
            return True
        return any(
            way.end == action
            or (
                way.end == UNTRIED
                and any(self.action(x, y, facing) == action for x, y, facing, _ in way.poses())
                and self.end(way) == action
            )
            for way in self.gathered[:number]
        )

    def strike(self, ways: Iterable[tuple[Pose, int]], word: str) -> None:
        """Name ways into contact, each with its enemy."""
        for pose, v in ways:
            action = self.battle.pose_at + self.battle.poses.at(*pose)
            # A way that touches several is named after the first, as it is told.
            self.found.setdefault(action, f"{word} {self.ids[v]}")

    def go(self, direction: int, distance: int, facing: int, label: str) -> Way:
        """Name the place at a distance, or as much of the way there as is open."""
        way = Way(lambda: self._parts(direction, distance, facing, label), None)
        self.gathered.append(way)
        return way

    def _parts(self, direction: int, distance: int, facing: int, label: str) -> Iterator[Named]:
        for part in self.parts:
            mils = distance * part // WHOLE
            if mils < LEAST:
                return
            x, y = self.ahead(direction, mils, facing)
            yield x, y, facing, label if part == WHOLE else f"{label}, part of the way,"

    def ahead(self, direction: int, mils: int, facing: int) -> tuple[int, int]:
        """The place at a distance in a direction; as far aside as may be, but no further."""
        steps = turned(facing, direction)
        if abs(steps) == OBLIQUE:
            return aslant(self.x, self.y, facing, steps, mils)
        return short_of(self.x, self.y, direction, mils)

    def full_and_half(self, directions: Iterable[tuple[int, str]], left: int) -> None:
        """Full and half move in each of some directions, without turning."""
        for step, word in directions:
            direction = (self.facing + step) % STEPS
            full = self.go(direction, left, self.facing, f"{word} full")
            x, y = self.ahead(direction, left // 2, self.facing)
            self.offer(x, y, self.facing, f"{word} half", full)

    def nearest(self, most: int) -> list[tuple[int, Rect]]:
        """The nearest enemies with their stands."""
        mover, a = self.mover, self.a
        if self.rated is None:
            self.rated = sorted(
                ((b.x - a.x) ** 2 + (b.y - a.y) ** 2, v, i)
                for i, (v, b) in enumerate(zip(mover.foes, mover.foe_rects, strict=True))
            )
        return [(v, mover.foe_rects[i]) for _, v, i in self.rated[:most]]

    def facing_to(self, x: int, y: int) -> int:
        """The facing from the stand's middle to a place in mils."""
        return bearing(x - self.a.x, y - self.a.y)

    def turn_to(self, most: int) -> None:
        """A turn towards each of the nearest enemies."""
        for v, b in self.nearest(most):
            facing = self.facing_to(b.x, b.y)
            if facing != self.facing:
                self.offer(self.x, self.y, facing, f"turn to {self.ids[v]}")

    def up_to(self, ranges: Iterable[int], most: int) -> None:
        """Turned towards each of the nearest enemies and up to the edge of each range."""
        a, base = self.a, self.a.shape
        for v, b in self.nearest(most):
            facing = self.facing_to(b.x, b.y)
            away = fire_range(Rect(a.x, a.y, shape(facing, base.width, base.depth)), b)
            for reach in ranges:
                mils = away - reach + TENTH
                if reach and LEAST <= mils <= self.left:
                    x, y = short_of(self.x, self.y, facing, mils)
                    self.offer(x, y, facing, f"within {reach // INCH} in of {self.ids[v]}")

    def to_nearest(self, places: Iterable[tuple[int, int]], label: str) -> None:
        """To the nearest of some places within what is left of the move."""
        a = self.a
        best, place = self.left * self.left, (-1, -1)
        for x, y in places:
            way = (x - a.x) ** 2 + (y - a.y) ** 2
            if LEAST * LEAST < way <= best:
                best, place = way, (x, y)
        if place[0] >= 0:
            facing = self.facing_to(*place)
            self.offer(place[0] // TENTH, place[1] // TENTH, facing, label)

    def away(self) -> None:
        """Away from the nearest enemy."""
        a = self.a
        for v, b in self.nearest(1):
            facing = bearing(a.x - b.x, a.y - b.y)
            self.go(facing, self.left, facing, f"away from {self.ids[v]}")

    def join(self, stands: Iterable[tuple[bool, int, Rect]]) -> None:
        """One who leads joins stands behind their middle: those marked False first, the nearest."""
        a, rated = self.a, []
        for later, v, b in stands:
            x, y = b.x - b.fx, b.y - b.fy
            way = (x - a.x) ** 2 + (y - a.y) ** 2
            if way <= self.left**2:
                rated.append((later, way, v, x, y))
        rated.sort()
        for _, _, v, x, y in rated[:JOINED]:
            tx, ty = (x + TENTH // 2) // TENTH, (y + TENTH // 2) // TENTH
            self.offer(tx, ty, 0, f"join {self.ids[v]}")
