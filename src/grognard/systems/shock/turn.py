"""The turn: its seven phases, who comes on, and what happens at its end."""

from __future__ import annotations

from typing import Annotated

from grognard.boards.hexes import bits
from grognard.engine.numbers import Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.shock.activation import OutOfCommand
from grognard.systems.shock.command import Undrawn, initiative_loser, open_pool, operations
from grognard.systems.shock.leaders import LeaderMoves
from grognard.systems.shock.results import RoutRetreat
from grognard.systems.shock.stacking import arrive, blocked_by_friends
from grognard.systems.shock.state.kinds import (
    ACTIVATED,
    ARRIVALS,
    COMMAND,
    DONE,
    END,
    LEADERS,
    MOVED,
    MOVED_LAST,
    NO_DRAW,
    NONE,
    OPERATIONS,
    OUT_OF_COMMAND,
    PHASE,
    PHASES,
    POOL,
    ROUTED,
    TURN,
    TURN_FLAGS,
    WAITING,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.victory import met_objectives, score_line


class TurnRules:
    """How far from their entry reinforcements may come on."""

    def __init__(self, book: Rulebook) -> None:
        self.entry_distance = book.int("shock.rulings.entry-blocked", "distance")


class NextTurn(Then[ShockPosition]):
    """A new turn begins, or the battle is over."""

    def run(self, p: ShockPosition) -> None:
        p.clock[TURN] += 1
        if p.clock[TURN] > p.battle.turns:
            p.clock[TURN] = p.battle.turns
            return
        if p.ear is not None:
            turn = p.clock[TURN]
            p.tell_turn(f"Turn {turn} of {p.battle.turns}, {p.battle.hour(turn)}.")
        p.stack.append(NextTurn())
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase=phase))


class Phase(Then[ShockPosition]):
    """A phase of the turn."""

    phase: Annotated[int, Within(LEADERS, END)]

    def run(self, p: ShockPosition) -> None:
        p.clock[PHASE] = self.phase
        first = p.battle.first
        if self.phase == LEADERS:
            for side in (1 - first, first):
                p.stack.append(LeaderMoves(side=side))
        elif self.phase == ARRIVALS:
            reinforcements(p)
        elif self.phase == POOL:
            open_pool(p)
        elif self.phase == OPERATIONS:
            operations(p)
        elif self.phase == NO_DRAW:
            loser = initiative_loser(p)
            p.stack.append(Undrawn(side=loser))
        elif self.phase == OUT_OF_COMMAND:
            loser = initiative_loser(p)
            p.stack.append(OutOfCommand(side=1 - loser))
            p.stack.append(OutOfCommand(side=loser))
        else:
            end_of_turn(p)


def reinforcements(p: ShockPosition) -> None:
    """Whoever is due comes on; those who find no room wait for the next turn."""
    battle = p.battle
    for u in range(battle.count):  # shock.rulings.turn.reinforcements
        piece = battle.pieces[u]
        if p.hex[u] != WAITING or not 0 < piece.turn <= p.clock[TURN]:
            continue
        h = entry_hex(p, u, piece.entry)
        why = "" if h == piece.entry else f": {why_shut(p, u, piece.entry)}"
        if h < 0:
            p.report(u, f"waits{why}, and no hex of the map edge nearby is free")
            continue
        p.report(u, f"arrives at {battle.grid.name(h)}{why}", p.hid(h))
        p.facing[u] = piece.facing
        if u < battle.fighters:
            p.place(u, h)
            p.mark(u, MOVED)  # on the march: guns that come on have not stood still
            arrive(p, u)
        else:
            p.ride(u, h)


def why_shut(p: ShockPosition, u: int, entry: int) -> str:
    """Why nobody comes on at an entry, in words."""
    name, enemy = p.battle.grid.name(entry), 1 - p.battle.side[u]
    if p.occupied(enemy) >> entry & 1:
        return f"{name} is held by the enemy"
    return f"{name} is {'in an enemy ZOC' if p.zoc(enemy) >> entry & 1 else 'full of friends'}"


def entry_hex(p: ShockPosition, u: int, entry: int) -> int:
    """The entry, or the free hex of the map's edge nearest to it; -1 if all near it are taken."""
    battle = p.battle
    side = battle.side[u]
    closed = p.occupied(1 - side) | p.zoc(1 - side)
    if u < battle.fighters:
        closed |= blocked_by_friends(p, u)
    row = battle.grid.distance[entry]
    near = battle.grid.disk(entry, battle.rules.turn.entry_distance) & battle.edge & ~closed
    free = [h for h in bits(near) if battle.may_stand(u, h)]
    return min(free, key=lambda h: (row[h], h), default=NONE)


# -- the end of a turn -------------------------------------------------------------------------


def end_of_turn(p: ShockPosition) -> None:
    """Routed units that were not activated run; markers come off."""
    battle = p.battle
    p.stack.append(Clean())
    for u in reversed(range(battle.units)):
        # shock.rulings.turn.end
        if p.hex[u] >= 0 and p.order[u] == ROUTED and not p.flags[u] & (ACTIVATED | DONE):
            p.stack.append(RoutRetreat(unit=u))


class Clean(Then[ShockPosition]):
    """Take the turn's markers off."""

    def run(self, p: ShockPosition) -> None:
        """What moved this turn is remembered for one more."""
        for u in range(p.battle.count):
            moved = p.flags[u] & MOVED
            p.flags[u] &= ~(TURN_FLAGS | MOVED_LAST)
            if moved:
                p.flags[u] |= MOVED_LAST
        p.clock[COMMAND] = NONE
        if p.ear is not None:
            for i in met_objectives(p):
                objective = p.battle.objectives[i]
                who = p.battle.titles[objective.side]
                p.tell(f"The {who} side is near {objective.name}: {objective.points} points.")
            p.tell(f"End of turn {p.clock[TURN]}: {score_line(p)}.")
