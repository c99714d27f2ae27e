"""Corners of the rules: both sides at once, a turn between two legs, the end of a battle."""

import pytest

from grognard.systems.brigades.state.position import COLUMN, LIMBERED, ROUT, YELLOW
from grognard.systems.brigades.turn import Begin, Switch
from grognard.systems.tabletop.turn import SIDE, TURN
from tests.rules.brigades.given import (
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    screen,
)

R = "brigades.rulings."
T = "brigades.terrain."
FAR = foot("far", 44, 4, 180, side="red")


# -- contact ---------------------------------------------------------------------------------------


@pytest.mark.rule("brigades.charge.start-in-contact", R + "rout.direction")
@pytest.mark.parametrize("x", [23.0, 23.1])
def test_one_steps_back_from_the_middle_of_all_it_touches(x: float) -> None:
    # Cavalry at the front and at the right side, whose middle is at 21.5,18.5: to the lower left.
    foes = [horse("f", 20, 17, 180, side="red"), horse("h", x, 20, 270, side="red")]
    scene = given(foot("a", 20, 20), *foes).push(Begin()).still()
    assert scene.at("a") == (19.3, 20.7, 0)
    assert scene.morale().tests() == []


@pytest.mark.rule("brigades.charge.start-in-contact", R + "charge.step-back")
def test_who_would_still_touch_an_enemy_an_inch_further_back_stays() -> None:
    # Between two enemies 3 in deep the inch back leads along their sides, 0.1 in from both.
    foes = [horse("l", 16.9, 20, 90, side="red"), horse("r", 23.1, 20, 270, side="red")]
    scene = given(foot("a", 20, 20), *foes).push(Begin()).still()
    assert scene.at("a") == (20, 20, 0)


@pytest.mark.rule(R + "contact", "brigades.morale.test.contact")
def test_stands_touch_by_their_corners() -> None:
    # Turned by 45 degrees a square of 3 in reaches 2.12 in from its middle: 0.06 in are between.
    scene = given(foot("a", 20, 20, 45), foot("y", 24.3, 20, 225, side="red")).push(Begin())
    assert scene.morale().tests() == ["a", "y"]


# -- movement --------------------------------------------------------------------------------------


@pytest.mark.rule(T + "hill.movement.cavalry", R + "two-contours")
def test_a_turn_between_two_contours_does_not_part_the_move() -> None:
    hills = [(1, "100,140 300,140 300,280 100,280"), (2, "100,140 300,140 300,240 100,240")]
    scene = given(horse("a", 20, 30), FAR, hills=hills).moves("a")
    # 3 in and half of 24 for the first contour; the turn is free.
    scene.play("to 20.0,27.0", "to 20.0,27.0 facing 10")
    assert scene.left() == 9
    assert scene.refusal("to 20.0,23.0") == "a second contour is too steep in one move"


@pytest.mark.rule(T + "stream.movement.second", R + "second-stream")
def test_a_turn_between_two_streams_does_not_part_the_move() -> None:
    lines = [("stream", "0,280 480,280"), ("stream", "0,260 480,260")]
    scene = given(foot("a", 20, 29), FAR, lines=lines).moves("a")
    # 2 in and half of 16; then 2 in, and a disorder for the second.
    scene.play("to 20.0,27.0", "to 20.0,27.0 facing 10")
    assert scene.left() == 6 and not scene.has("a", YELLOW)
    scene.play("to 20.0,25.0")
    assert scene.left() == 4 and scene.has("a", YELLOW)


@pytest.mark.rule(R + "hurry", T + "bridge.movement.other")
def test_a_disorder_pays_for_one_bridge_and_for_nothing_after_it() -> None:
    river = [("river", "0,280 480,280")]
    over = [("bridge", "line-0", "200,280")]
    scene = given(foot("a", 20, 30), FAR, lines=river, crossings=over).moves("a")
    # The bridge for the disorder, a free turn, and half of 16 for the next.
    scene.play("hurry", "to 20.0,26.0")
    assert scene.left() == 12
    scene.play("to 20.0,26.0 facing 10", "to 20.0,26.0 facing 0")
    assert scene.left() == 4


@pytest.mark.rule("brigades.charge.approach", "brigades.march.markers.behind")
def test_a_column_that_is_near_an_enemy_may_turn_beside_him() -> None:
    # He is 0.5 in off; turned to the right, its markers pass 0.5 in below him.
    foe = foot("y", 17, 16.5, 180, side="red")
    scene = given(foot("a", 20, 20, state=COLUMN), foe).push(Begin()).moves("a")
    assert scene.refusal("to 20.0,20.0 facing 90") == ""


@pytest.mark.rule(R + "arrival")
def test_who_is_due_in_the_first_turn_arrives_in_it() -> None:
    scene = given(foot("a", 20, 2, 180, turn=1), foot("b", 2, 30), FAR)
    assert scene.at("a") == (20, 2, 180)


