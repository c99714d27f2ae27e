"""One line of a sheet or one ruling: its id, its words for people, and its checked values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from grognard.engine.errors import GrognardError, did_you_mean

Value = int | str | tuple[int, ...] | tuple[str, ...]
Refuse = Callable[[str], GrognardError]

SHEET: Final = "sheet"
RULING: Final = "ruling"

TEXTS: Final = ("says", "line", "chapter", "label", "note", "columns", "option")
CHANGEABLE_TEXTS: Final = ("says", "label", "note")

# Why a rule may be switched: a shipped variant does so, the sheet calls it optional, or clubs
# really play it both ways and a house rule may choose.
OPTIONS: Final = ("variant", "sheet", "house")

SWITCH: Final = "a switch"
NUMBER: Final = "a number"
WORD: Final = "a word"
NUMBERS: Final = "a list of numbers"
WORDS: Final = "a list of words"


class WordList(NamedTuple):
    """A closed list of words for some keys of the rules under an id; "#" stands for a number."""

    under: str
    keys: tuple[str, ...]
    words: tuple[str, ...]
    repeats: bool  # the row of a table, where a word may stand twice

    def covers(self, id_: str, key: str) -> bool:
        """Whether the key of this rule takes its words from the list."""
        return key in self.keys and (id_ == self.under or id_.startswith(self.under + "."))

    def has(self, word: str) -> bool:
        """Whether the word is in the list.

        >>> WordList("x", ("cost",), ("P", "+#"), False).has("+2")
        True
        """
        return word in self.words or re.sub(r"\d+", "#", word) in self.words


def words_of(lists: Iterable[WordList], id_: str, key: str) -> WordList | None:
    """The closed list a key of a rule takes its words from: the one nearest to its id."""
    found = [words for words in lists if words.covers(id_, key)]
    return max(found, key=lambda words: len(words.under)) if found else None


class Rule(NamedTuple):
    """One line of a sheet or one ruling."""

    id: str
    says: str
    line: str
    chapter: str
    label: str
    note: str
    columns: tuple[str, ...]
    source: str
    values: Mapping[str, Value]
    option: str = ""  # one of OPTIONS where the rule may be switched

    def changed(self, change: Mapping[str, Value]) -> Rule:
        """The rule with a change that has been checked."""
        values = {k: v for k, v in change.items() if k not in CHANGEABLE_TEXTS}
        return self._replace(
            values={**self.values, **values},
            says=str(change.get("says", self.says)),
            label=str(change.get("label", self.label)),
            note=str(change.get("note", self.note)),
        )

    def check_change(self, key: str, item: object, words: WordList | None, refuse: Refuse) -> Value:
        """The new value of a key; refused if the key is unknown or its kind differs."""
        if key in CHANGEABLE_TEXTS:
            if not isinstance(item, str):
                raise refuse(f'"{key}" must be a text')
            return item
        if key not in self.values:
            hint = did_you_mean(key, [*self.values, *CHANGEABLE_TEXTS])
            raise refuse(f'"{self.id}" has no value "{key:.40}" ({hint})')
        old = self.values[key]
        new = checked(key, item, words, refuse)
        if kind(new) != kind(old):
            raise refuse(f'"{key}" of "{self.id}" must stay {kind(old)}')
        row = words is None or words.repeats
        if row and isinstance(old, tuple) and isinstance(new, tuple) and len(old) != len(new):
            raise refuse(f'"{key}" of "{self.id}" must keep its {len(old)} items')
        return new


def kind(value: Value) -> str:
    """The kind of a value in words; an empty list counts as a list of words.

    >>> kind(True), kind(("front", "flank"))
    ('a switch', 'a list of words')
    """
    if isinstance(value, bool):
        return SWITCH
    if isinstance(value, int):
        return NUMBER
    if isinstance(value, str):
        return WORD
    return NUMBERS if value and isinstance(value[0], int) else WORDS


def checked(key: str, item: object, words: WordList | None, refuse: Refuse) -> Value:
    """A value from a file, checked for its kind and against its closed list of words."""
    value = _value(item, refuse)
    if kind(value) not in (WORD, WORDS):
        return value
    if words is None:
        raise refuse(f'no [[words]] list says which words "{key}" may hold')
    for word in [value] if isinstance(value, str) else _texts(value):
        if not words.has(word):
            raise refuse(f'unknown {key} "{word:.40}" ({did_you_mean(word, words.words)})')
    return value


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list | tuple) else ()
    return tuple(item for item in items if isinstance(item, str))


def _value(item: object, refuse: Refuse) -> Value:
    if isinstance(item, int | str):
        return item
    if isinstance(item, list | tuple):
        numbers = tuple(i for i in item if isinstance(i, int) and not isinstance(i, bool))
        if numbers and len(numbers) == len(item):
            return numbers
        if len(_texts(item)) == len(item):
            return _texts(item)
    raise refuse("a value is a whole number, a switch, a word, or a list of numbers or of words")
