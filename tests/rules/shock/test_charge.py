"""Charges: who may charge whom, how the charged unit reacts, countercharge and recall."""

from typing import Any

import pytest

from grognard.boards.hexes import FACINGS
from grognard.systems.shock.state.kinds import (
    ATTACKED,
    BLOWN,
    CHARGING,
    COUNTER,
    D1,
    D2,
    ENGAGED,
    GOOD,
    ROUTED,
    SQUARE,
)
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, horse_guns, light

FOE = foot("foe", "0804", side="red", facing="s")


def may(*pieces: Spec, **given_by: Any) -> bool:
    """Whether `horse` may be ordered to charge."""
    scene = given(*pieces, **given_by).activate("blue")
    return "charge" in scene.orders_of("horse")


def done(scene: Scene) -> Scene:
    """End the orders, if anybody could still be given one."""
    return scene.play("done") if scene.p.decision and "done" in scene.options() else scene


def charged(*pieces: Spec, at: str = "foe", **given_by: Any) -> Scene:
    """`horse` has charged and committed itself: the other side is to react."""
    scene = given(*pieces, **given_by).activate("blue")
    return done(scene.play(f"charge horse > {at}")).roll(0).ride()


def target(scene: Scene) -> str:
    """What the open roll is thrown against."""
    return scene.check().target


# -- who may charge ------------------------------------------------------------------------------

ELIGIBLE = pytest.mark.rule("shock.rulings.charge.eligible")


@ELIGIBLE
@pytest.mark.parametrize(
    ("start", "length", "allowed"),
    [
        ("0806", 2, True),
        ("0907", 3, True),
        ("0808", 4, True),
        ("0909", 5, True),
        ("0810", 6, False),
    ],
)
def test_a_charge_is_two_to_five_hexes(start: str, length: int, allowed: bool) -> None:
    scene = given(heavy("horse", start), FOE)
    assert scene.battle.grid.distance[scene.h(start)][scene.h("0804")] == length
    assert may(heavy("horse", start), FOE) == allowed


@ELIGIBLE
@pytest.mark.parametrize(
    ("horse", "allowed"),
    [
        (heavy("horse", "0806"), True),
        (light("horse", "0806"), True),
        (heavy("horse", "0806", order=D1), False),
        (heavy("horse", "0806", order=ROUTED), False),
        (heavy("horse", "0806", flags=BLOWN), False),
        (heavy("horse", "0806", flags=ENGAGED), False),
        (foot("horse", "0806"), False),
        (horse_guns("horse", "0806"), False),
    ],
)
def test_only_unblown_cavalry_in_good_order_may_charge(horse: Spec, allowed: bool) -> None:
    assert may(horse, FOE) == allowed


@ELIGIBLE
@pytest.mark.parametrize(
    ("ground", "allowed"),
    [
        ({}, True),
        ({"0804": "cultivated"}, True),
        ({"0804": "marsh"}, True),
        ({"0804": "woods"}, False),
        ({"0804": "village"}, False),
        ({"0804": "built-up-village"}, False),
        ({"0804": "chateau"}, False),
    ],
)
@pytest.mark.parametrize("start", ["0806", "0805"])
def test_a_charge_does_not_go_into_woods_village_or_chateau(
    ground: dict[str, str], allowed: bool, start: str
) -> None:
    # A road leads through the place, so that the ground alone bars the charge.
    roads = [("road", ["0806", "0805", "0804"])]
    assert may(heavy("horse", start), FOE, ground=ground, roads=roads) == allowed


@ELIGIBLE
def test_a_charge_needs_a_clear_hex_and_no_hex_above_two_points() -> None:
    # From 0806 the charge reaches 0804 over 0805 or 0905, from 0808 over three hexes in line.
    horse = heavy("horse", "0806")
    both = {"0805": "cultivated", "0905": "cultivated"}
    assert not may(horse, FOE, ground=both)
    assert may(horse, FOE, ground={"0805": "cultivated", "0905": "clear"})
    # Cultivated ground costs cavalry 2, woods 3 and marsh 2.
    far = heavy("horse", "0808")
    row = {"0806": "cultivated", "0706": "cultivated", "0906": "cultivated"}
    assert may(far, FOE, ground=row)
    assert may(far, FOE, ground=dict.fromkeys(row, "marsh"))


