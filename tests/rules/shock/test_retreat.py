"""Retreats and routs on the map: where they lead, through whom, and what blocks them."""

from typing import Any

import pytest

from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.results import RoutRetreat, suffer
from grognard.systems.shock.retreat import RetreatTo
from grognard.systems.shock.state.kinds import BLOWN, D1, D2, ENGAGED, GOOD, ROUTED, SQUARE
from tests.rules.shock.given import Scene, foot, given, guns, heavy, leader

FOE = foot("foe", "0807", side="red", facing="s")
# Seen from 0807 three neighbours of 0808 lie farther off: to the east, south-east, south-west.
BEHIND = ("0908", "0909", "0809")


def struck(scene: Scene, code: str, by: str = "0807") -> Scene:
    """The unit suffers a result that came from a hex."""
    suffer(scene.p, scene.u("unit"), code, BY_SHOCK, scene.h(by), 0)
    scene.p.settle()
    return scene


def ends(scene: Scene) -> set[str]:
    """The hexes offered."""
    return {option.removeprefix("> ") for option in scene.options()}


def lakes(*hexes: str) -> dict[str, str]:
    """Water on these hexes."""
    return dict.fromkeys(hexes, "lake")


def sound(scene: Scene) -> None:
    """Who stands where is what a fresh count says."""
    derived = scene.p.derived()
    fresh = scene.p.copy()
    fresh.rebuild()
    assert derived == fresh.derived()


@pytest.mark.rule("shock.rulings.retreat-length")
def test_a_retreat_leads_away_from_the_blow() -> None:
    scene = struck(given(foot("unit", "0808"), FOE), "B")
    assert ends(scene) == set(BEHIND)
    assert scene.p.actor == 0  # its owner picks
    scene.play("> 0909")
    assert scene.where("unit") == "0909"


@pytest.mark.rule("shock.rulings.retreat-length")
def test_a_retreat_stays_outside_enemy_zones_where_possible() -> None:
    # A unit on 1009 that faces north-west controls 0908 and 0909.
    other = foot("other", "1009", side="red", facing="nw")
    scene = given(foot("unit", "0808"), FOE, other)
    assert {"0908", "0909"} <= scene.hexes(scene.p.zoc(1))
    assert struck(scene, "B").where("unit") == "0809"


@pytest.mark.rule("shock.rulings.retreat-length", "shock.retreat.unable")
def test_a_retreat_goes_into_an_enemy_zone_where_there_is_no_other_way() -> None:
    other = foot("other", "1009", side="red", facing="nw")
    scene = struck(given(foot("unit", "0808"), FOE, other, ground=lakes("0809")), "B")
    assert ends(scene) == {"0908", "0909"}
    assert scene.steps("unit") == 4


@pytest.mark.rule("shock.rulings.retreat-length")
def test_a_retreat_does_not_end_with_friends_it_may_not_stack_with() -> None:
    friend = foot("friend", "0909")
    scene = struck(given(foot("unit", "0808"), friend, FOE), "B")
    assert ends(scene) == {"0908", "0809"}
    scene = struck(given(foot("unit", "0808"), guns("friend", "0909"), FOE), "B")
    assert ends(scene) == set(BEHIND)


@pytest.mark.rule("shock.retreat.unable")
@pytest.mark.parametrize(("sp", "left"), [(4, 3), (2, 1), (1, 0)])
def test_a_unit_unable_to_retreat_loses_a_step(sp: int, left: int) -> None:
    scene = struck(given(foot("unit", "0808", sp=sp), FOE, ground=lakes(*BEHIND)), "B")
    assert scene.steps("unit") == left
    assert scene.where("unit") == ("0808" if left else None)


@pytest.mark.rule("shock.retreat.unable")
def test_the_edge_of_the_map_bars_a_retreat() -> None:
    # 0815 lies south-west of 0814 on the last row: only 0715 is farther off.
    scene = given(foot("unit", "0815"), foot("foe", "0814", side="red", facing="s"))
    struck(scene, "B", by="0814")
    assert scene.where("unit") == "0715" and scene.steps("unit") == 4
    cornered = given(foot("unit", "0115"), foot("foe", "0215", side="red", facing="nw"))
    struck(cornered, "B", by="0215")
    assert cornered.where("unit") == "0115" and cornered.steps("unit") == 3


