"""Ways: what bars them, what is left at the end of a move, and which way a status turns a unit."""

import pytest

from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.state.kinds import ATTACK, WITHDRAW
from grognard.systems.pulses.status import AWAY
from tests.rules.pulses.given import foot, given, guns, light


@pytest.mark.rule("pulses.interpenetration.allowed")
def test_nobody_passes_through_an_enemy() -> None:
    # 15 in of the 16 of light cavalry lead to a free place behind him.
    foe = foot("foe", 20, 20, side="red")
    scene = given(light("a", 20, 30), foe).moves("a")
    assert scene.refusal("20.0,15.0") == "Foe stands in the way"
    # Beside him it passes, 1 in from his flank.
    beside = given(light("a", 24, 30), foe).moves("a")
    assert beside.refusal("24.0,15.0") == ""


@pytest.mark.rule("pulses.rulings.artillery-face")
def test_a_battery_does_not_turn_into_an_enemy_beside_it() -> None:
    # Turned by a right angle it reaches 1.5 in to either side, to 21.5; the enemy begins at 21.2.
    foe = foot("foe", 22.7, 20, 180, side="red")
    scene = given(guns("a", 20, 20), foe).moves("a").roll(3)
    assert scene.refusal("20.0,20.0 facing 90") == "Foe stands in the way"
    assert scene.refusal("20.0,20.0 facing 180") == ""


@pytest.mark.rule("pulses.status.withdraw", "pulses.flank-move.infantry-cavalry")
def test_with_less_than_an_inch_left_a_withdrawing_unit_may_still_step_back() -> None:
    # 5.6 in back for 11.2 of 12: 0.8 in are left, 0.4 in of way. No inch is to be had any more.
    foe = foot("foe", 20, 12, 180, side="red")
    scene = given(foot("a", 20, 23), foe, status=WITHDRAW).moves("a").play("to 20.0,28.6")
    assert (scene.left(), "halt" in scene.texts()) == (800, True)
    assert scene.refusal("20.0,29.0") == ""
    assert scene.refusal("20.0,29.1") != ""
    assert "goes away from" in scene.refusal("20.0,28.3")


@pytest.mark.rule("pulses.status.attack", "pulses.flank-move.infantry-cavalry")
def test_with_less_than_an_inch_left_an_attacker_with_its_back_to_the_enemy_may_step_nearer() -> (
    None
):
    foe = foot("foe", 20, 5, side="red")
    scene = given(foot("a", 20, 30, 180), foe, status=ATTACK).moves("a")
    scene.play("to 20.0,24.4 facing 180")
    assert (scene.left(), "halt" in scene.texts()) == (800, True)
    assert scene.refusal("20.0,24.0 facing 180") == ""
    assert "goes towards" in scene.refusal("20.0,24.7 facing 180")


@pytest.mark.rule("pulses.status.withdraw", "pulses.rulings.compelled")
def test_a_withdrawing_unit_may_turn_its_flank_if_it_faced_the_enemy() -> None:
    foe = foot("foe", 20, 8, 180, side="red")
    facing = given(light("a", 20, 20), foe, status=WITHDRAW).moves("a")
    for side in (90, 270):
        assert facing.refusal(f"20.0,20.0 facing {side}") == ""
    # From the flank to the other flank is no step on its way, and to the enemy even less.
    flank = given(light("a", 20, 20, 90), foe, status=WITHDRAW).moves("a")
    assert flank.refusal("20.0,20.0 facing 180") == ""
    for side in (270, 0):
        assert "1 in further" in flank.refusal(f"20.0,20.0 facing {side}")


@pytest.mark.rule("pulses.status.withdraw", "pulses.rulings.compelled")
def test_an_inch_to_be_had_past_a_friend_by_an_odd_angle_must_be_taken() -> None:
    # 1.3 in are left. The friend is 0.8 in ahead and overlaps by 0.6 in: 0.65 in to the right, at
    # 30 degrees, it is passed, and that leads 1.1 in away from the enemy.
    foe, friend = foot("foe", 20, 33.5, side="red"), foot("friend", 17.6, 16.2)
    scene = given(foot("a", 20, 20), foe, friend, status=WITHDRAW)
    scene.push(Leg.first(scene.p, scene.u("a"), AWAY, 1300))
    assert "halt" not in scene.texts()
    scene.play(scene.texts()[0])
    x, y, _ = scene.at("a") or (0, 0, 0)
    assert x >= 20.6
    assert y <= 19.0
