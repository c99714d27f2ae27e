"""Learning weights: what moves, what stays, and how it is written."""

from pathlib import Path

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.weights import WeightSets
from grognard.lab import training
from grognard.lab.training import Fit, Kept, chance, features, fitted, written
from grognard.systems import system
from tests.bots.test_levels import opened

START = {"told": 1.0, "noise": 1.0, "urge": 1.0}


def games(count: int = 40) -> list[Kept]:
    """Games won by the side with the greater `told`; `urge` is the same for both sides."""
    found = []
    for seed in range(count):
        sign = 1 if seed % 2 else -1
        rows = [[2.0 * sign, 2.0 * (-1) ** (seed // 2), 1.0]]
        other = [[-rows[0][0], -rows[0][1], 1.0]]
        found.append(Kept(seed, float(seed % 2), rows, other))
    return found


def test_what_foretells_the_result_grows_and_noise_shrinks() -> None:
    fit = fitted(games(), START)
    assert fit.weights["told"] > START["told"]
    assert fit.weights["noise"] < START["noise"]
    assert fit.after < fit.before


def test_what_urges_both_sides_alike_is_not_learnt() -> None:
    fit = fitted(games(), START)
    assert fit.weights["urge"] == START["urge"] and "urge" not in fit.moved


def test_weights_keep_their_sign_and_bounds() -> None:
    fit = fitted(games(), START)
    for name in fit.moved:
        assert training.LEAST <= fit.weights[name] <= training.MOST


def test_nothing_to_learn_is_told() -> None:
    with pytest.raises(GrognardError, match="play more"):
        fitted([Kept(0, 1.0, [[0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0]])], START)


def test_an_even_position_is_an_even_chance() -> None:
    assert chance([1.0, -1.0], [2.0, 2.0], 0.5) == 0.5


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
    fit = Fit(learnt, ["ending"], 0.69, 0.6, 100, 10)
    text = training.weights_file(name).read_text("utf-8")
    for _ in range(2):  # written twice it is there once
        text = written(text, fit, "a-battle")
    folder = tmp_path / name / "judging"
    folder.mkdir(parents=True)
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    again = WeightSets(sets.kind, tmp_path / name)
    assert again.get() == again.get("learnt") and again.get().numbers() == learnt
    assert again.get("hand") == sets.get("hand") and again.get("first") == sets.get("first")
    assert again.record["games"] == 10 and again.tempers == sets.tempers
