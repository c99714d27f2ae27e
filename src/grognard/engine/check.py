"""Checks: one explained roll, which depends only on a situation and a variant.

The same Check is rolled in play, enumerated for odds, shown before commitment, written to the
log and answered by a player's own dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, Final, NamedTuple, get_type_hints

from grognard.engine.adding import Grouped, Settling, Sum
from grognard.engine.dice import Die
from grognard.engine.dist import Dist, added
from grognard.engine.errors import BadSituation, DiceError, which_there_are
from grognard.engine.event import EventKind

FLAG: Final = "flag"
NUMBER: Final = "number"
CHOICE: Final = "choice"

CACHED_CHECKS: Final = 1024


class Fact(NamedTuple):
    """One named fact of a situation: its label, and the values it may have."""

    name: str
    label: str
    group: str
    kind: str = FLAG
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()
    default: int = 0
    excludes: tuple[str, ...] = ()
    parts: int = 1  # what one point is counted in: 4 for quarter points
    most: int = 0  # the largest number a table needs, if not `high`
    aside: bool = False  # refines the odds of the end only; a table does not ask for it

    def read(self, check: str, value: object) -> int:
        """A value given by a person or a file, as the int the check works with."""
        if self.kind == CHOICE and isinstance(value, str):
            if value not in self.choices:
                raise BadSituation(
                    f'{check}: {self.name}="{value:.40}" is unknown: '
                    f"{which_there_are(value, self.choices)}"
                )
            return self.choices.index(value)
        if self.kind == FLAG and isinstance(value, bool):
            return int(value)
        number = self._number(check, value)
        high = len(self.choices) - 1 if self.kind == CHOICE else self.high
        if not self.low <= number <= high:
            wrong = "not yes or no" if self.kind == FLAG else f"outside {self.low} to {high}"
            raise BadSituation(f"{check}: {self.name}={number} is {wrong}")
        return number

    def _number(self, check: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        text = str(value)
        if self.kind == FLAG and text.lower() in ("yes", "true", "no", "false"):
            return int(text.lower() in ("yes", "true"))
        digits = text.lstrip("+-")
        if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
            wanted = "yes or no" if self.kind == FLAG else f"a number {self.low} to {self.high}"
            if self.kind == CHOICE:
                wanted = "one of " + ", ".join(self.choices)
            raise BadSituation(f"{check}: {self.name}={text[:40]!r} is not {wanted}")
        return int(text)

    def write(self, value: int) -> int | str | bool:
        """The value as people and JSON see it."""
        if self.kind == CHOICE:
            return self.choices[value]
        if self.kind == FLAG:
            return bool(value)
        return value


Situation = tuple[int, ...]
Worded = Sequence[tuple[str, int]]  # words of a chart, and the number they stand for


def tick(label: str, group: str, excludes: tuple[str, ...] = (), aside: bool = False) -> Fact:
    """A field of a situation that is yes or no; `facts_of` names it."""
    return Fact("", label, group, excludes=excludes, aside=aside)


def number(
    label: str,
    group: str,
    low: int,
    high: int,
    parts: int = 1,
    most: int = 0,
    aside: bool = False,
) -> Fact:
    """A field of a situation that counts something."""
    return Fact("", label, group, NUMBER, low, high, parts=parts, most=most, aside=aside)


def choice(label: str, group: str, choices: tuple[str, ...], aside: bool = False) -> Fact:
    """A field of a situation that is one of several, numbered from 0."""
    return Fact("", label, group, CHOICE, 0, len(choices) - 1, choices, aside=aside)


def facts_of(situation: type[Situation]) -> tuple[Fact, ...]:
    """The facts of a NamedTuple whose fields say what they mean.

    `square: Annotated[int, tick("The target stands in square", "Target")] = 0`: the fact has the
    field's name with hyphens and its default; without one, the least value.
    """
    defaults: dict[str, int] = getattr(situation, "_field_defaults", {})
    facts = []
    for name, hint in get_type_hints(situation, include_extras=True).items():
        meant: Fact = hint.__metadata__[0]
        default = defaults.get(name, meant.low)
        facts.append(meant._replace(name=name.replace("_", "-"), default=default))
    return tuple(facts)


class Modifier(NamedTuple):
    """One change to a roll: its rule's id, the reason, how much, and to what (die or column)."""

    id: str
    reason: str
    value: int
    of: str = "die"

    def __str__(self) -> str:
        of = " column" if self.of == "column" else ""
        return f"{self.value:+d}{of} {self.reason}"


