"""Cases with a neighbour that makes them hard: a second charge, a friend behind, the map's corner.

The corner hex 0101 has two neighbours, 0201 and 0102.
"""

import pytest

from grognard.systems.shock.combat import NextAttack
from grognard.systems.shock.results import RoutRetreat
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.shock_modifiers import FRONTAL, ShockFacts
from grognard.systems.shock.state.kinds import ATTACKED, CHARGING, D1, D2, ENGAGED, ROUTED, SQUARE
from tests.rules.shock.assault import clash
from tests.rules.shock.given import Scene, foot, garrison, given, guns, heavy, leader, light

LONG_CHARGE = "shock.square-in-reaction.mod.long-charge"

# -- declared attacks --------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.shock.declare")
def test_cavalry_that_declared_a_charge_is_given_no_other_order() -> None:
    horse, friend = heavy("horse", "0805"), foot("friend", "0905")
    scene = given(horse, friend, foot("foe", "0804", "red")).activate()
    assert {"charge", "shock"} <= scene.orders_of("horse")
    scene.play("charge horse")
    assert scene.options() == ["done", "shock friend"]


def declared(scene: Scene, *attacks: tuple[str, str], flags: int = 0) -> Scene:
    """Attacks declared before something changed; now they are to be fought."""
    for attacker, at in attacks:
        scene.p.target[scene.u(attacker)] = scene.h(at)
        scene.p.mark(scene.u(attacker), flags)
    return scene.push(NextAttack())


@pytest.mark.rule("shock.rulings.charge.eligible", "shock.rulings.shock.sequence")
def test_cavalry_disordered_before_its_charge_does_not_ride() -> None:
    scene = given(heavy("horse", "0806", order=D1), foot("foe", "0804", "red"))
    declared(scene, ("horse", "0804"), flags=CHARGING)
    assert scene.p.over and scene.has("horse", ATTACKED) and not scene.has("horse", CHARGING)


@pytest.mark.rule("shock.d2.no-shock", "shock.rulings.shock.sequence")
@pytest.mark.parametrize(("order", "goes"), [(D1, True), (D2, False)])
def test_infantry_that_became_d2_before_its_attack_does_not_go_in(order: int, goes: bool) -> None:
    scene = given(foot("unit", "0808", order=order), foot("foe", "0807", "red"))
    declared(scene, ("unit", "0807"))
    assert (not scene.p.over) == goes and scene.has("unit", ATTACKED) != goes


@pytest.mark.rule("shock.rulings.shock.sequence")
def test_an_attack_whose_enemy_has_gone_is_not_offered() -> None:
    scene = given(foot("unit", "0808"), foot("other", "0508"), foot("foe", "0807", "red"))
    # Nobody is left on 0507: the unit on 0808 commits itself at once.
    declared(scene, ("unit", "0807"), ("other", "0507"))
    assert scene.check().name == "commitment" and scene.has("other", ATTACKED)


@pytest.mark.rule("shock.rulings.shock.sequence", "shock.matrix.d1.cavalry.disorder")
def test_cavalry_driven_off_by_fire_from_behind_breaks_off_though_it_is_still_near() -> None:
    # British infantry behind it on 0909 fires with 9 SP at cavalry: the eighth column, 2 + 1: D.
    # D-1 cavalry checks, passes, and goes back two hexes from there: to 0806, next to the foe.
    scene = given(
        light("horse", "0808", order=D1),
        foot("foe", "0807", "red", facing="nw", order=D1),  # its zone is its front
        foot("behind", "0909", "red", facing="nw", sp=9),
    ).activate()
    scene.p.ear = []
    scene.play("shock horse").roll(0).play("fire > horse").roll(2).roll(0).play("> 0806")
    assert scene.p.over and scene.where("horse") == "0806"
    assert not any("engaged" in event.text for event in scene.p.ear)
    assert not scene.has("horse", ENGAGED) and not scene.has("foe", ENGAGED)


# -- rapid advance -----------------------------------------------------------------------------

# South of 0808 all is wood: with 5 points infantry enters one hex of it, in rapid advance two.
WOOD = {f"{col:02}{row:02}": "woods" for row in range(9, 13) for col in range(4, 13)}


@pytest.mark.rule("shock.rulings.rapid-advance", "shock.move.terrain.leave-enemy-zoc")
@pytest.mark.parametrize(
    ("foe", "flags", "rushes"), [("0803", 0, True), ("0807", 0, False), ("0803", SQUARE, False)]
)
def test_nobody_rushes_out_of_an_enemy_zone_or_in_square(
    foe: str, flags: int, rushes: bool
) -> None:
    unit = foot("unit", "0808", flags=flags)
    scene = given(unit, foot("foe", foe, "red", facing="s"), ground=WOOD).activate()
    assert ("rush" in scene.orders_of("unit")) == rushes


# -- two charges -------------------------------------------------------------------------------


