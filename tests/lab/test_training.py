"""Learning weights: what moves, what stays, and how it is written."""

import random
from pathlib import Path

import msgspec
import pytest

from grognard.engine.errors import FileError
from grognard.engine.weights import Weights, WeightSets
from grognard.lab import training
from grognard.lab.training import (
    FIRST_SEED,
    Fit,
    Kept,
    Task,
    Worth,
    features,
    fitted,
    gathered,
    inverted,
    moved,
    record,
    written,
)
from grognard.systems import system
from tests.bots.test_levels import opened

START = {"good": 4.0, "bad": -4.0, "noise": 4.0, "unused": 0.0}


def games(count: int = 400) -> list[Kept]:
    """Games won by the side that has raised `good` or lowered `bad`, if only one has."""
    rng = random.Random(5)
    found = []
    for seed in range(count):
        first, second = ({n: rng.choice((-1, 1)) for n in START if START[n]} for _ in (0, 1))
        lead = first["good"] - first["bad"] - second["good"] + second["bad"]
        won = 1.0 if lead > 0 else 0.0 if lead < 0 else float(rng.randrange(2))
        found.append(Kept(seed, START, won, (first, second)))
    return found


def test_what_wins_games_is_raised_by_a_step_and_what_loses_them_lowered() -> None:
    fit = fitted(games(), START, {"bad": 1.25})
    assert fit.weights["good"] == 8.0
    assert fit.weights["bad"] == -3.2  # its own step: -4 / 1.25
    assert 2.0 < fit.weights["noise"] < 8.0
    assert fit.worth["good"].games > 0 > fit.worth["bad"].games


def test_a_weight_of_nothing_stays_nothing() -> None:
    fit = fitted(games(), START, {})
    assert fit.weights["unused"] == 0.0 and "unused" not in fit.worth


def test_games_decided_by_the_side_alone_move_nothing() -> None:
    fit = fitted([msgspec.structs.replace(game, won=1.0) for game in games(40)], START, {})
    assert fit.weights == START


def test_few_games_move_a_weight_less_than_many() -> None:
    assert 4.0 < fitted(games(12), START, {}).weights["good"] < 8.0


def test_weights_move_by_their_own_steps() -> None:
    assert moved({"a": 3.0, "b": 0.8}, {"a": -1, "b": 1}, {"b": 1.25}) == {"a": 1.5, "b": 1.0}


def test_an_inverse_times_its_matrix_is_one() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]]
    other = inverted(matrix)
    for i in range(3):
        for j in range(3):
            product = sum(matrix[i][k] * other[k][j] for k in range(3))
            assert product == pytest.approx(float(i == j))


def test_kept_games_of_the_same_weights_are_not_played_again(tmp_path: Path) -> None:
    steps = {"good": 1, "bad": 1, "noise": 1}
    kept = Kept(FIRST_SEED, START, 1.0, (steps, steps))
    other = Kept(FIRST_SEED + 1, {**START, "good": 99.0}, 1.0, (steps, steps))
    path = tmp_path / "games.jsonl"
    lines = [msgspec.json.encode(kept), msgspec.json.encode(other), b'{"seed": 3']
    path.write_bytes(b"\n".join(lines))
    played: list[int] = []

    def play(seed: int) -> Kept:
        played.append(seed)
        return Kept(seed, START, 0.0, (steps, steps))

    told: list[int] = []
    task = Task("a-system", "a-battle", 3, None, path)
    for _ in range(2):
        found_games = gathered(Kept, play, START, task, told.append)
        assert [game.won for game in found_games] == [1.0, 0.0, 0.0]
    assert played == [FIRST_SEED + 1, FIRST_SEED + 2] and told == [2, 3]


def test_a_game_is_played_with_every_weight_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, float]] = []
    init = training.Learner.__init__

    def watched(self: training.Learner, seed: int, weights: Weights, nodes: int) -> None:
        init(self, seed, weights, nodes)
        seen.append(weights.numbers())

    monkeypatch.setattr(training.Learner, "__init__", watched)
    game = training.self_play("locales", "mcphersons-ridge", 2, 7)
    assert game.won in (0.0, 0.5, 1.0)
    for side in (0, 1):
        for name, number in game.start.items():
            factor = 1.25 if name == "fade" else 2.0
            up = game.steps[side].get(name, 0)
            assert seen[side][name] == pytest.approx(number * factor**up)
            assert up in (-1, 1) or number == 0


def test_a_step_of_an_unknown_feature_is_told(tmp_path: Path) -> None:
    sets = system("locales").weights()
    assert sets is not None
    folder = tmp_path / "locales" / "judging"
    folder.mkdir(parents=True)
    text = training.weights_file("locales").read_text("utf-8")
    (folder / "weights.toml").write_text(text.replace("fade = 1.25", "fada = 1.25"), "utf-8")
    with pytest.raises(FileError, match='no feature "fada"'):
        WeightSets(sets.kind, tmp_path / "locales")


def test_features_of_a_linear_weight_are_what_it_counts() -> None:
    found, p = opened("locales/mcphersons-ridge")
    sets = found.weights()
    assert sets is not None
    weights = sets.get("hand")
    names = list(weights.numbers())
    counted = features(found, p, 0, weights)
    # A point of morale is worth `morale` to its side: the feature is the lead in morale.
    lead = p.morale[0] - p.morale[1]  # type: ignore[attr-defined]
    assert round(counted[names.index("morale")], 6) == lead


@pytest.mark.parametrize("name", ["shock", "locales", "onepage", "brigades", "pulses"])
def test_what_is_written_can_be_read_again(name: str, tmp_path: Path) -> None:
    found = system(name)
    sets = found.weights()
    assert sets is not None
    learnt = {key: round(number * 1.5, 4) for key, number in sets.get("hand").numbers().items()}
    fit = Fit(learnt, {"ending": Worth(0.03, 0.01)}, 10)
    task = Task(name, "a-battle", 10, None, tmp_path)
    text = training.weights_file(name).read_text("utf-8")
    for _ in range(2):  # written twice it is there once
        text = written(text, fit.weights, record(fit, task))
    folder = tmp_path / name / "judging"
    folder.mkdir(parents=True)
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    again = WeightSets(sets.kind, tmp_path / name)
    assert again.get() == again.get("learnt") and again.get().numbers() == learnt
    assert again.get("hand") == sets.get("hand") and again.get("first") == sets.get("first")
    assert again.record["worth"] == ["ending +3.0 %"] and again.steps == sets.steps
    assert again.record["games"] == 10 and again.tempers == sets.tempers
