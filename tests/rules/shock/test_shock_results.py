"""What a shock leads to in play: its results, engaged units, the advance, several attacks.

The defender stands on 0807 and faces south; attackers stand on 0808 and 0708.
"""

import pytest
from msgspec.structs import asdict

from grognard.systems.shock.combat import PursuitRoll
from grognard.systems.shock.state.kinds import (
    ATTACKED,
    BLOWN,
    D1,
    D2,
    ENGAGED,
    GAVE_WAY,
    GOOD,
    ROUTED,
    SQUARE,
)
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import Scene, foot, garrison, given, guns, heavy, leader, light

FOE = foot("foe", "0807", "red", sp=4)


def answer_all(scene: Scene, die: int = 0) -> Scene:
    """Let what is open take its course: the first option, this die."""
    while scene.p.stack:
        if scene.p.decision is not None:
            scene.play(scene.options()[0])
        else:
            scene.roll(die)
    return scene


def until_advance(scene: Scene) -> None:
    """Let the beaten run and pass their checks until somebody may advance."""
    while scene.p.decision is None or "nobody advances" not in scene.options():
        if scene.p.decision is not None:
            scene.play(scene.options()[0])
        else:
            scene.roll(0)


# -- results -----------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.shock.result-order", "shock.rulings.result-letters")
def test_the_defender_suffers_first_steps_disorder_retreat_rout() -> None:
    # 3-1, die 4, +2 for woods: row 6 is d for the attacker and 1d for the defender.
    scene = clash(
        given(FOE, foot("a", "0808", sp=12, cohesion=5), ground={"0807": "woods"}), "shock a > foe"
    )
    scene.roll(4)
    assert scene.steps("foe") == 3
    assert scene.check().target == "Cohesion 6 (shock)"  # the defender's check
    scene.roll(7)
    assert scene.order("foe") == D1
    assert scene.check().target == "Cohesion 5 (shock)"  # then the attacker's
    scene.roll(5)
    assert scene.order("a") == GOOD and scene.steps("a") == 12


@pytest.mark.rule("shock.rulings.shock.result-order", "shock.rulings.result-letters")
def test_a_defender_under_1bdr_loses_a_step_is_disordered_checks_for_rout_and_retreats() -> None:
    # 3-1 with D-1 (-1): a die of 1 is row 0, 1BDr; D-1 infantry becomes D-2 by the D.
    foe = foot("foe", "0807", "red", sp=4, order=D1)
    scene = clash(given(foe, foot("a", "0808", sp=12)), "shock a > foe").roll(1)
    assert (scene.steps("foe"), scene.order("foe")) == (3, D2)
    assert scene.check().target == "Cohesion 6 (rout)"
    scene.roll(6)
    assert scene.order("foe") == D2
    assert scene.p.decision is not None and scene.where("foe") == "0807"  # where to?
    scene.play(scene.options()[0])
    assert scene.where("foe") != "0807"


@pytest.mark.rule("shock.rulings.result-letters")
def test_capital_r_routs_without_a_check() -> None:
    # 24 against 4 is 6-1; a die of 1 is row 1: 3BR in the filled cell.
    scene = clash(given(FOE, foot("a", "0808", sp=24)), "shock a > foe").roll(1)
    assert scene.steps("foe") == 1
    assert scene.order("foe") == ROUTED
    scene.play(scene.options()[0])  # its rout: half of 5 points, rounded up
    at = scene.p.hex[scene.u("foe")]
    assert scene.battle.grid.distance[scene.h("0807")][at] == 3


@pytest.mark.rule("shock.rulings.result-letters")
def test_a_small_d_is_a_check_and_a_capital_d_is_none() -> None:
    # 1-1: a die of 8 is 1D / d.
    scene = clash(given(FOE, foot("a", "0808")), "shock a > foe").roll(8)
    assert scene.order("foe") == GOOD and scene.check().target == "Cohesion 6 (shock)"
    scene.roll(6)
    assert (scene.steps("a"), scene.order("a"), scene.order("foe")) == (3, D1, GOOD)


