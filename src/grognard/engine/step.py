"""Steps: the open questions on a position's stack, and the notes of what comes after them."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from grognard.engine.errors import GrognardError

if TYPE_CHECKING:
    from grognard.engine.check import Check

CHANCE: Final = -1
NOBODY: Final = -2
EVERYBODY: Final = -1

THEN: Final = 0
DECISION: Final = 1
ROLL: Final = 2

Part = int | tuple[int, ...]


class Area(NamedTuple):
    """A part of the board an answer may reach: its outline in thousandths, and what it costs."""

    outline: tuple[tuple[int, int], ...]
    text: str


class Step:
    """One entry of the stack: immutable, its slots hold ints or tuples of ints only."""

    __slots__: ClassVar[tuple[str, ...]] = ()
    what: ClassVar[int] = THEN
    # The slots of a step and of those it derives from: its parts, in the order of its arguments.
    names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        slots = [base.__dict__.get("__slots__", ()) for base in reversed(cls.__mro__)]
        cls.names = tuple(name for own in slots for name in own)

    def parts(self) -> list[Part]:
        """The values of the slots, in order; with the class name they are the whole step."""
        return [getattr(self, name) for name in type(self).names]

    def dump(self) -> list[Any]:
        """The step as JSON: its name, then its parts."""
        parts = [list(part) if isinstance(part, tuple) else part for part in self.parts()]
        return [type(self).__name__, *parts]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash((type(self).__name__, tuple(self.parts())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts()))})"


class Then(Step):
    """A note of what comes next: nobody is asked, the engine runs it at once."""

    __slots__ = ()
    what = THEN

    def run(self, p: Any) -> None:
        """Change the position and push what follows; the note is off the stack already."""
        raise GrognardError(f"{type(self).__name__} does not say what comes next")


class Decision(Step):
    """A side must choose. The subclass holds it in a slot named `side`, or says who it is."""

    __slots__ = ()
    what = DECISION
    # A question whose very asking would tell a secret is asked even with one answer.
    asked_anyway: ClassVar[bool] = False
    # Whether more is allowed than the options list: any pose of the lattice that keeps the rules.
    wide: ClassVar[bool] = False

    side: int

    def actor(self, p: Any) -> int:
        """The side that answers."""
        return self.side

    def options(self, p: Any) -> list[int]:
        """All allowed answers (of a wide question the chief ones), sorted, unique, never empty."""
        raise GrognardError(f"{type(self).__name__} does not say what is allowed")

    def allows(self, p: Any, action: int) -> bool:
        """Whether an answer is allowed: the law."""
        return action in p.options()

    def apply(self, p: Any, action: int) -> None:
        """Change the position and push what follows; the step is off the stack already."""
        raise GrognardError(f"{type(self).__name__} does not say what an answer does")

    def refusal(self, p: Any, action: int) -> str:
        """Why an answer is not allowed, where there is more to say than that it is no option."""
        return ""

    def beyond(self, p: Any, words: tuple[str, ...]) -> tuple[int, int]:
        """An answer that is not listed, and how many of the words it took; (-1, 0) if none."""
        return -1, 0

    def misread(self, p: Any, words: tuple[str, ...]) -> str:
        """Why words that look like an answer beyond the options are none; empty if they do not."""
        return ""

    def reach(self, p: Any) -> tuple[Area, ...]:
        """The parts of the board that answers beyond the options may reach, for the picture."""
        return ()

    def default(self, p: Any) -> int:
        """The answer given for somebody who is absent."""
        options: list[int] = p.options()
        return options[0]

    def prompt(self, p: Any) -> str:
        """The question, to the side that answers."""
        raise GrognardError(f"{type(self).__name__} has no prompt")

    def waiting(self, p: Any) -> str:
        """What the others read while they wait."""
        raise GrognardError(f"{type(self).__name__} has no phrase for those who wait")

    def phrase(self, p: Any, action: int) -> str:
        """An answer in words, unique among the options."""
        text: str = p.battle.nouns.name(action)
        return text

    def target(self, p: Any, action: int) -> str:
        """The id on the board (`unit:…`, `hex:…`) an answer names, for the picture."""
        nouns = p.battle.nouns
        return f"{nouns.kind(action)}:{nouns.name(action)}"

    def trail(self, p: Any, action: int) -> tuple[str, ...]:
        """The ids on the board an answer leads over, from where to where, for the picture."""
        return ()

    def seen_by(self, p: Any, action: int) -> int:
        """Who sees an answer: EVERYBODY, or one side while the others learn that it was given."""
        return EVERYBODY

    def reveals(self, p: Any, action: int) -> bool:
        """Whether an answer shows somebody what he did not know, so that it stands once given."""
        return False

    def about(self, p: Any) -> tuple[str, ...]:
        """The ids (`unit:…`, `hex:…`) the question is about, for the picture."""
        return ()


class Roll(Step):
    """Chance must answer: the check says which dice and what they mean.

    Who throws is in a slot named `side`, or the subclass says who it is.
    """

    __slots__ = ()
    what = ROLL

    side: int

    def actor(self, p: Any) -> int:
        """Nobody chooses."""
        return CHANCE

    def roller(self, p: Any) -> int:
        """The side that would throw the dice on a real table."""
        return self.side

    def check(self, p: Any) -> Check:
        """The explained roll: dice, modifiers, outcomes."""
        raise GrognardError(f"{type(self).__name__} has no check")

    def apply(self, p: Any, outcome: int) -> None:
        """Change the position by an outcome of the check; the step is off the stack already."""
        raise GrognardError(f"{type(self).__name__} does not say what an outcome does")

    def seen_by(self, p: Any) -> int:
        """Who sees the dice: EVERYBODY, or one side."""
        return EVERYBODY

    def about(self, p: Any) -> tuple[str, ...]:
        """The ids (`unit:…`, `hex:…`) the roll is about, for the picture."""
        return ()


def steps_of(*chapters: ModuleType) -> dict[str, type[Step]]:
    """The steps some modules define, by name, so that a stack can be saved and loaded."""
    return {
        name: thing
        for chapter in chapters
        for name, thing in vars(chapter).items()
        if isinstance(thing, type)
        and issubclass(thing, Step)
        and thing.__module__ == chapter.__name__
    }


def load_step(classes: dict[str, type[Step]], data: object) -> Step:
    """A step from its JSON; `classes` are the steps its system declares."""
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise GrognardError(f"not a step: {data!r:.80}")
    kind = classes.get(data[0])
    if kind is None:
        raise GrognardError(f"unknown step {data[0]!r:.80}")
    if len(data) - 1 != len(kind.names):
        raise GrognardError(f"step {data[0]} takes {len(kind.names)} parts")
    parts = [_part(value) for value in data[1:]]
    return kind(*parts)


def _part(value: object) -> Part:
    if isinstance(value, list):
        return tuple(_whole(v) for v in value)
    return _whole(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise GrognardError(f"a step holds ints only, not {value!r:.80}")
    return value
