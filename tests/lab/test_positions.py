"""Learning weights from positions: what foretells the winner counts more, the rest less."""

import random
from pathlib import Path

import msgspec
import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.weights import WeightSets
from grognard.lab import positions
from grognard.lab.positions import Learnt, Look, Watched, chance, learnt, told, watched
from grognard.lab.training import FIRST_SEED, Task, weights_file, written
from grognard.systems import system

START = {"men": 2.0, "flags": 2.0, "rout": -2.0, "unused": 0.0}
TURNS = 8


def game(rng: random.Random, seed: int) -> Watched:
    """A game in which leads grow and shrink by chance, and the lead in men at the end decides.

    A lead in flags is as large and decides nothing; routs (of the enemy's, less one's own) are
    counted below nothing, and decide as much as men do.
    """
    men = flags = rout = 0.0
    looks = []
    for turn in range(1, TURNS + 1):
        men += rng.gauss(0, 1)
        flags += rng.gauss(0, 1)
        rout += rng.gauss(0, 1)
        judged = START["men"] * men + START["flags"] * flags + START["rout"] * rout
        looks.append(Look(turn, rng.choice((-1, 1)), judged, [men, flags, rout, 0.0]))
    return Watched(seed, START, float(rng.random() < chance(men - rout)), looks)


def games(count: int) -> list[Watched]:
    rng = random.Random(11)
    return [game(rng, seed) for seed in range(count)]


@pytest.fixture(scope="module")
def many() -> Learnt:
    return learnt(games(300), START, {})


def test_what_foretells_the_winner_counts_more_than_what_does_not(many: Learnt) -> None:
    assert many.weights["flags"] < START["flags"] * 0.6
    assert many.weights["men"] > 2 * many.weights["flags"]
    assert many.weights["rout"] < -2 * many.weights["flags"]  # its sign stays
    assert many.games == 300 and many.positions == 300 * TURNS


def test_what_was_learnt_foretells_games_that_were_not_learnt_from(many: Learnt) -> None:
    assert many.after < many.before < 0.693


def test_a_weight_of_nothing_stays_nothing(many: Learnt) -> None:
    assert many.weights["unused"] == 0.0 and "unused" not in many.moved


def test_few_games_move_weights_less_and_are_less_sure(many: Learnt) -> None:
    few = learnt(games(20), START, {})
    assert abs(few.moved["flags"].share) < abs(many.moved["flags"].share)
    assert few.moved["flags"].error > many.moved["flags"].error


def test_no_weight_moves_further_than_its_step() -> None:
    found = learnt(games(200), START, {"flags": 1.1})
    assert found.weights["flags"] == round(2.0 / 1.1, 4)


def test_from_games_that_say_nothing_nothing_is_learnt() -> None:
    drawn = [msgspec.structs.replace(each, won=0.5) for each in games(40)]
    with pytest.raises(GrognardError, match="foretells nothing"):
        learnt(drawn, START, {})


def test_what_moved_is_told_the_surest_first(many: Learnt) -> None:
    head, first, *_, last = told(many, START)
    assert head.startswith("300 games, 2400 positions.")
    assert first.startswith("flags: 2 → ")
    assert "before" in last and "learnt" in last


def test_a_game_is_looked_at_and_the_same_again_with_the_same_seed() -> None:
    one, two = (watched("locales", "mcphersons-ridge", 2, 7) for _ in range(2))
    assert one == two and one.won in (0.0, 0.5, 1.0) and len(one.looks) > 3
    sets = system("locales").weights()
    assert sets is not None and one.start == sets.get().numbers()
    assert {each.asked for each in one.looks} == {-1, 1}
    assert [each.turn for each in one.looks] == sorted(each.turn for each in one.looks)
    assert all(len(each.features) == len(one.start) for each in one.looks)


def test_what_is_learnt_is_kept_with_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = system("locales").weights()
    assert sets is not None
    start = sets.get().numbers()
    played: list[int] = []

    def play(name: str, battle: str, nodes: int, seed: int) -> Watched:
        played.append(seed)
        rng = random.Random(seed)
        lead = [rng.gauss(0, 1) for _ in start]
        judged = sum(a * b for a, b in zip(lead, start.values(), strict=True))
        looks = [Look(turn, 1, judged, lead) for turn in (1, 2)]
        return Watched(seed, start, float(lead[0] > 0), looks)

    monkeypatch.setattr(positions, "watched", play)
    task = Task("locales", "a-battle", 12, None, tmp_path / "games.jsonl")
    for _ in range(2):  # the second time from what was kept
        found = positions.learn(task, sets, lambda played: None)
    assert played == list(range(FIRST_SEED, FIRST_SEED + 12))
    text = written(weights_file("locales").read_text("utf-8"), found.weights, found.record)
    folder = tmp_path / "locales" / "judging"
    folder.mkdir(parents=True)
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    again = WeightSets(sets.kind, tmp_path / "locales")
    assert again.get("learnt").numbers() == found.weights
    assert again.record["games"] == 12 and again.record["positions"] == 24
    assert again.record["player"] == "drill:100" and len(again.record["moved"]) > 3