@pytest.mark.rule(LONG_CHARGE, "shock.square-in-reaction.mod.rear", "shock.rulings.charge.recall")
def test_each_of_two_charges_on_different_units_counts_for_itself() -> None:
    scene = given(
        heavy("near", "0806"),
        heavy("far", "1208"),
        foot("foe", "0804", "red", facing="s"),
        foot("other", "1204", "red", facing="s"),
    ).activate()
    scene.play("charge near > foe").play("charge far > other").play("fight 0804")
    scene.roll(0).ride().play("form square")
    assert scene.mods() == {}  # two hexes, from the front
    scene.roll(0).play("recall").roll(0)
    scene.roll(0).ride().play("form square")
    assert scene.mods() == {LONG_CHARGE: -2}  # four hexes


@pytest.mark.rule("shock.rulings.charge.eligible", "shock.rulings.pursuit")
def test_the_second_side_charges_and_pursues_as_the_first_does() -> None:
    # 12 to 4 is 3-1, -2 through the rear; a modified 3 drives the foe back, and 9 is above 5.
    horse = light("horse", "0806", "red", facing="n", sp=12)
    scene = given(horse, foot("foe", "0804", facing="n")).activate("red")
    scene.play("charge horse").roll(0).play("> 0805").play("stand and check").roll(0)
    assert scene.mods() == {"shock.drm.position.rear": -2}
    scene.roll(3 - scene.drm()).roll(0).play("> 0803").roll(0)
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0804" and scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.pursuit")
def test_of_two_who_gave_way_the_pursuer_strikes_whom_his_owner_likes() -> None:
    # 12 to 4 is 3-1; a modified 3: 1Bd. From 0804 the guns go to 0803, the infantry to 0904.
    foe, battery = foot("foe", "0804", "red", sp=2), guns("battery", "0804", "red", sp=2)
    scene = clash(given(light("horse", "0805", sp=12), foe, battery), "shock horse > foe")
    scene.roll(3 - scene.drm()).roll(0).play("> 0904").roll(0).play("> 0803")
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0804" and scene.options() == ["> foe", "> battery"]
    scene.play("> battery")
    assert scene.p.target[scene.u("horse")] == scene.h("0803")
    assert scene.p.facing[scene.u("horse")] in (0, 5)  # 0803 lies to the north-west


@pytest.mark.rule("shock.rulings.charge.eligible")
def test_a_charge_rides_along_the_edge_of_the_map() -> None:
    horse = heavy("horse", "0301", facing="se")
    scene = given(horse, foot("foe", "0601", "red", facing="nw")).activate()
    scene.play("charge horse").roll(0).ride()
    assert scene.where("horse") == "0501"


# -- lines, stacks and slopes ------------------------------------------------------------------

STEEP = [("steep", "0807 se")]  # between 0807 and 0808


@pytest.mark.rule("shock.attack.down-steep-slope", "shock.rulings.extended-line.one-combat")
@pytest.mark.parametrize(("levels", "checks"), [({"0808": 2}, True), ({"0807": 2}, False)])
def test_a_line_half_of_which_attacks_down_a_steep_slope_checks(
    levels: dict[str, int], checks: bool
) -> None:
    # The other half attacks from 0708 on the level. 6 to 6 and a modified 3: a step each.
    line = foot("a", "0808", sp=6, second="0708")
    scene = given(line, foot("foe", "0807", "red", sp=6), levels=levels, sides=STEEP)
    clash(scene, "shock a > foe")
    scene.roll(3 - scene.drm())
    assert (scene.steps("a"), scene.steps("foe")) == (5, 5)
    assert (not scene.p.over) == checks
    assert not checks or scene.check().target == "Cohesion 6 (down a steep slope)"


@pytest.mark.rule("shock.drm.defender-d1")
def test_one_disordered_unit_of_a_stack_counts() -> None:
    scene = given(
        foot("a", "0808"), foot("foe", "0807", "red"), guns("battery", "0807", "red", order=D1)
    )
    assert clash(scene, "shock a > foe").mods() == {"shock.drm.defender-d1": -1}


@pytest.mark.rule("shock.routed.no-terrain-benefit")
@pytest.mark.parametrize(
    ("order", "found"), [(0, {"shock.drm.terrain.woods.cavalry": 4}), (ROUTED, {})]
)
def test_woods_do_not_help_routed_cavalry_against_cavalry(
    order: int, found: dict[str, int]
) -> None:
    foe = light("foe", "0807", "red", order=order)
    scene = given(heavy("a", "0808"), foe, ground={"0807": "woods"})
    assert clash(scene, "shock a > foe").mods() == found


@pytest.mark.rule("shock.rulings.shock.chateau", "shock.rulings.chateau.ids")
@pytest.mark.parametrize("at", ["0808", "0806", "0907"])
def test_a_garrison_has_fronts_only(at: str) -> None:
    facing = {"0808": "n", "0806": "s", "0907": "sw"}[at]
    scene = clash(given(foot("a", at, facing=facing), garrison("post", "0807")), "shock a > post")
    assert ShockFacts(*scene.check().situation).position == FRONTAL