# -- going back ------------------------------------------------------------------------------------


@pytest.mark.rule(T + "marshy-stream.movement.artillery", R + "rout.blocked")
@pytest.mark.parametrize(
    ("unit", "end"),
    [
        (guns("a", 20, 20, 180, state=LIMBERED | YELLOW, morale=1), None),
        (foot("a", 20, 20, 180, state=YELLOW, morale=1), (20.0, 4.0, 0)),
    ],
)
def test_guns_do_not_run_over_a_marshy_stream(
    unit: Spec, end: tuple[float, float, int] | None
) -> None:
    lines = [("marshy-stream", "0,120 480,120")]
    foe = foot("foe", 20, 23, side="red")
    scene = given(unit, foe, lines=lines).push(Begin()).morale()
    scene.roll(6).roll(1)
    assert scene.at("a") == end


@pytest.mark.rule(R + "skirmisher.cover")
def test_cover_is_found_on_the_way_to_its_nearest_point() -> None:
    # The wood is half an inch wide: 20 degrees off the straight way miss it, and so do 30. Its
    # nearest point, 2.7 in aside and 6.1 in ahead, lies 24 degrees off, nearest to 25.
    wood = [("forest", "227,134 232,134 232,139 227,139")]
    foe = screen("y", 20, 20, 180, side="red")
    scene = given(horse("a", 20, 26), foe, areas=wood).push(Begin()).moves("a")
    scene.play("to 20.0,20.0")
    x, y, _ = scene.at("y") or (0, 0, 0)
    assert 22.7 <= x <= 23.2 and 13.4 <= y <= 13.9


@pytest.mark.rule(R + "skirmisher.cover")
def test_cover_at_a_brigade_is_the_nearest_place_on_each_side_of_it() -> None:
    # Behind b the places lie between 24 and 30 across; y runs straight back to that at 30.
    foes = [screen("y", 30, 12, 180, side="red"), foot("b", 27, 7, 180, side="red")]
    scene = given(horse("a", 30, 18), *foes).push(Begin()).moves("a").play("to 30.0,12.0")
    behind = [text for text in scene.texts() if float(text.split(",")[1].split()[0]) < 5]
    assert len(behind) == 1 and behind[0].startswith("30.0,")


@pytest.mark.rule(R + "command.contacted")
def test_every_stand_is_of_the_army_commanders_command() -> None:
    # Cut off at 20,13 he comes back beside the nearest stand, though it belongs to a corps.
    scene = given(
        foot("a", 20, 20),
        foot("near", 31, 13, 180, side="red", division="one"),
        foot("other", 42, 4, 180, side="red"),
        commander("g", 20, 13, "army", side="red"),
        divisions=[("one", "red", 'corps = "First"\nexhaustion = 9')],
    )
    scene.push(Begin()).moves("a").play("to 20.0,14.6", "halt")
    assert scene.at("g") is None
    scene.p.stack.clear()
    scene.push(Switch())
    assert scene.at("g") == (31.0, 13.0, 0)


# -- combat ----------------------------------------------------------------------------------------


@pytest.mark.rule(R + "works", T + "field-works.morale")
def test_works_reached_without_a_charge_are_defended_at_once() -> None:
    works = [("field-works", "180,204 220,204")]
    foe = guns("y", 20, 15.5, 180, side="red")
    scene = given(foot("a", 20, 26), foe, lines=works).push(Begin()).moves("a")
    scene.play("to 20.0,22.0", "halt").morale()
    assert scene.tests() == ["a"] and scene.modifiers() == {"building-or-works": 1}


@pytest.mark.rule("brigades.morale.rout.no-action", T + "town.combat.skirmishers")
@pytest.mark.parametrize(("state", "answers"), [(0, True), (ROUT, False)])
def test_a_routed_skirmisher_of_a_shared_block_answers_nobody(state: int, answers: bool) -> None:
    # The foe's front edge is 1.55 in from y at 20,21, and 4.05 in from z beyond him.
    block = [("town", "180,160 220,160 220,230 180,230", "wood")]
    pair = [
        screen("z", 20, 18.5, 180, side="red"),
        screen("y", 20, 21, 180, side="red", state=state),
    ]
    scene = given(foot("a", 20, 24.8), *pair, areas=block).push(Begin()).combat()
    scene.play("attack z").roll(1, 1)
    assert bool(scene.p.stack and scene.p.decision is None) is answers


