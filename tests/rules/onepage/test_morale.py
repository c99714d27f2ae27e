"""Morale: who tests, every modifier in a situation of its own, and what failure does."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, ROUTED, STATIONARY
from tests.rules.onepage.given import (
    Scene,
    Spec,
    foot,
    general,
    given,
    guns,
    heavy,
    light,
    screen,
    stand,
)  # fmt: skip

# A battery whose front is 3.9 in from the front of a stand at 20,20 facing it.
BATTERY = guns("foe", 20, 13.1, facing=180, side="red")


def touched(unit: Spec, foe: Spec, *more: Spec, friend: bool = True) -> Scene:
    """Blue's morale phase with two units in contact; a friend near blue keeps it supported."""
    specs = [unit, foe, *more]
    if friend:
        specs.append(foot("friend", unit.x + 3.2, unit.y + 2))
        specs.append(foot("mate", foe.x + 3.2, foe.y - 2, side="red"))
    return given(*specs).morale()


def modifiers(scene: Scene, id: str) -> dict[str, int]:
    """The modifiers of a unit's test."""
    while scene.tests()[0] != id:
        scene.roll(1)
    return scene.modifiers()


@pytest.mark.rule("onepage.morale.test.close-range", "onepage.range.field-horse-artillery")
def test_units_within_close_range_of_guns_test() -> None:
    assert given(foot("a", 20, 20), BATTERY).morale().tests() == ["a"]
    # 4.1 in is no close range any more.
    further = guns("foe", 20, 12.9, facing=180, side="red")
    assert given(foot("a", 20, 20), further).morale().tests() == []


@pytest.mark.rule("onepage.range.heavy-artillery")
def test_heavy_guns_have_a_longer_close_range() -> None:
    for y, expected in ((11.1, ["a"]), (10.9, [])):
        foe = stand("foe", "heavy-artillery", 20, y, facing=180, side="red")
        assert given(foot("a", 20, 20), foe).morale().tests() == expected


@pytest.mark.rule("onepage.range.musket", "onepage.range.rifled-musket")
@pytest.mark.parametrize("weapon", ["musket", "rifled-musket"])
def test_muskets_have_no_close_range(weapon: str) -> None:
    foe = foot("foe", 20, 16.5, facing=180, side="red", weapon=weapon)
    assert given(foot("a", 20, 20), foe).morale().tests() == []


@pytest.mark.rule("onepage.morale.test.close-range")
@pytest.mark.parametrize("state", [LIMBERED, ROUTED])
def test_guns_that_cannot_fire_make_nobody_test(state: int) -> None:
    foe = guns("foe", 20, 13.1, facing=180, side="red", state=state)
    assert given(foot("a", 20, 20), foe).morale().tests() == []


@pytest.mark.rule("onepage.rulings.melee-first-duty")
def test_guns_in_contact_threaten_nobody_but_those_who_touch_them() -> None:
    # b is 3.5 in before the guns' front and in their arc, but a touches them.
    a, b = foot("a", 17.7, 14.6, facing=90), foot("b", 21.5, 20)
    foe = guns("foe", 20, 13.5, facing=180, side="red")
    assert given(a, b, foe).morale().tests() == ["a", "foe"]
    assert given(b, foe).morale().tests() == ["b"]


@pytest.mark.rule("onepage.rulings.test-in-contact")
def test_units_in_contact_test() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 16.9, facing=180, side="red"))
    assert scene.morale().tests() == ["a", "foe"]


@pytest.mark.rule("onepage.rulings.geometry.contact")
def test_contact_is_a_tenth_of_an_inch() -> None:
    assert given(foot("a", 20, 20), foot("foe", 20, 16.9, side="red")).morale().tests()
    assert not given(foot("a", 20, 20), foot("foe", 20, 16.8, side="red")).morale().tests()


@pytest.mark.rule("onepage.rulings.geometry.contact")
def test_a_turned_stand_touches_by_its_corner() -> None:
    # A corner of the turned base is 2.1213 in from its centre: the gaps are 0.079 and 0.179 in.
    for y, touching in ((16.3, True), (16.2, False)):
        scene = given(foot("a", 20, 20), foot("foe", 20, y, facing=45, side="red"))
        assert bool(scene.morale().tests()) == touching


@pytest.mark.rule("onepage.morale.fail")
def test_failure_disorders_a_unit_in_good_order() -> None:
    scene = given(foot("a", 20, 20, morale=4), BATTERY).morale().roll(5)
    assert scene.has("a", DISORDERED) and not scene.has("a", ROUTED)
    assert not given(foot("a", 20, 20, morale=4), BATTERY).morale().roll(4).has("a", DISORDERED)


@pytest.mark.rule("onepage.morale.rout")
def test_failure_routs_a_disordered_unit() -> None:
    scene = given(foot("a", 20, 20, morale=5, state=DISORDERED), BATTERY).morale()
    assert scene.p.check().target == "d6 of at most 4"
    assert scene.roll(5).has("a", ROUTED)