@pytest.mark.rule("shock.rulings.shock.losses")
def test_steps_fall_on_the_top_defender_and_the_strongest_attacker_letters_on_all() -> None:
    # 5 + 3 against 4 + 4 is 1-1; a die of 7 is 1D / d.
    scene = given(
        FOE, guns("battery", "0807", "red", sp=4), foot("a", "0808", sp=3), foot("b", "0708", sp=5)
    )
    clash(scene, "shock a > foe", "shock b > foe").roll(7)
    scene.roll(9).roll(9)  # both defenders fail their d
    assert (scene.order("foe"), scene.order("battery")) == (D1, D1)
    assert (scene.steps("a"), scene.steps("b")) == (3, 4)
    assert (scene.order("a"), scene.order("b")) == (D1, D1)
    # The same at a die of 3: 1 / 1.
    scene = given(
        FOE, guns("battery", "0807", "red", sp=4), foot("a", "0808", sp=3), foot("b", "0708", sp=5)
    )
    clash(scene, "shock a > foe", "shock b > foe").roll(3)
    assert (scene.steps("foe"), scene.steps("battery")) == (3, 4)
    assert (scene.steps("a"), scene.steps("b")) == (3, 4)


@pytest.mark.rule("shock.rulings.shock.losses")
def test_of_two_equal_attackers_the_first_loses() -> None:
    scene = given(foot("foe", "0807", "red", sp=8), foot("a", "0808"), foot("b", "0708"))
    clash(scene, "shock a > foe", "shock b > foe").roll(3)  # 1 / 1
    assert (scene.steps("a"), scene.steps("b")) == (3, 4)


# -- after the clash ---------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.engaged")
def test_if_neither_side_leaves_both_are_engaged() -> None:
    scene = clash(given(FOE, foot("a", "0808")), "shock a > foe").roll(3)  # 1 / 1
    assert scene.has("a", ENGAGED) and scene.has("foe", ENGAGED)
    scene.p.unmark(scene.u("a"), ATTACKED)  # as the next turn does
    scene.activate("blue")
    assert scene.orders_of("a") == {"shock", "withdraw"}
    scene.p.stack.clear()
    scene.activate("red")
    assert scene.orders_of("foe") == {"shock", "withdraw"}


@pytest.mark.rule("shock.rulings.engaged")
def test_an_engaged_unit_neither_fires_nor_rallies_nor_leaves_its_square() -> None:
    pair = (foot("a", "0808", order=D1, flags=ENGAGED), foot("foe", "0807", "red", flags=ENGAGED))
    assert given(*pair).activate("blue").orders_of("a") == {"shock", "withdraw"}
    square = foot("a", "0808", flags=ENGAGED | SQUARE)
    assert given(square, pair[1]).activate("blue").orders_of("a") <= {"withdraw"}


@pytest.mark.rule("shock.rulings.engaged")
def test_nobody_is_engaged_when_one_side_has_gone() -> None:
    # 1-1, die 11 by woods and a stream: 1Bd for the attacker, d for the defender.
    scene = given(FOE, foot("a", "0808"), ground={"0807": "woods"}, sides=[("stream", "0807 se")])
    clash(scene, "shock a > foe").roll(9)
    scene.roll(0).roll(0)  # the defender's d, then the attacker's
    scene.play(scene.options()[0])
    assert scene.where("a") != "0808"
    assert not scene.has("a", ENGAGED) and not scene.has("foe", ENGAGED)


@pytest.mark.rule("shock.rulings.engaged")
def test_a_unit_is_engaged_until_no_engaged_enemy_is_next_to_it() -> None:
    # On 0808 it touches 0807 and 0907; on 0708 it touches 0807 of the two.
    foes = [foot("foe", "0807", "red", flags=ENGAGED), foot("other", "0907", "red", flags=ENGAGED)]
    pair = [foot("a", "0808", flags=ENGAGED), foot("b", "0708", flags=ENGAGED)]
    scene = given(*foes, *pair).activate("red").play("withdraw foe > 0706").play("done")
    assert scene.has("a", ENGAGED) and scene.has("other", ENGAGED)
    assert not scene.has("b", ENGAGED)


