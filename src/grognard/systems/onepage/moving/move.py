"""The movement phase: which unit moves next."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.state.battle import DONE
from grognard.systems.onepage.state.position import MOVED, ROUTED, OnepagePosition


class Move(Decision[OnepagePosition]):
    """Which unit of the attacker moves next."""

    side: Side

    def options(self, p: OnepagePosition) -> list[int]:
        """Done, or any unit that has not moved and is not routed."""
        halted = MOVED | ROUTED  # onepage.sequence.movement onepage.morale.rout.no-action
        own = (*p.stands_on(self.side), *p.generals_on(self.side))
        return [DONE, *(p.battle.unit_at + u for u in own if not p.state[u] & halted)]

    def apply(self, p: OnepagePosition, action: int) -> None:
        """Let the unit begin its move, or end the phase."""
        if action == DONE:
            return
        u = action - p.battle.unit_at
        p.state[u] |= MOVED
        p.stack.append(self)
        p.stack.append(Leg.first(p, u))

    def prompt(self, p: OnepagePosition) -> str:
        return "Which unit moves?"

    def waiting(self, p: OnepagePosition) -> str:
        return "Waiting for moves."

    def says(self, p: OnepagePosition, action: int) -> str:
        return "done: no more moves" if action == DONE else ""

    def phrase(self, p: OnepagePosition, action: int) -> str:
        return "done" if action == DONE else f"move {p.battle.nouns.name(action)}"
