"""A tiny complete system for the engine's own tests: two sides of two companies, four rounds."""

import random
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, ClassVar, Self

from grognard.engine.action import Nouns
from grognard.engine.battle import Battle, BattleResult
from grognard.engine.check import FLAG, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.errors import UnknownName
from grognard.engine.event import Event
from grognard.engine.numbers import Side, Unit
from grognard.engine.position import HIDDEN, PRIVATE, Field, Position
from grognard.engine.step import Decision, Roll, Step, StepTypes, Then
from grognard.engine.system import System
from grognard.engine.view import Placement, View
from grognard.engine.weights import Weights

ROUNDS = 4
UNITS = ["ney", "ney-guard", "wellington", "müller"]
NOUNS = Nouns(
    [
        ("verb", ["hold", "fire", "fire at will", "advance", "scout", "listen"]),
        ("plan", ["left", "right"]),
        ("unit", UNITS),
        ("pace", ["slowly", "slow march"]),
    ]
)
VERB, PLAN, UNIT, PACE = (NOUNS.first[noun] for noun in ("verb", "plan", "unit", "pace"))
HOLD, FIRE, AT_WILL, ADVANCE, SCOUT, LISTEN = range(VERB, VERB + 6)


class ToyBattle(Battle):
    """Four companies and a number of rounds."""

    __slots__ = ()

    def __init__(self, source: Mapping[str, str], variant: str, shipped: bool) -> None:
        self.system, self.name, self.title = "toy", "field", "The toy field"
        self.date, self.summary, self.teaches, self.difficulty = "1815", "Toy.", "Nothing.", 1
        self.sides, self.titles = ("red", "blue"), ("Red", "Blue")
        self.nouns, self.bound, self.variant = NOUNS, 100, variant
        self.source, self.shipped = dict(source), shipped
        self.house: dict[str, str] = {}
        self.digest = sha256(repr(sorted(source.items())).encode()).hexdigest()
        self.rules_digest = sha256(variant.encode()).hexdigest()


class Volley(CheckKind):
    """A six-sided die: 5 or more hits."""

    name = "volley"
    title = "Volley"
    facts = (
        Fact("close", "The firer has advanced", "range", FLAG),
        Fact("steady", "The firer did not hurry", "manner", FLAG),
    )

    def build(self, situation: Situation) -> Check:
        """+1 for each fact."""
        modifiers = []
        if situation[0]:
            modifiers.append(Modifier("toy.close", "close range", 1))
        if situation[1]:
            modifiers.append(Modifier("toy.steady", "steady aim", 1))
        plus = len(modifiers)
        table = [int(face + plus >= 5) for face in range(1, 7)]
        return Check(self, situation, (D6,), tuple(modifiers), "5 or more", ("miss", "hit"), table)


class Rumour(CheckKind):
    """Two dice that only one side sees."""

    name = "rumour"
    title = "Rumour"

    def build(self, situation: Situation) -> Check:
        """A double is true."""
        table = [int(a == b) for a in range(6) for b in range(6)]
        return Check(self, situation, (D6, D6), (), "a double", ("false", "true"), table)


VOLLEY, RUMOUR = Volley(), Rumour()


class AskPlan(Decision["ToyPosition"]):
    """Each side secretly chooses a wing; asked even where it is settled."""

    side: Side

    def options(self, p: "ToyPosition") -> list[int]:
        return [PLAN, PLAN + 1]

    def apply(self, p: "ToyPosition", action: int) -> None:
        p.plan[self.side] = action - PLAN
        p.tell(f"{p.battle.titles[self.side]} plans", audience=self.side)

    def prompt(self, p: "ToyPosition") -> str:
        return "Which wing?"

    def waiting(self, p: "ToyPosition") -> str:
        return "The other side makes a plan."

    def phrase(self, p: "ToyPosition", action: int) -> str:
        return f"plan {NOUNS.name(action)}"

    def seen_by(self, p: "ToyPosition", action: int) -> int:
        return self.side


