"""Command: the pool of commands, the initiative, the draw, and orders without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from grognard.engine.check import (
    Check,
    CheckKind,
    Modifier,
    Situation,
    choice,
    facts_of,
    many_dice,
    number,
)
from grognard.engine.dice import Die
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.shock.activation import Activate
from grognard.systems.shock.disorder import OneDie
from grognard.systems.shock.leaders import commander
from grognard.systems.shock.state.kinds import (
    ACTED,
    ARMIES,
    ARMY_TITLES,
    DONE_VERB,
    FULL,
    IDLE,
    INITIATIVE,
    LIMITED,
    MOST_COMMANDS,
    NONE,
    OVERALL,
    POOLED,
    TIE,
    TRIED,
    TURN,
    CommandIndex,
)
from grognard.systems.shock.state.position import ShockPosition


class CommandRules:
    """Ranges of the overall commanders, and Wellington's Orders rating."""

    def __init__(self, book: Rulebook) -> None:
        self.reach = book.int("shock.rulings.turn.pool", "range")
        self.great_reach = book.int("shock.rulings.turn.pool", "great_range")
        self.wellington = book.int("shock.rulings.turn.no-draw", "wellington")


# -- the pool ----------------------------------------------------------------------------------


def open_pool(p: ShockPosition) -> None:
    """Each overall commander puts commands in reach into the draw, for his command points."""
    battle = p.battle
    for c in range(len(battle.commands)):
        p.pool[c] = IDLE
    if battle.special("no-draw", NONE, p.clock[TURN]):
        return
    for side in (1 - battle.first, battle.first):
        p.stack.append(PoolPick(side=side))
        for c in Staff(p, side).forced():
            p.pool[c] = POOLED


def has_units(p: ShockPosition, c: int) -> bool:
    """Whether a command has anybody on the map."""
    return any(p.hex[u] >= 0 for u in p.battle.units_in[c])


def command_points(p: ShockPosition, side: int) -> dict[int, int]:
    """The overall commanders of a side on the map with their command points."""
    battle = p.battle
    turn = p.clock[TURN]
    return {v: battle.command_points(v, turn) for v in battle.overall[side] if p.hex[v] >= 0}


def reaches(p: ShockPosition, leader: int, c: int) -> bool:
    """Whether an overall commander can put a command into the draw."""
    battle = p.battle
    combat_leader = battle.commands[c].leader
    if p.hex[combat_leader] < 0 or not has_units(p, c):
        return False
    if not battle.same_army(leader, c):  # shock.rulings.turn.pool
        return False
    distance = battle.grid.distance[p.hex[leader]][p.hex[combat_leader]]
    return distance <= battle.pieces[leader].reach


class Staff:
    """The commanders of a side, and which commands the points of each can serve."""

    __slots__ = ("commands", "points", "reach", "serves")

    def __init__(self, p: ShockPosition, side: int) -> None:
        self.points = command_points(p, side)
        self.commands = p.battle.commands_of[side]
        self.reach = {v: {c for c in self.commands if reaches(p, v, c)} for v in self.points}
        self.serves: dict[int, list[int]] = {}

    def most(self, wanted: list[int]) -> int:
        """How many of some commands the points can serve together."""
        self.serves = {leader: [] for leader in self.points}
        return sum(self.take(c, set()) for c in wanted)

    def forced(self) -> list[int]:
        """The commands that are served whatever is chosen: without one a point would be wasted."""
        best = self.most(self.commands)
        return [c for c in self.commands if self.most([d for d in self.commands if d != c]) < best]

    def take(self, c: int, asked: set[int]) -> bool:
        """Find a point for a command, if need be by letting another commander serve others."""
        for leader, points in self.points.items():
            if leader in asked or c not in self.reach[leader]:
                continue
            asked.add(leader)
            served = self.serves[leader]
            if len(served) < points:
                served.append(c)
                return True
            for i, other in enumerate(served):
                if self.take(other, asked):
                    served[i] = c
                    return True
        return False


