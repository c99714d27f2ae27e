"""Battles with something changed: a strength, an arrival, a victory level, the value of a rule.

A change is a short text, `what=value`:

    turns=7                             a key of the battle's file
    unit.huber.sp=4                     a key of an entry, by its id, its name or its number
    unit.huber.hex=                     takes the key out
    victory.handicap.points=6           a key of a table
    shock.fire.shift.woods=-2           a rule of the sheet, by its id
    shock.rulings.victory.destroyed=3   another value of a rule
    variant=restored                    another variant
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from typing import Any, NamedTuple

import grognard
from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean, which_there_are
from grognard.engine.rulebook import Rulebook, changed
from grognard.systems import system as system_named


class Change(NamedTuple):
    """What is changed, as a path of names, and its new value (None takes it out)."""

    path: tuple[str, ...]
    value: Any

    @staticmethod
    def read(text: str) -> Change:
        """A change from its text.

        >>> Change.read("unit.huber.sp=4")
        Change(path=('unit', 'huber', 'sp'), value=4)
        """
        what, sign, value = text.partition("=")
        path = tuple(part.strip() for part in what.split("."))
        if not sign or not all(path):
            example = "write what=value, such as turns=7 or unit.ID.sp=4"
            raise GrognardError(f'"{text:.60}" is not a change: {example}')
        return Change(path, _value(value.strip()))


def _value(text: str) -> Any:
    """A value as a battle file would write it; anything else is a word."""
    if not text:
        return None
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def altered(name: str, variant: str = "sheet", changes: Iterable[str] = ()) -> Battle:
    """A battle by its name or file, with some things changed."""
    wanted = [Change.read(text) for text in changes]
    for change in wanted:
        if change.path == ("variant",):
            variant = str(change.value)
    wanted = [change for change in wanted if change.path != ("variant",)]
    if not wanted:
        return grognard.battle(name, variant)
    plain = grognard.battle(name, variant)
    system = system_named(plain.system)
    book = system.rulebook(variant)
    families = {rule.partition(".")[0] for rule in book.rules}
    rules: dict[str, dict[str, object]] = {}
    data = tomllib.loads(plain.source["battle"])
    for change in wanted:
        if change.path[0] in families and len(change.path) > 1:
            rule, key = _rule_of(book, change)
            rules.setdefault(rule, {})[key] = change.value
        else:
            _set(data, change)
    with changed(rules):
        if len(rules) and not any(change.path[0] not in families for change in wanted):
            return system.battle_from(plain.source, variant)
        return system.battle_from({**plain.source, "battle": write_toml(data)}, variant)


def _rule_of(book: Rulebook, change: Change) -> tuple[str, str]:
    """The id and the key a path names."""
    whole = ".".join(change.path)
    if whole in book.rules:
        values = book.rules[whole].values
        if len(values) == 1:
            return whole, next(iter(values))
        if "value" in values:
            return whole, "value"
        keys = ", ".join(values) or "none"
        raise GrognardError(f'"{whole}" has several values or none: add the key ({keys})')
    rule, key = ".".join(change.path[:-1]), change.path[-1]
    if rule not in book.rules:
        raise UnknownName(f'no rule "{whole:.80}": {did_you_mean(whole, book.rules)}')
    return rule, key


def _set(data: dict[str, Any], change: Change) -> None:
    """Change a key of a battle file."""
    at: Any = data
    for depth, part in enumerate(change.path[:-1]):
        said = ".".join(change.path[: depth + 1])
        if isinstance(at, list):
            at = _entry(at, part, said)
        elif isinstance(at, dict) and part in at:
            at = at[part]
        else:
            raise UnknownName(f'the battle has no "{said:.60}": {which_there_are(part, at)}')
    last = change.path[-1]
    if isinstance(at, list):
        raise GrognardError(f'"{".".join(change.path):.60}" names an entry: add a key to change')
    if not isinstance(at, dict):
        raise GrognardError(f'"{".".join(change.path):.60}" is below a plain value')
    if change.value is None:
        if last not in at:
            there = which_there_are(last, at)
            raise UnknownName(f'nothing to take out at "{".".join(change.path):.60}": {there}')
        del at[last]
    else:
        at[last] = change.value


def _entry(entries: list[Any], name: str, said: str) -> Any:
    """An entry of a list of tables, by its id, its name or its number from 1."""
    for key in ("id", "name"):
        for entry in entries:
            if isinstance(entry, dict) and str(entry.get(key, "")).lower() == name.lower():
                return entry
    if name.isdecimal() and 1 <= int(name) <= len(entries):
        return entries[int(name) - 1]
    names = [str(e.get("id", e.get("name", n + 1))) for n, e in enumerate(entries)]
    raise UnknownName(f'the battle has no "{said:.60}": {which_there_are(name, names)}')


# -- writing ---------------------------------------------------------------------------------------


def write_toml(data: dict[str, Any]) -> str:
    """A battle's data as TOML.

    >>> print(write_toml({"unit": [{"id": "a", "traits": ["x"]}], "turns": 6}), end="")
    turns = 6
    [[unit]]
    "id" = "a"
    "traits" = ["x"]
    """
    lines = [f"{key} = {_inline(value)}" for key, value in data.items() if not _is_table(value)]
    for key, value in data.items():
        for table in value if isinstance(value, list) else [value]:
            if _is_table(value):
                lines.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
                lines += [f"{json.dumps(k)} = {_inline(v)}" for k, v in table.items()]
    return "\n".join([*lines, ""])


def _is_table(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(entry, dict) for entry in value)
    return isinstance(value, dict)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_inline(inner)}" for key, inner in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
