"""Positions, capacity, boundaries: what nobody may cross, enter or fill, and for how long."""

import pytest

from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def finish(scene: Scene) -> Scene:
    """Let both sides answer by their first option until the next order is asked for."""
    while scene.options() and "done" not in scene.options():
        scene.p.play(scene.p.options()[0])
    return scene


def assault(scene: Scene, *others: str) -> Scene:
    """`iron` leads an assault from b2 on b3, `foe` the defense; it is fought to its end."""
    return finish(scene.order("assault b2/b3", "iron", *others).fight(["iron"], defend=["foe"]))


def asked(scene: Scene) -> str:
    """The open question."""
    decision = scene.p.decision
    assert decision is not None
    return decision.prompt(scene.p)


@pytest.mark.rule("locales.restriction.impassable-never-crossed")
def test_nobody_crosses_an_impassable_boundary() -> None:
    scene = given(
        horse("buford", "b2"),
        foot("foe", "c2", side="red"),
        boundaries={
            ("b2", "b3"): {"passage": "impassable"},
            ("b2", "c2"): {"passage": "impassable"},
        },
    ).field()
    assert scene.reach("field-march b2") == {"a2", "b1"}
    assert scene.reach("cavalry-march b2") == {"a1", "a3", "c1"}  # b4 and d2 only by way of b3, c2
    assert "maneuver b2" not in scene.options()


@pytest.mark.rule(
    "locales.restriction.impassable-never-crossed", "locales.restriction.never-off-map"
)
def test_a_cornered_unit_neither_crosses_the_impassable_nor_leaves_the_map() -> None:
    scene = given(
        foot("iron", "a2"),
        foot("foe", "a1", 2, side="red"),
        foot("far", "e4", side="red"),
        boundaries={("a1", "b1"): {"passage": "impassable"}},
    ).field()
    scene.order("maneuver a2 > a2/a1", "iron").play("withdraw")
    finish(scene)
    assert scene.where("foe") is None
    assert scene.where("iron") == "a1"


@pytest.mark.rule("locales.restriction.never-off-map", "locales.ruling.adjacency")
def test_at_the_edge_there_are_only_the_neighbours_on_the_map() -> None:
    scene = given(foot("iron", "a1")).field()
    assert scene.reach("field-march a1") == {"a2", "b1"}


@pytest.mark.rule("locales.ruling.restricted-otherwise-open")
def test_a_restricted_boundary_is_open_to_everything_else() -> None:
    restricted = {"passage": "restricted"}
    scene = given(
        foot("iron", "b2"),
        foot("foe", "b3", side="red"),
        boundaries={
            ("b2", "c2"): restricted,
            ("b2", "b3"): restricted,
            ("b3", "b4"): restricted,
            ("b3", "a3"): {"passage": "impassable"},
            ("b3", "c3"): {"passage": "impassable"},
        },
    ).field()
    assert scene.reach("field-march b2") == {"a2", "b1", "c2"}
    scene.order("maneuver b2 > b2/b3", "iron").play("withdraw").let("red")
    assert (scene.where("iron"), scene.where("foe")) == ("b3", "b4")


@pytest.mark.rule("locales.ruling.capacity-count", "locales.restriction.capacity-at-all-times")
def test_capacity_counts_reserve_approaches_and_disrupted_infantry() -> None:
    units = (
        foot("iron", "b2"),
        foot("rear", "b3"),
        foot("front", "b3/b4"),
        foot("broken", "b3", 0, state=BROKEN),
        foot("foe", "b4", side="red"),
    )
    full = given(*units, capacity={"b3": 3}).field()
    assert "b3" not in full.reach("field-march b2")
    room = given(*units, capacity={"b3": 4}).field()
    assert "b3" in room.reach("field-march b2")


