"""A line and an enemy next to both its halves: going back, running, withdrawing, firing.

The line stands in 0808 and 0908, its enemy in 0909 or 0907. Away from 0909 lie 0708, 0807 and 0907
behind the one half, 0907, 1007 and 1008 behind the other. Whichever half was there first, all
comes out alike.
"""

from typing import Any

import pytest

from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.results import suffer
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.state.kinds import D2, ENGAGED, GOOD, ROUTED
from tests.rules.shock.given import Scene, foot, given

BEHIND = {"0808": {"0708", "0807", "0907"}, "0908": {"0907", "1007", "1008"}}
BOTH_WAYS = [("0808", "0908"), ("0908", "0808")]


def struck(first: str, second: str, *friends: str, order: int = GOOD, flags: int = 0) -> Scene:
    """The line extended from one half into the other, its enemy in 0909, friends about it."""
    unit = foot("line", first, "red", facing="s", sp=8, second=second, order=order, flags=flags)
    return given(unit, foot("foe", "0909"), *(foot(f"friend-{h}", h, "red") for h in friends))


def go_back(scene: Scene) -> Scene:
    """The line must retreat from its enemy."""
    scene.activate()
    return scene.push(Retreat(unit=scene.u("line"), by=scene.h("0909"), hexes=1))


def offered(scene: Scene) -> set[str]:
    """The hexes that may be picked."""
    return {text.removeprefix("> ") for text in scene.options()}


def hexes(scene: Scene) -> set[str]:
    """The hexes of the line."""
    return {scene.battle.grid.name(h) for h in scene.p.hexes_of(scene.u("line"))}


@pytest.mark.rule("shock.rulings.extended-line.retract", "shock.retreat.unable")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
@pytest.mark.parametrize(("shut", "free"), [("0808", {"1007", "1008"}), ("0908", {"0708", "0807"})])
def test_a_line_goes_back_from_the_half_from_which_it_can(
    first: str, second: str, shut: str, free: set[str]
) -> None:
    scene = go_back(struck(first, second, *BEHIND[shut]))
    assert offered(scene) == free
    assert scene.steps("line") == 8  # it is not unable to retreat


@pytest.mark.rule("shock.rulings.extended-line.retract")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
@pytest.mark.parametrize("half", BEHIND)
def test_the_owner_chooses_where_a_line_comes_together(first: str, second: str, half: str) -> None:
    scene = go_back(struck(first, second))
    assert offered(scene) == {"0808", "0908"}
    assert offered(scene.play(half)) == BEHIND[half]


@pytest.mark.rule("shock.rulings.extended-line.retract", "shock.retreat.unable")
def test_a_line_that_cannot_go_back_takes_the_step_and_stays_in_line() -> None:
    scene = go_back(struck("0808", "0908", *sorted(BEHIND["0808"] | BEHIND["0908"])))
    assert scene.steps("line") == 7 and hexes(scene) == {"0808", "0908"}


@pytest.mark.rule("shock.rulings.extended-line.retract", "shock.rout.full-distance")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
def test_a_line_that_routs_runs_from_the_half_from_which_it_can(first: str, second: str) -> None:
    # An enemy behind 0808 controls the hexes about it: from there the line could not run.
    unit = foot("line", first, "red", facing="s", sp=8, second=second)
    scene = given(unit, foot("foe", "0909"), foot("behind", "0807", facing="s")).activate()
    suffer(scene.p, scene.u("line"), "R", BY_SHOCK, scene.h("0909"))
    scene.p.settle()
    assert scene.order("line") == ROUTED and hexes(scene) == {"0908"}
    scene.p.play(scene.p.options()[0])
    start, end = scene.h("0908"), scene.h(scene.where("line") or "")
    assert scene.battle.grid.distance[start][end] > 1 and scene.steps("line") == 8


@pytest.mark.rule("shock.d2.must-withdraw", "shock.rulings.extended-line.retract")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
@pytest.mark.parametrize("to", ["0708", "1008"])
def test_an_engaged_d2_line_withdraws_from_either_half(first: str, second: str, to: str) -> None:
    scene = struck(first, second, order=D2, flags=ENGAGED).activate("red")
    # It is the only order it has.
    assert offered(scene) == BEHIND["0808"] | BEHIND["0908"]
    assert hexes(scene.play(to)) == {to}


@pytest.mark.rule("shock.rulings.fire.together", "shock.rulings.extended-line.fire")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
def test_slopes_and_villages_of_both_halves_that_fire_count(first: str, second: str) -> None:
    def fire(**ground: Any) -> set[str]:
        unit = foot("line", first, sp=8, second=second)
        scene = given(unit, foot("foe", "0907", "red"), **ground).activate()
        return set(scene.play("fire line > foe").mods())

    # One half fires up a steep slope: one column left.
    up = fire(levels={"0808": 0}, sides=[("steep", "0808 ne")])
    assert up == {"shock.fire.shift.up-steep-slope"}
    # One column right from a built-up village, but not if only one half stands in it.
    assert fire(ground={"0808": "built-up-village"}) == set()
    town = {"0808": "built-up-village", "0908": "built-up-village"}
    assert fire(ground=town) == {"shock.fire.shift.from-built-up-village"}
