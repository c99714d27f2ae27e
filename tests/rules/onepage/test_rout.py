"""Rout and retreat: the casualty, the full move, the bend, and those who find no way."""

import pytest

from grognard.systems.onepage.rout import rout
from grognard.systems.onepage.state.position import DISORDERED, ROUTED
from tests.rules.onepage.given import Scene, foot, general, given, guns, screen

RUNS = foot("a", 20, 20, state=DISORDERED)
FOE = foot("foe", 20, 16.9, facing=180, side="red")


def failed(*specs: object, **more: object) -> Scene:
    """Blue's a fails its test, everybody else passes."""
    scene = given(*specs, **more).morale()  # type: ignore[arg-type]
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "a" else 1)
    return scene


@pytest.mark.rule("onepage.morale.rout.casualty")
def test_a_rout_costs_one_casualty() -> None:
    assert failed(RUNS, FOE).lost("a") == 1


@pytest.mark.rule("onepage.morale.rout.move")
def test_a_rout_is_a_full_move_to_the_rear() -> None:
    scene = failed(RUNS, FOE)
    assert scene.at("a") == (20.0, 32.0, 180)  # 12 in away from the enemy, its back to him
    assert scene.has("a", ROUTED)


@pytest.mark.rule("onepage.morale.rout.move")
def test_behind_a_friend_it_touches_its_back_is_to_the_enemy_too() -> None:
    # 12 in back from 20,15 would end on the friend at 20,27: 3 in further it is behind it.
    foe = FOE._replace(y=11.9)
    scene = failed(RUNS._replace(y=15), foe, foot("friend", 20, 27))
    assert scene.at("a") == (20.0, 30.0, 180)


@pytest.mark.rule("onepage.rulings.geometry.facing")
@pytest.mark.parametrize(("facing", "then"), [(80, 260), (100, 100)])
def test_without_room_to_turn_its_back_it_turns_about_or_stays(facing: int, then: int) -> None:
    # 12 in back it stands between two friends 2.2 in apart; turned away it would be 3 in wide.
    pair = [foot("left", 17.4, 20), foot("right", 22.6, 20)]
    scene = given(screen("a", 20, 8, facing, state=DISORDERED), *pair)
    rout(scene.p, scene.u("a"), 1, 20000, 4000, "tested")
    assert scene.at("a") == (20.0, 20.0, then)


@pytest.mark.rule("onepage.morale.rout.again", "onepage.rulings.rout-again")
def test_a_routed_unit_that_is_touched_routs_again_without_a_test() -> None:
    runs = foot("a", 20, 20, state=ROUTED | DISORDERED)
    scene = given(runs, FOE).morale()
    assert scene.tests() == ["foe"]
    scene.roll(1)
    assert scene.lost("a") == 1 and scene.at("a") == (20.0, 32.0, 180)


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_a_rout_bends_round_what_is_closed() -> None:
    lake = [("lake", "190,250 210,250 210,300 190,300")]
    scene = failed(RUNS, FOE, areas=lake)
    place = scene.at("a")
    assert place is not None
    x, y, _ = place
    # Not straight back, but a full move all the same, within 45 degrees of straight back.
    assert x != 20.0 and abs(((x - 20) ** 2 + (y - 20) ** 2) ** 0.5 - 12) < 0.15
    assert abs(x - 20) <= y - 20


@pytest.mark.rule("onepage.terrain.river", "onepage.rulings.geometry.retreat")
def test_nobody_runs_across_a_river() -> None:
    # Water behind the unit, from edge to edge: there is no way round it, and who stops is lost.
    runs = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    for line, crossed in (("stream", True), ("river", False)):
        scene = given(foot("a", 20, 20), runs, lines=[(line, "0,150 480,150")])
        scene.morale()
        while scene.tests():
            scene.roll(6 if scene.tests()[0] == "foe" else 1)
        assert scene.at("foe") == ((20.0, 4.9, 0) if crossed else None)


@pytest.mark.rule("onepage.terrain.crossing", "onepage.morale.rout.move")
def test_a_rout_over_a_bridge_goes_the_whole_way() -> None:
    runs = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    river, bridge = [("river", "0,150 480,150")], [("bridge", "line-0", "200,150")]
    scene = given(foot("a", 20, 20), runs, lines=river, crossings=bridge).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.at("foe") == (20.0, 4.9, 0)


