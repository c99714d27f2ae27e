"""What the ground does to those who take it, who defends works, and whom an arrival drives off."""

import pytest

from grognard.systems.onepage.melee import Melee
from grognard.systems.onepage.state.position import DISORDERED, LIMBERED
from grognard.systems.onepage.turn import Arrive
from grognard.systems.tabletop.turn import TURN
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, heavy

FOE = foot("foe", 20, 16.9, facing=180, side="red")
G = general("g", 20, 28)


def won(unit: Spec, **ground: object) -> Scene:
    """A unit at 20,20 has just beaten one at 20,16.9 by two hits."""
    return given(unit, FOE, **ground).combat().roll(6, 6, 1, 1).roll(1, 1, 1, 1)  # type: ignore[arg-type]


@pytest.mark.rule("onepage.rulings.winner-one-unit", "onepage.terrain.town")
def test_who_takes_a_town_is_disordered_by_it() -> None:
    town = [("town", "180,150 220,150 220,180 180,180")]
    scene = won(foot("a", 20, 20), areas=town).play("take")
    assert scene.at("a") == (20.0, 16.9, 0) and scene.has("a", DISORDERED)
    # Who stays before it, or takes a village, is not.
    assert not won(foot("a", 20, 20), areas=town).play("stay").has("a", DISORDERED)
    village = [("village", "180,150 220,150 220,180 180,180")]
    assert not won(foot("a", 20, 20), areas=village).play("take").has("a", DISORDERED)


@pytest.mark.rule("onepage.rulings.winner-one-unit", "onepage.terrain.field-works")
@pytest.mark.parametrize(
    ("unit", "shaken"), [(heavy("a", 20, 20), True), (foot("a", 20, 20), False)]
)
def test_cavalry_that_takes_works_is_disordered_by_them(unit: Spec, shaken: bool) -> None:
    works = [("field-works", "170,185 230,185")]
    assert won(unit, lines=works).play("take").has("a", DISORDERED) is shaken


@pytest.mark.rule("onepage.rulings.winner-one-unit", "onepage.terrain.river")
def test_nobody_takes_ground_across_a_river() -> None:
    river = [("river", "0,185 480,185")]
    scene = won(foot("a", 20, 20), lines=river)
    assert scene.p.decision is None or "take" not in scene.texts()
    assert scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule("onepage.rulings.charge-between", "onepage.rulings.winner-one-unit")
@pytest.mark.parametrize(
    ("line", "bridge", "asked"),
    [("river", "", False), ("river", "215,169", True), ("stream", "", True)],
)
def test_nobody_takes_ground_to_touch_an_enemy_across_a_river(
    line: str, bridge: str, asked: bool
) -> None:
    # Another enemy stands beside the loser's ground, 0.1 in off on the far bank.
    over = [("bridge", "line-0", bridge)] if bridge else []
    beside = foot("other", 23.1, 16.9, facing=180, side="red")
    scene = given(
        foot("a", 20, 20), FOE, beside, lines=[(line, "215,0 215,360")], crossings=over
    ).combat()  # fmt: skip
    scene.roll(6, 6, 1, 1).roll(1, 1, 1, 1)
    assert ("take" in scene.texts()) is asked
    assert scene.at("a") == (20.0, 20.0, 0)


TWO = (foot("a", 18.4, 20), foot("b", 21.6, 20), FOE)


@pytest.mark.rule("onepage.rulings.winner-one-unit", "onepage.rulings.melee-first-duty")
def test_a_defender_does_not_leave_for_the_ground_whom_it_has_still_to_fight() -> None:
    # Both touch it. It beats the first, who goes; the second is there, and then it may go.
    scene = given(*TWO).combat().play("melee a > foe").roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.at("a") != (18.4, 20.0, 0)
    assert scene.p.top == Melee(unit=scene.u("b"), target=scene.u("foe"))
    scene.roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.texts() == ["stay", "take"]


@pytest.mark.rule("onepage.rulings.winner-one-unit")
def test_an_attacker_takes_the_ground_though_it_touches_another() -> None:
    other = foot("other", 23.1, 16.9, facing=180, side="red")
    scene = given(foot("a", 21.5, 20), FOE, other).combat().play("melee a > foe")
    scene.roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.texts() == ["stay", "take"]


