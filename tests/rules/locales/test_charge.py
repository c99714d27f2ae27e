"""Charges: the way over two boundaries, the leaders, both answers, and what they cost."""

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def ways(*units: Spec, boundaries: Mapping[tuple[str, str], Any] | None = None) -> set[str]:
    """The charges offered to a brigade of horse in b1; units of the enemy are in the way."""
    scene = given(horse("buford", "b1"), *units, boundaries=boundaries).field()
    return scene.reach("charge b1")


def charged(*units: Spec, riders: int = 2, width: str = "wide", **told: Any) -> Scene:
    """Horse of b1 (2, 2, ...) charges over b2 at b3; all go."""
    ids = [f"h{n}" for n in range(riders)]
    boundaries = {("b2", "b3"): {"width": width, **told}}
    scene = given(*(horse(id_, "b1") for id_ in ids), *units, boundaries=boundaries)
    return scene.field().order("charge b1 > b2/b3", *ids)


def finish(scene: Scene) -> None:
    """Let both sides answer until the next order is asked for."""
    while scene.options() and "done" not in scene.options():
        scene.p.play(scene.p.options()[0])


@pytest.mark.rule(
    "locales.ruling.charge.path", "locales.charge.condition.defense-locale-enemy-occupied"
)
def test_a_charge_crosses_two_boundaries_at_an_enemy() -> None:
    assert ways(foot("foe", "b3", side="red")) == {"b2/b3"}
    # Three boundaries away, or nobody there.
    assert ways(foot("foe", "b4", side="red")) == set()


@pytest.mark.rule("locales.charge.condition.defense-locale-enemy-occupied")
def test_a_charge_is_aimed_at_enemies_only() -> None:
    # d1 and b3 are both two boundaries away; only d1 holds an enemy.
    assert ways(foot("foe", "d1", side="red")) == {"c1/d1"}


@pytest.mark.rule("locales.ruling.charge.path")
def test_a_charge_may_ride_by_more_than_one_way() -> None:
    assert ways(foot("foe", "c2", side="red")) == {"b2/c2", "c1/c2"}


@pytest.mark.rule("locales.ruling.charge.path")
def test_the_attack_locale_of_a_charge_holds_no_enemy() -> None:
    foes = (foot("near", "b2", side="red"), foot("foe", "b3", side="red"))
    assert ways(*foes) == set()


# Three locales that all border on one another.
TRIANGLE = """
board = "areas"
name = "test"
title = "Test"
sides = ["blue", "red"]
width = 2000
height = 2000
kilometre = 150
[[locale]]
id = "a"
name = "A"
capacity = 8
reserve = "500,500"
outline = "0,0 1000,0 1000,1000 0,1000"
[[locale]]
id = "b"
name = "B"
capacity = 8
reserve = "1500,500"
outline = "1000,0 2000,0 2000,1000 1000,1000"
[[locale]]
id = "c"
name = "C"
capacity = 8
reserve = "1000,1500"
outline = "0,1000 1000,1000 2000,1000 2000,2000 0,2000"
[[boundary]]
between = ["a", "b"]
width = "wide"
[[boundary]]
between = ["a", "c"]
width = "wide"
[[boundary]]
between = ["b", "c"]
width = "wide"
"""


@pytest.mark.rule("locales.charge.condition.defense-locale-not-adjacent")
def test_a_neighbouring_locale_is_not_charged() -> None:
    assert ways(foot("foe", "b2", side="red")) == set()
    # Not by the way round either, where the map has one.
    scene = given(horse("buford", "a"), foot("foe", "c", side="red"), ground=TRIANGLE).field()
    assert scene.reach("maneuver a") == {"a/c"}
    assert "charge a" not in scene.options()


@pytest.mark.rule("locales.charge.condition.opposite-approach-unsecured")
def test_the_riders_come_in_by_unsecured_approaches() -> None:
    assert ways(foot("foe", "b3/b2", side="red")) == set()
    assert ways(foot("foe", "b3/c3", side="red")) == {"b2/b3"}
    # The approach by which they enter the attack locale, though a friend holds it.
    assert ways(foot("foe", "b3", side="red"), foot("own", "b2/b1")) == set()


@pytest.mark.rule(
    "locales.charge.condition.opposite-approach-unobstructed",
    "locales.charge.defense-approach-unobstructed",
    "locales.charge.first-boundary-unobstructed",
    "locales.ruling.directional-terrain",
)
def test_the_riders_come_in_by_unobstructed_approaches() -> None:
    foe = foot("foe", "b3", side="red")
    for between, into, offered in (
        (("b2", "b3"), "b3", set[str]()),
        (("b1", "b2"), "b2", set[str]()),
        (("b2", "b3"), "b2", {"b2/b3"}),
        (("b1", "b2"), "b1", {"b2/b3"}),
    ):
        boundaries = {between: {"into": {into: {"obstructed": True}}}}
        assert ways(foe, boundaries=boundaries) == offered