@pytest.mark.rule("locales.restriction.capacity-at-all-times")
def test_a_march_takes_no_more_units_than_find_room() -> None:
    scene = given(foot("one", "b2"), foot("two", "b2"), foot("own", "b3"), capacity={"b3": 2})
    scene.field().play("field-march b2 > b3", scene.name("one"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.ruling.capacity-of-the-goal")
def test_no_more_units_are_ordered_to_a_locale_than_it_could_hold() -> None:
    for at, defence, order in (
        ("b2/b3", "b3", "advance b2/b3"),
        ("b2/b3", "b3/b2", "assault b2/b3"),
        ("b2", "b3", "maneuver b2 > b2/b3"),
    ):
        scene = given(
            foot("one", at),
            foot("two", at),
            foot("three", at),
            foot("foe", defence, side="red"),
            capacity={"b3": 2},
        ).field()
        scene.play(order, scene.name("one"), scene.name("two"))
        assert scene.options() == ["go"]


@pytest.mark.rule("locales.ruling.position")
def test_a_unit_on_an_approach_is_not_in_reserve() -> None:
    scene = given(foot("front", "b2/b3"), foot("rear", "b2"), foot("foe", "b3", side="red")).field()
    scene.play("local-march b2 > b2/b3")
    assert scene.options() == [scene.name("rear")]
    scene.pick("rear")
    assert (scene.where("front"), scene.where("rear")) == ("b2/b3", "b2/b3")


@pytest.mark.rule("locales.ruling.directional-terrain", "locales.ruling.penalties")
def test_a_penalty_bears_only_on_those_who_enter_over_its_approach() -> None:
    # A symbol on b3/b2: blue, 2 against 1, makes 0 and loses; red from b3, 2 against 1, wins.
    ground = {("b2", "b3"): {"into": {"b3": {"infantry": 1}}}}
    blue = given(foot("iron", "b2/b3", 2), foot("foe", "b3/b2", 1, side="red"), boundaries=ground)
    assault(blue.field())
    assert blue.where("iron") == "b2"
    red = given(foot("iron", "b2/b3", 1), foot("foe", "b3/b2", 2, side="red"), boundaries=ground)
    finish(red.field("red").order("assault b3/b2", "foe").fight(defend=["iron"]))
    assert red.where("foe") == "b2"


@pytest.mark.rule("locales.ruling.penalties")
def test_each_symbol_takes_one_from_attackers_of_its_arm() -> None:
    # 3 less 1 for the symbol against 1 is +1: the attacker wins and loses 1.
    # Without a symbol of his arm 3 - 1 is +2 and the defender would lose 3 instead of 2.
    for symbols, wins in (
        ({"infantry": 1}, True),
        ({"infantry": 2}, False),
        ({"cavalry": 2}, True),
    ):
        scene = given(
            foot("iron", "b2/b3", 3),
            foot("foe", "b3/b2", 1, side="red"),
            boundaries={("b2", "b3"): {"into": {"b3": symbols}}},
        ).field()
        assault(scene)
        assert (scene.where("iron") == "b3") == wins


@pytest.mark.rule("locales.ruling.width")
def test_one_leads_over_a_narrow_approach_and_two_over_a_wide_one() -> None:
    for width, leaders in (("narrow", 1), ("wide", 2)):
        scene = given(
            *(foot(f"u{n}", "b2/b3") for n in range(3)),
            *(foot(f"r{n}", "b3/b2", side="red") for n in range(3)),
            boundaries={("b2", "b3"): {"width": width}},
        ).field()
        scene.order("assault b2/b3", "u0", "u1", "u2").play(scene.name("u0"))
        assert (scene.name("u1") in scene.options()) == (leaders == 2)
        if leaders == 2:
            scene.play(scene.name("u1"))
        assert scene.options() == ["go"]
        scene.play("go")
        while "Who leads the defense?" not in asked(scene):
            scene.play("go")
        scene.play(scene.name("r0"))
        assert (scene.name("r1") in scene.options()) == (leaders == 2)


# What a fight closes


@pytest.mark.rule("locales.restriction.assault-closes-boundary")
def test_nobody_crosses_a_boundary_after_an_assault_lost_over_it() -> None:
    scene = given(
        foot("iron", "b2/b3", 2),
        foot("rest", "b2/b3", 2),
        foot("foe", "b3/b2", 3, side="red"),
    ).field()
    assert "assault b2/b3" in scene.options()
    assault(scene)
    assert scene.where("iron") == "b2"
    assert scene.where("foe") == "b3/b2"
    assert "assault b2/b3" not in scene.options()  # rest stands there still


@pytest.mark.rule("locales.restriction.assault-closes-boundary")
def test_nobody_follows_over_the_boundary_of_a_won_assault() -> None:
    scene = given(foot("iron", "b2/b3", 3), foot("rest", "b2"), foot("foe", "b3/b2", 1, side="red"))
    assault(scene.field())
    assert scene.where("iron") == "b3"
    assert scene.p.barred.count(1) == 1
    assert "b3" not in scene.reach("field-march b2")


@pytest.mark.rule("locales.restriction.assault-won-locale-closed")
def test_a_locale_won_by_assault_is_closed_from_all_sides() -> None:
    scene = given(
        foot("iron", "b2/b3", 3),
        foot("left", "a3"),
        horse("rider", "a4"),
        foot("foe", "b3/b2", 1, side="red"),
        roads=[("main", ["a3", "b3", "c3"])],
    )
    assert scene.field().reach("field-march a3") == {"a2", "a4"}  # the enemy is in b3
    assault(scene)
    assert scene.where("iron") == "b3"
    assert "b3" not in scene.reach("field-march a3")
    assert scene.reach("road-march a3") == set()  # c3 lies behind b3
    assert "b3" not in scene.reach("cavalry-march a4")


@pytest.mark.rule(
    "locales.restriction.assault-won-locale-closed",
    "locales.restriction.won-locale-open-to-participants",
)
def test_the_participants_are_not_shut_out_of_what_they_won() -> None:
    scene = given(
        foot("iron", "b2/b3", 3),
        gun("hall", "b2/b3"),
        foot("foe", "b3/b2", 1, side="red"),
    ).field()
    assault(scene, "hall")
    assert (scene.where("iron"), scene.where("hall")) == ("b3", "b3")
    closed = given(
        foot("other", "a3"), foot("victor", "a3", state=State.VICTOR), foot("late", "c3")
    )
    closed.p.closed[closed.locale("b3")] = 1
    closed.field()
    assert "b3" in closed.reach("field-march a3")
    assert "b3" not in closed.reach("field-march c3")
    closed.play("field-march a3 > b3")  # of the two in a3 only the victor
    assert closed.options() == [closed.name("victor")]


@pytest.mark.rule("locales.restriction.assault-won-locale-closed")
def test_nobody_rides_through_a_closed_locale() -> None:
    scene = given(horse("buford", "b1"), foot("foe", "b3", side="red"))
    scene.p.closed[scene.locale("b2")] = 1
    scene.field()
    assert "charge b1" not in scene.options()
    assert "b3" not in scene.reach("cavalry-march b1")


def charge(answer: str) -> Scene:
    """Two blocks of horse charge from b1 over b2 at b3, one leads; the enemy answers."""
    scene = given(
        horse("h0", "b1"),
        horse("h1", "b1"),
        foot("mid", "b2"),
        foot("side", "a3"),
        foot("foe", "b3", 1, side="red"),
    ).field()
    scene.order("charge b1 > b2/b3", "h0", "h1").pick("h0").play(answer)
    if answer == "defend":
        scene.pick("foe")
    return finish(scene)


@pytest.mark.rule("locales.restriction.charge-closes-boundary")
def test_nobody_crosses_the_boundary_of_a_charge_again() -> None:
    for answer in ("retreat", "defend"):
        scene = charge(answer)
        assert scene.where("h0") == "b3"
        assert scene.p.barred.count(1) == 1
        assert "b3" not in scene.reach("field-march b2")


@pytest.mark.rule(
    "locales.restriction.defended-charge-won-locale-closed",
    "locales.restriction.undefended-charge-locale-open",
)
def test_a_charge_closes_the_locale_only_if_it_was_fought() -> None:
    assert "b3" not in charge("defend").reach("field-march a3")
    assert "b3" in charge("retreat").reach("field-march a3")


@pytest.mark.rule("locales.ruling.one-field-command-per-unit")
def test_victors_have_had_their_command() -> None:
    scene = charge("retreat")
    assert scene.has("h0", State.MOVED)
    assert "field-march b3" not in scene.options()


@pytest.mark.rule("locales.ruling.no-shared-locale")
def test_retreating_units_do_not_go_where_the_enemy_is() -> None:
    scene = charge("retreat")
    assert scene.where("foe") in ("c3", "b4")  # a3 and b2 are held by the enemy
