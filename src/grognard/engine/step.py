"""Steps: the open questions on a position's stack, and the notes of what comes after them.

A step is a record with named, typed fields, declared once in the order a reader expects. It is
built by keyword, never changes (`step.but(left=3)` is the same with another `left`), and is saved
as a JSON object by field name. What a number counts is part of its type, so that a step read from
outside is checked before use.
"""

from __future__ import annotations

import random
import sys
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
)

import msgspec
from msgspec.structs import asdict, replace

from grognard.engine.errors import GrognardError

if TYPE_CHECKING:
    from grognard.engine.check import Check
    from grognard.engine.position import Position

CHANCE: Final = -1
NOBODY: Final = -2
EVERYBODY: Final = -1

THEN: Final = 0
DECISION: Final = 1
ROLL: Final = 2

P = TypeVar("P", bound="Position")  # the position a system's steps work on

S = TypeVar("S", bound="Step[Any]")


class ReachArea(NamedTuple):
    """A part of the board an answer may reach: its outline in thousandths, and what it costs."""

    outline: tuple[tuple[int, int], ...]
    text: str


class StepType(msgspec.StructMeta):
    """Makes every step a frozen record whose fields are given by name.

    It holds numbers only and never itself, so the garbage collector need not follow it.
    """

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        return super().__new__(
            mcls, name, bases, namespace, kw_only=True, frozen=True, gc=False, **config
        )


@dataclass_transform(kw_only_default=True)
class Step(msgspec.Struct, Generic[P], metaclass=StepType):
    """One entry of the stack: immutable, its fields hold ints or tuples of ints only."""

    what: ClassVar[int] = THEN
    # A class that only others are derived from says so itself: `abstract = True`.
    abstract: ClassVar[bool] = False

    def but(self, **changes: int | tuple[int, ...]) -> Self:
        """The same step with some fields changed."""
        return replace(self, **changes)

    def into(self, kind: type[S], **changes: int | tuple[int, ...]) -> S:
        """Another class of step with the same fields, some of them changed."""
        return kind(**{**asdict(self), **changes})

    def dump(self) -> dict[str, Any]:
        """The step as JSON: its fields by name, under the name of its class."""
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }
        return {type(self).__name__: fields}


class Then(Step[P]):
    """What comes next without a question; the engine runs it at once."""

    what: ClassVar[int] = THEN

    def run(self, p: P) -> None:
        """Change the position and push what follows; this step is already off the stack."""
        raise GrognardError(f"{type(self).__name__} does not say what comes next")


