"""Command: the turn and its phases, the pool of commands, the draw, and orders without it."""

from __future__ import annotations

from typing import Final

from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.shock.activation import Activate, OutOfCommand
from grognard.systems.shock.battle import DONE as DONE_VERB
from grognard.systems.shock.battle import MOVE
from grognard.systems.shock.command_tables import DrawFacts, InitiativeFacts, OrdersFacts
from grognard.systems.shock.movement import FULL, LIMITED, MoveTo, leader_reach
from grognard.systems.shock.position import (
    ACTIVATED,
    ACTIVE,
    ATTACKED,
    CHARGING,
    COMMAND,
    COUNTER,
    DONE,
    FIRED,
    INITIATIVE,
    LINED,
    MARCHED,
    MOVED,
    MOVED_LAST,
    NONE,
    OUT,
    PHASE,
    PURSUED,
    REACTED,
    ROUTED,
    SHORT,
    TURN,
    USED,
    WAITING,
    ShockPosition,
)
from grognard.systems.shock.results import RoutRetreat, nearest_enemy
from grognard.systems.shock.stacking import arrive, blocked_by_friends

# Phases of a turn.
LEADERS, ARRIVALS, POOL, OPERATIONS, NO_DRAW, OUT_OF_COMMAND, END = range(7)
PHASES: Final = (
    "leader movement",
    "reinforcements",
    "pool",
    "operations",
    "orders",
    "out of command",
    "end of turn",
)

# A command during a turn.
IDLE, POOLED, ACTED, TRIED = range(4)

TIE: Final = 2


class NextTurn(Then):
    """A new turn begins, or the battle is over."""

    __slots__ = ()

    def run(self, p: ShockPosition) -> None:
        """Count on and push the phases."""
        p.clock[TURN] += 1
        if p.clock[TURN] > p.battle.turns:
            p.clock[TURN] = p.battle.turns
            return
        if p.ear is not None:
            turn = p.clock[TURN]
            p.tell(f"Turn {turn} of {p.battle.turns}, {p.battle.hour(turn)}.")
        p.stack.append(NextTurn())
        for phase in reversed(range(len(PHASES))):
            p.stack.append(Phase(phase))


class Phase(Then):
    """A phase of the turn."""

    __slots__ = ("phase",)

    def __init__(self, phase: int) -> None:
        self.phase = phase

    def run(self, p: ShockPosition) -> None:
        """Push what the phase holds."""
        p.clock[PHASE] = self.phase
        first = p.battle.first
        if self.phase == LEADERS:
            for side in (1 - first, first):
                p.stack.append(LeaderMoves(NONE, side))
        elif self.phase == ARRIVALS:
            reinforcements(p)
        elif self.phase == POOL:
            open_pool(p)
        elif self.phase == OPERATIONS:
            operations(p)
        elif self.phase == NO_DRAW:
            loser = initiative_loser(p)
            p.stack.append(Undrawn(loser))
        elif self.phase == OUT_OF_COMMAND:
            loser = initiative_loser(p)
            p.stack.append(OutOfCommand(1 - loser))
            p.stack.append(OutOfCommand(loser))
        else:
            end_of_turn(p)


# -- leaders and reinforcements ----------------------------------------------------------------


class LeaderMoves(Decision):
    """A side moves its leaders, one after another in their order, or is done."""

    __slots__ = ("last", "side")

    def __init__(self, last: int, side: int) -> None:
        self.last = last
        self.side = side

    def actor(self, p: ShockPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: ShockPosition) -> list[int]:
        """Leaders not yet passed over that can go somewhere, or done."""
        battle = p.battle
        first = battle.order_at + MOVE * battle.count
        able = [
            first + v
            for v in battle.leaders_of[self.side]
            if v > self.last and p.hex[v] >= 0 and leader_reach(p, v).ends
        ]
        return [DONE_VERB, *able]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Ask where he goes."""
        if action == DONE_VERB:
            return
        leader = (action - p.battle.order_at) % p.battle.count
        p.stack.append(LeaderMoves(leader, self.side))
        p.stack.append(MoveTo(MOVE, leader))

    def prompt(self, p: ShockPosition) -> str:
        """Who rides?"""
        return "Leader movement: who rides?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for the {p.battle.titles[self.side]} leaders to ride."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The order."""
        return p.battle.nouns.name(action)

    def target(self, p: ShockPosition, action: int) -> str:
        """The leader."""
        if action == DONE_VERB:
            return "verb:done"
        return p.uid((action - p.battle.order_at) % p.battle.count)


