"""A kind of check whose modifiers add up: what each depends on is found by changing facts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from grognard.companion.diagram import Axis, Diagrams
from grognard.companion.rolls import Interned, LineKey, Results, line_json, lines_of, values_of
from grognard.companion.templates import template
from grognard.engine.check import CheckKind, Situation
from grognard.engine.errors import GrognardError

BASES: Final = 160  # random situations from which facts are changed one by one
WIDE: Final = 8  # a modifier that depends on more facts holds the others within a limit


class Summing(NamedTuple):
    """A sum as a reader works it out: modifiers by sort and facts by place, then the clamp."""

    name: str
    of: Mapping[str, int]
    facts: Mapping[int, int]
    low: int
    high: int


class Summed:
    """A kind whose modifiers add up: what each depends on is found by changing facts."""

    def __init__(self, kind: CheckKind) -> None:
        self.kind = kind
        self.place = {fact.name: i for i, fact in enumerate(kind.facts)}
        self.ranges = [values_of(fact) for fact in kind.facts]
        self.default = tuple(fact.default for fact in kind.facts)
        self.diagrams = Diagrams()
        self.results, self.texts = Results(), Interned()
        self.groups = kind.grouped()
        # A situation for each value of a group, the first that has it.
        self.examples: list[dict[int, dict[int, int]]] = []
        self.group_tables = [self._group(i) for i in range(len(self.groups))]
        self.limits: dict[str, tuple[LineKey, int, int]] = {}

    def _group(self, index: int) -> int:
        group = self.groups[index]
        places = [self.place[name] for name in group.facts]
        seen: dict[int, dict[int, int]] = {}

        def early(prefix: tuple[int, ...]) -> int | None:
            value = group.by(prefix)
            if value is not None:
                seen.setdefault(value, dict(zip(places, prefix, strict=False)))
            return value

        def leaf(prefix: tuple[int, ...]) -> int:
            value = early(prefix)
            assert value is not None
            return value

        # What settles it alone is tried first, so that the examples are the plainest.
        axes = [Axis(place, self.ranges[place]) for place in places]
        for value in reversed(self.ranges[places[0]]):
            early((value,))
        table = self.diagrams.build(axes, leaf, early)
        self.examples.append(seen)
        return table

    # -- the values a table may ask for --------------------------------------------------------

    def _values(self, name: str) -> tuple[Axis, Sequence[dict[int, int]]]:
        """A fact or group by name: its axis, and what to set for each of its values."""
        if name in self.place:
            at = self.place[name]
            return Axis(at, self.ranges[at]), [{at: value} for value in self.ranges[at]]
        index = next(i for i, group in enumerate(self.groups) if group.name == name)
        seen = self.examples[index]
        values = sorted(seen)
        return Axis(len(self.place) + index, values), [seen[value] for value in values]

    def _with(self, *changes: Mapping[int, int]) -> Situation:
        situation = list(self.default)
        for change in changes:
            for place, value in change.items():
                situation[place] = value
        return tuple(situation)

    def _lines_at(self, situation: Situation) -> dict[LineKey, int]:
        return lines_of(self.kind.build(situation).modifiers)

    # -- which facts a modifier depends on -----------------------------------------------------

    def _dependences(self) -> dict[LineKey, set[int]]:
        rng = random.Random(self.kind.name)
        found: dict[LineKey, set[int]] = {}
        for _ in range(BASES):
            base = tuple(rng.choice(values) for values in self.ranges)
            before = self._lines_at(base)
            for place, values in enumerate(self.ranges):
                for value in self._others(rng, values, base[place]):
                    after = self._lines_at((*base[:place], value, *base[place + 1 :]))
                    for key in before.keys() | after.keys():
                        if before.get(key) != after.get(key):
                            found.setdefault(key, set()).add(place)
        return found

    def _others(self, rng: random.Random, values: Sequence[int], but: int) -> Iterator[int]:
        if len(values) <= 6:
            yield from (value for value in values if value != but)
        else:
            yield from (rng.choice(values), values[0], values[-1])

    def _line_tables(self) -> list[dict[str, Any]]:
        lines = []
        for key, places in self._dependences().items():
            if len(places) > WIDE:
                self._note_limit(key)
                continue
            names = self._named(places)
            axes, changes = zip(*(self._values(name) for name in names), strict=True)
            index = [
                dict(zip(axis.values, change, strict=True))
                for axis, change in zip(axes, changes, strict=True)
            ]

            def leaf(prefix: tuple[int, ...], key: LineKey = key, index: Any = index) -> int:
                situation = self._with(
                    *(each[value] for each, value in zip(index, prefix, strict=True))
                )
                return self._lines_at(situation).get(key, 0)

            lines.append(line_json(key, self.diagrams.build(axes, leaf)))
        return lines

    def _named(self, places: set[int]) -> list[str]:
        """The facts at these places; several facts of one group are the group."""
        names = [fact.name for i, fact in enumerate(self.kind.facts) if i in places]
        for group in reversed(self.groups):
            if sum(name in names for name in group.facts) > 1:
                names = [name for name in names if name not in group.facts]
                names.append(group.name)
        return names

    def _note_limit(self, key: LineKey) -> None:
        """A modifier that holds the sum of all others of its sort within a limit."""
        rng = random.Random(self.kind.name)
        held = set()
        for _ in range(BASES * 4):
            lines = self._lines_at(tuple(rng.choice(values) for values in self.ranges))
            if key in lines:
                held.add(sum(value for line, value in lines.items() if line[2] == key[2]))
        if len(held) != 2:
            raise GrognardError(f'{self.kind.name}: "{key[1]}" is no limit of a sum: {held}')
        self.limits[key[2]] = (key, min(held), max(held))

    # -- the roll by sums ----------------------------------------------------------------------

    def _total(self, i: int, situation: Situation) -> int:
        total = self.kind.sums[i]
        lines = self._lines_at(situation)
        added = sum(total.of.get(key[2], 0) * value for key, value in lines.items())
        return added + sum(situation[self.place[n]] * w for n, w in total.facts.items())

    def _spans(self) -> list[range]:
        """The values each sum takes while its driver moves and all else is as usual."""
        spans = []
        for i, total in enumerate(self.kind.sums):
            at = self.place[total.driver]
            ends = [
                self._total(i, self._with({at: value}))
                for value in (self.ranges[at][0], self.ranges[at][-1])
            ]
            spans.append(range(min(ends), max(ends) + 1))
        return spans

    def tables(self) -> dict[str, Any]:
        """Groups, modifiers, sums, and the rolls they lead to."""
        kind = self.kind
        lines = self._line_tables()
        spans = self._spans()
        usual = [self._total(i, self.default) for i in range(len(kind.sums))]
        counting = [i for i, total in enumerate(kind.sums) if not total.shown]
        keys = [self._values(name) for name in kind.looked_up]
        first = len(self.place) + len(self.groups)
        axes = [axis for axis, _ in keys]
        sets = [dict(zip(axis.values, changes, strict=True)) for axis, changes in keys]

        def situation(prefix: tuple[int, ...], which: Sequence[int]) -> Situation:
            chosen = [each[value] for each, value in zip(sets, prefix, strict=False)]
            driven = {}
            for i, value in zip(which, prefix[len(sets) :], strict=True):
                at = self.place[kind.sums[i].driver]
                driven[at] = self.default[at] + value - usual[i]
            return self._with(*chosen, driven)

        def roll(prefix: tuple[int, ...]) -> int:
            return self.results.at(kind.build(situation(prefix, counting)))

        sums = [Axis(first + i, spans[i]) for i in counting]
        table = self.diagrams.build([*axes, *sums], roll)
        target = self._target(axes, situation, spans, first)
        return {
            "groups": self.group_tables,
            "sums": [self._summing(i, span) for i, span in enumerate(spans)],
            "lines": lines,
            "limits": [
                {**line_json(key, 0), "low": low, "high": high}
                for key, low, high in self.limits.values()
            ],
            "roll": table,
            "target": target,
            "end": None,
            "texts": self.texts.items,
            "ends": [],
            **self.results.json(),
            "branches": self.diagrams.branches,
        }

    def _summing(self, i: int, span: range) -> dict[str, Any]:
        total = self.kind.sums[i]
        facts = {self.place[name]: weight for name, weight in total.facts.items()}
        return Summing(total.name, dict(total.of), facts, span[0], span[-1])._asdict()

    def _target(self, axes: list[Axis], situation: Any, spans: list[range], first: int) -> int:
        """The words of the target, with the sums that stand in them as blanks."""
        sums = self.kind.sums
        shown = [i for i, total in enumerate(sums) if total.shown] or list(range(len(sums)))

        def told(prefix: tuple[int, ...]) -> str:
            return self.kind.build(situation(prefix, shown)).target

        usual = [self._total(i, self.default) for i in shown]

        def leaf(prefix: tuple[int, ...]) -> int:
            # A blank for each sum: each is found while the others stay as usual.
            text = told((*prefix, *usual))
            for n, i in enumerate(shown):
                texts = {
                    value: told((*prefix, *usual[:n], value, *usual[n + 1 :])) for value in spans[i]
                }
                blank = template(texts, sums[i].name)
                if blank is None:
                    raise _NoTemplate
                text = _merged(text, told((*prefix, *usual)), blank)
            return self.texts.at(text)

        try:
            return self.diagrams.build(axes, leaf)
        except _NoTemplate:
            full = [*axes, *(Axis(first + i, spans[i]) for i in shown)]
            return self.diagrams.build(full, lambda prefix: self.texts.at(told(prefix)))


class _NoTemplate(Exception):
    """The words change in another way than a number that is filled in."""


def _merged(text: str, plain: str, blank: str) -> str:
    """A text with one more blank: what was found for one sum is put into what is known."""
    if blank == plain:
        return text
    before, _, rest = blank.partition("{")
    name, _, after = rest.partition("}")
    number = plain[len(before) : len(plain) - len(after)]
    # Blanks before it have made the text longer or shorter, those after it have not.
    tail = text[len(text) - len(after) :]
    head = text[: len(text) - len(after) - len(number)]
    return f"{head}{{{name}}}{tail}"
