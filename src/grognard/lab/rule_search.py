"""Rules looked up as people do: by an id, by the beginning of one, or by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.rule import Rule

WORD: Final = re.compile(r"\w+")
HINT: Final = "did you mean"


def find_rules(system: str, rules: Mapping[str, Rule], words: Sequence[str]) -> list[str]:
    """The ids asked for: an id and all below it, all that begin so, or all that hold the words.

    A word is found at the beginning of a word of the id, the label or the rule's text; rules whose
    id or label holds them all come first.
    """
    asked = " ".join(words)
    found = (
        [id_ for id_ in rules if f"{id_}.".startswith(f"{asked}.")]
        or [id_ for id_ in rules if "." in asked and id_.startswith(asked)]
        or _holding(rules, _words(words))
    )
    if not found:
        raise UnknownName(f'no rule "{asked:.80}": {_hint(system, rules, words)}')
    return found


def _holding(rules: Mapping[str, Rule], wanted: set[str]) -> list[str]:
    """The rules that hold all the words, those that are named after them first."""
    named, told = [], []
    for id_, rule in rules.items():
        names = _words((id_, rule.label))
        if _all_in(wanted, names):
            named.append(id_)
        elif _all_in(wanted, names | _words((rule.says,))):
            told.append(id_)
    return named + told if wanted else []


def _all_in(wanted: set[str], words: set[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORD.findall(text.casefold())}


def _hint(system: str, rules: Mapping[str, Rule], words: Sequence[str]) -> str:
    """The id or the word that was meant, if one is near."""
    known = _words(text for id_, rule in rules.items() for text in (id_, rule.label, rule.says))
    for word in words:
        if _all_in(_words([word]), known):
            continue
        choices: Iterable[str] = rules if "." in word else known
        hint = did_you_mean(word.casefold(), choices)
        if hint.startswith(HINT):
            return hint
    if all(_all_in(_words([word]), known) for word in words):
        return "no rule holds all of these words"
    return f"`grognard rules {system}` lists them all"