@pytest.mark.rule("locales.charge.initial.reserve")
def test_a_charge_starts_in_reserve() -> None:
    scene = given(
        horse("buford", "b1/c1"),
        horse("devin", "b1"),
        foot("near", "c1", side="red"),
        foot("foe", "b3", side="red"),
    ).field()
    assert [o for o in scene.options() if o.startswith("charge")] == ["charge b1"]
    scene.play("charge b1 > b2/b3")
    assert scene.options() == [scene.name("devin")]


@pytest.mark.rule("locales.charge.condition.no-restricted-boundary")
def test_a_charge_crosses_no_restricted_boundary() -> None:
    foe = foot("foe", "b3", side="red")
    for between in (("b1", "b2"), ("b2", "b3")):
        assert ways(foe, boundaries={between: {"passage": "restricted"}}) == set()


@pytest.mark.rule("locales.ruling.charge.fallback-capacity")
def test_the_attack_locale_must_have_room_to_fall_back_into() -> None:
    riders = (horse("buford", "b1"), horse("devin", "b1"), foot("own", "b2"))
    foe = foot("foe", "b3", side="red")
    one = given(*riders, foe, capacity={"b2": 2}).field()
    one.play("charge b1 > b2/b3", one.name("buford"))
    assert one.options() == ["go"]
    full = given(*riders, foe, capacity={"b2": 1}).field()
    assert full.reach("charge b1") == set()


@pytest.mark.rule("locales.ruling.charge.leaders")
def test_one_rider_leads_over_a_narrow_approach_and_two_over_a_wide_one() -> None:
    for width, most in (("narrow", 1), ("wide", 2)):
        scene = charged(foot("foe", "b3", side="red"), riders=3, width=width)
        picked = 0
        while scene.options() != ["go"]:
            scene.play(scene.options()[1 if picked else 0])
            picked += 1
        assert picked == most


@pytest.mark.rule("locales.ruling.charge.leaders")
def test_a_leader_must_be_named() -> None:
    scene = charged(foot("foe", "b3", side="red"), riders=2)
    assert scene.options() == [scene.name("h0"), scene.name("h1")]
    alone = charged(foot("foe", "b3", side="red"), riders=1)  # everybody sees who leads
    assert alone.has("h0", State.LEADS) and alone.actor() == "red"


@pytest.mark.rule("locales.charge.eligible.cavalry-only")
def test_the_riders_are_seen() -> None:
    scene = charged(foot("foe", "b3", side="red"))
    assert scene.has("h0", State.UP)
    assert scene.has("h1", State.UP)


@pytest.mark.rule("locales.charge.response.defend-or-retreat")
def test_the_charged_defend_or_retreat() -> None:
    scene = charged(foot("foe", "b3", side="red")).pick("h0")
    assert scene.actor() == "red"
    assert set(scene.options()) == {"defend", "retreat"}


@pytest.mark.rule("locales.ruling.charge.defended", "locales.charge.response.defend-or-retreat")
def test_disrupted_infantry_and_units_on_approaches_cannot_meet_a_charge() -> None:
    scene = charged(
        foot("broken", "b3", 0, side="red", state=BROKEN),
        foot("flank", "b3/c3", side="red"),
        foot("own", "c3"),
    )
    scene.pick("h0").let("red")
    # Nobody could defend: it is a retreat, and the leader pays.
    assert (scene.where("h0"), scene.strength("h0")) == ("b3", 1)
    assert scene.morale("red") < 50


@pytest.mark.rule(
    "locales.charge.success.undefended-costs-leader",
    "locales.ruling.charge.each-leader-pays",
    "locales.charge.success.reserve-of-defense-locale",
    "locales.field.outcome",
)
def test_every_leader_of_an_undefended_charge_loses_a_point() -> None:
    scene = charged(foot("foe", "b3", side="red"), riders=3).pick("h0", "h1")
    scene.play("retreat").let("red")
    assert [scene.strength(f"h{n}") for n in range(3)] == [1, 1, 2]
    assert [scene.where(f"h{n}") for n in range(3)] == ["b3"] * 3
    assert scene.morale("blue") == 50 - 2


@pytest.mark.rule("locales.charge.success.cavalry-may-deploy")
def test_cavalry_may_deploy_after_a_charge() -> None:
    scene = charged(foot("foe", "b3", side="red"), foot("next", "c3", side="red"), riders=1)
    scene.pick("h0").play("retreat")
    while scene.actor() == "red":
        scene.play("b4" if "> b4" in scene.options() else scene.options()[0])
    scene.play(f"deploy {scene.name('h0')}")
    assert set(scene.options()) == {"at b3/b4", "at b3/c3"}
    scene.play("at b3/c3")
    assert scene.where("h0") == "b3/c3"