@pytest.mark.rule("onepage.rulings.open.routed-fails")
def test_a_routed_unit_that_fails_routs_again() -> None:
    runs = foot("a", 20, 20, state=ROUTED | DISORDERED)
    scene = given(runs, BATTERY).morale().roll(6)
    assert scene.has("a", ROUTED) and scene.lost("a") == 1 and scene.at("a") is not None


@pytest.mark.rule("onepage.rulings.morale-together")
def test_tests_take_effect_together() -> None:
    scene = given(
        foot("a", 20, 20, state=DISORDERED), foot("foe", 20, 16.9, facing=180, side="red")
    ).morale()
    # a fails first, and is still there when its enemy tests.
    scene.roll(6)
    assert scene.at("a") == (20.0, 20.0, 0)
    assert scene.tests() == ["foe"]
    scene.roll(1)
    assert scene.at("a") != (20.0, 20.0, 0)


@pytest.mark.rule("onepage.morale.modifier.scope", "onepage.morale.modifier.disordered")
def test_the_state_of_the_unit_that_tests_counts() -> None:
    scene = touched(
        foot("a", 20, 20, state=DISORDERED), foot("foe", 20, 16.9, facing=180, side="red")
    )
    assert modifiers(scene, "a") == {"disordered": -1}
    assert modifiers(scene, "foe") == {}


@pytest.mark.rule("onepage.morale.modifier.noise")
def test_a_unit_without_any_condition_has_no_modifier() -> None:
    scene = given(foot("a", 20, 20), BATTERY).morale()
    assert scene.modifiers() == {} and scene.p.check().target == "d6 of at most 5"


@pytest.mark.rule("onepage.morale.modifier.army-commander")
def test_the_army_commander_attached_gives_one() -> None:
    for rank, expected in (("army", {"army-commander": 1}), ("other", {})):
        scene = given(foot("a", 20, 20), BATTERY, general("g", 20, 21.5, rank=rank))
        assert scene.morale().modifiers() == expected


@pytest.mark.rule("onepage.rulings.attached")
def test_the_army_commander_is_attached_to_the_nearest_of_those_he_touches() -> None:
    # The bases meet at 21.5: between them he is as near to both, and below it nearer to the rear.
    second = foot("b", 20, 23)
    for y, expected in ((21.4, 1), (21.5, 1), (21.6, 0)):
        scene = given(foot("a", 20, 20), second, BATTERY, general("g", 20, y, rank="army")).morale()
        assert scene.modifiers() == ({"army-commander": 1} if expected else {})
    alone = given(foot("a", 20, 20), BATTERY, general("g", 20, 21.6, rank="army")).morale()
    assert alone.modifiers() == {"army-commander": 1}


@pytest.mark.rule("onepage.morale.modifier.building-or-works", "onepage.rulings.cover")
@pytest.mark.parametrize("kind", ["town", "village", "fort", "fortress"])
def test_a_building_gives_one(kind: str) -> None:
    block = [(kind, "185,185 215,185 215,215 185,215")]
    scene = given(foot("a", 20, 20), BATTERY, areas=block).morale()
    assert scene.modifiers() == {"building-or-works": 1}


@pytest.mark.rule("onepage.morale.modifier.building-or-works", "onepage.rulings.cover")
@pytest.mark.parametrize("kind", ["field-works", "hasty-works", "low-wall", "sunken-road", "cut"])
def test_works_give_one(kind: str) -> None:
    scene = given(foot("a", 20, 20), BATTERY, lines=[(kind, "150,186 250,186")]).morale()
    assert scene.modifiers() == {"building-or-works": 1}
    away = given(foot("a", 20, 20), BATTERY, lines=[(kind, "150,180 250,180")]).morale()
    assert away.modifiers() == {}


@pytest.mark.rule("onepage.morale.modifier.high-ground", "onepage.rulings.high-ground")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (foot("a", 20, 20, state=STATIONARY), {"high-ground": 1}),
        (guns("a", 20, 20, state=STATIONARY), {"high-ground": 1}),
        (foot("a", 20, 20), {}),
        (screen("a", 20, 19.3), {}),
    ],
)
def test_stationary_foot_and_guns_on_high_ground(unit: Spec, expected: dict[str, int]) -> None:
    hill = [(1, "150,175 250,175 250,260 150,260")]
    scene = given(unit, BATTERY, hills=hill).morale()
    assert modifiers(scene, "a") == expected


@pytest.mark.rule("onepage.rulings.high-ground")
def test_the_enemy_on_the_same_height_takes_it_away() -> None:
    hill = [(1, "150,100 250,100 250,260 150,260")]
    scene = given(foot("a", 20, 20, state=STATIONARY), BATTERY, hills=hill).morale()
    assert scene.modifiers() == {}


