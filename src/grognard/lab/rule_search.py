"""Rules looked up as people do: by an id, the beginning of one, a line of the sheet, or words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.rule import Rule

WORD: Final = re.compile(r"\w+")
HINT: Final = "did you mean"
NEAREST: Final = 8  # rules shown when none holds all the words
# Words that are in too many sentences to tell rules apart.
SMALL: Final = frozenset(
    WORD.findall("a an and are as at be by for in is it of on or than that the to with")
)


class FoundRules(NamedTuple):
    """Ids of rules; `near` if none holds all the words and these hold the most."""

    ids: list[str]
    near: bool = False


def find_rules(system: str, rules: Mapping[str, Rule], words: Sequence[str]) -> FoundRules:
    """The rules asked for.

    An id and all below it, all ids that begin so, all of a line of the sheet, or all rules that
    hold the words. A word is found at the beginning of a word of the id, the label, the rule's text
    or its values; rules whose id or label holds them all come first. If no rule holds all the
    words, those that hold the rarest of them, or words of the same stem, are given.
    """
    asked = " ".join(words)
    found = (
        [id_ for id_ in rules if f"{id_}.".startswith(f"{asked}.")]
        or [id_ for id_ in rules if "." in asked and id_.startswith(asked)]
        or [id_ for id_, rule in rules.items() if asked in _lines(rule)]
        or _holding(rules, _words(words))
    )
    if found:
        return FoundRules(found)
    near = [] if asked.startswith(f"{system}.") else _nearest(rules, _words(words) - SMALL)
    if not near:
        raise UnknownName(f'no rule "{asked:.80}": {_hint(system, rules, words)}')
    return FoundRules(near, near=True)


def _lines(rule: Rule) -> set[str]:
    """The lines of the sheet a rule comes from, as asked for: "177-178", "177" and "178"."""
    found = set()
    for part in rule.line.split(", "):
        first, _, last = part.partition("-")
        found.add(part)
        if first.isdigit() and last.isdigit():
            found.update(str(line) for line in range(int(first), int(last) + 1))
    return found


def _holding(rules: Mapping[str, Rule], wanted: set[str]) -> list[str]:
    """The rules that hold all the words, those that are named after them first."""
    named, told = [], []
    for id_, rule in rules.items():
        if _all_in(wanted, _words((id_, rule.label))):
            named.append(id_)
        elif _all_in(wanted, _said(rule)):
            told.append(id_)
    return named + told if wanted else []


def _nearest(rules: Mapping[str, Rule], wanted: set[str]) -> list[str]:
    """The rules that hold at least two of several words, or one alone, the rarest words first."""
    held = {id_: _held(wanted, _said(rule)) for id_, rule in rules.items()}
    spread = {part: sum(part in parts for parts in held.values()) for part in wanted}
    weight = {part: log(len(rules) / count) for part, count in spread.items() if count}

    def worth(id_: str) -> float:
        return sum(weight[part] for part in held[id_])

    least = min(2, len(wanted))
    near = sorted((id_ for id_ in rules if len(held[id_]) >= least), key=worth, reverse=True)
    return near[:NEAREST]


def _held(wanted: set[str], words: set[str]) -> set[str]:
    """The words wanted that are among others, or of the same stem as one of them."""
    return {part for part in wanted if any(_akin(part, word) for word in words)}


def _akin(part: str, word: str) -> bool:
    """Whether two words begin alike: "wheeling" and "wheel", "eligible" and "eligibility"."""
    stem = max(4, min(len(part), len(word)) - 2)
    return word.startswith(part) or (len(part) > stem and part[:stem] == word[:stem])


def _all_in(wanted: set[str], words: set[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _said(rule: Rule) -> set[str]:
    """All words of a rule: its id, its label, its text, and what its values say."""
    values = (
        item
        for value in rule.values.values()
        for item in (value if isinstance(value, tuple) else (value,))
    )
    return _words((rule.id, rule.label, rule.says, *(str(item) for item in values)))


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
        return "no rule holds two of these words"
    return f"`grognard rules {system}` lists them all"
