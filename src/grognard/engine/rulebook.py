"""The rule book: a system's charts and rulings under a variant, looked up by id."""

from __future__ import annotations

import builtins
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from typing import NamedTuple

from grognard.engine import house
from grognard.engine.chart import Chart, ChartRow
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.rule import (
    NUMBER,
    NUMBERS,
    RULING,
    SHEET,
    SWITCH,
    WORD,
    WORDS,
    Rule,
    Value,
    WordList,
    kind,
)
from grognard.engine.rulefile import RuleFiles, Variant, house_variant, read

__all__ = [
    "RULING",
    "SHEET",
    "Chart",
    "ChartRow",
    "Mutant",
    "Rule",
    "Rulebook",
    "Variant",
    "changed",
    "changes_key",
    "mutants",
    "set_changes",
]

Changes = Mapping[str, Mapping[str, object]]

# Changes applied to every book loaded in this process: tests use them to alter one number.
_changes: Changes = {}


def set_changes(changes: Changes | None) -> None:
    """Apply these changes to every book loaded from now on; None removes them."""
    global _changes
    _changes = {id_: dict(change) for id_, change in (changes or {}).items()}


def changes_key() -> str:
    """The changes applied to every book, as a key for caches built from a book."""
    return json.dumps(_changes, sort_keys=True) if _changes else ""


@contextmanager
def changed(changes: Changes) -> Iterator[None]:
    """Apply changes to every book loaded inside the `with`."""
    before = _changes
    set_changes(changes)
    try:
        yield
    finally:
        set_changes(before)


class Rulebook:
    """Charts and rulings under a variant; every value looked up is marked as used."""

    __slots__ = ("_rules", "_used", "changes", "digest", "rules", "variant")

    def __init__(self, rules: RuleFiles, variant: builtins.str, changes: Changes) -> None:
        self._rules = rules
        self._used: set[tuple[builtins.str, builtins.str]] = set()
        self.variant = variant
        self.changes = changes
        self.rules: dict[builtins.str, Rule] = dict(rules.rules)
        for id_, change in changes.items():
            self.rules[id_] = self.rules[id_].changed(self._check(id_, change))
        values = {id_: dict(rule.values) for id_, rule in self.rules.items()}
        canonical = json.dumps(values, sort_keys=True, ensure_ascii=False)
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()

    @classmethod
    def load(
        cls, folder: Traversable, variant: builtins.str = SHEET, changes: Changes | None = None
    ) -> Rulebook:
        """The book of a system's folder; variants stack ("restored+mild"), the later wins."""
        rules = read(folder)
        merged: dict[builtins.str, dict[builtins.str, object]] = {}
        families = {id_.partition(".")[0] for id_ in rules.rules}
        # The process may hold books of other systems; their changes do not apply here.
        laid = {id_: c for id_, c in _changes.items() if id_.partition(".")[0] in families}
        layers: list[Changes] = [v.changes for v in _stack(rules, variant)]
        for layer in [*layers, laid, changes or {}]:
            for id_, change in layer.items():
                if id_ not in rules.rules:
                    hint = did_you_mean(id_, rules.rules)
                    raise UnknownName(f'no rule "{id_:.60}": {hint}')
                merged.setdefault(id_, {}).update(change)
        return cls(rules, variant, merged)

    def _check(
        self, id_: builtins.str, change: Mapping[builtins.str, object]
    ) -> dict[builtins.str, Value]:
        rule = self.rules[id_]
        return {
            key: rule.check_change(key, item, self._rules.words_of(id_, key), GrognardError)
            for key, item in change.items()
        }

    def rule(self, id_: builtins.str) -> Rule:
        """A line of the sheet or a ruling."""
        rule = self.rules.get(id_)
        if rule is None:
            raise UnknownName(f'no rule "{id_:.60}": {did_you_mean(id_, self.rules)}')
        return rule

    def label(self, id_: builtins.str) -> builtins.str:
        """The rule's short name, shown in charts and modifiers."""
        return self.rule(id_).label

    def says(self, id_: builtins.str) -> builtins.str:
        """The rule in our words."""
        return self.rule(id_).says

    def int(self, id_: builtins.str, key: builtins.str = "value") -> builtins.int:
        """A number of a rule."""
        value = self._get(id_, key, NUMBER)
        assert isinstance(value, int)
        return value

    def worded(
        self, ids: Iterable[builtins.str], key: builtins.str = "value"
    ) -> list[tuple[builtins.str, builtins.int]]:
        """The short names of rules and a number of each."""
        return [(self.label(id_), self.int(id_, key)) for id_ in ids]

    def switch(self, id_: builtins.str, key: builtins.str = "applies") -> builtins.bool:
        """A switch of a rule: whether something applies."""
        return self._get(id_, key, SWITCH) is True

    def word(self, id_: builtins.str, key: builtins.str) -> builtins.str:
        """A word of a rule."""
        value = self._get(id_, key, WORD)
        assert isinstance(value, str)
        return value

    def words(self, id_: builtins.str, key: builtins.str) -> list[builtins.str]:
        """A list of words of a rule; `columns` are the heads of its table."""
        if key == "columns":
            return list(self.rule(id_).columns)
        value = self._get(id_, key, WORDS)
        return [str(item) for item in value] if isinstance(value, tuple) else []

    def ints(self, id_: builtins.str, key: builtins.str) -> list[builtins.int]:
        """A list of numbers of a rule."""
        value = self._get(id_, key, NUMBERS)
        items = value if isinstance(value, tuple) else ()
        return [item for item in items if isinstance(item, int)]

    def _get(self, id_: builtins.str, key: builtins.str, wanted: builtins.str) -> Value:
        values = self.rule(id_).values
        if key not in values:
            raise UnknownName(f'"{id_}" has no value "{key:.40}": {did_you_mean(key, values)}')
        value = values[key]
        if kind(value) != wanted:
            raise GrognardError(f'"{key}" of "{id_}" is {kind(value)}, not {wanted}')
        self._used.add((id_, key))
        return value

    def unused(self) -> list[builtins.str]:
        """The values never looked up, as "id: key": data that no code uses."""
        return [
            f"{id_}: {key}"
            for id_, rule in self.rules.items()
            for key in rule.values
            if (id_, key) not in self._used
        ]

    def variants(self) -> list[Variant]:
        """The variants that can be chosen, `sheet` among them."""
        return list(self._rules.variants.values())

    def layers(self) -> list[Variant]:
        """The variants of its stack, the later over the earlier."""
        return _stack(self._rules, self.variant)

    def offered(self) -> list[Variant]:
        """The house variants of this system that everybody may choose."""
        mine = {id_.partition(".")[0] for id_ in self._rules.rules}
        texts = (each for each in house.offered() if house.families(each.text) & mine)
        return [house_variant(each, self._rules) for each in texts]

    def charts(self) -> list[builtins.str]:
        """The names of the charts, in the order of the sheet."""
        return list(self._rules.plans)

    def chart(self, name: builtins.str) -> Chart:
        """A table of the sheet with this variant's values."""
        plan = self._rules.plans.get(name)
        if plan is None:
            raise UnknownName(f'no chart "{name:.40}": {did_you_mean(name, self._rules.plans)}')
        return plan.chart(self.rules)

    def words_of(self, id_: builtins.str, key: builtins.str) -> WordList | None:
        """The closed list a key of a rule takes its words from."""
        return self._rules.words_of(id_, key)


