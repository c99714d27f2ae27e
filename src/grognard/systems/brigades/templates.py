"""Named poses: the chief ways on which a unit may go with what is left of its move.

They are what bots and lists choose from; any other pose that keeps the rules is allowed too.
"""

from __future__ import annotations

from typing import Final

from grognard.boards.table.arcs import fire_range
from grognard.boards.table.lattice import HALF, INCH, QUARTER, STEPS, TENTH, bearing, short_of
from grognard.boards.table.rect import Rect
from grognard.boards.table.shape import shape
from grognard.systems.brigades.allowance import free_turns, turn_cost
from grognard.systems.brigades.battle import BrigadesBattle
from grognard.systems.brigades.charge import charges
from grognard.systems.brigades.command import commands, near
from grognard.systems.brigades.kinds import COMMANDER, CORPS, DIVISION
from grognard.systems.brigades.march import road_places
from grognard.systems.brigades.movement import Mover
from grognard.systems.brigades.position import COLUMN, OUT, BrigadesPosition
from grognard.systems.brigades.terrain import GRACE

OBLIQUE: Final = QUARTER // 2
THREATS: Final = 3  # enemies towards whom a unit turns
NEAR: Final = 2  # enemies to whose range it goes
JOINED: Final = 6  # stands a commander is offered to join
LEAST: Final = 300  # mils a named way has at least
# What is tried where the whole way is not open, in eighths of it.
PARTS: Final = (8, 6, 4, 2, 1)
AHEAD: Final = ((0, "ahead"), (-OBLIQUE, "oblique left"), (OBLIQUE, "oblique right"))
ROUND: Final = ((0, "ahead"), (QUARTER, "right"), (HALF, "back"), (-QUARTER, "left"))


