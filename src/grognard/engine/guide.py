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


class Guide(NamedTuple):
    """The turn of a system, phase by phase, and what its checks lead on to."""

    phases: tuple[Phase, ...]
    next: tuple[Next, ...]

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
        return Guide(phases, tuple(following))


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
        charts = tuple(each.strs("charts")) if "charts" in each else ()
        for index, chart in enumerate(charts):
            if chart not in book.charts():
                hint = did_you_mean(chart, book.charts())
                raise each.error("charts", f'unknown chart "{chart:.40}" ({hint})', index)
        phases.append(Phase(each.str("title"), _says(each, book), asked, charts))
        for ask in each.tables("ask"):
            ask.done()
        each.done()
    found = [_next(each, kinds) for each in table.tables("next")]
    table.done()
    return Guide(tuple(phases), tuple(found))


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