def reinforcements(p: ShockPosition) -> None:
    """Whoever is due comes on at his entry hex, or at the nearest free one on the edge."""
    battle = p.battle
    if not battle.rules.command.arrivals_wait:
        return
    for u in range(battle.count):
        piece = battle.pieces[u]
        if p.hex[u] != WAITING or not 0 < piece.turn <= p.clock[TURN]:
            continue
        h = entry_hex(p, u, piece.entry)
        if h < 0:
            continue
        p.facing[u] = piece.facing
        if u < battle.fighters:
            p.place(u, h)
            arrive(p, u)
        else:
            p.hex[u] = h
        if p.ear is not None:
            p.tell(f"{battle.names[u]} arrives at {battle.grid.name(h)}.", p.uid(u), p.hid(h))


def entry_hex(p: ShockPosition, u: int, entry: int) -> int:
    """The free hex nearest to an entry, out of enemy zones; -1 if everything near is taken."""
    battle = p.battle
    side = battle.side[u]
    closed = p.occupied(1 - side) | p.zoc(1 - side)
    if u < battle.fighters:
        closed |= blocked_by_friends(p, u)
    graph = battle.graph(battle.kind[u], 0)
    row = battle.grid.distance[entry]
    near = [
        h
        for h in range(battle.grid.size)
        if row[h] <= 3
        and not closed >> h & 1
        and any(
            graph.costs[n][(d + 3) % 6] for d, n in enumerate(battle.grid.neighbours[h]) if n >= 0
        )
    ]
    return min(near, key=lambda h: (row[h], h), default=NONE)


# -- the pool ----------------------------------------------------------------------------------


def open_pool(p: ShockPosition) -> None:
    """Each overall commander puts commands in reach into the draw, for his command points."""
    battle = p.battle
    for c in range(len(battle.commands)):
        p.pool[c] = IDLE
    if battle.special("no-draw", NONE, p.clock[TURN]):
        return
    for side in (1 - battle.first, battle.first):
        for leader in reversed(battle.overall(side)):
            if p.hex[leader] >= 0:
                points = battle.command_points(leader, p.clock[TURN])
                if points:
                    p.stack.append(PoolPick(NONE, leader, points))


def has_units(p: ShockPosition, c: int) -> bool:
    """Whether a command has anybody on the map."""
    battle = p.battle
    return any(battle.command[u] == c and p.hex[u] >= 0 for u in range(battle.fighters))


def in_reach(p: ShockPosition, leader: int) -> list[int]:
    """The commands an overall commander can put into the draw."""
    battle = p.battle
    found = []
    for c, command in enumerate(battle.commands):
        if p.pool[c] != IDLE or p.hex[command.leader] < 0 or not has_units(p, c):
            continue
        if command.side != battle.side[leader]:
            continue
        if battle.rules.command.own_army_only and not same_army(p, leader, c):
            continue
        distance = battle.grid.distance[p.hex[leader]][p.hex[command.leader]]
        if distance <= battle.pieces[leader].reach:
            found.append(c)
    return found


def same_army(p: ShockPosition, leader: int, c: int) -> bool:
    """A commander's points serve his own army only: Wellington's are not for Prussians."""
    battle = p.battle
    prussian = any(
        battle.command[u] == c and battle.pieces[u].nation == "prussian"
        for u in range(battle.units)
    )
    return not ("wellington" in battle.pieces[leader].traits and prussian)


class PoolPick(Decision):
    """An overall commander spends a command point; picks go in the order of the commands."""

    __slots__ = ("last", "leader", "points")

    def __init__(self, last: int, leader: int, points: int) -> None:
        self.last = last
        self.leader = leader
        self.points = points

    def actor(self, p: ShockPosition) -> int:
        """His side."""
        return p.battle.side[self.leader]

    def options(self, p: ShockPosition) -> list[int]:
        """The commands left to pick; only one answer if he can have them all."""
        able = [c for c in in_reach(p, self.leader) if c > self.last]
        if not able:
            return [DONE_VERB]
        first = p.battle.command_at
        if len(able) <= self.points:
            return [first + able[0]]
        # Later picks must leave enough commands for the points that are left.
        return [first + c for c in able[: len(able) - self.points + 1]]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Put it into the draw."""
        if action == DONE_VERB:
            return
        c = action - p.battle.command_at
        p.pool[c] = POOLED
        if p.ear is not None:
            who = p.battle.names[self.leader]
            p.tell(f"{who} puts {p.battle.commands[c].name} into the draw.")
        if self.points > 1:
            p.stack.append(PoolPick(c, self.leader, self.points - 1))

    def prompt(self, p: ShockPosition) -> str:
        """Which?"""
        plural = "command" if self.points == 1 else "commands"
        return f"{p.battle.names[self.leader]}: {self.points} {plural} into the draw. Which?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.leader]} to choose commands."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The command."""
        return "done" if action == DONE_VERB else f"command {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The commander."""
        return (p.uid(self.leader),)


