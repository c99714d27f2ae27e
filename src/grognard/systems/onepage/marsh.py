"""Marshes: a die tells how deep one is for a unit in its move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from grognard.engine.check import Check, CheckKind, Modifier, Situation, facts_of, number, tick
from grognard.engine.dice import D6
from grognard.engine.numbers import Of
from grognard.engine.rulebook import Rulebook
from grognard.systems.onepage.state.kinds import ARTILLERY, arms
from grognard.systems.onepage.state.position import ACTED, MIRED, OnepagePosition
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.position import Across, Down, Facing

if TYPE_CHECKING:
    from grognard.systems.onepage.moving.leg import Leg

FOURFOLD: Final = 2  # the worst outcome


class MarshRules:
    """Who rolls for a marsh, and what it costs him after the roll."""

    def __init__(self, book: Rulebook) -> None:
        id_ = "onepage.terrain.marsh"
        self.rolls = arms(book, id_, "rolls")
        self.dear = [1, *book.ints(id_, "dear")]
        self.parts = book.int("onepage.rulings.marsh-way", "parts")
        self.kind = MarshKind(
            book.int(id_, "free"),
            book.int(id_, "double"),
            book.int(id_, "artillery"),
            book.int(id_, "before"),
        )


class MarshFacts(NamedTuple):
    artillery: Annotated[int, tick("Artillery", "Unit")] = 0
    before: Annotated[int, number("Stands through it before in the turn", "Marsh", 0, 20)] = 0


class MarshKind(CheckKind):
    """How deep a marsh is: what an inch of it costs a stand in this move."""

    name = "marsh"
    title = "Marsh"
    outcomes = ("free", "double", "fourfold")
    facts = facts_of(MarshFacts)

    def __init__(self, free: int, double: int, artillery: int, before: int) -> None:
        super().__init__()
        self.free, self.double = free, double
        self.artillery, self.before = artillery, before

    def build(self, situation: Situation) -> Check:
        s = MarshFacts(*situation)
        id_ = "onepage.terrain.marsh"
        modifiers = []
        if s.artillery:
            modifiers.append(Modifier(id_, "Artillery", self.artillery))
        if s.before:
            modifiers.append(Modifier(id_, "Trodden before", s.before * self.before))
        more = sum(modifier.value for modifier in modifiers)
        table = [
            int(face + more > self.free) + int(face + more > self.double)
            for face in range(1, FACES + 1)
        ]
        target = f"up to {self.free} free, up to {self.double} double"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)


class Wade(UnitRoll[OnepagePosition]):
    """A leg leads into a marsh: how deep is it? The leg waits below on the stack."""

    marsh: Annotated[int, Of("area")]
    x: Across
    y: Down
    facing: Facing

    def check(self, p: OnepagePosition) -> Check:
        """The worse for artillery, and where others went before."""
        guns = int(p.battle.arm[self.unit] == ARTILLERY)
        return p.battle.rules.marsh.kind.check(MarshFacts(guns, p.trodden[self.marsh]))

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        """The unit goes as far as it can pay for."""
        leg: Leg = p.stack.pop()  # type: ignore[assignment]
        p.trodden[self.marsh] += 1
        if outcome == FOURFOLD:
            p.disorder(self.unit, "the marsh")
            p.state[self.unit] |= MIRED
        known = leg.but(deep=p.battle.rules.marsh.dear[outcome])
        x, y = p.x[self.unit], p.y[self.unit]
        dx, dy = self.x - x, self.y - y
        mover = known.mover(p)
        parts = p.battle.rules.marsh.parts
        for part in range(parts, -1, -1):
            place = (x + dx * part // parts, y + dy * part // parts)
            tried = mover.attempt(*place, self.facing)
            if not tried.why:
                known.walk(p, tried, *place, self.facing)
                return
        # It is stuck at the edge: the rest of the move is its own affair.
        p.say(self.unit, "finds no way into the marsh")
        p.state[self.unit] |= ACTED
        p.stack.append(known)
