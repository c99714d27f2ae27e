"""The tables of a check, and the page's own script on them against the engine."""

from __future__ import annotations

import random
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

import grognard
from grognard.companion.diagram import Axis, Diagrams
from grognard.companion.tables import tables_of
from grognard.companion.templates import template
from grognard.engine.check import DuelKind
from grognard.systems import NAMES
from tests.companion.comparing import compare, pairs, some_situation
from tests.companion.page_script import faces, load


@pytest.fixture(scope="module")
def script(browser: Browser) -> Page:
    return browser.new_page()


def test_a_table_is_looked_up_by_runs() -> None:
    diagrams = Diagrams()
    table = diagrams.build([Axis(0, range(10)), Axis(1, range(3))], lambda p: p[0] // 5 + p[1])
    assert [diagrams.look(table, (a, b)) for a, b in ((4, 0), (5, 0), (9, 2))] == [0, 1, 3]
    assert diagrams.look(table, (99, 2)) == 3, "beyond the last run the last one counts"
    assert len(diagrams.branches) == 3, "one for the first value, one for each of its two runs"


def test_a_table_does_not_ask_for_what_changes_nothing() -> None:
    diagrams = Diagrams()
    table = diagrams.build([Axis(0, range(4)), Axis(1, range(4))], lambda p: p[1])
    assert diagrams.branches[table >> 1][0] == 1


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({4: "at most 4", -1: "at most -1"}, "at most {n}"),
        ({4: "attacker +4, wins", -1: "attacker -1, wins"}, "attacker {+n}, wins"),
        ({4: "same", 5: "same"}, "same"),
        ({4: "one", 5: "two"}, None),
    ],
)
def test_words_with_a_number_become_a_template(texts: dict[int, str], found: str | None) -> None:
    assert template(texts, "n") == found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_script_says_what_the_engine_says(name: str, script: Page) -> None:
    kinds = grognard.system(name).checks()
    load(script, [tables_of(kind) for kind in kinds.values()])
    rng = random.Random(19)
    for kind in kinds.values():
        every = list(pairs(kind, 4))
        compare(script, kind, every if len(every) < 400 else rng.sample(every, 400))
        compare(script, kind, [some_situation(kind, rng) for _ in range(40)])


def test_the_script_reads_every_throw_as_the_engine_does(script: Page) -> None:
    kinds = grognard.system("onepage").checks()
    load(script, [tables_of(kind) for kind in kinds.values()])
    for kind in kinds.values():
        assert not isinstance(kind, DuelKind)
        situation = tuple(fact.default for fact in kind.facts)
        check = kind.check(situation)
        throws = list(product(*(range(d.first, d.first + d.sides) for d in check.dice)))
        read = faces(script, kind.name, situation, throws)
        assert read == [check.outcome(throw) for throw in throws]


def test_a_morale_test_in_a_village_worked_out_by_hand(script: Page) -> None:
    # Morale 4, in a building +1, disordered -1, attacked in flank -1: 3 or less of a d6.
    kind = grognard.system("onepage").checks()["morale"]
    load(script, [tables_of(kind)])
    named = {"rating": 4, "building-or-works": 1, "disordered": 1, "attacked-in-flank": 1}
    situation = [named.get(fact.name, fact.default) for fact in kind.facts]
    told = script.evaluate(
        "(s) => { const c = window.tables.morale; const { target } = r.reckon(c, s);"
        " return [target, r.shares(r.odds(c, s)).map((e) => e.fraction)]; }",
        situation,
    )
    assert told == ["d6 of at most 3", ["1/2", "1/2"]]


def test_facts_that_exclude_each_other_are_named(script: Page) -> None:
    kind = grognard.system("shock").checks()["fire"]
    load(script, [tables_of(kind)])
    names = [fact.name for fact in kind.facts]
    situation = [fact.default for fact in kind.facts]
    situation[names.index("square")] = 1
    found = script.evaluate("(s) => [...r.excluded(window.tables.fire, s).keys()]", situation)
    assert sorted(found) == ["cavalry", "routed"]
