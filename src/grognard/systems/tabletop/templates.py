"""Named poses: the chief ways on which a unit may go, whatever the rules allow of them.

They are what bots and lists choose from; any other pose that keeps the rules is allowed too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final, Generic, TypeVar

from grognard.boards.table.arcs import fire_range
from grognard.boards.table.charge import touch_ahead
from grognard.boards.table.contact import CONTACT
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
from grognard.boards.table.rect import Rect, point_within, rect, surely_apart
from grognard.boards.table.shape import shape
from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.mover import AnyMover, B, P

NOWHERE: Final = -1
UNTRIED: Final = -2

OBLIQUE: Final = QUARTER // 2
LEAST: Final = 300  # mils a named way has at least
JOINED: Final = 6  # stands one who leads is offered to join
JOIN: Final = "join "
WHOLE: Final = 8  # the eighths of a whole way
AHEAD: Final = ((0, "ahead"), (-OBLIQUE, "oblique left"), (OBLIQUE, "oblique right"))
ROUND: Final = ((0, "ahead"), (QUARTER, "right"), (HALF, "back"), (-QUARTER, "left"))


M = TypeVar("M", bound=AnyMover)

Named = tuple[int, int, int, str]  # a pose and its name
Doubtful = Sequence[tuple[int, Callable[[], bool]]]  # answers, and whether they are there


class Way:
    """A way with a name: of its poses the first counts that the rules allow.

    One `after` another is there only if the other is. One that leads into contact is `at` a stand.
    All its poses have the same `facing`, if that is known before they are worked out (else -1);
    it `turns` on the spot, or leads elsewhere, if that is known (else None).
    `end` is where it leads, as an action; -1 if nowhere, UNTRIED before somebody wants to know.
    """

    __slots__ = ("after", "at", "end", "facing", "label", "poses", "turns")

    def __init__(
        self,
        poses: Callable[[], Iterable[Named]],
        after: Way | None = None,
        at: Rect | None = None,
        facing: int = -1,
        turns: bool | None = None,
    ) -> None:
        self.poses = poses
        self.after = after
        self.at = at
        self.facing = facing
        self.turns = turns
        self.end = UNTRIED
        self.label = ""


class TableNamer(Generic[M, P, B]):
    """Collects named poses of a unit that the rules of its system allow.

    Ways are gathered first. `resolve` tries them all, `draw` as few as it needs for one of them.
    """

    __slots__ = (
        "a", "battle", "facing", "found", "gathered", "ids", "left", "mover", "p", "rated",
        "strikes", "u", "x", "y",
    )  # fmt: skip

    # What is tried where the whole way is not open, in eighths of it.
    parts: ClassVar[tuple[int, ...]] = (WHOLE, 6, 4, 2, 1)

    mover: M
    p: P
    battle: B

    def __init__(self, mover: M) -> None:
        p, u = mover.p, mover.u
        self.mover, self.p, self.u, self.battle = mover, p, u, mover.battle
        self.ids = mover.battle.ids
        self.x, self.y, self.facing = p.x[u], p.y[u], p.facing[u]
        self.a, self.left = mover.a, mover.left
        self.found: dict[int, str] = {}
        self.gathered: list[Way] = []
        self.strikes: list[Way] = []  # ways into contact: they are named before all others
        self.rated: list[int] | None = None  # the enemies, the nearest first

    def offer(self, x: int, y: int, facing: int, label: str, after: Way | None = None) -> None:
        """Name a pose if it is allowed; a way into contact is named as what it is."""
        named = (x, y, facing, label)
        self.gathered.append(Way(lambda: (named,), after, facing=facing))

    def later(self, poses: Callable[[], Iterable[Named]], turns: bool = False) -> None:
        """Name what is worked out only when it is tried: a turn on the spot, or another place."""
        self.gathered.append(Way(poses, turns=turns))

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
                if tried.why or (tried.target >= 0 and not self._strikes(way, action)):
                    continue
            way.end, way.label = action, label
            return

    def _strikes(self, way: Way, action: int) -> bool:
        """Whether a way is meant to lead into contact, or leads where such a way does."""
        return way.at is not None or any(self.end(other) == action for other in self.strikes)

    def gather(self) -> None:
        """Gather the ways of the moment."""
        raise GrognardError(f"{type(self).__name__} gathers no ways")

    def named(self) -> dict[int, str]:
        """All the named poses of the moment."""
        self.gather()
        return self.resolve()

    def resolve(self) -> dict[int, str]:
        """All named poses, each by the first name it was given."""
        for way in self.strikes + self.gathered:
            action = self.end(way)
            if action != NOWHERE:
                self.found.setdefault(action, way.label)
        self.strikes.clear()
        self.gathered.clear()
        return self.found

    def draw(self, others: Iterable[int], rng: random.Random, doubtful: Doubtful = ()) -> int:
        """One of some other answers and the named poses, all equally likely; -1 if there is none.

        They are tried in random order. A pose on several ways counts on the first only. Doubtful
        answers are there only if their question says so.
        """
        certain: list[int] = [*others, *self.found]
        ways = self.strikes + self.gathered
        lots = list(range(-len(doubtful), len(certain) + len(ways)))
        while lots:
            pick = int(rng.random() * len(lots))
            lot = lots[pick]
            lots[pick] = lots[-1]
            lots.pop()
            if lot < 0:
                answer, is_there = doubtful[lot]
                if is_there():
                    return answer
                continue
            if lot < len(certain):
                return certain[lot]
            number = lot - len(certain)
            action = self.end(ways[number])
            if action != NOWHERE and not self._named_before(action, ways[:number]):
                return action
        return NOWHERE

    def _named_before(self, action: int, ways: list[Way]) -> bool:
        """Whether a pose has its name already, from one of the ways before its own."""
        if action in self.found:
            return True
        pose = self.battle.poses.pose(action - self.battle.pose_at)
        return any(
            way.end == action
            or (way.end == UNTRIED and self._may_end(way, pose) and self.end(way) == action)
            for way in ways
        )

    def _may_end(self, way: Way, pose: Pose) -> bool:
        """Whether a pose is one of those of a way; of one into contact, whether it touches."""
        if way.at is not None:
            return not surely_apart(rect(pose, *self.battle.base[self.u]), way.at, CONTACT)
        if way.facing not in (pose[2], -1) or way.turns is (pose[:2] != (self.x, self.y)):
            return False
        return any(named[:3] == pose for named in way.poses())

    def into_contact(
        self,
        v: int,
        b: Rect,
        ways: Sequence[tuple[int, int]],
        word: str,
        unless: Sequence[Way] = (),
    ) -> Way:
        """Name a way into contact with an enemy, by facings and directions from there.

        It is there only if none of some others is (`unless`).
        """
        label = f"{word} {self.ids[v]}"
        way = Way(lambda: self._touching(b, ways, label, unless), at=b)
        self.strikes.append(way)
        return way

    def _touching(
        self, b: Rect, ways: Sequence[tuple[int, int]], label: str, unless: Sequence[Way]
    ) -> Iterator[Named]:
        if any(self.end(other) != NOWHERE for other in unless):
            return
        x, y = self.x, self.y
        width, depth = self.battle.base[self.u]
        for facing, way in ways:
            touch = touch_ahead((x, y, facing), width, depth, b, self.mover.longest_leg(), way)
            if touch is not None and touch.mils:
                yield *touch.pose, label

    def strike(self, ways: Iterable[tuple[Pose, int]], word: str) -> None:
        """Name ways into contact, each with its enemy."""
        for pose, v in ways:
            action = self.battle.pose_at + self.battle.poses.at(*pose)
            # A way that touches several is named after the first, as it is told.
            self.found.setdefault(action, f"{word} {self.ids[v]}")

    def go(self, direction: int, distance: int, facing: int, label: str) -> Way:
        """Name the place at a distance, or as much of the way there as is open."""
        parts = partial(self._parts, direction, distance, facing, label)
        way = Way(parts, facing=facing, turns=False)
        self.gathered.append(way)
        return way

    def _parts(self, direction: int, distance: int, facing: int, label: str) -> Iterator[Named]:
        for part in self.parts:
            mils = distance * part // WHOLE
            if mils < LEAST:
                return
            x, y = self.ahead(direction, mils, facing)
            yield x, y, facing, label if part == WHOLE else in_part(label)

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
            half = partial(self._half, direction, left // 2, f"{word} half")
            self.gathered.append(Way(half, full, facing=self.facing, turns=False))

    def _half(self, direction: int, mils: int, label: str) -> Iterator[Named]:
        yield *self.ahead(direction, mils, self.facing), self.facing, label

    def nearest(self, most: int) -> list[tuple[int, Rect]]:
        """The nearest enemies, each once, with the nearest of what belongs to him."""
        mover = self.mover
        found: dict[int, Rect] = {}
        for i in self.nearest_first():
            if len(found) < most:
                found.setdefault(mover.foes[i], mover.foe_rects[i])
        return list(found.items())

    def nearest_first(self) -> list[int]:
        """The numbers of all enemies among those of the mover, the nearest first."""
        if self.rated is None:
            x, y, foes = self.a.x, self.a.y, self.mover.foes
            ways = [(b.x - x) ** 2 + (b.y - y) ** 2 for b in self.mover.foe_rects]
            self.rated = sorted(range(len(ways)), key=lambda i: (ways[i], foes[i], i))
        return self.rated

    def facing_to(self, x: int, y: int) -> int:
        """The facing from the stand's middle to a place in mils."""
        return bearing(x - self.a.x, y - self.a.y)

    def starts(self, direction: int) -> list[Pose]:
        """How it may stand to go in a direction: as it does, or turned to it."""
        return [(self.x, self.y, self.facing), (self.x, self.y, direction)]

    def turn_to(self, most: int) -> None:
        """A turn towards each of the nearest enemies."""
        for i in range(min(most, len(self.mover.foes))):
            self.later(partial(self._turn_to, i), turns=True)

    def _turn_to(self, rank: int) -> Iterator[Named]:
        for v, b in self.nearest(rank + 1)[rank:]:
            facing = self.facing_to(b.x, b.y)
            if facing != self.facing:
                yield self.x, self.y, facing, f"turn to {self.ids[v]}"

    def up_to(self, ranges: Iterable[int], most: int) -> None:
        """Turned towards each of the nearest enemies and up to the edge of each range."""
        some = [reach for reach in ranges if reach]
        for i in range(min(most, len(self.mover.foes))):
            for reach in some:
                self.later(partial(self._up_to, i, reach))

    def _up_to(self, rank: int, reach: int) -> Iterator[Named]:
        a, base = self.a, self.a.shape
        for v, b in self.nearest(rank + 1)[rank:]:
            # Most are so far off that their range need not be measured.
            if surely_apart(a, b, self.left + reach + base.width + base.depth):
                return
            facing = self.facing_to(b.x, b.y)
            away = fire_range(Rect(a.x, a.y, shape(facing, base.width, base.depth)), b)
            mils = away - reach + TENTH
            if LEAST <= mils <= self.left:
                x, y = short_of(self.x, self.y, facing, mils)
                yield x, y, facing, f"within {reach // INCH} in of {self.ids[v]}"

    def to_nearest(self, places: Iterable[tuple[int, int]], label: str) -> None:
        """To the nearest of some places within what is left of the move."""
        self.later(partial(self._to_nearest, places, label))

    def _to_nearest(self, places: Iterable[tuple[int, int]], label: str) -> Iterator[Named]:
        a = self.a
        best, place = self.left * self.left, (-1, -1)
        for x, y in places:
            way = (x - a.x) ** 2 + (y - a.y) ** 2
            if LEAST * LEAST < way <= best:
                best, place = way, (x, y)
        if place[0] >= 0:
            yield place[0] // TENTH, place[1] // TENTH, self.facing_to(*place), label

    def away(self, crowded: bool = False) -> None:
        """Away from the nearest enemy, who may be so near that there is no room to turn."""
        if self.mover.foes:
            self.later(partial(self._away, crowded))

    def _away(self, crowded: bool) -> Iterator[Named]:
        a = self.a
        ((v, b),) = self.nearest(1)
        off = bearing(a.x - b.x, a.y - b.y)
        # To turn about, or to go as it stands, takes no room.
        others = ((self.facing + STEPS // 2) % STEPS, self.facing) if crowded else ()
        for facing in (off, *others):
            direction = off if abs(turned(facing, off)) <= OBLIQUE else facing
            yield from self._parts(direction, self.left, facing, f"away from {self.ids[v]}")

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
            self.offer(tx, ty, 0, f"{JOIN}{self.ids[v]}")

    def command(self, stands: Sequence[Rect], reach: int, word: str = "stands") -> None:
        """One who leads rides to where he reaches most of some stands, if he misses any."""
        if not all(point_within(self.a.x, self.a.y, b, reach) for b in stands):
            self.later(partial(self._command, stands, reach, word))

    def _command(self, stands: Sequence[Rect], reach: int, word: str) -> Iterator[Named]:
        a = self.a
        x, y, count = midst(stands, reach)
        if count <= sum(point_within(a.x, a.y, b, reach) for b in stands):
            return
        label = f"command {count} {word if count > 1 else word.removesuffix('s')}"
        tx, ty = (x + TENTH // 2) // TENTH, (y + TENTH // 2) // TENTH
        if (x - a.x) ** 2 + (y - a.y) ** 2 <= self.left**2:
            yield tx, ty, 0, label
        else:
            yield from self._parts(self.facing_to(x, y), self.left, 0, in_part(label))


def in_part(label: str) -> str:
    """The name of a move that goes only as far as the way is open or the move lasts."""
    return f"{label}, as far as possible,"


def midst(stands: Sequence[Rect], reach: int) -> tuple[int, int, int]:
    """The middle of as many stands as can be reached from there, and how many these are.

    Those furthest off the others are left out, one after another.
    """
    near = list(stands)
    while True:
        xs, ys = [b.x for b in near], [b.y for b in near]
        x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        if len(near) == 1 or all(point_within(x, y, b, reach) for b in near):
            return x, y, sum(point_within(x, y, b, reach) for b in stands)
        mx, my = sum(xs) // len(xs), sum(ys) // len(ys)
        near.remove(max(near, key=lambda b: (b.x - mx) ** 2 + (b.y - my) ** 2))
