"""Short words and codes are explained where they appear."""

import re

import pytest

import grognard
from grognard.bots import bot
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


@pytest.mark.parametrize("name", [system.name for system in grognard.systems()])
def test_log_and_questions_name_pieces_and_places_as_the_map_does(name: str) -> None:
    system = grognard.system(name)
    game = grognard.new(system.battle(system.shipped[0]), seed=5)
    luck = bot("random", 5)
    said, ids = set(), set()
    while not game.over:
        if game.actor not in game.battle.sides:
            game.roll()
            continue
        views = [game.view(side) for side in game.battle.sides]
        said |= {view.question.prompt for view in views}
        ids |= {option.target for view in views for option in view.question.options}
        ids |= {piece.id for piece in system.placements(views[0])}
        game.play(luck.choose(game.view(game.actor), system))
    said |= {entry.text for entry in game.log}
    kinds = ("unit", "block", "locale", "approach")
    named = [id_.partition(":") for id_ in ids]
    files = {word for kind, _, name in named if kind in kinds for word in name.split("/")}
    assert any("-" in word for word in files)
    for text in said:
        hyphened = set(re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+", text))
        assert not files & hyphened, text
        assert not re.search(r"\b1 (hits|dice|points|units|cards|blocks|steps)\b", text), text
        assert "  " not in text.replace("\n  ", "\n"), text
