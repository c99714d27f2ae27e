"""Damaged positions are loaded or refused in words; the long campaign is `make damage`."""

import json
import math
import random
from contextlib import suppress

import pytest

from grognard.lab.damage import WAYS, campaign, damage, positions
from grognard.systems import NAMES, system


@pytest.mark.parametrize("name", NAMES)
def test_damaged_positions_are_loaded_or_refused(name: str) -> None:
    toll = campaign(name, 200, seed=7, slow=math.inf)
    assert toll.wrong == []
    # A campaign that damages nothing, or everything beyond recognition, proves little.
    assert toll.loaded > 10 and toll.refused > 50


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_of_damage_changes_something(way: object) -> None:
    assert callable(way)
    rules = system("shock")
    source = positions(rules, rules.battle("gemioncourt"), random.Random(1))
    changed = 0
    for seed in range(20):
        before = next(source)
        after = json.loads(json.dumps(before))
        with suppress(IndexError):  # a step without fields, a field without entries
            way(after, random.Random(seed))
        changed += after != before
    assert changed >= 3


def test_the_same_seed_damages_in_the_same_way() -> None:
    data = {"fields": {"a": [1, 2, 3], "b": [4, 5]}, "stack": [{"Go": {"unit": 1}}]}
    twice = [damage(data, random.Random(5)) for _ in range(2)]
    assert twice[0] == twice[1] and twice[0].data != data