class AddingTable(Sequence[int]):
    """What some equal dice add up to, each face counting for something, for every throw.

    It behaves like the list over all throws, but holds a few numbers only: nine dice have ten
    million throws. `worth` is what each face counts for, from the first on.
    """

    __slots__ = ("die", "how_many", "worth")

    def __init__(self, how_many: int, die: Die, worth: Sequence[int]) -> None:
        self.how_many = how_many
        self.die = die
        self.worth = tuple(worth)

    def weights(self) -> list[int]:
        """The number of throws that add up to none, one, two …"""
        die = [self.worth.count(value) for value in range(max(self.worth) + 1)]
        return added((self.how_many, die))

    def __len__(self) -> int:
        throws: int = self.die.sides**self.how_many
        return throws

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(f"there is no throw {index} of {self.how_many} dice")
        total = 0
        for _ in range(self.how_many):
            index, place = divmod(index, self.die.sides)
            total += self.worth[place]
        return total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AddingTable):
            return NotImplemented
        mine = (self.how_many, self.die, self.worth)
        return mine == (other.how_many, other.die, other.worth)

    def __hash__(self) -> int:
        return hash((self.how_many, self.die, self.worth))


class CountingTable(AddingTable):
    """How many of some equal dice show one of the faces that count, for every throw.

    The faces that count lie in a row, from `least` to `most`; none if `least` is above `most`.
    """

    __slots__ = ("counting",)

    def __init__(self, how_many: int, die: Die, least: int, most: int) -> None:
        first, last = die.first, die.first + die.sides - 1
        # Places on the die, from 0.
        self.counting = range(max(least, first) - first, min(most, last) - first + 1)
        super().__init__(how_many, die, [place in self.counting for place in range(die.sides)])

    def weights(self) -> list[int]:
        """The number of throws that show none, one, two … of the faces."""
        good = len(self.counting)
        return added((self.how_many, (self.die.sides - good, good)))


class Check:
    """One explained roll: the dice, the target or table, every modifier, the outcomes."""

    __slots__ = (
        "_weights",
        "dice",
        "kind",
        "modifiers",
        "outcomes",
        "situation",
        "table",
        "target",
    )

    def __init__(
        self,
        kind: CheckKind,
        situation: Situation,
        dice: tuple[Die, ...],
        modifiers: tuple[Modifier, ...],
        target: str,
        outcomes: tuple[str, ...],
        table: Sequence[int],
    ) -> None:
        self.kind = kind
        self.situation = situation
        self.dice = dice
        self.modifiers = modifiers
        self.target = target
        self.outcomes = outcomes
        self.table = table
        self._weights: list[int] = []

    @property
    def weights(self) -> list[int]:
        """The number of throws that give each outcome; counted on first use."""
        if self._weights:
            return self._weights
        table = self.table
        if isinstance(table, AddingTable):
            weights = table.weights()
        else:
            weights = [0] * len(self.outcomes)
            for index in table:
                weights[index] += 1
        self._weights = weights
        return weights

    @property
    def name(self) -> str:
        """Which check this is."""
        return self.kind.name

    @property
    def title(self) -> str:
        """The check's name for people."""
        return self.kind.title

    def outcome(self, faces: Sequence[int]) -> int:
        """The outcome of these faces."""
        dice = self.dice
        if len(faces) != len(dice):
            raise DiceError(f"{self.title} takes {len(dice)} dice, not {len(faces)}")
        index = 0
        for face, die in zip(faces, dice, strict=True):
            if isinstance(face, bool) or not isinstance(face, int):
                raise DiceError(f"{face!r:.40} is not the face of a die")
            at = face - die.first
            if not 0 <= at < die.sides:
                last = die.first + die.sides - 1
                raise DiceError(f"a die of {self.title} shows {die.first} to {last}, not {face}")
            index = index * die.sides + at
        return self.table[index]

    def result(self, outcome: int) -> str:
        """An outcome in words: a number with what it counts."""
        label = self.outcomes[outcome]
        one, several = self.kind.counted
        return f"{label} {one if label == '1' else several}" if one else label

    def total(self, of: str = "die") -> int:
        """The sum of the modifiers of the die (or of the column)."""
        return sum(m.value for m in self.modifiers if m.of == of)

    def first_odds(self) -> Dist[str]:
        """The exact odds of this roll alone, without further rolls."""
        pairs = zip(self.outcomes, self.weights, strict=True)
        return Dist({label: weight for label, weight in pairs if weight}).reduced()

    def odds(self) -> Dist[str]:
        """The exact odds of the final result, including the rolls an outcome calls for."""
        return self.kind.odds(self.situation)

    def json(self) -> dict[str, Any]:
        """The check as JSON: everything a player is shown before committing."""
        return {
            "check": self.kind.name,
            "title": self.kind.title,
            "verb": self.kind.verb,
            "situation": self.kind.write(self.situation),
            "dice": [list(die) for die in self.dice],
            "target": self.target,
            "modifiers": [m._asdict() for m in self.modifiers],
            "outcomes": self.first_odds().fractions(),
            "odds": self.odds().fractions(),
        }

    def __repr__(self) -> str:
        return f"<Check {self.kind.name} {self.target}>"


