"""The same rules at the edges: the first and last places of a map, the second side, the log."""

import random

import pytest

from grognard.systems.locales import SYSTEM
from grognard.systems.locales.assault import AssaultFacts
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.state.kinds import Clock, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.turn import Phase
from tests.rules.locales.given import Spec, foot, given, gun, horse

# -- the first locale (a1) and the first approach (from a1 to b1) --------------------------------


@pytest.mark.rule("locales.eligibility.spike.may")
def test_a_gun_in_the_first_locale_is_spiked() -> None:
    scene = given(gun("g", "a1")).administer("spike")
    assert f"spike {scene.name('g')}" in scene.options()


@pytest.mark.rule("locales.range.artillery-securing")
def test_a_gun_on_the_first_approach_is_set_ranging() -> None:
    scene = given(gun("g", "a1/b1"), foot("foe", "b1", side="red")).administer("range")
    assert scene.p.spot[scene.b("g")] == scene.battle.locales
    assert f"range {scene.name('g')}" in scene.options()


@pytest.mark.rule("locales.stand-down.mandatory-when-enemy-gone")
def test_a_unit_on_the_first_approach_stands_down() -> None:
    scene = given(foot("a", "a1/b1")).administer("stand down")
    assert scene.where("a") == "a1"


@pytest.mark.rule("locales.restriction.assault-won-locale-closed", "locales.ruling.command-group")
def test_a_local_march_elsewhere_is_free_when_the_last_locale_was_won() -> None:
    scene = given(
        foot("iron", "d4/e4", 3), foot("foe", "e4/d4", 1, side="red"),
        foot("other", "a1/b1"), foot("look", "b1", side="red"), foot("far", "e1", side="red"),
    ).field()  # fmt: skip
    scene.order("assault d4/e4", "iron").fight(lead=["iron"], defend=["foe"]).let("red")
    assert scene.where("iron") == "e4" and scene.p.closed[scene.battle.locales - 1]
    scene.order("local-march back from a1/b1", "other")
    assert scene.where("other") == "a1"


# -- the second side ----------------------------------------------------------------------------


@pytest.mark.rule("locales.charge.response.defend-or-retreat")
def test_blue_answers_a_charge_of_red() -> None:
    scene = given(horse("r", "d2", side="red"), foot("foe", "b2"), foot("by", "b2"))
    scene.field("red").order("charge d2 > c2/b2", "r").named("ChargeLeaders", "r")
    assert scene.actor() == "blue" and scene.options() == ["retreat", "defend"]


@pytest.mark.rule("locales.ruling.charge.fallback-capacity")
def test_red_charges_through_a_locale_of_its_own_that_has_room() -> None:
    scene = given(horse("r", "d2", side="red"), foot("own", "c2", side="red"), foot("foe", "b2"))
    assert scene.field("red").reach("charge d2") == {"c2/b2"}


@pytest.mark.rule("locales.maneuver.response.secure")
def test_blue_says_who_secures_against_a_maneuver_of_red() -> None:
    scene = given(foot("r", "b3", side="red"), foot("one", "b2"), foot("two", "b2"))
    scene.field("red").order("maneuver b3 > b3/b2", "r").play("secure")
    assert scene.actor() == "blue"
    assert [text for text in scene.options() if scene.name("one") in text]


# -- who wins -----------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.demoralized")
@pytest.mark.parametrize(("morale", "winner"), [((0, 9), 1), ((9, 0), 0)])
def test_an_army_that_breaks_loses_whatever_it_holds(morale: tuple[int, int], winner: int) -> None:
    scene = given(
        foot("a", "b2"), foot("foe", "d4", side="red"), objectives={"b2": "red", "d4": "blue"}
    )
    held = "d4" if winner == 0 else "b2"  # only the broken side holds an objective of the enemy
    scene.p.put(scene.b("foe" if held == "b2" else "a"), -1)
    scene.p.morale[:] = list(morale)
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == winner and "breaks" in result.why


@pytest.mark.rule("locales.ruling.time-limit")
def test_red_wins_by_the_objectives_of_blue_it_holds() -> None:
    scene = given(foot("a", "b2"), foot("foe", "d4", side="red"), objectives={"d4": "blue"})
    scene.p.morale[:] = [50, 1]
    scene.p.stack.clear()
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == 1 and "objectives" in result.why


# -- fights -------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.allocation")
def test_an_assault_whose_only_leader_the_guns_destroy_is_lost() -> None:
    scene = given(
        horse("r", "b2/b3", 2), foot("foe", "b3/b2", 2, side="red"),
        gun("g1", "b3/b2", side="red"), gun("g2", "b3/b2", side="red"),
    )  # fmt: skip
    scene.field().order("assault b2/b3", "r")
    scene.fight(lead=["r"], guns=["g1", "g2"], defend=["foe"])
    assert scene.where("r") is None  # a point to each gun
    assert scene.where("foe") == "b3/b2" and scene.strength("foe") == 2