@pytest.mark.rule("brigades.misc.army-commander-killed", R + "command.contacted")
@pytest.mark.parametrize(("face", "place"), [(6, None), (5, (42.0, 4.0, 0))])
def test_an_army_commander_cut_off_by_the_advance_is_rolled_for(
    face: int, place: tuple[float, float, int] | None
) -> None:
    # The stand he is with is destroyed, and the winner takes its ground: no friend is near him.
    scene = given(
        foot("a", 20, 20), foot("y", 20, 17, 180, side="red", strength=1),
        foot("other", 42, 4, 180, side="red"), commander("g", 20, 16, "army", side="red"),
    )  # fmt: skip
    scene.push(Begin()).combat().roll(6, 1, 1, 1).roll(1, 1, 1, 1).play("advance a")
    assert scene.at("g") is None
    scene.roll(face)
    scene.p.stack.clear()
    scene.push(Switch())
    assert scene.at("g") == place


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule(R + "objective", "brigades.exhaustion.turn-end")
def test_what_is_lost_in_the_last_phase_of_a_battle_is_told() -> None:
    scene = given(foot("a", 20, 20), FAR, objectives=[(20.0, 20.0, "", 2)], turns=1)
    scene.p.held = [0]
    scene.p.clock[SIDE], scene.p.clock[TURN] = 1, 1
    scene.p.remove(scene.u("a"), "tested")
    scene.p.ear = []
    scene.push(Switch())
    told = [event.text for event in scene.p.ear]
    assert "The Blue side no longer holds Place (2 points)." in told


# -- on the outline of ground ----------------------------------------------------------------------

BLOCK = "180,80 220,80 220,120 180,120"


def legs(unit: Spec, kind: str, *places: str) -> list[str]:
    """What is told of a unit that goes to one place after another, at an area from y 8 to y 12."""
    scene = given(unit, foot("foe", 45, 3, 180, side="red"), areas=[(kind, BLOCK)])
    scene.p.ear = []
    scene.moves(unit.id)
    for there in places:
        why = scene.refusal(f"to {there}")
        if why:
            return [*(event.text for event in scene.p.ear), why]
        scene.play(f"to {there}")
    return [event.text for event in scene.p.ear]


@pytest.mark.rule("brigades.rulings.outline", "brigades.terrain.town.movement.infantry")
def test_nobody_gets_into_or_out_of_a_town_in_order_by_a_halt_on_its_outline() -> None:
    inwards = legs(foot("a", 20, 16), "town", "20.0,12.0", "20.0,10.0")
    assert inwards[1] == "A is disordered: into the town." and len(inwards) == 3
    outwards = legs(foot("a", 20, 10, 180), "town", "20.0,12.0", "20.0,15.0")
    assert outwards[2] == "A is disordered: out of the town." and len(outwards) == 3
    # Along the outline one neither goes in nor out.
    along = legs(foot("a", 18.5, 12, 90), "town", "20.0,12.0", "21.0,12.0")
    assert along == [text for text in along if "moves" in text] and len(along) == 2


@pytest.mark.rule("brigades.rulings.outline", "brigades.terrain.forest.movement.cavalry")
def test_cavalry_on_the_outline_of_a_forest_is_inside() -> None:
    assert legs(horse("a", 20, 16), "forest", "20.0,12.0")[1] == "A is disordered: in the forest."
    assert legs(horse("a", 20, 16), "forest", "20.0,12.1") == legs(
        horse("a", 20, 16), "crops", "20.0,12.1"
    )


@pytest.mark.rule(
    "brigades.rulings.outline",
    "brigades.terrain.fort.movement.cavalry-artillery",
    "brigades.terrain.fortress.movement",
)
def test_the_outline_of_works_is_as_closed_as_what_is_within() -> None:
    gate = "one gets into or out of the fort only by its gate in march column"
    assert legs(horse("a", 20, 16), "fort", "20.0,12.0") == [gate]
    assert legs(guns("a", 20, 16, state=LIMBERED), "fort", "20.0,12.0") == [gate]
    breach = "one gets into or out of the fortress only by a breach"
    assert legs(foot("a", 20, 16), "fortress", "20.0,12.0") == [breach]
    assert legs(foot("a", 20, 10, 180), "fortress", "20.0,12.0", "20.0,14.0")[-1] == breach
    # Over the works of a fort foot is disordered, wherever it halts.
    assert legs(foot("a", 20, 16), "fort", "20.0,12.0")[1] == "A is disordered: works crossed."
    assert legs(foot("a", 20, 16), "swamp", "20.0,12.0") == ["the swamp is closed to it"]


@pytest.mark.rule("brigades.rulings.outline", "brigades.rulings.marsh-entered")
def test_the_outline_of_a_marsh_is_not_yet_the_marsh() -> None:
    sound = "the marsh must be sounded first"
    assert legs(foot("a", 20, 16), "marsh", "20.0,12.0", "20.0,11.9")[1:] == [sound]
    # Sounded, it is not entered by a halt there.
    scene = given(foot("a", 20, 16), foot("foe", 45, 3, 180, side="red"), areas=[("marsh", BLOCK)])
    scene.moves("a").play("sound").roll(5)
    assert scene.refusal("to 20.0,12.0") == "it has sounded the marsh, and goes in"
    assert scene.play("to 20.0,11.9").has("a", YELLOW)