class CommandDecision(Decision[ShockPosition]):
    """A side chooses one of its commands."""

    abstract = True

    side: Side

    def keys(self, p: ShockPosition) -> tuple[tuple[int, ...], ...]:
        """Done, then every command of the side: each keeps its key from phase to phase."""
        own = p.battle.commands_of[self.side]
        return ((DONE_VERB,), *((p.battle.command_at + c,) for c in own))

    def waiting(self, p: ShockPosition) -> str:
        return f"Waiting for the {p.battle.titles[self.side]} side to choose a command."

    def phrase(self, p: ShockPosition, action: int) -> str:
        return "done" if action == DONE_VERB else f"command {p.battle.nouns.name(action)}"

    def doers(self, p: ShockPosition, action: int) -> tuple[str, ...]:
        """The command, and each of its pieces on the map: it is chosen by any of them."""
        if action == DONE_VERB:
            return ()
        battle, c = p.battle, action - p.battle.command_at
        pieces = [battle.commands[c].leader, *battle.units_in[c]]
        return (self.target(p, action), *(p.uid(u) for u in pieces if p.hex[u] >= 0))


class PoolPick(CommandDecision):
    """A side spends its command points, in any order; all are spent that can be.

    Which of two commanders serves a command is no choice, only which commands are served.
    """

    def picked(self, p: ShockPosition) -> list[int]:
        """The commands already in the draw."""
        return [c for c in p.battle.commands_of[self.side] if p.pool[c] == POOLED]

    def options(self, p: ShockPosition) -> list[int]:
        """The commands for which a point is left; done if there is none."""
        picked, staff = self.picked(p), Staff(p, self.side)
        left = [c for c in staff.commands if c not in picked]
        able = [c for c in left if staff.most([*picked, c]) > len(picked)]
        return [p.battle.command_at + c for c in able] or [DONE_VERB]

    def put_back(self, p: ShockPosition) -> list[int]:
        picked = self.picked(p)
        forced = Staff(p, self.side).forced() if picked else []
        return [p.battle.command_at + c for c in picked if c not in forced]

    def apply(self, p: ShockPosition, action: int) -> None:
        battle = p.battle
        if action != DONE_VERB:
            c = action - battle.command_at
            p.pool[c] = IDLE if p.pool[c] == POOLED else POOLED
            p.stack.append(self)
            return
        for c in self.picked(p) if p.ear is not None else ():
            p.tell(f"{clause(battle.commands[c].name, 'goes')} into the draw for a command point.")

    def prompt(self, p: ShockPosition) -> str:
        picked, staff = self.picked(p), Staff(p, self.side)
        more = staff.most(staff.commands) - len(picked)
        who = " and ".join(p.battle.names[v] for v in staff.points)
        if not more:
            names = " and ".join(p.battle.commands[c].name for c in picked)
            return f"{who}: {names} into the draw. Done?"
        return f"{who}: {more} {'command' if more == 1 else 'commands'} into the draw. Which?"

    def phrase(self, p: ShockPosition, action: int) -> str:
        words = super().phrase(p, action)
        return f"put back {words}" if action in self.put_back(p) else words

    def picks(self, p: ShockPosition, action: int) -> str:
        return "" if action == DONE_VERB else self.target(p, action)

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return tuple(p.uid(v) for v in command_points(p, self.side))


# -- operations --------------------------------------------------------------------------------


class InitiativeFacts(NamedTuple):
    """The two armies, and the command points each adds to its die."""

    army: Annotated[int, choice("Army", "First side", ARMIES)] = 0
    points: Annotated[int, number("Its command points", "First side", 0, 20)] = 0
    other_army: Annotated[int, choice("Army", "Second side", ARMIES)] = 1
    other_points: Annotated[int, number("Its command points", "Second side", 0, 20)] = 0