# -- nobody is asked for nothing ----------------------------------------------------------------


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_disrupted_infantry_whose_companion_has_moved_is_not_asked_for() -> None:
    hurt = foot("hurt", "b2", 0, state=State.DISRUPTED | State.UP)
    scene = given(hurt, foot("by", "b2", state=State.MOVED))
    scene.p.clock[Clock.FIELD_LEFT] = 3
    scene.p.clock[Clock.SIDE] = 0
    scene.push(Phase(phase=1))
    assert "FieldOrder" not in {type(step).__name__ for step in scene.p.stack}


@pytest.mark.rule("locales.ruling.roads")
def test_no_road_march_over_the_only_road_when_its_boundary_is_closed() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2"), roads=[("main", ("b2", "c2"))])
    assert scene.field().reach("road-march b2") == {"c2"}
    boundary = next(
        n
        for n, ends in enumerate(scene.battle.areas.boundaries)
        if set(ends) == {scene.locale("b2"), scene.locale("c2")}
    )
    scene.p.barred[boundary] = 1
    assert "road-march b2" not in scene.field().options()


@pytest.mark.rule("locales.turn.field.any-order")
@pytest.mark.parametrize("battle", SYSTEM.shipped)
def test_who_gives_no_more_commands_points_at_no_place(battle: str) -> None:
    p = SYSTEM.start(SYSTEM.battle(battle))
    assert isinstance(p, LocalesPosition)
    decision = FieldOrder(side=0)
    assert decision.aims_at(p, Verb.DONE) == decision.target(p, Verb.DONE) == "verb:done"


@pytest.mark.rule(
    "locales.road-march.condition.no-enemy-occupied-locale", "locales.ruling.capacity-in-passing"
)
@pytest.mark.parametrize("holds", ["blue", "red"])
@pytest.mark.parametrize("side", ["blue", "red"])
def test_no_road_march_where_the_only_road_leads_into_a_held_or_full_locale(
    side: str, holds: str
) -> None:
    scene = given(
        foot("a", "b2", side=side), foot("in", "c2", side=holds),
        capacity={"c2": 1 if holds == side else 8}, roads=[("main", ("b2", "c2"))],
    )  # fmt: skip
    assert "road-march b2" not in scene.field(side).options()


# -- what the log and the enemy are told ---------------------------------------------------------


@pytest.mark.rule("locales.assault.failure.reserve-of-attack-locale")
def test_the_log_sends_only_those_back_who_outlived_a_lost_assault() -> None:
    scene = given(
        horse("lead", "b2/b3", 2), foot("by", "b2/b3", 1), foot("foe", "b3/b2", 3, side="red")
    ).field()  # fmt: skip
    scene.p.ear = []
    scene.order("assault b2/b3", "lead", "by").fight(lead=["lead"], defend=["foe"]).let("red")
    # 2 - 3 = -1: the attacker loses 2, both of the cavalry that leads.
    assert scene.where("lead") is None and scene.where("by") == "b2"
    gone = [event.text for event in scene.p.ear if event.text.endswith("to B2.")]
    assert gone == [f"{scene.name('by').capitalize()} goes to B2."]


@pytest.mark.rule("locales.ruling.reveal")
def test_a_leader_who_retreats_lies_face_up_until_the_command_is_over() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), gun("g", "b2/b3"),
        foot("x", "b3/b2", 3, side="red"), foot("y", "b3/b2", 3, side="red"),
    ).field()  # fmt: skip
    scene.p.ear = []
    scene.order("assault b2/b3", "a", "b", "g")
    scene.fight(lead=["a", "b"], support=["g"], defend=["x", "y"])
    # 3 + 3 + 1 - 3 - 3 = +1: the defender loses 2 points, and both his leaders retreat.
    while type(scene.p.top).__name__ != "LeaveTo":
        scene.p.play(scene.p.options()[0])
    assert scene.has("x", State.UP) and scene.has("y", State.UP)
    scene.play("> b4")
    assert scene.where("x") == "b4" and scene.has("x", State.UP)
    assert scene.where("y") == "b3/b2" and scene.has("y", State.UP)
    strength = scene.strength("x")
    assert scene.p.ear[-1].text.endswith(f"(X, infantry {strength}) goes to B4.")
    scene.play("> b4")
    assert not scene.has("x", State.UP) and not scene.has("y", State.UP)