def _stack(rules: RuleFiles, variant: str) -> list[Variant]:
    """The variants named in a stack."""
    stack = []
    for name in variant.split("+"):
        own = house.find(name)
        if own is not None:
            stack.append(house_variant(own, rules))
            continue
        if name not in rules.variants:
            hint = did_you_mean(name, rules.variants)
            raise UnknownName(f'no variant "{name:.40}": {hint}')
        stack.append(rules.variants[name])
    return stack


class Mutant(NamedTuple):
    """A book with one number, switch or word changed."""

    id: str
    key: str
    path: tuple[int, ...]  # which item of a list, or which of the numbers in a word
    old: Value
    new: Value
    changes: dict[str, dict[str, Value]]

    def __str__(self) -> str:
        place = "".join(f"[{i}]" for i in self.path)
        return f"{self.id} {self.key}{place}: {self.old!r} -> {self.new!r}"


def mutants(folder: Traversable, variant: str = SHEET) -> list[Mutant]:
    """Every value changed, one at a time; under a variant, every value the variant changes."""
    book = Rulebook.load(folder, variant)
    overlay: set[tuple[str, str]] = set()
    for layer in _stack(read(folder), variant):
        overlay |= {(id_, key) for id_, change in layer.changes.items() for key in change}
    found = []
    for id_, rule in book.rules.items():
        for key, value in rule.values.items():
            if variant != SHEET and (id_, key) not in overlay:
                continue
            for path, old, new, whole in _others(rule, key, value, book.words_of(id_, key)):
                found.append(Mutant(id_, key, path, old, new, {id_: {key: whole}}))
    return found


Other = tuple[tuple[int, ...], Value, Value, Value]


def _others(rule: Rule, key: str, value: Value, words: WordList | None) -> Iterator[Other]:
    """Ways to change a value: where, the old item, the new item, the new value."""
    if isinstance(value, bool):
        yield (), value, not value, not value
    elif isinstance(value, int):
        yield (), value, _other_number(value), _other_number(value)
    elif kind(value) == NUMBERS:
        numbers = [item for item in value if isinstance(item, int)]
        for i, number in enumerate(numbers):
            other = _other_number(number)
            yield (i,), number, other, (*numbers[:i], other, *numbers[i + 1 :])
    elif words is not None:
        if isinstance(value, str):
            yield from _other_words(value, words, rule)
        else:
            yield from _other_lists([str(item) for item in value], words)


def _other_number(number: int) -> int:
    # Towards zero if something is left: one above the last face would mean never.
    if abs(number) > 1:
        return number - 1 if number > 0 else number + 1
    return number - 1 if number < 0 else number + 1


def _other_words(value: str, words: WordList, rule: Rule) -> Iterator[Other]:
    numbers = list(re.finditer(r"\d+", value)) if value not in words.words else []
    for i, found in enumerate(numbers):
        number = str(_other_number(int(found[0])))
        new = value[: found.start()] + number + value[found.end() :]
        yield (i,), value, new, new
    if not numbers:
        # A neighbour's word makes most sense in this row.
        row = [rule.values[key] for key in words.keys if key in rule.values]
        near = [word for word in row if isinstance(word, str) and word != value]
        new = near[0] if near else _far_words(value, words)[0].replace("#", "1")
        yield (), value, new, new


def _far_words(word: str, words: WordList) -> list[str]:
    """The other words of the list, beginning half the list away: clearly different ones."""
    start = words.words.index(word) + len(words.words) // 2
    turned = [words.words[(start + i) % len(words.words)] for i in range(len(words.words))]
    return [other for other in turned if other != word]


def _other_lists(items: list[str], words: WordList) -> Iterator[Other]:
    for i, item in enumerate(items):
        # No word twice, except in a table row; if every word is used, one is left out.
        others = [w for w in _far_words(item, words) if words.repeats or w not in items][:1]
        yield (i,), item, "".join(others), (*items[:i], *others, *items[i + 1 :])
    if not items:
        yield (), (), words.words[:1], words.words[:1]