class Order(Decision["ToyPosition"]):
    """What a side does in its half of the round."""

    side: Side

    def options(self, p: "ToyPosition") -> list[int]:
        mine = [UNIT + u for u in (2 * self.side, 2 * self.side + 1) if p.strength[u] > 0]
        return [HOLD, SCOUT, LISTEN, *mine]

    def apply(self, p: "ToyPosition", action: int) -> None:
        if action == SCOUT:
            p.shown[1 - self.side] = p.plan[1 - self.side] + 1
            p.tell(f"{p.battle.titles[self.side]} scouts", f"verb:{NOUNS.name(action)}")
        elif action == LISTEN:
            p.stack.append(Whisper(side=self.side))
        elif action >= UNIT:
            p.stack.append(Deed(side=self.side, unit=action - UNIT))

    def prompt(self, p: "ToyPosition") -> str:
        return "Your order?"

    def waiting(self, p: "ToyPosition") -> str:
        return "The other side gives its order."

    def phrase(self, p: "ToyPosition", action: int) -> str:
        return f"order {NOUNS.name(action)}" if action >= UNIT else NOUNS.name(action)

    def reveals(self, p: "ToyPosition", action: int) -> bool:
        return action == SCOUT


class Deed(Decision["ToyPosition"]):
    """What a company does."""

    side: Side
    unit: Unit

    def options(self, p: "ToyPosition") -> list[int]:
        return [FIRE, AT_WILL, ADVANCE]

    def apply(self, p: "ToyPosition", action: int) -> None:
        if action == ADVANCE:
            p.close[self.unit] = 1
            p.tell(f"{UNITS[self.unit]} advances", f"unit:{UNITS[self.unit]}")
        else:
            p.stack.append(Aim(side=self.side, steady=int(action == FIRE), unit=self.unit))

    def prompt(self, p: "ToyPosition") -> str:
        return "What shall it do?"

    def waiting(self, p: "ToyPosition") -> str:
        return "The other side gives its order."


class Aim(Decision["ToyPosition"]):
    """At whom a company fires."""

    side: Side
    unit: Unit
    steady: int

    def options(self, p: "ToyPosition") -> list[int]:
        first = 2 - 2 * self.side
        return [UNIT + u for u in (first, first + 1) if p.strength[u] > 0]

    def apply(self, p: "ToyPosition", action: int) -> None:
        p.stack.append(
            Shoot(side=self.side, steady=self.steady, target=action - UNIT, unit=self.unit)
        )

    def prompt(self, p: "ToyPosition") -> str:
        return "At whom?"

    def waiting(self, p: "ToyPosition") -> str:
        return "The other side takes aim."

    def phrase(self, p: "ToyPosition", action: int) -> str:
        return f"> {NOUNS.name(action)}"


class Shoot(Roll["ToyPosition"]):
    """A volley."""

    side: Side
    unit: Unit
    steady: int
    target: Unit

    def roller(self, p: "ToyPosition") -> int:
        return self.side

    def check(self, p: "ToyPosition") -> Check:
        return VOLLEY.check((p.close[self.unit], self.steady))

    def apply(self, p: "ToyPosition", outcome: int) -> None:
        p.strength[self.target] -= outcome
        if outcome:
            p.tell(f"{UNITS[self.target]} loses a man", f"unit:{UNITS[self.target]}")

    def about(self, p: "ToyPosition") -> tuple[str, ...]:
        return (f"unit:{UNITS[self.unit]}", f"unit:{UNITS[self.target]}")


class Whisper(Roll["ToyPosition"]):
    """A rumour that only its own side hears."""

    side: Side

    def roller(self, p: "ToyPosition") -> int:
        return self.side

    def check(self, p: "ToyPosition") -> Check:
        return RUMOUR.check(())

    def apply(self, p: "ToyPosition", outcome: int) -> None:
        p.rumour[self.side] = outcome

    def seen_by(self, p: "ToyPosition") -> int:
        return self.side


