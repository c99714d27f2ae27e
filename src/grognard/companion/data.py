"""Everything a table needs of a system under a variant, as JSON: guide, checks, charts, rosters."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from grognard.companion.leads import NOWHERE, Lead, leads_of, modifiers
from grognard.companion.tables import tables_of
from grognard.engine.battle import Battle
from grognard.engine.chart import Chart
from grognard.engine.check import CheckKind
from grognard.engine.guide import Guide
from grognard.engine.muster import Muster
from grognard.engine.rule import RULING, Rule
from grognard.engine.rulebook import Rulebook, Variant, changes_key
from grognard.engine.system import System

MANY: Final = 4  # a chapter with one of so many rows of a chart: its rulings belong to the chart
PRINT: Final = "print/"
SEPARATOR: Final = "--"  # between system, variant and paper in the name of a file
PAPERS: Final = (("a4", "A4"), ("letter", "Letter"))


def system_data(system: System, variant: str = "sheet") -> str:
    """The data of a system as text; worked out once for each variant."""
    return _kept(system, variant, changes_key())


@lru_cache(maxsize=64)
def _kept(system: System, variant: str, changes: str) -> str:
    data = _system(system, variant)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(text.encode()).hexdigest()[:16]
    return text[:-1] + f',"digest":"{digest}"' + "}"


def _system(system: System, variant: str) -> dict[str, Any]:
    book = system.rulebook(variant)
    kinds = system.checks(variant)
    known = modifiers(kinds)
    printed = system.rulebook()
    changed = [id_ for id_, rule in book.rules.items() if printed.rules.get(id_) != rule]
    checks = [tables_of(kind) for kind in kinds.values()]
    guide = system.guide(variant)
    return {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "variant": variant,
        "variants": [
            {"name": each.name, "title": each.title, "says": each.says}
            for each in variants_of(system)
        ],
        "inches": system.board == "table",
        "phases": [
            {
                "title": phase.title,
                "says": phase.says,
                "checks": [asked._asdict() for asked in phase.checks],
                "charts": list(phase.charts),
            }
            for phase in guide.phases
        ],
        "next": {check["name"]: _next(guide, check) for check in checks},
        "checks": checks,
        "charts": [
            _chart(book, book.chart(name), guide, kinds, known, changed) for name in book.charts()
        ],
        "rulings": [{"label": rule.label, "says": rule.says} for rule in _rulings(book)],
        "states": list(system.states),
        "limits": [limit._asdict() for limit in system.limits(variant)],
        "print": [
            [f"{PRINT}{system.name}{SEPARATOR}{variant}{SEPARATOR}{paper}.pdf", f"Print ({title})"]
            for paper, title in PAPERS
        ],
        "battles": [roster(system, system.battle(name, variant)) for name in system.battles()],
    }


def _rulings(book: Rulebook) -> list[Rule]:
    return [rule for rule in book.rules.values() if rule.source == RULING]


def variants_of(system: System) -> list[Variant]:
    """The variants that can be chosen: the shipped ones, then those of the house."""
    book = system.rulebook()
    return book.variants() + book.offered()


def _next(guide: Guide, check: dict[str, Any]) -> list[dict[str, Any]]:
    """What follows the outcomes of a check, each by the labels it can have."""
    labels = sorted({label for each in check.get("labels", []) for label in each})
    labels += check.get("pile", [])
    if "duel" in check:
        labels = list(check["ends"])
    return [
        {
            "outcomes": [label for label in labels if each.fits(label)],
            "says": each.says,
            "check": each.then,
            "carry": [list(pair) for pair in each.carry],
        }
        for each in guide.next
        if each.check == check["name"]
    ]


def _chart(
    book: Rulebook,
    chart: Chart,
    guide: Guide,
    kinds: Mapping[str, CheckKind],
    known: Mapping[str, Lead],
    changed: Collection[str],
) -> dict[str, Any]:
    leads = leads_of(chart, guide, kinds, known)
    printed = Counter(book.rule(row.id).chapter for row in chart.rows)
    chapters = {name for name, rows in printed.items() if rows * MANY >= len(chart.rows)}
    shown = {row.id for row in chart.rows}
    kept: list[Lead] = []
    for lead in (lead for row in leads for lead in row if lead):
        if lead not in kept:
            kept.append(lead)
    return {
        "name": chart.name,
        "title": chart.title,
        "columns": chart.columns,
        "leads": [{"check": lead.check, "facts": dict(lead.facts)} for lead in kept],
        "rows": [
            {
                "label": row.label,
                "cells": row.cells,
                "leads": [kept.index(lead) if lead else NOWHERE for lead in cells],
                "says": book.rule(row.id).says,
                "changed": row.id in changed,
            }
            for row, cells in zip(chart.rows, leads, strict=True)
        ],
        "rulings": [
            place
            for place, rule in enumerate(_rulings(book))
            if rule.chapter in chapters and rule.id not in shown
        ],
    }


def roster(system: System, battle: Battle) -> dict[str, Any]:
    """The roster of a battle at its start."""
    muster: Muster = system.muster(battle)
    return {
        "battle": battle.id,
        "title": battle.title,
        "date": battle.date,
        "sides": list(battle.titles),
        "units": [stand._asdict() for stand in muster.stands],
        "fixed": [each._asdict() for each in muster.fixed],
        "pools": [each._asdict() for each in muster.pools],
    }
