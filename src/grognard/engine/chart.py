"""Charts: the rules of a sheet laid out as its printed tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from grognard.engine import toml
from grognard.engine.errors import did_you_mean
from grognard.engine.rule import Rule

# "{key}" or "{key:form}"; " | " separates ways to show a rule, and the first that fits is used.
_FIELD = re.compile(r"\{(\w+)(?::(\w+|\+))?\}")
# "head" is a text up to its first comma; "some" skips an empty value (0, no words).
_FORMS: Final = ("", "+", "shift", "or", "spread", "head", "some")
_WAYS: Final = " | "


class ChartRow(NamedTuple):
    """A row of a chart, and the rule it shows (the first, where it shows several)."""

    label: str
    cells: list[str]
    id: str


class Chart(NamedTuple):
    """A table of the sheet under a variant."""

    name: str
    title: str
    columns: list[str]
    rows: list[ChartRow]

    def json(self) -> dict[str, Any]:
        """The chart as JSON."""
        return {
            "title": self.title,
            "columns": self.columns,
            "rows": [{"label": row.label, "cells": row.cells} for row in self.rows],
        }


class RowTemplate(NamedTuple):
    """One of the rows of a rule in a chart: templates of its label and its cells."""

    label: str
    cells: tuple[str, ...]


class Plan(NamedTuple):
    """How a chart is built: which rules, and the row templates of each."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[RowTemplate, ...]

    def chart(self, rules: Mapping[str, Rule]) -> Chart:
        """The chart with the values of these rules."""
        rows = []
        for ids in self.rows:
            for line in self.lines:
                label = "".join(show(rules[ids[0]], line.label))
                cells: list[str] = []
                for id_ in ids:
                    for cell in line.cells:
                        cells += show(rules[id_], cell)
                rows.append(ChartRow(label, cells, ids[0]))
        return Chart(self.name, self.title, list(self.columns), rows)


def show(rule: Rule, template: str) -> list[str]:
    """The cells a template makes from a rule: one, or one per list item; blank if none fits."""
    for way in template.split(_WAYS):
        fields: list[list[str]] = []
        for key, form in _FIELD.findall(way):
            texts = _texts(rule, key, form)
            if texts is None:
                break
            fields.append(texts)
        else:
            if way.endswith(":spread}"):
                return fields[0]
            pieces = _FIELD.sub("\0", way).split("\0")
            filled = [texts[0] + after for texts, after in zip(fields, pieces[1:], strict=True)]
            return [pieces[0] + "".join(filled)]
    return [""]


def _texts(rule: Rule, key: str, form: str) -> list[str] | None:
    if key in ("says", "line", "label", "note"):
        text = str(getattr(rule, key))
        return [text.partition(",")[0] if form == "head" else text]
    value = rule.values.get(key)
    if value is None or (form == "some" and not value):
        return None
    if isinstance(value, tuple):
        items = [str(item) for item in value]
        if form == "spread":
            return items
        return [(" or " if form == "or" else ", ").join(items) or "none"]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, int) and form == "+":
        return [f"{value:+d}"]
    if isinstance(value, int) and form == "shift":
        return [f"{abs(value)}{'R' if value > 0 else 'L'}"]
    return [str(value)]


def read_plan(table: toml.Table, rules: Mapping[str, Rule]) -> Plan:
    """The plan of a [[chart]], refused unless every row fills every column."""
    lines = [RowTemplate(t.str("label"), tuple(t.strs("cells"))) for t in table.tables("line")]
    if not lines:
        lines = [RowTemplate("{label}", tuple(table.strs("cells")))]
    plan = Plan(
        table.str("name"),
        table.str("title"),
        tuple(table.strs("columns")),
        # A row of several rules lists their ids with spaces between.
        tuple(tuple(row.split()) for row in table.strs("rows")),
        tuple(lines),
    )
    table.done()
    for line in lines:
        for template in (line.label, *line.cells):
            for _, form in _FIELD.findall(template):
                if form not in _FORMS:
                    hint = did_you_mean(form, _FORMS)
                    raise table.fault(f'unknown form "{form}" in "{template}" ({hint})')
    for index, ids in enumerate(plan.rows):
        _check_row(table, plan, ids, index, rules)
    return plan


def _check_row(
    table: toml.Table, plan: Plan, ids: tuple[str, ...], index: int, rules: Mapping[str, Rule]
) -> None:
    for id_ in ids:
        if id_ not in rules:
            hint = did_you_mean(id_, rules)
            raise table.error("rows", f'unknown rule "{id_:.60}" ({hint})', index)
        if not rules[id_].label:
            raise table.error("rows", f'"{id_}" has no label to show in a chart', index)
    for line in plan.lines:
        width = sum(len(show(rules[id_], cell)) for id_ in ids for cell in line.cells)
        if width != len(plan.columns):
            message = f"{width} cells for {len(plan.columns)} columns"
            raise table.error("rows", f'"{" ".join(ids)}" fills {message}', index)