@ELIGIBLE
def test_what_cannot_be_crossed_at_two_points_bars_a_charge() -> None:
    horse = heavy("horse", "0806")
    # Up a steep slope 1 + 1, over a ravine 1 + 2.
    ravines = [("ravine", "0804 se"), ("ravine", "0804 sw")]
    assert not may(horse, FOE, sides=ravines)
    streams = [("stream", "0804 se"), ("stream", "0804 sw")]
    assert may(horse, FOE, sides=streams)


@ELIGIBLE
def test_a_charge_needs_sight_and_a_free_way() -> None:
    far = heavy("horse", "0808")
    hills = dict.fromkeys(("0706", "0806", "0906"), 3)
    assert not may(far, FOE, levels=hills)
    assert may(far, FOE, foot("friend", "0806", facing="n"))  # friends let it pass
    # An enemy in the way, who is himself too far off the line to be the only target.
    wall = [foot(f"wall{c}", f"{c:02}06", side="red", facing="n") for c in (7, 8, 9)]
    scene = given(far, FOE, *wall).activate("blue").play("charge horse")
    assert "> foe" not in scene.options()


@ELIGIBLE
@pytest.mark.parametrize(("facing", "allowed"), [("n", True), ("nw", False)])
def test_a_charge_does_not_start_in_the_zone_of_another_enemy(facing: str, allowed: bool) -> None:
    # The other stands on 0906, east of the cavalry; facing north-west 0806 lies in its front.
    other = guns("other", "0906", side="red", facing=facing)
    scene = given(heavy("horse", "0806"), FOE, other).activate("blue")
    assert ("charge" in scene.orders_of("horse")) == allowed


@pytest.mark.rule("shock.rulings.charge.after-moving")
def test_cavalry_that_moved_may_not_charge() -> None:
    scene = given(heavy("horse", "0808"), foot("other", "1408"), FOE).activate("blue")
    scene.play("move horse > 0807").play("facing n")
    assert "charge" not in scene.orders_of("horse")
    assert may(heavy("horse", "0807"), FOE)


@pytest.mark.rule("shock.rulings.charge.adjacent")
def test_a_charge_may_start_in_the_zone_of_its_own_target() -> None:
    assert may(heavy("horse", "0805"), FOE)


@pytest.mark.rule("shock.rulings.charge.adjacent", "shock.rulings.charge.eligible")
def test_a_short_charge_has_no_multiplier() -> None:
    # The foe shows its flank: 4 against 4 stays 1-1 from 0905, and is 3-1 from afar.
    foe = foot("foe", "0804", side="red", facing="ne", cohesion=9)
    for start, ratio in (("0905", "ratio 1-1"), ("0906", "ratio 3-1")):
        scene = charged(heavy("horse", start), foe).play("stand and check").roll(0)
        assert target(scene) == ratio


# -- charged infantry ----------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_charged_infantry_chooses_square_or_check() -> None:
    scene = charged(heavy("horse", "0806"), FOE)
    assert scene.p.actor == 1
    assert scene.options() == ["form square", "stand and check"]


@pytest.mark.rule("shock.charge-reaction.infantry-artillery.pass")
def test_infantry_that_passes_defends_normally() -> None:
    scene = charged(heavy("horse", "0806"), FOE).play("stand and check")
    assert target(scene) == "Cohesion 6 (charge reaction)"
    scene.roll(6)
    assert scene.order("foe") == GOOD and scene.where("foe") == "0804"
    assert not scene.has("foe", COUNTER)
    assert scene.play("hold").check().name == "shock"


