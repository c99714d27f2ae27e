"""Leaving enemy zones: withdrawal of infantry and of the engaged, screened guns, D-2 units."""

from collections.abc import Callable

import pytest

from grognard.systems.shock.state.kinds import (
    ATTACKED,
    D1,
    D2,
    DONE,
    ENGAGED,
    GOOD,
    ROUTED,
    SQUARE,
    USED,
)
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, leader, light

Build = Callable[..., Spec]

# The foe on 0807 faces south: its front hexes are 0808 and 0708, its flanks 0907 and 0707.
FOE = foot("foe", "0807", side="red", facing="s")


def withdrawals(scene: Scene, id: str = "unit") -> set[str]:
    """Where a unit ends by withdrawing, whichever hex is chosen."""
    if "withdraw" not in scene.orders_of(id):
        return set()
    after = Scene(scene.p.copy())
    after.play(f"withdraw {id}")
    decision = after.p.decision
    if decision is None or type(decision).__name__ != "WithdrawTo":
        return {after.where(id) or ""}
    return {phrase.removeprefix("> ") for phrase in after.options()}


@pytest.mark.rule(
    "shock.rulings.withdrawal",
    "shock.move.rate.withdrawal",
    "shock.move.abbr.wd",
    "shock.move.terrain.leave-enemy-zoc",
)
def test_infantry_withdraws_one_hex_away_from_the_enemy() -> None:
    scene = given(foot("unit", "0808"), FOE).activate()
    # Two hexes from 0807, next to 0808; 0908 is no zone of the foe, its flanks are 0707 and 0907.
    assert withdrawals(scene) == {"0809", "0909", "0908"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_does_not_pass_round_the_enemy() -> None:
    # Guns control their front only: 0907 is in nobody's zone, but next to them.
    scene = given(foot("unit", "0808"), guns("foe", "0807", side="red", facing="s")).activate()
    assert withdrawals(scene) == {"0809", "0909", "0908"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_goes_away_from_every_enemy_who_holds_the_unit() -> None:
    # Guns on 0908 that face north-west hold it too. 0909 is in nobody's zone, but next to them.
    battery = guns("battery", "0908", side="red", facing="nw")
    assert withdrawals(given(foot("unit", "0808"), FOE, battery).activate()) == {"0809"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_keeps_its_facing() -> None:
    scene = given(foot("unit", "0808", facing="nw"), foot("other", "0115"), FOE).activate()
    scene.play("withdraw unit > 0809")
    assert scene.where("unit") == "0809"
    assert scene.p.facing[scene.u("unit")] == 5  # north-west
    assert scene.orders_of("other")  # nobody asks for a facing


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_enters_no_other_enemy_zone() -> None:
    # The second foe, on 1009, faces north-west: its front hexes are 0909 and 0908.
    scene = given(
        foot("unit", "0808"), FOE, foot("far", "1009", side="red", facing="nw")
    ).activate()
    assert withdrawals(scene) == {"0809"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_leads_away_from_every_enemy_that_holds_the_unit() -> None:
    # Foes on 0807 and 0907 hold 0808: 0908 is next to 0907, 0708 next to 0807.
    scene = given(
        foot("unit", "0808"), FOE, guns("other-foe", "0907", side="red", facing="s")
    ).activate()
    assert withdrawals(scene) == {"0809", "0909"}


@pytest.mark.rule("shock.rulings.withdrawal", "shock.move.rate.withdrawal")
def test_a_withdrawal_is_one_hex_whatever_it_costs() -> None:
    ground = {"0809": "woods", "0909": "lake", "0908": "lake"}
    scene = given(foot("unit", "0808", mp=1), FOE, ground=ground).activate()
    assert withdrawals(scene) == {"0809"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_withdrawal_ends_where_there_is_room() -> None:
    scene = given(foot("unit", "0808"), foot("a", "0809"), foot("b", "0909"), FOE).activate()
    assert withdrawals(scene) == {"0908"}


@pytest.mark.rule("shock.rulings.withdrawal")
def test_infantry_outside_enemy_zones_does_not_withdraw() -> None:
    scene = given(foot("unit", "0809"), FOE).activate()
    assert "withdraw" not in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.withdrawal", "shock.move.terrain.leave-enemy-zoc")
@pytest.mark.parametrize(("flags", "offered"), [(0, False), (ENGAGED, True)])
def test_cavalry_withdraws_only_if_it_is_engaged(flags: int, offered: bool) -> None:
    scene = given(heavy("unit", "0808", flags=flags), FOE).activate()
    assert ("withdraw" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.engaged")
def test_an_engaged_unit_that_withdraws_is_engaged_no_more() -> None:
    scene = given(foot("unit", "0808", flags=ENGAGED), foot("other", "0115"), FOE).activate()
    assert "move" not in scene.orders_of("unit")
    scene.play("withdraw unit > 0809")
    assert not scene.has("unit", ENGAGED)
    assert "move" not in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.wading", "shock.move.note.d.disorders")
def test_a_withdrawal_may_wade_and_disorders() -> None:
    sides = [("deep-stream", f"0808 {way}") for way in ("e", "se", "sw")]
    scene = given(foot("unit", "0808"), foot("other", "0115"), FOE, sides=sides).activate()
    assert withdrawals(scene) == {"0809 wading", "0909 wading", "0908 wading"}
    scene.play("withdraw unit > 0809 wading")
    assert scene.order("unit") == D1


@pytest.mark.rule("shock.move.note.d.disordered-barred")
def test_a_disordered_unit_does_not_wade_to_withdraw() -> None:
    sides = [("deep-stream", f"0808 {way}") for way in ("e", "se", "sw")]
    scene = given(foot("unit", "0808", order=D1), FOE, sides=sides).activate()
    assert withdrawals(scene) == set()


@pytest.mark.rule("shock.rulings.leader-follows")
def test_a_leader_withdraws_with_his_unit() -> None:
    scene = given(foot("unit", "0808"), leader("chief", "0808"), FOE).activate()
    scene.play("withdraw unit > 0809")
    assert scene.where("chief") == "0809"


# -- D-2 -----------------------------------------------------------------------------------------


@pytest.mark.rule("shock.d2.must-withdraw")
def test_an_engaged_d2_unit_must_withdraw_before_anything_later() -> None:
    scene = given(foot("unit", "0808", order=D2, flags=ENGAGED), foot("other", "0115"), FOE)
    scene.activate()
    # There is nothing else to order, so it is asked at once where it goes.
    assert set(scene.options()) == {"> 0809", "> 0909", "> 0908"}
    scene.play("> 0809")
    assert scene.where("unit") == "0809"
    assert "done" in scene.options()
    assert "move" in scene.orders_of("other")


@pytest.mark.rule("shock.d2.must-withdraw")
@pytest.mark.parametrize(("order", "flags"), [(D1, ENGAGED), (D2, 0)])
def test_others_need_not_withdraw(order: int, flags: int) -> None:
    scene = given(foot("unit", "0808", order=order, flags=flags), FOE).activate()
    assert "withdraw" in scene.orders_of("unit")
    assert "done" in scene.options()


@pytest.mark.rule("shock.d2.must-withdraw")
def test_a_d2_unit_that_cannot_withdraw_stands() -> None:
    ground = dict.fromkeys(("0809", "0909", "0908"), "lake")
    scene = given(
        foot("unit", "0808", order=D2, flags=ENGAGED), foot("other", "0115"), FOE, ground=ground
    ).activate()
    assert "done" in scene.options()
    assert "withdraw" not in scene.orders_of("unit")


# -- squares -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.square-terrain", "shock.rulings.withdrawal")
def test_a_square_withdraws_over_open_ground() -> None:
    ground = {"0809": "woods", "0909": "cultivated", "0908": "marsh"}
    scene = given(foot("unit", "0808", flags=SQUARE), FOE, ground=ground).activate()
    assert withdrawals(scene) == {"0909"}


# -- routed --------------------------------------------------------------------------------------


@pytest.mark.rule("shock.routed.no-action")
def test_a_routed_unit_neither_moves_fires_shocks_nor_withdraws() -> None:
    scene = given(foot("unit", "0808", order=ROUTED), foot("other", "0115"), FOE).activate()
    assert scene.orders_of("unit") == {"rally", "rout"}


# -- screened guns -------------------------------------------------------------------------------


def guns_before(*friends: Spec) -> Scene:
    """Foot artillery on 0808 in the zone of the foe on 0807, and friends."""
    return given(guns("battery", "0808"), *friends, FOE).activate()


@pytest.mark.rule(
    "shock.rulings.screened",
    "shock.move.abbr.screen",
    "shock.move.terrain.leave-enemy-zoc",
)
def test_guns_leave_a_zone_only_behind_a_screen() -> None:
    assert guns_before().reach("battery") == {"0808"}
    assert len(guns_before(foot("unit", "0808")).reach("battery")) > 1


@pytest.mark.rule("shock.rulings.screened")
@pytest.mark.parametrize(
    ("friend", "screens"),
    [
        (foot("unit", "0808"), True),  # stacked
        (heavy("unit", "0708"), True),  # next to the guns, in the foe's front
        (light("unit", "0907"), True),  # next to the guns, on the foe's flank
        (foot("unit", "0707"), False),  # in the foe's zone, but two hexes off
        (foot("unit", "0908"), False),  # next to the guns, but in no zone
        (guns("unit", "0708"), False),  # guns screen nobody
        (foot("unit", "0708", order=ROUTED, flags=DONE), False),
    ],
)
def test_a_screen_is_infantry_or_cavalry_near_the_guns_and_in_the_same_zone(
    friend: Spec, screens: bool
) -> None:
    assert (guns_before(friend).reach("battery") != {"0808"}) == screens


@pytest.mark.rule("shock.rulings.screened")
def test_a_screen_in_another_enemys_zone_does_not_help() -> None:
    # The second foe holds 0909, next to the guns; it does not hold the guns.
    scene = guns_before(foot("unit", "0909"), foot("second", "1009", side="red", facing="nw"))
    assert scene.p.in_enemy_zoc(scene.u("unit"))
    assert scene.reach("battery") == {"0808"}


@pytest.mark.rule("shock.rulings.screened", "shock.move.abbr.screen")
def test_screened_guns_have_half_their_points() -> None:
    lane = {f"{col:02}{row:02}": "lake" for row in (7, 9) for col in range(1, 16)}
    scene = given(
        guns("battery", "0608"),
        foot("unit", "0608"),
        foot("foe", "0708", side="red", facing="sw"),
        ground=lane,
    ).activate()
    # Half of 5, rounded up, is 3.
    assert scene.reach("battery") == {"0308", "0408", "0508", "0608"}


@pytest.mark.rule("shock.rulings.screened")
def test_who_screens_stays_for_the_rest_of_the_activation() -> None:
    scene = guns_before(heavy("unit", "0808"), foot("other", "0115"))
    assert "move" in scene.orders_of("unit")
    scene.play("move battery > 0809 facing n")
    assert "move" not in scene.orders_of("unit")
    assert scene.has("unit", USED)


@pytest.mark.rule("shock.rulings.screened", "shock.rulings.advance", "shock.rulings.pursuit")
@pytest.mark.parametrize("build", [foot, light])
def test_who_screens_does_not_follow_after_shock(build: Build) -> None:
    # 12 to 4 is 3-1; a modified 3 drives the foe back: 1Bd. The friend beside it attacks too and
    # may advance, but he who screens neither advances nor, as light cavalry, rolls for pursuit.
    scene = guns_before(build("unit", "0808", sp=8), foot("friend", "0708"))
    scene.play("move battery > 0809 facing n")
    scene.play("shock unit").play("shock friend").roll(0).roll(0).play("hold")
    assert scene.check().target == "ratio 3-1"
    scene.roll(3 - scene.drm()).roll(0).play("> 0806")
    assert scene.options() == ["nobody advances", "advance friend"]
    assert scene.has("unit", ATTACKED) and scene.where("unit") == "0808"


@pytest.mark.rule("shock.rulings.screened")
def test_a_screen_that_cannot_move_any_more_is_taken_first() -> None:
    scene = guns_before(heavy("unit", "0808"), foot("spent", "0708", flags=USED))
    scene.play("move battery > 0809 facing n")
    assert "move" in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.screened")
def test_engaged_guns_withdraw_behind_a_screen_only() -> None:
    alone = given(guns("battery", "0808", flags=ENGAGED), foot("other", "0115"), FOE).activate()
    assert "withdraw" not in alone.orders_of("battery")
    covered = given(guns("battery", "0808", flags=ENGAGED), foot("unit", "0808"), FOE).activate()
    assert withdrawals(covered, "battery") == {"0809", "0909", "0908"}
    covered.play("withdraw battery > 0809")
    assert "withdraw" not in covered.orders_of("unit")
    assert covered.order("battery") == GOOD


@pytest.mark.rule("shock.rulings.screened", "shock.d2.must-withdraw")
def test_a_unit_that_must_withdraw_screens_no_guns() -> None:
    weary = foot("weary", "0808", flags=ENGAGED, order=D2)
    battery = guns("battery", "0808", flags=ENGAGED)
    foe = foot("foe", "0807", "red", flags=ENGAGED)
    # Where there is only one order, it is carried out at once: the hex is asked for.
    scene = given(weary, battery, foe, foot("far", "1212")).activate()
    assert scene.p.decision is not None
    assert scene.p.decision.prompt(scene.p) == "Weary withdraws: where to?"
    # Behind another unit in the zone the guns go, and the weary unit still has to.
    scene = given(weary, battery, foe, foot("steady", "0708"), foot("far", "1212")).activate()
    scene.play("withdraw battery > 0909")
    assert scene.p.decision is not None
    assert scene.p.decision.prompt(scene.p) == "Weary withdraws: where to?"
    scene.play("> 0809")
    assert "done" in scene.options() and "move" not in scene.orders_of("steady")
