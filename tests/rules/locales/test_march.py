"""Marches: cavalry, field, local and road march, roads, and cavalry that deploys."""

import pytest

from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Road, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
NORTH = ["b1", "b2", "b3", "b4"]


@pytest.mark.rule("locales.march.no-response-no-failure")
def test_nobody_answers_a_march() -> None:
    scene = given(
        foot("iron", "b2"), horse("buford", "c2"), foot("foe", "e1", side="red"),
        roads=[("main", NORTH)],
    ).field()  # fmt: skip
    scene.order("road-march b2 > b4", "iron").order("cavalry-march c2 > c4", "buford")
    assert scene.actor() == "blue"
    assert (scene.where("iron"), scene.where("buford")) == ("b4", "c4")


# Cavalry march


@pytest.mark.rule(
    "locales.cavalry-march.final.reserve-of-second-locale",
    "locales.cavalry-march.initial.reserve",
    "locales.ruling.cavalry-march.no-return",
)
def test_a_cavalry_march_crosses_exactly_two_boundaries() -> None:
    scene = given(horse("buford", "b2")).field()
    assert scene.reach("cavalry-march b2") == {"b4", "a1", "a3", "c1", "c3", "d2"}
    scene.order("cavalry-march b2 > d2", "buford")
    assert scene.where("buford") == "d2"


@pytest.mark.rule("locales.cavalry-march.initial.reserve")
def test_a_cavalry_march_starts_in_reserve_only() -> None:
    scene = given(horse("buford", "b2/b3"), foot("foe", "b3", side="red")).field()
    assert not [option for option in scene.options() if option.startswith("cavalry-march")]


@pytest.mark.rule("locales.cavalry-march.condition.no-enemy-occupied-locale")
def test_a_cavalry_march_neither_enters_nor_passes_the_enemy() -> None:
    scene = given(
        horse("buford", "b2"), foot("foe", "b3", side="red"), foot("other", "d2", side="red")
    ).field()
    # b4 lies behind b3; a3 and c3 are reached by way of a2 and c2.
    assert scene.reach("cavalry-march b2") == {"a1", "a3", "c1", "c3"}


@pytest.mark.rule("locales.cavalry-march.condition.no-restricted-boundary")
def test_a_cavalry_march_crosses_no_restricted_boundary() -> None:
    restricted = {"passage": "restricted"}
    scene = given(
        horse("buford", "b2"),
        boundaries={("b2", "b3"): restricted, ("c2", "d2"): restricted},
    ).field()
    assert scene.reach("cavalry-march b2") == {"a1", "a3", "c1", "c3"}


@pytest.mark.rule("locales.cavalry-march.final.cavalry-may-deploy")
def test_cavalry_may_deploy_after_a_cavalry_march() -> None:
    scene = given(horse("buford", "b2"), foot("foe", "e2", side="red")).field()
    scene.order("cavalry-march b2 > d2", "buford")
    scene.play(f"deploy {scene.name('buford')}")
    assert scene.where("buford") == "d2/e2"


@pytest.mark.rule("locales.ruling.capacity-in-passing", "locales.restriction.capacity-at-all-times")
def test_a_march_does_not_squeeze_through_a_full_locale() -> None:
    # b4 lies behind b3, where there is room for one, then for nobody.
    for order in ("cavalry-march b2", "road-march b2"):
        riders = (horse("buford", "b2"), horse("devin", "b2"), foot("own", "b3"))
        scene = given(*riders, capacity={"b3": 2}, roads=[("main", NORTH)]).field()
        scene.play(f"{order} > b4", scene.name("buford"))
        assert scene.options() == ["go"]
        full = given(*riders, capacity={"b3": 1}, roads=[("main", NORTH)]).field()
        assert "b4" not in full.reach(order)


