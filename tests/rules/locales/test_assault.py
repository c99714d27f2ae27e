"""Assaults: who takes part, who leads, who supports, the reckoning, and where everybody ends."""

import pytest

from grognard.systems.locales.assault import Fight
from grognard.systems.locales.charge import ChargeLeaders
from grognard.systems.locales.restrictions import open_to
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
NARROW = {("b2", "b3"): {"width": "narrow"}}
OBSTRUCTED = {("b2", "b3"): {"into": {"b3": {"obstructed": True}}}}


def offered(scene: Scene, *ids: str) -> list[str]:
    """Those of the units that the open question offers."""
    return [id_ for id_ in ids if scene.name(id_) in scene.options()]


def question(scene: Scene) -> str:
    """The name of the open question."""
    return "" if scene.p.over else type(scene.p.top).__name__


def assault(scene: Scene, *ids: str) -> Scene:
    """Blue assaults from b2 to b3 with these units."""
    return scene.field().order("assault b2/b3", *ids)


def duel(attack: int, defence: int, *more: Spec, **how: object) -> Scene:
    """A fight of one against one that has just been decided."""
    scene = given(
        foot("attacker", "b2/b3", attack),
        foot("defender", "b3/b2", defence, side="red"),
        *more,
        **how,  # type: ignore[arg-type]
    )
    return assault(scene, "attacker").fight(["attacker"], defend=["defender"])


# -- who may assault ---------------------------------------------------------------------------


