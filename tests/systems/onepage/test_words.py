"""What players are told: who does what in plain words, and why there is nothing to choose."""

import random

import pytest

import grognard
from grognard.engine.errors import BadOrder, NotAllowed
from grognard.engine.game import Game
from grognard.engine.step import NOBODY
from grognard.engine.view import View
from grognard.systems.onepage.state.position import DISORDERED, LIMBERED
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns


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
    why = "the way ahead is closed: it would stand on Front"
    assert asked(scene) == f"Rear has 12 in left, but {why}."


def test_a_unit_with_no_named_way_is_told_that_any_place_will_do() -> None:
    scene = given(foot("guard", 20, 20)).moves("guard").play("to 20.0,14.0 facing 5")
    assert scene.texts() == ["halt"]
    assert asked(scene) == "Guard has 6 in left: to any place within reach, or halt?"


def test_a_unit_with_ways_is_asked_where_to() -> None:
    scene = given(foot("guard", 20, 20)).moves("guard")
    assert asked(scene) == "Guard has 12 in left: where to?"


def test_a_unit_that_can_only_turn_is_asked_for_the_turn() -> None:
    # Its whole move is gone, and the one facing change that is free is not.
    foe = foot("foe", 30, 10, facing=180, side="red")
    scene = given(foot("guard", 20, 30), foe).moves("guard").play("to 20.0,18.0")
    assert scene.texts() == ["halt", "turn to foe to 20.0,18.0 facing 50"]
    assert asked(scene) == "Guard has 0 in left: turn or halt?"


def test_verbs_agree_with_names_and_a_turn_is_no_move() -> None:
    game = grognard.new("onepage/maida", seed=3)
    game.play("move horse-guns")
    assert game.view("french").question.prompt == "Horse guns have 24 in left: turn or limber?"
    game.play("to 30.8,12.8 facing 265")
    assert told(game) == "Horse guns turn 5° left."
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


FAR = foot("foe", 46, 34, facing=270, side="red")
WOOD = [("forest", "180,180 220,180 220,220 180,220")]


def refused(scene: Scene, order: str) -> str:
    """What a player reads who gives an order that cannot be carried out."""
    with pytest.raises(NotAllowed) as caught:
        scene.play(order)
    return str(caught.value)


def test_guns_are_told_why_they_cannot_limber_or_unlimber() -> None:
    near = general("g", 22, 23)
    # The free change was limbering; the other costs half of 18 in, and 8 in are left.
    scene = given(guns("battery", 20, 30), general("g", 22, 30), FAR).moves("battery")
    scene.play("limber", "to 20.0,20.0")
    short = "Battery cannot unlimber: as another facing change it costs 9 in and 8 in are left"
    assert refused(scene, "unlimber") == short
    assert refused(scene, "limber") == "Battery cannot limber: it is limbered already"
    scene = given(guns("battery", 20, 20), near, FAR).moves("battery")
    assert refused(scene, "unlimber") == "Battery cannot unlimber: it is unlimbered already"
    wood = given(guns("battery", 20, 20, state=LIMBERED), near, FAR, areas=WOOD).moves("battery")
    forest = "Battery cannot unlimber: guns do not unlimber in a forest"
    assert refused(wood, "unlimber") == forest
    scene = given(foot("guard", 20, 20), near, FAR).moves("guard")
    assert refused(scene, "limber") == "Guard cannot limber: only artillery does"
    rifles = given(foot("rifles", 20, 20), near, FAR).moves("rifles")
    assert refused(rifles, "recover") == "Rifles cannot recover: they are in good order"


def test_what_is_on_offer_is_not_said_to_be_impossible_for_the_words_after_it() -> None:
    scene = given(guns("battery", 20, 30), general("g", 22, 30), FAR).moves("battery")
    with pytest.raises(BadOrder, match="cannot read 'nonsense' of 'limber nonsense'"):
        scene.play("limber nonsense")


def test_a_unit_is_told_why_it_cannot_recover() -> None:
    def asked_of(unit: Spec, *more: Spec, **ground: object) -> Scene:
        return given(unit, *more, FAR, **ground).command().moves("guard")  # type: ignore[arg-type]

    near, off = general("g", 22, 23), general("g", 40, 5)
    shaken = foot("guard", 20, 20, state=DISORDERED)
    why = "Guard cannot recover: "
    assert refused(asked_of(foot("guard", 20, 20), near), "recover") == why + "it is in good order"
    assert refused(asked_of(shaken, off), "recover") == why + "it is out of command"
    gone = asked_of(shaken, near).play("to 20.0,19.0")
    assert refused(gone, "recover") == why + "a unit recovers before it moves"
    foe = foot("other", 20, 16.9, side="red")
    assert refused(asked_of(shaken, near, foe), "recover") == why + "an enemy touches it"
    inside = asked_of(shaken, near, areas=WOOD)
    assert refused(inside, "recover") == why + "it is not possible on this ground"


def test_a_unit_is_told_why_it_cannot_take_the_road() -> None:
    road = [("road", "0,200 480,200")]
    near = general("g", 22, 23)
    why = "Guard cannot go by road: "
    off = given(foot("guard", 20, 21), near, FAR, lines=road).moves("guard")
    loaded = given(guns("guard", 20, 20), near, FAR, lines=road).moves("guard")
    assert refused(loaded, "by road") == why + "guns march limbered"
    assert refused(off, "by road") == why + "no road lies within 0.5 in of its centre"
    gone = given(foot("guard", 20, 20), near, FAR, lines=road).moves("guard").play("to 20.0,19.6")
    assert refused(gone, "by road") == why + "a march by road is a whole move"
    foe = foot("other", 25, 20, side="red")
    second = foot("third", 15, 20, side="red")
    barred = given(foot("guard", 20, 20), near, foe, second, lines=road).moves("guard")
    assert refused(barred, "by road") == why + "no place on the road is free and clear of the enemy"


def test_a_battle_that_is_over_stands_at_the_end_of_a_turn() -> None:
    game, rng = grognard.new("onepage/maida", seed=1), random.Random(1)
    while not game.over:
        game.roll() if game.position.roll else game.play(rng.choice(game.options()))
    clock = game.system.clock(View(game.position, NOBODY))
    assert clock.endswith(" · end of turn")
