"""The files of a rule book (charts.toml, rulings.toml, variants.toml), read strictly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from grognard.engine import toml
from grognard.engine.chart import Plan, read_plan
from grognard.engine.errors import FileError, GrognardError, did_you_mean
from grognard.engine.house import HouseText
from grognard.engine.rule import (
    OPTIONS,
    RULING,
    SHEET,
    TEXTS,
    Rule,
    Value,
    WordList,
    checked,
    words_of,
)

FILES: Final = ("charts.toml", "rulings.toml", "variants.toml")
_ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


class Variant(NamedTuple):
    """A named overlay of charts and rulings."""

    name: str
    title: str
    says: str
    changes: Mapping[str, Mapping[str, Value]]


class RuleFiles(NamedTuple):
    """The content of the three files, checked."""

    rules: Mapping[str, Rule]
    words: Sequence[WordList]
    plans: Mapping[str, Plan]
    variants: Mapping[str, Variant]

    def words_of(self, id_: str, key: str) -> WordList | None:
        """The closed list a key of a rule takes its words from."""
        return words_of(self.words, id_, key)


def read(folder: Traversable) -> RuleFiles:
    """The rules in a system's folder."""
    charts, rulings, variants = [_text(folder / name, f"{folder.name}/{name}") for name in FILES]
    return _read(folder.name, charts, rulings, variants)


def _text(path: Traversable, name: str) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        toml.load(path, name)  # refuses the file too, with the reason
        raise


# Keyed by the texts themselves: a changed file is read again.
@lru_cache(maxsize=16)
def _read(folder: str, charts: str, rulings: str, variants: str) -> RuleFiles:
    sheet = toml.loads(charts, f"{folder}/charts.toml")
    ruling = toml.loads(rulings, f"{folder}/rulings.toml")
    words = [_words(table) for top in (sheet, ruling) for table in top.tables("words")]
    rules: dict[str, Rule] = {}
    for top, text, source in ((sheet, charts, SHEET), (ruling, rulings, RULING)):
        for id_, data in tomllib.loads(text).items():
            if id_ == "words" or (id_ == "chart" and source == SHEET):
                continue
            if not _ID.fullmatch(id_):
                raise top.error(id_, f'"{id_:.40}" is not a rule id: write ["system.rule"]')
            if id_ in rules:
                raise top.error(id_, f'"{id_}" is in both files')
            rules[id_] = _rule(id_, top.table(id_), data, source, words)
    plans: dict[str, Plan] = {}
    for table in sheet.tables("chart"):
        plan = read_plan(table, rules)
        if plan.name in plans:
            raise table.error("name", f'the chart "{plan.name}" is defined twice')
        plans[plan.name] = plan
    return RuleFiles(rules, words, plans, _variants(folder, variants, rules, words))


def _words(table: toml.Table) -> WordList:
    words = WordList(
        table.str("under"),
        tuple(table.strs("keys")),
        tuple(table.strs("words")),
        table.bool("repeats", False),
    )
    table.done()
    return words


def _rule(
    id_: str, table: toml.Table, data: Mapping[str, Any], source: str, words: Sequence[WordList]
) -> Rule:
    if source == RULING and "line" in data:
        raise table.error("line", f'"{id_}" is a ruling: it has no line on the sheet')
    values: dict[str, Value] = {}
    for key, item in data.items():
        if key not in TEXTS:

            def refuse(message: str, key: str = key) -> GrognardError:
                return table.error(key, message)

            values[key] = checked(key, item, words_of(words, id_, key), refuse)
    return Rule(
        id_,
        table.str("says"),
        table.str("line") if source == SHEET else "",
        table.str("chapter"),
        table.str("label", ""),
        table.str("note", ""),
        tuple(table.strs("columns", [])),
        source,
        values,
        table.choice("option", OPTIONS) if "option" in data else "",
    )


def _variants(
    folder: str, text: str, rules: Mapping[str, Rule], words: Sequence[WordList]
) -> dict[str, Variant]:
    top = toml.loads(text, f"{folder}/variants.toml")
    variants: dict[str, Variant] = {}
    for name, data in tomllib.loads(text).items():
        if not re.fullmatch(r"[a-z0-9-]+", name):
            raise top.error(name, f'"{name:.40}" is not a variant name: use small letters and "-"')
        table = top.table(name)
        changes: dict[str, dict[str, Value]] = {}
        for id_, change in data.items():
            if id_ not in ("title", "says"):
                if id_ not in rules:
                    hint = did_you_mean(id_, rules)
                    raise table.error(id_, f'unknown rule "{id_:.60}" ({hint})')
                changes[id_] = _change(table.table(id_), change, rules[id_], words)
        variants[name] = Variant(name, table.str("title"), table.str("says"), changes)
    if SHEET not in variants or variants[SHEET].changes:
        raise top.error(SHEET, f"[{SHEET}] must be there and change nothing")
    return variants


def house_variant(own: HouseText, rules: RuleFiles) -> Variant:
    """A variant of one's own: a title, and under rule ids what they change."""
    table = toml.loads(own.text, own.file)
    changes: dict[str, dict[str, Value]] = {}
    for id_, change in tomllib.loads(own.text).items():
        if id_ in ("title", "says"):
            continue
        if id_ not in rules.rules:
            hint = did_you_mean(id_, rules.rules)
            raise table.error(id_, f'unknown rule "{id_:.60}" ({hint})')
        if not isinstance(change, dict):
            raise table.error(id_, f'"{id_:.60}" must be a table: ["{id_:.60}"]')
        one = table.table(id_)
        changes[id_] = _change(one, change, rules.rules[id_], rules.words)
        for key, value in changes[id_].items():
            _refuse_huge(one, key, value, rules.rules[id_].values.get(key, 0))
    if not changes:
        raise FileError(own.file, None, 'it changes no rule: add a table such as ["system.rule"]')
    title = table.str("title", own.name.partition(".")[0])
    return Variant(own.name, title, table.str("says", "", lines=True), changes)


def _refuse_huge(table: toml.Table, key: str, value: Value, old: Value) -> None:
    """Refuse a number that no table has room for: games would never end."""
    for new, was in zip(_numbers(value), _numbers(old), strict=False):
        most = max(20, 10 * abs(was))
        if abs(new) > most:
            raise table.error(key, f'"{key}" is {new}: at most {most}, ten times the sheet')


def _numbers(value: Value) -> list[int]:
    items = value if isinstance(value, tuple) else (value,)
    return [item for item in items if isinstance(item, int)]


def _change(
    table: toml.Table, data: Mapping[str, Any], rule: Rule, words: Sequence[WordList]
) -> dict[str, Value]:
    change: dict[str, Value] = {}
    for key, item in data.items():

        def refuse(message: str, key: str = key) -> GrognardError:
            return table.error(key, message)

        change[key] = rule.check_change(key, item, words_of(words, rule.id, key), refuse)
    return change