@pytest.mark.rule("shock.rulings.engaged")
def test_who_loses_his_last_opponent_may_act_in_the_same_activation() -> None:
    # B shoots away D-1 guns of one step that a is engaged with; a may then move.
    battery = guns("battery", "0807", "red", sp=1, order=D1, flags=ENGAGED)
    pair = (foot("a", "0808", flags=ENGAGED), foot("b", "0708", sp=9))
    scene = given(*pair, battery, foot("far", "0802", "red")).activate("blue")
    assert scene.orders_of("a") == {"shock", "withdraw"}
    scene.play("fire b > battery").roll(9)  # 1d in the column 7-8
    assert scene.where("battery") is None
    scene.play("nobody advances")
    assert not scene.has("a", ENGAGED) and "move" in scene.orders_of("a")


@pytest.mark.rule("shock.rulings.engaged")
def test_who_withdraws_frees_the_enemy_at_once() -> None:
    # Foe is engaged with a alone; light cavalry that is not engaged may go back before b's fire.
    pieces = (foot("a", "0808", flags=ENGAGED), foot("b", "0708"))
    scene = given(*pieces, light("foe", "0807", "red", flags=ENGAGED)).activate("blue")
    scene.play("withdraw a > 0909")
    assert "stand" in scene.play("fire b > foe").options()


ROUT_THEM = 1  # 24 against 4, die 1: - / 3BR


@pytest.mark.rule("shock.rulings.advance", "shock.d1.no-advance", "shock.rulings.d2-includes-d1")
@pytest.mark.parametrize(("order", "may"), [(GOOD, True), (D1, False), (D2, False)])
def test_who_may_advance_into_a_vacated_hex(order: int, may: bool) -> None:
    # b stands and waits; it becomes disordered while the attack is under way.
    scene = given(FOE, foot("a", "0808", sp=24), foot("b", "0708", sp=4))
    clash(scene, "shock a > foe", "shock b > foe")
    scene.p.set_order(scene.u("b"), order)
    scene.roll(ROUT_THEM)
    until_advance(scene)
    assert scene.options() == ["nobody advances", "advance a", *(["advance b"] if may else [])]


@pytest.mark.rule("shock.rulings.advance")
def test_one_stack_advances_and_no_more() -> None:
    scene = given(
        FOE,
        foot("a", "0808", sp=20),
        guns("battery", "0808"),
        leader("chief", "0808"),
        foot("b", "0708"),
    )
    clash(scene, "shock a > foe", "shock b > foe").roll(ROUT_THEM)
    until_advance(scene)
    scene.play("advance a")
    assert scene.options() == ["nobody advances", "advance battery"]
    scene.play("advance battery")
    assert [scene.where(x) for x in ("a", "battery", "chief", "b")] == [
        "0807",
        "0807",
        "0807",
        "0708",
    ]
    assert not scene.p.stack


@pytest.mark.rule("shock.rulings.advance")
def test_the_stack_may_stay_behind() -> None:
    scene = given(FOE, foot("a", "0808", sp=24), guns("battery", "0808"), leader("chief", "0808"))
    clash(scene, "shock a > foe").roll(ROUT_THEM)
    until_advance(scene)
    scene.play("advance a").play("nobody advances")
    assert [scene.where(x) for x in ("a", "battery", "chief")] == ["0807", "0808", "0808"]


@pytest.mark.rule("shock.rulings.advance")
def test_a_line_and_blown_cavalry_do_not_advance() -> None:
    scene = given(FOE, foot("a", "0808", sp=24, second="0908"), heavy("b", "0708"))
    clash(scene, "shock a > foe", "shock b > foe")
    scene.p.mark(scene.u("b"), BLOWN)
    scene.roll(0)
    answer_all(scene)
    assert scene.where("a") == "0808" and scene.where("b") == "0708"


# -- several attacks ---------------------------------------------------------------------------


