"""Ways round a rule that are closed: several enemies at once, another order, another moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.systems.brigades.state.position import (
    CHARGED,
    COLUMN,
    NOBODY,
    OUT,
    ROUT,
    STATIONARY,
    YELLOW,
)
from grognard.systems.brigades.turn import Begin, PlayerTurn
from tests.rules.brigades.given import (
    Scene,
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

FAR = foot("far", 44, 4, 180, side="red")


# -- command -------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.command.contact.stay", "brigades.command.skirmisher")
def test_skirmishers_need_not_stay_with_the_stand_they_touch() -> None:
    # The brigade is 5.5 in from its commander, what touches it from behind 8.6 in.
    def refused(kind: Callable[..., Spec]) -> str:
        scene = given(foot("b", 20, 20), kind("s", 20, 22.3), commander("g", 20, 13), FAR)
        scene.command().moves("s")
        assert not scene.has("s", OUT)
        return scene.refusal("to 20.0,26.0 facing 180")

    assert refused(screen) == ""
    assert "must stay in contact with B" in refused(line)


@pytest.mark.rule("brigades.command.skirmisher", "brigades.command.contact")
def test_skirmishers_in_command_are_stands_in_command() -> None:
    # From b to s and from s to t 4 in; c touches t, and d is 6.1 in from it.
    scene = given(
        foot("b", 20, 20), screen("s", 27, 20), screen("t", 34, 20), foot("c", 37, 20),
        commander("g", 18, 20), foot("d", 37, 29.1), FAR,
    )  # fmt: skip
    scene.command()
    assert [name for name in "bstcd" if scene.has(name, OUT)] == ["d"]
    assert scene.p.mate[scene.u("c")] == scene.u("t") and scene.p.mate[scene.u("t")] == NOBODY


@pytest.mark.rule("brigades.command.contact.stay")
def test_in_the_enemys_turn_nobody_is_bound_to_a_contact() -> None:
    scene = given(foot("b", 20, 20), line("c", 20, 22.3), commander("g", 20, 13), FAR)
    scene.command()
    assert scene.p.mate[scene.u("c")] == scene.u("b")
    scene.p.clock[1] = 1
    PlayerTurn().run(scene.p)
    assert scene.p.mate[scene.u("c")] == NOBODY


# -- charges -------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.charge.visible")
def test_crops_trodden_down_in_this_turn_hid_the_enemy_when_it_began() -> None:
    def why(*before: str) -> str:
        scene = given(
            foot("a", 20, 24), foot("b", 26, 24), foot("foe", 20, 12, 180, side="red"),
            areas=[("crops", "150,160 300,160 300,180 150,180")],
        )  # fmt: skip
        scene.push(Begin())
        scene.moves("b" if before else "a")
        if before:
            scene.play(*before)
            assert scene.p.flat == [1]
        return scene.refusal("to 20.0,15.0 facing 0")

    hidden = "it did not see Foe when the turn began"
    assert why() == hidden
    assert why("to 26.0,16.5 facing 0", "halt", "move a") == hidden


@pytest.mark.rule("brigades.charge.visible")
def test_crops_trodden_down_before_the_turn_hide_nobody() -> None:
    scene = given(
        foot("a", 20, 24), foot("foe", 20, 12, 180, side="red"),
        areas=[("crops", "150,160 300,160 300,180 150,180")],
    )  # fmt: skip
    scene.p.flat = [1]
    scene.push(Begin()).moves("a")
    assert scene.refusal("to 20.0,15.0 facing 0") == ""


def strikes_two(other: Spec, *more: Spec, **given_more: Any) -> Scene:
    """A charge that touches a line and, beside it, another enemy."""
    scene = given(
        foot("a", 20, 20),
        line("x", 18.4, 14, 180, side="red"),
        other,
        *more,
        **given_more,
    )
    return scene.push(Begin()).moves("a").play("to 20.0,16.3 facing 0")


@pytest.mark.rule("brigades.charge.fugitives.rout-again", "brigades.charge.fugitives.continue")
def test_a_routed_stand_touched_beside_the_target_routs_again() -> None:
    scene = strikes_two(line("y", 21.6, 14, 180, side="red", state=ROUT))
    assert scene.lost("y") == 1 and scene.lost("x") == 0
    # In contact with the other the charge is over.
    assert scene.at("a") == (20.0, 16.3, 0) and "done" in scene.texts()


@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
def test_skirmishers_touched_beside_the_target_may_give_ground() -> None:
    scene = strikes_two(screen("y", 21.6, 14, 180, side="red"))
    assert scene.texts() == ["stay", "yield"]


@pytest.mark.rule("brigades.charge.asa.repulse")
@pytest.mark.parametrize(("traits", "y"), [(("asa",), 17.3), ((), 16.3)])
def test_cartridges_beside_the_target_repulse_as_well(traits: tuple[str, ...], y: float) -> None:
    # Out of a town, which disorders it.
    town = [("town", "185,185 215,185 215,215 185,215")]
    scene = strikes_two(line("y", 21.6, 14, 180, side="red", traits=traits), areas=town)
    assert scene.has("a", YELLOW) and scene.at("a") is not None
    assert scene.p.y[scene.u("a")] == pytest.approx(y * 10, abs=3)


@pytest.mark.rule("brigades.terrain.stream.combat")
def test_any_defender_of_the_far_bank_disorders_who_crosses_to_him() -> None:
    # The first enemy shows his back; the second faces the stream.
    def shaken(facing: int) -> bool:
        scene = given(
            foot("a", 20, 20), line("x", 18.4, 14, 0, side="red"),
            line("y", 21.6, 14, facing, side="red"), lines=[("stream", "100,150 300,150")],
        )  # fmt: skip
        scene.push(Begin()).moves("a").play("to 20.0,16.3 facing 0")
        return scene.has("a", YELLOW)

    assert shaken(180) and not shaken(0)


# -- morale --------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.rulings.breakthrough.when", "brigades.morale.level.temporary.asa")
def test_who_is_put_back_from_cartridges_does_not_break_through() -> None:
    scene = given(
        horse("a", 20, 20, state=CHARGED), foot("y", 20, 17, 180, side="red", traits=("asa",))
    )
    scene.push(Begin()).morale().roll(6).roll(1)
    assert scene.at("a") == (20.0, 21.0, 0) and not scene.p.stack


@pytest.mark.rule("brigades.morale.modifier.building-or-works", "brigades.rulings.works")
@pytest.mark.parametrize("kind", ["town", "fort"])
@pytest.mark.parametrize(("began", "held"), [(300, {}), (205, {"building-or-works": 1})])
def test_who_charged_into_a_building_or_fort_does_not_defend_it(
    kind: str, began: int, held: dict[str, int]
) -> None:
    scene = given(
        foot("a", 20, 20, state=CHARGED), foot("y", 20, 17, 180, side="red"),
        areas=[(kind, "185,185 215,185 215,215 185,215")],
    )  # fmt: skip
    scene.push(Begin())
    scene.p.began_y[scene.u("a")] = began
    assert scene.morale().modifiers() == held


@pytest.mark.rule("brigades.morale.rout.move", "brigades.rulings.rout.direction")
@pytest.mark.parametrize("order", [("up", "down"), ("down", "up")])
def test_a_stand_between_two_enemies_runs_from_the_middle_of_both(order: tuple[str, str]) -> None:
    # One stands above it, one below, both half an inch to the left: it runs 16 in to the right.
    places = {"up": (19.5, 16.9), "down": (19.5, 23.1)}
    enemies = [foot(name, *places[name], 90) for name in order]
    scene = given(*enemies, foot("y", 20, 20, 270, side="red", state=YELLOW)).morale()
    scene.roll(1).roll(1).roll(6)
    assert scene.at("y") == (36.0, 20.0, 90) and scene.lost("y") == 1


# -- combat --------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.combat.winner-advance", "brigades.charge.infantry-brigade")
@pytest.mark.parametrize(("behind", "advances"), [(horse, False), (line, True)])
def test_nobody_advances_upon_whom_he_may_not_charge(behind: object, advances: bool) -> None:
    scene = given(
        foot("a", 20, 20, state=CHARGED), foot("y", 20, 17, 180, side="red"),
        behind("z", 20, 13.95, 180, side="red"),  # type: ignore[operator]
    )  # fmt: skip
    scene.push(Begin()).combat().play("attack y").roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    # Beaten, y has fallen back behind z.
    assert ("advance a" in scene.texts()) == advances


@pytest.mark.rule("brigades.exhaustion.no-contact")
def test_the_exhausted_do_not_advance_into_contact() -> None:
    scene = given(
        foot("a", 20, 20, state=CHARGED), foot("y", 20, 17, 180, side="red"),
        line("z", 20, 13.95, 180, side="red"),
    )  # fmt: skip
    scene.p.tired[scene.battle.division[scene.u("a")]] = 1
    scene.push(Begin()).combat().play("attack y").roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.texts() == []


@pytest.mark.rule("brigades.saves.cavalry.retreat", "brigades.combat.winner-advance")
@pytest.mark.rule("brigades.rulings.rout.direction")
@pytest.mark.parametrize(
    ("answer", "end", "advances"),
    [("save", (23.0, 11.9, 180), False), ("take", (20.0, 17.0, 180), True)],
)
def test_cavalry_that_fell_back_for_its_saves_does_not_take_the_ground(
    answer: str, end: tuple[float, float, int], advances: bool
) -> None:
    scene = given(
        foot("a", 20, 20), guns("b", 17.5, 21), horse("y", 20, 17, 180, side="red"),
    )  # fmt: skip
    scene.push(Begin()).combat().play("attack y", "begin").roll(1, 1, 1, 1).roll(6).play(answer)
    if answer == "save":
        scene.roll(6)
    # It has won the melee, one casualty to none, and is where it was, or 6 in straight from the
    # guns that fired, 2.5 in aside and 4 in before it: at 30 degrees 3.0 in aside and 5.2 in back.
    scene.roll(6, 1)
    assert scene.lost("a") == 1 and scene.has("a", YELLOW) and scene.at("y") == end
    assert ("advance y" in scene.texts()) == advances


@pytest.mark.rule("brigades.rulings.rout.direction")
@pytest.mark.parametrize(("second", "straight"), [(15.9, True), (15.8, False)])
def test_a_retreat_goes_up_to_six_inches_further_to_get_clear(
    second: float, straight: bool
) -> None:
    # Half a move is 8 in, from 26.9 to 18.9. Two friends stand there, and bases are 3 in deep: the
    # first place clear of both is 3 in beyond the second, at 12.9 or, too far off, at 12.8.
    friends = [foot(f"b{round(y)}", 20, y, 180, side="red") for y in (18.9, second)]
    scene = given(foot("a", 20, 30, state=CHARGED), foot("y", 20, 26.9, 180, side="red"), *friends)
    scene.push(Begin()).combat().play("attack y").roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    place = scene.at("y")
    assert place is not None and (place[0] == 20.0) is straight
    assert not straight or place[1] == 12.9


@pytest.mark.rule(
    "brigades.rulings.open.dedicated-gun-range", "brigades.dice.reinforcing-skirmisher"
)
@pytest.mark.parametrize(("y", "dice"), [(15.1, 4), (14.9, 1)])
def test_skirmishers_lend_no_die_beyond_the_reach_of_muskets(y: float, dice: int) -> None:
    # Front edges 20 - 1.5 and y + 1.5: 1.9 or 2.1 in apart; fire 2, a gun, a skirmisher.
    scene = given(
        foot("a", 20, 20, traits=("dedicated-gun",)), screen("s", 20, 22.3),
        foot("y", 20, y, 180, side="red"),
    )  # fmt: skip
    scene.combat().play("attack y")
    if dice == 4:
        scene.play("begin")
    assert len(scene.p.check().dice) == dice


# -- broken ground -------------------------------------------------------------------------------


def ridden(ground: str = "broken") -> Scene:
    """Cavalry in contact with skirmishers in broken ground."""
    scene = given(
        horse("a", 20, 22.3, state=CHARGED), screen("y", 20, 20, 180, side="red", strength=3),
        areas=[(ground, "150,150 250,150 250,215 150,215")],
    )  # fmt: skip
    return scene.push(Begin())


@pytest.mark.rule("brigades.terrain.broken-ground.combat.ridden-at")
def test_in_broken_ground_skirmishers_meet_cavalry_as_infantry() -> None:
    assert ridden().morale().roll(1).modifiers() == {}
    assert ridden("orchard").morale().roll(1).modifiers() == {"insecure-infantry": -1}
    tie = ridden().combat().play("attack y").roll(1, 1).roll(1)
    # As infantry against infantry without elites, and not as insecure infantry.
    assert tie.p.check().kind.name == "tie" and tie.modifiers() == {"no-elites": 2}


@pytest.mark.rule("brigades.terrain.broken-ground.combat.withdraws")
def test_in_broken_ground_a_beaten_skirmisher_falls_back_once() -> None:
    scene = ridden().combat().play("attack y").roll(6, 1).roll(1)
    assert scene.at("y") == (20.0, 12.0, 180) and scene.texts() == ["pass", "advance a"]


@pytest.mark.rule("brigades.terrain.broken-ground.combat.withdraws")
def test_in_broken_ground_a_skirmisher_that_has_won_withdraws_and_does_not_advance() -> None:
    scene = ridden().combat().play("attack y").roll(1, 1).roll(6)
    assert scene.at("y") == (20.0, 12.0, 180) and not scene.has("y", YELLOW)
    assert scene.has("a", YELLOW) and scene.texts() == []


@pytest.mark.rule("brigades.terrain.buildings.wood.ruins")
def test_in_ruins_skirmishers_are_not_ridden_down() -> None:
    def ridden_down(smoke: int) -> bool:
        scene = given(
            horse("a", 20, 30), screen("y", 20, 20, side="red"),
            areas=[("village", "180,180 220,180 220,215 180,215", "wood")],
        )  # fmt: skip
        scene.p.smoke = [smoke]
        scene.push(Begin()).moves("a")
        return "stands in the way" not in scene.refusal("to 20.0,15.0 facing 0")

    assert not ridden_down(-2)


# -- a shared town block -------------------------------------------------------------------------


@pytest.mark.rule("brigades.terrain.town.combat.skirmishers")
def test_a_shared_block_is_not_lost_with_the_first_of_its_skirmishers() -> None:
    scene = given(
        foot("a", 20, 22.3, state=CHARGED), screen("s", 20, 20, 180, side="red", strength=1),
        screen("t", 40, 20, 180, side="red", strength=1),
        areas=[("town", "180,180 220,180 220,207 180,207", "wood")],
    )  # fmt: skip
    scene.p.put(scene.u("t"), 200, 200, 36)
    scene.combat().play("attack s").roll(6, 1, 1, 1).roll(6)
    # One casualty each: a tie between a and the one who is left.
    assert scene.at("s") is None and scene.at("t") == (20.0, 20.0, 180)
    assert scene.p.check().kind.name == "tie"
    scene.roll(6, 1)
    assert scene.has("t", YELLOW) and scene.at("t") == (20.0, 12.0, 180)


TOWN = ("town", "180,180 220,180 220,220 180,220")


@pytest.mark.rule("brigades.terrain.town.combat.quarter-dice", "brigades.rulings.combat.once")
def test_out_of_a_town_one_attack_is_made_through_each_side() -> None:
    scene = given(
        foot("a", 20, 20, state=STATIONARY), foot("n", 20, 15.5, 180, side="red"),
        foot("m", 23, 15.5, 180, side="red"), foot("s", 20, 24.5, side="red"),
        areas=[(*TOWN, "wood")],
    )  # fmt: skip
    scene.combat()
    assert scene.texts() == ["done", "attack n", "attack m", "attack s"]
    scene.play("attack n")
    assert len(scene.p.check().dice) == 1  # a quarter of 4
    scene.roll(1).roll(1, 1)
    # Through that side it has fired, through the opposite one it has not.
    assert scene.texts() == ["done", "attack s"]
    scene.play("attack s")
    assert len(scene.p.check().dice) == 1
    assert scene.roll(1).roll(1, 1).p.decision is None


@pytest.mark.rule("brigades.rulings.combat.contact-fights")
def test_out_of_a_town_who_has_fought_need_not_fight_another_he_touches() -> None:
    foes = foot("n", 20, 17, 180, side="red"), foot("e", 23, 20, 270, side="red")
    town = ("town", "185,185 215,185 215,215 185,215", "wood")
    scene = given(foot("a", 20, 20), *foes, areas=[town]).combat()
    assert scene.texts() == ["attack n", "attack e"]
    # Nobody hits: a tie, which the lower die loses.
    scene.play("attack n").roll(1).roll(1, 1, 1, 1).roll(6, 1).play("pass")
    assert scene.texts() == ["done", "attack e"]


@pytest.mark.rule("brigades.terrain.town.combat.quarter-dice")
def test_out_of_a_town_no_more_dice_are_thrown_than_the_stand_has() -> None:
    # Fire 2: a quarter, rounded up, is one die; two sides, and nothing for the third.
    scene = given(
        foot("a", 20, 20), foot("n", 20, 15.5, 180, side="red"),
        foot("e", 24.5, 20, 270, side="red"), foot("s", 20, 24.5, side="red"),
        areas=[(*TOWN, "wood")],
    )  # fmt: skip
    scene.combat().play("attack n").roll(1).roll(1, 1).play("attack e").roll(1).roll(1, 1)
    assert scene.texts() == []


@pytest.mark.rule("brigades.terrain.buildings.wood.catch-fire")
@pytest.mark.parametrize(("unit", "burns"), [(guns, True), (foot, False)])
def test_guns_that_answer_set_wood_on_fire_as_well(unit: Callable[..., Spec], burns: bool) -> None:
    foe = unit("n", 20, 15.5, 180, side="red")
    scene = given(foot("a", 20, 20), foe, areas=[(*TOWN, "wood")])
    scene.combat().play("attack n").roll(1)
    scene.roll(*[1] * len(scene.p.check().dice))
    assert (scene.p.roll is not None and scene.p.check().name == "catch-fire") == burns


@pytest.mark.rule("brigades.terrain.key.di", "brigades.terrain.forest.movement.cavalry")
@pytest.mark.parametrize(("ground", "shaken"), [("forest", True), ("village", False)])
def test_who_falls_back_into_ground_that_disorders_is_disordered(ground: str, shaken: bool) -> None:
    scene = given(
        foot("a", 20, 20), horse("y", 20, 15.5, 180, side="red"),
        areas=[(ground, "150,50 250,50 250,130 150,130")],
    )  # fmt: skip
    scene.combat().play("attack y").roll(6, 1).play("save").roll(6)
    assert scene.at("y") == (20.0, 9.5, 180) and scene.has("y", YELLOW) == shaken


# -- columns -------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.charge.approach", "brigades.charge.contact")
def test_the_markers_of_a_column_keep_an_inch_as_well() -> None:
    # Facing 0 its markers reach from 21.5 to 30.5; facing 90 from 18.5 back to 9.5.
    column = foot("a", 20, 20, state=COLUMN)
    scene = given(column, horse("foe", 14, 23.05, side="red")).push(Begin()).moves("a")
    assert scene.refusal("to 20.0,20.0 facing 90") == "it comes within 1 in of Foe"
    apart = given(column, horse("foe", 14, 24.1, side="red")).push(Begin()).moves("a")
    assert apart.refusal("to 20.0,20.0 facing 90") == ""


@pytest.mark.rule("brigades.charge.approach", "brigades.march.markers.behind")
@pytest.mark.parametrize(("x", "forms"), [(23.9, False), (24.0, True)])
def test_no_column_is_formed_within_an_inch_of_an_enemy(x: float, forms: bool) -> None:
    scene = given(foot("a", 20, 20), horse("foe", x, 27, side="red")).moves("a")
    assert ("column" in scene.texts()) == forms


@pytest.mark.rule("brigades.charge.reface-first", "brigades.rulings.movement.column-change")
def test_a_column_does_not_deploy_in_the_midst_of_a_charge() -> None:
    scene = given(foot("a", 20, 30, state=COLUMN), foot("foe", 20, 12, 180, side="red"))
    scene.push(Begin()).moves("a")
    assert scene.refusal("to 20.0,15.1 facing 0") == ""
    scene.play("to 20.0,22.0 facing 0", "deploy")
    assert "one facing change, before it moves" in scene.refusal("to 20.0,15.1 facing 0")


# -- breakthrough --------------------------------------------------------------------------------


@pytest.mark.rule("brigades.rulings.flank.melee", "brigades.rulings.breakthrough.move")
def test_a_breakthrough_strikes_from_where_it_begins() -> None:
    # The second enemy faces the place from which the cavalry charged the first, not the melee.
    scene = given(
        horse("a", 20, 20, state=CHARGED), line("y", 20, 17.7, 180, side="red", state=YELLOW),
        foot("z", 24.5, 13, 90, side="red"),
    )  # fmt: skip
    scene.push(Begin())
    a = scene.u("a")
    scene.p.began_x[a], scene.p.began_y[a] = 300, 200
    scene.morale().roll(1).roll(6)
    while "pass" in scene.texts():
        scene.play("pass")
    scene.play("to 23.0,16.0")
    assert scene.modifiers() == {"insecure-infantry": -1, "melee": -1}


@pytest.mark.rule("brigades.morale.rout.breakthrough", "brigades.rulings.breakthrough.when")
def test_cavalry_skirmishers_are_cavalry_and_break_through() -> None:
    scene = given(
        rider("a", 20, 20, state=CHARGED),
        screen("y", 20, 18.4, 180, side="red", state=YELLOW, strength=3),
    )  # fmt: skip
    scene.push(Begin()).morale().roll(1).roll(6).play("pass")
    assert "breaks through" in scene.p.decision.prompt(scene.p)  # type: ignore[union-attr]
    # Half of 24 in.
    assert scene.left() == 12.0


# -- the army commander --------------------------------------------------------------------------


@pytest.mark.rule("brigades.misc.army-commander-killed")
@pytest.mark.parametrize("unit", [screen, rider])
def test_the_army_commander_is_in_danger_when_his_stand_is_ridden_down(unit: object) -> None:
    # Horse skirmishers find no room: behind them is the edge of the table.
    y = 18.0 if unit is screen else 3.0
    scene = given(
        horse("a", 20, y + 8), unit("y", 20, y, side="red"),  # type: ignore[operator]
        commander("g", 20, y - 0.8, "army", "red"), FAR,
    )  # fmt: skip
    scene.push(Begin()).moves("a").play(f"to 20.0,{y - 1:.1f} facing 0")
    assert scene.at("y") is None and scene.p.check().name == "army-commander"
    scene.roll(6)
    assert scene.at("g") is None


@pytest.mark.rule("brigades.misc.army-commander-killed", "brigades.rulings.melee.cannot-retreat")
@pytest.mark.parametrize("hits", [0, 1])
def test_the_army_commander_is_in_danger_once_when_his_stand_finds_no_way_back(hits: int) -> None:
    # Half a move, 8 in, leads from 20,3 over the edge.
    scene = given(
        foot("a", 20, 6, state=CHARGED), foot("y", 20, 3, 180, side="red"),
        commander("g", 20, 1.5, "army", "red"),
    )  # fmt: skip
    scene.push(Begin()).combat().play("attack y").roll(*[6] * hits, *[1] * (4 - hits))
    scene.roll(1, 1, 1, 1)
    if not hits:
        scene.roll(6, 1)
    assert scene.at("y") is None
    while scene.texts():
        scene.play("pass")
    assert scene.p.check().name == "army-commander"
    scene.roll(1)
    assert scene.p.roll is None and scene.at("g") is not None


# -- what is told --------------------------------------------------------------------------------


def test_turns_and_disorders_are_told_as_such() -> None:
    scene = given(foot("a", 20, 20), FAR, areas=[(*TOWN, "wood")]).moves("a")
    scene.p.ear = []
    scene.play("to 20.0,20.0 facing 90", "to 25.0,20.0 facing 90")
    assert [event.text for event in scene.p.ear] == [
        "A turns 90° right.",
        "A moves from 20.0,20.0 facing 90 to 25.0,20.0 facing 90.",
        "A is disordered: out of the town.",
    ]
