"""What a status compels, decided by reach: a way into contact, or one that leads on.

A leg is a turn and a straight way after it. Every facing and direction of the lattice is tried, and
ways that lead on by half inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.boards.table.beam import (
    BESIDE,
    Block,
    Span,
    before,
    blocks,
    held,
    left_open,
    maybe_within,
    on_board,
    out_of,
    parts_open,
    passages,
    spans,
    surely_nearer,
    surely_off,
    surely_upon,
    towards,
)
from grognard.boards.table.course import FORBIDDEN
from grognard.boards.table.lattice import (
    HALF,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    offset,
    root_up,
    short_of,
    turned,
)
from grognard.boards.table.rect import Rect, gap, on_table, surely_apart, within
from grognard.boards.table.retreat import bends
from grognard.boards.table.shape import Ring, ring, ring_gap2
from grognard.boards.table.slide import Swept, first_hit, overlapped
from grognard.boards.table.turns import wheel_length
from grognard.systems.pulses.attack import may_attack
from grognard.systems.pulses.manoeuvres import Mover, Turn
from grognard.systems.pulses.status import ATTACKING
from grognard.systems.pulses.terrain import closed_at, toll

NEARBY: Final = 2000  # mils; further off, places beside a way lie in the same step of a direction


fan = lru_cache(maxsize=256)(bends)


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
    """Whether the ground alone forbids a straight way after a turn, or takes more than is left."""
    a, battle, u = turn.there, mover.battle, mover.u
    x, y = x * TENTH, y * TENTH
    if closed_at(battle, u, x, y):
        return True
    ground = toll(battle, u, Swept(a, x - a.x, y - a.y))
    return ground == FORBIDDEN or ground + turn.cost > mover.left


def contact_by_reach(mover: Mover) -> list[tuple[Pose, int]]:
    """A pose in contact with an enemy, and who he is; empty if no leg leads to any."""
    p, u = mover.p, mover.u
    rules = mover.battle.rules
    touch, arc = rules.attack.contact, rules.manoeuvres.oblique  # so near is contact
    foes = [
        b
        for v, b in zip(mover.close, mover.close_rects, strict=True)
        if within(mover.a, b, mover.left + touch) and not may_attack(p, u, v)
    ]
    for first in first_turns(mover) if foes else ():
        a = first.there
        close = [b for b in foes if not surely_apart(a, b, mover.left - first.least + touch)]
        facing = a.shape.facing
        discs = before(maybe_within(a, close, 0), facing, arc) if close else []
        directions = towards(discs, fan(facing, arc)) if discs else []
        turn = paid_turn(mover, first) if directions else None
        if turn is None:
            continue
        limit = mover.left - turn.cost
        friends = [b for b in mover.friends if not surely_apart(a, b, limit)]
        taken, passed = surely_nearer(a, friends), surely_nearer(a, mover.passed)
        for direction in directions:
            _, mils = first_hit(Swept(a, *offset(direction, limit + touch)), close)
            ways = min(mils, limit), min(mils + TENTH, limit)
            # Most places are taken: the quickest look comes first.
            if mils < 0 or held(taken, direction, *ways):
                continue
            through = spans(passed, direction)
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
        for direction in look.directions(fan(a.shape.facing, spread)):
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

    close: list[Block]  # where an attacker gets near enough
    near: list[tuple[Ring, int, int, int]]  # whom one who goes away is too near to as he begins

    __slots__ = (
        "a", "amid", "asked", "attacks", "beside", "close", "foes", "friends", "goals", "least",
        "limit", "mover", "near", "passed", "taken",
    )  # fmt: skip

    def __init__(self, mover: Mover, a: Rect, limit: int, least: int) -> None:
        self.mover, self.a, self.limit, self.least = mover, a, limit, least
        self.attacks, self.asked = mover.how == ATTACKING, mover.asked
        battle = mover.battle
        self.amid = (
            limit + a.ex <= a.x <= battle.wide - a.ex - limit
            and limit + a.ey <= a.y <= battle.high - a.ey - limit
        )
        if self.attacks:
            self.goals = maybe_within(a, mover.goals, self.asked) if self.asked >= 0 else []
        else:
            self.goals = surely_nearer(a, mover.goals, self.asked)

    def directions(self, some: list[int]) -> list[int]:
        """Those of some directions that may lead far enough on."""
        if self.attacks:
            found = towards(self.goals, some)
        else:
            nearest = surely_off(self.a, self.mover.goals, self.asked)
            found = out_of(self.goals + nearest, some, self.limit)
        if found:
            self._look_about()
        return found

    def _look_about(self) -> None:
        """Find who may be in the way."""
        mover, a, limit = self.mover, self.a, self.limit
        clear = mover.battle.rules.manoeuvres.flank_clear
        self.friends = [b for b in mover.friends if not surely_apart(a, b, limit)]
        self.taken = surely_upon(a, self.friends)
        self.passed = surely_upon(a, mover.passed)
        foes = [b for b in mover.close_rects if not surely_apart(a, b, limit + clear)]
        self.foes = surely_upon(a, foes)
        self.beside = surely_nearer(a, foes, clear)
        if self.attacks:
            self.close = blocks(a, mover.goals, self.asked + BESIDE)
            return
        self.near = []
        for b in mover.goals:
            if surely_apart(a, b, self.asked - BESIDE):
                continue
            begins = gap(a, b)
            if begins < self.asked - BESIDE:
                self.near.append((ring(a.shape, b.shape), a.x - b.x, a.y - b.y, begins))

    def places(self, direction: int, stride: int) -> Sequence[int]:
        """How far to go in a direction, the furthest first, without what is surely refused."""
        low, high = self.least, self.limit
        if not self.amid:
            battle = self.mover.battle
            first, last = on_board(self.a, direction, battle.wide, battle.high)
            low, high = max(low, first), min(high, last)
        low, high, taken = parts_open(self.taken, direction, low, high)
        if self.attacks and low <= high:
            goals = passages(self.close, direction)
            low = max(low, min([first for first, _ in goals], default=high + 1))
            high = min(high, max([last for _, last in goals], default=-1))
        elif low <= high:
            low = self._out(direction, low, high)
            taken += spans(self.goals, direction) if low <= high else []
        if low <= high:
            high = min(high, self._open(direction))
        first = self.limit - -(-(self.limit - high) // stride) * stride
        places = left_open(range(first, low - 1, -stride), taken)
        passed = passages(self.passed, direction) if places else []
        # The nearer a place the less it costs.
        dear = 0
        while passed and dear < len(places) and self._too_dear(places[dear], passed):
            dear += 1
        return places[dear:]

    def _out(self, direction: int, low: int, high: int) -> int:
        """How far a way must lead at the least to get far enough from those too near as it begins.

        The distance from a base falls and then grows, ever faster: a look at the far end tells.
        """
        asked = self.asked - BESIDE
        x, y = offset(direction, high)
        for both, px, py, begins in self.near:
            n, d = ring_gap2(both, px + x, py + y)
            ends = root_up(-(-n // d))
            if ends < asked:
                return high + 1
            low = max(low, high * (asked - begins) // (ends - begins))
        return low

    def _too_dear(self, mils: int, passed: Sequence[Span]) -> bool:
        return least_cost(self.mover, mils, passed) > self.limit

    def _open(self, direction: int) -> int:
        """How far a way leads before an enemy or the rules of moving aside end it."""
        mover, rules = self.mover, self.mover.battle.rules.manoeuvres
        most = min([enter for enter, _ in passages(self.foes, direction)], default=self.limit)
        if abs(turned(self.a.shape.facing, direction)) > rules.oblique:
            aside = mover.reach // rules.flank_times[mover.arm] + BESIDE
            aside = min((aside, *(enter for enter, _ in spans(self.beside, direction))))
            # A place nearby may still count as straight ahead: it lies beside the way.
            most = min(most, max(aside, NEARBY))
        return most