def test_attacks_are_fought_one_after_another_charges_first() -> None:
    scene = given(
        FOE,
        foot("next", "1107", "red", facing="s"),
        foot("a", "0808"),
        heavy("horse", "1110"),
    )
    scene.activate("blue").play("charge horse > next").play("shock a > foe")
    assert asdict(scene.p.stack[-1]) == {"unit": scene.u("horse")}
    scene.roll(0).play("stand and check").roll(0).play("hold")
    assert scene.check().name == "shock"
    scene.roll(9)
    while asdict(scene.p.stack[-1]) != {"unit": scene.u("a")}:
        if scene.p.decision is not None:
            scene.play(scene.options()[0])
        else:
            scene.roll(0)
    scene.roll(0).play("hold")
    assert scene.check().name == "shock" and ratio(scene) == "1-1"


def test_a_chateau_is_stormed_and_its_garrison_lost() -> None:
    scene = given(garrison("walls", "0807", sp=2), foot("a", "0808", sp=12), foot("b", "0708"))
    clash(scene, "shock a > walls", "shock b > walls")
    # 16 against 2 is 8-1: two steps beyond 6-1, +4 for the walls; a die of 0 is row 2: 2BDr.
    assert (ratio(scene), scene.drm()) == ("6-1", 2)
    scene.roll(0)
    assert scene.where("walls") is None
    scene.play("advance a")
    assert scene.where("a") == "0807"
    assert scene.p.control[0] == scene.battle.side[scene.u("a")]


def test_a_garrison_fights_on_beside_infantry() -> None:
    scene = given(
        garrison("walls", "0807", sp=2), foot("foe", "0807", "red", sp=4), foot("a", "0808", sp=6)
    )
    clash(scene, "shock a > foe")
    scene.roll(0)  # 1-1 at 4: 1 / 1
    assert (scene.steps("foe"), scene.steps("walls"), scene.steps("a")) == (3, 2, 5)
    assert all(scene.has(x, ENGAGED) for x in ("foe", "walls", "a"))


@pytest.mark.rule("shock.rulings.shock.commitment")
def test_cavalry_that_pursues_into_a_declared_attack_fights_beside_those_who_commit() -> None:
    for die, column in ((0, "2-1"), (9, "1-1")):
        scene = given(
            foot("foe", "0806", "red", sp=4, flags=GAVE_WAY),
            light("a", "0808", sp=4),
            foot("b", "0906", sp=4, facing="nw"),
        )
        scene.p.target[scene.u("b")] = scene.h("0806")
        # 6 is above its rating of 5.
        scene.push(PursuitRoll(unit=scene.u("a"), hex=scene.h("0807"))).roll(6)
        assert scene.where("a") == "0807" and scene.check().name == "commitment"
        scene.roll(die)
        scene.play("hold")
        assert ratio(scene) == column


def test_a_charge_is_not_pressed_by_cavalry_disordered_since_it_was_declared() -> None:
    scene = given(
        FOE, foot("next", "1307", "red"), heavy("a", "1107", facing="nw"), foot("b", "1308")
    )
    scene.activate("blue").play("charge a > foe")
    scene.p.set_order(scene.u("a"), D1)
    scene.play("shock b > next")
    assert asdict(scene.p.stack[-1]) == {"unit": scene.u("b")}
    answer_all(scene)
    assert scene.where("a") == "1107"


@pytest.mark.rule("shock.rulings.result-once", "shock.rulings.shock.result-order")
def test_who_routs_by_br_goes_back_once_and_pays_for_no_retreat() -> None:
    # Friends fill every hex one away from the attacker: a retreat would cost a step, a rout not.
    friends = [foot(f"f{h}", h, "red", facing="n", cohesion=9) for h in ("0706", "0806", "0707")]
    scene = clash(given(FOE, *friends, foot("a", "0808", sp=24)), "shock a > foe")
    assert scene.check().target == "ratio 6-1"
    scene.roll(4)  # row 4: 1BDr
    assert (scene.steps("foe"), scene.order("foe")) == (3, D1)
    scene.roll(9)  # above Cohesion 6: it routs, through a friend
    assert (scene.steps("foe"), scene.order("foe")) == (3, ROUTED)
    scene.play(scene.options()[0])
    at = scene.p.hex[scene.u("foe")]
    assert scene.battle.grid.distance[scene.h("0807")][at] == 3
    while scene.p.roll is not None and scene.check().name == "cohesion":
        scene.roll(0)
    assert scene.p.hex[scene.u("foe")] == at and scene.steps("foe") == 3