@pytest.mark.rule(
    "onepage.morale.modifier.enemy-flank", "onepage.morale.modifier.attacked-in-flank",
    "onepage.rulings.flank", "onepage.rulings.flank.both",
)  # fmt: skip
def test_flank_attack_helps_the_one_and_hurts_the_other() -> None:
    # The enemy looks away from a.
    scene = touched(foot("a", 20, 20), foot("foe", 20, 16.9, facing=0, side="red"))
    assert modifiers(scene, "a") == {"enemy-flank": 1}
    assert modifiers(scene, "foe") == {"attacked-in-flank": -1}


@pytest.mark.rule("onepage.rulings.flank.both")
def test_a_unit_may_strike_a_flank_and_be_struck_in_its_own() -> None:
    # Back to back with their flanks: each stands behind the other's front line.
    scene = touched(foot("a", 20, 20, facing=180), foot("foe", 20, 16.9, facing=0, side="red"))
    assert modifiers(scene, "a") == {"enemy-flank": 1, "attacked-in-flank": -1}


@pytest.mark.rule("onepage.rulings.flank")
def test_the_charge_is_judged_by_where_it_began() -> None:
    scene = given(
        foot("a", 20, 20), foot("foe", 20, 16.9, facing=0, side="red"), foot("friend", 23.2, 22),
        foot("mate", 23.2, 14, side="red"),
    )  # fmt: skip
    # It came from before the enemy's front line, whatever it touches now.
    scene.p.from_x[scene.u("a")], scene.p.from_y[scene.u("a")] = 200, 100
    assert modifiers(scene.morale(), "a") == {}


@pytest.mark.rule("onepage.morale.modifier.attacked-in-flank", "onepage.rulings.flank")
def test_close_fire_from_behind_the_front_line_counts() -> None:
    scene = given(foot("a", 20, 20, facing=180), BATTERY).morale()
    assert scene.modifiers() == {"attacked-in-flank": -1}


@pytest.mark.rule("onepage.morale.modifier.enemy-skirmishers")
def test_skirmishers_are_despised() -> None:
    scene = touched(foot("a", 20, 20), screen("foe", 20, 17.7, facing=180, side="red"))
    assert modifiers(scene, "a") == {"enemy-skirmishers": 1}
    assert modifiers(scene, "foe") == {}


@pytest.mark.rule("onepage.morale.modifier.heavier-cavalry", "onepage.rulings.cavalry-weight")
def test_heavier_cavalry_is_bolder_and_the_lighter_has_no_penalty() -> None:
    scene = touched(heavy("a", 20, 20), light("foe", 20, 16.9, facing=180, side="red"))
    assert modifiers(scene, "a") == {"heavier-cavalry": 1}
    assert modifiers(scene, "foe") == {}
    equal = touched(heavy("a", 20, 20), heavy("foe", 20, 16.9, facing=180, side="red"))
    assert modifiers(equal, "a") == {}


@pytest.mark.rule("onepage.morale.modifier.artillery-front")
def test_guns_are_feared_from_the_front() -> None:
    scene = touched(foot("a", 20, 20), guns("foe", 20, 16.9, facing=180, side="red"))
    assert modifiers(scene, "a") == {"artillery-front": -1}
    behind = touched(foot("a", 20, 20), guns("foe", 20, 16.9, facing=0, side="red"))
    assert modifiers(behind, "a") == {"enemy-flank": 1}


@pytest.mark.rule("onepage.morale.modifier.facing-cavalry")
def test_cavalry_is_feared_by_all_but_cavalry() -> None:
    foe = light("foe", 20, 16.9, facing=180, side="red")
    assert modifiers(touched(foot("a", 20, 20), foe), "a") == {"facing-cavalry": -1}
    assert modifiers(touched(light("a", 20, 20), foe), "a") == {}


@pytest.mark.rule(
    "onepage.morale.modifier.unsupported", "onepage.morale.modifier.unsupported.definition"
)
@pytest.mark.parametrize(
    ("friend", "expected"),
    [
        (None, {"unsupported": -1}),
        (foot("b", 26, 20), {}),  # 3 in between the bases
        (foot("b", 26.1, 20), {"unsupported": -1}),
        (light("b", 26, 20), {}),
        (guns("b", 25, 20), {}),
        (screen("b", 24, 20), {"unsupported": -1}),
        (general("b", 23, 20), {"unsupported": -1}),
    ],
)
def test_a_unit_in_melee_wants_a_friend_near(friend: Spec | None, expected: dict[str, int]) -> None:
    more = [friend] if friend else []
    foe = foot("foe", 20, 16.9, facing=180, side="red")
    scene = touched(foot("a", 20, 20), foe, *more, friend=False)
    assert modifiers(scene, "a") == expected


def test_under_fire_nobody_asks_for_support() -> None:
    assert given(foot("a", 20, 20), BATTERY).morale().modifiers() == {}