class Decision(Step[P]):
    """A side must choose: the one in the field `side`, unless the subclass overrides `actor`."""

    what: ClassVar[int] = DECISION
    # Skipping a question can give away a secret; such a question is asked even with one answer.
    asked_anyway: ClassVar[bool] = False
    # Whether more is allowed than `options` lists: any pose of the lattice within the rules.
    wide: ClassVar[bool] = False
    # Verbs this question may ever offer, key by key; those of one key never stand together.
    keyed: ClassVar[tuple[tuple[int, ...], ...]] = ()

    def actor(self, p: P) -> int:
        """The side that answers."""
        side: int = self.side  # type: ignore[attr-defined]
        return side

    def options(self, p: P) -> list[int]:
        """All allowed answers (for a wide question the main ones), sorted, unique, never empty."""
        raise GrognardError(f"{type(self).__name__} does not say what is allowed")

    def surely_asked(self, p: P) -> bool:
        """Whether there are two answers or more for certain, told without listing them."""
        return False

    def draw(self, p: P, rng: random.Random) -> int:
        """One of the options, all equally likely; a subclass may do without listing them."""
        options: list[int] = p.options()
        return options[int(rng.random() * len(options))]

    def keys(self, p: P) -> tuple[tuple[int, ...], ...]:
        """The answers beside the board that have a number key of their own, key by key.

        A key whose answers are not on offer stays free, so that it never means something else.
        """
        return self.keyed

    def put_back(self, p: P) -> list[int]:
        """Things picked so far that may be put back, by the same answers that picked them.

        They are allowed beside the options, but bots and random play leave them alone, so that
        answers never go round for ever. Their phrase says "put back".
        """
        return []

    def allows(self, p: P, action: int) -> bool:
        """Whether an answer is allowed: the law."""
        return action in p.options() or action in self.put_back(p)

    def is_obvious(self, p: P) -> bool:
        """Whether there is nothing to choose, so that nobody need be asked."""
        return len(p.options()) == 1 and not self.asked_anyway and not self.put_back(p)

    def apply(self, p: P, action: int) -> None:
        """Change the position and push what follows; this step is already off the stack."""
        raise GrognardError(f"{type(self).__name__} does not say what an answer does")

    def refusal(self, p: P, action: int) -> str:
        """Why an answer is not allowed, if there is a better reason than "not an option"."""
        return ""

    def beyond(self, p: P, words: tuple[str, ...]) -> tuple[int, int]:
        """An unlisted answer read from words, and how many words it took; (-1, 0) if none."""
        return -1, 0

    def misread(self, p: P, words: tuple[str, ...]) -> str:
        """What is wrong with words that look like an unlisted answer; empty if they do not."""
        return ""

    def named(self, p: P) -> dict[int, str]:
        """Options with a name of their own, in the order the rules think of them: named poses."""
        return {}

    def reach(self, p: P) -> tuple[ReachArea, ...]:
        """The parts of the board that answers beyond the options may reach, for the picture."""
        return ()

    def default(self, p: P) -> int:
        """The answer given for an absent player."""
        options: list[int] = p.options()
        return options[0]

    def prompt(self, p: P) -> str:
        """The question, to the side that answers."""
        raise GrognardError(f"{type(self).__name__} has no prompt")

    def waiting(self, p: P) -> str:
        """What the other side reads while it waits."""
        raise GrognardError(f"{type(self).__name__} has no phrase for those who wait")

    def phrase(self, p: P, action: int) -> str:
        """An answer in words, unique among the options."""
        text: str = p.battle.nouns.name(action)
        return text

    def says(self, p: P, action: int) -> str:
        """What a button says where the words of an answer, made to be typed, are too short.

        Places and pieces go by their names on the map. Empty: the words themselves.
        """
        return ""

    def target(self, p: P, action: int) -> str:
        """The id on the board (`unit:…`, `hex:…`) an answer names, for the picture."""
        nouns = p.battle.nouns
        return f"{nouns.kind(action)}:{nouns.name(action)}"

    def doers(self, p: P, action: int) -> tuple[str, ...]:
        """The ids of the pieces or places an answer gives something to do.

        A question about a piece asks for its goal; any other asks which piece.
        """
        return () if self.about(p) else (self.target(p, action),)

    def aims_at(self, p: P, action: int) -> str:
        """The id on the board an answer aims at: where to, or at whom."""
        return self.target(p, action)

    def plain(self, p: P, action: int) -> bool:
        """Whether this order is the one meant when a goal is pointed at without a word."""
        return True

    def rarity(self, p: P, action: int) -> int:
        """How seldom an order is given: a piece's usual orders (0) are listed before others.

        Orders that are meant without a word are usual, and those that have a price come last.
        """
        return 2 if self.price(p, action) else int(not self.plain(p, action))

    def picks(self, p: P, action: int) -> str:
        """The id of the one more piece an answer picks for what is under way; empty if none."""
        return ""

    def rest(self, p: P) -> int:
        """The answer that leaves things as they stand, when the player turns to another piece.

        -1 if he must answer himself. It never ends a phase or gives anything up.
        """
        return -1

    def proceed(self, p: P) -> int:
        """The answer that goes on with all who can take part, for one who has aimed; -1 if none."""
        return -1

    def cost(self, p: P, action: int) -> str:
        """What an answer uses up, in words, for one who aims at it."""
        return ""

    def price(self, p: P, action: int) -> str:
        """What an answer gives up that cannot be had back, said before it is given."""
        return ""

    def leads_to(self, p: P, action: int) -> Roll[P] | None:
        """The roll an answer leads to later, when others have answered too; None if none does."""
        return None

    def attacks(self, p: P, action: int) -> tuple[str, str] | None:
        """The ids of who attacks whom by an answer, if it leads to blows; None if it does not."""
        return None

    def goes_to(self, p: P, action: int) -> str:
        """The id of the piece an answer sends its doer to: whom it attacks; empty if none."""
        return (self.attacks(p, action) or ("", ""))[1]

    def trail(self, p: P, action: int) -> tuple[str, ...]:
        """The ids on the board an answer leads over, from start to end, for the picture."""
        return ()

    def seen_by(self, p: P, action: int) -> int:
        """Who sees an answer: EVERYBODY, or one side; the others only learn that it was given."""
        return EVERYBODY

    def reveals(self, p: P, action: int) -> bool:
        """Whether an answer itself tells something hidden; then undo needs consent.

        What it leads to need not be foreseen: `Position.shows_more_than` compares afterwards.
        """
        return False

    def about(self, p: P) -> tuple[str, ...]:
        """The ids (`unit:…`, `hex:…`) the question is about, for the picture."""
        return ()


class Roll(Step[P]):
    """Chance must answer: the check says which dice and what they mean.

    The side in the field `side` throws, unless the subclass overrides `roller`.
    """

    what: ClassVar[int] = ROLL

    def actor(self, p: P) -> int:
        """Nobody chooses."""
        return CHANCE

    def roller(self, p: P) -> int:
        """The side that would throw the dice on a real table."""
        side: int = self.side  # type: ignore[attr-defined]
        return side

    def check(self, p: P) -> Check:
        """The explained roll: dice, modifiers, outcomes."""
        raise GrognardError(f"{type(self).__name__} has no check")

    def apply(self, p: P, outcome: int) -> None:
        """Apply an outcome of the check; this step is already off the stack."""
        raise GrognardError(f"{type(self).__name__} does not say what an outcome does")

    def result(self, p: P, check: Check, outcome: int) -> str:
        """An outcome in words for the log: what the position knows it by, else the check's own."""
        return check.result(outcome)

    def meanings(self, p: P) -> dict[str, str]:
        """What results in short words mean of this very roll, such as who wins by `attacker`."""
        return {}

    def seen_by(self, p: P) -> int:
        """Who sees the dice: EVERYBODY, or one side."""
        return EVERYBODY

    def about(self, p: P) -> tuple[str, ...]:
        """The ids (`unit:…`, `hex:…`) the roll is about, for the picture."""
        return ()


StepTypes = dict[str, type[Step[Any]]]


def steps_of(package: str) -> StepTypes:
    """The steps a package's modules define, by name, so that a stack can be saved and loaded.

    The modules must have been imported; whatever pushes a step has imported its module.
    """
    found: StepTypes = {}
    kinds: list[type[Step[Any]]] = [Step]
    while kinds:
        for kind in kinds.pop().__subclasses__():
            kinds.append(kind)
            # A module that was imported anew leaves the classes of its first life behind.
            module = sys.modules.get(kind.__module__)
            if (
                kind.__module__.startswith(f"{package}.")
                and getattr(module, kind.__name__, None) is kind
                and not vars(kind).get("abstract")
            ):
                if kind.__name__ in found:
                    raise GrognardError(f"two steps of {package} are called {kind.__name__}")
                found[kind.__name__] = kind
    return found
