"""Pictures of real games: every shipped battle at its start and in the midst of random play."""

import random
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import grognard
from grognard.draw import scene, tablesymbols
from grognard.draw.ink import contrast
from grognard.draw.pieces import CODES
from grognard.draw.scene import Scene
from grognard.draw.symbols import SHAPES
from grognard.draw.tablepieces import LEADERS

KNOWN = {*SHAPES, *tablesymbols.SHAPES, *LEADERS}
BATTLES = [battle.id for battle in grognard.battles()]


def played(battle: str, answers: int, every: int) -> Iterator[Scene]:
    """The scenes of a random game, one every few answers."""
    game = grognard.new(battle, seed=11)
    rng = random.Random(11)
    for number in range(answers):
        if game.over:
            return
        if number % every == 0:
            yield scene(game.view(None), game.system)
        if game.actor is grognard.CHANCE:
            game.roll()
        else:
            game.play(rng.choice(game.options()))


def overlaps(found: Scene) -> list[tuple[str, str]]:
    boxes = [(text.text, text.box) for text in (*(n.text for n in found.labels), *found.texts)]
    boxes += [(c.text.text, c.box.grown(-0.1)) for p in found.pieces for c in p.chips]
    return [(a, b) for i, (a, box) in enumerate(boxes) for b, its in boxes[:i] if box.meets(its)]


@pytest.mark.parametrize("battle", BATTLES)
def test_every_position_of_a_game_is_readable_and_its_words_are_known(battle: str) -> None:
    seen = 0
    for found in played(battle, answers=160, every=10):
        for p in found.pieces:
            assert p.placement.symbol in KNOWN
            assert set(p.placement.marks) <= set(CODES)
        seen += 1
        if seen % 2 == 0:  # words are quickly looked up, lettering is measured
            continue
        assert overlaps(found) == []
        names = [label.text.text for label in found.labels]
        assert [p.id for p in found.pieces if p.placement.label not in names] == []
        for text in found.lettering():
            assert text.size >= 11
            assert contrast(text.ink, text.plate) >= 4.5
    assert seen >= 7  # a random game may be over sooner than the sixteenth look


@pytest.mark.parametrize("battle", BATTLES)
def test_the_hour_stands_in_the_margin(battle: str) -> None:
    (found,) = played(battle, answers=1, every=1)
    assert len(found.texts) == 1


def test_a_game_shows_itself_in_a_notebook() -> None:
    game = grognard.new("shock/gemioncourt", seed=1)
    tree = ElementTree.fromstring(game._repr_svg_())
    ids = {element.get("id") for element in tree.iter()}
    assert {"unit:husson", "unit:bijleveld", "hex:0907", "objective:0"} <= ids
