"""What players are told: who does what in plain words, and why there is nothing to choose."""

import grognard
from grognard.engine.game import Game
from tests.rules.onepage.given import Scene, foot, given, guns


def asked(scene: Scene) -> str:
    """The question as the asked side reads it."""
    decision = scene.p.decision
    assert decision is not None
    return decision.prompt(scene.p)


def told(game: Game) -> str:
    """The last line of the log."""
    return game.log[-1].text


def test_a_unit_boxed_in_is_told_why_it_may_only_halt() -> None:
    scene = given(foot("rear", 20, 20), foot("front", 20, 16.9)).moves("rear")
    assert scene.texts() == ["halt"]
    why = "the way ahead is closed: another stand is there"
    assert asked(scene) == f"Rear has 12 in left, but {why}."


def test_a_unit_with_no_named_way_is_told_that_any_place_will_do() -> None:
    scene = given(foot("guard", 20, 20)).moves("guard").play("to 20.0,14.0 facing 5")
    assert scene.texts() == ["halt"]
    assert asked(scene) == "Guard has 6 in left: to any place within reach, or halt?"


def test_a_unit_with_ways_is_asked_where_to() -> None:
    scene = given(foot("guard", 20, 20)).moves("guard")
    assert asked(scene) == "Guard has 12 in left: where to?"


def test_verbs_agree_with_names_and_a_turn_is_no_move() -> None:
    game = grognard.new("onepage/maida", seed=3)
    game.play("move horse-guns")
    assert game.view("french").question.prompt == "Horse guns have 24 in left: where to?"
    game.play("to 30.8,12.8 facing 265")
    assert told(game) == "Horse guns turn from facing 270 to 265."
    game.play("halt")
    game.play("move peyri to 30.0,16.4")
    assert told(game) == "Peyri moves from 31.4,16.4 facing 270 to 30.0,16.4 facing 270."


def test_one_die_is_no_dice() -> None:
    scene = given(guns("battery", 20, 20), foot("foe", 20, 12, facing=180, side="red"))
    scene.combat().play("fire battery > foe")
    assert scene.p.check().target == "1 die, hits on 6 or more"


def test_who_runs_out_of_time_neither_charges_nor_goes_far() -> None:
    # A fresh unit may not halt. Ahead it may charge (4.4 in) or go within 2 in of the enemy's front
    # at 14.0: its own front at 15.9, its centre at 17.4, 2.6 in; the half moves aside are longer.
    scene = given(foot("guard", 20, 20), foot("foe", 20, 12.5, facing=180, side="red"))
    scene.moves("guard")
    assert "halt" not in scene.texts()
    assert any("charge" in text for text in scene.texts())
    decision = scene.p.decision
    assert decision is not None
    x, y, _ = scene.p.battle.poses.pose(decision.default(scene.p) - scene.p.battle.pose_at)
    assert (x, y) == (200, 174)


def test_who_has_gone_a_way_halts_when_his_time_is_up() -> None:
    scene = given(foot("guard", 20, 20)).moves("guard").play("to 20.0,14.0 facing 5")
    decision = scene.p.decision
    assert decision is not None
    assert scene.p.battle.nouns.name(decision.default(scene.p)) == "halt"
