"""Maneuvers: the conditions, both answers, and where the units end."""

import pytest

from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def threatened() -> Scene:
    """Two blocks maneuver from b2 against b3, whose reserve holds infantry and a gun."""
    scene = given(
        foot("iron", "b2", 3),
        horse("buford", "b2"),
        foot("foe", "b3", 1, side="red"),
        gun("pegram", "b3", side="red"),
    )
    return scene.field().order("maneuver b2 > b2/b3", "iron", "buford")


@pytest.mark.rule("locales.maneuver.condition.defense-approach-unsecured")
def test_a_maneuver_needs_an_unsecured_defense_approach() -> None:
    scene = given(
        foot("iron", "b2"),
        foot("shut", "b3/b2", side="red"),
        foot("open", "c2/c1", side="red"),
    ).field()
    assert scene.reach("maneuver b2") == {"b2/c2"}


@pytest.mark.rule("locales.maneuver.condition.enemy-occupied")
def test_nobody_maneuvers_against_an_empty_locale() -> None:
    scene = given(foot("iron", "b2"), foot("foe", "c2", side="red")).field()
    assert scene.reach("maneuver b2") == {"b2/c2"}


@pytest.mark.rule("locales.maneuver.initial.reserve")
def test_only_units_in_reserve_maneuver() -> None:
    scene = given(foot("iron", "b2"), foot("front", "b2/b3"), foot("foe", "b3", side="red")).field()
    orders = [option for option in scene.options() if option.startswith("maneuver")]
    assert orders == ["maneuver b2"]
    scene.play("maneuver b2 > b2/b3")
    assert scene.options() == [scene.name("iron")]


@pytest.mark.rule(
    "locales.maneuver.response.secure", "locales.maneuver.response.withdraw", "locales.field.gate"
)
def test_the_enemy_secures_the_approach_or_withdraws() -> None:
    scene = threatened()
    assert scene.actor() == "red"
    assert scene.options() == ["secure", "withdraw"]


@pytest.mark.rule(
    "locales.maneuver.response.secure",
    "locales.ruling.maneuver.answer-from-reserve",
    "locales.maneuver.failure.secure-or-stay",
)
def test_a_single_gun_of_the_reserve_is_enough_to_secure() -> None:
    scene = threatened().play("secure")
    assert scene.options() == [scene.name("foe"), scene.name("pegram")]
    scene.pick("pegram")
    assert (scene.where("pegram"), scene.where("foe")) == ("b3/b2", "b3")
    assert scene.actor() == "blue"
    assert scene.options() == ["stay", "secure"]


@pytest.mark.rule("locales.ruling.maneuver.answer-from-reserve")
def test_only_the_reserve_answers_and_never_disrupted_infantry() -> None:
    scene = given(
        foot("iron", "b2"),
        foot("foe", "b3", side="red"),
        foot("broken", "b3", 0, side="red", state=BROKEN),
        foot("flank", "b3/c3", side="red"),
        foot("own", "c3"),
    )
    scene.field().order("maneuver b2 > b2/b3", "iron").play("secure")
    # There is nobody else, as everybody sees: it goes without asking.
    assert scene.where("foe") == "b3/b2" and scene.where("broken") == "b3"


@pytest.mark.rule("locales.ruling.maneuver.answer-from-reserve")
def test_without_a_unit_to_answer_the_enemy_must_withdraw() -> None:
    scene = given(
        foot("iron", "b2"),
        foot("broken", "b3", 0, side="red", state=BROKEN),
        foot("flank", "b3/c3", side="red"),
        foot("own", "c3"),
    )
    scene.field().order("maneuver b2 > b2/b3", "iron").let("red")
    assert scene.where("iron") == "b3"
    assert scene.where("flank") in ("a3", "b4")
    assert scene.where("broken") in ("a3", "b4")


@pytest.mark.rule(
    "locales.maneuver.failure.secure-or-stay",
    "locales.ruling.maneuver.failure-together",
    "locales.field.outcome",
)
def test_units_of_a_failed_maneuver_secure_the_attack_approach_together() -> None:
    scene = threatened().play("secure").pick("foe").play("secure")
    assert (scene.where("iron"), scene.where("buford")) == ("b2/b3", "b2/b3")


@pytest.mark.rule(
    "locales.maneuver.failure.secure-or-stay", "locales.ruling.maneuver.failure-together"
)
def test_units_of_a_failed_maneuver_stay_in_reserve_together() -> None:
    scene = threatened().play("secure").pick("foe").play("stay")
    assert (scene.where("iron"), scene.where("buford")) == ("b2", "b2")
    assert "maneuver b2" not in scene.options()  # they had their command


@pytest.mark.rule(
    "locales.maneuver.response.withdraw",
    "locales.maneuver.success.reserve-of-defense-locale",
    "locales.field.outcome",
)
def test_a_withdrawal_lets_the_maneuver_succeed_and_costs_nothing() -> None:
    scene = threatened().play("withdraw").let("red")
    assert (scene.where("iron"), scene.where("buford")) == ("b3", "b3")
    assert (scene.morale("blue"), scene.morale("red")) == (50, 50)
    assert {scene.where("foe"), scene.where("pegram")} <= {"a3", "c3", "b4"}


@pytest.mark.rule("locales.maneuver.success.cavalry-may-deploy")
def test_cavalry_may_deploy_after_a_maneuver() -> None:
    scene = given(
        horse("buford", "b2"), foot("foe", "b3", side="red"), foot("next", "c3", side="red")
    )
    scene.field().order("maneuver b2 > b2/b3", "buford").play("withdraw", "b4")
    scene.play(f"deploy {scene.name('buford')}", "at b3/c3")
    assert scene.where("buford") == "b3/c3"


@pytest.mark.rule("locales.ruling.maneuver.nothing-compared")
def test_a_weak_unit_drives_off_a_strong_one_and_nobody_is_seen() -> None:
    scene = given(foot("weak", "b2", 1), foot("foe", "b3", 3, side="red"))
    scene.field().order("maneuver b2 > b2/b3", "weak").play("withdraw").let("red")
    assert (scene.where("weak"), scene.strength("weak"), scene.strength("foe")) == ("b3", 1, 3)
    assert not scene.has("weak", State.UP)
    assert not scene.has("foe", State.UP)
    for side, hidden in (("red", "weak"), ("blue", "foe"), (None, "foe"), (None, "weak")):
        assert scene.known_to(side).strength[scene.b(hidden)] < 0


@pytest.mark.rule("locales.ruling.maneuver.nothing-compared")
def test_a_failed_maneuver_shows_nobody() -> None:
    scene = threatened().play("secure").pick("foe").play("secure")
    assert not any(scene.has(unit, State.UP) for unit in ("iron", "buford", "foe", "pegram"))


@pytest.mark.rule("locales.ruling.maneuver.obstructed-needs-infantry")
def test_cavalry_and_guns_maneuver_alone_over_an_obstructed_approach() -> None:
    for unit in (horse("it", "b2"), gun("it", "b2")):
        scene = given(
            unit,
            foot("foe", "b3", side="red"),
            boundaries={("b2", "b3"): {"into": {"b3": {"obstructed": True}}}},
        ).field()
        assert scene.reach("maneuver b2") == {"b2/b3"}
