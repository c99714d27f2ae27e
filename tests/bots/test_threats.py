"""What the enemy could take next in `locales`: open approaches, guns, objectives, weak guards."""

import pytest

from grognard.systems.locales.judging import threats
from grognard.systems.locales.judging.judgement import by_share
from grognard.systems.locales.state.kinds import FIELD, PREPARATION, STAFF, Clock, State
from tests.rules.locales.given import Scene, foot, given, gun, horse


def danger(scene: Scene) -> float:
    return threats.danger(scene.p, 0).troops


def at_stake(scene: Scene) -> float:
    return threats.danger(scene.p, 0).objectives


def test_a_locale_he_can_walk_into_costs_a_retreat() -> None:
    """He stands on b3/b2 and b2/b3 is open: 1 for the retreat, 1 of the foot in reserve."""
    foe = foot("foe", "b3/b2", 2, side="red")
    assert danger(given(foot("iron", "b2", 3), foe)) == 2
    assert danger(given(foot("iron", "b2/b3", 3), foe)) == 0  # the approach is closed


def test_guns_in_reserve_are_lost_with_the_locale() -> None:
    """1 for the retreat, 2 for the gun: its own point and the one the enemy wins."""
    assert danger(given(gun("battery", "b2"), foot("foe", "b3/b2", 2, side="red"))) == 3


def test_a_weak_guard_invites_an_assault() -> None:
    """3 against 1: a margin of 2, and six tenths of a retreat without reserve, which costs 1."""
    scene = given(foot("weak", "b2/b3", 1), foot("foe", "b3/b2", 3, side="red"))
    assert danger(scene) == pytest.approx(2.6)
    strong = given(foot("strong", "b2/b3", 3), foot("foe", "b3/b2", 3, side="red"))
    assert danger(strong) == 0


def test_a_reserve_answers_a_maneuver() -> None:
    """Who has nothing in reserve must withdraw, which costs ground."""
    one = given(foot("iron", "b2", 3), foot("foe", "b3", 2, side="red"))
    assert danger(one) == 0
    none = given(foot("iron", "b2/b1", 3), foot("foe", "b3", 2, side="red"))
    assert danger(none) == 0.5


def test_horse_does_not_guard_an_approach_where_it_cannot_lead() -> None:
    """Behind a fence cavalry may not lead the defence: 3 against 0, and the retreat as before."""
    fence = {("b2", "b3"): {"width": "wide", "into": {"b2": {"obstructed": True}}}}
    foe = foot("foe", "b3/b2", 3, side="red")
    assert danger(given(horse("gamble", "b2/b3"), foe)) == pytest.approx(1.6)
    assert danger(given(horse("gamble", "b2/b3"), foe, boundaries=fence)) == pytest.approx(3.6)
    assert danger(given(foot("iron", "b2/b3", 3), foe, boundaries=fence)) == 0


OWN_B2 = {"b2": "blue"}


def test_an_objective_that_is_left_open_is_as_good_as_taken() -> None:
    """Nobody saves b2 by marching off; who cannot claim, or is two locales off, takes none."""
    foe = foot("foe", "b3/b2", 2, side="red")
    walked_into = given(foot("iron", "b2", 3), foe, objectives=OWN_B2)
    left = given(foot("iron", "a2", 3), foe, objectives=OWN_B2)
    assert at_stake(walked_into) == at_stake(left) == 1
    assert at_stake(given(foot("iron", "b2/b3", 3), foe, objectives=OWN_B2)) == 0
    for harmless in (foot("foe", "b3/b2", 1, side="red"), foot("foe", "b4", 2, side="red")):
        assert at_stake(given(foot("iron", "a2", 3), harmless, objectives=OWN_B2)) == 0


def test_a_victor_too_weak_to_claim_takes_half_an_objective() -> None:
    """3 against 1: he has 2 left and claims; 2 against 1 leaves him 1. Six tenths to assault."""
    guard = foot("weak", "b2/b3", 1)
    strong = given(guard, foot("foe", "b3/b2", 3, side="red"), objectives=OWN_B2)
    weak = given(guard, foot("foe", "b3/b2", 2, side="red"), objectives=OWN_B2)
    assert at_stake(strong) == pytest.approx(0.6)
    assert at_stake(weak) == pytest.approx(0.3)


def test_an_objective_of_the_enemy_is_at_stake_too() -> None:
    """Blue claims b2 of red, and red can walk back in."""
    foe = foot("foe", "b3/b2", 2, side="red")
    assert at_stake(given(foot("iron", "b2", 3), foe, objectives={"b2": "red"})) == 1


def test_who_has_no_turn_left_threatens_nobody() -> None:
    """Red moves second: after its last field commands blue has nothing to fear, nor has red."""
    scene = given(foot("iron", "b2", 3), foot("foe", "b3/b2", 2, side="red"), objectives=OWN_B2)
    p = scene.p
    p.clock[Clock.TURN], p.clock[Clock.PHASE] = p.battle.turns, FIELD
    p.clock[Clock.SIDE] = second = 1 - p.battle.first
    p.clock[Clock.FIELD_LEFT] = 3
    assert threats.threats(p, second) == threats.danger(p, p.battle.first)
    p.clock[Clock.PHASE] = STAFF
    assert threats.threats(p, second) == threats.Threat()


def test_who_has_moved_threatens_nobody_before_the_next_turn() -> None:
    """3 against 1 as above: the whole of 2.6 if he may still assault, three tenths if not."""
    scene = given(foot("iron", "b2/b3", 3), foot("foe", "b3/b2", 1, side="red"))
    p = scene.p
    p.clock[Clock.SIDE], p.clock[Clock.PHASE], p.clock[Clock.FIELD_LEFT] = 0, FIELD, 3
    assert threats.threats(p, 0).troops == pytest.approx(2.6)
    p.state[scene.b("iron")] |= State.MOVED
    assert threats.threats(p, 0).troops == pytest.approx(0.3 * 2.6)


def test_the_end_of_a_turn_counts_as_much_as_the_next_one_that_begins() -> None:
    scene = given(foot("iron", "b2", 3), foot("foe", "b3/b2", 2, side="red"), objectives=OWN_B2)
    p = scene.p
    p.clock[Clock.SIDE], p.clock[Clock.PHASE] = 0, STAFF
    ending = threats.threats(p, 0)
    p.clock[Clock.SIDE], p.clock[Clock.PHASE] = 1, PREPARATION
    assert threats.threats(p, 0) == ending
    assert ending.objectives < 0


def test_a_point_of_morale_counts_for_more_to_the_army_that_has_fewer() -> None:
    """20 against 10, 15 on average: a point of blue is 15/20, a point of red 15/10."""
    scene = given(foot("iron", "b2", 3), foot("foe", "b3", 2, side="red"), morale=(20, 10))
    assert by_share(scene.p, 0) == 0
    scene.p.morale[0] -= 2
    assert by_share(scene.p, 0) == pytest.approx(-1.5)
    scene.p.morale[1] -= 1  # as large a share of its start
    assert by_share(scene.p, 0) == pytest.approx(0)
    scene.p.morale[1] -= 1
    assert by_share(scene.p, 0) == pytest.approx(1.5) == -by_share(scene.p, 1)