class Round(Then["ToyPosition"]):
    """The next round, or the end."""

    def run(self, p: "ToyPosition") -> None:
        sides = [p.strength[0] + p.strength[1], p.strength[2] + p.strength[3]]
        if p.round[0] == ROUNDS or 0 in sides:
            return
        p.round[0] += 1
        p.tell(f"Round {p.round[0]}")
        p.stack += [Round(), Order(side=1), Order(side=0)]


class ToyPosition(Position):
    """Strength, plans and rumours."""

    __slots__ = ("close", "plan", "round", "rumour", "shown", "strength")

    FIELDS = (
        Field("strength", "unit"),
        Field("close", "unit"),
        Field("round", "game"),
        Field("shown", "side"),
        Field("plan", "side", PRIVATE),
        Field("rumour", "side", PRIVATE),
    )
    STEPS: ClassVar[StepTypes] = {
        kind.__name__: kind for kind in (AskPlan, Order, Deed, Aim, Shoot, Whisper, Round)
    }

    battle: ToyBattle

    def __init__(self, battle: ToyBattle, stack: list[Step[Any]]) -> None:
        super().__init__(battle, stack)
        self.strength, self.close, self.round = [2, 2, 2, 2], [0, 0, 0, 0], [0]
        self.shown, self.plan, self.rumour = [0, 0], [0, 0], [0, 0]

    @classmethod
    def blank(cls, battle: Any) -> Self:
        return cls(battle, [])

    def copy(self) -> Self:
        p = super().copy()
        p.strength, p.close, p.round = self.strength[:], self.close[:], self.round[:]
        p.shown, p.plan, p.rumour = self.shown[:], self.plan[:], self.rumour[:]
        return p

    def rebuild(self) -> None:
        pass

    def owners(self, field: Field) -> list[int]:
        return [0, 1]

    def fill_blanks(self, rng: random.Random) -> None:
        self.plan = [rng.randrange(2) if v == HIDDEN else v for v in self.plan]
        self.rumour = [rng.randrange(2) if v == HIDDEN else v for v in self.rumour]


class Toy(System):
    """The toy, told through the engine's types."""

    name = "toy"
    title = "Toy"
    board = "none"

    def battles(self) -> list[str]:
        return ["field"]

    def battle(self, name: str, variant: str = "sheet") -> Battle:
        if name != "field":
            raise UnknownName(f'no battle "{name}"')
        return ToyBattle({"battle": "shipped"}, variant, True)

    def battle_from(self, source: Mapping[str, str], variant: str = "sheet") -> Battle:
        return ToyBattle(source, variant, False)

    def start(self, battle: Battle, ear: list[Event] | None = None) -> Position:
        assert isinstance(battle, ToyBattle)
        p = ToyPosition(battle, [Round(), AskPlan(side=1), AskPlan(side=0)])
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        return ToyPosition.restore(battle, data)

    def result(self, position: Position) -> BattleResult | None:
        assert isinstance(position, ToyPosition)
        if not position.over:
            return None
        red, blue = sum(position.strength[:2]), sum(position.strength[2:])
        winner = None if red == blue else int(blue > red)
        return BattleResult(winner, (red, blue), f"{red} men to {blue}")

    def score(self, view: View) -> tuple[int, ...]:
        strength = view.seen(ToyPosition).strength
        return (sum(strength[:2]), sum(strength[2:]))

    def judge(self, position: Position, side: int, weights: Weights | None = None) -> float:
        assert isinstance(position, ToyPosition)
        red, blue = sum(position.strength[:2]), sum(position.strength[2:])
        return float(blue - red if side else red - blue)

    def clock(self, view: View) -> str:
        return f"round {view.seen(ToyPosition).round[0]}"

    def placements(self, view: View) -> list[Placement]:
        return []


TOY = Toy()


def find(name: str) -> System:
    """The toy by its name, as records ask for a system."""
    if name != "toy":
        raise UnknownName(f'no system "{name}"')
    return TOY
