"""A kind of check as tables: a reader adds, clamps and looks up, and knows no rule.

The values a table may ask for are numbered: first the facts, then the groups of facts, then the
sums. Everything is found by asking the kind itself; where its situations are too many to be listed,
it says how they add up (`engine/adding.py`).
"""

from __future__ import annotations

from typing import Any

from grognard.companion.duelled import Duelled
from grognard.companion.listed import Listed
from grognard.companion.rolls import values_of
from grognard.companion.summed import Summed
from grognard.engine.check import CheckKind, DuelKind, Fact, Worded


def tables_of(kind: CheckKind) -> dict[str, Any]:
    """Everything a reader needs to offer a check, without its rules."""
    head = {
        "name": kind.name,
        "title": kind.title,
        "verb": kind.verb,
        "counted": list(kind.counted),
        "weighed": kind.weighed,
        "facts": [_fact(fact, kind.worded().get(fact.name, ())) for fact in kind.facts],
    }
    if kind.pile:
        outcomes = kind.check(tuple(fact.default for fact in kind.facts)).outcomes
        return head | {"pile": list(outcomes)}
    if isinstance(kind, DuelKind):
        return head | Duelled(kind).tables()
    if kind.sums:
        return head | Summed(kind).tables()
    return head | Listed(kind).tables()


def _fact(fact: Fact, worded: Worded) -> dict[str, Any]:
    values = values_of(fact)
    return {
        "name": fact.name,
        "label": fact.label,
        "group": fact.group,
        "kind": fact.kind,
        "low": values[0],
        "high": values[-1],
        "choices": list(fact.choices),
        "default": fact.default,
        "excludes": list(fact.excludes),
        "parts": fact.parts,
        "worded": [list(each) for each in worded],
        "aside": fact.aside,
    }
