"""Short words and codes are explained where they appear."""

import pytest

import grognard
from grognard.draw.pieces import CODES
from grognard.engine.system import System


@pytest.mark.parametrize(
    ("system", "word", "meaning"),
    [
        ("shock", "D-2", "badly disordered: neither fires nor attacks"),
        ("shock", "1D", "loses strength: 1, disordered"),
        ("shock", "d+2", "cohesion check, disordered if it fails"),
        (
            "shock",
            "- / 1BD",
            "attacker: nothing; defender: loses strength: 1, goes back, disordered",
        ),
        ("shock", "no effect", ""),
        ("locales", "field-march", "to the next locale, if no enemy is in it"),
        ("pulses", "SK2", "skirmishers: 2 dice in a skirmish attack"),
    ],
)
def test_what_a_short_word_means(system: str, word: str, meaning: str) -> None:
    assert grognard.system(system).meaning(word) == meaning


@pytest.mark.parametrize("system", grognard.systems(), ids=lambda system: system.name)
def test_every_state_that_is_written_on_a_piece_is_explained(system: System) -> None:
    for state in system.states:
        assert not CODES.get(state) or system.meaning(state), state
