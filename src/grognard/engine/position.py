"""The position: everything that changes while a battle is fought, as flat lists of ints."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from typing import Any, ClassVar, Final, NamedTuple, Self

from grognard.engine.battle import Battle
from grognard.engine.check import Check
from grognard.engine.errors import GrognardError, NotAllowed
from grognard.engine.event import Event, EventKind
from grognard.engine.loading import load_stack, number
from grognard.engine.numbers import ANY, Number
from grognard.engine.step import (
    CHANCE,
    DECISION,
    EVERYBODY,
    NOBODY,
    ROLL,
    Decision,
    Roll,
    Step,
    StepTypes,
    Then,
)

PUBLIC: Final = 0
PRIVATE: Final = 1
DERIVED: Final = 2

HIDDEN: Final = -(2**31)


class Field(NamedTuple):
    """One list of the position: what it is indexed by, who may know it, what its numbers count."""

    name: str
    per: str
    secrecy: int = PUBLIC
    counts: Number = ANY


class Position:
    """A battle at one moment: fields, and the stack of steps. It holds no log and no dice.

    A system's subclass declares FIELDS once, has one list attribute per field, a `copy` that adds
    them written out by hand (it is the hot path) and a `rebuild` of the derived fields.
    """

    __slots__ = ("_options", "battle", "ear", "stack")

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    STEPS: ClassVar[StepTypes] = {}
    hides: ClassVar[bool] = False  # whether sides hide anything from each other
    may_end_early: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.hides = any(field.secrecy == PRIVATE for field in cls.FIELDS)

    def __init__(self, battle: Battle, stack: list[Step[Any]]) -> None:
        self.battle: Battle = battle
        self.stack = stack
        self.ear: list[Event] | None = None
        self._options: list[int] | None = None

    # -- the open question -------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return not self.stack

    @property
    def top(self) -> Step[Any]:
        """The step that waits for an answer."""
        if not self.stack:
            raise GrognardError("the battle is over: no step waits for an answer")
        return self.stack[-1]

    @property
    def decision(self) -> Decision[Any] | None:
        """The open decision, if a side must choose."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Decision) else None

    @property
    def roll(self) -> Roll[Any] | None:
        """The open roll, if chance must answer."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Roll) else None

    @property
    def actor(self) -> int:
        """The side that must choose, CHANCE, or NOBODY when the battle is over."""
        if not self.stack:
            return NOBODY
        top = self.stack[-1]
        if isinstance(top, Decision):
            return top.actor(self)
        return CHANCE

    def options(self) -> list[int]:
        """All allowed answers to the open decision; treat the list as read-only."""
        if self._options is None:
            top = self.stack[-1] if self.stack else None
            if not isinstance(top, Decision):
                return []
            self._options = top.options(self)
        return self._options

    def draw(self, rng: random.Random) -> int:
        """One answer to the open decision, drawn fairly: as from `options`, often without them."""
        options = self._options
        if options is not None:
            return options[int(rng.random() * len(options))]
        top = self.top
        if not isinstance(top, Decision):
            raise NotAllowed("no side must choose: a roll is due")
        return top.draw(self, rng)

    def check(self) -> Check:
        """The check of the open roll."""
        top = self.top
        if not isinstance(top, Roll):
            raise NotAllowed("no roll is due: a side must choose first")
        return top.check(self)

    # -- answers -----------------------------------------------------------------------------

    def play(self, action: int, every: bool = False) -> None:
        """Apply an answer without checking it: for bots and search."""
        step = self.stack.pop()
        self._options = None
        step.apply(self, action)  # type: ignore[attr-defined]
        self.settle(every)

    def settle(self, every: bool = False) -> None:
        """Run what needs no answer, until a real question is on top.

        A decision with a single answer is carried out, unless `every` decision is wanted.
        """
        stack = self.stack
        early = self.may_end_early
        while stack:
            if early and self.ended():
                self.end()
                return
            top = stack[-1]
            what = top.what
            if what == ROLL:
                return
            if what == DECISION:
                decision: Decision[Any] = top  # type: ignore[assignment]
                if decision.asked_anyway or decision.surely_asked(self):
                    return  # the options are listed when somebody reads them
                options = decision.options(self)
                # What was picked is confirmed, even if nothing else can be picked.
                if len(options) > 1 or (every and options) or decision.put_back(self):
                    self._options = options
                    return
                if not options:
                    raise GrognardError(f"{decision!r} offers no answer")
                stack.pop()
                decision.apply(self, options[0])
            else:
                stack.pop()
                then: Then[Any] = top  # type: ignore[assignment]
                then.run(self)

    def end(self) -> None:
        """End the battle: no further questions."""
        self.stack.clear()
        self._options = None

    def ended(self) -> bool:
        """Whether the battle has ended early; only called if `may_end_early` is set."""
        return False

    def tell(
        self, text: str, *subjects: str, audience: int = EVERYBODY, kind: EventKind = EventKind.NONE
    ) -> None:
        """Report what happened, if somebody listens (test `ear` first if the text costs time).

        Of a fight (`kind`) the first of the subjects is who strikes, the last who is struck.
        """
        if self.ear is not None:
            self.ear.append(Event(text, audience, subjects, kind=kind))

    def tell_turn(self, text: str) -> None:
        """Report that a turn, or a part of one, begins: a heading of the log."""
        if self.ear is not None:
            self.ear.append(Event(text, heading=True))

    # -- copies, hashes, JSON ----------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy without a listener; a subclass adds its own fields."""
        p = type(self).__new__(type(self))
        p.battle = self.battle
        p.ear = None
        p._options = self._options
        p.stack = self.stack.copy()
        return p

    def rebuild(self) -> None:
        """Work out the derived fields from the others, some of which may be HIDDEN."""
        raise GrognardError(f"{type(self).__name__} does not say how it is rebuilt")

    def derived(self) -> dict[str, list[int]]:
        """The derived fields, brought up to date; the conformance kit compares them."""
        return {f.name: list(getattr(self, f.name)) for f in self.FIELDS if f.secrecy == DERIVED}

    def dump(self) -> dict[str, Any]:
        """The position as JSON: every field that is not derived, and the stack."""
        fields = {f.name: list(getattr(self, f.name)) for f in self.FIELDS if f.secrecy != DERIVED}
        return {"fields": fields, "stack": [step.dump() for step in self.stack]}

    @classmethod
    def blank(cls, battle: Any) -> Self:
        """A position with every field at its size and nothing in it."""
        raise GrognardError(f"{cls.__name__} does not say how it begins")

    @classmethod
    def restore(cls, battle: Any, data: Any) -> Self:
        """A position from its JSON, with its derived fields rebuilt.

        Wrong fields, sizes, ranges and steps are refused with a message, and so are numbers that
        are valid one by one but contradict each other.
        """
        p = cls.read(battle, data)
        try:
            fault = p.fault()
            if not fault:
                p.rebuild()
                p.refuse_idle()
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, GrognardError):
                raise
            raise GrognardError(f"the position is inconsistent ({error})") from error
        if fault:
            raise GrognardError(f"the position is inconsistent: {fault}")
        return p

    @classmethod
    def read(cls, battle: Any, data: Any) -> Self:
        """Fields and steps from JSON, each checked; derived fields are not worked out yet."""
        p = cls.blank(battle)
        try:
            fields, stack = dict(data["fields"]), data["stack"]
        except (KeyError, TypeError, ValueError):
            raise GrognardError("not a position: it needs fields and a stack") from None
        sizes = p.sizes()
        for f in cls.FIELDS:
            if f.secrecy == DERIVED:
                continue
            values = fields.pop(f.name, None)
            here: list[int] = getattr(p, f.name)
            if not isinstance(values, list) or len(values) != len(here):
                raise GrognardError(f'position field "{f.name}" needs {len(here)} numbers')
            here[:] = [number(v, f.counts, sizes, f'position field "{f.name}"') for v in values]
        if fields:
            raise GrognardError(f"unknown position fields {sorted(map(str, fields))!r:.120}")
        p.stack = load_stack(cls.STEPS, stack, sizes)
        return p

    def sizes(self) -> dict[str, int]:
        """How many there are of everything that fields and steps name by number."""
        per = {f.per: len(getattr(self, f.name)) for f in self.FIELDS}
        return {**per, **self.battle.nouns.sizes(), "side": len(self.battle.sides)}

    def fault(self) -> str:
        """A contradiction in this position, with every number in its range; empty if there is none.

        Asked before the derived fields are rebuilt.
        """
        return ""

    def refuse_idle(self) -> None:
        """Refuse a stack whose top step has no answers or no valid prompt."""
        roll, decision = self.roll, self.decision
        if roll is not None:
            self.check()
            roll.about(self)
            roll.roller(self)
        elif decision is not None:
            decision.actor(self)
            for action in self.options() + decision.put_back(self):
                decision.phrase(self, action)
                decision.target(self, action)
            decision.prompt(self)
            decision.waiting(self)
            decision.about(self)
        if self.stack and roll is None and not self.options():
            raise GrognardError(f"there is no answer to {type(self.stack[-1]).__name__}")

    # -- what a side may know ------------------------------------------------------------------

    def owners(self, field: Field) -> list[int]:
        """The side each entry of a private field belongs to; EVERYBODY for what is revealed."""
        raise GrognardError(f"{type(self).__name__} has no owners of {field.name}")

    def steps_known_to(self, side: int) -> list[Step[Any]]:
        """The stack as a side may know it; a system whose steps hold secrets overrides this."""
        return self.stack.copy()

    def known_to(self, side: int) -> Self:
        """A copy with blanks: what a side may not know is HIDDEN, in derived fields too."""
        p = self.copy()
        if not self.hides:
            return p
        for field in self.FIELDS:
            if field.secrecy == PRIVATE:
                values: list[int] = getattr(self, field.name)
                owners = self.owners(field)
                seen = [
                    value if owner in (side, EVERYBODY) else HIDDEN
                    for value, owner in zip(values, owners, strict=True)
                ]
                setattr(p, field.name, seen)
        p.stack = self.steps_known_to(side)
        p.rebuild()
        # A side's own options are known to it; what another may answer is not worked out.
        p._options = self.options() if self.actor == side else None
        return p

    def shows_more_than(self, before: Self) -> bool:
        """Whether something hidden in a position before this one has been shown since.

        An answer that shows something needs consent to be taken back.
        """
        return False

    def looks_like(self, other: Position, side: int) -> bool:
        """Whether a side cannot tell two positions apart."""
        return self.known_to(side).dump() == other.known_to(side).dump()

    def imagine(self, rng: random.Random) -> Self:
        """A full position that looks the same to the side this one with blanks is known to."""
        p = self.copy()
        if self.hides:
            p.fill_blanks(rng)
            p.rebuild()
            p._options = None
        return p

    def fill_blanks(self, rng: random.Random) -> None:
        """Guess what is HIDDEN; everything consistent must be possible."""
        raise GrognardError(f"{type(self).__name__} does not say how secrets are guessed")

    def key(self) -> tuple[Any, ...]:
        """What tells positions of a battle apart, for those who keep what they found out."""
        known = (f.name for f in self.FIELDS if f.secrecy != DERIVED)
        return (*self.stack, *(tuple(getattr(self, name)) for name in known))

    def digest(self) -> str:
        """SHA-256 of the position: equal on every machine for equal positions."""
        text = json.dumps(self.dump(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()