class Namer:
    """Collects named poses that the rules allow."""

    def __init__(self, mover: Mover) -> None:
        self.mover = mover
        self.p: BrigadesPosition = mover.p
        self.u = mover.u
        self.battle: BrigadesBattle = mover.battle
        self.x, self.y = mover.p.x[mover.u], mover.p.y[mover.u]
        self.facing = mover.p.facing[mover.u]
        self.found: dict[int, str] = {}

    def offer(self, x: int, y: int, facing: int, label: str) -> bool:
        """Name a pose if it is allowed."""
        poses = self.battle.poses
        if not (0 <= x <= poses.wide and 0 <= y <= poses.high):
            return False
        action = self.battle.pose_at + poses.at(x, y, facing)
        if action in self.found:
            return True
        tried = self.mover.attempt(x, y, facing)
        # A way that ends in contact is a charge, and is named as one.
        if tried.why or tried.target >= 0:
            return False
        self.found[action] = label
        return True

    def go(self, direction: int, distance: int, facing: int, label: str) -> bool:
        """Name the place at a distance, or as much of the way there as is open."""
        for part in PARTS:
            mils = distance * part // 8
            if mils < LEAST:
                return False
            x, y = short_of(self.x, self.y, direction, mils)
            short = "" if part == 8 else ", part of the way,"
            if self.offer(x, y, facing, label + short):
                return True
        return False

    def named(self) -> dict[int, str]:
        """All the named poses of the moment."""
        mover = self.mover
        if mover.arm == COMMANDER:
            if not mover.went:
                self.commanders()
        elif mover.breaking:
            self.charge()
            self.advance()
        elif mover.guns:
            self.threats()
        elif self.p.state[self.u] & OUT:
            self.to_command()
            self.fall_back()
        elif self.p.state[self.u] & COLUMN:
            self.charge()
            self.march()
            if not mover.went:
                self.advance()
        elif not mover.went:
            self.charge()
            self.march()
            self.advance()
            self.to_range()
            self.to_cover()
            self.threats()
        elif not mover.free:
            if mover.went == 1:
                self.charge()
            self.threats()
        return self.found

    def charge(self) -> None:
        """Into contact with each enemy that may be charged."""
        for pose, v in charges(self.mover):
            action = self.battle.pose_at + self.battle.poses.at(*pose)
            self.found[action] = f"charge {self.battle.units[v].id}"

    def march(self) -> None:
        """Along the road, as far as it goes straight."""
        for x, y, facing in road_places(self.mover):
            self.offer(x, y, facing, "along the road")

    def advance(self) -> None:
        """Full and half move ahead and oblique; free movers in all four directions."""
        mover = self.mover
        left = mover.left
        if mover.column:
            left *= self.battle.rules.column_times
        for step, word in ROUND if mover.free else AHEAD:
            direction = (self.facing + step) % STEPS
            if self.go(direction, left, self.facing, f"{word} full"):
                x, y = short_of(self.x, self.y, direction, left // 2)
                self.offer(x, y, self.facing, f"{word} half")

    def foes(self, most: int) -> list[tuple[int, Rect]]:
        """The nearest enemies with their stands."""
        mover = self.mover
        a = mover.a
        rated = sorted(
            ((b.x - a.x) ** 2 + (b.y - a.y) ** 2, v, b.x, b.y, i)
            for i, (v, b) in enumerate(zip(mover.foes, mover.foe_rects, strict=True))
        )
        return [(row[1], mover.foe_rects[row[4]]) for row in rated[:most]]

    def can_turn(self) -> bool:
        """Whether another facing change is possible."""
        mover = self.mover
        if mover.free or mover.flags & GRACE:
            return True
        return turn_cost(self.p, self.u, mover.turns) <= mover.left

    def threats(self) -> None:
        """A turn towards each of the nearest enemies, while it is free or paid for."""
        mover = self.mover
        spare = mover.turns < free_turns(self.p, self.u) or mover.flags & GRACE
        if not self.can_turn() or not (spare or mover.guns or not mover.went):
            return
        a = mover.a
        for v, b in self.foes(THREATS):
            facing = bearing(b.x - a.x, b.y - a.y)
            if facing != self.facing:
                self.offer(self.x, self.y, facing, f"turn to {self.battle.units[v].id}")

    def to_range(self) -> None:
        """Turned towards an enemy and up to the edge of each of its own ranges."""
        if not self.can_turn():
            return
        rules = self.battle.rules
        a = self.mover.a
        ranges = rules.ranges[self.battle.weapon[self.u]]
        for v, b in self.foes(NEAR):
            facing = bearing(b.x - a.x, b.y - a.y)
            base = a.shape
            away = fire_range(Rect(a.x, a.y, shape(facing, base.width, base.depth)), b)
            for reach in ranges:
                mils = away - reach + TENTH
                if reach and LEAST <= mils <= self.mover.left:
                    x, y = short_of(self.x, self.y, facing, mils)
                    label = f"within {reach // INCH} in of {self.battle.units[v].id}"
                    self.offer(x, y, facing, label)

    def to_cover(self) -> None:
        """To the nearest building or works."""
        a = self.mover.a
        best, place = self.mover.left * self.mover.left, (-1, -1)
        for x, y in self.battle.covers:
            way = (x - a.x) ** 2 + (y - a.y) ** 2
            if LEAST * LEAST < way <= best:
                best, place = way, (x, y)
        if place[0] >= 0 and self.can_turn():
            facing = bearing(place[0] - a.x, place[1] - a.y)
            self.offer(place[0] // TENTH, place[1] // TENTH, facing, "to cover")

    def to_command(self) -> None:
        """Towards its own commander, until he is in reach."""
        if not self.can_turn():
            return
        p, a = self.p, self.mover.a
        reach = self.battle.rules.command_reach
        for g in p.commanders_on(self.battle.side[self.u]):
            if commands(p, g, self.u) and not near(p, g, self.u, reach):
                facing = bearing(p.x[g] * TENTH - a.x, p.y[g] * TENTH - a.y)
                label = f"back to {self.battle.units[g].id}"
                self.go(facing, self.mover.left, facing, label)

    def fall_back(self) -> None:
        """Away from the nearest enemy."""
        if self.can_turn() and not self.mover.went:
            a = self.mover.a
            for v, b in self.foes(1):
                facing = bearing(a.x - b.x, a.y - b.y)
                self.go(facing, self.mover.left, facing, f"away from {self.battle.units[v].id}")

    def commanders(self) -> None:
        """A commander joins stands: routed ones he can rally first, then the nearest of his own."""
        p, a = self.p, self.mover.a
        battle = self.battle
        rank = battle.rank[self.u]
        rated = []
        for v in p.stands_on(battle.side[self.u]):
            if rank == DIVISION and battle.division[v] != battle.division[self.u]:
                continue
            if rank == CORPS and battle.corps[v] != battle.corps[self.u]:
                continue
            b = p.rect(v)
            x, y = b.x - b.fx, b.y - b.fy
            way = (x - a.x) ** 2 + (y - a.y) ** 2
            if way <= self.mover.left**2:
                rated.append((not p.routed(v) or rank == DIVISION, way, v, x, y))
        rated.sort()
        for _, _, v, x, y in rated[:JOINED]:
            tx, ty = (x + TENTH // 2) // TENTH, (y + TENTH // 2) // TENTH
            self.offer(tx, ty, 0, f"join {battle.units[v].id}")


def named_poses(mover: Mover) -> dict[int, str]:
    """The named poses of a unit in its move."""
    return Namer(mover).named()
