"""What fire does: results, cohesion checks, leaders who fall, and retreat before it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems import system
from grognard.systems.shock.state.kinds import (
    BLOWN,
    D1,
    D2,
    ENGAGED,
    FIRED,
    GOOD,
    MOVED,
    ROUTED,
    SQUARE,
    STAND,
    TURN_FLAGS,
)
from tests.rules.shock.given import (
    Scene,
    Spec,
    foot,
    given,
    guns,
    heavy,
    horse_guns,
    leader,
    light,
)


def volley(sp: int, *more: Spec, foe: Spec | None = None, **rest: Any) -> Scene:
    """French infantry of some strength fires at red infantry of 4 SP and Cohesion 6."""
    target = foe or foot("foe", "0807", side="red")
    pieces = (foot("guard", "0808", sp=sp), foot("other", "1010"), target, *more)
    return given(*pieces, **rest).activate().play("fire guard > foe")


# -- results -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.result.none")
def test_a_dash_has_no_effect() -> None:
    scene = volley(2).roll(0)  # column 2, roll 0: -
    assert (scene.order("foe"), scene.steps("foe"), scene.where("foe")) == (GOOD, 4, "0807")
    assert "move" in scene.orders_of("other")


@pytest.mark.rule(
    "shock.fire.result.check", "shock.fire.result.none", "shock.rulings.cohesion-check"
)
@pytest.mark.parametrize(("face", "order"), [(0, GOOD), (6, GOOD), (7, D1), (9, D1)])
def test_d_is_a_cohesion_check(face: int, order: int) -> None:
    scene = volley(9).roll(0)  # column 9+, roll 0: d
    assert scene.check().name == "cohesion"
    scene.roll(face)
    assert (scene.order("foe"), scene.steps("foe")) == (order, 4)


@pytest.mark.parametrize(("order", "means"), [(GOOD, "D-1"), (D1, "D-2"), (D2, "rout")])
def test_a_cohesion_check_says_what_failing_it_means(order: int, means: str) -> None:
    scene = volley(9, foe=foot("foe", "0807", side="red", order=order)).roll(0)
    roll = scene.p.roll
    assert roll is not None
    assert scene.check().name == "cohesion"
    assert roll.meanings(scene.p) == {"fail": means}


@pytest.mark.rule("shock.fire.result.modified-check", "shock.rulings.cohesion-check")
@pytest.mark.parametrize(
    ("sp", "roll", "modifier", "last_pass"),
    [(2, 6, -2, 8), (9, 2, 1, 5), (9, 3, 2, 4), (9, 4, 3, 3)],
)
def test_the_number_modifies_the_check(sp: int, roll: int, modifier: int, last_pass: int) -> None:
    # Cohesion 6: the die with the modifier must not exceed it.
    for face, order in ((last_pass, GOOD), (last_pass + 1, D1)):
        scene = volley(sp).roll(roll)
        assert scene.mods() == {"shock.fire.result.modified-check": modifier}
        assert scene.roll(face).order("foe") == order


@pytest.mark.rule("shock.fire.result.steps")
def test_a_number_is_steps_lost_before_the_check() -> None:
    scene = volley(9).roll(7)  # 1d
    assert scene.steps("foe") == 3
    assert scene.check().name == "cohesion"
    assert scene.roll(9).order("foe") == D1


@pytest.mark.rule("shock.fire.result.steps", "shock.fire.result.disorder")
def test_two_steps_and_disorder() -> None:
    # 9 SP at cavalry of 6 SP: two right of 9+ is the last column, roll 9: 2D.
    scene = volley(9, foe=heavy("foe", "0807", side="red", sp=6)).roll(9)
    assert (scene.steps("foe"), scene.order("foe")) == (4, D1)


@pytest.mark.rule("shock.fire.result.steps")
def test_the_last_step_lost_removes_the_unit() -> None:
    scene = volley(9, foe=foot("foe", "0807", side="red", sp=1)).roll(7)
    assert scene.where("foe") is None
    scene.play("nobody advances")
    assert "move" in scene.orders_of("other")


@pytest.mark.rule("shock.fire.result.disorder")
def test_capital_d_disorders_without_a_check() -> None:
    scene = volley(9).roll(5)
    assert scene.order("foe") == D1
    scene = volley(9, foe=foot("foe", "0807", side="red", order=D1)).roll(5)
    assert scene.order("foe") == D2


@pytest.mark.rule("shock.fire.result.disorder", "shock.rulings.top-unit")
def test_only_the_top_unit_suffers() -> None:
    below = guns("battery", "0807", side="red", sp=2)
    scene = volley(9, below, foe=foot("foe", "0807", side="red", sp=3)).roll(5)
    assert (scene.order("foe"), scene.order("battery")) == (D1, GOOD)
    scene = volley(9, below, foe=foot("foe", "0807", side="red", sp=3)).roll(7)
    assert (scene.steps("foe"), scene.steps("battery")) == (2, 2)


@pytest.mark.rule("shock.rulings.top-unit")
def test_cavalry_lies_on_top_of_guns_too() -> None:
    # Listed after the guns, it is on top all the same.
    below = guns("battery", "0807", side="red", sp=2)
    scene = given(foot("guard", "0808", sp=9), below, heavy("horse", "0807", side="red", sp=2))
    assert scene.p.top_unit(scene.h("0807")) == scene.u("horse")
    scene.activate().play("fire guard > horse")
    assert scene.mods() == {"shock.fire.shift.cavalry-target": 1}
    scene.roll(4)  # one right of 9+, roll 4: D
    assert (scene.order("horse"), scene.order("battery")) == (D1, GOOD)


@pytest.mark.rule("shock.rulings.top-unit")
def test_guns_alone_suffer_themselves() -> None:
    foe = guns("foe", "0807", side="red", sp=2)
    scene = volley(9, foe=foe).roll(7)  # one left of 9+ is 7-8, roll 7: D
    assert scene.order("foe") == D1


@pytest.mark.rule("shock.rulings.cohesion-check", "shock.rulings.die")
@pytest.mark.parametrize("cohesion", [0, 4, 9])
def test_a_die_at_or_below_cohesion_passes(cohesion: int) -> None:
    kind = system("shock").checks()["cohesion"]
    check = kind.check(kind.read({"cohesion": cohesion}))
    assert [check.outcomes[check.outcome([face])] for face in range(10)] == [
        "pass" if face <= cohesion else "fail" for face in range(10)
    ]


@pytest.mark.rule("shock.rulings.cohesion-check")
def test_rally_needs_less_than_cohesion() -> None:
    kind = system("shock").checks()["rally-disordered"]
    check = kind.check(kind.read({"cohesion": 4}))
    assert [check.outcomes[check.outcome([face])] for face in (3, 4)] == [
        *("recovered", "disordered")
    ]


# -- leaders -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.note.leader", "shock.fire.leader-casualty")
@pytest.mark.parametrize(("face", "where"), [(0, "0807"), (8, "0807"), (9, None)])
def test_a_nine_and_then_another_kills_a_leader(face: int, where: str | None) -> None:
    scene = volley(2, leader("chief", "0807", side="red")).roll(9)  # column 2, roll 9: d
    assert scene.check().name == "leader-casualty"
    assert scene.roll(face).where("chief") == where
    assert scene.check().name == "cohesion"


@pytest.mark.rule("shock.fire.note.leader")
@pytest.mark.parametrize(("face", "asked"), [(7, False), (8, True), (9, False)])
def test_the_modified_roll_calls_for_it(face: int, asked: bool) -> None:
    # French guns add 1: an 8 reads row 9, a 9 reads row 10.
    chief = leader("chief", "0806", side="red")
    foe = foot("foe", "0806", side="red")
    scene = given(guns("guard", "0808", sp=2), foe, chief).activate().play("fire guard > foe")
    scene.roll(face)
    assert (scene.check().name == "leader-casualty") is asked


@pytest.mark.rule("shock.fire.note.leader")
def test_without_a_leader_in_the_hex_nobody_is_asked() -> None:
    scene = volley(2, leader("chief", "0806", side="red")).roll(9)
    assert scene.check().name == "cohesion"


@pytest.mark.rule("shock.fire.note.leader", "shock.fire.leader-casualty")
def test_every_leader_in_the_hex_rolls_for_himself() -> None:
    chiefs = (leader("chief", "0807", side="red"), leader("aide", "0807", side="red"))
    scene = volley(2, *chiefs).roll(9)
    scene.roll(9).roll(0)
    assert (scene.where("chief"), scene.where("aide")) == (None, "0807")


# -- retreat before fire -----------------------------------------------------------------------


def cannonade(foe: Spec, *more: Spec, **rest: Any) -> Scene:
    """French guns in 0808 fire at a unit in 0806, two hexes to the north."""
    pieces = (guns("guard", "0808"), foot("other", "1010"), foe, *more)
    return given(*pieces, **rest).activate().play("fire guard > foe")


@pytest.mark.rule("shock.rulings.retreat-before")
@pytest.mark.parametrize("arm", [light, horse_guns])
def test_light_cavalry_and_horse_guns_may_retreat_before_fire(arm: Any) -> None:
    scene = cannonade(arm("foe", "0806", side="red"))
    assert scene.p.actor == 1
    # One hex on: 0805 and 0905; two: 0704, 0804, 0904 and 1004... all farther from 0808.
    near = {"retreat 0805", "retreat 0905"}
    far = {"retreat 0704", "retreat 0804", "retreat 0904"}
    assert set(scene.options()) == {"stand"} | near | far


def test_a_retreat_before_fire_through_a_deep_stream_says_its_cost_first() -> None:
    # The stream runs between 0806 and 0805; 0905 is reached dry.
    scene = cannonade(light("foe", "0806", side="red"), sides=[("deep-stream", "0806 nw")])
    asked, first = scene.p.decision, scene.p.battle.hex_at
    assert asked is not None
    assert asked.cost(scene.p, first + scene.h("0805")) == "wades a deep stream, which disorders it"
    assert asked.cost(scene.p, first + scene.h("0905")) == ""
    assert asked.cost(scene.p, STAND) == ""


@pytest.mark.rule("shock.rulings.retreat-before")
@pytest.mark.parametrize("arm", [foot, heavy, guns])
def test_nobody_else_may(arm: Any) -> None:
    assert cannonade(arm("foe", "0806", side="red")).check().name == "fire"


@pytest.mark.rule("shock.d1.no-retreat-before")
@pytest.mark.parametrize(("order", "asked"), [(GOOD, True), (D1, False)])
def test_disordered_troops_may_not_retreat_before_fire(order: int, asked: bool) -> None:
    scene = cannonade(light("foe", "0806", side="red", order=order))
    assert (scene.p.decision is not None) is asked


@pytest.mark.rule("shock.d1.no-retreat-before")
@pytest.mark.parametrize(("order", "asked"), [(GOOD, True), (D1, False)])
def test_disordered_troops_may_not_retreat_before_shock(order: int, asked: bool) -> None:
    foe = light("foe", "0807", side="red", order=order)
    scene = given(foot("guard", "0808"), foe).activate().play("shock guard").roll(0)
    assert (scene.p.decision is not None) is asked


@pytest.mark.rule("shock.rulings.retreat-before")
@pytest.mark.parametrize("state", [{"order": ROUTED}, {"flags": ENGAGED}])
def test_routed_and_engaged_troops_may_not(state: dict[str, int]) -> None:
    scene = cannonade(light("foe", "0806", side="red", **state))
    assert scene.check().name == "fire"


@pytest.mark.rule("shock.rulings.retreat-before")
def test_blown_light_cavalry_may() -> None:
    scene = cannonade(light("foe", "0806", side="red", flags=BLOWN))
    assert "retreat 0805" in scene.options()


@pytest.mark.rule("shock.rulings.retreat-before")
def test_who_stands_is_fired_at_as_ever() -> None:
    scene = cannonade(light("foe", "0806", side="red")).play("stand")
    assert scene.mods() == {
        "shock.fire.shift.cavalry-target": 1,
        "shock.fire.drm.french-artillery": 1,
    }


@pytest.mark.rule("shock.rulings.retreat-before")
def test_fire_at_a_hex_left_empty_is_spent() -> None:
    scene = cannonade(light("foe", "0806", side="red"), leader("chief", "0806", side="red"))
    scene.play("retreat 0804")
    assert (scene.where("foe"), scene.where("chief")) == ("0804", "0804")
    assert scene.has("foe", MOVED)
    assert scene.has("guard", FIRED)
    assert "fire" not in scene.orders_of("guard")
    assert "move" in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.retreat-before")
def test_who_is_left_behind_is_fired_at_or_goes_too() -> None:
    foe = light("foe", "0806", side="red", sp=2)
    scene = cannonade(foe, guns("slow", "0806", side="red", sp=2)).play("retreat 0805")
    assert scene.mods() == {
        "shock.fire.shift.artillery-target": -1,
        "shock.fire.drm.french-artillery": 1,
    }
    scene = cannonade(foe, horse_guns("quick", "0806", side="red", sp=2)).play("retreat 0805")
    assert scene.options()[:2] == ["stand", "retreat 0704"]
    scene.play("retreat 0905")
    assert scene.has("guard", FIRED)
    assert scene.where("quick") == "0905"


@pytest.mark.rule("shock.rulings.retreat-before")
def test_light_troops_under_infantry_stay() -> None:
    scene = cannonade(foot("foe", "0806", side="red"), horse_guns("quick", "0806", side="red"))
    assert scene.check().name == "fire"


@pytest.mark.rule("shock.rulings.retreat-before")
def test_who_cannot_go_is_not_asked_and_loses_nothing() -> None:
    # Lake to the north of 0806.
    lake = dict.fromkeys(("0805", "0905"), "lake")
    scene = cannonade(light("foe", "0806", side="red"), ground=lake)
    assert scene.check().name == "fire"
    assert scene.steps("foe") == 4


@pytest.mark.rule("shock.rulings.retreat-before")
def test_one_hex_only_where_the_second_is_shut() -> None:
    lake = dict.fromkeys(("0704", "0804", "0904"), "lake")
    scene = cannonade(light("foe", "0806", side="red"), ground=lake)
    assert scene.options() == ["stand", "retreat 0805", "retreat 0905"]


@pytest.mark.rule("shock.rulings.retreat-before")
def test_light_cavalry_may_retreat_before_shock_by_one_or_two_hexes() -> None:
    foe = light("foe", "0807", side="red")
    scene = given(foot("guard", "0808"), foe).activate().play("shock guard").roll(0)
    assert scene.p.actor == 1
    # Farther from 0808 than 0807: 0706, 0806 and 0707 (2); then 3 hexes away.
    assert {"stand", "retreat 0706", "retreat 0806", "retreat 0805"} <= set(scene.options())
    scene.play("retreat 0805")
    assert scene.where("foe") == "0805"
    assert scene.options() == ["nobody advances", "advance guard"]


@pytest.mark.rule("shock.rulings.retreat-before")
def test_nobody_retreats_before_reaction_fire() -> None:
    foe = foot("foe", "0807", side="red")
    scene = given(light("guard", "0808"), foe).activate().play("shock guard").roll(0)
    scene.play("fire > guard")
    assert scene.check().name == "fire"


# -- advance after fire --------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.fire.advance", "shock.d1.no-advance")
@pytest.mark.parametrize(("order", "offered"), [(GOOD, True), (D1, False)])
def test_infantry_whose_fire_empties_the_hex_before_it_may_advance(
    order: int, offered: bool
) -> None:
    # 9 SP is column 9+; a 9 costs a step at least, also one column to the left for D-1.
    scene = given(
        foot("guard", "0808", sp=9, order=order),
        guns("behind", "0808"),
        foot("other", "0112"),
        foot("foe", "0807", side="red", sp=1),
        foot("next", "0706", side="red", facing="n"),
    ).activate()
    scene.play("fire guard > foe").roll(9)
    assert scene.where("foe") is None
    assert ("advance guard" in scene.options()) == offered
    if offered:
        scene.play("advance guard")
        assert scene.where("guard") == "0807"
        assert scene.options() == ["nobody advances", "advance behind"]
        scene.play("nobody advances")
        assert not scene.orders_of("guard") & {"move", "fire", "march", "rush"}


@pytest.mark.rule("shock.rulings.fire.advance")
def test_neither_guns_nor_squares_nor_those_who_only_hurt_the_enemy_advance() -> None:
    foe = foot("foe", "0807", side="red", sp=1)
    other = foot("other", "0112")
    for firer in (guns("guard", "0808", sp=22), foot("guard", "0808", sp=9, flags=SQUARE)):
        scene = given(firer, other, foe).activate().play("fire guard > foe").roll(9)
        assert scene.where("foe") is None and "advance guard" not in scene.options()
    strong = foot("foe", "0807", side="red", sp=4)
    scene = given(foot("guard", "0808", sp=9), other, strong).activate()
    scene.play("fire guard > foe").roll(9).roll(0)
    assert scene.steps("foe") == 3 and "advance guard" not in scene.options()


@pytest.mark.rule("shock.rulings.fire.advance")
def test_nobody_advances_after_reaction_fire() -> None:
    scene = given(
        foot("guard", "0808", sp=9), foot("foe", "0807", side="red", sp=1, commitment=9)
    ).activate("red")
    scene.play("shock foe > guard").roll(0).play("fire > foe").roll(9)
    assert scene.where("foe") is None and scene.where("guard") == "0808"
    assert scene.p.over


@pytest.mark.rule("shock.rulings.fire.advance")
def test_infantry_that_has_withdrawn_does_not_advance_after_its_fire() -> None:
    # Guard goes from the zone of the holder behind it to 0807; the guns in 0806 look away.
    scene = given(
        foot("guard", "0808", sp=9),
        foot("other", "0112"),
        foot("holder", "0909", side="red", facing="nw"),
        guns("foe", "0806", side="red", facing="n", sp=1),
    ).activate()
    scene.play("withdraw guard > 0807").play("fire guard > foe").roll(9)
    assert scene.where("foe") is None and "advance guard" not in scene.options()


@pytest.mark.rule("shock.rulings.fire.advance", "shock.rally.routed.rallied")
def test_infantry_once_routed_by_fire_advances_after_it_has_rallied() -> None:
    # D-2 and struck with a D: it routs. Two activations later it is in good order again.
    scene = given(
        foot("guard", "0808", sp=9, order=D2),
        foot("foe", "0807", side="red", sp=1, facing="s"),
        guns("battery", "0804", side="red", sp=22),
    ).activate("red")
    scene.play("fire battery > guard").roll(9)
    assert scene.order("guard") == ROUTED
    while scene.p.stack:
        scene.p.play(scene.p.options()[0])
    scene.activate().play("rally guard").roll(0)
    assert scene.order("guard") == GOOD
    scene.p.place(scene.u("guard"), scene.h("0808"))
    scene.p.flags[scene.u("guard")] &= ~TURN_FLAGS  # on the next turn
    scene.activate().play("fire guard > foe").roll(9)
    assert scene.where("foe") is None and "advance guard" in scene.options()


@pytest.mark.rule("shock.rulings.fire.advance")
def test_nobody_advances_on_an_enemy_who_stands_the_fire() -> None:
    # The foe is the first unit of the battle. Strength 4, a die of 0: no effect.
    foe, guard = foot("foe", "0807", side="red"), foot("guard", "0808")
    scene = given(foe, guard).activate().play("fire guard").roll(0)
    assert "done" in scene.options()
