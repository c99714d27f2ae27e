"""Initiative, the draw of commands, orders, commitment and pursuit: rolls of command (pure)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.check import (
    FLAG,
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    many_dice,
)
from grognard.engine.dice import Die
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.cohesion import DieRules

MAX_DRAW = 20


class InitiativeFacts(NamedTuple):
    """The command points either side adds to its die."""

    first: int
    second: int


class InitiativeKind(CheckKind):
    """Both sides roll and add their command points; the higher picks the first command."""

    name = "initiative"
    title = "Initiative"
    facts = (
        Fact("first", "Command points of the first side", "Sides", NUMBER, 0, 20),
        Fact("second", "Command points of the second side", "Sides", NUMBER, 0, 20),
    )
    outcomes = ("first side", "second side", "tie")

    def __init__(self, die: DieRules, points_count: bool) -> None:
        super().__init__()
        self.die = die
        self.points_count = points_count

    def build(self, situation: Situation) -> Check:
        """The higher sum has the initiative."""
        s = InitiativeFacts(*situation)
        first, second = (s.first, s.second) if self.points_count else (0, 0)
        dice = (self.die.die, self.die.die)

        def winner(faces: tuple[int, ...]) -> int:
            lead = faces[0] + first - faces[1] - second
            return 0 if lead > 0 else 1 if lead < 0 else 2

        id_ = "shock.rulings.turn.operations"
        modifiers = tuple(
            Modifier(id_, reason, value)
            for reason, value in (("first side's points", first), ("second side's points", second))
            if value
        )
        table = many_dice(dice, winner)
        return Check(self, situation, dice, modifiers, "the higher sum", self.outcomes, table)


class DrawFacts(NamedTuple):
    """How many commands are in the pool."""

    commands: int


class DrawKind(CheckKind):
    """A command is drawn blind from the pool; the outcome is its place in the pool."""

    name = "draw"
    title = "Draw of a command"
    verb = "Draw"
    facts = (Fact("commands", "Commands in the pool", "Pool", NUMBER, 2, MAX_DRAW, default=2),)
    outcomes = tuple(f"command {n + 1}" for n in range(MAX_DRAW))

    def build(self, situation: Situation) -> Check:
        """Every command is equally likely."""
        n = DrawFacts(*situation).commands
        return Check(self, situation, (Die(n, 1),), (), f"one of {n}", self.outcomes, range(n))


class OrdersFacts(NamedTuple):
    """The leader's Orders rating."""

    orders: int


class OrdersKind(CheckKind):
    """A command that was not drawn acts if its leader rolls at or below his Orders rating."""

    name = "orders"
    title = "Orders"
    facts = (Fact("orders", "Orders rating", "Leader", NUMBER, 0, 9, default=5),)
    outcomes = ("act", "stand")

    def __init__(self, die: DieRules) -> None:
        super().__init__()
        self.die = die

    def build(self, situation: Situation) -> Check:
        """At or below the rating."""
        rating = OrdersFacts(*situation).orders
        table = [0 if face <= rating else 1 for face in self.die.faces()]
        return Check(self, situation, (self.die.die,), (), f"Orders {rating}", self.outcomes, table)


class CommitmentFacts(NamedTuple):
    """What a shock commitment depends on."""

    commitment: int
    leader: int = 0
    out_of_command: int = 0


class CommitmentKind(CheckKind):
    """An attacker goes in if it rolls at or below its Commitment."""

    name = "commitment"
    title = "Shock commitment"
    facts = (
        Fact("commitment", "Commitment (light cavalry: Cohesion)", "Unit", NUMBER, 0, 9, default=6),
        Fact("leader", "Stacked with a leader", "Modifiers", FLAG),
        Fact("out-of-command", "Not in command", "Modifiers", FLAG),
    )
    outcomes = ("attacks", "hangs back")

    def __init__(self, book: Rulebook, die: DieRules) -> None:
        super().__init__()
        self.die = die
        id_ = "shock.rulings.shock.commitment"
        self.leader = Modifier(id_, "Stacked with a leader", book.int(id_, "leader"))
        self.out = Modifier(id_, "Not in command", book.int(id_, "out_of_command"))

    def build(self, situation: Situation) -> Check:
        """At or below Commitment."""
        s = CommitmentFacts(*situation)
        rows = ((s.leader, self.leader), (s.out_of_command, self.out))
        modifiers = tuple(m for applies, m in rows if applies)
        drm = sum(m.value for m in modifiers)
        table = [0 if face + drm <= s.commitment else 1 for face in self.die.faces()]
        target = f"Commitment {s.commitment}"
        return Check(self, situation, (self.die.die,), modifiers, target, self.outcomes, table)


class PursuitFacts(NamedTuple):
    """The pursuit rating of light cavalry."""

    pursuit: int


class PursuitKind(CheckKind):
    """Light cavalry whose target left stops only if it rolls at or below its pursuit rating."""

    name = "pursuit"
    title = "Pursuit"
    facts = (Fact("pursuit", "Pursuit rating", "Unit", NUMBER, 0, 9, default=5),)
    outcomes = ("stops", "pursues")

    def __init__(self, die: DieRules) -> None:
        super().__init__()
        self.die = die

    def build(self, situation: Situation) -> Check:
        """At or below the rating it stops."""
        rating = PursuitFacts(*situation).pursuit
        table = [0 if face <= rating else 1 for face in self.die.faces()]
        return Check(
            self, situation, (self.die.die,), (), f"Pursuit {rating}", self.outcomes, table
        )
