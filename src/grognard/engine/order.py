"""Orders in words: option phrases in a row, read against what may be answered now.

An order may answer several decisions of one side in a row, up to the next roll, all or nothing. It
is read on a position that its side cannot tell from the true one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from grognard.engine.action import Nouns
from grognard.engine.answer import allowed_action, read_action
from grognard.engine.errors import (
    AmbiguousOrder,
    BadOrder,
    BeyondRoll,
    GrognardError,
    NotAllowed,
    did_you_mean,
)
from grognard.engine.position import Position
from grognard.engine.step import Decision

LONGEST: Final = 500
MOST_IN_A_ROW: Final = 12
MOST_TRIES: Final = 2000
MOST_CHOICES: Final = 12
ALIKE: Final = 0.7  # how much of a misspelt word must be right
SMALL: Final = ("at", "of", "the", "to")  # words that people leave out
BETWEEN: Final = str.maketrans(">;", "  ")  # an arrow before a target, the end of an order
POSE: Final = re.compile(r",? to \d+\.\d,\d+\.\d( facing \d+)?$")  # where a named way leads

OrderWords = tuple[str, ...]
Reading = tuple[int, ...]


def words_of(text: str) -> OrderWords:
    """The words of an order, ignoring case, accents, spaces, arrows, and semicolons between orders.

    >>> words_of("  Move  Gémioncourt > 0512; halt")
    ('move', 'gemioncourt', '0512', 'halt')
    """
    if not text.isascii():
        marks = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in marks if not unicodedata.combining(c))
    return tuple(text.casefold().translate(BETWEEN).split())


def read_order(position: Position, text: str) -> list[int]:
    """The answers an order in words means."""
    decision = position.decision
    if decision is None:
        raise BadOrder("no order is due: nobody is asked to choose")
    if len(text) > LONGEST:
        raise BadOrder(f"an order has at most {LONGEST} characters, not {len(text)}")
    words = words_of(text)
    if not words:
        raise BadOrder(f"an empty order: {_some(position)}")
    for action in position.options() + decision.put_back(position):
        # Two phrases may differ in accents or case only.
        if decision.phrase(position, action) == text:
            return [action]
    reader = _OrderReader(position.actor)
    readings = reader.readings(position, words)
    if len(readings) == 1:
        return list(readings[0][0])
    if readings:
        choices = [phrases for _, phrases in readings[:MOST_CHOICES]]
        raise AmbiguousOrder(
            f"{text.strip()!r:.80} may mean {len(readings)} things: " + "; ".join(choices),
            choices,
        )
    raise reader.complaint(text)


def read_row(position: Position, answers: Sequence[int | str]) -> list[int]:
    """The answers of a row, one after the other: each is an option, or its words."""
    if not 0 < len(answers) <= MOST_IN_A_ROW:
        raise BadOrder(f"a row has 1 to {MOST_IN_A_ROW} answers, not {len(answers)}")
    actions: list[int] = []
    side, position = position.actor, position.copy()
    for answer in answers:
        if position.actor != side:
            raise BadOrder(f"{answer!r:.80} comes after a roll or an answer of another side")
        read = (
            read_order(position, answer)
            if isinstance(answer, str)
            else [read_action(position, answer)]
        )
        for action in read:
            position.play(allowed_action(position, action))
        actions += read
    return actions


class _OrderReader:
    """The search for the readings of one order; it remembers how far it got."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.tries = 0
        self.rest: OrderWords | None = None
        self.phrases: list[str] = []
        self.nouns: Nouns | None = None
        self.refused = ""

    def readings(self, position: Position, rest: OrderWords) -> list[tuple[Reading, str]]:
        """Every way to read the rest of an order from here, with the phrases it stands for."""
        options = position.options()
        decision = position.decision
        if decision is not None and decision.is_obvious(position):
            return self.obvious(position, rest)
        if position.actor != self.side:
            self.stuck(rest, [])
            return []
        assert decision is not None  # a side is asked
        self.nouns = position.battle.nouns
        answers = options + decision.put_back(position)
        phrases = [(a, decision.phrase(position, a)) for a in answers]
        self.stuck(rest, [phrase for _, phrase in phrases])
        known = [(action, phrase, words_of(phrase)) for action, phrase in phrases]
        known += self.unlisted(position, decision, rest)
        whole = [(action, phrase) for action, phrase, words in known if words == rest]
        if whole:
            return [((action,), phrase) for action, phrase in whole]
        named = [(action, phrase, words_of(POSE.sub("", phrase))) for action, phrase in phrases]
        exact = [entry for entry in known if entry[2] == rest[: len(entry[2])]]
        exact = exact or [entry for entry in named if entry[2] == rest[: len(entry[2])]]
        found = self.follow(position, rest, exact)
        if found:
            return found
        loose = [entry for entry in known if entry not in exact and _abbreviates(rest, entry[2])]
        # A complete word is preferred to the beginning of a longer one.
        full = [{i for i, w in enumerate(words) if w in rest[i : i + 1]} for _, _, words in loose]
        better = [e for e, mine in zip(loose, full, strict=True) if not any(mine < o for o in full)]
        others = [entry for entry in loose if entry not in better]
        lean = [(action, phrase, _lean(words)) for action, phrase, words in named]
        lean = [entry for entry in lean if entry[2] and _abbreviates(rest, entry[2])]
        for candidates in (better, others, lean):
            if found := self.follow(position, rest, candidates):
                return found
        return []

    def unlisted(
        self, position: Position, decision: Decision[Any], rest: OrderWords
    ) -> list[tuple[int, str, OrderWords]]:
        """The answer the order names that is allowed but not listed, or why it is refused."""
        action, length = decision.beyond(position, rest)
        if action < 0:
            self.refused = decision.misread(position, rest) or self.refused
            return []
        phrase = decision.phrase(position, action)
        if not decision.allows(position, action):
            why = decision.refusal(position, action)
            self.refused = f"{' '.join(rest[:length])} is not allowed: {why}"
            return []
        return [(action, phrase, rest[:length])]

    def obvious(self, position: Position, rest: OrderWords) -> list[tuple[Reading, str]]:
        """Readings past a decision with a single answer, which the order may leave out."""
        decision = position.decision
        assert decision is not None  # checked before
        (action,) = position.options()
        phrase = words_of(decision.phrase(position, action))
        after = position.copy()
        after.play(action, every=True)
        if position.actor == self.side and phrase == rest[: len(phrase)]:
            left = rest[len(phrase) :]
            return self.readings(after, left) if left else [((), "")]
        return self.readings(after, rest)

    def follow(
        self, position: Position, rest: OrderWords, candidates: list[tuple[int, str, OrderWords]]
    ) -> list[tuple[Reading, str]]:
        """The readings that begin with one of the candidates."""
        found: list[tuple[Reading, str]] = []
        for action, phrase, words in candidates:
            left = rest[len(words) :]
            if not left:
                found.append(((action,), phrase))
                continue
            self.tries += 1
            if self.tries > MOST_TRIES:
                raise BadOrder("this order has too many readings: give it in smaller pieces")
            after = position.copy()
            after.play(action, every=True)
            for actions, phrases in self.readings(after, left):
                found.append(((action, *actions), f"{phrase} {phrases}".rstrip()))
        return found

    def stuck(self, rest: OrderWords, phrases: list[str]) -> None:
        """Remember the farthest point reached."""
        if self.rest is None or len(rest) < len(self.rest):
            self.rest, self.phrases = rest, phrases

    def complaint(self, text: str) -> GrognardError:
        """The error message: what could not be read, and what was probably meant."""
        if self.refused:
            return NotAllowed(self.refused)
        unread = self.rest or ()
        rest = " ".join(unread)
        where = "" if unread == words_of(text) else f" of {text.strip()!r:.80}"
        if not self.phrases:
            said = f"{rest!r:.80}{where} comes after a roll that is due first"
            return BeyondRoll(said, unread=len(unread))
        said = f"cannot read {rest!r:.80}{where}: "
        meant = _meant(unread, self.phrases, self.nouns or Nouns([]))
        if len(meant) == 1:
            return BadOrder(f'{said}did you mean "{meant[0]}"?', unread=len(unread))
        known = meant or _of_one_verb(unread, self.phrases) or self.phrases
        choices, left = known[:MOST_CHOICES], len(known) - MOST_CHOICES
        more = f" and {left} more" if left > 0 else ""
        ask = "did you mean one of these: " if meant else "you can answer: "
        return BadOrder(f"{said}{ask}{'; '.join(choices)}{more}", choices, len(unread))


