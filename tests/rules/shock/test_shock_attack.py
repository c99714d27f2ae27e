"""Attacks in play up to the shock: declaring, commitment, what happens before the clash.

The defender stands on 0807 and faces south; attackers stand on 0808 and 0708.
"""

import pytest
from msgspec.structs import asdict

from grognard.systems.shock.state.kinds import ATTACKED, D1, D2, ENGAGED, GAVE_WAY, OUT, ROUTED
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import Scene, foot, given, heavy, leader, light

FOE = foot("foe", "0807", "red", sp=4)


def answer_all(scene: Scene, die: int = 0) -> Scene:
    """Let what is open take its course: the first option, this die."""
    while scene.p.stack:
        if scene.p.decision is not None:
            scene.play(scene.options()[0])
        else:
            scene.roll(die)
    return scene


# -- declaring ---------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.shock.declare")
@pytest.mark.parametrize(
    ("hex", "facing", "may"),
    [
        ("0808", "n", True),
        ("0808", "nw", True),
        ("0808", "ne", False),  # its front hexes are then 0907 and 0908
        ("0808", "s", False),
        ("0809", "n", False),  # two hexes off
    ],
)
def test_an_attacker_needs_the_target_in_a_front_hex(hex: str, facing: str, may: bool) -> None:
    scene = given(FOE, foot("a", hex, facing=facing)).activate("blue")
    assert ("shock" in scene.orders_of("a")) is may


@pytest.mark.rule("shock.rulings.shock.declare")
def test_everybody_declares_before_anybody_rolls_and_attacks_one_hex() -> None:
    # 0907 and 0807 are both in front of a.
    scene = given(FOE, foot("next", "0907", "red"), foot("a", "0808"), foot("b", "0708"))
    scene.activate("blue").play("shock a > next")
    assert scene.p.decision is not None  # nothing is rolled yet
    assert scene.orders_of("a") == set()
    scene.play("shock b > foe").play("fight 0807")
    assert scene.check().name == "commitment"


@pytest.mark.rule("shock.rulings.shock.commitment")
@pytest.mark.parametrize(
    ("with_leader", "out", "highest"),
    [(False, 0, 6), (True, 0, 7), (False, OUT, 5), (True, OUT, 6)],
)
def test_an_attacker_rolls_at_or_below_commitment(
    with_leader: bool, out: int, highest: int
) -> None:
    pieces = [FOE, foot("a", "0808", commitment=6, cohesion=3)]
    if with_leader:
        pieces.append(leader("chief", "0808"))
    for die, goes_in in ((highest, True), (highest + 1, False)):
        scene = given(*pieces).activate("blue")
        scene.p.flags[scene.u("a")] |= out
        scene.play("shock a > foe").roll(die)
        assert (scene.p.target[scene.u("a")] >= 0) is goes_in
        assert scene.has("a", ATTACKED)  # it has had its try


@pytest.mark.rule("shock.rulings.shock.commitment")
def test_light_cavalry_commits_by_its_cohesion() -> None:
    scene = given(FOE, light("a", "0808", cohesion=4)).activate("blue").play("shock a > foe")
    assert scene.check().first_odds().fractions() == {"attacks": "1/2", "hangs back": "1/2"}


@pytest.mark.rule("shock.rulings.shock.commitment")
def test_who_hangs_back_takes_no_part_in_the_shock() -> None:
    scene = given(FOE, foot("a", "0808", sp=8), foot("b", "0708", sp=4)).activate("blue")
    scene.play("shock a > foe").play("shock b > foe")
    scene.roll(9).roll(0)  # a hangs back, b goes in
    scene.play("hold")
    assert ratio(scene) == "1-1"
    # A die of 1 at 1-1 is d for the attacker and 1d for the defender: both pass.
    scene.roll(1).roll(0).roll(0)
    assert scene.has("b", ENGAGED) and not scene.has("a", ENGAGED)


@pytest.mark.rule("shock.rulings.shock.commitment")
def test_an_attack_nobody_commits_to_is_over() -> None:
    scene = given(FOE, foot("a", "0808")).activate("blue").play("shock a > foe").roll(7)
    assert not scene.p.stack and scene.steps("foe") == 4 and not scene.has("foe", ENGAGED)


# -- before the clash --------------------------------------------------------------------------


