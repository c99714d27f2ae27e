"""Named poses: the chief ways on which a unit may go with what is left of its move."""

from __future__ import annotations

from typing import Final

from grognard.boards.table.rect import point_within
from grognard.systems.onepage.charge import charges
from grognard.systems.onepage.command import reaches
from grognard.systems.onepage.movement import Mover, turn_cost
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.kinds import GENERAL
from grognard.systems.onepage.state.position import OUT, ROUTED, WENT, OnepagePosition
from grognard.systems.tabletop.templates import AHEAD, ROUND, TableNamer

THREATS: Final = 3  # enemies towards whom a unit turns
NEAR: Final = 2  # enemies to whose range it goes, generals to whom it goes back


class Namer(TableNamer[Mover, OnepagePosition, OnepageBattle]):
    """Collects named poses that the rules allow."""

    __slots__ = ()

    def gather(self) -> None:
        """The ways of the moment, not tried yet."""
        mover = self.mover
        if mover.arm == GENERAL:
            if not mover.leg.went:
                self.generals()
        elif mover.guns:
            self.threats()
        elif self.p.state[self.u] & OUT:
            # The nearest are the likeliest to be seen, and here nobody is told whom it nears.
            mover.shunned = self.nearest_first().copy()
            self.to_command()
            self.fall_back()
        elif not mover.leg.went & WENT:
            self.charge()
            if mover.near:  # onepage.rulings.start-near
                self.fall_back()
            # Free movers go in all four directions.
            self.full_and_half(ROUND if mover.free else AHEAD, mover.left)
            if self.can_turn():
                self.up_to(self.battle.rules.fire.ranges[self.battle.weapon[self.u]], NEAR)
                self.to_nearest(self.battle.covers, "to cover")
            self.threats()
        else:
            self.charge()
            if not mover.free:
                self.threats()

    def charge(self) -> None:
        """Into contact with each enemy that may be charged."""
        for v, b, facings in charges(self.mover):
            self.into_contact(v, b, [(facing, facing) for facing in facings], "charge")

    def can_turn(self) -> bool:
        """Whether another facing change is possible."""
        mover = self.mover
        if mover.free:
            return True
        cost = turn_cost(mover.p, self.u, mover.leg.turns)
        return 0 <= cost <= mover.left

    def threats(self) -> None:
        """A turn towards each of the nearest enemies, while turns are free."""
        if self.can_turn() and self.mover.leg.turns < self.battle.rules.movement.free_turns:
            self.turn_to(THREATS)

    def to_command(self) -> None:
        """Towards the nearest general, until he is in reach."""
        if not self.can_turn():
            return
        p, a = self.p, self.a
        rated = sorted(
            ((p.rect(g).x - a.x) ** 2 + (p.rect(g).y - a.y) ** 2, g)
            for g in p.generals_on(self.battle.side[self.u])
        )
        for _, g in rated[:NEAR]:
            b = p.rect(g)
            if not point_within(b.x, b.y, a, self.battle.rules.command.reach):
                facing = self.facing_to(b.x, b.y)
                self.go(facing, self.left, facing, f"back to {self.ids[g]}")

    def fall_back(self) -> None:
        """Away from the nearest enemy, as the first thing."""
        if self.can_turn() and not self.mover.leg.went:
            self.away(bool(self.mover.near))

    def generals(self) -> None:
        """A general joins stands, routed ones first, or commands those no other does."""
        p, u = self.p, self.u
        own = p.stands_on(self.battle.side[u])
        self.join((not p.state[v] & ROUTED, v, p.rect(v)) for v in own)
        others = [g for g in p.generals_on(self.battle.side[u]) if g != u]
        left = [p.rect(v) for v in own if not any(reaches(p, g, v) for g in others)]
        self.command(left, self.battle.rules.command.reach)