@pytest.mark.rule("shock.charge-reaction.infantry-artillery.fail")
@pytest.mark.parametrize(("before", "after"), [(GOOD, D1), (D1, D2)])
def test_infantry_that_fails_is_disordered_and_defends(before: int, after: int) -> None:
    foe = foot("foe", "0804", side="red", facing="s", order=before)
    scene = charged(heavy("horse", "0806"), foe).play("stand and check").roll(7)
    assert scene.order("foe") == after and scene.where("foe") == "0804"
    if scene.p.decision:
        scene.play("hold")
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.charge-reaction.infantry-artillery.fail")
def test_d2_infantry_that_fails_routs_before_the_shock() -> None:
    foe = foot("foe", "0804", side="red", facing="s", order=D2)
    scene = charged(heavy("horse", "0806"), foe).roll(7)
    assert scene.order("foe") == ROUTED
    scene.play(scene.options()[0])
    # The hex is empty: no shock, but the cavalry may take it.
    assert set(scene.options()) == {"nobody advances", "advance horse"}


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_infantry_in_square_already_does_not_react() -> None:
    foe = foot("foe", "0804", side="red", facing="s", flags=SQUARE)
    assert charged(heavy("horse", "0806"), foe).options() == ["press on", "recall"]


# -- charged artillery ---------------------------------------------------------------------------

BATTERY = guns("foe", "0804", side="red", facing="s")


@pytest.mark.rule("shock.rulings.charge.artillery")
def test_charged_guns_fire_before_their_check() -> None:
    scene = charged(heavy("horse", "0806"), BATTERY)
    assert scene.options() == ["hold", "fire > horse"]
    assert target(scene.play("hold")) == "Cohesion 6 (charge reaction)"


@pytest.mark.rule("shock.charge-reaction.infantry-artillery.fail")
@pytest.mark.parametrize(("face", "order"), [(6, GOOD), (7, D1)])
def test_charged_guns_check(face: int, order: int) -> None:
    scene = charged(heavy("horse", "0806"), BATTERY).play("hold").roll(face)
    assert scene.order("foe") == order
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.charge.artillery")
@pytest.mark.parametrize(("face", "lost"), [(4, True), (7, False)])
def test_lone_guns_are_lost_to_cavalry_that_wins(face: int, lost: bool) -> None:
    # 12 against 4 is 3-1, and the heavy cavalry's frontal charge is worth -2. By the sheet a
    # modified 2 gives the defender 1Bd, a modified 5 gives 1d.
    scene = charged(heavy("horse", "0806", sp=12), BATTERY).play("hold").roll(0)
    assert target(scene) == "ratio 3-1" and scene.drm() == -2
    scene.roll(face)
    assert (scene.where("foe") is None) == lost


@pytest.mark.rule("shock.rulings.charge.artillery", "shock.rulings.top-unit")
@pytest.mark.parametrize(("face", "order"), [(6, GOOD), (7, D1)])
def test_guns_that_their_cavalry_leaves_to_a_charge_fire_and_check(face: int, order: int) -> None:
    above = light("above", "0804", side="red", facing="s")
    battery = horse_guns("foe", "0804", side="red", facing="s")
    scene = charged(heavy("horse", "0806"), above, battery, at="above")
    # While both stand there, the cavalry alone reacts: it passes, and is free to go.
    assert target(scene) == "Cohesion 6 (charge reaction)"
    scene.roll(6).play("retreat").play(scene.options()[0])
    assert scene.options() == ["hold", "fire > horse"]
    assert target(scene.play("hold")) == "Cohesion 6 (charge reaction)"
    scene.roll(face)
    assert scene.order("foe") == order and scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.top-unit")