def test_an_attacker_destroyed_by_reaction_fire_does_not_clash() -> None:
    # 9 SP fire in column 9+: a die of 9 is 1d+2.
    big = foot("foe", "0807", "red", sp=9, nation="dutch-belgian")
    scene = given(big, foot("a", "0808", steps=1)).activate("blue").play("shock a > foe").roll(0)
    scene.play("fire > a").roll(9)
    assert scene.where("a") is None and not scene.p.stack
    assert not scene.has("foe", ENGAGED)


@pytest.mark.rule("shock.d2.no-shock")
def test_an_attacker_that_becomes_d2_before_the_clash_does_not_attack() -> None:
    big = foot("foe", "0807", "red", sp=9, nation="dutch-belgian")
    scene = given(big, foot("a", "0808", order=D1)).activate("blue").play("shock a > foe").roll(0)
    scene.play("fire > a").roll(4)  # d+3 in column 9+ at roll 4
    scene.roll(9)
    assert scene.order("a") == D2 and not scene.p.stack and not scene.has("foe", ENGAGED)


def test_a_defender_that_retreats_leaves_its_hex_to_the_attacker() -> None:
    scene = given(light("foe", "0807", "red"), foot("a", "0808")).activate("blue")
    scene.play("shock a > foe").roll(0)
    scene.play(scene.options()[-1])  # retreat before shock
    assert "advance a" in scene.options()
    scene.play("advance a")
    assert scene.where("a") == "0807" and not scene.p.stack


def test_an_attack_on_a_hex_left_empty_before_its_turn_is_not_rolled_for() -> None:
    scene = given(FOE, foot("next", "0907", "red"), foot("a", "0808"), foot("b", "0708"))
    scene.activate("blue").play("shock a > next")
    scene.p.eliminate(scene.u("next"))
    scene.play("shock b > foe")
    assert scene.check().name == "commitment" and asdict(scene.p.stack[-1]) == {
        "unit": scene.u("b")
    }
    answer_all(scene)
    assert scene.where("a") == "0808" and not scene.has("a", ENGAGED)


def test_retreat_in_earlier_fire_does_not_keep_a_unit_from_attacking() -> None:
    scene = given(FOE, foot("a", "0808"))
    scene.p.mark(scene.u("a"), GAVE_WAY)
    clash(scene, "shock a > foe")
    assert ratio(scene) == "1-1"


# -- ridden down -------------------------------------------------------------------------------


RUNNERS = foot("foe", "0807", "red", order=ROUTED)


@pytest.mark.rule("shock.routed.ridden-down")
def test_heavy_cavalry_rides_routed_infantry_down_without_a_roll() -> None:
    scene = given(RUNNERS, heavy("a", "0808")).activate("blue").play("shock a > foe")
    assert scene.where("foe") is None and "advance a" in scene.options()


@pytest.mark.rule("shock.routed.ridden-down")
def test_light_cavalry_must_first_pass_its_commitment() -> None:
    scene = given(RUNNERS, light("a", "0808")).activate("blue").play("shock a > foe")
    assert scene.check().name == "commitment" and scene.where("foe") == "0807"
    scene.roll(6)
    assert scene.where("foe") is None
    scene = given(RUNNERS, light("a", "0808")).activate("blue").play("shock a > foe").roll(7)
    assert scene.where("foe") == "0807" and not scene.p.stack


@pytest.mark.rule("shock.routed.ridden-down", "shock.drm.defender-routed")
def test_infantry_alone_fights_routed_infantry_at_minus_5() -> None:
    scene = given(RUNNERS, light("a", "0808"), foot("b", "0708")).activate("blue")
    scene.play("shock a > foe").play("shock b > foe")
    scene.roll(9).roll(0)  # the cavalry hangs back
    assert scene.mods() == {"shock.drm.defender-routed": -5}


@pytest.mark.rule("shock.routed.ridden-down")
def test_routed_cavalry_is_not_ridden_down() -> None:
    scene = given(light("foe", "0807", "red", order=ROUTED), heavy("a", "0808")).activate("blue")
    scene.play("shock a > foe")
    assert scene.check().name == "commitment"
    scene.roll(0)
    assert scene.check().name == "shock" and scene.mods() == {}


@pytest.mark.rule("shock.rulings.shock.declare")
def test_a_declared_attack_says_who_attacks_whom() -> None:
    scene = given(foot("unit", "0808"), foot("foe", "0807", "red"), foot("other", "0907", "red"))
    scene.activate().play("shock unit")
    decision = scene.p.decision
    assert decision is not None and scene.options() == ["> foe", "> other"]
    pairs = [decision.attacks(scene.p, action) for action in scene.p.options()]
    assert pairs == [("unit:unit", "unit:foe"), ("unit:unit", "unit:other")]
