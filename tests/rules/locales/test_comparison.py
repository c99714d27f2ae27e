"""Corners of the sheet, line by line: what a closed or barred boundary stops, who stays behind."""

import pytest

from grognard.boards.areas import boundary_of
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

ROAD = [("main", ["b1", "b2", "b3", "b4"])]


def fought_over(scene: Scene, approach: str) -> Scene:
    """The same after a fight over a boundary earlier in the turn."""
    scene.p.barred[boundary_of(scene.battle.areas.parse_approach(approach))] = 1
    return scene.field()


def orders(scene: Scene) -> set[str]:
    """The orders on offer, without their places."""
    return {option.split()[0] for option in scene.options()}


def assault(scene: Scene, *others: str) -> Scene:
    """`a` leads an assault from b2 on b3, with others; support and defense are still to name."""
    return scene.field().order("assault b2/b3", "a", *others).pick("a")


# -- line 132: no command crosses a boundary that was fought over ------------------------------


@pytest.mark.rule(
    "locales.restriction.assault-closes-boundary", "locales.restriction.charge-closes-boundary"
)
@pytest.mark.parametrize(
    ("units", "order"),
    [
        ((foot("a", "b2/b3"), foot("foe", "b3", side="red")), "advance"),
        ((foot("a", "b2/b3"), foot("foe", "b3/b2", side="red")), "assault"),
        ((foot("a", "b2"), foot("foe", "b3", side="red")), "maneuver"),
        ((horse("a", "b1"), foot("foe", "b3", side="red")), "charge"),
        ((horse("a", "b2"), foot("foe", "b4", side="red")), "charge"),
    ],
)
def test_no_attack_crosses_a_boundary_fought_over(units: tuple[Spec, ...], order: str) -> None:
    assert order in orders(given(*units).field())
    assert order not in orders(fought_over(given(*units), "b2/b3"))


@pytest.mark.rule(
    "locales.restriction.assault-closes-boundary", "locales.restriction.charge-closes-boundary"
)
def test_no_march_crosses_a_boundary_fought_over() -> None:
    scene = fought_over(given(horse("a", "b2"), foot("i", "b1"), roads=ROAD), "b2/b3")
    assert scene.reach("field-march b2") == {"a2", "c2", "b1"}
    assert scene.reach("cavalry-march b2") == {"a1", "a3", "c1", "c3", "d2"}  # not b4
    assert scene.reach("road-march b1") == {"b2"}


@pytest.mark.rule(
    "locales.restriction.assault-closes-boundary", "locales.restriction.charge-closes-boundary"
)
def test_guns_still_fire_over_a_boundary_fought_over() -> None:
    units = (gun("g", "b2/b3", state=State.RANGING | State.UP), foot("foe", "b3", side="red"))
    assert "bombard" in orders(fought_over(given(*units), "b2/b3"))


# -- lines 24 and 129: restricted and impassable boundaries ------------------------------------


@pytest.mark.rule("locales.ruling.restricted-otherwise-open")
def test_a_restricted_boundary_is_advanced_over_and_assaulted_over() -> None:
    ford = {("b2", "b3"): {"passage": "restricted"}}
    for at, order in (("b3", "advance"), ("b3/b2", "assault")):
        foe = foot("foe", at, side="red")
        assert order in orders(given(foot("a", "b2/b3"), foe, boundaries=ford).field())


@pytest.mark.rule("locales.restriction.impassable-never-crossed")
@pytest.mark.parametrize("between", [("b1", "b2"), ("b2", "b3")])
def test_nobody_charges_over_an_impassable_boundary(between: tuple[str, str]) -> None:
    walls = {between: {"passage": "impassable"}}
    foe = foot("foe", "b3", side="red")
    assert "charge" in orders(given(horse("a", "b1"), foe).field())
    assert "charge" not in orders(given(horse("a", "b1"), foe, boundaries=walls).field())


# -- line 131: ranging guns beside others ------------------------------------------------------


