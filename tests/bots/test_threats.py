"""What the enemy could take next in `locales`: open approaches, guns, objectives, weak guards."""

import pytest

from grognard.systems.locales.judging import threats
from grognard.systems.locales.judging.judgement import by_share
from tests.rules.locales.given import Scene, foot, given, gun, horse


def danger(scene: Scene) -> float:
    return threats.danger(scene.p, 0)


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
