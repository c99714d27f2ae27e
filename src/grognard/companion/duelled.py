"""A kind of check in which two hands of dice are thrown and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from grognard.companion.diagram import Axis, Diagrams
from grognard.companion.rolls import Interned, values_of, weight_of
from grognard.engine.check import DuelKind, Situation


class Duelled:
    """A kind in which two hands of dice are thrown: the odds of each, and how they compare."""

    def __init__(self, kind: DuelKind) -> None:
        self.kind = kind
        self.place = {fact.name: i for i, fact in enumerate(kind.facts)}
        self.default = tuple(fact.default for fact in kind.facts)
        self.diagrams = Diagrams()
        self.hands, self.texts, self.ends = Interned(), Interned(), Interned()

    def _with(self, places: Sequence[int], prefix: Sequence[int]) -> Situation:
        situation = list(self.default)
        for place, value in zip(places, prefix, strict=True):
            situation[place] = value
        return tuple(situation)

    def _hand(self, side: int) -> dict[str, Any]:
        places = [self.place[name] for name in self.kind.hand_facts(side)]
        axes = [Axis(place, values_of(self.kind.facts[place])) for place in places]

        def odds(prefix: tuple[int, ...]) -> int:
            weights = self.kind.hand(side, self._with(places, prefix))
            return self.hands.at([[hits, weight_of(weight)] for hits, weight in weights.items()])

        def words(prefix: tuple[int, ...]) -> int:
            return self.texts.at(self.kind.hand_words(side, self._with(places, prefix)))

        return {
            "odds": self.diagrams.build(axes, odds),
            "words": self.diagrams.build(axes, words),
        }

    def tables(self) -> dict[str, Any]:
        """Both hands, and the table of the end by the sums that compare them."""
        settling = self.kind.settling()
        places = [self.place[name] for name in settling.facts]
        known: dict[tuple[int, ...], int] = {}
        numbers = range(4)
        more = sorted({self.place[name] for each in settling.sums for name in each.facts})
        for prefix in product(*(values_of(self.kind.facts[place]) for place in places)):
            for extra in product(numbers, repeat=len(more)):
                situation = self._with([*places, *more], [*prefix, *extra])
                for first, second in product(numbers, repeat=2):
                    key = (*prefix, *compared(settling.sums, self.place, situation, first, second))
                    known[key] = self.ends.at(self.kind.settled(situation, first, second))
        count = len(self.place)
        axes = [Axis(place, values_of(self.kind.facts[place])) for place in places]
        for i, each in enumerate(settling.sums):
            axes.append(Axis(count + i, range(each.low, each.high + 1)))
        spare = next(iter(known.values()))
        return {
            "duel": [self._hand(0), self._hand(1)],
            "compared": [
                {**each._asdict(), "facts": {self.place[n]: w for n, w in each.facts.items()}}
                for each in settling.sums
            ],
            # Some combinations cannot be: nobody breaks who was hit less than one who does not.
            "settled": self.diagrams.build(axes, lambda prefix: known.get(prefix, spare)),
            "hands": self.hands.items,
            "texts": self.texts.items,
            "ends": self.ends.items,
            "branches": self.diagrams.branches,
        }


def compared(
    sums: Sequence[Any], place: Mapping[str, int], situation: Situation, first: int, second: int
) -> tuple[int, ...]:
    """The sums by which two numbers of hits are compared, clamped."""
    found = []
    for each in sums:
        total = each.first * first + each.second * second
        for name, weight in each.facts.items():
            total += weight * (situation[place[name]] or each.never)
        found.append(min(max(total, each.low), each.high))
    return tuple(found)