class InitiativeKind(OneDie[None]):
    """Both sides roll and add their command points; the higher picks the first command."""

    name = "initiative"
    title = "Initiative"
    facts = facts_of(InitiativeFacts)
    outcomes = ("first side", "second side", "tie")

    def build(self, situation: Situation) -> Check:
        s = InitiativeFacts(*situation)
        dice = (self.die.die, self.die.die)

        def winner(faces: tuple[int, ...]) -> int:
            lead = faces[0] + s.points - faces[1] - s.other_points  # shock.rulings.turn.operations
            return 0 if lead > 0 else 1 if lead < 0 else TIE

        names = [ARMY_TITLES[army] for army in (s.army, s.other_army)]
        sides = names if names[0] != names[1] else list(self.outcomes[:2])
        listed = tuple(
            Modifier("shock.rulings.turn.operations", f"{side} command points", points)
            for side, points in zip(sides, (s.points, s.other_points), strict=True)
            if points
        )
        outcomes = (*(f"{side} initiative" for side in sides), "tie: nobody has the initiative")
        table = many_dice(dice, winner)
        return Check(self, situation, dice, listed, "the higher sum", outcomes, table)

    def score(self, situation: Situation, faces: Sequence[int]) -> str:
        s = InitiativeFacts(*situation)
        both = sorted((faces[0] + s.points, faces[1] + s.other_points), reverse=True)
        return " to ".join(map(str, both))


class DrawFacts(NamedTuple):
    """How many commands are in the draw."""

    commands: Annotated[int, number("Commands in the draw", "Draw", 2, MOST_COMMANDS)] = 2


class DrawKind(CheckKind):
    """A command is drawn blind from the pool; the outcome is its place in the pool."""

    name = "draw"
    title = "Draw of a command"
    verb = "Draw"
    weighed = False
    facts = facts_of(DrawFacts)
    outcomes = tuple(f"command {n + 1}" for n in range(MOST_COMMANDS))

    def build(self, situation: Situation) -> Check:
        n = DrawFacts(*situation).commands
        return Check(self, situation, (Die(n, 1),), (), f"one of {n}", self.outcomes, range(n))


def pooled(p: ShockPosition) -> list[int]:
    """The commands in the draw."""
    return [c for c, state in enumerate(p.pool) if state == POOLED and has_units(p, c)]


def initiative_loser(p: ShockPosition) -> int:
    """The side that lost the initiative; on a tie the side that is not first."""
    winner = p.clock[INITIATIVE]
    return 1 - (p.battle.first if winner == TIE else winner)  # shock.rulings.initiative-tie


def operations(p: ShockPosition) -> None:
    """Roll for the initiative, then draw, if anybody is in the draw."""
    p.clock[INITIATIVE] = TIE
    if pooled(p):
        p.stack.append(DrawNext())
        p.stack.append(InitiativeRoll())


class InitiativeRoll(Roll[ShockPosition]):
    """Both sides roll and add their command points."""

    def roller(self, p: ShockPosition) -> int:
        return p.battle.first

    def check(self, p: ShockPosition) -> Check:
        armies = [ARMIES.index(side.army) for side in p.battle.roster.sides]
        points = [sum(command_points(p, side).values()) for side in (0, 1)]
        facts = InitiativeFacts(armies[0], points[0], armies[1], points[1])
        return p.battle.rules.initiative.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        p.clock[INITIATIVE] = outcome
        if p.ear is not None:
            who = "Nobody has" if outcome == TIE else f"{p.battle.side_name(outcome)} has"
            p.tell(f"{who} the initiative.")
        if any(p.battle.commands[c].side == outcome for c in pooled(p)):
            p.stack.append(FirstCommand(side=outcome))


class FirstCommand(CommandDecision):
    """The side with the initiative picks the first of its commands in the draw."""

    def options(self, p: ShockPosition) -> list[int]:
        battle = p.battle
        own = [c for c in pooled(p) if battle.commands[c].side == self.side]
        return [battle.command_at + c for c in own]

    def apply(self, p: ShockPosition, action: int) -> None:
        start(p, action - p.battle.command_at, FULL, "acts first, by the initiative")

    def prompt(self, p: ShockPosition) -> str:
        return "You have the initiative: which command acts first?"