@pytest.mark.rule("locales.restriction.ranging-only-bombards")
@pytest.mark.parametrize(
    ("foe", "order"),
    [
        ("b3", "advance b2/b3"),
        ("b3/b2", "assault b2/b3"),
        ("b3", "field-march b2/b3 > b1"),
        ("b3", "local-march back from b2/b3"),
    ],
)
def test_a_ranging_gun_goes_with_nobody(foe: str, order: str) -> None:
    ranging = gun("g", "b2/b3", state=State.RANGING | State.UP)
    scene = given(foot("a", "b2/b3"), ranging, foot("foe", foe, side="red")).field()
    scene.play(order, scene.name("a"))
    assert scene.options() == ["go"]


# -- lines 8, 22 and 115: infantry disrupted in a fight that is won ----------------------------


@pytest.mark.rule(
    "locales.ruling.assault.disrupted-stay-behind",
    "locales.assault.success.reserve-of-defense-locale",
    "locales.assault.eligible.not-disrupted",
    "locales.disrupted.drops-to-reserve",
)
def test_a_leader_disrupted_in_a_won_assault_stays_in_its_own_locale() -> None:
    scene = given(
        foot("a", "b2/b3", 2), gun("s", "b2/b3"), foot("foe", "b3/b2", 1, "red"),
        gun("t", "b3/b2", "red"), foot("far", "e1", 1, "red"),
    )  # fmt: skip
    # 2 - 1 by the gun + 1 of support - 1 = 1: won, and the winner's point disrupts the leader.
    assault(scene, "s").pick("s").pick("t").pick("foe")
    while scene.actor() == "red":
        scene.p.play(scene.p.options()[0])
    assert scene.has("a", State.DISRUPTED) and scene.where("a") == "b2"
    assert scene.where("s") == "b3"


@pytest.mark.rule(
    "locales.assault.success.reserve-of-defense-locale",
    "locales.ruling.assault.nobody-goes-in",
    "locales.restriction.assault-won-locale-closed",
)
def test_a_locale_won_by_nobody_who_can_go_on_is_empty_and_open() -> None:
    scene = given(
        foot("a", "b2/b3", 2), foot("late", "a3"), gun("t", "b3/b2", "red"),
        foot("far", "e1", 1, "red"),
    )  # fmt: skip
    # 2 - 1 by the gun - 0 = 1: the gun is lost, and the winner's point disrupts the leader.
    assault(scene).fight(guns=["t"])
    assert (scene.where("t"), scene.where("a")) == (None, "b2")
    assert "b3" in scene.reach("field-march a3")


# -- line 133 in passing, and the approach that was fought over --------------------------------


@pytest.mark.rule("locales.restriction.assault-won-locale-closed")
def test_no_cavalry_march_passes_through_a_locale_won_this_turn() -> None:
    scene = given(horse("a", "b1"))
    assert "b3" in scene.field().reach("cavalry-march b1")
    won = given(horse("a", "b1"))
    won.p.closed[won.locale("b2")] = 1
    # b3 lies behind b2; a2 and c2 are reached by way of a1 and c1.
    assert won.field().reach("cavalry-march b1") == {"a2", "c2", "d1"}


@pytest.mark.rule(
    "locales.ruling.assault.participants", "locales.ruling.retreat-cost.other-approaches"
)
def test_who_outlives_the_fight_on_its_approach_pays_nothing_more_in_the_retreat() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("r", "b3/b2", 1, "red"), foot("s", "b3/b2", 3, "red"),
    )  # fmt: skip
    # 3 - 1 = 2: three points, one on the leader and two on the other; he retreats with 1.
    assault(scene).fight(defend=["r"])
    while scene.actor() == "red":
        scene.p.play(scene.p.options()[0])
    assert (scene.strength("r"), scene.strength("s"), scene.where("a")) == (0, 1, "b3")
    assert scene.morale("red") == 50 - 3 - 1


# -- line 13: marches beside the enemy ---------------------------------------------------------


@pytest.mark.rule("locales.march.no-response-no-failure")
def test_nobody_answers_a_march_under_his_eyes() -> None:
    scene = given(
        foot("a", "b2", 1), foot("b", "c2/c3", 1), foot("foe", "c3", 3, side="red")
    ).field()
    scene.order("field-march b2 > b3", "a")
    assert scene.actor() == "blue" and scene.where("a") == "b3"
    scene.order("local-march back from c2/c3", "b")
    assert scene.p.over and scene.where("b") == "c2"  # nobody is left to order


