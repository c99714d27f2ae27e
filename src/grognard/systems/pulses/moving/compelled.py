"""What a status compels, decided by reach: a way into contact, or one that leads on.

A leg is a turn and a straight way after it. Every facing and direction of the lattice is tried, and
ways that lead on by half inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from grognard.boards.table.beam import (
    BESIDE,
    Span,
    maybe_within,
    out_of,
    spans,
    surely_nearer,
    to_edge,
    towards,
)
from grognard.boards.table.lattice import (
    HALF,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    offset,
    short_of,
    turned,
)
from grognard.boards.table.rect import Rect, on_table, surely_apart, within
from grognard.boards.table.retreat import bends
from grognard.boards.table.slide import Swept, first_hit, overlapped
from grognard.boards.table.turns import wheel_length
from grognard.systems.pulses.attack import may_attack
from grognard.systems.pulses.manoeuvres import Mover, Turn
from grognard.systems.pulses.status import ATTACKING
from grognard.systems.pulses.terrain import toll

NEARBY: Final = 2000  # mils; further off, places beside a way lie in the same step of a direction


class FirstTurn(NamedTuple):
    """A turn before anybody has looked what it takes, or what is in its way."""

    there: Rect
    least: int  # what it takes at the least
    facing: int


def first_turns(mover: Mover) -> Iterator[FirstTurn]:
    """Every turn a unit may pay for: none, changes of face, wheels, the smallest first."""
    here, rules = mover.a.shape.facing, mover.battle.rules.manoeuvres
    yield FirstTurn(mover.a, 0, here)
    # The arc alone may be too dear already.
    width, most = mover.a.shape.width, rules.most_wheel
    price = rules.face_cost[mover.arm]
    costs = dict.fromkeys((HALF, QUARTER, -QUARTER), price) if mover.may_face else {}
    for n in range(1, most + 1):
        for step in (n, -n):
            costs.setdefault(step, wheel_length(width, n))
    for step, least in costs.items():
        if least < mover.left:
            yield FirstTurn(mover.there(step), least, (here + step) % STEPS)


def paid_turn(mover: Mover, first: FirstTurn) -> Turn | None:
    """A turn with all it takes; None if the unit may not make it or has nothing left after it."""
    if first.there is mover.a:
        return Turn(mover.a, 0, 0)
    turn = mover.turn(first.facing)
    return turn if not turn.why and turn.cost < mover.left else None


def too_dear(mover: Mover, turn: Turn, x: int, y: int) -> bool:
    """Whether the ground alone takes more than is left, on a straight way after a turn."""
    a = turn.there
    ground = toll(mover.battle, mover.u, Swept(a, x * TENTH - a.x, y * TENTH - a.y))
    return ground + turn.cost > mover.left


def contact_by_reach(mover: Mover) -> list[tuple[Pose, int]]:
    """A pose in contact with an enemy, and who he is; empty if no leg leads to any."""
    p, u = mover.p, mover.u
    rules = mover.battle.rules
    touch = rules.attack.contact  # so near is contact
    foes = [
        b
        for v, b in zip(mover.close, mover.close_rects, strict=True)
        if within(mover.a, b, mover.left + touch) and not may_attack(p, u, v)
    ]
    for first in first_turns(mover) if foes else ():
        a = first.there
        close = [b for b in foes if not surely_apart(a, b, mover.left - first.least + touch)]
        ahead = bends(a.shape.facing, rules.manoeuvres.oblique) if close else []
        directions = towards(maybe_within(a, close, 0), ahead)
        turn = paid_turn(mover, first) if directions else None
        if turn is None:
            continue
        limit = mover.left - turn.cost
        friends = [b for b in mover.friends if not surely_apart(a, b, limit)]
        taken, passed = surely_nearer(a, friends), surely_nearer(a, mover.passed)
        for direction in directions:
            _, mils = first_hit(Swept(a, *offset(direction, limit + touch)), close)
            # Most places are taken: the quickest look comes first.
            ways = [min(mils, limit), min(mils + TENTH, limit)] if mils >= 0 else []
            for enter, leave in spans(taken, direction) if ways else ():
                ways = [way for way in ways if not enter <= way <= leave]
            through = spans(passed, direction) if ways else []
            for way in ways:
                if through and least_cost(mover, way - touch, through) > limit:
                    continue
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, way)
                end = Rect(x * TENTH, y * TENTH, a.shape)
                if overlapped(end, close) >= 0 or overlapped(end, friends) >= 0:
                    continue
                begins = short_of(a.x // TENTH, a.y // TENTH, direction, way - touch)
                if too_dear(mover, turn, x, y) and too_dear(mover, turn, *begins):
                    continue
                tried = mover.attempt(x, y, a.shape.facing)
                if tried.cost > mover.left and way > touch:
                    # Too dear by a hair: it may stop where contact begins.
                    x, y = begins
                    tried = mover.attempt(x, y, a.shape.facing)
                if not tried.why and tried.target >= 0:
                    return [((x, y, a.shape.facing), tried.target)]
    return []


def way_on(mover: Mover) -> tuple[Pose, int] | None:
    """Where a leg ends that takes a compelled unit on by the least distance; None if none does.

    It may end in contact with an enemy, who is told too (else -1).
    """
    battle, rules = mover.battle, mover.battle.rules
    arc, stride = rules.manoeuvres.oblique, rules.status.stride
    least = abs(mover.asked - mover.apart)
    for first in first_turns(mover) if least <= mover.reach else ():
        turn = paid_turn(mover, first)
        if turn is None:
            continue
        a, limit = turn.there, mover.left - turn.cost
        look = Look(mover, a, limit, 1 if turn.cost else least)
        # Sideways and back only as it stands: a wheel before that gains nothing.
        spread = HALF if turn.there is mover.a and not mover.near else arc
        for direction in look.directions(bends(a.shape.facing, spread)):
            for mils in look.places(direction, stride):
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, mils)
                end = Rect(x * TENTH, y * TENTH, a.shape)
                # Most places are taken or off the table: the quickest look comes first.
                if (
                    not on_table(end, battle.wide, battle.high)
                    or overlapped(end, look.friends) >= 0
                ):
                    continue
                if mover.too_little(end) or too_dear(mover, turn, x, y):
                    continue
                tried = mover.attempt(x, y, a.shape.facing)
                if not tried.why:
                    return (x, y, a.shape.facing), tried.target
    return None


def least_cost(mover: Mover, mils: int, passed: Sequence[Span]) -> int:
    """What a way takes at the least: its length, or less by road, and for those passed through."""
    battle = mover.battle
    road = battle.rules.terrain.road_times[battle.kind[mover.u]]
    through = len([enter for enter, _ in passed if enter <= mils])
    return (mils - BESIDE) // road + through * battle.rules.manoeuvres.pass_price


class Look:
    """A first look from a place in all directions: which ways may lead a compelled unit on."""

    __slots__ = (
        "a", "beside", "foes", "friends", "goals", "least", "limit", "mover", "passed", "taken",
    )  # fmt: skip

    def __init__(self, mover: Mover, a: Rect, limit: int, least: int) -> None:
        self.mover, self.a, self.limit, self.least = mover, a, limit, least
        if mover.how == ATTACKING:
            self.goals = maybe_within(a, mover.goals, mover.asked) if mover.asked >= 0 else []
        else:
            self.goals = surely_nearer(a, mover.goals, mover.asked)

    def directions(self, some: list[int]) -> list[int]:
        """Those of some directions that may lead far enough on."""
        attacks = self.mover.how == ATTACKING
        found = towards(self.goals, some) if attacks else out_of(self.goals, some, self.limit)
        if found:
            self._look_about()
        return found

    def _look_about(self) -> None:
        """Find who may be in the way."""
        mover, a, limit = self.mover, self.a, self.limit
        clear = mover.battle.rules.manoeuvres.flank_clear
        self.friends = [b for b in mover.friends if not surely_apart(a, b, limit)]
        self.taken = surely_nearer(a, self.friends)
        self.passed = surely_nearer(a, mover.passed)
        foes = [b for b in mover.close_rects if not surely_apart(a, b, limit + clear)]
        self.foes = surely_nearer(a, foes)
        self.beside = surely_nearer(a, foes, clear)

    def places(self, direction: int, stride: int) -> Sequence[int]:
        """How far to go in a direction, the furthest first, without what is surely refused."""
        battle, limit = self.mover.battle, self.limit
        low, high = self.least, to_edge(self.a, direction, battle.wide, battle.high)
        if high > limit:
            high = limit
        if low > high:
            return ()
        goals = spans(self.goals, direction)
        if self.mover.how == ATTACKING:
            low = max(low, min([first for first, _ in goals], default=high + 1))
            high = min(high, max([last for _, last in goals], default=-1))
            goals = []
        for enter, leave in goals:
            if enter <= low <= leave:
                low = leave + 1
        if low > high:
            return ()
        high = min(high, self._open(direction))
        first = limit - -(-(limit - high) // stride) * stride
        places: Sequence[int] = range(first, low - 1, -stride)
        for enter, leave in spans(self.taken, direction) + goals if places else ():
            places = [mils for mils in places if not enter <= mils <= leave]
        passed = spans(self.passed, direction) if places else []
        # The nearer a place the less it costs.
        dear = 0
        while passed and dear < len(places) and self._too_dear(places[dear], passed):
            dear += 1
        return places[dear:]

    def _too_dear(self, mils: int, passed: Sequence[Span]) -> bool:
        return least_cost(self.mover, mils, passed) > self.limit

    def _open(self, direction: int) -> int:
        """How far a way leads before an enemy or the rules of moving aside end it."""
        mover, rules = self.mover, self.mover.battle.rules.manoeuvres
        most = min([enter for enter, _ in spans(self.foes, direction)], default=self.limit)
        if abs(turned(self.a.shape.facing, direction)) > rules.oblique:
            aside = mover.reach // rules.flank_times[mover.arm] + BESIDE
            aside = min((aside, *(enter for enter, _ in spans(self.beside, direction))))
            # A place nearby may still count as straight ahead: it lies beside the way.
            most = min(most, max(aside, NEARBY))
        return most