# -- operations --------------------------------------------------------------------------------


def pooled(p: ShockPosition) -> list[int]:
    """The commands in the draw."""
    return [c for c, state in enumerate(p.pool) if state == POOLED and has_units(p, c)]


def command_points(p: ShockPosition, side: int) -> int:
    """The command points a side adds to its initiative."""
    battle = p.battle
    on_map = [v for v in battle.overall(side) if p.hex[v] >= 0]
    return sum(battle.command_points(v, p.clock[TURN]) for v in on_map)


def initiative_loser(p: ShockPosition) -> int:
    """The side that lost the initiative; on a tie the side that is not first."""
    if p.clock[INITIATIVE] in (0, 1):
        return 1 - p.clock[INITIATIVE]
    return 1 - p.battle.first


def operations(p: ShockPosition) -> None:
    """Roll for initiative if both sides have commands in the draw, then draw."""
    sides = {p.battle.commands[c].side for c in pooled(p)}
    p.stack.append(DrawNext())
    if len(sides) == 2:
        p.stack.append(InitiativeRoll())
    else:
        p.clock[INITIATIVE] = next(iter(sides), TIE)


class InitiativeRoll(Roll):
    """Both sides roll and add their command points."""

    __slots__ = ()

    def roller(self, p: ShockPosition) -> int:
        """Either; the first side throws both."""
        return p.battle.first

    def check(self, p: ShockPosition) -> Check:
        """The higher sum."""
        facts = InitiativeFacts(command_points(p, 0), command_points(p, 1))
        return p.battle.rules.initiative.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """The winner picks the first command."""
        p.clock[INITIATIVE] = outcome
        if p.ear is not None:
            who = "Nobody has" if outcome == TIE else f"The {p.battle.titles[outcome]} side has"
            p.tell(f"{who} the initiative.")
        if outcome != TIE:
            p.stack.append(FirstCommand(outcome))


class FirstCommand(Decision):
    """The side with the initiative picks the first of its commands in the draw."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: ShockPosition) -> int:
        """The winner."""
        return self.side

    def options(self, p: ShockPosition) -> list[int]:
        """Its commands."""
        battle = p.battle
        own = [c for c in pooled(p) if battle.commands[c].side == self.side]
        return [battle.command_at + c for c in own]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Activate it."""
        start(p, action - p.battle.command_at, FULL)

    def prompt(self, p: ShockPosition) -> str:
        """Which?"""
        return "You have the initiative: which command acts first?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for the {p.battle.titles[self.side]} side to choose its first command."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The command."""
        return f"command {p.battle.nouns.name(action)}"


def start(p: ShockPosition, c: int, kind: int) -> None:
    """Begin the activation of a command."""
    p.pool[c] = ACTED
    p.stack.append(Activate(c, kind))


class DrawNext(Then):
    """Draw the next command until the pool is empty."""

    __slots__ = ()

    def run(self, p: ShockPosition) -> None:
        """Roll if there is something to draw."""
        left = pooled(p)
        if not left:
            return
        p.stack.append(DrawNext())
        if len(left) == 1:
            start(p, left[0], FULL)
        else:
            p.stack.append(DrawRoll())


class DrawRoll(Roll):
    """A command is drawn blind."""

    __slots__ = ()

    def roller(self, p: ShockPosition) -> int:
        """Either."""
        return p.battle.first

    def check(self, p: ShockPosition) -> Check:
        """One of those left."""
        return p.battle.rules.draw.check(DrawFacts(len(pooled(p))))

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Activate it."""
        c = pooled(p)[outcome]
        if p.ear is not None:
            p.tell(f"{p.battle.commands[c].name} is drawn.")
        start(p, c, FULL)


