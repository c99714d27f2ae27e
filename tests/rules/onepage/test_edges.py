"""Winners that fall, targets that stay silent, the friend that is nearest."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, ROUTED
from tests.rules.onepage.given import foot, general, given, guns, heavy
from tests.rules.onepage.test_melee import met


@pytest.mark.rule("onepage.combat.winner", "onepage.combat.loser.disordered")
def test_a_winner_that_falls_takes_no_ground_but_the_loser_still_goes() -> None:
    # Two hits against one: the attacker wins, and its only strength point is gone.
    scene = met(foot("a", 20, 20, strength=1)).roll(6, 6, 1, 1).roll(6, 1, 1, 1)
    assert scene.at("a") is None and scene.lost("foe") == 2
    assert scene.has("foe", DISORDERED) and scene.at("foe") == (20.0, 10.9, 180)
    assert scene.p.over  # nobody is asked


@pytest.mark.rule("onepage.rulings.counter-fire", "onepage.rulings.unlimbered")
def test_limbered_guns_do_not_answer_close_fire() -> None:
    foe = guns("foe", 20, 14, facing=180, side="red", state=LIMBERED)
    scene = given(guns("a", 20, 20), foe).combat().play("fire a > foe").roll(4)
    assert scene.lost("foe") == 1 and scene.p.roll is None


@pytest.mark.rule("onepage.rulings.counter-fire", "onepage.morale.rout.no-action")
def test_a_routed_target_does_not_answer_close_fire() -> None:
    foe = foot("foe", 20, 15, facing=180, side="red", state=ROUTED | DISORDERED)
    scene = given(guns("a", 20, 20), foe).combat().play("fire a > foe").roll(4)
    assert scene.lost("foe") == 1 and scene.p.roll is None


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_caught_general_rides_to_the_friend_that_is_nearest_in_a_straight_line() -> None:
    scene = given(
        heavy("a", 20, 20), general("g", 20, 22), general("h", 20, 14.0, "red"),
        foot("beside", 10, 14, side="red"),  # 10 in
        foot("behind", 21, 4, side="red"),  # a little over 10 in
        foot("near", 26, 14, side="red"),  # 6 in
    )  # fmt: skip
    scene.moves("a").play("to 20.0,15.4 facing 0")
    assert scene.at("h") == (26.0, 14.0, 0)