@pytest.mark.rule("shock.rulings.retreat-in-part", "shock.retreat.unable")
def test_cavalry_that_can_go_one_hex_of_two_goes_it_and_loses_a_step() -> None:
    water = lakes("0908", "0909", "0710", "0810", "0709")
    scene = struck(given(heavy("unit", "0808"), FOE, ground=water), "B")
    # Only 0809 is open; behind it lie 0710, 0810 and nothing else that is farther off.
    assert scene.where("unit") == "0809" and scene.steps("unit") == 3


@pytest.mark.rule("shock.rulings.retreat-in-part")
def test_cavalry_does_not_stop_among_friends_it_may_not_stack_with() -> None:
    water = lakes("0908", "0909", "0710", "0810", "0709")
    scene = given(heavy("unit", "0808"), foot("friend", "0809"), FOE, ground=water)
    struck(scene, "B")
    assert scene.where("unit") == "0808" and scene.steps("unit") == 3


@pytest.mark.rule("shock.rulings.retreat-length")
def test_cavalry_retreats_past_a_full_stack_of_friends_unharmed() -> None:
    water = lakes("0908", "0909", "0709")
    friends = (foot("friend", "0809"), guns("battery", "0809"))
    scene = struck(given(heavy("unit", "0808"), *friends, FOE, ground=water), "B")
    assert ends(scene) == {"0710", "0810"}
    scene.play("> 0710")
    assert scene.where("unit") == "0710"
    assert scene.p.units_at(scene.h("0809")) == [scene.u("friend"), scene.u("battery")]
    assert scene.order("friend") == GOOD and scene.order("battery") == GOOD
    sound(scene)


@pytest.mark.rule("shock.rulings.retreat-length", "shock.move.note.d.disorders")
def test_a_retreat_through_a_deep_stream_disorders() -> None:
    sides = [("deep-stream", "0808 sw")]
    dry = struck(given(foot("unit", "0808"), FOE, sides=sides), "B").play("> 0909")
    assert dry.order("unit") == GOOD
    wet = struck(given(foot("unit", "0808"), FOE, sides=sides), "B").play("> 0809")
    assert wet.order("unit") == D1


def test_a_retreat_through_a_deep_stream_says_its_cost_first() -> None:
    scene = struck(given(foot("unit", "0808"), FOE, sides=[("deep-stream", "0808 sw")]), "B")
    asked, first = scene.p.decision, scene.p.battle.hex_at
    assert isinstance(asked, RetreatTo)
    assert asked.cost(scene.p, first + scene.h("0909")) == ""
    assert asked.cost(scene.p, first + scene.h("0809")) == "wades a deep stream, which disorders it"


@pytest.mark.rule("shock.rulings.retreat-length", "shock.move.note.d.disordered-barred")
def test_disordered_units_do_not_retreat_through_a_deep_stream() -> None:
    sides = [("deep-stream", "0808 sw")]
    scene = struck(given(foot("unit", "0808", order=D1), FOE, sides=sides), "B")
    assert ends(scene) == {"0908", "0909"}


@pytest.mark.rule("shock.rulings.retreat-length", "shock.rulings.extended-line.retract")
def test_an_extended_line_comes_together_on_its_farther_hex_and_retreats() -> None:
    scene = struck(given(foot("unit", "0808", sp=6, second="0908"), FOE), "B")
    # 0908 is farther from 0807; one hex on from there, and away.
    assert scene.p.second[scene.u("unit")] < 0
    distance = scene.battle.grid.distance[scene.h("0807")]
    assert all(distance[scene.h(end)] == 3 for end in ends(scene))
    scene.play(scene.options()[0])
    sound(scene)


@pytest.mark.rule("shock.rulings.rout-retreat", "shock.rulings.extended-line.retract")
def test_an_extended_line_that_routs_runs_from_one_hex() -> None:
    scene = struck(given(foot("unit", "0808", sp=6, second="0908"), FOE), "R")
    scene.play(scene.options()[0])
    assert scene.p.second[scene.u("unit")] < 0 and scene.order("unit") == ROUTED
    sound(scene)


@pytest.mark.rule("shock.rulings.retreat-length")
def test_leaders_go_with_the_unit_that_leaves_them_alone() -> None:
    scene = struck(given(foot("unit", "0808"), leader("foy", "0808"), FOE), "B").play("> 0909")
    assert scene.where("foy") == "0909"