def test_guns_do_not_react_to_a_charge_under_cavalry_that_stands() -> None:
    above = light("above", "0804", side="red", facing="s")
    battery = horse_guns("foe", "0804", side="red", facing="s")
    scene = charged(heavy("horse", "0806"), above, battery, at="above")
    scene.roll(6).play("stand").play("hold")
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.charge.artillery")
def test_guns_with_infantry_are_not_lone() -> None:
    infantry = foot("foot", "0804", side="red", facing="s", sp=2, cohesion=9)
    few = guns("foe", "0804", side="red", facing="s", sp=2, cohesion=9)
    scene = charged(heavy("horse", "0806", sp=12), infantry, few, at="foot")
    scene.play("stand and check").roll(0)
    while scene.p.decision:
        scene.play("hold")
    assert target(scene) == "ratio 3-1"
    scene.roll(4)
    while not scene.p.stack[-1:] or scene.p.roll or scene.p.actor == 1:
        if scene.p.roll:
            scene.roll(0)
        else:
            scene.p.play(scene.p.options()[0])
    # 1Bd: the infantry lost the step and both went back, the guns D-1 by the matrix.
    assert scene.steps("foot") == 1 and scene.steps("foe") == 2
    assert scene.where("foe") not in (None, "0804") and scene.order("foe") == D1


# -- charged cavalry -----------------------------------------------------------------------------

LANCERS = light("foe", "0804", side="red", facing="s")


@pytest.mark.rule("shock.charge-reaction.light-cavalry.pass")
def test_light_cavalry_that_passes_stands_or_retreats_two_hexes() -> None:
    scene = charged(heavy("horse", "0806"), LANCERS)
    assert target(scene) == "Cohesion 6 (charge reaction)"
    scene.roll(6)
    assert scene.options() == ["stand", "retreat"]
    stands = Scene(scene.p.copy()).play("stand")
    assert stands.check().name == "shock" and not stands.has("foe", COUNTER)
    scene.play("retreat")
    scene.play(scene.options()[0])
    distance = scene.battle.grid.distance[scene.h("0804")]
    assert distance[scene.p.hex[scene.u("foe")]] == 2 and scene.order("foe") == GOOD


@pytest.mark.rule("shock.charge-reaction.light-cavalry.pass", "shock.rulings.retreat-before")
def test_light_cavalry_without_a_hex_to_go_back_to_stands() -> None:
    # Charged from 0702 at the edge of the map it could go to 0901 and 1001, where friends stand.
    foe = light("foe", "0801", side="red", facing="s")
    friends = [foot(f"friend-{h}", h, side="red", facing="n") for h in ("0901", "1001")]
    assert charged(heavy("horse", "0803"), foe, friends[0]).roll(6).options() == [
        "stand",
        "retreat",
    ]
    scene = charged(heavy("horse", "0803"), foe, *friends).roll(6)
    assert scene.check().name == "shock" and scene.steps("foe") == 4


@pytest.mark.rule("shock.charge-reaction.light-cavalry.fail")
@pytest.mark.parametrize(("face", "order"), [(6, GOOD), (7, D1)])
def test_light_cavalry_that_fails_stands_or_takes_bd(face: int, order: int) -> None:
    scene = charged(heavy("horse", "0806"), LANCERS).roll(7)
    assert scene.options() == ["stand", "retreat and check"]
    stands = Scene(scene.p.copy()).play("stand")
    assert stands.order("foe") == GOOD and stands.check().name == "shock"
    assert not stands.has("foe", COUNTER)
    scene.play("retreat and check").roll(face)
    scene.play(scene.options()[0])
    assert scene.order("foe") == order
    distance = scene.battle.grid.distance[scene.h("0804")]
    assert distance[scene.p.hex[scene.u("foe")]] == 2