@pytest.mark.rule(
    "locales.ruling.capacity-in-passing", "locales.cavalry-march.condition.no-enemy-occupied-locale"
)
@pytest.mark.parametrize("side", ["blue", "red"])
def test_room_in_a_locale_of_the_enemy_is_no_room_to_ride_through(side: str) -> None:
    # From b2 to c3 by c2, where there is room for one; b3 has room enough, but the enemy is there.
    enemy = "red" if side == "blue" else "blue"
    scene = given(
        horse("buford", "b2", side=side), horse("devin", "b2", side=side),
        foot("own", "c2", side=side), foot("foe", "b3", side=enemy), capacity={"c2": 2},
    ).field(side)  # fmt: skip
    scene.play("cavalry-march b2 > c3", scene.name("buford"))
    assert scene.options() == ["go"]


# Field march


@pytest.mark.rule(
    "locales.field-march.initial.securing-or-reserve",
    "locales.field-march.final.reserve-of-adjacent-locale",
    "locales.field-march.condition.no-enemy-occupied-locale",
)
def test_a_field_march_goes_from_reserve_to_a_neighbour_free_of_enemies() -> None:
    scene = given(foot("iron", "b2"), foot("foe", "b3", side="red")).field()
    assert scene.reach("field-march b2") == {"a2", "c2", "b1"}
    scene.order("field-march b2 > c2", "iron")
    assert scene.where("iron") == "c2"


@pytest.mark.rule(
    "locales.field-march.initial.securing-or-reserve", "locales.ruling.field-march.from-approach"
)
def test_a_field_march_from_an_approach_goes_to_any_neighbour_free_of_enemies() -> None:
    scene = given(foot("iron", "b2/b3"), foot("foe", "b3", side="red")).field()
    assert scene.reach("field-march b2/b3") == {"a2", "c2", "b1"}
    scene.order("field-march b2/b3 > b1", "iron")
    assert scene.where("iron") == "b1"


@pytest.mark.rule("locales.field-march.final.cavalry-may-deploy")
def test_cavalry_may_deploy_after_a_field_march() -> None:
    scene = given(horse("buford", "b2"), foot("foe", "b4", side="red")).field()
    scene.order("field-march b2 > b3", "buford").play(f"deploy {scene.name('buford')}")
    assert scene.where("buford") == "b3/b4"


@pytest.mark.rule("locales.field-march.disrupted-needs-companion")
def test_disrupted_infantry_field_marches_with_one_companion_only() -> None:
    scene = given(
        foot("broken", "b2", 0, state=BROKEN),
        foot("torn", "b2", 0, state=BROKEN),
        foot("iron", "b2"),
        foot("alone", "d2", 0, state=BROKEN),
    ).field()
    assert "field-march d2" not in scene.options()
    scene.play("field-march b2 > b3", scene.name("broken"))
    assert scene.options() == [scene.name("torn"), scene.name("iron")]  # no go without iron
    scene.play(scene.name("torn"), scene.name("iron"))
    assert scene.options() == ["go"]
    scene.play("go")
    assert [scene.where(unit) for unit in ("broken", "torn", "iron")] == ["b3", "b3", "b3"]


@pytest.mark.rule("locales.field-march.disrupted-needs-companion")
def test_where_there_is_room_for_one_disrupted_infantry_cannot_come() -> None:
    scene = given(
        foot("broken", "b2", 0, state=BROKEN), foot("iron", "b2"), capacity={"b3": 1}
    ).field()
    scene.play("field-march b2 > b3")
    assert scene.options() == [scene.name("iron")]


# Local march


@pytest.mark.rule(
    "locales.local-march.final.approach-to-reserve",
    "locales.local-march.initial.securing",
    "locales.local-march.condition.none",
)
def test_units_march_from_an_approach_into_reserve() -> None:
    near = given(foot("iron", "b2/b3"), foot("foe", "b3", side="red")).field()
    away = given(foot("iron", "b2/b3")).field()  # nobody is across any more
    for scene in (near, away):
        scene.order("local-march back from b2/b3", "iron").let("blue")
        assert scene.where("iron") == "b2"