@pytest.mark.rule("locales.rally.effect.two-become-one", "locales.ruling.hidden-blocks")
def test_the_enemy_knows_the_strength_of_a_rallied_unit() -> None:
    hurt = [foot(u, "b2", 0, state=State.DISRUPTED | State.UP) for u in ("x", "y")]
    scene = given(foot("by", "b2", 3), *hurt).staff("rally").play("rally")
    known, b = scene.known_to("red"), scene.b("x")
    assert scene.strength("x") == 1 and not scene.has("x", State.UP)
    assert known.pool.count(known.pool[b]) == 1  # it was seen
    assert known.guess[b] % 4 == 1


@pytest.mark.rule("locales.ruling.assault.result")
@pytest.mark.parametrize(("attack", "winner"), [(3, "attacker"), (2, "defender"), (1, "defender")])
def test_the_odds_of_an_assault_are_sure(attack: int, winner: str) -> None:
    check = SYSTEM.rules().assault_kind.check(AssaultFacts(attack=attack, defence=2))
    assert check.first_odds().probability(winner) == 1


@pytest.mark.rule("locales.ruling.assault.leaders-lost-to-guns")
def test_an_assault_whose_leader_the_guns_take_has_a_result_of_nothing() -> None:
    kind = SYSTEM.rules().assault_kind
    assert kind.check(AssaultFacts(attack=2, guns=2)).target == "result +0"


# -- red attacks, and blue bears or divides losses ------------------------------------------------


@pytest.mark.rule("locales.ruling.assault.allocation", "locales.ruling.assault.participants")
def test_red_divides_the_losses_of_blue_leaders_and_blue_those_of_the_others() -> None:
    scene = given(
        foot("r1", "b3/b2", 3, side="red"), foot("r2", "b3/b2", 3, side="red"),
        foot("a", "b2/b3", 1), foot("b", "b2/b3", 1), foot("c", "b2/b3", 1), foot("d", "b2/b3", 1),
    ).field("red")  # fmt: skip
    scene.order("assault b3/b2", "r1", "r2").fight(lead=["r1", "r2"], defend=["a", "b"])
    # 6 against 2: red wins by 4 and loses 1, which blue gives to one of his leaders.
    assert scene.actor() == "blue"
    scene.play(f"weaken {scene.name('r1')}")
    # Blue loses 5: the first on a leader by red's choice, the second is then the only one left.
    assert scene.actor() == "red"
    assert scene.options() == [f"weaken {scene.name('a')}", f"weaken {scene.name('b')}"]
    scene.play(f"weaken {scene.name('b')}")
    # The third falls on one of the others that secure the approach, as blue says.
    assert scene.actor() == "blue"
    assert scene.options() == [f"weaken {scene.name('c')}", f"weaken {scene.name('d')}"]


@pytest.mark.rule("locales.ruling.support.defending")
def test_blue_says_at_which_red_leader_its_guns_fire() -> None:
    scene = given(
        foot("r1", "b3/b2", 3, side="red"), foot("r2", "b3/b2", 3, side="red"),
        gun("g", "b2/b3"), foot("a", "b2/b3", 2),
    ).field("red")  # fmt: skip
    scene.order("assault b3/b2", "r1", "r2").fight(lead=["r1", "r2"], guns=["g"])
    assert type(scene.p.top).__name__ == "LossTo" and scene.actor() == "blue"
    scene.play(f"weaken {scene.name('r2')}")
    assert (scene.strength("r1"), scene.strength("r2")) == (3, 2)


# -- what can be ordered --------------------------------------------------------------------------


@pytest.mark.rule("locales.field.gate")
def test_a_command_drawn_at_random_is_one_of_those_on_offer() -> None:
    # Alone on the map there is nobody to maneuver at and no approach to secure.
    scene = given(foot("a", "b2"), foot("far", "e4", side="red")).field()
    step = scene.p.decision
    assert step is not None
    drawn = {step.phrase(scene.p, step.draw(scene.p, random.Random(n))) for n in range(60)}
    assert drawn == {"done", "field-march b2"} == set(scene.options())


@pytest.mark.rule("locales.rally.non-disrupted-in-reserve")
def test_three_disrupted_units_do_not_rally_by_themselves() -> None:
    broken = [foot(f"d{n}", "b2", 0, state=State.DISRUPTED | State.UP) for n in range(3)]
    assert given(*broken, foot("by", "b2/b3")).staff("rally").options() == ["do not rally"]
    assert "rally" in given(*broken, foot("by", "b2")).staff("rally").options()


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.reorganize.condition.same-type")
def test_nobody_is_asked_to_merge_units_that_are_known_to_be_of_two_arms() -> None:
    def asked(other: Spec) -> bool:
        scene = given(foot("a", "b2", 1, state=State.UP), other)
        scene.p.clock[Clock.STAFF_LEFT] = 1
        scene.phase(2)
        return type(scene.p.stack[-1]).__name__ == "StaffOrder" if scene.p.stack else False

    assert not asked(horse("h", "b2", 1, state=State.UP))
    assert asked(foot("b", "b2", 1, state=State.UP))