@pytest.mark.rule("shock.charge-reaction.light-cavalry.pass", "shock.d1.no-retreat-before")
def test_d1_light_cavalry_may_not_retreat_before_the_charge() -> None:
    foe = light("foe", "0804", side="red", facing="s", order=D1)
    scene = charged(heavy("horse", "0806"), foe).roll(6)
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.charge-reaction.light-cavalry.fail", "shock.rulings.retreat-before")
def test_d1_light_cavalry_that_fails_may_take_the_bd() -> None:
    foe = light("foe", "0804", side="red", facing="s", order=D1)
    scene = charged(heavy("horse", "0806"), foe).roll(7)
    assert scene.options() == ["stand", "retreat and check"]


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
@pytest.mark.parametrize(
    ("foe", "then"),
    [
        (foot("foe", "0804", side="red", flags=SQUARE), "press on"),
        (heavy("foe", "0804", side="red", order=ROUTED), "shock"),
    ],
)
def test_a_formed_square_and_routed_cavalry_do_not_react(foe: Spec, then: str) -> None:
    scene = charged(heavy("horse", "0806"), foe)
    asked = scene.options() if scene.p.decision else [scene.check().name]
    assert then in asked


@pytest.mark.rule("shock.charge-reaction.heavy-cavalry.pass", "shock.rulings.charge.countercharge")
@pytest.mark.parametrize(("face", "counters"), [(6, True), (7, False)])
def test_a_countercharge_takes_multipliers_and_charge_modifiers(face: int, counters: bool) -> None:
    # From 0906 the charge strikes from 0905: flank of a unit that faces north-east, three times
    # the strength; front of one that faces south, -2.
    flank = heavy("foe", "0804", side="red", facing="ne")
    scene = charged(heavy("horse", "0906"), flank).roll(face)
    assert scene.has("foe", COUNTER) == counters
    assert target(scene) == ("ratio 1-1" if counters else "ratio 3-1")
    front = heavy("foe", "0804", side="red", facing="s")
    scene = charged(heavy("horse", "0906"), front).roll(face)
    assert target(scene) == "ratio 1-1"
    assert scene.mods() == ({} if counters else {"shock.drm.charge.heavy-frontal": -2})


@pytest.mark.rule("shock.rulings.charge.countercharge", "shock.rulings.blown.trigger")
def test_who_countercharges_is_not_blown_by_it() -> None:
    foe = heavy("foe", "0804", side="red", facing="s")
    scene = charged(heavy("horse", "0906"), foe).roll(0)
    assert scene.has("foe", COUNTER)
    scene.roll(5)
    # Only the charger checks whether it is blown; then nothing is left to roll.
    rolled = []
    while scene.p.stack and scene.p.decision is None:
        rolled.append(scene.battle.ids[scene.p.stack[-1].unit])  # type: ignore[attr-defined]
        scene.roll(0)
    assert "foe" not in rolled
    assert not scene.has("foe", BLOWN)


@pytest.mark.rule("shock.rulings.charge.zones-passed")
def test_a_charge_rides_through_the_zone_of_an_enemy_it_does_not_attack() -> None:
    # The other, in 0906 facing west, has 0806 and 0805 in his zone, through which the charge rides.
    other = foot("other", "0906", side="red", facing="nw")
    scene = given(heavy("horse", "0808"), FOE, other).activate("blue")
    zone = scene.hexes(scene.p.zoc(1))
    assert "0806" in zone or "0805" in zone
    assert "0808" not in zone
    assert "charge" in scene.orders_of("horse")
    done(scene.play("charge horse > foe")).roll(0).ride()
    assert scene.where("horse") == "0805"
    # It may not start in that zone.
    near = foot("other", "0908", side="red", facing="nw")
    assert not may(heavy("horse", "0808"), FOE, near)


@pytest.mark.rule("shock.charge-reaction.heavy-cavalry.pass", "shock.rulings.blown.limits")
def test_blown_heavy_cavalry_does_not_countercharge() -> None:
    foe = heavy("foe", "0804", side="red", facing="ne", flags=BLOWN)
    scene = charged(heavy("horse", "0906"), foe).roll(0)
    assert not scene.has("foe", COUNTER) and target(scene) == "ratio 3-1"