class CheckKind:
    """A kind of check under one variant: its facts, and how a situation becomes a Check."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    verb: ClassVar[str] = "Roll"  # the verb for the side that throws
    facts: ClassVar[tuple[Fact, ...]] = ()
    # What outcomes that are plain numbers count: one of them, and several.
    counted: ClassVar[tuple[str, str]] = ("", "")
    # The final results its thrower hopes for, or those that come to nothing: for odds in a word.
    hoped: ClassVar[tuple[str, ...]] = ()
    vain: ClassVar[tuple[str, ...]] = ()
    # The one outcome that is good for its thrower, where all others are bad.
    good: ClassVar[str] = ""
    # How its throw is shown on a map, as an event's kind: of those it is about, the first strikes.
    shows: ClassVar[EventKind] = EventKind.NONE
    # Whether players want its odds before they commit; for a shuffle they do not.
    weighed: ClassVar[bool] = True
    # Whether it only mixes what lies hidden: its dice by themselves say nothing to a player.
    mixes: ClassVar[bool] = False
    # How it adds up, where its situations are too many to list: its totals, the facts and groups
    # the result depends on besides, and those the odds of the end depend on besides the roll.
    sums: ClassVar[tuple[Sum, ...]] = ()
    looked_up: ClassVar[tuple[str, ...]] = ()
    ends_by: ClassVar[tuple[str, ...]] = ()
    # Whether each fact is the number of ways its outcome can come, as with cards in a deck.
    pile: ClassVar[bool] = False

    def __init__(self) -> None:
        # Bounded, so that memory does not grow in a long campaign.
        self.check = lru_cache(maxsize=CACHED_CHECKS)(self.build)
        self.odds = lru_cache(maxsize=CACHED_CHECKS)(self.staged)

    def counted_at_end(self, situation: Situation) -> tuple[str, str]:
        """What the numbers count that its odds end with, after the rolls its outcomes call for."""
        return self.counted

    @property
    def names(self) -> list[str]:
        """The names of its facts."""
        return [fact.name for fact in self.facts]

    def grouped(self) -> tuple[Grouped, ...]:
        """The facts that count together as one value."""
        return ()

    def worded(self) -> Mapping[str, Worded]:
        """Facts that are numbers of a chart: its words for them."""
        return {}

    def build(self, situation: Situation) -> Check:
        """The check of a situation, built without the cache."""
        raise BadSituation(f"{self.name} does not say how it is built")

    def score(self, situation: Situation, faces: Sequence[int]) -> str:
        """What both sides came to where they roll against each other, the higher first."""
        return ""

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        """The check an outcome calls for; None if it calls for none."""
        return None

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """The label of a final result: an outcome, and how its follow-up ended."""
        label = self.check(situation).outcomes[outcome]
        return f"{label}: {then}" if then else label

    def staged(self, situation: Situation) -> Dist[str]:
        """The exact odds of the final result, including follow-up rolls."""
        weights = {i: w for i, w in enumerate(self.check(situation).weights) if w}
        following = {i: check for i in weights if (check := self.follow(situation, i)) is not None}
        ended: dict[str, int] = {}
        if not following:  # the usual case: one roll decides
            for outcome, weight in weights.items():
                label = self.ending(situation, outcome, "")
                ended[label] = ended.get(label, 0) + weight
            return Dist(ended).reduced()

        def end(outcome: int) -> Dist[str]:
            if outcome not in following:
                return Dist({self.ending(situation, outcome, ""): 1})
            odds = following[outcome].odds()
            return odds.map(lambda then: self.ending(situation, outcome, then))

        return Dist(weights).then(end)

    def promise(self, situation: Situation) -> Fraction | None:
        """The chance that it does what its thrower hopes for; None if it does not say what."""
        vain = self.vain or (("0",) if self.counted[0] else ())
        if not self.hoped and not vain:
            return None
        odds = self.odds(situation)
        counts = sum((odds.probability(label) for label in self.hoped or vain), Fraction(0))
        return counts if self.hoped else 1 - counts

    def read(self, values: Mapping[str, object]) -> Situation:
        """A situation from named facts, each checked; facts not given have their default."""
        known = {fact.name: fact for fact in self.facts}
        for key in values:
            if key not in known:
                hint = which_there_are(key, known)
                raise BadSituation(f'{self.name}: no fact "{key:.40}": {hint}')
        situation = tuple(
            fact.read(self.name, values[fact.name]) if fact.name in values else fact.default
            for fact in self.facts
        )
        situation = self.implied(situation)
        self.refuse_contradictions(situation)
        return situation

    def implied(self, situation: Situation) -> Situation:
        """A situation with the facts that follow from others filled in."""
        return situation

    def refuse_contradictions(self, situation: Situation) -> None:
        """Raise if two facts exclude each other."""
        given = {f.name: v for f, v in zip(self.facts, situation, strict=True)}
        for fact in self.facts:
            if given[fact.name] == fact.default:
                continue
            for other in fact.excludes:
                if given.get(other):
                    raise BadSituation(f'{self.name}: "{fact.name}" excludes "{other}"')

    def write(self, situation: Situation) -> dict[str, int | str | bool]:
        """A situation as JSON; `read` gives it back."""
        pairs = zip(self.facts, situation, strict=True)
        return {fact.name: fact.write(value) for fact, value in pairs}


class DuelKind(CheckKind):
    """A check in which two hands of dice are thrown and the hits compared."""

    def hand(self, side: int, situation: Situation) -> Mapping[int, int]:
        """The weights of each number of hits one side ends with."""
        raise BadSituation(f"{self.name} does not say how a side's dice are counted")

    def hand_facts(self, side: int) -> tuple[str, ...]:
        """The facts the hand of a side depends on."""
        raise BadSituation(f"{self.name} does not say what a side's dice depend on")

    def hand_words(self, side: int, situation: Situation) -> str:
        """What a side throws, in words."""
        raise BadSituation(f"{self.name} has no words for a side's dice")

    def settled(self, situation: Situation, first: int, second: int) -> str:
        """How it ends with so many hits of either side."""
        raise BadSituation(f"{self.name} does not say who wins")

    def settling(self) -> Settling:
        """What the end depends on."""
        raise BadSituation(f"{self.name} does not say what decides it")


def many_dice(dice: tuple[Die, ...], outcome_of: Callable[[tuple[int, ...]], int]) -> list[int]:
    """The table of a check of a few dice, built by trying every combination of faces."""
    ranges = [range(die.first, die.first + die.sides) for die in dice]
    return [outcome_of(faces) for faces in product(*ranges)]
