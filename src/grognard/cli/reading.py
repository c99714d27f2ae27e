"""What a typed line means: an option by its number or its words, or an order as people say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice
from typing import Final

from grognard.cli.names import ATTACKS, FILLERS, Names, plainly
from grognard.engine.deeds import resting
from grognard.engine.errors import AmbiguousOrder, BadOrder, BeyondRoll, GrognardError
from grognard.engine.game import Game
from grognard.engine.view import Option

MOST_READINGS: Final = 96  # of one line that are tried
MOST_MEANT: Final = 12  # that are listed
MOST_TRIED: Final = 8  # to find out where a line cannot be followed
UNREAD: Final = re.compile(r"^(cannot read |)'([^']*)'(?= of )")
ALIKE: Final = 0.75  # how much of a misspelt word must be right
LEAST_LETTERS: Final = 3  # of a word that is taken for a misspelt one


def is_number(text: str) -> bool:
    """Whether a text is a plain number, not too long."""
    return text.isascii() and text.isdigit() and len(text) < 6 and not text.startswith("0")


class LineReader:
    """Reads the lines of one game by the names its screen has learnt."""

    def __init__(self, game: Game, names: Names, commands: Iterable[str]) -> None:
        self.game = game
        self.names = names
        self.commands = tuple(commands)
        self.offered: dict[int, Option] = {}  # by number
        self.before = ""  # what the last line was taken to say before its own words

    def answer(self, typed: str) -> int | str:
        """What a line means to the game: an option by its number, or an order in words."""
        self.before = ""
        # An option's own words win, and a hex such as 0512 is not an option's number.
        texts = [option.text for option in self.offered.values()]
        if typed in texts:
            return typed
        named = self.names.shown_as(typed, self.offered.values())
        if named is not None:
            return named.action
        if not is_number(typed):
            return self._read(self._in_its_words(typed))
        option = self.offered.get(int(typed))
        if option is None and any(text.endswith(typed) for text in texts):
            return typed
        if option is None:
            raise BadOrder(f"no option {typed}: they are numbered {_numbers(list(self.offered))}")
        return option.action

    def is_answer(self, typed: str, names_a_thing: bool) -> bool:
        """Whether a line is an answer, though it may begin as a command about a thing does."""
        texts = {option.text for option in self.offered.values()}
        if typed in texts:
            return True
        verb, _, rest = typed.casefold().partition(" ")
        if not rest or verb not in {text.partition(" ")[0] for text in texts} or names_a_thing:
            return False
        readings = self.names.readings(typed)
        return any(map(self.game.understands, readings)) or self._ambiguous(typed)

    def _in_its_words(self, typed: str) -> str:
        """A line that goes on after what an option says on the screen, in its own words."""
        begun = [
            option
            for option in self.offered.values()
            if option.says and typed.casefold().startswith(f"{option.says.casefold()} ")
        ]
        if not begun:
            return typed
        longest = max(begun, key=lambda option: len(option.says))
        return longest.text + typed[len(longest.says) :]

    # -- an order in words ------------------------------------------------------------------------

    def _read(self, typed: str) -> int | str:
        """An order as the game reads it: names of the map stand for the short words of orders."""
        for reading in self.names.readings(typed):
            if self.game.understands(reading):
                return reading
        meant = self.names.shown_as(typed, self.offered.values(), cut=True)
        if meant is not None and not self._ambiguous(typed):
            return meant.action
        verbs = _verbs(option.text for option in self.offered.values())
        if meant is None and (reading := self._without_verb(typed, verbs)):
            return reading
        if self._ambiguous(typed):
            return typed  # the game lists what it may mean
        for read in (self._loosely, self._to_another):
            found = read(typed)
            if found is not None:  # an action may be 0
                return found
        raise self._complaint(typed)

    def _to_another(self, typed: str) -> int | str | None:
        """An order to another piece: before it, the one that moves is left as it stands."""
        halt, verbs = self._rest()
        if not halt:
            return None
        self.before = halt
        line = f"{halt} {typed}"
        reading = self._exactly(line)
        if reading is not None:
            return reading
        if reading := self._without_verb(typed, verbs, halt):
            return reading
        for verb in ("", *sorted(verbs)):
            found = self._loosely(" ".join([halt, *verb.split(), typed]))
            if found is not None:
                return found
        return None

    def _rest(self) -> tuple[str, set[str]]:
        """The answer that leaves things as they stand, if there is one, and the verbs after it."""
        view = self.game.view(self.game.actor)
        rest = resting(view)
        halt = next((o.text for o in self.offered.values() if o.action == rest), "")
        if rest is None or not halt:
            return "", set()
        after = view.guess().copy()
        after.play(rest)
        decision = after.decision
        if decision is None or after.actor != view.side:
            return halt, set()
        return halt, _verbs(decision.phrase(after, each) for each in after.options())

    def _without_verb(self, typed: str, verbs: set[str], before: str = "") -> str:
        """An order that begins with a piece, whose verb is left out or follows; "" if unclear.

        `foy` is `command foy` where only that can be meant, `ney move 0713` is `move ney 0713`.
        """
        if not self.names.knows(typed.casefold().split()[0]):
            return ""
        lines = _with_verb(typed, verbs)
        readings = (
            next(filter(self.game.understands, self.names.readings(f"{before} {each}".strip())), "")
            for each in lines
        )
        found = set(filter(None, readings))
        return found.pop() if len(found) == 1 else ""

    def _loosely(self, typed: str) -> int | str | None:
        """A line by some words of names, by other words for the same, or by words left out."""
        found: dict[tuple[int, ...], str] = {}
        unclear: list[str] = []
        for reading in islice(self._loose_readings(typed), MOST_READINGS):
            if actions := self.game.reads(reading):
                found.setdefault(actions, reading)
            elif isinstance(error := self._error(reading), AmbiguousOrder):
                unclear += error.choices
        if len(found) == 1:
            return next(iter(found.values()))
        if found or unclear:
            raise _several(typed, list(found.values()) or unclear)
        options = self.names.shown_with(typed, self.offered.values())
        if len(options) > 1:
            raise _several(typed, [option.text for option in options])
        return options[0].action if options else None

    def _loose_readings(self, typed: str) -> Iterator[str]:
        """The loose readings of a line; those of one that begins with a piece have a verb too."""
        first, _, rest = typed.strip().casefold().partition(" ")
        bare = any(o.text.split(" ")[0] in self.names.shorts for o in self.offered.values())
        verbs = _verbs(option.text for option in self.offered.values())
        for reading in self.names.loose_readings(rest if bare and first in ATTACKS else typed):
            yield reading
            if reading.partition(" ")[0] in {*self.names.shorts, *self.names.spots.values()}:
                yield from _with_verb(reading, verbs)

    def _exactly(self, line: str) -> str | None:
        """The first reading of a line that is allowed."""
        return next(filter(self.game.reads, self.names.readings(line)), None)

    def _ambiguous(self, typed: str) -> bool:
        """Whether an order that cannot be read may mean several things."""
        return isinstance(self._error(typed), AmbiguousOrder)

    def _error(self, typed: str) -> GrognardError | None:
        """Why an order is refused."""
        try:
            self.game.foresee(typed)
        except GrognardError as error:
            return error
        return None

    # -- what cannot be read ----------------------------------------------------------------------

    def _complaint(self, typed: str) -> GrognardError:
        """What to say of a line that cannot be read: what was meant, or what can be answered."""
        corrected = self._corrected(typed)
        if corrected:
            return BadOrder(f'cannot read {typed!r:.80}: did you mean "{corrected}"?')
        if any(map(self.game.read_before, self.names.readings(typed))):
            return BadOrder(f"{typed!r:.80} answers the question before this one: `undo` first")
        bad: list[tuple[int, str, BadOrder]] = []
        halt, verbs = self._rest()
        now = _verbs(option.text for option in self.offered.values())
        *_, short = self.names.readings(typed)
        lines = [typed, *_with_verb(short, now)]
        if halt:
            lines += [f"{halt} {line}" for line in (typed, *_with_verb(short, verbs))]
        loosely = (islice(self.names.loose_readings(line), MOST_TRIED) for line in lines)
        for reading in chain(*map(self.names.readings, lines), *loosely):
            error = self._error(reading)
            if isinstance(error, BeyondRoll) and error.unread >= len(plainly(typed)):
                continue  # only what was put before it can be read
            if isinstance(error, BadOrder):
                bad.append((error.unread, reading, error))
            elif error is not None:
                return error
        # The reading that got furthest tells best where the line cannot be followed.
        least = min(unread for unread, _, _ in bad)
        furthest = {tuple(e.choices): (r, e) for unread, r, e in reversed(bad) if unread == least}
        if len(furthest) > 1 and (orders := self._orders_to(typed)):
            listed = "; ".join(orders)
            return BadOrder(f"cannot read {typed.strip()!r:.80}: you can answer: {listed}", orders)
        reading, error = next(reversed(furthest.values()))
        text = str(error).replace(f"{reading.strip()!r:.80}", f"{typed.strip()!r:.80}")
        text = UNREAD.sub(lambda met: f"{met[1]}'{self.names.words_told(met[2])}'", text)
        return BadOrder(text, error.choices)

    def _orders_to(self, typed: str) -> list[str]:
        """The options with the first word of a line in them, by which it names a piece."""
        found = self.names.shown_with(typed.split()[0], self.offered.values())
        return [option.text for option in found[:MOST_MEANT]]

    def _corrected(self, typed: str) -> str:
        """A line with its misspelt words put right, if it can be read then; else empty."""
        known = self.names.vocabulary(self.offered.values()) | set(self.commands)
        words = [_spelt_right(word, known) for word in plainly(typed)]
        line = " ".join(words)
        if words == list(plainly(typed)):
            return ""
        if words[0] in self.commands:
            return line
        first = {option.text.split()[0] for option in self.offered.values()}
        if words[0] not in first and not self.names.knows(words[0]):
            return ""  # no order begins like that: "half" is not what "halt" means
        try:
            meant = self._reading_of(line)
        except GrognardError:
            return ""
        return "" if meant is None else line

    def _reading_of(self, line: str) -> int | str | None:
        if (reading := self._exactly(line)) is not None:
            return reading
        option = self.names.shown_as(line, self.offered.values(), cut=True)
        return self._loosely(line) if option is None else option.action


def _verbs(phrases: Iterable[str]) -> set[str]:
    """The first words of orders that name something too: not `done`, which ends a phase."""
    parted = (phrase.partition(" ") for phrase in phrases)
    return {verb for verb, _, rest in parted if rest}


def _with_verb(typed: str, verbs: set[str]) -> list[str]:
    """A line with its verb first, or with each verb before it where it has none.

    >>> _with_verb("ney move 0713", {"move", "fire"}), _with_verb("foy", {"fire", "move"})
    (['move ney 0713'], ['fire foy', 'move foy'])
    """
    words = typed.casefold().split()
    moved = [
        " ".join([word, *words[:at], *words[at + 1 :]])
        for at, word in enumerate(words)
        if at and word in verbs
    ]
    return moved or [f"{verb} {typed}" for verb in sorted(verbs)]


def _several(typed: str, choices: Sequence[str]) -> AmbiguousOrder:
    listed = list(choices[:MOST_MEANT])
    return AmbiguousOrder(
        f"{typed.strip()!r:.80} may mean {len(choices)} things: " + "; ".join(listed), listed
    )


def _spelt_right(word: str, known: set[str]) -> str:
    """A word as it is probably meant: names, numbers and words cut short stay as they are."""
    if len(word) < LEAST_LETTERS or not word.isalpha():
        return word
    if any(each.startswith(word) for each in known):
        return word
    alike = [each for each in known - FILLERS if each[0] == word[0]]
    return next(iter(get_close_matches(word, sorted(alike), n=1, cutoff=ALIKE)), word)


def _numbers(offered: list[int]) -> str:
    """Numbers in words: from the first to the last, or each where some are missing."""
    told = sorted(offered)
    if told == list(range(1, len(told) + 1)):
        return f"1 to {len(told)}"
    return ", ".join(map(str, told))