@pytest.mark.rule(
    "locales.restriction.won-locale-open-to-participants", "locales.ruling.capacity-in-passing"
)
def test_victors_may_ride_into_the_locale_they_have_won_and_nobody_else() -> None:
    won = [horse(name, "a1", state=State.VICTOR) for name in ("h", "i")]
    scene = given(*won, horse("other", "a1"), capacity={"c1": 1})
    scene.p.closed[scene.locale("c1")] = 1
    scene.field().play("cavalry-march a1 > c1")
    assert scene.options() == [scene.name("h"), scene.name("i")]
    scene.play(scene.name("i"))
    assert scene.options() == ["go"]  # there is room for one
    scene.play("go")
    assert scene.where("i") == "c1"


@pytest.mark.rule("locales.advance.condition.defense-approach-unsecured")
def test_an_approach_that_was_left_is_unsecured() -> None:
    scene = given(foot("x", "b3/b2", side="red"), foot("a", "b2/b3")).field("red")
    scene.order("local-march back from b3/b2", "x")
    scene.p.stack.clear()
    assert "advance b2/b3" in scene.field().options()


@pytest.mark.rule("locales.restriction.assault-won-locale-closed", "locales.field.gate")
def test_no_march_is_offered_whose_only_goal_was_won_this_turn() -> None:
    walls = {("a1", "b1"): {"passage": "impassable"}}
    scene = given(foot("a", "a1"), boundaries=walls, roads=[("main", ("a1", "a2"))]).field()
    assert {"field-march a1", "road-march a1"} <= {*scene.options()}
    scene.p.stack.clear()
    scene.p.closed[scene.locale("a2")] = 1
    assert scene.field().options() == ["done"]


@pytest.mark.rule("locales.restriction.won-locale-open-to-participants")
def test_only_victors_may_march_into_the_first_locale_if_it_was_won() -> None:
    scene = given(foot("other", "a2"), foot("victor", "a2", state=State.VICTOR))
    scene.p.closed[scene.locale("a1")] = 1
    scene.field().play("field-march a2 > a1")
    assert scene.options() == [scene.name("victor")]


@pytest.mark.rule("locales.maneuver.initial.reserve", "locales.local-march.initial.reserve")
def test_an_order_from_a_reserve_points_at_its_only_target_or_else_at_the_reserve() -> None:
    def aims(*foes: str) -> dict[str, str]:
        red = [foot(f"r{at}", at, side="red") for at in foes]
        scene = given(foot("a", "b2"), *red).field()
        step, p = scene.p.decision, scene.p
        assert step is not None
        return {step.phrase(p, action): step.aims_at(p, action) for action in p.options()}

    one = aims("b3")
    assert (one["maneuver b2"], one["local-march b2"]) == ("locale:b3", "approach:b2/b3")
    two = aims("b3", "c2")
    assert (two["maneuver b2"], two["local-march b2"]) == ("locale:b2", "locale:b2")


@pytest.mark.rule("locales.turn.field.any-order")
def test_on_the_last_approach_as_on_the_first_a_mere_pointing_means_the_simple_orders() -> None:
    scene = given(
        foot("a", "a1/b1"), foot("b", "e4/e3"), foot("c", "c3"), horse("h", "c3"),
        foot("x", "b1", side="red"), foot("y", "e3", side="red"),
        roads=[("main", ("c3", "d3"))],
    ).field()  # fmt: skip
    step, p = scene.p.decision, scene.p
    assert step is not None
    plain = {step.phrase(p, action): step.plain(p, action) for action in p.options()}
    # Attacks, field marches and local marches; long marches have to be named.
    names = {"advance", "field-march", "local-march back from"}
    for spot in ("a1/b1", "e4/e3"):
        assert {name for name in names if plain[f"{name} {spot}"]} == names
    assert plain["field-march c3"]
    assert not plain["road-march c3"] and not plain["cavalry-march c3"]


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.command-cards.deck")
def test_the_last_card_of_a_deck_is_drawn_whatever_falls() -> None:
    kind = SYSTEM.rules().draw_kind
    check = kind.check((0, 0, 1, 0, 0, 0, 0, 0))
    assert [check.outcome([face]) for face in (1, 2)] == [2, 2]