@pytest.mark.rule("shock.rulings.retreat-length")
def test_a_unit_that_retreats_is_engaged_no_more() -> None:
    scene = struck(given(foot("unit", "0808", flags=ENGAGED), FOE), "B").play("> 0909")
    assert not scene.has("unit", ENGAGED)


# -- routs ---------------------------------------------------------------------------------------


def routed_through(friend: Any, **given_by: Any) -> Scene:
    """A unit that can rout only through 0809, where a friend stands."""
    water = lakes("0908", "0909", "0709", "0708", "0907")
    return struck(given(foot("unit", "0808"), friend, FOE, ground=water, **given_by), "R")


@pytest.mark.rule("shock.rout.through-friends")
@pytest.mark.parametrize(("before", "after"), [(GOOD, D1), (D1, D2)])
def test_a_friend_that_is_run_through_suffers_a_d(before: int, after: int) -> None:
    scene = routed_through(foot("friend", "0809", order=before))
    scene.p.ear = []
    scene.play(scene.options()[0])
    assert "Friend is caught in the rout of Unit." in [event.text for event in scene.p.ear]
    assert scene.order("friend") == after and scene.where("friend") == "0809"


@pytest.mark.rule("shock.rout.through-friends")
def test_d2_friends_rout_in_their_turn() -> None:
    scene = routed_through(foot("friend", "0809", order=D2))
    scene.play(scene.options()[0])
    assert scene.order("friend") == ROUTED
    scene.play(scene.options()[0])
    distance = scene.battle.grid.distance[scene.h("0809")]
    assert distance[scene.p.hex[scene.u("friend")]] == 3


@pytest.mark.rule("shock.rout.through-friends")
def test_every_unit_of_a_stack_that_is_run_through_is_disordered() -> None:
    water = lakes("0908", "0909", "0709", "0708", "0907")
    friends = (foot("friend", "0809"), guns("battery", "0809"))
    scene = struck(given(foot("unit", "0808"), *friends, FOE, ground=water), "R")
    scene.play(scene.options()[0])
    assert scene.order("friend") == D1 and scene.order("battery") == D1
    sound(scene)


@pytest.mark.rule("shock.rout.through-friends", "shock.blown.extra-step")
def test_blown_cavalry_that_is_run_through_loses_a_step_as_by_any_d() -> None:
    scene = routed_through(heavy("friend", "0809", sp=4, flags=BLOWN))
    scene.play(scene.options()[0])
    # A D is a check for Blown cavalry (0 passes: a retreat, 9 fails: it routs), and a step besides.
    assert scene.steps("friend") == 3 and scene.p.check().name == "cohesion"


@pytest.mark.rule("shock.rout.through-friends")
def test_a_line_that_is_run_through_twice_suffers_once() -> None:
    water = lakes("0908", "0909", "0709", "0708", "0907", "0710")
    line = foot("friend", "0809", sp=6, second="0810")
    scene = struck(given(foot("unit", "0808"), line, FOE, ground=water), "R")
    scene.play(scene.options()[0])
    assert scene.order("unit") == ROUTED and scene.order("friend") == D1


@pytest.mark.rule("shock.rout.through-friends")
def test_a_rout_goes_round_friends_where_it_can() -> None:
    scene = struck(given(foot("unit", "0808"), foot("friend", "0809"), FOE), "R")
    # 0911 can be reached by 0909 as well, 0711 by the friend's hex only.
    assert {"0911", "0711"} <= ends(scene)
    for end, order in (("0911", GOOD), ("0711", D1)):
        branch = Scene(scene.p.copy()).play(f"> {end}")
        assert branch.where("unit") == end and branch.order("friend") == order


@pytest.mark.rule("shock.rout.through-friends")
def test_the_stack_a_unit_routs_from_is_not_run_through() -> None:
    scene = struck(given(foot("unit", "0808"), guns("battery", "0808"), FOE), "R")
    scene.play(scene.options()[0])
    assert scene.order("battery") == GOOD and scene.where("battery") == "0808"


@pytest.mark.rule("shock.rout.full-distance")
def test_a_unit_that_cannot_rout_its_whole_way_is_eliminated() -> None:
    # It could run one hex; three are due.
    water = lakes("0908", "0909", "0709", "0708", "0907", "0710", "0810", "0909")
    scene = struck(given(foot("unit", "0808"), FOE, ground=water), "R")
    assert scene.where("unit") is None