def start(p: ShockPosition, c: int, kind: int, why: str) -> None:
    """Begin the activation of a command."""
    p.pool[c] = ACTED
    p.tell_turn(f"{clause(p.battle.commands[c].name, why)}.")
    p.stack.append(Activate(command=c, kind=kind))


class DrawNext(Then[ShockPosition]):
    """Draw the next command until the pool is empty."""

    def run(self, p: ShockPosition) -> None:
        left = pooled(p)
        if not left:
            return
        p.stack.append(DrawNext())
        if len(left) == 1:
            start(p, left[0], FULL, "acts as the last in the draw")
        else:
            p.stack.append(DrawRoll())


class DrawRoll(Roll[ShockPosition]):
    """A command is drawn blind."""

    def roller(self, p: ShockPosition) -> int:
        return p.battle.first

    def check(self, p: ShockPosition) -> Check:
        return p.battle.rules.draw.check(DrawFacts(len(pooled(p))))

    def result(self, p: ShockPosition, check: Check, outcome: int) -> str:
        return p.battle.commands[pooled(p)[outcome]].name

    def apply(self, p: ShockPosition, outcome: int) -> None:
        start(p, pooled(p)[outcome], FULL, "is drawn to act")


# -- orders without the draw -------------------------------------------------------------------


class OrdersFacts(NamedTuple):
    """The leader's Orders rating."""

    orders: Annotated[int, number("Orders rating", "Leader", 0, 9)] = 5


class OrdersKind(OneDie[None]):
    """A command that was not drawn acts if its leader rolls at or below his Orders rating."""

    name = "orders"
    title = "Orders without the draw"
    facts = facts_of(OrdersFacts)
    outcomes = ("act", "stand")

    def build(self, situation: Situation) -> Check:
        return self.at_most(situation, "Orders")


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
    """The Orders rating a command rolls against, -1 if nobody commands it."""
    leader = commander(p, c)
    if leader < 0:
        return NONE
    piece = p.battle.pieces[leader]
    return p.battle.rules.command.wellington if piece.level == OVERALL else piece.orders


class Undrawn(Then[ShockPosition]):
    """The sides take turns with commands that were not drawn."""

    side: Side

    def run(self, p: ShockPosition) -> None:
        """The side whose turn it is, or the other if it has none left."""
        side = self.side
        if not undrawn(p, side):
            side = 1 - side
        if not undrawn(p, side):
            return
        p.stack.append(Undrawn(side=1 - side))
        p.stack.append(TryOrders(side=side))


class TryOrders(CommandDecision):
    """A side picks the command that tries to act next."""

    def options(self, p: ShockPosition) -> list[int]:
        return [p.battle.command_at + c for c in undrawn(p, self.side)]

    def apply(self, p: ShockPosition, action: int) -> None:
        c = action - p.battle.command_at
        p.pool[c] = TRIED
        p.stack.append(OrdersRoll(command=c))

    def prompt(self, p: ShockPosition) -> str:
        return "Orders without the draw: which command tries next?"


class OrdersRoll(Roll[ShockPosition]):
    """A leader rolls at or below his Orders rating to act."""

    command: CommandIndex

    def roller(self, p: ShockPosition) -> int:
        return p.battle.commands[self.command].side

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.uid(commander(p, self.command)),)

    def check(self, p: ShockPosition) -> Check:
        return p.battle.rules.orders.check(OrdersFacts(orders_rating(p, self.command)))

    def apply(self, p: ShockPosition, outcome: int) -> None:
        if outcome == 0:
            start(p, self.command, LIMITED, "acts by orders, without the draw")
        else:
            name = p.battle.commands[self.command].name
            p.tell(f"{clause(name, 'stands')}: no orders come through.")
