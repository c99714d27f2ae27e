"""Answers beyond the options: any pose that keeps the rules is played, recorded and replayed."""

from pathlib import Path

import pytest

import grognard
from grognard.engine.errors import AmbiguousOrder, BadOrder, GrognardError, NotAllowed
from grognard.engine.game import Game

# The French move first; 1st Light stands at 27.0,23.6 and looks left.
HERE = "25.3,24.1 facing 270"


def begun() -> Game:
    """Maida with 1st Light asked where it goes."""
    game = grognard.new("onepage/maida", seed=3)
    game.play("move first-light")
    return game


def test_a_pose_that_is_no_option_is_accepted_in_words_numbers_and_json() -> None:
    game = begun()
    action = game.battle.nouns.action("pose", HERE)
    assert action not in game.options()
    for answer in (f"to {HERE}", HERE, action, {"pose": HERE}):
        again = begun()
        again.play(answer)
        placed = {p.id: p.at[:2] for p in again.system.placements(again.view(None))}
        assert placed["unit:first-light"] == (253, 241)


def test_a_place_alone_keeps_the_facing() -> None:
    game = begun()
    game.play("to 25.3,24.1")
    pieces = {p.id: p for p in game.system.placements(game.view(None))}
    assert pieces["unit:first-light"].turn == 270


def test_the_record_replays_it(tmp_path: Path) -> None:
    game = begun()
    game.play(f"to {HERE}")
    game.play("halt")
    path = tmp_path / "maida.grog"
    game.save(path)
    assert f"french pose:{HERE} | to {HERE}" in path.read_text("utf-8")
    again = grognard.load(path)
    assert again.position.digest() == game.position.digest()
    assert grognard.verify(path).ok


def test_it_can_be_taken_back() -> None:
    game = begun()
    before = game.position.digest()
    game.play(f"to {HERE}")
    game.undo()
    assert game.position.digest() == before


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("10.0,24.1 facing 270", "further than the 12 in"),
        ("29.0,23.6 facing 270", "outside the front arc"),
        ("28.4,20.4 facing 20", "it would stand on 42nd Line"),
        ("27.0,23.6 facing 270", "it is there already"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_the_reason(place: str, why: str) -> None:
    game = begun()
    before, lines = game.position.digest(), len(game.record.lines)
    for answer in (f"to {place}", {"pose": place}):
        with pytest.raises(NotAllowed, match=why):
            game.play(answer)
    assert game.position.digest() == before and len(game.record.lines) == lines
    view = game.view("french")
    assert why in view.refusal(game.battle.nouns.action("pose", place))


def test_nonsense_is_refused() -> None:
    game = begun()
    for answer in ("to nowhere", "99.0,99.0 facing 0", "to 12.3,20.0 facing 7"):
        with pytest.raises((BadOrder, NotAllowed, AmbiguousOrder)):
            game.play(answer)
    with pytest.raises(GrognardError):
        game.play({"pose": "99.0,99.0 facing 0"})


def test_several_legs_in_one_line() -> None:
    game = begun()
    game.play("to 25.0,23.6 to 25.0,23.6 facing 290 halt")
    pieces = {p.id: p for p in game.system.placements(game.view(None))}
    assert pieces["unit:first-light"].turn == 290


def test_the_view_of_the_asked_side_tells_the_reach() -> None:
    game = begun()
    (area,) = game.view("french").reach()
    assert area.text == "12 in left"
    # Straight ahead the skirmishers are in the way; five degrees beside it is 12 in times 0.9962.
    assert min(x for x, _ in area.outline) == 27000 - 11954
    assert max(x for x, _ in area.outline) == 27000
    assert game.view("british").reach() == ()
    assert game.view("british").refusal(0) == "you are not asked"
    assert game.view("french").refusal(game.options()[0]) == ""
