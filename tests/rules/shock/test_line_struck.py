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
from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, GOOD, ROUTED
from tests.rules.shock.assault import clash, ratio
from tests.rules.shock.given import Scene, foot, given, light

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


# Of 0907 the hexes 0806, 0906 and 1007 lead away from 0808; 0806, 0906 and 0807 from 0908.
FROM = {"0808": {"0806", "0906", "1007"}, "0908": {"0806", "0906", "0807"}}


def driven(first: str, second: str, *friends: str) -> Scene:
    """A foe at 0907 that a line strikes from both halves, friends behind it: 1Bd, and it checks."""
    line = foot("line", first, sp=8, second=second, commitment=9)
    behind = [foot(f"friend-{h}", h, "red", facing="n") for h in friends]
    # 8 to 4 is 2-1; a line attacks at +2: on a 0 the row 2 is d / 1Bd.
    scene = clash(given(line, foot("foe", "0907", "red"), *behind), "shock line > foe")
    assert (ratio(scene), scene.drm()) == ("2-1", 2)
    return scene.roll(0).roll(0)


@pytest.mark.rule("shock.rulings.extended-line.gone-back-from", "shock.retreat.unable")
@pytest.mark.parametrize(("first", "second"), BOTH_WAYS)
def test_who_is_driven_back_by_a_line_goes_from_either_half(first: str, second: str) -> None:
    # Out of its zones lie 0806 and 0906; with friends there it goes along one half or the other.
    assert offered(driven(first, second)) == {"0806", "0906"}
    scene = driven(first, second, "0806", "0906")
    assert offered(scene) == (FROM["0808"] | FROM["0908"]) - {"0806", "0906"}
    # A friend more shuts the way behind one half: it can go still, and loses no further step.
    for shut, way in (("0807", "1007"), ("1007", "0807")):
        scene = driven(first, second, "0806", "0906", shut)
        assert scene.where("foe") == way and scene.steps("foe") == 3


@pytest.mark.rule("shock.rulings.extended-line.gone-back-from", "shock.rulings.rout-retreat")
def test_who_routs_from_a_line_runs_alike_whichever_half_was_there_first() -> None:
    def runs(first: str, second: str) -> set[str]:
        scene = given(foot("line", first, sp=8, second=second), foot("foe", "0907", "red"))
        suffer(scene.activate().p, scene.u("foe"), "R", BY_SHOCK, scene.h(first))
        scene.p.settle()
        return offered(scene)

    # Three hexes: as far from 0808 are 0804 and 1105, which from 0908 are as far as 0606 and 1004.
    assert runs("0808", "0908") == runs("0908", "0808") >= {"0606", "0804", "1004", "1106"}


@pytest.mark.rule("shock.rulings.retreat-length", "shock.rulings.retreat-before")
@pytest.mark.parametrize(("a", "b", "away"), [(6, 3, "0809"), (3, 6, "0908")])
def test_who_goes_back_before_several_goes_from_the_strongest(a: int, b: int, away: str) -> None:
    # A at 0907 and b at 0708, both D-1, control their fronts only: 0809 and 0909 lead away from a,
    # 0908 and 0909 from b.
    pieces = (
        foot("a", "0907", sp=a, facing="sw", order=D1, commitment=9),
        foot("b", "0708", sp=b, facing="ne", order=D1, commitment=9),
    )
    scene = given(*pieces, light("foe", "0808", "red")).activate()
    scene.play("shock a").play("shock b").roll(0).roll(0)
    one_hex = {text for text in scene.options() if text[-4:] in {"0809", "0908", "0909"}}
    assert one_hex == {"retreat 0909", f"retreat {away}"}
