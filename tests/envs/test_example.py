"""The worked example of docs/envs.md learns, in a small version."""

import importlib.util
import re
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_linear.py"


@pytest.mark.slow
def test_the_example_learns_to_beat_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("train_linear", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.train(games=32, tests=8)
    curve = re.findall(r"(\d+) games: (\d+) % .* of (\d+) won", capsys.readouterr().out)
    assert [(games, tests) for games, _, tests in curve] == [("2", "2"), ("8", "2"), ("32", "8")]
    # Whoever answers at random wins half of such games; after this little about four of five.
    assert int(curve[-1][1]) >= 75