# -- orders without the draw -------------------------------------------------------------------


def undrawn(p: ShockPosition, side: int) -> list[int]:
    """The commands of a side that may still try to act without having been drawn."""
    return [
        c
        for c, command in enumerate(p.battle.commands)
        if command.side == side
        and p.pool[c] == IDLE
        and has_units(p, c)
        and orders_rating(p, c) >= 0
    ]


def orders_rating(p: ShockPosition, c: int) -> int:
    """The rating a command rolls against: its leader's, or Wellington's if he leads in person."""
    battle = p.battle
    command = battle.commands[c]
    if p.hex[command.leader] >= 0:
        return battle.pieces[command.leader].orders
    for v in battle.overall(command.side):
        if p.hex[v] < 0 or "wellington" not in battle.pieces[v].traits:
            continue
        row = battle.grid.distance[p.hex[v]]
        reach = battle.pieces[v].reach
        if any(
            battle.command[u] == c and p.hex[u] >= 0 and row[p.hex[u]] <= reach
            for u in range(battle.fighters)
        ):
            return battle.rules.command.wellington
    return NONE


class Undrawn(Then):
    """The sides take turns with commands that were not drawn."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, p: ShockPosition) -> None:
        """The side whose turn it is, or the other if it has none left."""
        side = self.side
        if not undrawn(p, side):
            side = 1 - side
        if not undrawn(p, side):
            return
        p.stack.append(Undrawn(1 - side))
        p.stack.append(TryOrders(side))


class TryOrders(Decision):
    """A side picks the command that tries to act next."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        self.side = side

    def actor(self, p: ShockPosition) -> int:
        """The side."""
        return self.side

    def options(self, p: ShockPosition) -> list[int]:
        """Its commands that have not tried."""
        return [p.battle.command_at + c for c in undrawn(p, self.side)]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Roll for it."""
        c = action - p.battle.command_at
        p.pool[c] = TRIED
        p.stack.append(OrdersRoll(c))

    def prompt(self, p: ShockPosition) -> str:
        """Which?"""
        return "Orders without the draw: which command tries next?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for the {p.battle.titles[self.side]} side to choose a command."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The command."""
        return f"command {p.battle.nouns.name(action)}"


class OrdersRoll(Roll):
    """A leader rolls at or below his Orders rating to act."""

    __slots__ = ("command",)

    def __init__(self, command: int) -> None:
        self.command = command

    def roller(self, p: ShockPosition) -> int:
        """The leader's side."""
        return p.battle.commands[self.command].side

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The leader."""
        return (p.uid(p.battle.commands[self.command].leader),)

    def check(self, p: ShockPosition) -> Check:
        """At or below the rating."""
        return p.battle.rules.orders.check(OrdersFacts(orders_rating(p, self.command)))

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """A limited activation, or none."""
        name = p.battle.commands[self.command].name
        if p.ear is not None:
            p.tell(f"{name} {'acts' if outcome == 0 else 'stands'}.")
        if outcome == 0:
            start(p, self.command, LIMITED)


# -- the end of a turn -------------------------------------------------------------------------

TURN_FLAGS: Final = (
    MOVED
    | FIRED
    | DONE
    | ACTIVE
    | CHARGING
    | REACTED
    | MARCHED
    | ACTIVATED
    | OUT
    | ATTACKED
    | COUNTER
    | PURSUED
    | SHORT
    | USED
    | LINED
)


def end_of_turn(p: ShockPosition) -> None:
    """Routed units that were not activated run; markers come off."""
    battle = p.battle
    p.stack.append(Clean())
    if not battle.rules.command.end_rout:
        return
    for u in reversed(range(battle.units)):
        if p.hex[u] >= 0 and p.order[u] == ROUTED and not p.flags[u] & (ACTIVATED | DONE):
            p.stack.append(RoutRetreat(nearest_enemy(p, u), u))


class Clean(Then):
    """Take the turn's markers off."""

    __slots__ = ()

    def run(self, p: ShockPosition) -> None:
        """What moved this turn is remembered for one more."""
        for u in range(p.battle.count):
            moved = p.flags[u] & MOVED
            p.flags[u] &= ~(TURN_FLAGS | MOVED_LAST)
            if moved:
                p.flags[u] |= MOVED_LAST
            p.target[u] = NONE
        p.clock[COMMAND] = NONE