@pytest.mark.rule("shock.rout.full-distance")
def test_a_rout_does_not_enter_enemy_zones() -> None:
    ring = [
        foot("east", "1009", side="red", facing="nw"),  # controls 0908 and 0909
        foot("west", "0710", side="red", facing="n"),  # controls 0709 and 0809
    ]
    scene = given(foot("unit", "0808"), FOE, *ring, ground=lakes("0708", "0907"))
    assert set(BEHIND) <= scene.hexes(scene.p.zoc(1))
    assert struck(scene, "R").where("unit") is None


@pytest.mark.rule("shock.rulings.rout-retreat")
def test_a_rout_ends_as_far_from_the_blow_as_it_can() -> None:
    scene = struck(given(foot("unit", "0808"), FOE), "R")
    distance = scene.battle.grid.distance
    for end in ends(scene):
        # Half of 5 points, rounded up: 3 hexes from its own, 4 from the enemy's.
        assert distance[scene.h("0808")][scene.h(end)] == 3
        assert distance[scene.h("0807")][scene.h(end)] == 4


@pytest.mark.rule("shock.rulings.rout-retreat")
def test_a_rout_does_not_end_with_friends() -> None:
    open_ground = ends(struck(given(foot("unit", "0808"), FOE), "R"))
    friend = sorted(open_ground)[0]
    scene = struck(given(foot("unit", "0808"), guns("friend", friend), FOE), "R")
    assert friend not in ends(scene)


@pytest.mark.rule("shock.rulings.rout-retreat")
def test_a_routed_square_is_a_square_no_more() -> None:
    scene = struck(given(foot("unit", "0808", flags=SQUARE), FOE), "R")
    scene.play(scene.options()[0])
    assert not scene.has("unit", SQUARE)


@pytest.mark.rule("shock.rulings.rout-retreat", "shock.rout.full-distance")
def test_a_rout_along_the_edge_of_the_map_may_turn_there() -> None:
    # Three hexes from the second row: up and two along, one along, up and one along (either way),
    # or two along and up. All of the first row, 0601 to 1101, is 8 hexes from the enemy on 0809.
    scene = given(foot("unit", "0802", order=ROUTED), foot("foe", "0809", side="red"))
    scene.push(RoutRetreat(unit=scene.u("unit"), by=scene.h("0809")))
    ends = {"> 0601", "> 0701", "> 0801", "> 0901", "> 1001", "> 1101"}
    assert set(scene.options()) == ends
    assert scene.play("> 0801").where("unit") == "0801"


@pytest.mark.rule(
    "shock.rulings.wading", "shock.routed.disorder-is-step", "shock.move.note.d.disorders"
)
def test_a_rout_through_a_deep_stream_costs_a_step() -> None:
    # The enemy on 0807 closes 0708 and 0907: the ways out lead over the other three sides.
    shut = [("deep-stream", f"0808 {side}") for side in ("e", "se", "sw")]
    scene = struck(given(foot("unit", "0808", sp=4), FOE, sides=shut), "R")
    assert scene.play("> 0811").steps("unit") == 3 and scene.order("unit") == ROUTED
    # 0811 is reached dry by 0909 and 0810.
    scene = struck(given(foot("unit", "0808", sp=4), FOE, sides=shut[2:]), "R")
    assert scene.play("> 0811").steps("unit") == 4


@pytest.mark.rule(
    "shock.rulings.wading", "shock.routed.disorder-is-step", "shock.rulings.retreat-length"
)
def test_a_routed_unit_that_retreats_through_a_deep_stream_loses_a_step() -> None:
    sides = [("deep-stream", "0808 sw")]
    scene = struck(given(foot("unit", "0808", sp=4, order=ROUTED), FOE, sides=sides), "B")
    assert scene.play("> 0809").steps("unit") == 3 and scene.order("unit") == ROUTED


@pytest.mark.rule("shock.rulings.wading", "shock.move.note.d.disorders")
@pytest.mark.parametrize(("end", "order"), [("1009", GOOD), ("0910", D1)])
def test_cavalry_goes_back_by_the_dry_way_where_there_is_one(end: str, order: int) -> None:
    # A deep stream between 0808 and 0909: to 1009 it rides dry by 0908, to 0910 only by 0909.
    scene = given(heavy("unit", "0808"), FOE, sides=[("deep-stream", "0808 se")])
    struck(scene, "B").play(end)
    assert (scene.where("unit"), scene.order("unit")) == (end, order)
