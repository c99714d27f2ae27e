"""From the cells of charts to their odds."""

from __future__ import annotations

import json
from typing import Any

import pytest

import grognard
from grognard.companion.data import system_data
from grognard.engine import guide, toml
from grognard.engine.errors import FileError
from grognard.systems import NAMES


def lead(system: str, chart: str, label: str, column: int, variant: str = "sheet") -> Any:
    """The check and facts that a cell leads to."""
    data = json.loads(system_data(grognard.system(system), variant))
    (found,) = [each for each in data["charts"] if each["name"] == chart]
    row = next(row for row in found["rows"] if row["label"] == label)
    place = row["leads"][column]
    return None if place < 0 else (found["leads"][place]["check"], found["leads"][place]["facts"])


@pytest.mark.parametrize(
    ("system", "chart", "label", "column", "check", "facts"),
    [
        # A modifier is the condition that brings it; a gun's needs guns that fire.
        ("shock", "terrain-shock", "Village", 0, "shock", {"cover": 2}),
        ("shock", "fire-drm", "French artillery firing", 0, "fire", {"arm": 1, "french-guns": 1}),
        ("onepage", "morale", "Disordered", 0, "morale", {"disordered": 1}),
        # The column 2-1 of the shock table, and infantry of 5 or 6 points in that of fire.
        ("shock", "shock", "3 Def", 6, "shock", {"ratio": 7}),
        ("shock", "fire", "4", 4, "fire", {"sp": 5}),
        ("onepage", "dice", "Infantry", 3, "melee", {"attacker": 0, "attacker-stationary": 1}),
        ("brigades", "dice", "Cavalry brigade", 2, "melee", {"row": 3}),
        # Foot artillery escapes cavalry on 6; heavy guns throw two dice of canister and hit on 4.
        ("pulses", "escape", "Foot artillery", 1, "escape", {"need": 6}),
        (
            "pulses",
            "artillery",
            "Heavy guns (9 to 12 pounders)",
            0,
            "artillery",
            {"dice": 2, "hit": 4},
        ),
        ("pulses", "combat", "Infantry against cover", 0, "combat", {"attacker-hit": 6}),
        ("locales", "field", "Assault", 0, "assault", {}),
    ],
)
def test_a_cell_leads_to_the_odds_it_is_about(
    system: str, chart: str, label: str, column: int, check: str, facts: dict[str, int]
) -> None:
    assert lead(system, chart, label, column) == (check, facts)


def test_what_has_no_odds_leads_nowhere() -> None:
    assert lead("shock", "terrain", "Woods", 0) is None
    assert lead("brigades", "terrain-sight", "Forest", 0) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_lead_is_a_situation_of_its_check(name: str) -> None:
    system = grognard.system(name)
    kinds = system.checks()
    data = json.loads(system_data(system))
    leads = [lead for chart in data["charts"] for lead in chart["leads"]]
    assert leads
    for each in leads:
        kind = kinds[each["check"]]
        kind.check(kind.read(each["facts"]))


def test_words_of_a_chart_follow_the_variant() -> None:
    worded = grognard.system("pulses").checks()["combat"].worded()["attacker-hit"]
    assert ("Infantry", 5) in worded and ("Infantry against cover", 6) in worded


def _read(text: str) -> guide.Guide:
    system = grognard.system("onepage")
    return guide.read(toml.loads(text, "guide.toml"), system.checks(), system.rulebook())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[odds]]\nchart = "dcie"\ncheck = "fire"', 'guide.toml:2: unknown chart "dcie"'),
        (
            '[[odds]]\nchart = "ranges"\ncheck = "fire"\ncolumns = ["close = yes"]',
            'guide.toml:4: the chart "ranges" has 2 columns, not 1',
        ),
        (
            '[[odds]]\nchart = "ranges"\ncheck = "fire"\ncolumns = ["clsoe = yes", ""]',
            "no such fact",
        ),
        (
            '[[odds]]\nchart = "ranges"\ncheck = "fire"\ncolumns = ["arm = camel", ""]',
            'arm="camel" is unknown',
        ),
        (
            '[[odds]]\nchart = "ranges"\ncheck = "fire"\ncolumns = ["mlee: arm = x", ""]',
            'unknown check "mlee"',
        ),
        ('back = ["dcie"]', 'guide.toml:1: unknown chart "dcie"'),
    ],
)
def test_a_wrong_way_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        _read(text)
    assert said in str(caught.value)
