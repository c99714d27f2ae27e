"""The movement phase: which unit moves next, which skirmishers are detached or rejoin."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.skirmishers import (
    Detach,
    answers,
    rejoin,
    why_not_detached,
    why_not_joined,
)
from grognard.systems.brigades.state.battle import DONE
from grognard.systems.brigades.state.position import MOVED, RALLIED, ROUT, BrigadesPosition


class Move(Decision[BrigadesPosition]):
    """Which unit of the attacker moves next."""

    side: Side

    def options(self, p: BrigadesPosition) -> list[int]:
        """Done, or any unit that has not moved and is not routed."""
        battle = p.battle
        at = battle.unit_at
        xs, state, side = p.x, p.state, battle.side
        # Most battles have no brigade that lists skirmishers.
        more = answers(p, self.side) if battle.listing else []
        # Nobody who rallied: brigades.morale.level.permanent.rallied-turn.
        halted = MOVED | RALLIED
        # brigades.movement.who brigades.morale.rout.no-action
        return [
            DONE,
            *(
                at + u
                for u in range(battle.count)
                if side[u] == self.side
                and xs[u] >= 0
                and not state[u] & halted
                and state[u] & ROUT != ROUT
            ),
            *more,
        ]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Let the unit begin its move, or end the phase."""
        if action == DONE:
            return
        p.stack.append(self)
        battle = p.battle
        if action >= battle.rejoin_at:
            rejoin(p, action - battle.rejoin_at)
            return
        if action >= battle.detach_at:
            p.stack.append(Detach(unit=action - battle.detach_at))
            return
        u = action - battle.unit_at
        p.state[u] |= MOVED  # brigades.rulings.movement.one-at-a-time
        p.stack.append(Leg.first(p, u))

    def prompt(self, p: BrigadesPosition) -> str:
        return "Which unit moves?"

    def waiting(self, p: BrigadesPosition) -> str:
        return "Waiting for moves."

    def beyond(self, p: BrigadesPosition, words: tuple[str, ...]) -> tuple[int, int]:
        """`detach kempt` where it is refused, so that the reason can be told."""
        battle = p.battle
        at = {"detach": battle.detach_at, "rejoin": battle.rejoin_at}.get(words[0], -1)
        ids = [unit.id for unit in battle.units[: battle.stands]]
        if at < 0 or not battle.listing or len(words) < 2 or words[1] not in ids:
            return -1, 0
        action = at + ids.index(words[1])
        return (-1, 0) if action in p.options() else (action, 2)

    def refusal(self, p: BrigadesPosition, action: int) -> str:
        """Why skirmishers are not detached, or do not rejoin."""
        battle = p.battle
        if battle.rejoin_at <= action < battle.pose_at:
            s = action - battle.rejoin_at
            return why_not_joined(p, s) if battle.within[s] >= 0 else "it belongs to no brigade"
        if battle.detach_at <= action < battle.rejoin_at:
            return why_not_detached(p, action - battle.detach_at)
        return ""

    def says(self, p: BrigadesPosition, action: int) -> str:
        return "done: no more moves" if action == DONE else ""

    def phrase(self, p: BrigadesPosition, action: int) -> str:
        text: str = p.battle.nouns.name(action)
        return text if action == DONE or action >= p.battle.detach_at else f"move {text}"
