"""Named poses: the chief ways on which a unit may go with what is left of its move."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.lattice import TENTH, Pose, turned
from grognard.boards.table.rect import Rect
from grognard.systems.brigades.charge import charges, slant
from grognard.systems.brigades.command import leads, near
from grognard.systems.brigades.movement import free_turns, road_places, turn_cost
from grognard.systems.brigades.moving.mover import Mover
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.kinds import COMMANDER, DIVISION
from grognard.systems.brigades.state.position import COLUMN, OUT, BrigadesPosition
from grognard.systems.brigades.terrain import GRACE
from grognard.systems.tabletop.templates import AHEAD, ROUND, TableNamer, Way

THREATS: Final = 3  # enemies towards whom a unit turns
NEAR: Final = 2  # enemies to whose range it goes, ways into a marsh


class Namer(TableNamer[Mover, BrigadesPosition, BrigadesBattle]):
    """Collects named poses that the rules allow."""

    __slots__ = ()

    def gather(self) -> None:
        """The ways of the moment, not tried yet."""
        mover = self.mover
        for pose in mover.ways_in()[:NEAR]:
            self.into_marsh(pose)
        if mover.arm == COMMANDER:
            if not mover.went:
                self.commanders()
        elif mover.breaking:
            self.charge()
            self.advance()
        elif mover.guns:
            self.threats()
        elif self.p.state[self.u] & OUT:
            # The nearest are the likeliest to be seen, and here nobody is told whom it nears.
            mover.shunned = self.nearest_first().copy()
            self.to_command()
            self.fall_back()
            self.to_touched()
        elif self.p.state[self.u] & COLUMN:
            self.charge()
            self.march()
            if not mover.went:
                self.advance()
            self.to_touched()
        elif not mover.went:
            self.charge()
            self.march()
            self.advance()
            if self.can_turn():
                self.up_to(self.battle.rules.sight.ranges[self.battle.weapon[self.u]], NEAR)
                self.to_nearest(self.battle.covers, "to cover")
            self.threats()
        elif not mover.free:
            if mover.went == 1:
                self.charge()
            self.threats()

    def into_marsh(self, pose: Pose) -> None:
        """Into the marsh that was sounded, though an enemy stands there and is charged."""
        target = self.mover.attempt(*pose).target
        if target < 0:
            self.offer(*pose, "into the marsh")
            return
        named = (*pose, f"charge {self.ids[target]}")
        self.strikes.append(Way(lambda: (named,), at=self.p.rect(target)))

    def charge(self) -> None:
        """Into contact with each enemy that may be charged."""
        near = charges(self.mover)
        struck: dict[int, list[Way]] = {}
        for v, b, facings, _ in near:
            ways = [(facing, facing) for facing in facings]
            struck.setdefault(v, []).append(self.into_contact(v, b, ways, self.word(v, b)))
        # At a slant only where there is no other way.
        facing, most = self.facing, slant(self.mover)
        for v, b, _, towards in near:
            if abs(turned(facing, towards)) <= most:
                self.into_contact(v, b, [(facing, towards)], self.word(v, b), struck[v])

    def word(self, v: int, b: Rect) -> str:
        """What a charge at an enemy's base is called, and what one at the markers behind it."""
        return "charge the column of" if b is self.p.tail(v) else "charge"

    def march(self) -> None:
        """Along the road, as far as it goes straight."""
        for x, y, facing in road_places(self.mover):
            self.offer(x, y, facing, "along the road")

    def advance(self) -> None:
        """Full and half move ahead and oblique; free movers in all four directions."""
        mover = self.mover
        times = self.battle.rules.march.cross_country_times if mover.column else 1
        self.full_and_half(ROUND if mover.free else AHEAD, mover.left * times)

    def can_turn(self) -> bool:
        mover = self.mover
        if mover.free or mover.flags & GRACE:
            return True
        return turn_cost(self.p, self.u, mover.turns) <= mover.left

    def threats(self) -> None:
        """A turn towards each of the nearest enemies, while it is free or paid for."""
        mover = self.mover
        spare = mover.turns < free_turns(self.p, self.u) or mover.flags & GRACE
        if self.can_turn() and (spare or mover.guns or not mover.went):
            self.turn_to(THREATS)

    def to_touched(self) -> None:
        """A turn towards whom it touches, so as to keep the contact."""
        if self.mover.locked:  # brigades.charge.start-in-contact
            self.threats()

    def to_command(self) -> None:
        """Towards its own commander, until he is in reach."""
        if not self.can_turn():
            return
        p = self.p
        reach = self.battle.rules.command.reach
        for g in self.battle.obeyed[self.u]:
            if p.on_table(g) and not near(p, g, self.u, reach):
                facing = self.facing_to(p.x[g] * TENTH, p.y[g] * TENTH)
                self.go(facing, self.left, facing, f"back to {self.ids[g]}")

    def fall_back(self) -> None:
        """Away from the nearest enemy, as the first thing."""
        if self.can_turn() and not self.mover.went:
            self.away()

    def commanders(self) -> None:
        """A commander joins his stands, routed ones he can rally first, or commands most."""
        p, battle, u = self.p, self.battle, self.u
        helpless = battle.rank[u] == DIVISION
        own = [v for v in p.stands_on(battle.side[u]) if leads(p, u, v)]
        self.join((not p.routed(v) or helpless, v, p.rect(v)) for v in own)
        followers = [v for v in own if u in battle.obeyed[v]]
        self.command([p.rect(v) for v in followers], battle.rules.command.reach)