@pytest.mark.rule(
    "locales.local-march.final.reserve-to-approach",
    "locales.local-march.initial.reserve",
    "locales.local-march.reserve-to-approach.enemy-occupied",
)
def test_units_in_reserve_secure_an_approach_that_faces_the_enemy() -> None:
    scene = given(foot("iron", "b2"), foot("rest", "b2"), foot("foe", "b3", side="red")).field()
    assert scene.reach("local-march b2") == {"b2/b3"}
    scene.order("local-march b2 > b2/b3", "iron")
    assert (scene.where("iron"), scene.where("rest")) == ("b2/b3", "b2")


@pytest.mark.rule("locales.local-march.approach-to-reserve.cavalry-may-deploy")
def test_cavalry_changes_its_approach_by_a_local_march() -> None:
    scene = given(
        horse("buford", "b2/b3"), foot("foe", "b3", side="red"), foot("other", "c2", side="red")
    ).field()
    scene.order("local-march back from b2/b3", "buford")
    scene.play(f"deploy {scene.name('buford')}")
    assert set(scene.options()) == {"at b2/b3", "at b2/c2"}
    scene.play("at b2/c2")
    assert scene.where("buford") == "b2/c2"


@pytest.mark.rule("locales.ruling.impassable-never-secured")
def test_an_approach_on_an_impassable_boundary_is_never_secured() -> None:
    scene = given(
        horse("buford", "b1"),
        foot("iron", "b2"),
        foot("foe", "b3", side="red"),
        foot("other", "c2", side="red"),
        boundaries={("b2", "b3"): {"passage": "impassable"}},
    ).field()
    assert scene.reach("local-march b2") == {"b2/c2"}
    scene.order("field-march b1 > b2", "buford").play(f"deploy {scene.name('buford')}")
    assert scene.where("buford") == "b2/c2"


# Road march


@pytest.mark.rule("locales.road-march.distance.three-by-main-road-or-railroad")
def test_three_locales_by_main_road_or_railroad_or_both() -> None:
    row = ["a2", "b2", "c2", "d2", "e2"]
    for roads in (
        [("main", row)],
        [("railroad", row)],
        [("main", row[:3]), ("railroad", row[2:])],
    ):
        scene = given(foot("iron", "a2"), roads=roads).field()
        assert scene.reach("road-march a2") == {"b2", "c2", "d2"}


@pytest.mark.rule("locales.road-march.distance.two-otherwise")
def test_two_locales_if_any_boundary_is_crossed_by_another_road() -> None:
    row = ["a2", "b2", "c2", "d2", "e2"]
    for roads in (
        [("local", row)],
        [("main", row[:3]), ("local", row[2:])],
        [("local", row[:2]), ("railroad", row[1:])],
    ):
        scene = given(foot("iron", "a2"), roads=roads).field()
        assert scene.reach("road-march a2") == {"b2", "c2"}


@pytest.mark.rule(
    "locales.road-march.distance.may-stop-short",
    "locales.road-march.final.reserve-of-last-locale",
    "locales.road-march.initial.reserve",
)
def test_a_road_march_may_stop_short_and_ends_in_reserve() -> None:
    for goal in ("b2", "b3", "b4"):
        scene = given(foot("iron", "b1"), roads=[("main", NORTH)]).field()
        scene.order(f"road-march b1 > {goal}", "iron")
        assert scene.where("iron") == goal


@pytest.mark.rule("locales.road-march.initial.reserve")
def test_a_road_march_starts_in_reserve_only() -> None:
    scene = given(
        foot("iron", "b2/c2"), foot("foe", "c2", side="red"), roads=[("main", NORTH)]
    ).field()
    assert not [option for option in scene.options() if option.startswith("road-march")]