@pytest.mark.rule(
    "locales.charge.response.defended-is-assault",
    "locales.ruling.charge.defended",
    "locales.charge.success.reserve-of-defense-locale",
    "locales.charge.success.defended-no-extra-loss",
)
def test_a_defended_charge_is_fought_as_an_assault_and_won() -> None:
    scene = charged(foot("foe", "b3", 2, side="red"), foot("gone", "e1", side="red"))
    scene.pick("h0", "h1").play("defend")
    assert scene.options() == [scene.name("foe")]
    scene.pick("foe")
    # 2 + 2 - 2 = +2: the winner loses 1, the loser 1 + 2 (he has 2), then he retreats.
    finish(scene)
    assert scene.strength("h0") + scene.strength("h1") == 3
    assert (scene.where("h0"), scene.where("h1")) == ("b3", "b3")
    assert scene.has("foe", State.DISRUPTED) or scene.where("foe") is None
    assert scene.morale("blue") == 50 - 1


@pytest.mark.rule("locales.ruling.charge.defended", "locales.ruling.penalties")
def test_the_approach_gives_riders_no_penalty() -> None:
    # 2 against 1 wins by 1; a penalty of 1 would make it 0 and lose.
    scene = charged(foot("foe", "b3", 1, side="red"), riders=1, into={"b3": {"cavalry": 1}})
    scene.pick("h0").play("defend").pick("foe")
    finish(scene)
    assert scene.where("h0") == "b3"


@pytest.mark.rule("locales.ruling.charge.defended")
def test_cavalry_meets_a_charge_but_guns_do_not() -> None:
    scene = charged(
        horse("stuart", "b3", side="red"), gun("pegram", "b3", side="red"),
        foot("flank", "b3/c3", side="red"), foot("own", "c3"),
    )  # fmt: skip
    scene.pick("h0").play("defend")
    assert scene.options() == [scene.name("stuart")]


@pytest.mark.rule(
    "locales.charge.failure.reserve-of-attack-locale",
    "locales.charge.failure.no-deploy",
    "locales.ruling.charge.victors-may-secure",
    "locales.field.outcome",
)
def test_a_lost_charge_falls_back_to_the_attack_locale() -> None:
    scene = charged(foot("foe", "b3", 3, side="red"), riders=2)
    scene.pick("h0").play("defend").pick("foe")
    # 2 - 3 = -1: the riders lose 2, the foe 1; h0 is gone, h1 took part without leading.
    while scene.options():
        assert "stay in reserve" not in scene.options()
        scene.p.play(scene.p.options()[0])
    assert scene.where("h0") is None
    assert scene.where("h1") == "b2"
    assert scene.where("foe") == "b3"  # he stays in reserve


@pytest.mark.rule("locales.ruling.charge.defender-named")
def test_who_defends_against_a_charge_names_somebody_if_anybody_can_lead() -> None:
    scene = charged(
        foot("foe", "b3", 1, side="red"), gun("pegram", "b3", side="red"),
        foot("flank", "b3/c3", 3, side="red"), foot("own", "c3"),
    )  # fmt: skip
    scene.pick("h0").play("defend")
    assert scene.actor() == "red" and scene.options() == [scene.name("foe")]  # not yet go
    scene.play(scene.name("foe"))
    assert scene.options() == ["go"]
    more = charged(foot("foe", "b3", 1, side="red"), foot("by", "b3", 1, side="red"))
    more.pick("h0").play("defend", more.name("foe"))
    assert more.options() == ["go", more.name("by")]  # one is enough


@pytest.mark.rule("locales.ruling.reveal", "locales.ruling.charge.path")
def test_the_log_says_who_charges_where_who_leads_and_who_meets_it() -> None:
    scene = given(horse("h0", "b1"), horse("h1", "b1", 1), foot("foe", "b3", 3, "red")).field()
    scene.p.ear = []
    scene.order("charge b1 > b2/b3", "h0", "h1").play("defend").pick("foe")
    texts = [event.text for event in scene.p.ear]
    assert texts[:5] == [
        "Block 1 and block 2 obey: charge from B1 over B2 towards B3.",
        "Block 1 (H0, cavalry 2), Block 2 (H1, cavalry 1): seen to charge.",
        "Block 1 (H0, cavalry 2): in the lead of the charge.",
        "Block 4 (Foe, infantry 3): meeting the charge.",
        "Leaders 2, support 0, penalty 0, defense 3: -1, Red wins.",
    ]
    assert "The boundary of B2 and B3 is closed for the turn." in texts


@pytest.mark.rule("locales.ruling.charge.leaders", "locales.ruling.width")
def test_a_charge_is_met_by_as_many_as_the_width_lets() -> None:
    for width, more in (("narrow", False), ("wide", True)):
        scene = charged(foot("foe", "b3", side="red"), foot("fie", "b3", side="red"), width=width)
        scene.pick("h0").play("defend", scene.name("foe"))
        assert (scene.name("fie") in scene.options()) == more


@pytest.mark.rule("locales.ruling.charge.closes-second-boundary-only")
def test_a_charge_closes_only_the_second_boundary_it_crossed() -> None:
    scene = charged(foot("foe", "b3", side="red"), foot("rear", "b1"), foot("mid", "b2"), riders=1)
    scene.pick("h0").play("retreat")
    finish(scene)
    assert "b2" in scene.reach("field-march b1")
    assert "b3" not in scene.reach("field-march b2")
