"""The road: three times the rate for a whole move on it, well away from the enemy."""

import pytest

from grognard.systems.onepage.state.position import ACTED, LIMBERED
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, screen

ROAD = [("road", "0,200 480,200")]
FAR = foot("foe", 46, 34, facing=270, side="red")


def marching(unit: Spec, foe: Spec = FAR, **ground: object) -> Scene:
    """A unit by the road that begins its move."""
    ground.setdefault("lines", ROAD)
    scene = given(unit, general("g", unit.x + 2, 22), foe, **ground)  # type: ignore[arg-type]
    return scene.moves("a")


@pytest.mark.rule("onepage.move.road")
def test_a_march_is_three_times_as_long() -> None:
    scene = marching(foot("a", 5, 20, facing=90)).play("by road")
    assert scene.refusal("to 41.0,20.0 facing 90") == ""
    assert scene.refusal("to 41.5,20.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.road")
def test_a_march_keeps_four_inches_from_the_enemy() -> None:
    # The enemy's base begins at 28.5; a base on the road reaches 1.5 in further than its centre.
    scene = marching(foot("a", 5, 20, facing=90), foot("foe", 30, 20, side="red")).play("by road")
    assert scene.refusal("to 23.0,20.0 facing 90") == ""
    assert scene.refusal("to 23.5,20.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.road")
def test_in_passing_an_inch_is_enough() -> None:
    # 2 in beside the road at 23.5: the march goes past it and ends 4 in and more behind it.
    foe = foot("foe", 20, 25, side="red")
    scene = marching(foot("a", 5, 20, facing=90), foe).play("by road")
    assert scene.refusal("to 20.0,20.0 facing 90") != ""
    assert scene.refusal("to 30.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.rulings.road")
@pytest.mark.parametrize(("y", "free"), [(22.3, True), (22.2, False)])
def test_a_march_may_end_beside_a_friend_but_not_on_him(y: float, free: bool) -> None:
    # On the road a base reaches down to 21.5; the skirmishers' begins 0.75 in above their centre.
    scene = given(foot("a", 5, 20, facing=90), screen("s", 20, y), FAR, lines=ROAD).moves("a")
    scene.play("by road")
    assert (scene.refusal("to 20.0,20.0 facing 90") == "") == free
    assert scene.refusal("to 30.0,20.0 facing 90") == ""  # they are passed


@pytest.mark.rule("onepage.rulings.road")
def test_the_whole_move_is_on_the_road() -> None:
    scene = marching(foot("a", 5, 20, facing=90))
    assert "by road" in scene.texts()
    scene.play("to 6.0,20.0")
    assert "by road" not in scene.texts()
    done = marching(foot("a", 5, 20, facing=90)).play("by road", "to 20.0,20.0 facing 90")
    assert done.texts() == ["done", "move g"] and done.has("a", ACTED)


@pytest.mark.rule("onepage.rulings.road.gain")
def test_a_unit_within_half_an_inch_of_the_road_may_take_it() -> None:
    assert "by road" in marching(foot("a", 5, 20.5, facing=90)).texts()
    assert "by road" not in marching(foot("a", 5, 20.6, facing=90)).texts()


@pytest.mark.rule("onepage.rulings.road.gain")
def test_on_the_road_no_terrain_counts() -> None:
    wood = [("forest", "100,100 300,100 300,300 100,300")]
    scene = marching(foot("a", 5, 20, facing=90), areas=wood).play("by road")
    assert scene.refusal("to 41.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.rulings.road.gain")
def test_a_march_ends_on_the_road_and_along_it() -> None:
    scene = marching(foot("a", 5, 20.4, facing=0)).play("by road")
    assert scene.refusal("to 20.0,20.0 facing 90") == ""
    assert scene.refusal("to 20.0,20.0 facing 0") != ""
    assert scene.refusal("to 20.0,20.4 facing 90") != ""


@pytest.mark.rule("onepage.rulings.unlimbered")
def test_guns_march_limbered() -> None:
    assert "by road" not in marching(guns("a", 5, 20, facing=90)).texts()
    assert "by road" in marching(guns("a", 5, 20, facing=90, state=LIMBERED)).texts()


