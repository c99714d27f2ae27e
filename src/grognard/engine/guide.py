"""The guide of a system for people at a table: its turn, the checks of each phase, what is next.

It is read from the system's `guide.toml`; a system without one offers all its checks in one phase.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from grognard.engine import toml
from grognard.engine.check import CheckKind
from grognard.engine.errors import BadSituation, did_you_mean
from grognard.engine.rulebook import Rulebook

OUTCOME: Final = "outcome"  # the number that was rolled
FIXED: Final = ":"  # what follows it is a value, not the name of a fact
CELL: Final = "cell"  # the number in the cell of a chart


class Asked(NamedTuple):
    """A check of a phase, and when it is made."""

    check: str
    when: str


class Phase(NamedTuple):
    """A phase of the turn: what is done in it, its checks, its charts."""

    title: str
    says: str
    checks: tuple[Asked, ...]
    charts: tuple[str, ...]


class Next(NamedTuple):
    """What follows some outcomes of a check: words, and a further check with what is known.

    An entry of `carry` is a fact of that check and where its value comes from: a fact of the
    first check, "outcome", or ":" and the value itself.
    """

    check: str
    outcomes: tuple[str, ...]  # patterns: "*" stands for anything
    says: str
    then: str
    carry: tuple[tuple[str, str], ...]

    def fits(self, label: str) -> bool:
        """Whether it follows an outcome."""
        return any(fnmatchcase(label, pattern) for pattern in self.outcomes)


class Way(NamedTuple):
    """From a row or column of a chart to a check: its name if not the chart's, and values of facts.

    A value is one the fact takes, the words of its chart, or "cell": the number in the cell.
    """

    check: str
    facts: tuple[tuple[str, str], ...]


class ChartOdds(NamedTuple):
    """The check whose odds a chart is about, and what its rows and columns say about it.

    Columns may be about different checks; a row's facts count where the check has them.
    """

    chart: str
    check: str
    rows: tuple[Way, ...]
    columns: tuple[Way, ...]

    def of_cell(self, row: int, column: int) -> Way:
        """The check of a cell, and all that is known of it."""
        ways = [each[i] for each, i in ((self.rows, row), (self.columns, column)) if i < len(each)]
        named = [way.check for way in ways if way.check]
        facts = tuple(fact for way in ways for fact in way.facts)
        return Way(named[-1] if named else self.check, facts)


class Guide(NamedTuple):
    """The turn of a system, phase by phase, what its checks lead on to, and the odds of charts."""

    phases: tuple[Phase, ...]
    next: tuple[Next, ...]
    odds: tuple[ChartOdds, ...] = ()
    back: tuple[str, ...] = ()  # charts for the other side of a printed sheet

    def after(self, check: str, label: str) -> list[Next]:
        """What follows an outcome of a check."""
        return [each for each in self.next if each.check == check and each.fits(label)]

    def only(self, checks: Collection[str]) -> Guide:
        """The guide without the checks that a variant does not have."""
        phases = tuple(
            phase._replace(checks=tuple(a for a in phase.checks if a.check in checks))
            for phase in self.phases
        )
        kept = (each for each in self.next if each.check in checks)
        following = (each if each.then in checks else each._replace(then="") for each in kept)
        odds = tuple(
            each
            for each in self.odds
            if all(check in checks for check in (each.check, *_checks_of(each)))
        )
        return Guide(phases, tuple(following), odds, self.back)


def _checks_of(odds: ChartOdds) -> list[str]:
    return [way.check for way in (*odds.rows, *odds.columns) if way.check]


def plain(kinds: Mapping[str, CheckKind]) -> Guide:
    """The guide of a system that has none of its own: all checks, one after another."""
    asked = tuple(Asked(name, "") for name in kinds)
    return Guide((Phase("All checks", "", asked, ()),), ())


def read(table: toml.Table, kinds: Mapping[str, CheckKind], book: Rulebook) -> Guide:
    """A guide from its file; unknown checks, facts and charts are refused with their line."""
    phases = []
    for each in table.tables("phase"):
        asked = tuple(
            Asked(_known(ask, "check", kinds), ask.str("when")) for ask in each.tables("ask")
        )
        charts = _charts(each, "charts", book)
        phases.append(Phase(each.str("title"), _says(each, book), asked, charts))
        for ask in each.tables("ask"):
            ask.done()
        each.done()
    found = [_next(each, kinds) for each in table.tables("next")]
    odds = [_odds(each, kinds, book) for each in table.tables("odds")]
    back = _charts(table, "back", book)
    table.done()
    return Guide(tuple(phases), tuple(found), tuple(odds), back)


def _charts(table: toml.Table, key: str, book: Rulebook) -> tuple[str, ...]:
    """Names of charts, if there are any."""
    names = tuple(table.strs(key)) if key in table else ()
    for index, name in enumerate(names):
        if name not in book.charts():
            hint = did_you_mean(name, book.charts())
            raise table.error(key, f'unknown chart "{name:.40}" ({hint})', index)
    return names


def _odds(table: toml.Table, kinds: Mapping[str, CheckKind], book: Rulebook) -> ChartOdds:
    name = table.str("chart")
    if name not in book.charts():
        hint = did_you_mean(name, book.charts())
        raise table.error("chart", f'unknown chart "{name:.40}" ({hint})')
    check = _known(table, "check", kinds)
    chart = book.chart(name)
    sizes = {"columns": len(chart.columns), "rows": len(chart.rows)}
    ways: dict[str, tuple[Way, ...]] = {}
    for key, wanted in sizes.items():
        entries = table.strs(key) if key in table else []
        if entries and len(entries) != wanted:
            raise table.error(key, f'the chart "{name}" has {wanted} {key}, not {len(entries)}')
        meant = {check, *(way.check or check for way in ways.get("columns", ()))}
        ways[key] = tuple(_way(table, key, index, kinds, meant) for index in range(len(entries)))
    table.done()
    return ChartOdds(name, check, ways["rows"], ways["columns"])


def _way(
    table: toml.Table, key: str, index: int, kinds: Mapping[str, CheckKind], checks: Collection[str]
) -> Way:
    """A row or column: "fact = value, …", before it the name of another check and a colon."""
    entry = table.strs(key)[index]
    before, colon, rest = entry.partition(":")
    other = before.strip() if colon else ""
    if other and other not in kinds:
        hint = did_you_mean(other, kinds)
        raise table.error(key, f'"{entry:.60}": unknown check "{other:.40}" ({hint})', index)
    facts = []
    for part in (rest if colon else entry).split(","):
        if not part.strip():
            continue
        name, _, value = (text.strip() for text in part.partition("="))
        asked = [kinds[each] for each in ([other] if other else checks)]
        known = [kind for kind in asked if name in kind.names]
        if not known:
            hint = did_you_mean(name, [each for kind in asked for each in kind.names])
            raise table.error(key, f'"{entry:.60}": no such fact ({hint})', index)
        try:
            for kind in known:
                if value != CELL:
                    value_of(kind, name, value)
        except BadSituation as error:
            raise table.error(key, f'"{entry:.60}": {error}', index) from None
        facts.append((name, value))
    return Way(other, tuple(facts))


def value_of(kind: CheckKind, name: str, value: str) -> int:
    """A value of a fact by the words of its chart, or as the fact itself reads it."""
    words = dict(kind.worded().get(name, ()))
    if value in words:
        return words[value]
    fact = next(fact for fact in kind.facts if fact.name == name)
    return fact.read(kind.name, value)


def _says(table: toml.Table, book: Rulebook) -> str:
    """The words of a phase: its own, or those of a rule, which follow the variant."""
    if "rule" not in table:
        return table.str("says")
    id_ = table.str("rule")
    if id_ not in book.rules:
        raise table.error("rule", f'unknown rule "{id_:.60}" ({did_you_mean(id_, book.rules)})')
    return book.says(id_)


def _known(table: toml.Table, key: str, kinds: Mapping[str, CheckKind]) -> str:
    name = table.str(key)
    if name not in kinds:
        raise table.error(key, f'unknown check "{name:.40}" ({did_you_mean(name, kinds)})')
    return name


def _next(table: toml.Table, kinds: Mapping[str, CheckKind]) -> Next:
    check = _known(table, "check", kinds)
    then = _known(table, "then", kinds) if "then" in table else ""
    carry = []
    for index, entry in enumerate(table.strs("carry") if "carry" in table else ()):
        to, _, source = (part.strip() for part in entry.partition("="))
        fault = _carry_fault(kinds[check], kinds.get(then), to, source)
        if fault:
            raise table.error("carry", f'"{entry:.60}": {fault}', index)
        carry.append((to, source))
    found = Next(check, tuple(table.strs("outcomes")), table.str("says"), then, tuple(carry))
    table.done()
    return found


def _carry_fault(first: CheckKind, then: CheckKind | None, to: str, source: str) -> str:
    """Why a fact cannot be carried over; empty if it can."""
    if then is None:
        return "there is no check to carry it to"
    known = {fact.name: fact for fact in then.facts}
    if to not in known:
        return f"{then.name} has no such fact ({did_you_mean(to, known)})"
    if source.startswith(FIXED):
        try:
            known[to].read(then.name, source[len(FIXED) :])
        except BadSituation as error:
            return str(error)
    elif source != OUTCOME and source not in [fact.name for fact in first.facts]:
        return f'"{source:.40}" is neither "{OUTCOME}" nor a fact of {first.name}'
    return ""