@pytest.mark.rule("locales.assault.eligible.any-arm")
def test_infantry_cavalry_and_artillery_may_assault() -> None:
    scene = given(
        foot("foot", "b2/b3"), horse("horse", "b2/b3"), gun("gun", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    scene.field().play("assault b2/b3", scene.name("foot"))
    assert offered(scene, "horse", "gun") == ["horse", "gun"]
    scene.pick("horse", "gun")
    assert all(scene.has(id_, State.JOINS) for id_ in ("foot", "horse", "gun"))


@pytest.mark.rule("locales.assault.eligible.not-disrupted")
def test_disrupted_infantry_may_not_assault() -> None:
    scene = given(
        foot("foot", "b2/b3"), foot("broken", "b2/b3", 0, state=BROKEN),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    scene.field().play("assault b2/b3", scene.name("foot"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.assault.condition.defense-approach-secured")
def test_an_assault_needs_a_secured_defense_approach() -> None:
    secured = given(foot("a", "b2/b3"), foot("foe", "b3/b2", side="red")).field()
    assert "assault b2/b3" in secured.options()
    unsecured = given(foot("a", "b2/b3"), foot("foe", "b3", side="red")).field()
    assert "assault b2/b3" not in unsecured.options()
    assert "advance b2/b3" in unsecured.options()


@pytest.mark.rule("locales.assault.condition.enemy-occupied")
def test_an_empty_locale_is_not_assaulted() -> None:
    scene = given(foot("a", "b2/b3"), foot("foe", "c3/b3", side="red")).field()
    assert "assault b2/b3" not in scene.options()


@pytest.mark.rule("locales.assault.initial.securing-attack-approach")
def test_only_those_who_secure_the_attack_approach_assault() -> None:
    scene = given(
        foot("a", "b2/b3"), foot("reserve", "b2", 3), foot("aside", "b2/c2", 3),
        foot("foe", "b3/b2", side="red"), foot("other", "c2", side="red"),
    ).field()  # fmt: skip
    assert [o for o in scene.options() if o.startswith("assault")] == ["assault b2/b3"]
    scene.play("assault b2/b3", scene.name("a"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.assault.response.defend")
def test_the_defender_can_only_fight() -> None:
    scene = given(
        foot("a", "b2/b3"), foot("foe", "b3/b2", 1, side="red"), foot("r", "b3", 3, "red")
    )
    assault(scene, "a")
    assert scene.actor() == "red" and scene.options() == ["go", scene.name("foe")]
    assert scene.where("foe") == "b3/b2" and scene.morale("red") == 50


# -- where everybody ends ----------------------------------------------------------------------


@pytest.mark.rule(
    "locales.assault.success.reserve-of-defense-locale", "locales.ruling.assault.loser-retreats"
)
def test_victors_end_in_the_reserve_of_the_defense_locale() -> None:
    scene = given(
        foot("leader", "b2/b3", 3), foot("second", "b2/b3", 1), foot("stays", "b2/b3", 1),
        foot("foe", "b3/b2", 1, side="red"), horse("behind", "b3", 1, side="red"),
    )  # fmt: skip
    assault(scene, "leader", "second").fight(["leader"], defend=["foe"])
    # 3 against 1: the defender's 1 is disrupted and goes with the rider.
    for _ in range(2):
        assert scene.actor() == "red" and scene.options() == ["> a3", "> b4", "> c3"]
        scene.play("> b4")
    assert [scene.where(i) for i in ("leader", "second", "stays")] == ["b3", "b3", "b2/b3"]
    assert [scene.where(i) for i in ("foe", "behind")] == ["b4", "b4"]
    # A point, and the retreat itself: 50 - 1 - 1.
    assert scene.morale("red") == 48


@pytest.mark.rule("locales.assault.failure.reserve-of-attack-locale")
def test_the_beaten_end_in_the_reserve_of_the_attack_locale() -> None:
    scene = given(
        foot("leader", "b2/b3", 3), gun("gun", "b2/b3"), foot("stays", "b2/b3", 1),
        foot("foe", "b3/b2", 3, side="red"),
    )  # fmt: skip
    assault(scene, "leader", "gun").fight(["leader"], defend=["foe"])
    assert [scene.where(i) for i in ("leader", "gun", "stays")] == ["b2", "b2", "b2/b3"]
    assert scene.where("foe") == "b3/b2"


@pytest.mark.rule("locales.assault.success.cavalry-may-deploy")
def test_victorious_cavalry_may_deploy() -> None:
    scene = given(
        foot("leader", "b2/b3", 3), horse("rider", "b2/b3"), foot("foe", "b3/b2", 1, side="red"),
        foot("next", "c3", 1, side="red"),
    )  # fmt: skip
    assault(scene, "leader", "rider").fight(["leader"], defend=["foe"])
    # The defender was disrupted, and alone in the retreat: eliminated.
    assert scene.actor() == "blue"
    rider = scene.name("rider")
    assert scene.options() == ["stay in reserve", f"deploy {rider}"]
    scene.play(f"deploy {rider}")
    assert scene.where("rider") == "b3/c3" and scene.where("leader") == "b3"


@pytest.mark.rule("locales.assault.failure.no-deploy")
def test_beaten_cavalry_may_not_deploy() -> None:
    scene = given(
        foot("leader", "b2/b3", 2), horse("rider", "b2/b3"), foot("foe", "b3/b2", 3, side="red"),
        foot("next", "c2", 1, side="red"),
    )  # fmt: skip
    assault(scene, "leader", "rider").fight(["leader"], defend=["foe"])
    assert question(scene) == "" and scene.where("rider") == "b2"  # nobody is left to order


# -- the order and the leaders -----------------------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.order")
def test_leaders_support_guns_and_defense_are_named_in_this_order() -> None:
    scene = given(
        foot("a", "b2/b3", 3), gun("gun", "b2/b3"), foot("foe", "b3/b2", 3, side="red"),
        gun("battery", "b3/b2", side="red"),
    )  # fmt: skip
    assault(scene, "a", "gun")
    asked = []
    for unit, part in (
        ("a", State.LEADS),
        ("gun", State.SUPPORTS),
        ("battery", State.SUPPORTS),
        ("foe", State.LEADS),
    ):
        asked.append((scene.actor(), offered(scene, "a", "gun", "foe", "battery")))
        scene.play(scene.name(unit), "go")
        assert scene.has(unit, part) or question(scene) == ""
        if unit == "battery":
            # The guns have fired before the defending leaders are named.
            assert scene.strength("a") == 2 and not scene.has("foe", State.LEADS)
    assert asked == [("blue", ["a"]), ("blue", ["gun"]), ("red", ["battery"]), ("red", ["foe"])]


@pytest.mark.rule("locales.ruling.assault.attack-leaders", "locales.ruling.width")
def test_an_assault_has_leaders_up_to_the_width() -> None:
    units = [foot(f"a{n}", "b2/b3") for n in range(3)]
    wide = assault(given(*units, foot("foe", "b3/b2", side="red")), "a0", "a1", "a2")
    assert wide.options() == [wide.name(f"a{n}") for n in range(3)]  # none is not enough
    wide.play(wide.name("a0"))
    assert wide.options() == ["go", wide.name("a1"), wide.name("a2")]
    wide.play(wide.name("a1"))
    assert wide.options() == ["go"]
    narrow = assault(given(*units, foot("foe", "b3/b2", side="red"), boundaries=NARROW), "a0", "a1")
    narrow.play(narrow.name("a0"))
    assert narrow.options() == ["go"]


@pytest.mark.rule("locales.ruling.assault.attack-leaders")
def test_leaders_of_an_assault_are_of_one_arm() -> None:
    scene = given(
        horse("horse", "b2/b3"), foot("foot", "b2/b3"), horse("other", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    assault(scene, "foot", "horse", "other")
    scene.play(scene.name("horse"))
    assert scene.options() == ["go", scene.name("other")]


@pytest.mark.rule(
    "locales.eligibility.leading-assault.may",
    "locales.eligibility.leading-assault.may-not",
    "locales.leading-assault.infantry-strength-2-or-3",
    "locales.leading-assault.cavalry-strength-2",
)
def test_infantry_of_2_or_3_and_cavalry_of_2_lead_assaults() -> None:
    scene = given(
        foot("i3", "b2/b3", 3), foot("i2", "b2/b3", 2), foot("i1", "b2/b3", 1),
        horse("c2", "b2/b3", 2), horse("c1", "b2/b3", 1), gun("gun", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    assault(scene, "i3", "i2", "i1", "c2", "c1", "gun")
    assert offered(scene, "i3", "i2", "i1", "c2", "c1", "gun") == ["i3", "i2", "c2"]


@pytest.mark.rule(
    "locales.eligibility.leading-assault.may", "locales.eligibility.leading-assault.may-not"
)
def test_neither_strong_guns_nor_disrupted_infantry_lead_an_assault() -> None:
    scene = given(
        foot("i3", "b2/b3", 3), gun("gun", "b2/b3"), foot("broken", "b2", 0, state=BROKEN),
        foot("foe", "b3/b2", side="red"),
    )  # fmt: skip
    for id_ in ("i3", "gun", "broken"):
        scene.p.state[scene.b(id_)] |= State.JOINS
        scene.p.strength[scene.b(id_)] = 3  # it is not for want of strength
    scene.push(Fight(side=0, approach=scene.battle.areas.parse_approach("b2/b3")))
    assert scene.options() == [scene.name("i3")]


@pytest.mark.rule("locales.leading-assault.infantry-strength-2-or-3")
def test_no_assault_without_somebody_who_can_lead_it() -> None:
    scene = given(
        foot("i1", "b2/b3", 1), horse("c1", "b2/b3", 1), gun("gun", "b2/b3"),
        foot("foe", "b3/b2", 1, side="red"),
    ).field()  # fmt: skip
    assert "assault b2/b3" not in scene.options()


@pytest.mark.rule(
    "locales.leading-assault.cavalry-obstruction-not-asked",
    "locales.ruling.assault.cavalry-lead-unobstructed",
)
@pytest.mark.parametrize(("variant", "leads"), [("sheet", True), ("restored", False)])
def test_cavalry_leads_into_an_obstructed_approach_as_printed(variant: str, leads: bool) -> None:
    scene = given(
        horse("horse", "b2/b3"), foot("foot", "b2/b3"), foot("foe", "b3/b2", side="red"),
        boundaries=OBSTRUCTED, variant=variant,
    )  # fmt: skip
    assault(scene, "horse", "foot")
    assert offered(scene, "horse", "foot") == (["horse", "foot"] if leads else ["foot"])
    alone = given(
        horse("horse", "b2/b3"), foot("foe", "b3/b2", side="red"),
        boundaries=OBSTRUCTED, variant=variant,
    ).field()  # fmt: skip
    assert ("assault b2/b3" in alone.options()) == leads


@pytest.mark.rule(
    "locales.eligibility.leading-defense.may", "locales.eligibility.leading-defense.may-not",
    "locales.ruling.assault.defense-leaders", "locales.disrupted.never-defends-assault",
)  # fmt: skip
def test_infantry_and_cavalry_of_any_strength_lead_a_defense() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("i1", "b3/b2", 1, "red"), horse("c1", "b3/b2", 1, "red"),
        gun("gun", "b3/b2", "red"), foot("broken", "b3/b2", 0, "red", state=BROKEN),
        foot("reserve", "b3", 3, "red"),
    )  # fmt: skip
    assault(scene, "a").named("DefenseSupport")
    assert scene.options() == ["go", scene.name("i1"), scene.name("c1")]
    scene.play(scene.name("i1"))
    assert scene.options() == ["go", scene.name("c1")]  # not of one arm only
    scene.play(scene.name("c1"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.ruling.assault.defense-leaders", "locales.ruling.width")
def test_a_narrow_approach_is_defended_by_one_leader() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("x", "b3/b2", 1, "red"), foot("y", "b3/b2", 1, "red"),
        boundaries=NARROW,
    )  # fmt: skip
    assault(scene, "a").named("DefenseSupport")
    scene.play(scene.name("x"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.leading-defense.cavalry-unobstructed")
def test_cavalry_does_not_lead_the_defense_of_an_obstructed_approach() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("i1", "b3/b2", 1, "red"), horse("c2", "b3/b2", 2, "red"),
        boundaries=OBSTRUCTED,
    )  # fmt: skip
    assault(scene, "a").named("DefenseSupport")
    assert scene.options() == ["go", scene.name("i1")]


# -- support -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.eligibility.support.may", "locales.eligibility.support.may-not",
    "locales.support.artillery-not-ranging", "locales.ruling.support.on-approach",
)  # fmt: skip
def test_only_guns_on_the_approach_that_do_not_range_support() -> None:
    scene = given(
        foot("a", "b2/b3", 3), horse("h", "b2/b3"), gun("gun", "b2/b3"), gun("aside", "b2"),
        foot("foe", "b3/b2", 1, "red"), horse("foe-horse", "b3/b2", 1, "red"),
        gun("battery", "b3/b2", "red"),
        gun("ranging", "b3/b2", "red", state=State.RANGING | State.UP),
        foot("broken", "b3/b2", 0, "red", state=BROKEN), gun("foe-aside", "b3", "red"),
    )  # fmt: skip
    assault(scene, "a", "h", "gun").pick("a")
    assert scene.options() == ["go", scene.name("gun")]
    scene.pick()
    assert scene.options() == ["go", scene.name("battery")]


@pytest.mark.rule("locales.ruling.support.limit")
def test_one_gun_supports_on_a_narrow_approach_two_on_a_wide_one() -> None:
    units = [
        foot("a", "b2/b3", 3), *(gun(f"g{n}", "b2/b3") for n in range(3)),
        *(gun(f"r{n}", "b3/b2", "red") for n in range(3)),
    ]  # fmt: skip
    for boundaries, most in (({}, 2), (NARROW, 1)):
        scene = given(*units, boundaries=boundaries)
        assault(scene, "a", "g0", "g1", "g2").pick("a")
        for side in "gr":
            for n in range(most):
                scene.play(scene.name(f"{side}{n}"))
            assert scene.options() == ["go"]
            scene.play("go")


@pytest.mark.rule("locales.ruling.support.defending")
def test_each_defending_gun_takes_a_point_from_the_leaders_first() -> None:
    scene = given(
        foot("big", "b2/b3", 3), foot("small", "b2/b3", 2), foot("idle", "b2/b3", 2),
        gun("x", "b3/b2", "red"), gun("y", "b3/b2", "red"), foot("foe", "b3/b2", 1, "red"),
    )  # fmt: skip
    assault(scene, "big", "small", "idle").pick("big", "small").pick("x", "y")
    # Two points, divided by the enemy of those who lose them, and never on those who do not lead.
    for id_ in ("big", "small"):
        assert scene.actor() == "red"
        assert scene.options() == [f"weaken {scene.name('big')}", f"weaken {scene.name('small')}"]
        scene.play(f"weaken {scene.name(id_)}")
    assert [scene.strength(i) for i in ("big", "small", "idle")] == [2, 1, 2]
    assert question(scene) == "DefenseLeaders" and scene.morale("blue") == 48


@pytest.mark.rule("locales.ruling.support.attacking")
def test_each_attacking_gun_adds_a_point() -> None:
    # 2 + 1 - 2 = 1 wins; without the gun 2 - 2 = 0 would not.
    scene = given(foot("a", "b2/b3", 2), gun("gun", "b2/b3"), foot("foe", "b3/b2", 2, "red"))
    assault(scene, "a", "gun").fight(["a"], ["gun"], defend=["foe"])
    assert scene.where("gun") == "b3" and scene.morale("blue") == 49


@pytest.mark.rule("locales.ruling.penalties")
def test_penalties_count_against_the_arm_that_leads() -> None:
    ground = {("b2", "b3"): {"into": {"b3": {"infantry": 1}}}}
    lost = duel(3, 2, boundaries=ground)  # 3 - 1 - 2 = 0
    assert lost.where("attacker") == "b2"
    rider = given(horse("c", "b2/b3"), foot("foe", "b3/b2", 1, "red"), boundaries=ground)
    assault(rider, "c").fight(["c"], defend=["foe"])  # 2 - 1 = 1: no penalty for cavalry
    assert rider.where("c") == "b3"


@pytest.mark.rule("locales.ruling.assault.leaders-lost-to-guns", "locales.ruling.support.defending")
def test_an_assault_whose_last_leader_falls_to_the_guns_fails() -> None:
    # With 2 of support against nobody it would have won by strength: 2 - 2 + 2 - 0.
    scene = given(
        horse("c", "b2/b3"), gun("g0", "b2/b3"), gun("g1", "b2/b3"), foot("late", "b2"),
        gun("r0", "b3/b2", "red"), gun("r1", "b3/b2", "red"), foot("foe", "b3/b2", 1, "red"),
    )  # fmt: skip
    assault(scene, "c", "g0", "g1").fight(["c"], ["g0", "g1"], ["r0", "r1"])
    assert question(scene) == "FieldOrder"  # no leader of the defense was asked for
    assert [scene.where(i) for i in ("c", "g0", "g1")] == [None, "b2", "b2"]
    assert [scene.where(i) for i in ("r0", "r1", "foe")] == ["b3/b2"] * 3
    assert (scene.morale("blue"), scene.morale("red")) == (48, 50)  # the rider's two points
    assert "b3" not in scene.reach("maneuver b2")  # the boundary is closed
    assert scene.options() == ["done", "field-march b2", "local-march b2"]


@pytest.mark.rule("locales.ruling.assault.leaders-lost-to-guns")
def test_an_assault_with_a_leader_left_is_fought_out() -> None:
    scene = given(
        foot("a", "b2/b3", 2), foot("b", "b2/b3", 3), gun("r0", "b3/b2", "red"),
        gun("r1", "b3/b2", "red"), foot("foe", "b3/b2", 1, "red"),
    )  # fmt: skip
    assault(scene, "a", "b").fight(["a", "b"], guns=["r0", "r1"])
    scene.play(f"weaken {scene.name('a')}", f"weaken {scene.name('a')}")
    assert question(scene) == "DefenseLeaders"


@pytest.mark.rule("locales.support.none-in-a-charge")
def test_no_gun_supports_in_a_charge() -> None:
    scene = given(
        horse("c", "b1"), foot("foe", "b3", 1, "red"), gun("gun", "b3", "red"),
    ).field()  # fmt: skip
    scene.play("charge b1", "> b2/b3")
    scene.pick("c")
    scene.pick("c")
    assert scene.options() == ["retreat", "defend"]
    scene.play("defend")
    scene.pick("foe")
    # 2 - 1 = 1: the charge wins without any question for guns; 1 for the winner, 1 + 1.
    assert question(scene) != "DefenseSupport" and scene.strength("c") == 1


# -- the reckoning -----------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.result", "locales.ruling.assault.losses")
@pytest.mark.parametrize(
    ("attack", "defence", "wins", "left"),
    [
        (3, 2, True, (2, 0)),  # +1: 1 to the winner, 1 + 1 to the loser
        (3, 1, True, (2, 0)),  # +2: the loser has no more than 1 to lose
        (2, 2, False, (1, 1)),  # 0: both lose 1
        (2, 3, False, (0, 2)),  # -1: 1 + 1 and 1
    ],
)
def test_above_nought_the_attacker_wins(
    attack: int, defence: int, wins: bool, left: tuple[int, int]
) -> None:
    scene = duel(attack, defence)
    assert (scene.strength("attacker"), scene.strength("defender")) == left
    assert scene.where("attacker") == ("b3" if wins else "b2")


@pytest.mark.rule(
    "locales.ruling.assault.result", "locales.ruling.assault.losses",
    "locales.ruling.support.defending", "locales.ruling.support.attacking",
)  # fmt: skip
def test_the_worked_example() -> None:
    scene = given(
        foot("leader", "b2/b3", 3), foot("second", "b2/b3", 2), gun("gun", "b2/b3"),
        foot("foe", "b3/b2", 2, "red"), gun("battery", "b3/b2", "red"),
        boundaries={("b2", "b3"): {"width": "narrow", "into": {"b3": {"infantry": 1}}}},
    )  # fmt: skip
    assault(scene, "leader", "second", "gun").fight(["leader"], ["gun"], ["battery"], ["foe"])
    # 3 - 1 by the gun, + 1 support - 1 penalty - 2 = 0: the defender wins, both lose 1.
    assert [scene.strength(i) for i in ("leader", "second", "foe")] == [1, 2, 1]
    assert (scene.morale("blue"), scene.morale("red")) == (48, 49)
    assert [scene.where(i) for i in ("leader", "second", "gun")] == ["b2", "b2", "b2"]


# -- who bears the losses ----------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.allocation")
def test_the_enemy_divides_losses_among_leaders_and_the_owner_among_the_others() -> None:
    scene = given(
        foot("x", "b2/b3", 2), foot("y", "b2/b3", 2), foot("o", "b2/b3", 1), gun("p", "b2/b3"),
        foot("far", "b2", 3), foot("aside", "b2/b3", 3),
        foot("r", "b3/b2", 3, "red"), foot("s", "b3/b2", 3, "red"), gun("t", "b3/b2", "red"),
        gun("u", "b3/b2", "red"),
    )  # fmt: skip
    assault(scene, "x", "y", "o", "p")
    scene.pick("x", "y")
    scene.pick()
    scene.pick("t", "u")
    for _ in range(2):
        scene.play(f"weaken {scene.name('x')}")
    scene.pick("r", "s")
    # 0 + 2 - 6 = -4: 5 points on the attacker, of which the last leader bears 2.
    assert scene.strength("y") == 0
    assert scene.actor() == "blue"
    assert scene.options() == [f"weaken {scene.name(i)}" for i in ("o", "p")]
    scene.play(f"weaken {scene.name('p')}")
    # The last one that took part bears the next; the fifth point falls on nobody.
    assert scene.strength("o") == 0 and scene.strength("aside") == 3 and scene.strength("far") == 3
    # Then the winner's one point: the attacker says which of the two leaders.
    assert scene.actor() == "blue"
    assert scene.options() == [f"weaken {scene.name('r')}", f"weaken {scene.name('s')}"]
    scene.play(f"weaken {scene.name('s')}")
    assert (scene.strength("r"), scene.strength("s")) == (3, 2)
    # 2 by guns, 2 on y, 1 on p (a gun, +1 to red at its start: capped), 1 on o.
    assert scene.morale("blue") == 44 and scene.morale("red") == 49


@pytest.mark.rule("locales.ruling.assault.allocation")
def test_without_a_leader_those_on_the_approach_bear_the_losses_of_the_defense() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("r", "b3/b2", 2, "red"), foot("s", "b3/b2", 2, "red"),
        foot("t", "b3", 3, "red"),
    )  # fmt: skip
    assault(scene, "a").fight(["a"])
    # 3 - 0: 1 for the winner, 4 for the loser, divided by himself; t takes no part.
    assert scene.strength("a") == 2
    assert scene.actor() == "red"
    assert scene.options() == [f"weaken {scene.name(i)}" for i in ("r", "s")]
    scene.play(f"weaken {scene.name('r')}", f"weaken {scene.name('r')}")
    assert (scene.strength("r"), scene.strength("s")) == (0, 0)


# -- leading a charge --------------------------------------------------------------------------


@pytest.mark.rule("locales.leading-charge.cavalry-strength-2")
def test_a_charge_is_led_by_cavalry_of_2() -> None:
    weak = given(horse("c1", "b1", 1), foot("foe", "b3", 1, "red")).field()
    assert "charge b1" not in weak.options()
    scene = given(horse("c1", "b1", 1), horse("c2", "b1", 2), foot("foe", "b3", 1, "red")).field()
    scene.play("charge b1", "> b2/b3")
    scene.pick("c1", "c2")
    # Nobody else can lead it, as everybody sees: it goes without asking.
    assert scene.has("c2", State.LEADS) and not scene.has("c1", State.LEADS)


@pytest.mark.rule(
    "locales.eligibility.leading-charge.may", "locales.eligibility.leading-charge.may-not"
)
def test_only_cavalry_leads_a_charge() -> None:
    scene = given(
        foot("i", "b1", 3), horse("c", "b1"), gun("g", "b1"), foot("d", "b1", 0, state=BROKEN),
        foot("foe", "b3", 1, "red"),
    )  # fmt: skip
    for id_ in "icgd":
        scene.p.state[scene.b(id_)] |= State.JOINS
        scene.p.strength[scene.b(id_)] = 2
    scene.push(ChargeLeaders(side=0, approach=scene.battle.areas.parse_approach("b2/b3")))
    assert scene.options() == [scene.name("c")]


@pytest.mark.rule(
    "locales.leading-charge.defense-approach-unobstructed",
    "locales.leading-charge.first-boundary-unobstructed",
)
@pytest.mark.parametrize(
    ("into", "offered"), [({}, True), ({"b2": "b1"}, False), ({"b3": "b2"}, False)]
)
def test_no_obstruction_on_the_way_of_a_charge(into: dict[str, str], offered: bool) -> None:
    boundaries = {
        (here, there): {"into": {there: {"obstructed": True}}} for there, here in into.items()
    }
    scene = given(horse("c", "b1"), foot("foe", "b3", 1, "red"), boundaries=boundaries).field()
    assert ("charge b1" in scene.options()) == offered


@pytest.mark.rule("locales.ruling.assault.cavalry-lead-unobstructed")
def test_cavalry_leads_over_open_ground_in_every_variant() -> None:
    for variant in ("sheet", "restored"):
        scene = given(horse("horse", "b2/b3"), foot("foe", "b3/b2", side="red"), variant=variant)
        assert "assault b2/b3" in scene.field().options()


@pytest.mark.rule("locales.restriction.won-locale-open-to-participants")
def test_a_locale_won_is_open_to_those_who_took_part_and_closed_behind_them() -> None:
    scene = given(
        foot("leader", "b2/b3", 3), foot("stays", "b2/b3", 1), foot("foe", "b3/b2", 1, side="red"),
    )  # fmt: skip
    scene.p.ear = []
    assault(scene, "leader").fight(["leader"], defend=["foe"])
    there = scene.locale("b3")
    assert [open_to(scene.p, there, scene.b(one)) for one in ("leader", "stays")] == [True, False]
    texts = [event.text for event in scene.p.ear]
    going = next(i for i, text in enumerate(texts) if text.endswith(" goes to B3."))
    assert texts.index("B3 is closed for the turn to all but the victors.") > going