@pytest.mark.rule("onepage.rulings.unlimbered", "onepage.rulings.winner-one-unit")
@pytest.mark.parametrize(("state", "asked"), [(0, False), (LIMBERED, True)])
def test_unlimbered_guns_take_no_ground(state: int, asked: bool) -> None:
    battery = guns("foe", 20, 16.9, facing=180, side="red", state=state)
    scene = given(foot("a", 20, 20), battery).combat().roll(1, 1, 1, 1).roll(4)
    assert scene.at("a") == (20.0, 26.0, 0)
    assert ("take" in scene.texts()) is asked


@pytest.mark.rule("onepage.rulings.cover", "onepage.morale.modifier.building-or-works")
def test_who_charges_up_to_works_does_not_defend_them() -> None:
    # The enemy's front is at 16.6; a comes up to 18.2, its front at the wall.
    wall = [("low-wall", "170,167 230,167")]
    behind = foot("foe", 20, 15.1, facing=180, side="red")
    scene = given(foot("a", 20, 25), G, behind, lines=wall).moves("a").play("charge foe", "done")
    scene.morale()
    assert scene.at("a") == (20.0, 18.2, 0)
    assert scene.tests()[0] == "a" and "building-or-works" not in scene.modifiers()
    # Who stands there without a charge defends them, a tenth of an inch behind them too.
    there = given(foot("a", 20, 18.2), behind, lines=wall).morale()
    assert there.tests() == ["a", "foe"] and there.modifiers()["building-or-works"] == 1
    assert there.roll(1).modifiers()["building-or-works"] == 1
    # Two tenths are too far.
    further = [("low-wall", "170,168 230,168")]
    there = given(foot("a", 20, 18.2), behind, lines=further).morale().roll(1)
    assert "building-or-works" not in there.modifiers()


@pytest.mark.rule("onepage.rulings.general-caught")
def test_a_caught_general_rides_to_the_friend_nearest_as_the_crow_flies() -> None:
    # One friend is 10.5 in off along the table's edge, the other 6.5 and 6.5: 9.2 in.
    scene = given(
        heavy("a", 20, 25), G, general("h", 20, 15.5, "red"),
        foot("far", 30.5, 15.5, side="red"), foot("near", 26.5, 9, side="red"),
    ).moves("a")  # fmt: skip
    assert scene.play("to 20.0,16.0").at("h") == (26.5, 9.0, 0)


@pytest.mark.rule("onepage.rulings.general-caught", "onepage.rulings.arrival")
def test_an_arrival_drives_off_a_general_on_its_place() -> None:
    late = foot("late", 20, 34, turn=2)
    scene = given(late, general("h", 20, 34, "red"), foot("foe", 40, 10, side="red"))
    scene.p.clock[TURN] = 2
    scene.push(Arrive(side=0))
    assert scene.at("late") == (20.0, 34.0, 0) and scene.at("h") == (40.0, 10.0, 0)


CROPS = [("crops", "100,60 300,60 300,180 100,180")]


@pytest.mark.rule("onepage.terrain.crops.sight")
def test_crops_are_flattened_in_retreat_and_where_ground_is_taken() -> None:
    # The loser goes back from 16.9 to 10.9, all in the crops.
    assert won(foot("a", 20, 20), areas=CROPS).p.flat == [1]
    # These lie between the two: only the winner goes through them.
    between = [("crops", "190,175 210,175 210,185 190,185")]
    scene = won(foot("a", 20, 20), areas=between)
    assert scene.p.flat == [0] and scene.play("take").p.flat == [1]


@pytest.mark.rule("onepage.terrain.crops.sight")
def test_crops_are_flattened_by_a_march_by_road() -> None:
    # The road bends: the crops lie in the bend, and not on the line between its ends.
    road = [("road", "50,300 250,300 250,50")]
    bend = [("crops", "200,280 280,280 280,320 200,320")]
    scene = given(foot("a", 6, 30, facing=90), general("g", 6, 33), lines=road, areas=bend)
    scene.moves("a").play("by road", "to 25.0,20.0 facing 0")
    assert scene.p.flat == [1]
