"""Who is still in a fight, and who left it: pursuit from a line, contacts, results that cross.

The line of red stands in 0808 and 0908; 0809 lies before the one half, 1009 before the other.
"""

from typing import Any

import pytest

from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.results import suffer
from grognard.systems.shock.state.kinds import ASSAULTED, BLOWN, D1, D2, ENGAGED, ROUTED
from tests.rules.shock.assault import attack, clash, ratio
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, light

RIFLES: dict[str, Any] = {"traits": ["silesian-rifle"], "nation": "prussian"}


PRUSSIANS = ("french", "prussian")


def line(**extra: Any) -> Spec:
    return foot("line", "0808", "red", sp=6, second="0908", **extra)


def top_of(scene: Scene, h: str) -> str:
    return scene.battle.ids[scene.p.top_unit(scene.h(h))]


# -- pursuit -------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.pursuit")
def test_a_second_pursuer_strikes_whom_the_first_has_left() -> None:
    scene = given(
        line(),
        guns("gun", "0908", "red", sp=3),
        light("a", "0809", sp=10, pursuit=0, cohesion=9),
        light("b", "1009", sp=14, pursuit=0, cohesion=9, facing="nw"),
    )
    # 24 to 9 is 2-1, -2 for the line: a modified 2 is d / 1Bd. Line and guns go different ways.
    clash(scene, "shock a", "shock b").roll(4).roll(0).roll(0).play("> 1007")
    assert scene.where("line") == "0807"
    scene.roll(0).roll(0)
    # The first follows the line and is held: 10 to 5 is 2-1, 9 is 1D / d.
    scene.roll(9).play("hold").roll(9).roll(0)
    assert scene.has("a", ENGAGED) and scene.check().name == "pursuit"
    # The second follows to the other half, next to the guns that gave way, and shocks again.
    scene.roll(9)
    assert scene.where("b") == "0908"
    scene.play("hold")
    assert ratio(scene) == "4-1" and scene.p.roll is not None
    assert "unit:b" in scene.p.roll.about(scene.p)


@pytest.mark.rule("shock.rulings.pursuit")
@pytest.mark.parametrize(("to", "strikes"), [("0808", True), ("0908", False)])
def test_who_pursues_a_line_from_before_both_halves_chooses_the_hex(to: str, strikes: bool) -> None:
    # 14 to 6 is 2-1, -2 for the line: a modified 2 is d / 1Bd. It goes back to 0708, behind 0808.
    scene = given(line(), light("a", "0909", sp=14, pursuit=0, cohesion=9))
    clash(scene, "shock a > line").roll(4).roll(0).play("> 0808").play("> 0708").roll(0).roll(9)
    assert scene.options() == ["> 0808", "> 0908"]
    scene.play(f"> {to}")
    assert scene.where("a") == to
    # Only from 0808 is the line next to it, to be struck again.
    assert scene.p.over != strikes


# -- a line that runs before the blow ------------------------------------------------------------


@pytest.mark.rule("shock.rulings.extended-line.one-combat", "shock.rulings.advance")
def test_a_line_that_runs_from_a_charge_gives_up_both_its_hexes() -> None:
    pieces = (heavy("a", "0810", sp=8), foot("b", "1009", facing="nw"), line(order=D2))
    scene = given(*pieces).activate()
    # D-2 infantry that fails its charge reaction routs: nobody is left on either hex.
    scene.play("charge a > line").play("shock b").roll(0).roll(0).play("> 0809").roll(9)
    scene.play(scene.options()[0])
    assert scene.options() == ["nobody advances", "advance a", "advance b"]
    assert scene.play("advance b").where("b") == "0908"


@pytest.mark.rule("shock.rulings.extended-line.one-combat", "shock.rulings.charge.artillery")
def test_guns_a_line_left_behind_on_its_other_half_are_fought() -> None:
    pieces = (heavy("a", "0810", sp=8), foot("b", "1009", facing="nw"), line(order=D2))
    scene = given(*pieces, guns("gun", "0908", "red")).activate()
    scene.play("charge a > line").play("shock b").roll(0).roll(0).play("> 0809").roll(9)
    scene.play(scene.options()[0])
    while scene.p.decision is not None:
        scene.play("hold")
    # The infantry next to them goes on, 4 to 4; the cavalry has no enemy before it any more.
    assert scene.check().name == "shock" and ratio(scene) == "1-1"
    assert scene.p.roll is not None and "unit:b" in scene.p.roll.about(scene.p)


# -- engaged, and before a charge ----------------------------------------------------------------


