"""The golden playthroughs: every battle still plays as it did, line by line."""

import pytest

import grognard
from grognard.engine.position import Field
from grognard.lab import golden
from tests.engine import toy
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


def test_a_playthrough_tells_questions_options_answers_events_and_hashes() -> None:
    lines = list(golden.playthrough(toy.TOY, toy.TOY.battle("field"), seed=1))
    assert lines[0].startswith("toy/field, variant sheet, seed 1; written by make golden")
    assert lines[1].startswith("start = ") and len(lines[1]) == len("start = ") + 12
    assert lines[2] == "1 red: Which wing?"
    assert lines[3] == "  2 options: plan left | plan right"
    assert lines[4] in ("  > plan left", "  > plan right")
    assert lines[5] == "  * Red plans (to red)"
    assert lines[6].startswith("  = ")
    assert lines[7] == "2 blue: Which wing?"
    assert lines[-1].startswith("end: ")


def test_a_playthrough_is_short_after_sixty_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "WHOLE", 2)
    lines = list(golden.playthrough(toy.TOY, toy.TOY.battle("field"), seed=1))
    # Two heads, two plans of five lines each, the event of the first round, then a line each.
    assert lines[2 + 5 + 6].startswith("3 red > ")
    numbers = [int(line.split()[0]) for line in lines[13:-1]]
    assert numbers == list(range(3, 3 + len(numbers)))


def _toy_start() -> toy.ToyPosition:
    p = toy.TOY.start(toy.TOY.battle("field"))
    assert isinstance(p, toy.ToyPosition)
    return p


def test_a_hash_tells_one_value_of_one_field() -> None:
    p, wounded = _toy_start(), _toy_start()
    wounded.strength[3] = 1
    assert golden.state_hash(p) != golden.state_hash(wounded)


def test_a_hash_tells_who_is_asked_what() -> None:
    p, other, later = _toy_start(), _toy_start(), _toy_start()
    other.stack[-1] = toy.AskPlan(side=1)
    later.stack[-1] = toy.Order(side=0)
    other._options = later._options = None
    assert len({golden.state_hash(q) for q in (p, other, later)}) == 3


def test_a_renaming_leaves_the_hash_alone() -> None:
    class AskWing(toy.AskPlan):
        pass

    class Renamed(toy.ToyPosition):
        __slots__ = ()
        FIELDS = (*toy.ToyPosition.FIELDS[1:], Field("men", "unit"))

        @property
        def men(self) -> list[int]:
            return self.strength

    p = _toy_start()
    renamed = Renamed(p.battle, [*p.stack[:-1], AskWing(side=0)])
    assert renamed.digest() != p.digest()
    assert golden.state_hash(renamed) == golden.state_hash(p)


@pytest.mark.parametrize(
    ("kept", "found", "said"),
    [
        (["a", "b"], ["a", "b"], None),
        (["a", "b"], ["a", "c"], 'line 2 was "b" and is now "c"'),
        (["a"], ["a", "b"], 'line 2 was missing and is now "b"'),
        (["a", "b"], ["a"], 'line 2 was "b" and is now missing'),
    ],
)
def test_the_first_difference_is_named(kept: list[str], found: list[str], said: str | None) -> None:
    assert golden.difference(kept, found) == said