def test_a_march_is_asked_for_even_where_one_place_has_a_name() -> None:
    # An enemy bars the road so that two places only can be marched to, 2 and 2.5 in away.
    foe = foot("foe", 14.9, 20, side="red")
    scene = marching(foot("a", 5, 20, facing=90), foe, lines=[("road", "50,200 480,200")])
    scene.play("by road")
    assert scene.p.decision is not None
    assert scene.refusal("to 7.0,20.0 facing 90") == ""
    assert scene.refusal("to 7.5,20.0 facing 90") == ""
    assert scene.refusal("to 8.0,20.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.road.places")
def test_a_march_is_two_inches_long_and_ends_at_half_inches() -> None:
    scene = marching(foot("a", 5, 20, facing=90)).play("by road")
    assert scene.refusal("to 7.0,20.0 facing 90") == ""
    assert scene.refusal("to 12.5,20.0 facing 90") == ""
    for place in ("to 6.5,20.0 facing 90", "to 12.4,20.0 facing 90"):
        assert "at each 0.5 in from 2 in on" in scene.refusal(place)


@pytest.mark.rule("onepage.rulings.road")
def test_nobody_marches_through_an_enemy_on_the_road() -> None:
    scene = marching(foot("a", 5, 20, facing=90), foot("foe", 16, 20, side="red")).play("by road")
    assert scene.refusal("to 9.0,20.0 facing 90") == ""  # 4 in before it
    assert scene.refusal("to 30.0,20.0 facing 90") != ""  # far behind it


@pytest.mark.rule("onepage.rulings.road")
def test_a_march_keeps_from_every_enemy_not_only_from_all_of_them() -> None:
    near = foot("foe", 30, 20, side="red")
    scene = given(foot("a", 5, 20, facing=90), general("g", 7, 22), near, FAR._replace(id="far"),
                  lines=ROAD).moves("a").play("by road")  # fmt: skip
    assert scene.refusal("to 23.0,20.0 facing 90") == ""
    assert scene.refusal("to 23.5,20.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.road.places")
def test_the_end_of_a_road_is_one_of_its_places() -> None:
    scene = marching(foot("a", 5, 20, facing=90), lines=[("road", "0,200 300,200")]).play("by road")
    assert scene.refusal("to 30.0,20.0 facing 90") == ""


@pytest.mark.rule("onepage.terrain.crops.sight")
def test_a_march_flattens_no_crops_beyond_its_end() -> None:
    crops = [("crops", "202,180 300,180 300,220 202,220")]
    for start, facing, end, flat in ((5, 90, "20.0", 0), (5, 90, "20.5", 1), (40, 270, "30.5", 0)):
        scene = marching(foot("a", start, 20, facing=facing), areas=crops).play("by road")
        assert scene.play(f"to {end},20.0 facing {facing}").p.flat == [flat]


CROSSROADS = [("road", "0,200 480,200"), ("road", "200,0 200,360")]


@pytest.mark.rule("onepage.rulings.road.gain")
def test_at_a_crossroads_a_unit_marches_by_any_of_the_roads() -> None:
    scene = marching(foot("a", 20, 20, facing=90), lines=CROSSROADS).play("by road")
    ends = ("30.0,20.0 facing 90", "10.0,20.0 facing 270", "20.0,8.0 facing 0",
            "20.0,30.0 facing 180")  # fmt: skip
    assert [scene.refusal(f"to {end}") for end in ends] == [""] * 4
    # Named are the furthest places, 1.5 in before the edges, and on its own road those half as far:
    # of 50 places to the right, from 22.0 on, the 26th, and of 34 to the left the 18th.
    assert scene.texts() == [
        "to 20.0,1.5 facing 0", "to 1.5,20.0 facing 270", "to 9.5,20.0 facing 270",
        "to 34.5,20.0 facing 90", "to 46.5,20.0 facing 90", "to 20.0,34.5 facing 180",
    ]  # fmt: skip