def _meant(rest: OrderWords, phrases: list[str], known: Nouns) -> list[str]:
    """The phrases that a misspelt order begins with, word by word; the nearest of them.

    A number or the name of something is never taken for another.
    """
    found: dict[str, float] = {}
    for phrase in phrases:
        pairs = list(zip(rest, words_of(POSE.sub("", phrase)), strict=False))
        alike = [_alike(typed, word, known) for typed, word in pairs]
        if alike and min(alike) >= ALIKE:
            found[phrase] = sum(alike)
    best = max(found.values(), default=0)
    return [phrase for phrase, how in found.items() if how == best]


def _alike(typed: str, word: str, known: Nouns) -> float:
    """How alike two words are, from 0 to 1; one cut short is the same."""
    if word.startswith(typed):
        return 1
    if typed in known or not typed.replace("-", "").isalpha():
        return 0
    return SequenceMatcher(None, typed, word).ratio()


def _of_one_verb(rest: OrderWords, phrases: list[str]) -> list[str]:
    """The phrases whose first word an order begins with."""
    return [phrase for phrase in phrases if words_of(phrase)[:1] == rest[:1]]


def _lean(words: OrderWords) -> OrderWords:
    """A phrase without its small words; empty if it has none."""
    lean = tuple(word for word in words if word not in SMALL)
    return lean if len(lean) < len(words) else ()


def _abbreviates(rest: OrderWords, words: OrderWords) -> bool:
    """Whether the order continues with this phrase; words may be cut short or left off the end."""
    return all(word.startswith(short) for short, word in zip(rest, words, strict=False))


def _some(position: Position) -> str:
    decision = position.decision
    assert decision is not None  # checked before
    return did_you_mean("", [decision.phrase(position, a) for a in position.options()[:40]])
