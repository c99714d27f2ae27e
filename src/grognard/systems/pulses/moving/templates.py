"""Named poses: the chief ways on which a unit may go with what is left of its move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final

from grognard.boards.polygons import INSIDE
from grognard.boards.table.charge import ahead_to, touch_ahead
from grognard.boards.table.ground import place
from grognard.boards.table.lattice import (
    HALF,
    QUARTER,
    STEPS,
    TENTH,
    Pose,
    bearing,
    length,
    offset,
    short_of,
    turned,
)
from grognard.boards.table.rect import LEFT, RIGHT, Rect, gap, rect, within
from grognard.boards.table.slide import Swept, first_hit
from grognard.boards.table.turns import wheel, wheel_length
from grognard.systems.pulses.manoeuvres import BIND_CONTACT, Mover
from grognard.systems.pulses.moving.compelled import contact_by_reach, way_on
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.kinds import ARTILLERY, INFANTRY, OFFICER
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.pulses.status import AWAY, RELOCATING, TURNING
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.templates import (
    AHEAD,
    JOINED,
    LEAST,
    NOWHERE,
    OBLIQUE,
    WHOLE,
    Named,
    TableNamer,
    Way,
)

ASIDE: Final = ((QUARTER, "to the right"), (HALF, "back"), (-QUARTER, "to the left"))
FACES: Final = ((QUARTER, "face right"), (HALF, "face about"), (-QUARTER, "face left"))
THREATS: Final = 2  # enemies towards whom a unit wheels
BEHIND: Final = 18  # tenths an officer stands behind the centre of a unit


class Namer(TableNamer[Mover, PulsesPosition, PulsesBattle]):
    """Collects named poses that the rules allow."""

    __slots__ = ()

    parts = (WHOLE, 4)

    def named(self) -> dict[int, str]:
        self.gather()
        if self.mover.compelled:
            self.compelled()
        return self.resolve()

    def gather(self) -> None:
        """The ways of the moment; none is tried unless contact is compulsory.

        The mover is left `compelled` if its status drives it on, should one of the ways be open.
        """
        mover = self.mover
        if mover.arm == OFFICER:
            self.officers()
            return
        if mover.how == TURNING:
            self.faces()
            return
        self.attacks()
        if mover.how in BIND_CONTACT:
            mover.striking = any(self.end(way) != NOWHERE for way in self.strikes)
            if not mover.striking:
                self.strike(contact_by_reach(mover), "attack")
                mover.striking = bool(self.found)
        if not mover.striking:
            mover.compelled = mover.driven
            self.all_ways()

    def attacks(self) -> None:
        """Into contact with each enemy in reach: straight, oblique, wheeled or turned first."""
        mover = self.mover
        if mover.arm == ARTILLERY or mover.how in (TURNING, AWAY, RELOCATING):
            return
        for v, b in zip(mover.close, mover.close_rects, strict=True):
            if within(mover.a, b, mover.left + mover.battle.rules.attack.contact):
                self.strikes.append(Way(partial(self._attack, v, b), at=b))

    def _attack(self, v: int, b: Rect) -> Iterator[Named]:
        pose = attack_on(self.mover, v, b)
        if pose is not None:
            yield *pose, f"attack {self.ids[v]}"

    def compelled(self) -> None:
        """Name the ways its status drives a unit, or all if there are none."""
        mover = self.mover
        if not self.resolve():
            way = way_on(mover)
            if way is not None and way[1] >= 0:  # contact is compulsory: pulses.rulings.compelled
                self.strike([way], "attack")
                mover.striking = True
            elif way is not None:
                self.offer(*way[0], "away" if mover.how == AWAY else "towards the enemy")
        mover.compelled = bool(self.resolve())
        if not mover.compelled:
            self.all_ways()

    def all_ways(self) -> None:
        if self.mover.how == AWAY:
            self.withdraw()
            return
        self.ways()
        if self.mover.compelled:
            self.advance()
        elif not self.mover.went:
            self.faces()
        self.wheels()
        self.to_range()
        self.to_cover()
        self.to_radius()

    def ways(self) -> None:
        """Full and half move ahead and oblique; sideways and back for guns."""
        left = self.left
        self.full_and_half(AHEAD, left)
        if self.mover.arm == ARTILLERY or self.mover.how == RELOCATING:
            for step, word in ASIDE:
                self.go((self.facing + step) % STEPS, left, self.facing, word)

    def faces(self) -> None:
        if self.mover.faced:
            return
        for step, word in FACES:
            self.offer(self.x, self.y, (self.facing + step) % STEPS, word)

    def wheels(self) -> None:
        """A wheel towards each of the nearest enemies, and on with what is left."""
        for v, b in self.nearest(THREATS):
            turn = self.wheeled(self.facing_to(b.x, b.y))
            if turn is not None:
                self.onwards(turn, f"wheel and on to {self.ids[v]}")
                self.offer(*turn, f"wheel to {self.ids[v]}")

    def to_range(self) -> None:
        """Up to the edge of each of its ranges from the nearest enemy."""
        rules, u = self.battle.rules, self.u
        ranges = []
        if self.mover.arm == ARTILLERY:
            ranges = [*rules.artillery.ranges[self.battle.heavy[u]]]
        elif self.battle.sk[u]:
            ranges = [rules.skirmish.range]
        for v, b in self.nearest(1):
            away = gap(self.a, b)
            for reach in ranges:
                label = f"within {inches(reach)} in of {self.ids[v]}"
                self.towards(b.x, b.y, away - reach + TENTH, label)

    def to_cover(self) -> None:
        if self.mover.arm != INFANTRY:
            return
        a = self.a
        rated = sorted((length(x - a.x, y - a.y), x, y) for x, y in covers(self.battle))
        for way, x, y in rated[:1]:
            self.towards(x, y, way, "to cover")

    def towards(self, x: int, y: int, mils: int, label: str) -> None:
        """Name a way towards a point, oblique or after a wheel, if what is left may do for it."""
        if not LEAST <= mils <= self.left:
            return
        direction = self.facing_to(x, y)
        if abs(turned(self.facing, direction)) <= OBLIQUE:
            self.offer(*self.ahead(direction, mils, self.facing), self.facing, label)
            return
        turn = self.wheeled(direction)
        if turn is not None:
            self.offer(*short_of(turn[0], turn[1], direction, mils), direction, label)

    def wheeled(self, facing: int) -> Pose | None:
        """Where a wheel to a facing ends; None if it is none."""
        steps = turned(self.facing, facing)
        if not steps or abs(steps) >= QUARTER:
            return None
        corner = LEFT if steps < 0 else RIGHT
        return wheel((self.x, self.y, self.facing), *self.battle.base[self.u], corner, steps)

    def starts(self, direction: int) -> list[Pose]:
        """It wheels to turn."""
        turn = self.wheeled(direction)
        return [(self.x, self.y, self.facing), *([turn] if turn is not None else [])]

    def onwards(self, turn: Pose, label: str) -> None:
        """Straight on after a wheel with what is left, or half of it."""
        cost = wheel_length(self.battle.base[self.u][0], abs(turned(self.facing, turn[2])))
        self.gathered.append(Way(lambda: self._parts_after(turn, self.left - cost, label), None))

    def _parts_after(self, turn: Pose, distance: int, label: str) -> Iterator[Named]:
        for part in self.parts:
            mils = distance * part // WHOLE
            if mils < LEAST:
                return
            x, y = short_of(turn[0], turn[1], turn[2], mils)
            yield x, y, turn[2], label

    def withdraw(self) -> None:
        """Away from the nearest enemy: straight, turned about, or as guns go."""
        a = self.a
        for _, b in self.nearest(1):
            away = bearing(a.x - b.x, a.y - b.y)
            for step, word in (*AHEAD, *ASIDE):
                direction = (self.facing + step) % STEPS
                if abs(turned(direction, away)) < QUARTER:
                    self.go(direction, self.left, self.facing, word)
            self.turned_first(away, "turn and withdraw")

    def advance(self) -> None:
        """Upon the nearest enemy it may attack, if he is not before its front."""
        a = self.a
        b = min(self.mover.goals, key=lambda b: gap(a, b))
        towards = bearing(b.x - a.x, b.y - a.y)
        if abs(turned(self.facing, towards)) > OBLIQUE:
            self.turned_first(towards, "turn and advance")

    def turned_first(self, direction: int, label: str) -> None:
        """Change face and go, with what the turn leaves."""
        if self.mover.faced or self.mover.went:
            return
        cost = self.battle.rules.manoeuvres.face_cost[self.mover.arm]
        for step, _ in FACES:
            facing = (self.facing + step) % STEPS
            if abs(turned(facing, direction)) <= OBLIQUE:
                self.go(direction, self.left - cost, facing, label)
                if not self.mover.compelled:
                    self.offer(self.x, self.y, facing, "turn")

    def to_radius(self) -> None:
        battle = self.battle
        sub = battle.sub(battle.force[self.u])
        if self.p.x[sub] < 0 or in_radius(self.p, self.u):
            return
        way = bearing(self.p.x[sub] - self.x, self.p.y[sub] - self.y)
        self.go(way, self.left, self.facing, "towards its sub-commander")
        turn = self.wheeled(way)
        if turn is not None:
            self.onwards(turn, "wheel towards its sub-commander")

    def officers(self) -> None:
        """An officer rides behind units of his, where he commands most, or to a sub-commander."""
        p, battle, u = self.p, self.battle, self.u
        force = battle.force[u]
        if force >= 0:
            hosts = p.units_in(force)
        else:
            subs = [battle.sub(f) for f in battle.forces_of[battle.side[u]]]
            hosts = [v for v in subs if p.x[v] >= 0]
        rated = sorted(((p.x[v] - self.x) ** 2 + (p.y[v] - self.y) ** 2, v) for v in hosts)
        for _, v in rated[:JOINED]:
            x, y = p.x[v], p.y[v]
            if force >= 0:
                x, y = short_of(x, y, (p.facing[v] + HALF) % STEPS, BEHIND * TENTH)
            self.offer(x, y, 0, f"ride to {self.ids[v]}")
            if force < 0:
                towards = f"towards {self.ids[v]}"
                self.go(bearing(x - self.x, y - self.y), self.left, 0, towards)
        if force >= 0:
            self.command([p.rect(v) for v in hosts], battle.radius[force], "units")


@lru_cache(maxsize=64)
def covers(battle: PulsesBattle) -> list[tuple[int, int]]:
    found = []
    for area in battle.land.areas:
        left, top, right, bottom = area.box
        x, y = (left + right) // 2, (top + bottom) // 2
        if area.kind in battle.rules.terrain.cover_areas and place(area, x, y) == INSIDE:
            found.append((x, y))
    return found


def attack_on(mover: Mover, v: int, b: Rect) -> Pose | None:
    """The first way into contact with an enemy that the rules allow."""
    battle, u = mover.battle, mover.u
    p = mover.p
    width, depth = battle.base[u]
    here = (p.x[u], p.y[u], p.facing[u])
    starts: list[tuple[Pose, int]] = [(here, 0)]
    steps = turned(here[2], bearing(b.x - mover.a.x, b.y - mover.a.y))
    if steps and abs(steps) < QUARTER:
        a = mover.there(steps)
        wheeled = (a.x // TENTH, a.y // TENTH, a.shape.facing)
        starts.append((wheeled, wheel_length(width, abs(steps))))
    if not mover.faced and not mover.went:
        price = battle.rules.manoeuvres.face_cost[mover.arm]
        for turn in (QUARTER, HALF, -QUARTER):
            if abs(steps - turn) <= OBLIQUE or abs(steps + STEPS - turn) <= OBLIQUE:
                facing = (here[2] + turn) % STEPS
                starts.append(((here[0], here[1], facing), price))
    ahead = partial(straight, contact=battle.rules.attack.contact)
    for start, cost in starts:
        limit = mover.left - cost
        if limit <= 0:
            continue
        for way in (ahead, aslant):
            pose = way(start, width, depth, b, limit)
            if pose is not None:
                tried = mover.attempt(*pose)
                if not tried.why and tried.target == v:
                    return pose
    return None


def straight(start: Pose, width: int, depth: int, b: Rect, limit: int, contact: int) -> Pose | None:
    touch = touch_ahead(start, width, depth, b, limit)
    if touch is not None:
        return touch.pose
    # Contact is a small gap: it may be made where the way ends.
    if ahead_to(rect(start, width, depth), b, limit + contact) < 0:
        return None
    return (*short_of(start[0], start[1], start[2], limit), start[2])


def aslant(start: Pose, width: int, depth: int, b: Rect, limit: int) -> Pose | None:
    a = rect(start, width, depth)
    steps = turned(start[2], bearing(b.x - a.x, b.y - a.y))
    if abs(steps) > OBLIQUE or not steps:
        return None
    direction = (start[2] + steps) % STEPS
    _, mils = first_hit(Swept(a, *offset(direction, limit)), [b])
    if mils <= 0:
        return None
    x, y = short_of(start[0], start[1], direction, mils)
    return x, y, start[2]