@pytest.mark.rule("onepage.rulings.road.gain", "onepage.move.road")
def test_a_march_turns_off_where_roads_meet_and_is_as_long_as_any() -> None:
    # 15 in to the crossroads, and of 36 in 21 are left for the other road: to 1.5 in from the edge.
    scene = marching(foot("a", 5, 20, facing=90), lines=CROSSROADS).play("by road")
    assert scene.refusal("to 20.0,1.5 facing 0") == ""
    # 25 in to the crossroads leave 11.
    scene = marching(foot("a", 45, 20, facing=270), lines=CROSSROADS).play("by road")
    assert scene.refusal("to 20.0,9.0 facing 0") == ""
    assert scene.refusal("to 20.0,8.5 facing 0") != ""
    # On the road by which it came it goes on as before, and does not turn about on it.
    assert scene.refusal("to 10.0,20.0 facing 270") == ""
    assert scene.refusal("to 10.0,20.0 facing 90") != ""
    # From the other side too: 18.5 in leave 17.5. On the crossroads it faces as it came.
    scene = marching(foot("a", 1.5, 20, facing=90), lines=CROSSROADS).play("by road")
    assert scene.refusal("to 20.0,2.5 facing 0") == ""
    assert scene.refusal("to 20.0,2.0 facing 0") != ""
    assert scene.refusal("to 20.0,20.0 facing 90") == ""
    assert scene.refusal("to 20.0,20.0 facing 180") != ""


@pytest.mark.rule("onepage.rulings.road.gain")
def test_roads_may_be_left_for_each_other_wherever_they_meet() -> None:
    # The second road crosses the first at 10 and at 30.
    lines = [("road", "0,200 480,200"), ("track", "100,100 100,300 300,300 300,100")]
    scene = marching(foot("a", 35, 20, facing=270), lines=lines).play("by road")
    assert scene.refusal("to 30.0,12.0 facing 0") == ""
    assert scene.refusal("to 10.0,12.0 facing 0") == ""  # 25 in and 8
    # And from the second to the first.
    scene = marching(foot("a", 30, 26, facing=0), lines=lines).play("by road")
    assert scene.refusal("to 40.0,20.0 facing 90") == ""
    assert scene.refusal("to 20.0,20.0 facing 270") == ""


@pytest.mark.rule("onepage.rulings.road.gain")
def test_a_road_that_goes_on_under_another_name_is_one_road() -> None:
    # The last place of the first piece is 20.0; those of the second go by half inches from where
    # it begins: 20.3, 20.8 … or 48.0, 47.5 … 20.5.
    for second, end in (("203,200 480,200", "34.8"), ("480,200 203,200", "34.5")):
        road = [("road", "0,200 203,200"), ("track", second)]
        scene = marching(foot("a", 5, 20, facing=90), lines=road).play("by road")
        assert scene.refusal(f"to {end},20.0 facing 90") == ""
    # Roads more than half an inch from each other do not meet.
    road = [("road", "0,200 203,200"), ("track", "210,200 480,200")]
    scene = marching(foot("a", 5, 20, facing=90), lines=road).play("by road")
    assert scene.refusal("to 25.0,20.0 facing 90") != ""


@pytest.mark.rule("onepage.rulings.road")
def test_an_enemy_near_the_crossroads_bars_both_roads() -> None:
    foe = foot("foe", 22, 23.4, side="red")  # 0.4 in from a base on the crossroads
    scene = marching(foot("a", 5, 20, facing=90), foe, lines=CROSSROADS).play("by road")
    assert scene.refusal("to 20.0,9.0 facing 0") != ""
    assert scene.refusal("to 34.0,20.0 facing 90") != ""


@pytest.mark.rule("onepage.terrain.crops.sight")
def test_a_march_flattens_the_crops_of_both_its_roads_and_of_no_other() -> None:
    crops = [
        ("crops", "100,190 110,190 110,210 100,210"), ("crops", "190,100 210,100 210,110 190,110"),
        ("crops", "250,190 260,190 260,210 250,210"), ("crops", "190,250 210,250 210,260 190,260"),
    ]  # fmt: skip
    scene = marching(foot("a", 5, 20, facing=90), lines=CROSSROADS, areas=crops).play("by road")
    assert scene.play("to 20.0,5.0 facing 0").p.flat == [1, 1, 0, 0]