@pytest.mark.rule("shock.charge-reaction.heavy-cavalry.fail")
def test_heavy_cavalry_that_fails_defends_normally() -> None:
    foe = heavy("foe", "0804", side="red", facing="ne")
    scene = charged(heavy("horse", "0906"), foe).roll(7)
    assert not scene.has("foe", COUNTER) and scene.order("foe") == GOOD
    assert target(scene) == "ratio 3-1"


# -- recall --------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.charge.recall")
def test_cavalry_before_a_square_may_stop_next_to_it() -> None:
    scene = charged(heavy("horse", "0806"), FOE).play("form square").roll(0)
    assert scene.p.actor == 0 and scene.options() == ["press on", "recall"]
    scene.play("recall")
    assert target(scene) == "Cohesion 6 (recall)"
    scene.roll(6)
    assert scene.where("horse") == "0805"
    assert not scene.has("horse", CHARGING) and scene.has("horse", ATTACKED)
    assert not scene.has("horse", ENGAGED)


@pytest.mark.rule("shock.rulings.charge.recall")
def test_cavalry_that_fails_its_recall_charges_on() -> None:
    scene = charged(heavy("horse", "0806"), FOE).play("form square").roll(0)
    scene.play("recall").roll(7).play("hold")
    # Half of 4 against 4, and no charge modifiers against a square.
    assert target(scene) == "ratio 1-2" and scene.drm() == 0


@pytest.mark.rule("shock.rulings.charge.recall")
def test_no_recall_where_no_square_was_formed() -> None:
    scene = charged(heavy("horse", "0806"), FOE).play("stand and check").roll(0)
    assert scene.options() == ["hold", "fire > horse"]


@pytest.mark.rule("shock.rulings.charge.recall")
def test_of_two_charges_one_may_be_recalled() -> None:
    scene = given(heavy("horse", "0806"), heavy("other", "0906"), FOE).activate("blue")
    scene.play("charge horse > foe").play("charge other > foe")
    done(scene).roll(0).roll(0).play("form square").roll(0)
    scene.play("recall").roll(0).play("press on").play("hold")
    assert target(scene) == "ratio 1-2"
    assert not scene.has("horse", CHARGING) and scene.has("other", CHARGING)


@pytest.mark.rule("shock.rulings.charge.eligible", "shock.zoc.chateau")
@pytest.mark.parametrize(("holder", "allowed"), [(0, True), (1, False)])
def test_no_charge_starts_in_the_zone_of_an_empty_chateau(holder: int, allowed: bool) -> None:
    scene = given(heavy("horse", "0805"), FOE, foot("other", "0815"), ground={"0806": "chateau"})
    scene.p.control[0] = holder
    scene.p.rebuild()
    assert ("charge" in scene.activate("blue").orders_of("horse")) == allowed


@pytest.mark.rule("shock.rulings.charge.front", "shock.rulings.charge.way")
@pytest.mark.parametrize("facing", ["n", "nw"])
def test_cavalry_that_has_its_target_in_front_keeps_its_facing(facing: str) -> None:
    # It rides from 0906 to 0905. From there the foe on 0804 is ahead to the left of who faces
    # north, ahead to the right of who faces north-west.
    scene = charged(heavy("horse", "0906", facing=facing), FOE)
    assert scene.where("horse") == "0905"
    assert scene.p.facing[scene.u("horse")] == FACINGS.index(facing)


@pytest.mark.rule("shock.rulings.charge.way")
def test_a_charge_is_declared_only_where_a_hex_is_left_to_strike_from() -> None:
    # The first two can strike from 0809 only, the third from 0909.
    scene = given(
        heavy("one", "0611", facing="ne"),
        heavy("two", "0811"),
        heavy("three", "1011"),
        foot("foe", "0808", "red"),
    ).activate()
    scene.play("charge two > foe")
    assert [order for order in scene.options() if "charge" in order] == ["charge three"]
    scene.play("charge three > foe")
    assert scene.check().name == "commitment"  # nobody is left to be ordered anything
