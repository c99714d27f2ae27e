"""Leaders: who commands a unit and how far, and leader movement at the beginning of a turn."""

from __future__ import annotations

from grognard.engine.numbers import Side, Unit
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision
from grognard.systems.shock.movement import MoveTo, leader_reach
from grognard.systems.shock.state.kinds import (
    CORPS,
    DONE_VERB,
    GARRISON,
    MOVE,
    NONE,
    OFFICER,
    OUT,
    OVERALL,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.terrain import TACTICAL


class LeaderRules:
    """Movement points and command ranges of leaders, in hexes."""

    def __init__(self, book: Rulebook) -> None:
        self.points = book.int("shock.rulings.turn.leaders", "points")
        self.corps_range = book.int("shock.rulings.in-command", "corps")
        self.division_range = book.int("shock.rulings.in-command", "division")


def commander(p: ShockPosition, c: int) -> int:
    """Who commands a command: its combat leader, without him Wellington, -1 if neither is there."""
    battle = p.battle
    leader = battle.commands[c].leader
    if p.hex[leader] >= 0:
        return leader
    for v in battle.overall[battle.commands[c].side]:
        if p.hex[v] >= 0 and "wellington" in battle.pieces[v].traits and battle.same_army(v, c):
            return v  # shock.rulings.turn.no-draw
    return NONE


def in_command(p: ShockPosition, u: int) -> bool:
    """Whether a unit is within its commander's range; a garrison always is."""
    battle = p.battle
    if battle.arm[u] == GARRISON:  # shock.rulings.in-command
        return True
    leader = commander(p, battle.command[u])
    if leader < 0:
        return False
    row = battle.grid.distance[p.hex[leader]]
    return min(row[h] for h in p.hexes_of(u)) <= command_range(p, leader)


def commanded(p: ShockPosition, u: int) -> bool:
    """Whether a unit on the map is in command, as this turn found it and as it stands now."""
    return not p.flags[u] & OUT and in_command(p, u)


def command_range(p: ShockPosition, leader: int) -> int:
    """The hexes over which a leader commands units."""
    piece = p.battle.pieces[leader]
    if piece.level == OVERALL:
        return piece.reach
    rules = p.battle.rules.leaders
    return rules.corps_range if piece.level == CORPS else rules.division_range


def may_ride(p: ShockPosition, leader: int) -> bool:
    """Whether a leader can go anywhere; mostly the next hex answers that."""
    battle = p.battle
    side = battle.side[leader]
    closed = p.occupied(1 - side) | p.zoc(1 - side)
    costs = battle.graph(OFFICER, TACTICAL).costs[p.hex[leader]]
    for d, n in enumerate(battle.grid.neighbours[p.hex[leader]]):
        if n >= 0 and costs[d] and not closed >> n & 1:
            return True
    return bool(leader_reach(p, leader).ends)


class LeaderMoves(Decision[ShockPosition]):
    """A side moves its leaders, each once and in any order, or is done."""

    side: Side
    ridden: tuple[Unit, ...] = ()  # in the order of their numbers, whoever rode first

    def options(self, p: ShockPosition) -> list[int]:
        """Leaders who have not ridden and can go somewhere, or done."""
        battle = p.battle
        first = battle.order_at + MOVE * battle.count
        able = [
            first + v
            for v in battle.leaders_of[self.side]
            if v not in self.ridden and p.hex[v] >= 0 and may_ride(p, v)
        ]
        return [DONE_VERB, *able]

    def surely_asked(self, p: ShockPosition) -> bool:
        leaders = (v for v in p.battle.leaders_of[self.side] if v not in self.ridden)
        return any(p.hex[v] >= 0 and may_ride(p, v) for v in leaders)

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == DONE_VERB:
            return
        leader = (action - p.battle.order_at) % p.battle.count
        p.stack.append(self.but(ridden=tuple(sorted((*self.ridden, leader)))))
        p.stack.append(MoveTo(unit=leader, order=MOVE))

    def prompt(self, p: ShockPosition) -> str:
        return "Leader movement: who rides?"

    def waiting(self, p: ShockPosition) -> str:
        return f"Waiting for the {p.battle.titles[self.side]} leaders to ride."

    def says(self, p: ShockPosition, action: int) -> str:
        return "done: nobody else rides" if action == DONE_VERB else ""

    def phrase(self, p: ShockPosition, action: int) -> str:
        return p.battle.nouns.name(action)

    def target(self, p: ShockPosition, action: int) -> str:
        if action == DONE_VERB:
            return "verb:done"
        return p.uid((action - p.battle.order_at) % p.battle.count)