@pytest.mark.rule("locales.road-march.condition.no-enemy-occupied-locale")
def test_a_road_march_neither_enters_nor_passes_the_enemy() -> None:
    scene = given(
        foot("iron", "b1"), foot("foe", "b3", side="red"), roads=[("main", NORTH)]
    ).field()
    assert scene.reach("road-march b1") == {"b2"}


@pytest.mark.rule("locales.road-march.condition.no-restricted-boundary")
def test_a_road_march_crosses_no_restricted_boundary() -> None:
    scene = given(
        foot("iron", "b1"),
        boundaries={("b2", "b3"): {"passage": "restricted"}},
        roads=[("main", NORTH)],
    ).field()
    assert scene.reach("road-march b1") == {"b2"}


@pytest.mark.rule("locales.road-march.final.cavalry-may-deploy")
def test_cavalry_may_deploy_after_a_road_march() -> None:
    scene = given(
        horse("buford", "b1"), foot("foe", "c3", side="red"), roads=[("main", NORTH)]
    ).field()
    scene.order("road-march b1 > b3", "buford").play(f"deploy {scene.name('buford')}")
    assert scene.where("buford") == "b3/c3"


@pytest.mark.rule("locales.road-march.disrupted-needs-companion")
def test_disrupted_infantry_road_marches_with_one_companion_only() -> None:
    scene = given(
        foot("broken", "b1", 0, state=BROKEN),
        gun("hall", "b1"),
        foot("alone", "b4", 0, state=BROKEN),
        roads=[("main", NORTH)],
    ).field()
    assert "road-march b4" not in scene.options()
    scene.play("road-march b1 > b3", scene.name("broken"))
    assert scene.options() == [scene.name("hall")]
    scene.play(scene.name("hall"), "go")
    assert (scene.where("broken"), scene.where("hall")) == ("b3", "b3")


@pytest.mark.rule("locales.ruling.roads")
def test_roads_that_do_not_meet_are_not_one_road() -> None:
    apart: list[Road] = [("main", ["b1", "b2"]), ("main", ["b2", "b3"], 200)]
    joined: list[Road] = [("main", ["b1", "b2"]), ("main", ["b2", "b3"])]
    assert given(foot("iron", "b1"), roads=apart).field().reach("road-march b1") == {"b2"}
    assert given(foot("iron", "b1"), roads=joined).field().reach("road-march b1") == {"b2", "b3"}
    # From the reserve of b2 either road may be taken.
    assert given(foot("iron", "b2"), roads=apart).field().reach("road-march b2") == {"b1", "b3"}


@pytest.mark.rule("locales.ruling.road-congestion")
def test_a_road_does_not_fill_up() -> None:
    column = [foot(f"u{n}", "b1") for n in range(4)]
    scene = given(*column, foot("last", "b1"), foot("back", "b4"), roads=[("main", NORTH)])
    scene.field().order("road-march b1 > b3", "u0", "u1", "u2", "u3")
    scene.order("road-march b1 > b3", "last").order("road-march b4 > b2", "back")
    assert [scene.where(f"u{n}") for n in range(4)] == ["b3"] * 4
    assert (scene.where("last"), scene.where("back")) == ("b3", "b2")


@pytest.mark.rule("locales.restriction.ranging-only-bombards")
def test_a_ranging_gun_does_nothing_but_bombard() -> None:
    scene = given(
        gun("hall", "b2/b3", state=State.RANGING | State.UP),
        foot("foe", "b3", side="red"),
        roads=[("main", NORTH)],
    ).field()
    assert scene.options() == ["done", "bombard b2/b3"]
    limbered = given(
        gun("hall", "b2/b3"), foot("foe", "b3", side="red"), roads=[("main", NORTH)]
    ).field()
    assert set(limbered.options()) == {
        "done",
        "advance b2/b3",
        "field-march b2/b3",
        "local-march back from b2/b3",
    }
