"""Staff commands: reorganize, rally, mobilize."""

import pytest

from grognard.engine.deeds import numbered
from grognard.engine.errors import FileError
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import ON_DISPLAY, Clock, State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def broken(id: str, at: str = "b2", side: str = "blue") -> Spec:
    """Disrupted infantry."""
    return foot(id, at, 0, side, state=BROKEN)


def strengths(scene: Scene, at: str, side: int = 0) -> list[int]:
    """The strengths in a reserve, strongest first."""
    blocks = scene.p.blocks_at(scene.locale(at), side)
    return sorted((scene.p.strength[b] for b in blocks), reverse=True)


def offers(scene: Scene) -> list[str]:
    """The staff orders on offer."""
    return [text for text in scene.options() if not text.startswith("do not ")]


# -- the gate ------------------------------------------------------------------------------------


@pytest.mark.rule("locales.staff.gate")
def test_nothing_is_offered_without_units_condition_and_position() -> None:
    scene = given(foot("one", "b2", 1), foot("other", "b2/b3", 1), foot("foe", "b3", 2, "red"))
    assert scene.staff("reorganize").options() == ["do not reorganize"]
    assert scene.staff("rally").options() == ["do not rally"]
    assert scene.staff("mobilize").options() == ["do not mobilize"]


@pytest.mark.rule("locales.staff.gate")
def test_a_staff_command_keeps_its_number_key() -> None:
    three = foot("a", "b2", 3), foot("b", "b2", 2), foot("c", "b2", 1), foot("d", "b2", 1)
    for scene, task, keys in (
        (given(*three), "reorganize", {"merge": 2, "split in two": 3, "split in three": 4}),
        (given(*three[2:]), "reorganize", {"merge": 2}),
        (given(*three[:1]), "reorganize", {"split in two": 3, "split in three": 4}),
        (given(*three, broken("x"), broken("y")), "rally", {"rally": 2}),
        (reinforced(), "mobilize", {"mobilize": 2}),
    ):
        scene.staff(task)
        asked, numbers = scene.p.decision, numbered(View(scene.p, 0))
        assert asked is not None
        found = {asked.phrase(scene.p, action): numbers[action] for action in scene.p.options()}
        assert found == {f"do not {task}": 1, **keys}


@pytest.mark.rule("locales.staff.gate")
def test_the_enemy_is_never_asked_about_a_staff_command() -> None:
    scene = given(foot("one", "b2", 1), foot("two", "b2", 1), foot("foe", "b3", 2, "red"))
    scene.staff("reorganize")
    for answer in ("merge", scene.name("one"), scene.name("two"), "go", "do not reorganize"):
        assert scene.actor() == "blue"
        scene.play(answer)
    assert scene.p.over


@pytest.mark.rule("locales.staff.gate", "locales.ruling.command-cards.cost")
def test_every_staff_command_costs_one_and_none_is_offered_without() -> None:
    scene = given(
        foot("a", "b2", 1), foot("b", "b2", 1), foot("c", "b2", 1), foot("d", "b2", 1)
    ).staff("reorganize", commands=1)
    scene.play("merge", scene.name("a"), scene.name("b"), "go")
    assert scene.p.clock[Clock.STAFF_LEFT] == 0
    assert scene.p.over  # a second pair is there, but no command
    assert scene.staff("reorganize", commands=0).options() == ["do not reorganize"]


# -- reorganize ----------------------------------------------------------------------------------


@pytest.mark.rule("locales.reorganize.effect.merge", "locales.reorganize.initial.reserve")
def test_two_of_strength_one_become_one_of_two() -> None:
    scene = given(foot("a", "b2", 1), foot("b", "b2", 1), gun("g", "b2")).staff("reorganize")
    assert offers(scene) == ["merge"]
    first, second = scene.name("a"), scene.name("b")
    scene.play("merge")
    assert scene.options() == [first, second]  # in any order
    scene.play(second)
    assert scene.options() == [first]
    scene.play(first, "go")
    assert strengths(scene, "b2") == [2, 1]
    assert sum(scene.p.strength[b] for b in scene.battle.blocks_of[0]) == 3