# -- leaders -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.fire.leader-casualty")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_who_fires_rolls_for_the_leader_he_may_have_hit(side: str) -> None:
    other = "red" if side == "blue" else "blue"
    scene = given(
        guns("battery", "0808", side, facing="n", nation="brunswick"),
        foot("foe", "0807", other, facing="s"),
        leader("boss", "0807", other),
    ).activate(side)
    scene.play("fire battery > foe").roll(9 - scene.drm())
    assert scene.check().name == "leader-casualty"
    assert scene.p.stack[-1].roller(scene.p) == (0 if side == "blue" else 1)  # type: ignore[attr-defined]


# -- the corner --------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.advance")
@pytest.mark.parametrize(("at", "facing", "to"), [("0101", "se", "0201"), ("0201", "sw", "0101")])
def test_out_of_the_corner_and_into_it_a_stack_advances_unit_by_unit(
    at: str, facing: str, to: str
) -> None:
    # 9 to 1 is three steps beyond 6-1, and one step left: a roll of 0 reads 4BR.
    stack = (foot("a", at, facing=facing, sp=9), guns("g", at, facing=facing))
    scene = given(*stack, foot("foe", to, "red", sp=1), foot("far", "1212", "red"))
    clash(scene, "shock a > foe").roll(0)
    scene.play("advance a").play("advance g")
    assert (scene.where("a"), scene.where("g")) == (to, to)


@pytest.mark.rule("shock.rulings.pursuit")
def test_light_cavalry_pursues_into_the_corner() -> None:
    # 12 to 4 is 3-1; a modified 3: nothing, and 1Bd for the foe, who can only go to the corner.
    foe = foot("foe", "0201", "red", facing="s")
    scene = clash(given(light("horse", "0202", sp=12), foe), "shock horse > foe")
    scene.roll(3 - scene.drm()).roll(0)
    assert scene.where("foe") == "0101" and scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0201" and scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.rout-retreat")
def test_a_unit_routs_into_the_corner() -> None:
    # Three hexes from 0104, away from the foe on 0105: the corner is four hexes from him.
    scene = given(foot("unit", "0104", order=ROUTED), foot("foe", "0105", "red"))
    scene.push(RoutRetreat(unit=scene.u("unit"), by=scene.h("0105")))
    assert "> 0101" in scene.options()


@pytest.mark.rule("shock.retreat.unable")
def test_a_unit_in_the_corner_cannot_retreat() -> None:
    scene = given(foot("unit", "0101"), foot("foe", "0201", "red"))
    scene.push(Retreat(unit=scene.u("unit"), by=scene.h("0201"), hexes=1))
    assert scene.steps("unit") == 3 and scene.where("unit") == "0101"


@pytest.mark.rule("shock.rulings.leader-ridden-over")
def test_a_leader_flees_to_troops_in_the_corner() -> None:
    scene = given(
        foot("guard", "0205"), leader("boss", "0203", "red"), foot("friend", "0101", "red")
    ).activate()
    scene.play("move guard > 0203")
    assert scene.where("boss") == "0101"


@pytest.mark.rule("shock.rulings.leader-ridden-over")
def test_cavalry_that_only_passes_leaves_a_leader_where_he_is() -> None:
    # 0809 to 0806 leads through 0808 and 0807: the only way between the lakes.
    lakes = {f"{col:02}{row:02}": "lake" for row in (7, 8) for col in (6, 7, 9, 10)}
    boss, friend = leader("boss", "0807", "red"), foot("friend", "0802", "red")
    scene = given(heavy("horse", "0809"), boss, friend, ground=lakes).activate()
    scene.play("move horse > 0806")
    assert scene.where("horse") == "0806" and scene.where("boss") == "0807"


@pytest.mark.rule("shock.rally.mod.near-cavalry")
def test_cavalry_in_the_corner_steadies_routed_infantry() -> None:
    unit, far = foot("unit", "0102", order=ROUTED), foot("foe", "1212", "red")
    scene = given(unit, heavy("horse", "0101"), far).activate().play("rally unit")
    assert scene.mods() == {"shock.rally.mod.near-cavalry": -1}


@pytest.mark.rule("shock.zoc.infantry")
def test_the_corner_lies_in_a_zone() -> None:
    scene = given(foot("unit", "1212"), foot("foe", "0201", "red", facing="sw"))
    assert "0101" in scene.hexes(scene.p.zoc(1))


@pytest.mark.rule("shock.rulings.charge.infantry-choice")
def test_infantry_engaged_with_the_corner_in_front_may_not_form_square() -> None:
    scene = given(
        heavy("horse", "0501", facing="nw"),
        foot("friend", "0101", facing="ne", flags=ENGAGED),
        foot("foe", "0201", "red", facing="sw", flags=ENGAGED),
    ).activate()
    scene.play("charge horse")
    scene.play("done").roll(0).ride()
    assert scene.check().target == "Cohesion 6 (charge reaction)"
