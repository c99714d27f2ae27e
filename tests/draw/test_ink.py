"""Colours: contrast by measure."""

import pytest

from grognard.draw import ink


def test_contrast_of_known_pairs() -> None:
    assert ink.contrast("#ffffff", "#000000") == pytest.approx(21)
    # The classic grey that just fails on white.
    assert ink.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert ink.contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


@pytest.mark.parametrize("index", range(4))
@pytest.mark.parametrize("side", ["french", "allied", "prussian", "austrian", "russian", "unheard"])
def test_the_lettering_of_every_side_can_be_read_on_paper(side: str, index: int) -> None:
    livery = ink.livery(side, index)
    assert ink.contrast(livery.letters, ink.PAPER) >= 4.5


def test_armies_keep_their_colours_whoever_is_named_first() -> None:
    assert ink.livery("french", 0) == ink.livery("french", 1)
    assert ink.livery("french", 0) != ink.livery("prussian", 0)


def test_sides_without_colours_of_their_own_differ() -> None:
    assert len({ink.livery("unheard", i) for i in range(4)}) == 4