@pytest.mark.rule("locales.reorganize.effect.no-other-merge", "locales.reorganize.effect.merge")
@pytest.mark.parametrize("pair", [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_no_other_merge_exists(pair: tuple[int, int]) -> None:
    scene = given(foot("a", "b2", pair[0]), foot("b", "b2", pair[1])).staff("reorganize")
    assert "merge" not in scene.options()


@pytest.mark.rule("locales.reorganize.condition.same-type")
def test_units_of_two_arms_do_not_merge() -> None:
    scene = given(foot("a", "b2", 1), horse("h", "b2", 1)).staff("reorganize")
    assert offers(scene) == []


@pytest.mark.rule(
    "locales.reorganize.condition.same-type",
    "locales.reorganize.eligible.infantry-or-cavalry",
    "locales.eligibility.reorganize.may",
)
def test_cavalry_merges_and_splits_too_and_stays_cavalry() -> None:
    scene = given(horse("h", "b2", 1), horse("k", "b2", 1)).staff("reorganize")
    scene.play("merge", scene.name("h"), scene.name("k"), "go")
    assert strengths(scene, "b2") == [2]
    scene.play("split in two", scene.name("h"), "go")
    assert strengths(scene, "b2") == [1, 1]
    assert [scene.p.arm(b) for b in scene.p.blocks_at(scene.locale("b2"), 0)] == [1, 1]


@pytest.mark.rule(
    "locales.reorganize.eligible.infantry-or-cavalry",
    "locales.eligibility.reorganize.may",
    "locales.eligibility.reorganize.may-not",
)
def test_guns_and_disrupted_infantry_never_reorganize() -> None:
    scene = given(gun("g", "b2"), gun("k", "b2"), broken("x"), broken("y")).staff("reorganize")
    assert offers(scene) == []


@pytest.mark.rule("locales.eligibility.reorganize.may-not", "locales.eligibility.reorganize.may")
def test_disrupted_infantry_does_not_merge_with_infantry() -> None:
    scene = given(foot("a", "b2", 1), broken("x")).staff("reorganize")
    assert offers(scene) == []


@pytest.mark.rule("locales.reorganize.initial.reserve")
def test_units_on_an_approach_do_not_reorganize() -> None:
    scene = given(foot("a", "b2/b3", 3), foot("b", "b2/b3", 1), foot("c", "b2/b3", 1))
    assert offers(scene.staff("reorganize")) == []


@pytest.mark.rule("locales.reorganize.initial.reserve", "locales.reorganize.effect.merge")
def test_units_of_two_reserves_do_not_merge() -> None:
    scene = given(foot("a", "b2", 1), foot("b", "b3", 1)).staff("reorganize")
    assert offers(scene) == []


@pytest.mark.rule("locales.reorganize.effect.split")
@pytest.mark.parametrize(
    ("strength", "order", "parts"),
    [
        (2, "split in two", [1, 1]),
        (3, "split in two", [2, 1]),
        (3, "split in three", [1, 1, 1]),
    ],
)
def test_a_unit_splits_into_lower_strengths_of_the_same_total(
    strength: int, order: str, parts: list[int]
) -> None:
    scene = given(foot("a", "b2", strength)).staff("reorganize")
    scene.play(order, scene.name("a"), "go")
    assert strengths(scene, "b2") == parts
    assert [scene.p.arm(b) for b in scene.p.blocks_at(scene.locale("b2"), 0)] == [0] * len(parts)


@pytest.mark.rule("locales.reorganize.effect.split")
def test_one_splits_no_more_and_two_not_in_three() -> None:
    assert offers(given(foot("a", "b2", 1)).staff("reorganize")) == []
    assert offers(given(foot("a", "b2", 2)).staff("reorganize")) == ["split in two"]


@pytest.mark.rule("locales.reorganize.effect.split", "locales.restriction.capacity-at-all-times")
def test_a_split_needs_room() -> None:
    scene = given(foot("a", "b2", 3), gun("g", "b2/b3"), capacity={"b2": 2}).staff("reorganize")
    assert offers(scene) == []
    scene = given(foot("a", "b2", 3), gun("g", "b2/b3"), capacity={"b2": 3}).staff("reorganize")
    assert offers(scene) == ["split in two"]


@pytest.mark.rule("locales.reorganize.effect.split")
def test_a_broken_army_can_still_split_everything() -> None:
    # 3 + 2: split into five 1s, all broken but the last three; then 1+1 and split again.
    scene = given(foot("a", "b2", 3), foot("b", "b2", 2)).staff("reorganize", commands=99)
    scene.play("split in three", scene.name("a"), "go", "split in two", scene.name("b"), "go")
    assert strengths(scene, "b2") == [1, 1, 1, 1, 1]
    for _ in range(3):
        pair = [str(b + 1) for b in scene.p.blocks_at(scene.locale("b2"), 0)][:2]
        scene.play("merge", f"block {pair[0]}", f"block {pair[1]}", "go")
        assert strengths(scene, "b2") == [2, 1, 1, 1]
        scene.play("split in two", f"block {pair[0]}", "go")
        assert strengths(scene, "b2") == [1, 1, 1, 1, 1]


@pytest.mark.rule("locales.ruling.one-field-command-per-unit")
def test_a_unit_that_marched_may_still_be_reorganized() -> None:
    scene = given(foot("a", "b2", 3, state=State.MOVED)).staff("reorganize")
    scene.play("split in two", scene.name("a"), "go")
    assert strengths(scene, "b2") == [2, 1]
    assert all(scene.p.state[b] & State.MOVED for b in scene.p.blocks_at(scene.locale("b2"), 0))


# -- rally ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.rally.effect.two-become-one",
    "locales.rally.effect.morale-plus-1",
    "locales.morale.rally",
    "locales.eligibility.rally.may",
    "locales.rally.eligible.disrupted-infantry",
    "locales.ruling.rally.one-pair",
)
def test_two_disrupted_become_one_of_strength_one_for_one_morale() -> None:
    units = [broken(f"x{n}") for n in range(4)]
    scene = given(gun("g", "b2"), *units, morale=(50, 50))
    scene.p.morale[0] = 40
    scene.staff("rally").play("rally")
    blocks = scene.p.blocks_at(scene.locale("b2"), 0)
    assert len(blocks) == 4  # the gun, the rallied unit, and the pair that is left
    assert strengths(scene, "b2") == [1, 1, 0, 0]
    assert sum(bool(scene.p.state[b] & State.DISRUPTED) for b in blocks) == 2
    assert scene.morale() == 41
    scene.play("rally")  # a further command for the further pair
    assert strengths(scene, "b2") == [1, 1, 1]
    assert scene.morale() == 42 and scene.morale("red") == 50


@pytest.mark.rule("locales.rally.effect.two-become-one")
def test_one_disrupted_unit_alone_cannot_rally() -> None:
    assert offers(given(foot("a", "b2"), broken("x")).staff("rally")) == []


@pytest.mark.rule("locales.eligibility.rally.may-not", "locales.eligibility.rally.may")
@pytest.mark.parametrize("arm", ["infantry", "cavalry", "artillery"])
def test_others_are_not_rallied(arm: str) -> None:
    pair = [Spec(name, arm, 1, "blue", "b2", 0, 0) for name in ("a", "b")]
    assert offers(given(*pair, broken("x")).staff("rally")) == []


@pytest.mark.rule(
    "locales.rally.eligible.disrupted-infantry",
    "locales.eligibility.rally.may-not",
    "locales.eligibility.rally.may",
    "locales.rally.effect.two-become-one",
)
def test_the_companion_is_left_as_it_is() -> None:
    scene = given(foot("a", "b2", 3), broken("x"), broken("y")).staff("rally")
    scene.play("rally")
    assert scene.strength("a") == 3
    assert strengths(scene, "b2") == [3, 1]


@pytest.mark.rule(
    "locales.rally.condition.non-disrupted-in-same-position",
    "locales.disrupted.companion-same-position.rally",
    "locales.rally.non-disrupted-in-reserve",
    "locales.rally.initial.reserve",
)
def test_a_rally_needs_a_healthy_friend_in_the_same_reserve() -> None:
    assert offers(given(broken("x"), broken("y")).staff("rally")) == []
    beside = given(broken("x"), broken("y"), foot("a", "b2/b3"), foot("foe", "b3", side="red"))
    assert offers(beside.staff("rally")) == []
    elsewhere = given(broken("x"), broken("y"), foot("a", "b3"))
    assert offers(elsewhere.staff("rally")) == []
    for friend in (foot("a", "b2", 1), horse("a", "b2", 1), gun("a", "b2")):
        assert offers(given(broken("x"), broken("y"), friend).staff("rally")) == ["rally"]


@pytest.mark.rule("locales.rally.initial.reserve")
def test_a_pair_in_two_locales_is_no_pair() -> None:
    scene = given(foot("a", "b2"), foot("b", "b3"), broken("x", "b2"), broken("y", "b3"))
    assert offers(scene.staff("rally")) == []


@pytest.mark.rule("locales.rally.effect.two-become-one")
def test_the_owner_says_where() -> None:
    units = [broken("x", "b2"), broken("y", "b2"), broken("u", "c3"), broken("v", "c3")]
    scene = given(foot("a", "b2"), foot("b", "c3"), *units).staff("rally").play("rally")
    assert scene.options() == ["at b2", "at c3"]
    scene.play("at c3")
    assert strengths(scene, "c3") == [2, 1] and strengths(scene, "b2") == [2, 0, 0]


@pytest.mark.rule("locales.rally.effect.morale-plus-1", "locales.ruling.morale.cap")
def test_a_rally_does_not_lift_morale_above_its_start() -> None:
    scene = given(foot("a", "b2"), broken("x"), broken("y"), morale=(50, 50)).staff("rally")
    assert scene.play("rally").morale() == 50


# -- mobilize ------------------------------------------------------------------------------------


def reinforced(**how: object) -> Scene:
    """Group 1 of two units and group 2 of one, with entries a1 and a2."""
    entries = {"a1": "blue", "a2": "blue", "e4": "red"}
    units = (foot("one", group=1), gun("two", group=1), foot("three", group=2))
    return given(foot("a", "b4"), *units, entries=entries, **how)  # type: ignore[arg-type]


@pytest.mark.rule(
    "locales.mobilize.eligible.reinforcement-group",
    "locales.mobilize.initial.unit-display",
    "locales.mobilize.from-reinforcement-display",
    "locales.mobilize.effect.reserve-of-one-entry-locale",
    "locales.mobilize.effect.morale-minus-2",
    "locales.morale.mobilize",
    "locales.eligibility.mobilize.may",
)
def test_a_group_comes_on_in_one_entry_for_two_morale() -> None:
    scene = reinforced().staff("mobilize")
    assert scene.where("one") is None and scene.p.spot[scene.b("one")] == ON_DISPLAY
    scene.play("mobilize")
    assert scene.options() == ["at a1", "at a2"]
    scene.play("at a2")
    assert [scene.where(u) for u in ("one", "two", "three")] == ["a2", "a2", None]
    assert scene.where("a") == "b4"
    assert scene.morale() == 48 and scene.morale("red") == 50


@pytest.mark.rule(
    "locales.mobilize.condition.lower-groups-first",
    "locales.mobilize.eligible.reinforcement-group",
)
def test_groups_come_on_in_the_order_of_their_numbers() -> None:
    scene = reinforced().staff("mobilize").play("mobilize", "at a1")
    assert scene.where("one") == "a1" and scene.where("three") is None
    scene.play("mobilize", "at a2")
    assert scene.where("three") == "a2"
    assert scene.morale() == 46
    assert scene.p.over  # nobody is left to mobilize


@pytest.mark.rule("locales.mobilize.effect.reserve-of-one-entry-locale")
def test_the_enemys_entry_is_not_offered() -> None:
    scene = reinforced().staff("mobilize").play("mobilize")
    assert "at e4" not in scene.options()
    assert "at b4" not in scene.options()


@pytest.mark.rule(
    "locales.mobilize.initial.unit-display", "locales.mobilize.from-reinforcement-display"
)
def test_units_on_the_map_cannot_mobilize() -> None:
    scene = given(foot("a", "a1"), entries={"a1": "blue"}).staff("mobilize")
    assert offers(scene) == []


@pytest.mark.rule("locales.ruling.mobilize.entry-free-of-enemy")
def test_nobody_mobilizes_among_enemies() -> None:
    entries = {"a1": "blue", "a2": "blue"}
    units = (foot("one", group=1), foot("two", group=1), foot("foe", "a1", side="red"))
    scene = given(foot("a", "b4"), *units, entries=entries).staff("mobilize").play("mobilize")
    assert scene.where("one") == "a2"  # the only entry left: nothing is asked
    alone = given(foot("a", "b4"), *units, entries={"a1": "blue"}).staff("mobilize")
    assert offers(alone) == []


@pytest.mark.rule(
    "locales.mobilize.effect.reserve-of-one-entry-locale",
    "locales.restriction.assault-won-locale-closed",
)
def test_nobody_comes_on_in_a_locale_won_this_turn() -> None:
    scene = reinforced()
    scene.p.closed[scene.locale("a1")] = 1
    scene.staff("mobilize").play("mobilize")
    assert scene.where("one") == "a2"  # a1 was taken by assault: only its victors may be there


@pytest.mark.rule("locales.ruling.mobilize.block-order")
def test_a_group_comes_on_in_the_order_of_its_blocks_as_far_as_there_is_room() -> None:
    scene = given(
        foot("a", "b2"), *(foot(id_, group=1) for id_ in ("one", "two", "three")),
        entries={"a1": "blue"}, capacity={"a1": 2},
    )  # fmt: skip
    scene.staff("mobilize").play("mobilize")
    assert [scene.where(id_) for id_ in ("one", "two", "three")] == ["a1", "a1", None]


@pytest.mark.rule("locales.ruling.mobilize.remainder", "locales.mobilize.effect.morale-minus-2")
def test_those_without_room_wait_and_every_command_costs_two() -> None:
    scene = given(
        foot("a", "a1"), foot("one", group=1), gun("two", group=1), foot("three", group=2),
        entries={"a1": "blue"}, capacity={"a1": 2},
    )  # fmt: skip
    scene.staff("mobilize").play("mobilize")
    assert scene.where("one") == "a1" and scene.where("two") is None
    assert scene.morale() == 48
    assert scene.p.over  # no room for anybody
    scene.p.put(scene.b("a"), scene.locale("b2"))
    scene.staff("mobilize").play("mobilize")
    assert scene.where("two") == "a1"
    assert scene.where("three") is None  # group 1 is not complete before
    assert scene.morale() == 46


@pytest.mark.rule(
    "locales.ruling.mobilize.groups-without-cavalry",
    "locales.eligibility.mobilize.may",
    "locales.eligibility.mobilize.may-not",
)
def test_a_group_holds_no_cavalry() -> None:
    rider = Spec("rider", "cavalry", 2, "blue", "", 1, 0)
    with pytest.raises(FileError, match="a reinforcement group holds no cavalry"):
        given(foot("a", "b2"), rider)


@pytest.mark.rule(
    "locales.ruling.mobilize.groups-without-cavalry", "locales.eligibility.mobilize.may"
)
def test_infantry_and_artillery_come_on() -> None:
    scene = given(foot("a", "b4"), foot("f", group=1), gun("g", group=1), entries={"a1": "blue"})
    scene.staff("mobilize").play("mobilize")
    assert scene.where("f") == scene.where("g") == "a1"


@pytest.mark.rule("locales.eligibility.mobilize.may-not", "locales.eligibility.mobilize.may")
def test_who_is_on_the_map_does_not_come_on_again() -> None:
    for unit in (broken("u"), horse("u", "b2"), foot("u", "b2"), gun("u", "b2")):
        scene = given(unit, foot("a", "b2"), entries={"b2": "blue"})
        assert offers(scene.staff("mobilize")) == []
    # The printed row: infantry and artillery, neither cavalry nor disrupted infantry.
    assert SYSTEM.rules().staff.may_mobilize == (True, False, True, False)


# -- the log -------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.reveal")
def test_who_reorganizes_is_seen_by_everybody_and_turned_down_again() -> None:
    scene = given(foot("a", "b2", 1), foot("b", "b2", 1), foot("c", "b2", 2))
    scene.p.ear = []
    scene.staff("reorganize").play("merge", scene.name("a"), scene.name("b"), "go")
    assert scene.p.ear[0].text == "Block 1 (A, infantry 1) takes in Block 2 (B, infantry 1)."
    assert not scene.has("a", State.UP)
    scene.play("split in two", scene.name("c"), "go")
    wanted = "Block 3 (C, infantry 2) is split: block 3 with 1, block 2 with 1."
    assert scene.p.ear[1].text == wanted
    assert not any(state & State.UP for state in scene.p.state)
    # The enemy has seen the unit of 2 and both parts of the other one.
    values = [scene.p.guess[b] for b in range(scene.battle.count) if scene.p.spot[b] >= 0]
    pools = [scene.p.pool[b] for b in range(scene.battle.count) if scene.p.spot[b] >= 0]
    assert len(set(pools)) == len(pools)
    assert sorted(value % 4 for value in values) == [1, 1, 1, 2]  # the far-off enemy is a 1 too