# -- lines 16 and 25: what may not deploy ------------------------------------------------------


@pytest.mark.rule("locales.local-march.final.reserve-to-approach")
def test_cavalry_that_marched_to_an_approach_does_not_deploy_on() -> None:
    scene = given(
        horse("a", "b2"), foot("foe", "b3", side="red"), foot("other", "c2", side="red")
    ).field()
    scene.order("local-march b2 > b2/b3", "a")
    assert scene.where("a") == "b2/b3" and scene.options() == []


@pytest.mark.rule("locales.maneuver.failure.secure-or-stay")
def test_cavalry_of_a_failed_maneuver_does_not_deploy() -> None:
    scene = given(
        horse("a", "b2"), foot("foe", "b3", side="red"), foot("other", "c2", side="red")
    ).field()
    scene.order("maneuver b2 > b2/b3", "a").play("secure").pick("foe").play("stay")
    assert scene.where("a") == "b2" and scene.options() == []


# -- line 130: those who leave find room -------------------------------------------------------


@pytest.mark.rule("locales.restriction.capacity-at-all-times")
def test_those_who_retreat_fill_no_locale_beyond_its_capacity() -> None:
    scene = given(
        foot("a", "b2/b3"), horse("r", "b3", 1, "red"), horse("s", "b3", 1, "red"),
        capacity={"b4": 1, "a3": 1},
    )  # fmt: skip
    scene.field().order("advance b2/b3", "a").play("> b4")
    assert scene.options() == ["> a3", "> c3"]


# -- what the sheet leaves open in a fight -----------------------------------------------------


@pytest.mark.rule(
    "locales.ruling.assault.attacker-loses-first",
    "locales.ruling.assault.losses",
    "locales.ruling.demoralized",
)
def test_the_attacker_bears_his_losses_first() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("foe", "b3/b2", 2, "red"), foot("far", "e1", 1, "red")
    )
    scene.p.morale[:] = [1, 1]
    # 3 - 2 = 1: the winner's own point breaks his army before the loser bears his two.
    assault(scene).fight(defend=["foe"])
    assert scene.p.over and scene.p.morale == [0, 1]
    assert (scene.strength("a"), scene.strength("foe")) == (2, 2)


@pytest.mark.rule("locales.ruling.support.ordered-guns", "locales.ruling.support.on-approach")
def test_a_gun_that_was_not_ordered_to_assault_does_not_support() -> None:
    scene = given(
        foot("a", "b2/b3"), gun("joins", "b2/b3"), gun("stays", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    assault(scene, "joins")
    assert scene.options() == ["go", scene.name("joins")]


@pytest.mark.rule(
    "locales.ruling.charge.defend-without-leader",
    "locales.charge.response.defend-or-retreat",
    "locales.ruling.charge.defended",
)
def test_guns_in_reserve_may_stand_against_a_charge_though_nobody_leads() -> None:
    scene = given(horse("a", "b1"), gun("g", "b3", "red"), foot("far", "e1", 1, "red")).field()
    scene.order("charge b1 > b2/b3", "a").pick("a")
    assert set(scene.options()) == {"retreat", "defend"}
    scene.play("defend").pick()
    # 2 - 0 wins; the rider loses the winner's point, and the gun is lost in the retreat.
    assert (scene.where("a"), scene.strength("a"), scene.where("g")) == ("b3", 1, None)
    assert scene.morale("red") == 50 - 2  # the gun, and the retreat


@pytest.mark.rule("locales.ruling.deploy.at-once")
def test_cavalry_deploys_in_any_order() -> None:
    riders = ("h0", "h1", "h2")
    scene = given(*(horse(id_, "b2") for id_ in riders), foot("foe", "b4", side="red")).field()
    scene.order("field-march b2 > b3", *riders).play(f"deploy {scene.name('h1')}")
    deploys = [f"deploy {scene.name(id_)}" for id_ in ("h0", "h2")]
    assert scene.options() == ["stay in reserve", *deploys]
    scene.play(deploys[1])
    assert scene.options() == ["stay in reserve", deploys[0]]
