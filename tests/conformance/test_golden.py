"""The golden playthroughs: every battle still plays as it did, line by line."""

import pytest

import grognard
from grognard.lab import golden
from tests.project.source_tree import ROOT

KEPT = ROOT / "tests" / "golden"
LARGEST = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("battle", grognard.battles(), ids=lambda battle: battle.id)
def test_a_battle_plays_as_kept(battle: grognard.Battle) -> None:
    assert golden.check_golden(battle, KEPT) is None


def test_every_golden_file_belongs_to_a_battle() -> None:
    names = {golden.golden_name(battle) for battle in grognard.battles()}
    assert {path.name for path in KEPT.glob("*.txt")} == names


def test_golden_files_stay_small() -> None:
    assert [path.name for path in KEPT.glob("*.txt") if path.stat().st_size > LARGEST] == []


@pytest.mark.parametrize(
    ("kept", "found", "said"),
    [
        (["a", "b"], ["a", "b"], None),
        (["a", "b"], ["a", "c"], 'line 2 was "b" and is now "c"'),
        (["a"], ["a", "b"], 'line 2 was missing and is now "b"'),
        (["a", "b"], ["a"], 'line 2 was "b" and is now missing'),
    ],
)
def test_the_first_difference_is_named(
    kept: list[str], found: list[str], said: str | None
) -> None:
    assert golden.difference(kept, found) == said
