"""Extended line: who extends, where and when; standing in it; drawing it together."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.systems.shock.fire_table import FireFacts
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, ROUTED, SQUARE
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import (
    Scene,
    Spec,
    foot,
    given,
    guns,
    heavy,
    horse_guns,
    leader,
    light,
)


def line(**state: Any) -> Spec:
    """Infantry of 6 SP that faces north in the two hexes 0808 and 0908."""
    return foot("unit", "0808", sp=6, second="0908", **state)


def both(scene: Scene) -> set[str]:
    """The hexes a unit stands on."""
    return {scene.battle.grid.name(h) for h in scene.p.hexes_of(scene.u("unit"))}


def extends(scene: Scene) -> set[str]:
    """The hexes into which a unit may extend."""
    if "extend" not in scene.orders_of("unit"):
        return set()
    after = Scene(scene.p.copy()).play("extend unit")
    if len(both(after)) == 2:  # there was one hex only
        return both(after) - both(scene)
    return {phrase.removeprefix("> ") for phrase in after.options()}


# -- extending -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.extended-line.form")
@pytest.mark.parametrize(("sp", "offered"), [(5, False), (6, True), (9, True)])
def test_a_unit_of_six_strength_points_may_extend(sp: int, offered: bool) -> None:
    scene = given(foot("unit", "0808", sp=sp)).activate()
    assert ("extend" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.extended-line.form")
def test_present_strength_counts() -> None:
    scene = given(foot("unit", "0808", sp=7, steps=5)).activate()
    assert "extend" not in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.extended-line.form")
def test_a_line_extends_into_an_adjacent_hex_on_its_flank() -> None:
    scene = given(foot("unit", "0808", sp=6), foot("other", "0115")).activate()
    assert extends(scene) == {"0708", "0908"}
    scene.play("extend unit > 0908")
    assert both(scene) == {"0808", "0908"}


@pytest.mark.rule("shock.rulings.extended-line.form")
@pytest.mark.parametrize(
    ("friend", "room"), [(foot("a", "0908"), {"0708"}), (guns("a", "0908"), {"0708", "0908"})]
)
def test_a_line_extends_where_stacking_lets_it(friend: Spec, room: set[str]) -> None:
    assert extends(given(foot("unit", "0808", sp=6), friend).activate()) == room


@pytest.mark.rule("shock.rulings.extended-line.form", "shock.stacking.silesian-rifle.infantry")
@pytest.mark.parametrize(
    ("first", "second", "room"), [("0908", "1008", {"0708"}), ("0808", "0908", set())]
)
def test_two_lines_never_share_a_hex(first: str, second: str, room: set[str]) -> None:
    """The rifles, whom infantry of their command may join, stand in line themselves."""
    rifles = foot("rifles", first, sp=6, second=second, traits=["silesian-rifle"])
    scene = given(foot("unit", "0808", sp=6), rifles).activate()
    assert extends(scene) == room


@pytest.mark.rule("shock.rulings.extended-line.form", "shock.move.terrain.lake-river")
def test_a_line_extends_where_infantry_can_go() -> None:
    scene = given(foot("unit", "0808", sp=6), ground={"0908": "lake"}).activate()
    assert extends(scene) == {"0708"}


@pytest.mark.rule("shock.move.terrain.extend-retract-line")
@pytest.mark.parametrize("build", [heavy, guns])
def test_cavalry_and_artillery_do_not_extend(build: Callable[..., Spec]) -> None:
    scene = given(build("unit", "0808", sp=9)).activate()
    assert "extend" not in scene.orders_of("unit")


@pytest.mark.rule("shock.rulings.extended-line.form")
@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ({"order": D1}, True),
        ({"order": D2}, True),
        ({"order": ROUTED}, False),
        ({"flags": SQUARE}, False),
        ({"flags": ENGAGED}, False),
    ],
)
def test_who_is_routed_engaged_or_in_square_does_not_extend(
    state: dict[str, Any], offered: bool
) -> None:
    scene = given(foot("unit", "0808", sp=6, **state), foot("other", "0115")).activate()
    assert ("extend" in scene.orders_of("unit")) == offered


@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_a_line_is_extended_neither_in_an_enemy_zone_nor_into_one() -> None:
    held = given(foot("unit", "0808", sp=6), foot("foe", "0807", side="red", facing="s"))
    assert extends(held.activate()) == set()
    # The foe on 1007 faces south: 0908 and 1008 are its front.
    beside = given(
        foot("unit", "0808", sp=6), foot("foe", "1007", side="red", facing="s")
    ).activate()
    assert extends(beside) == {"0708"}


@pytest.mark.rule("shock.move.note.extended-line")
def test_lines_change_only_at_the_beginning_of_an_activation() -> None:
    scene = given(
        foot("unit", "0808", sp=6), line_of("second", "0511"), foot("other", "0115")
    ).activate()
    assert "extend" in scene.orders_of("unit")
    assert "retract" in scene.orders_of("second")
    scene.play("move other > 0215 facing n")
    assert "extend" not in scene.orders_of("unit")
    assert "retract" not in scene.orders_of("second")
    assert "move" in scene.orders_of("unit")


def line_of(id: str, hex: str) -> Spec:
    """Another extended line, to the east of its hex."""
    return foot(id, hex, sp=6, second=f"{int(hex[:2]) + 1:02}{hex[2:]}")


# -- standing in line ----------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.extended-line.stands")
def test_a_unit_in_line_neither_moves_nor_turns() -> None:
    scene = given(line(), foot("other", "0115")).activate()
    assert scene.orders_of("unit") == {"retract"}


@pytest.mark.rule("shock.rulings.extended-line.stands")
def test_a_line_extended_this_turn_stands_too() -> None:
    scene = given(foot("unit", "0808", sp=6), foot("other", "0115")).activate()
    scene.play("extend unit > 0908")
    assert scene.orders_of("unit") == set()


@pytest.mark.rule("shock.rulings.extended-line.form")
def test_a_line_takes_both_its_hexes() -> None:
    scene = given(line(), foot("friend", "0810")).activate()
    assert "0809" in scene.reach("friend")
    assert not scene.reach("friend") & {"0808", "0908"}


# -- drawing together ----------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.extended-line.retract")
@pytest.mark.parametrize("to", ["0808", "0908"])
def test_a_line_comes_together_on_either_of_its_hexes(to: str) -> None:
    scene = given(line(), foot("other", "0115")).activate()
    scene.play(f"retract unit > {to}")
    assert both(scene) == {to}


@pytest.mark.rule("shock.move.terrain.extend-retract-line")
def test_retracting_costs_a_point_of_the_move() -> None:
    lane = {f"{col:02}{row:02}": "lake" for row in (7, 9) for col in range(1, 16)}
    scene = given(line(), foot("other", "0115"), ground=lane).activate()
    scene.play("retract unit > 0808")
    # 5 points less 1: four hexes to either side.
    assert scene.reach("unit") == {f"{col:02}08" for col in range(4, 13)}


@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_a_line_is_not_retracted_by_choice_in_an_enemy_zone() -> None:
    # The foe's front is 0908, the second hex of the line, and 1008.
    scene = given(line(), foot("other", "0115"), foot("foe", "1007", side="red", facing="s"))
    assert "retract" not in scene.activate().orders_of("unit")


@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_a_line_that_must_retreat_comes_together_first() -> None:
    scene = given(line(), foot("other", "0115"), foot("foe", "0807", side="red", facing="s"))
    scene.activate()
    scene.push(Retreat(unit=scene.u("unit"), by=scene.h("0807"), hexes=1))
    # 0908 is the farther of its hexes from 0807; no step is lost.
    assert scene.steps("unit") == 6
    scene.play(scene.options()[0])
    assert len(both(scene)) == 1
    assert scene.battle.grid.distance[scene.h("0807")][scene.p.hex[scene.u("unit")]] == 3


# -- a line in shock -----------------------------------------------------------------------------


def on_both_halves(**extra: object) -> Scene:
    """A line of 6 in 0808 and 0908 that faces south, attacked on both halves: 0809 and 1009."""
    return given(
        foot("foe", "0808", "red", facing="s", sp=6, second="0908"),
        foot("left", "0809", sp=6, commitment=9),
        foot("right", "1009", sp=6, commitment=9),
        **extra,  # type: ignore[arg-type]
    ).activate()


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_a_line_attacked_on_both_halves_fights_once() -> None:
    scene = on_both_halves().play("shock left > foe").play("shock right > foe")
    # No choice of fights: both commit themselves to one attack, 12 against 6.
    assert scene.check().name == "commitment"
    scene.roll(0).roll(0).play("hold")
    assert scene.check().name == "shock" and scene.check().target == "ratio 2-1"
    assert scene.mods() == {"shock.drm.extended-line.defender": -2}
    # Row 7 of 2-1: the defender is disordered; a step and a check (passed) for the attackers.
    scene.roll(9).roll(0).roll(0)
    assert scene.order("foe") == D1 and scene.steps("left") + scene.steps("right") == 11
    assert scene.p.over  # nothing is fought a second time
    assert all(scene.has(who, ENGAGED) for who in ("foe", "left", "right"))


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_ground_helps_a_line_only_if_it_covers_every_hex_attacked() -> None:
    for ground, woods in ((["0808"], False), (["0808", "0908"], True)):
        scene = on_both_halves(ground=dict.fromkeys(ground, "woods"))
        scene.play("shock left > foe").play("shock right > foe").roll(0).roll(0).play("hold")
        assert ("shock.drm.terrain.woods.other" in scene.mods()) == woods


@pytest.mark.rule("shock.rulings.extended-line.one-combat", "shock.rulings.advance")
def test_the_winner_may_advance_into_either_hex_of_a_line() -> None:
    scene = on_both_halves().play("shock left > foe").play("shock right > foe")
    scene.roll(0).roll(0).play("hold")
    scene.p.lose_steps(scene.u("foe"), 5)  # the shock takes its last step
    scene.roll(0)
    while scene.p.decision is None:
        scene.roll(0)
    assert set(scene.options()) == {"nobody advances", "advance left", "advance right"}
    scene.play("advance right")
    assert scene.where("right") == "0908"


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_a_charged_line_checks_and_forms_no_square() -> None:
    scene = given(
        foot("foe", "0807", "red", facing="s", sp=6, second="0907"),
        heavy("horse", "0810", commitment=9),
    ).activate()
    scene.play("charge horse > foe").roll(0).ride()
    assert scene.check().target == "Cohesion 6 (charge reaction)"


def charged_line(**extra: object) -> Scene:
    """A line in 0805 and 0905 that faces south, and heavy cavalry in 0908 that faces it."""
    return given(
        foot("foe", "0805", "red", facing="s", sp=8, second="0905"),
        heavy("horse", "0908", commitment=9),
        **extra,  # type: ignore[arg-type]
    ).activate()


@pytest.mark.rule("shock.rulings.charge.way", "shock.rulings.extended-line.one-combat")
def test_either_half_of_a_line_may_be_charged() -> None:
    scene = charged_line().play("charge horse")
    assert scene.options() == ["> foe", "> 0905"]
    scene.play("> 0905").roll(0).ride()
    # The charge stops next to the half it was declared at; the line reacts as one unit.
    assert scene.battle.grid.distance[scene.p.hex[scene.u("horse")]][scene.h("0905")] == 1
    assert scene.check().target == "Cohesion 6 (charge reaction)"


@pytest.mark.rule("shock.rulings.charge.eligible", "shock.rulings.extended-line.one-combat")
@pytest.mark.parametrize("woods", ["0805", "0905"])
def test_a_charge_rides_at_the_half_of_a_line_that_can_be_charged(woods: str) -> None:
    # Nobody charges into woods: the other half it is, and the charge comes to blows there.
    scene = charged_line(ground={woods: "woods"}).play("charge horse").roll(0).ride()
    other = "0905" if woods == "0805" else "0805"
    assert scene.battle.grid.distance[scene.p.hex[scene.u("horse")]][scene.h(other)] == 1
    scene.roll(0).play("hold")
    assert scene.check().name == "shock"
    # Where it strikes one hex only, the woods of the other help nobody.
    if woods == "0805":
        assert "shock.drm.terrain.woods.cavalry" not in scene.mods()


@pytest.mark.rule("shock.rulings.shock.chateau", "shock.rulings.extended-line.one-combat")
@pytest.mark.parametrize(("walled", "ratio"), [("0808", "1-1"), ("0908", "2-1")])
def test_walls_hold_back_the_strength_of_a_line_only_where_it_is_attacked(
    walled: str, ratio: str
) -> None:
    # 8 attack the half in 0908: 8 of the line fight in the open, 4 behind walls.
    scene = given(
        foot("foe", "0808", "red", facing="s", sp=8, second="0908"),
        foot("right", "1009", sp=8, commitment=9),
        ground={walled: "chateau"},
    ).activate()
    scene.play("shock right > foe").roll(0).play("hold")
    assert scene.check().target == f"ratio {ratio}"
    assert ("shock.rulings.shock.chateau" in scene.mods()) == (walled == "0908")


@pytest.mark.rule("shock.rulings.advance", "shock.rulings.extended-line.stands")
def test_a_line_that_wins_does_not_advance() -> None:
    # 24 to 4 is 6-1; a 1 and +2 for the line read row 3, - / 1BDr, and the foe passes its r.
    unit = foot("unit", "0808", sp=24, second="0908", commitment=9)
    scene = given(unit, foot("foe", "0807", "red", facing="s"))
    clash(scene, "shock unit").roll(1).roll(0)
    scene.play(scene.options()[0])
    assert scene.where("foe") != "0807" and both(scene) == {"0808", "0908"}
    assert scene.p.over  # nobody is asked who advances


# -- each half against what is next to it --------------------------------------------------------

HALVES = [("0808", "0908"), ("0908", "0808")]


@pytest.mark.rule("shock.rulings.withdrawal")
@pytest.mark.parametrize(("first", "second"), HALVES)
def test_who_leaves_a_line_goes_away_from_the_half_next_to_it(first: str, second: str) -> None:
    # 0807 touches 0808 only. 0706, 0707 and 0806 lead away from it; 0708 and 0907 do not.
    foe = foot("foe", first, "red", sp=6, second=second, facing="n")
    scene = given(foot("a", "0807"), foot("b", "0115"), foe).activate()
    assert set(scene.play("withdraw a").options()) == {"> 0706", "> 0707", "> 0806"}


@pytest.mark.rule("shock.rulings.extended-line.fire")
@pytest.mark.parametrize(("first", "second"), HALVES)
def test_who_is_hit_by_a_line_goes_back_from_the_half_that_fired(first: str, second: str) -> None:
    # D-1 guns at 0807 fail against a d: they go back from 0808, the half next to them.
    def shot(target: Spec) -> Scene:
        unit = foot("unit", first, sp=8, second=second)
        return given(unit, target).activate().play("fire unit > foe")

    back = {"> 0706", "> 0707", "> 0806"}
    assert set(shot(guns("foe", "0807", "red", sp=3, order=D1)).roll(9).roll(9).options()) == back
    offered = shot(light("foe", "0807", "red")).options()  # before fire
    assert {"retreat 0706", "retreat 0707", "retreat 0806"} <= set(offered)


@pytest.mark.rule("shock.rulings.fire.reaction")
def test_who_fires_at_an_attacking_line_picks_the_half() -> None:
    # Foe at 0907 has both halves of the attackers in front, their leader on the second.
    pieces = (foot("unit", "0808", sp=6, second="0908", commitment=9), foot("foe", "0907", "red"))
    scene = given(*pieces, leader("boss", "0808")).activate()
    scene.p.ride(scene.u("boss"), scene.h("0908"))
    scene.play("shock unit").roll(0)
    assert scene.options() == ["hold", "fire > unit", "fire > 0908"]
    for answer, near_leader in (("fire > unit", 0), ("fire > 0908", 1)):
        shot = Scene(scene.p.copy()).play(answer)
        assert FireFacts(*shot.check().situation).leader == near_leader


@pytest.mark.rule("shock.drm.position.combined-arms")
@pytest.mark.parametrize("orders", [("shock b",), ("shock a", "shock b")])
def test_horse_guns_beside_the_half_that_cavalry_strikes_count(orders: tuple[str, ...]) -> None:
    # A strikes 0808, b strikes 0908, next to the guns at 1008: who joins b takes nothing from it.
    foe = foot("foe", "0808", "red", sp=8, second="0908")
    riders = (light("a", "0809", cohesion=9), heavy("b", "1009", commitment=9))
    scene = given(*riders, horse_guns("battery", "1008"), foe)
    assert clash(scene, *orders).mods()["shock.drm.position.combined-arms"] == -2


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
@pytest.mark.parametrize(("woods", "friend"), [("0808", "0809"), ("0908", "1009")])
def test_who_chose_the_open_half_of_a_line_keeps_to_it(woods: str, friend: str) -> None:
    # A at 0909 is next to both halves and attacks the open one; b can only attack that in woods.
    foe = foot("foe", "0808", "red", sp=8, second="0908")
    scene = given(
        foot("a", "0909", commitment=9),
        foot("b", friend, commitment=9),
        foe,
        ground={woods: "woods"},
    )
    clash(scene, "shock a > 0908" if woods == "0808" else "shock a > foe", "shock b")
    assert "shock.drm.terrain.woods.other" not in scene.mods()


@pytest.mark.rule("shock.rulings.shock.chateau")
def test_cavalry_beside_both_halves_strikes_the_one_outside_the_chateau() -> None:
    # Infantry attacks the half in the chateau at 0808, cavalry at 0909 can only attack 0908:
    # walls do not cover all that is attacked, so the line has its 8 SP against 10, and no +4.
    foe = foot("foe", "0808", "red", sp=8, second="0908")
    riders = heavy("h", "0909", sp=6, commitment=9)
    scene = given(riders, foot("a", "0809", commitment=9), foe, ground={"0808": "chateau"})
    clash(scene, "shock h", "shock a")
    assert "shock.rulings.shock.chateau" not in scene.mods()
    assert ratio(scene) == "1-1"


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_who_is_thrown_back_goes_away_from_the_half_it_attacked() -> None:
    # 4 to 12 is 1-3; on a 9 with -2 for the line the row 7 is 1Bd / d. B at 1009 touches 0908 only:
    # 0910, 1010 and 1109 lead away from it, though 0910 is no farther from 0808.
    foe = foot("foe", "0808", "red", sp=12, second="0908")
    scene = given(foot("a", "0809", sp=2), foot("b", "1009", sp=2), foe)
    clash(scene, "shock a", "shock b")
    assert (ratio(scene), scene.drm()) == ("1-3", -2)
    scene.roll(9).roll(0).roll(0)  # all pass their checks
    assert set(scene.play("> 0810").roll(0).options()) == {"> 0910", "> 1010", "> 1109"}


@pytest.mark.rule("shock.rulings.leader-ridden-over")
def test_a_leader_flees_to_the_nearest_half_of_a_line() -> None:
    # The leader at 0808: the line's second half is 2 hexes off, the guard 3.
    friends = (foot("guard", "1107", "red"), foot("line", "0506", "red", sp=6, second="0606"))
    scene = given(foot("a", "0809"), *friends, leader("boss", "0707", "red")).activate()
    scene.play("move a > 0707")
    assert scene.where("boss") == "0606"