@pytest.mark.rule("shock.rulings.engaged", "shock.retreat.unable", "shock.blown.retreat")
def test_blown_cavalry_that_cannot_go_back_is_engaged() -> None:
    friends = [foot(f"friend-{h}", h) for h in ("0706", "0806", "0905", "0705")]
    scene = given(heavy("horse", "0805"), foot("foe", "0804", "red", sp=6), *friends)
    # 4 to 6 is 1-1.5, -2 for the front: 5 is 1d / D. The 9 leaves it blown, with nowhere to go.
    clash(scene, "charge horse > foe").roll(7).roll(0).roll(9)
    assert scene.where("horse") == "0805" and scene.steps("horse") == 2
    assert scene.has("horse", BLOWN) and scene.has("horse", ENGAGED) and scene.has("foe", ENGAGED)


@pytest.mark.rule("shock.rulings.engaged", "shock.rulings.extended-line.one-combat")
def test_guns_on_the_half_that_nobody_struck_are_not_engaged() -> None:
    # They were driven there by another attack of this activation. 14 to 6 is 2-1, -2: d / 1Bd.
    pieces = (line(), guns("gun", "0908", "red"), foot("a", "0909", sp=14, commitment=9))
    scene = given(*pieces).activate()
    scene.p.mark(scene.u("gun"), ASSAULTED)
    scene.play("shock a > line").roll(0)
    while scene.p.decision is not None:
        scene.play("hold")
    assert (ratio(scene), scene.drm()) == ("2-1", -2)
    scene.roll(4).roll(0).play("> 0808").play("> 0708").roll(0).play("nobody advances")
    assert not scene.has("gun", ENGAGED) and not scene.has("a", ENGAGED)


@pytest.mark.rule("shock.rulings.retreat-before", "shock.charge-reaction.light-cavalry.pass")
@pytest.mark.parametrize("engaged", [False, True])
def test_engaged_light_cavalry_does_not_retreat_before_a_charge(engaged: bool) -> None:
    flags = ENGAGED if engaged else 0
    pieces = (heavy("horse", "0806"), foot("friend", "0904", facing="sw", flags=flags))
    scene = given(*pieces, light("foe", "0804", "red", flags=flags)).activate()
    scene.play("charge horse > foe").play("done").roll(0).ride().roll(0)
    asked = scene.p.decision is not None and scene.options() == ["stand", "retreat"]
    assert asked != engaged


# -- rifles with a line --------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.top-unit", "shock.rulings.extended-line.one-combat")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("half", ["0808", "0908"])
def test_a_line_with_rifles_on_a_half_fights_once(order: tuple[int, int], half: str) -> None:
    both = (foot("rifle", half, "red", sp=2, **RIFLES), line(nation="prussian"))
    pieces = [both[i] for i in order]
    scene = given(*pieces, foot("a", "0809"), foot("b", "1009", facing="nw"), armies=PRUSSIANS)
    attack(scene, "shock a", "shock b")
    # 8 against 6 and 2, and the line is worth -2, whoever comes first in the battle's list.
    assert (ratio(scene), scene.drm()) == ("1-1", -2)


@pytest.mark.rule("shock.rulings.top-unit", "shock.move.note.extended-line")
def test_rifles_lie_under_a_line_as_long_as_it_is_one() -> None:
    rifle, unit = foot("rifle", "0808", **RIFLES), foot("unit", "0808", sp=6, nation="prussian")
    scene = given(rifle, unit, foot("foe", "0801", "red"), armies=("prussian", "french"))
    assert top_of(scene, "0808") == "rifle"  # the first of two
    assert top_of(scene.activate().play("extend unit > 0908"), "0808") == "unit"
    assert top_of(scene, "0908") == "unit"


# -- a result that a friend's rout overtakes -----------------------------------------------------


@pytest.mark.rule("shock.rulings.result-once", "shock.rout.through-friends")
@pytest.mark.parametrize(("code", "steps"), [("1", 3), ("1D", 2), ("R", 0)])
def test_who_routs_in_the_rout_of_a_friend_still_suffers_its_own_result(
    code: str, steps: int
) -> None:
    # In the corner, between a lake and the edge, the first can only run through the D-2 second.
    pieces = (foot("first", "0101", order=D1), foot("second", "0201", order=D2))
    scene = given(*pieces, foot("foe", "0105", "red"), ground={"0102": "lake"}).activate()
    foe = scene.h("0102")
    suffer(scene.p, scene.u("second"), code, BY_SHOCK, foe)
    suffer(scene.p, scene.u("first"), "R", BY_SHOCK, foe)
    scene.p.settle()
    while scene.p.decision is not None and "done" not in scene.options():
        scene.p.play(scene.p.options()[0])
    # D routs the second; then its own result strikes a routed unit: a step for D, lost for R.
    assert scene.order("first") == ROUTED and scene.steps("second") == steps
