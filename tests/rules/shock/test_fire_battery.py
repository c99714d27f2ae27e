"""Grand batteries: who may form one, what it fires with, and at whom."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.shock.fire import battery_at, battery_targets
from grognard.systems.shock.state.kinds import ACTIVE, D1, FIRED, MOVED, MOVED_LAST
from tests.rules.shock.given import SYSTEM, Scene, Spec, foot, given, guns, horse_guns

# 0905 lies 3 hexes from each of 0808, 0908 and 1008, within the arc of guns that face north.
FOE = foot("foe", "0905", side="red")
HEXES = ("0808", "0908", "1008")


def park(*strengths: int, **extra: dict[str, Any]) -> list[Spec]:
    """Guns a, b, c side by side; `b={...}` changes one of them."""
    return [
        guns(name, where, sp=sp, **extra.get(name, {}))
        for name, where, sp in zip("abc", HEXES, strengths, strict=False)
    ]


def batteries(scene: Scene) -> set[str]:
    """The guns that may be ordered to lead a grand battery."""
    return {o.split()[-1] for o in scene.options() if o.startswith("battery")}


@pytest.mark.rule("shock.fire.grand-battery")
@pytest.mark.parametrize(
    ("arm", "column"), [("artillery", "column 11-15"), ("infantry", "column 5-6")]
)
def test_only_artillery_counts_three_times_when_asked_by_hand(arm: str, column: str) -> None:
    kind = SYSTEM.checks()["fire"]
    assert kind.check(kind.read({"arm": arm, "sp": 5, "battery": True})).target == column


@pytest.mark.rule("shock.fire.grand-battery")
def test_every_gun_of_a_grand_battery_counts_three_times() -> None:
    # 1 + 1 + 1 = 3 SP, times 3 = 9: column 7-10.
    scene = given(*park(1, 1, 1), FOE).activate().play("battery a")
    assert scene.check().target == "column 7-10"
    assert scene.mods() == {"shock.fire.drm.french-artillery": 1}
    # 2 + 2 + 1 = 5, times 3 = 15: column 11-15; the next SP would leave it.
    scene = given(*park(2, 2, 1), FOE).activate().play("battery a")
    assert scene.check().target == "column 11-15"
    scene = given(*park(2, 2, 2), FOE).activate().play("battery a")
    assert scene.check().target == "column 16-21"


@pytest.mark.rule("shock.fire.grand-battery")
def test_guns_may_fire_singly_all_the_same() -> None:
    scene = given(*park(1, 1, 1), FOE).activate()
    assert {"fire a", "fire b", "fire c", "battery a"} <= set(scene.options())
    assert scene.play("fire a").check().target == "column 1"


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_three_guns_make_a_grand_battery_and_it_is_offered_once() -> None:
    assert batteries(given(*park(1, 1, 1), FOE).activate()) == {"a"}


@pytest.mark.rule("shock.rulings.fire.grand-battery")
@pytest.mark.parametrize(
    ("strengths", "found"), [((1, 1), set()), ((4, 3), set()), ((4, 4), {"a"}), ((5, 4), {"a"})]
)
def test_fewer_guns_need_eight_strength_points(strengths: tuple[int, ...], found: set[str]) -> None:
    assert batteries(given(*park(*strengths), FOE).activate()) == found


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_lost_steps_do_not_count() -> None:
    assert batteries(given(*park(4, 4, b={"steps": 3}), FOE).activate()) == set()


@pytest.mark.rule("shock.rulings.fire.grand-battery")
@pytest.mark.parametrize("flag", [MOVED, MOVED_LAST, FIRED])
def test_guns_that_moved_this_turn_or_the_last_or_fired_stay_out(flag: int) -> None:
    assert batteries(given(*park(1, 1, 1, b={"flags": flag}), FOE).activate()) == set()


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_guns_that_were_driven_back_have_moved() -> None:
    # 9 SP of British infantry, one left, roll 6 + 1: D; D-1 guns retreat a hex and lose a step.
    scene = given(guns("b", "0807", order=D1), foot("foe", "0806", side="red", sp=9))
    scene.activate("red").play("fire foe").roll(6).play("> 0808")
    assert (scene.where("b"), scene.steps("b")) == ("0808", 3)
    assert scene.has("b", MOVED)


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_the_guns_stand_in_adjacent_hexes() -> None:
    # 1108 is two hexes from 0908; 0905 would be in reach of range 5.
    apart = [guns("a", "0808", sp=1), guns("b", "0908", sp=1), guns("c", "1108", sp=1, range=5)]
    assert batteries(given(*apart, FOE).activate()) == set()
    stacked = [guns("a", "0808", sp=1), guns("b", "0808", sp=1), guns("c", "0908", sp=1)]
    assert batteries(given(*stacked, FOE).activate()) == {"a"}


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_a_gun_that_cannot_reach_the_target_neither_joins_nor_hinders() -> None:
    short = park(1, 1, 1, b={"range": 2})
    assert batteries(given(*short, FOE).activate()) == set()
    four = [*park(1, 1, 1), guns("d", "0708", sp=5, range=2)]
    scene = given(*four, FOE).activate()
    assert batteries(scene) == {"a"}
    scene.play("battery a")
    assert scene.check().target == "column 7-10"
    scene.roll(0)
    assert [scene.has(gun, FIRED) for gun in "abcd"] == [True, True, True, False]


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_guns_of_a_command_that_is_not_active_join_but_do_not_lead() -> None:
    scene = given(*park(1, 1, 1), FOE).activate()
    scene.p.unmark(scene.u("a"), ACTIVE)
    assert not battery_targets(scene.p, scene.u("c"))
    assert scene.hexes(battery_targets(scene.p, scene.u("b"))) == {"0905"}
    assert battery_at(scene.p, scene.u("b"), scene.h("0905")) == [scene.u(x) for x in "bac"]


@pytest.mark.rule("shock.rulings.fire.battery-guns")
def test_guns_are_left_out_in_any_order_as_long_as_a_battery_is_left() -> None:
    four = [*park(1, 2, 3), guns("d", "0908", sp=2)]
    scene = given(*four, FOE).activate().play("battery a > foe")
    # 1 + 2 + 3 + 2 = 8 SP, and four guns. Without b (0908) d on the same hex joins a and c; without
    # c three are left; a leads.
    assert scene.options() == ["done", "without b", "without c", "without d"]
    scene.play("without d")
    # Of three none can stay out: 1 + 2 + 3 is less than 8.
    assert scene.options() == ["done"]
    scene.play("put back d").play("without b")
    assert scene.options() == ["done"]
    # 1 + 3 + 2 = 6, times 3 = 18; b keeps its own shot.
    scene.play("done")
    assert scene.check().target == "column 16-21"
    scene.roll(0)
    assert [scene.has(gun, FIRED) for gun in "abcd"] == [True, False, True, True]
    assert "fire b" in scene.roll(0).options()


@pytest.mark.rule("shock.rulings.fire.battery-guns")
def test_nobody_is_left_out_who_holds_the_battery_together() -> None:
    # In a row a, b, c: without b (0908) a and c stand apart, though they have 8 SP.
    # So nothing is asked: 4 + 1 + 4 = 9 SP, times 3 = 27.
    scene = given(*park(4, 1, 4), FOE).activate().play("battery a > foe")
    assert scene.check().target == "column 22+"


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_horse_guns_may_mass_too() -> None:
    scene = given(*park(1, 1), horse_guns("c", "1008", sp=1), FOE).activate()
    assert batteries(scene) == {"a"}


ALLIED = [
    guns(name, where, side="red", sp=3, facing="n")
    for name, where in zip("abc", HEXES, strict=True)
]
LEAVE = '[[special]]\nkind = "grand-battery"\nside = "red"\n'


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_only_the_french_mass_their_guns_unless_the_battle_lets_others() -> None:
    foe = foot("foe", "0905", facing="s")
    assert batteries(given(*ALLIED, foe).activate("red")) == set()
    assert batteries(given(*ALLIED, foe, specials=LEAVE).activate("red")) == {"a"}
    prussians = given(*ALLIED, foe, armies=("french", "prussian"))
    assert batteries(prussians.activate("red")) == set()


@pytest.mark.rule("shock.rulings.fire.grand-battery")
def test_a_grand_battery_picks_one_target() -> None:
    other = foot("other", "0806", side="red")
    scene = given(*park(1, 1, 1), FOE, other).activate()
    scene.play("battery a > foe")
    assert scene.check().target == "column 7-10"
    # 1008 cannot fire at 0806, which lies aside: with the other two it makes no battery.
    scene = given(*park(1, 1, 1), FOE, foot("other", "0706", side="red")).activate()
    with pytest.raises(ValueError, match="other"):
        scene.play("battery a > other")


@pytest.mark.rule("shock.rulings.fire.together")
def test_one_gun_at_maximum_range_or_disordered_hampers_all() -> None:
    scene = given(*park(1, 1, 1, b={"range": 3}, c={"order": D1}), FOE).activate()
    assert scene.play("battery a").mods() == {
        "shock.fire.shift.d1-firer": -1,
        "shock.fire.drm.french-artillery": 1,
        "shock.fire.drm.maximum-range": -1,
    }


@pytest.mark.rule("shock.rulings.fire.together")
def test_a_crest_before_one_gun_hampers_all() -> None:
    # From 1008 the line to 0905 begins over its north-western side.
    scene = given(*park(1, 1, 1), FOE, sides=[("crest", "1008 nw")]).activate()
    assert scene.play("battery a").mods() == {
        "shock.fire.shift.crest": -1,
        "shock.fire.drm.french-artillery": 1,
    }


@pytest.mark.rule("shock.rulings.fire.together")
def test_all_guns_must_stand_in_the_village_to_fire_better() -> None:
    road = [("road", ["0808", "0908", "1008"])]
    village = dict.fromkeys(HEXES, "built-up-village")
    scene = given(*park(1, 1, 1), FOE, ground=village, roads=road).activate()
    assert scene.play("battery a").check().total("column") == 1
    village["1008"] = "clear"
    scene = given(*park(1, 1, 1), FOE, ground=village, roads=road).activate()
    assert scene.play("battery a").check().total("column") == 0
