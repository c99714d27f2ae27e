"""From the cells of a chart to the odds they are about: a check, and the facts they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from grognard.companion.rolls import values_of
from grognard.engine.chart import Chart
from grognard.engine.check import CHOICE, CheckKind
from grognard.engine.errors import BadSituation
from grognard.engine.guide import CELL, ChartOdds, Guide, Way, value_of

FEW: Final = 16  # values of a fact that are tried for a modifier
ABOUT_ONE: Final = 2  # cells of a row that is about one modifier: its value, its words
NOWHERE: Final = -1
_NUMBER: Final = re.compile(r"\d+")

Kinds = Mapping[str, CheckKind]


class Lead(NamedTuple):
    """A check, and the facts of its situation that a cell speaks of."""

    check: str
    facts: tuple[tuple[str, int], ...]


def modifiers(kinds: Kinds) -> dict[str, Lead]:
    """For the id of every modifier the check it belongs to, and the facts that make it apply."""
    found: dict[str, Lead] = {}
    for kind in kinds.values():
        usual = tuple(fact.default for fact in kind.facts)
        first = list(_changes(kind, usual))
        # Some count for one arm or ground only: they need a choice and one more fact.
        chosen = [each for each in first if kind.facts[each[0]].kind == CHOICE]
        second = ((*one, *other) for one in chosen for other in first if one[0] != other[0])
        for change in ((), *first, *second):
            situation, facts = list(usual), []
            for place, value in zip(change[::2], change[1::2], strict=True):
                situation[place] = value
                facts.append((kind.facts[place].name, value))
            for modifier in kind.build(tuple(situation)).modifiers:
                found.setdefault(modifier.id, Lead(kind.name, tuple(facts)))
    return found


def _changes(kind: CheckKind, usual: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every value a fact may have but the usual one, where they are few: its place, the value."""
    for place, fact in enumerate(kind.facts):
        values = values_of(fact)
        if len(values) <= FEW:
            yield from ((place, value) for value in values if value != usual[place])


def leads_of(
    chart: Chart, guide: Guide, kinds: Kinds, known: Mapping[str, Lead]
) -> list[list[Lead | None]]:
    """Where every cell of a chart leads to, row by row."""
    odds = _odds_of(chart, guide, kinds, known)
    rows: list[list[Lead | None]] = []
    for r, row in enumerate(chart.rows):
        lead = known.get(row.id)
        if lead:
            # A row for several arms speaks of more than the modifier.
            rows.append(
                [lead if len(row.cells) <= ABOUT_ONE else Lead(lead.check, ())] * len(row.cells)
            )
        elif odds is None:
            rows.append([None] * len(row.cells))
        else:
            ways = [odds.of_cell(r, c) for c in range(len(row.cells))]
            rows.append(
                [_lead(way, text, kinds) for way, text in zip(ways, row.cells, strict=True)]
            )
    return rows


def _odds_of(
    chart: Chart, guide: Guide, kinds: Kinds, known: Mapping[str, Lead]
) -> ChartOdds | None:
    """What a chart is about: as the guide says, by its name, or as most of its modifiers are."""
    for each in guide.odds:
        if each.chart == chart.name:
            return each
    if chart.name in kinds:
        return ChartOdds(chart.name, chart.name, (), ())
    checks = [known[row.id].check for row in chart.rows if row.id in known]
    if len(checks) * 2 > len(chart.rows):
        return ChartOdds(chart.name, max(set(checks), key=checks.count), (), ())
    return None


def _lead(way: Way, text: str, kinds: Kinds) -> Lead | None:
    kind = kinds[way.check]
    facts = []
    for name, value in way.facts:
        if name not in kind.names:
            continue
        if value == CELL:
            number = _NUMBER.search(text)
            if number is None:
                return None
            value = number.group()
        try:
            facts.append((name, value_of(kind, name, value)))
        except BadSituation:
            return None  # the number of a variant that the check cannot be asked about
    return Lead(kind.name, tuple(facts))