@pytest.mark.rule("onepage.rulings.general-caught")
def test_who_runs_onto_a_general_of_the_enemy_makes_him_ride_off() -> None:
    # A full move of 12 in straight back, from 16.9 to 4.9: blue's general stands right there.
    runs = foot("foe", 20, 16.9, facing=180, side="red", state=DISORDERED)
    scene = given(foot("a", 20, 20), general("g", 20, 5), runs)
    scene.morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.at("foe") == (20.0, 4.9, 0)
    assert scene.at("g") == (20.0, 20.0, 0)


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_a_rout_bends_no_more_than_45_degrees() -> None:
    # Closed from 45 degrees on one side to 40 on the other: only one way is left.
    lake = [("lake", "60,230 229,230 280,282 280,350 60,350")]
    scene = failed(RUNS, FOE, areas=lake)
    place = scene.at("a")
    assert place is not None
    x, y, _ = place
    assert x > 28 and x - 20 == pytest.approx(y - 20, abs=0.2)
    # Closed on this side as well: it cannot go the whole way, and is lost.
    wider = [("lake", "60,230 283,230 250,350 60,350")]
    assert failed(RUNS, FOE, areas=wider).at("a") is None


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_a_bent_rout_turns_straight_before_a_second_enemy() -> None:
    # An inch clear of the first enemy its centre goes down at 18 or left of that, clear of the
    # second at 16.8 or right of it. Of the bends 45 degrees lead furthest, 9.9 in, to an inch
    # before the second. 3 in that way are 2.1 and 2.1; then straight, 9 in.
    right, left = foot("right", 22, 27, 180, side="red"), foot("left", 12.8, 31, 180, side="red")
    assert failed(RUNS, FOE, right, left).at("a") == (17.9, 31.1, 180)
    # A friend there does not keep it from that: 2.9 in further it is clear of him.
    there = foot("b", 17.9, 31)
    assert failed(RUNS, FOE, right, left, there).at("a") == (17.9, 34.0, 180)


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_places_to_turn_are_half_an_inch_apart() -> None:
    # It is driven to the lower right, past an enemy whose corner at 24,11.5 it is an inch clear of
    # only from 20,11.92 on. Down the table leads furthest, 10.6 in, to the second enemy: 4 in on it
    # turns, and 8 in its own way are 5.7 and, on the lattice, 5.6.
    right, below = foot("right", 25.5, 10, 180, side="red"), foot("below", 23.9, 22, side="red")
    scene = given(foot("a", 20, 8), right, below)
    rout(scene.p, scene.u("a"), 1, 17000, 5000, "tested")
    assert scene.at("a") == (25.7, 17.6, 135)


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_who_leaves_the_table_or_finds_no_way_is_removed() -> None:
    runs, foe = foot("a", 4, 34, state=DISORDERED), foot("foe", 7.1, 34, facing=270, side="red")
    corner = failed(runs, foe)
    assert corner.at("a") is None and corner.lost("a") == 5
    moat = [("lake", "120,225 280,225 280,240 120,240")]
    assert failed(RUNS, FOE, areas=moat).at("a") != (20.0, 20.0, 180)


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_nobody_bends_round_the_edge_of_the_table() -> None:
    # 12 in from y 26 lead to 38, over the edge at 36, though aslant there would be room.
    scene = failed(RUNS._replace(y=26), FOE._replace(y=22.9))
    assert scene.at("a") is None and scene.lost("a") == 5
    # A friend before the edge does not stop it.
    scene = failed(RUNS._replace(y=26), FOE._replace(y=22.9), foot("b", 20, 34.5))
    assert scene.at("a") is None
    # From y 22.5 the base ends right at the edge.
    assert failed(RUNS._replace(y=22.5), FOE._replace(y=19.4)).at("a") == (20.0, 34.5, 180)


@pytest.mark.rule("onepage.combat.loser.retreat", "onepage.rulings.geometry.retreat")
def test_nobody_gives_way_aslant_at_the_edge_of_the_table() -> None:
    # Half of 12 in leads from y 29 to 35, where a base 3 in deep no longer has room.
    scene = given(foot("a", 20, 29), foot("foe", 20, 26, 180, side="red")).combat("red")
    scene.roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.at("a") is None


@pytest.mark.rule("onepage.rulings.geometry.retreat")
def test_a_rout_goes_through_friends_and_ends_clear_of_them() -> None:
    scene = failed(RUNS, FOE, foot("b", 20, 26))
    assert scene.at("a") == (20.0, 32.0, 180)
    scene = failed(RUNS, FOE, foot("b", 20, 31))
    place = scene.at("a")
    assert place is not None and place != (20.0, 32.0, 180)


@pytest.mark.rule("onepage.morale.rout.casualty")
def test_the_last_strength_point_goes_with_the_rout() -> None:
    scene = failed(foot("a", 20, 20, state=DISORDERED, strength=1), FOE)
    assert scene.at("a") is None


def test_guns_run_too() -> None:
    battery = guns("a", 20, 14, state=DISORDERED)
    scene = failed(battery, foot("foe", 20, 10.9, facing=180, side="red"))
    assert scene.at("a") == (20.0, 32.0, 180)  # 18 in


@pytest.mark.rule("onepage.morale.rout.move", "onepage.rulings.geometry.retreat")
@pytest.mark.parametrize("order", [("up", "down"), ("down", "up")])
def test_a_unit_between_two_enemies_runs_from_the_middle_of_both(order: tuple[str, str]) -> None:
    # One stands above it, one below, both half an inch to the left: it runs to the right.
    places = {"up": (19.5, 16.9), "down": (19.5, 23.1)}
    enemies = [foot(name, *places[name], facing=90) for name in order]
    scene = given(*enemies, foot("foe", 20, 20, facing=270, side="red", state=DISORDERED)).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert scene.at("foe") == (32.0, 20.0, 90) and scene.lost("foe") == 1


@pytest.mark.rule("onepage.rulings.geometry.retreat")
@pytest.mark.parametrize(("second", "straight"), [(17.9, True), (17.8, False)])
def test_a_retreat_goes_up_to_six_inches_further_to_get_clear(
    second: float, straight: bool
) -> None:
    # Half a move is 6 in, from 26.9 to 20.9. Two friends stand there, and bases are 3 in deep: the
    # first place clear of both is 3 in beyond the second, at 14.9 or, too far off, at 14.8.
    friends = [foot(f"b{round(y)}", 20, y, facing=180, side="red") for y in (20.9, second)]
    scene = given(foot("a", 20, 30), foot("foe", 20, 26.9, facing=180, side="red"), *friends)
    place = scene.combat().roll(6, 6, 1, 1).roll(1, 1, 1, 1).at("foe")
    assert place is not None and (place[0] == 20.0) is straight
    assert not straight or place[1] == 14.9
